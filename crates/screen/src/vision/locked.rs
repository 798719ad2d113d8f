//! Columns that are locked: they show a picture that is no card, and it was not
//! there when the cards were learned.
//!
//! Whatever is drawn there and is no card, no cloth and no outline may be it; the
//! count of the ranks that are still seen says how many columns must be.

use patience::CardNames;

use super::Placed;
use super::reading::{Face, PileReading};
use crate::Frame;

/// A pixel that differs from the ground by more than this is drawn on.
const LEAST_CONTRAST: i32 = 60;

/// An outline, a pointer and noise fill less of a place.
const LEAST_SHARE: f32 = 0.03;

/// What is taken for a lock fills so many times as much as what is not.
const CLEARER: f32 = 2.0;

/// The cloth is looked at beside a place, in card widths from its left edge: past
/// its outline, before the next pile.
const BESIDE: [f32; 2] = [-0.14, -0.09];

/// How much of a part of a place is drawn on; none if that is as good as nothing.
pub(super) fn drawn_on(frame: &Frame, card: Placed, part: [f32; 4]) -> Option<f32> {
    let lights = |[left, top, right, bottom]: [f32; 4]| {
        let (from, to) = (card.at(left, top), card.at(right, bottom));
        let pixels = (from.1..to.1).flat_map(|y| (from.0..=to.0).map(move |x| (x, y)));
        let light = |(x, y)| frame.at(x, y).into_iter().map(i32::from).sum::<i32>() / 3;
        pixels.map(light).collect::<Vec<i32>>()
    };
    // The ground is the cloth: a picture may fill the place with one colour.
    let mut beside = lights([BESIDE[0], part[1], BESIDE[1], part[3]]);
    beside.sort_unstable();
    let ground = *beside.get(beside.len() / 2)?;
    let lights = lights(part);
    let is_drawn = |light: &&i32| (**light - ground).abs() > LEAST_CONTRAST;
    let drawn = lights.iter().filter(is_drawn).count();
    let share = drawn as f32 / lights.len() as f32;
    (share >= LEAST_SHARE).then_some(share)
}

/// Compares the columns that seem to be locked with the cards that are missing.
/// If every rank is missing equally often, that many columns are locked: what
/// fills least of its place is something else, such as a pointer or the banner
/// that reports a win. If the count cannot be, nothing is changed, and the rules
/// of the game refuse the table.
pub(super) fn confirm(names: CardNames, piles: &mut [PileReading], drawn: &[Option<f32>]) {
    let mut candidates: Vec<(usize, f32)> = drawn
        .iter()
        .enumerate()
        .filter_map(|(index, share)| Some((index, (*share)?)))
        .collect();
    let Some(locked) = missing_sets(names, piles).filter(|_| !candidates.is_empty()) else {
        return;
    };
    candidates.sort_by(|one, other| other.1.total_cmp(&one.1));
    let share = |index: usize| candidates.get(index).map_or(0.0, |(_, share)| *share);
    // All cards are accounted for, so nothing is hidden. But which of the
    // columns is locked must be clear, unless the game is over.
    let no_card = piles.iter().all(|pile| pile.cards.is_empty());
    let is_clear = no_card || locked == 0 || share(locked - 1) >= CLEARER * share(locked);
    if candidates.len() < locked || (candidates.len() > locked && !is_clear) {
        return;
    }
    for (index, _) in &candidates[locked..] {
        piles[*index].locked = false;
    }
}

/// How many times a whole set of ranks is missing; none if some ranks are missing
/// more often than others.
fn missing_sets(names: CardNames, piles: &[PileReading]) -> Option<usize> {
    let each = names.copies * names.suits.len().max(1);
    let mut seen = vec![0; names.ranks.len()];
    for card in piles.iter().flat_map(|pile| &pile.cards) {
        let Face::Up(name) = &card.face else {
            return None;
        };
        seen[names.rank(names.find(name)?)] += 1;
    }
    let first = *seen.first()?;
    let is_even = seen.iter().all(|count| *count == first);
    is_even.then(|| each.checked_sub(first)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::CardReading;

    fn names() -> CardNames {
        patience::find_game("cluj").expect("Cluj").about().cards
    }

    /// Columns with these cards; one that is drawn on may be locked.
    fn piles(columns: &[(Vec<&str>, Option<f32>)]) -> (Vec<PileReading>, Vec<Option<f32>>) {
        let pile = |(cards, drawn): &(Vec<&str>, Option<f32>)| PileReading {
            name: String::new(),
            role: crate::profile::PileRole::Column,
            cards: cards
                .iter()
                .map(|card| CardReading {
                    face: Face::Up((*card).to_owned()),
                    ..CardReading::face_down(Placed::default(), 1.0)
                })
                .collect(),
            place: Placed::default(),
            locked: drawn.is_some(),
        };
        let drawn = columns.iter().map(|(_, drawn)| *drawn).collect();
        (columns.iter().map(pile).collect(), drawn)
    }

    fn locked(columns: &[(Vec<&str>, Option<f32>)]) -> Vec<bool> {
        let (mut piles, drawn) = piles(columns);
        confirm(names(), &mut piles, &drawn);
        piles.iter().map(|pile| pile.locked).collect()
    }

    #[test]
    fn a_back_of_one_colour_is_drawn_on_and_cloth_is_not() {
        let card = Placed {
            x: 40.0,
            y: 20.0,
            width: 64.0,
            height: 90.0,
        };
        let part = [0.05, 0.05, 0.95, 0.95];
        let mut frame = Frame::filled(140, 130, [28, 30, 38]);
        assert_eq!(drawn_on(&frame, card, part), None);
        for y in 20..110 {
            for x in 40..104 {
                frame.set(x, y, [150, 70, 70]);
            }
        }
        assert_eq!(drawn_on(&frame, card, part), Some(1.0));
    }

    fn set() -> Vec<&'static str> {
        names().ranks.to_vec()
    }

    #[test]
    fn as_many_columns_are_locked_as_sets_of_cards_are_missing() {
        let columns = [
            (set(), None),
            (Vec::new(), Some(0.08)),
            (set(), None),
            (Vec::new(), None),
            (Vec::new(), Some(0.08)),
        ];
        assert_eq!(locked(&columns), [false, true, false, false, true]);
    }

    #[test]
    fn a_pointer_on_an_empty_column_is_no_lock() {
        let three = [set(), set(), set()].concat();
        let columns = [
            (three, None),
            (Vec::new(), Some(0.08)),
            (Vec::new(), Some(0.03)),
        ];
        assert_eq!(locked(&columns), [false, true, false]);
        let four = [set(), set(), set(), set()].concat();
        assert_eq!(
            locked(&[(four, None), (Vec::new(), Some(0.05))]),
            [false, false]
        );
    }

    #[test]
    fn a_count_that_cannot_be_leaves_the_table_to_the_rules() {
        let columns = [(vec!["6"], None), (Vec::new(), Some(0.08))];
        assert_eq!(locked(&columns), [false, true]);
        let three = [set(), set(), set()].concat();
        let unclear = [
            (three, None),
            (Vec::new(), Some(0.08)),
            (Vec::new(), Some(0.07)),
        ];
        assert_eq!(locked(&unclear), [false, true, true]);
    }

    #[test]
    fn a_banner_over_a_game_that_is_won_hides_nothing() {
        let columns: Vec<_> = (0..6).map(|_| (Vec::new(), Some(0.08))).collect();
        let locked = locked(&columns);
        assert_eq!(locked.iter().filter(|it| **it).count(), 4);
    }
}
