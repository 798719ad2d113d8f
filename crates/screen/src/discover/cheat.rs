//! How a cheated card looks: one cheat is made and taken back. The mark is ink where the
//! same card was blank before.

use patience::Game;
use patience::gesture::Action;

use super::NewProfile;
use super::trial::{make, read, read_after, rested, shows, table_of, take_back};
use crate::hands::{Eyes, Hands, WindowId};
use crate::vision::{CardReading, Placed, Reading};
use crate::{Error, Frame};

/// What is not known before, or if no mark is found.
pub(super) const UNSURE: &str =
    "how a cheated card looks, unless it is drawn in negative: see `cheated` in the profile";

/// Places across a card, and down.
const CELLS: (usize, usize) = (60, 84);

/// The part of a card that its outline does not touch.
const INSIDE: (f32, f32) = (0.05, 0.95);

/// Ink is darker than paper by this much.
const LEAST_INK: i16 = 50;

/// A mark fills at most so much of a card: more is another picture.
const MOST_OF_CARD: f32 = 0.3;

/// Makes a cheat, and writes into the profile where its mark is.
pub(super) fn learn<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    new: &mut NewProfile,
) -> Result<(), Error> {
    let area = new.found().area();
    let before = rested(device, window, area)?;
    let reading = read(new, &before)?;
    let Ok(table) = table_of(game, new, &reading) else {
        return Ok(());
    };
    let layout = table.layout();
    let name = |pile: usize| layout.piles[pile].name.as_str();
    let gestures = table.gestures();
    let mut cheats = gestures.iter().filter(|it| it.action == Action::Cheat);
    let Some((gesture, to)) = cheats.find_map(|it| Some((it, it.to?))) else {
        return Ok(());
    };
    let Some((own, onto)) = top(&reading, name(gesture.from.pile)).zip(reading.pile(name(to)))
    else {
        return Ok(());
    };
    let way = new.profile.moves.play;
    make(device, window, way, (own.grip(), onto.target()))?;
    let frame = rested(device, window, area)?;
    let after = table.play(&gesture.move_).ok();
    let now = read_after(new, &before, &frame);
    let is_made = |now: &Reading| {
        let after = after.as_ref();
        after.is_some_and(|(after, _)| shows(now, &after.layout()))
    };
    let now = now.ok().filter(is_made);
    let is_back = take_back(device, window, &*table, new, (&before, frame.clone()))?;
    if !is_back {
        new.unsure
            .push("whether a cheat was taken back: deal a new game before you go on".to_owned());
    }
    let Some(moved) = now.as_ref().and_then(|now| top(now, name(to))) else {
        return Ok(());
    };
    let is_known = moved.cheated || {
        let visible = new.found().step / new.found().card.1;
        let mark = mark((&before, own.place), (&frame, moved.place), visible);
        mark.is_some_and(|mark| new.marks(mark, (&before, &frame), name(to)))
    };
    if is_known {
        new.unsure.retain(|it| it != UNSURE);
    }
    Ok(())
}

impl NewProfile {
    /// Takes a box for the mark, if by it no card was cheated before, and then only the
    /// top one of this pile.
    fn marks(&mut self, mark: [f32; 4], (before, frame): (&Frame, &Frame), pile: &str) -> bool {
        let mut marked = self.clone();
        marked.draft.cheated = Some(mark);
        let Ok(marked) = marked.rewritten() else {
            return false;
        };
        let cheated = |frame: &Frame| -> Option<Vec<String>> {
            let reading = read_after(&marked, before, frame).ok()?;
            let cards = reading.cards().filter(|(_, _, card)| card.cheated);
            Some(cards.map(|(pile, ..)| pile.name.clone()).collect())
        };
        let is_right = cheated(before).is_some_and(|cards| cards.is_empty())
            && cheated(frame).is_some_and(|cards| cards == [pile]);
        if is_right {
            *self = marked;
        }
        is_right
    }
}

/// The top card of a pile.
fn top<'r>(reading: &'r Reading, pile: &str) -> Option<&'r CardReading> {
    reading.pile(pile)?.cards.last()
}

/// Where ink has come to a card, in card widths and heights: where nothing was near it
/// before, because a glyph that lies a part of a pixel further on is no mark. It must be
/// in the part that is seen of every card of a column.
fn mark(one: (&Frame, Placed), other: (&Frame, Placed), visible: f32) -> Option<[f32; 4]> {
    let (before, after) = (cells(one), cells(other));
    let around = |cells: &[i16], (x, y): (usize, usize)| -> Vec<i16> {
        let rows = y.saturating_sub(1)..=(y + 1).min(CELLS.1 - 1);
        rows.flat_map(|y| {
            let columns = x.saturating_sub(1)..=(x + 1).min(CELLS.0 - 1);
            columns.map(move |x| cells[x + CELLS.0 * y])
        })
        .collect()
    };
    let places = || (0..CELLS.0 * CELLS.1).map(|cell| (cell % CELLS.0, cell / CELLS.0));
    let is_inside = |(x, y): (usize, usize)| {
        let at = (x as f32 / CELLS.0 as f32, y as f32 / CELLS.1 as f32);
        (INSIDE.0..INSIDE.1).contains(&at.0) && (INSIDE.0..INSIDE.1).contains(&at.1)
    };
    let came: Vec<i16> = places()
        .map(|at| {
            let blank = around(&before, at).into_iter().min().unwrap_or(0);
            let has_come = blank - after[at.0 + CELLS.0 * at.1] >= LEAST_INK;
            i16::from(has_come && is_inside(at))
        })
        .collect();
    // A speck by itself is none.
    let inked = |at: &(usize, usize)| {
        came[at.0 + CELLS.0 * at.1] == 1 && around(&came, *at).into_iter().sum::<i16>() > 2
    };
    let inked: Vec<_> = places().filter(inked).collect();
    let (across, down) = (inked.iter().map(|at| at.0), inked.iter().map(|at| at.1));
    let (left, right) = (across.clone().min()?, across.max()?);
    let (top, bottom) = (down.clone().min()?, down.max()?);
    let share = |cell: usize, of: usize| cell as f32 / of as f32;
    let mark = [
        share(left, CELLS.0),
        share(top, CELLS.1),
        share(right + 1, CELLS.0),
        share(bottom + 1, CELLS.1).min(visible - 0.02),
    ];
    let is_small = inked.len() as f32 <= MOST_OF_CARD * (CELLS.0 * CELLS.1) as f32;
    (is_small && mark[1] < mark[3]).then_some(mark)
}

/// How light a card is at each place: the darkest channel.
fn cells((frame, card): (&Frame, Placed)) -> Vec<i16> {
    let light = |cell: usize| {
        let across = (cell % CELLS.0) as f32 / CELLS.0 as f32;
        let down = (cell / CELLS.0) as f32 / CELLS.1 as f32;
        let (x, y) = card.at(across, down);
        frame.at(x, y).into_iter().min().map_or(0, i16::from)
    };
    (0..CELLS.0 * CELLS.1).map(light).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Placed = Placed {
        x: 30.0,
        y: 20.0,
        width: 100.0,
        height: 140.0,
    };

    fn fill(frame: &mut Frame, place: [i32; 4], colour: [u8; 3]) {
        for y in place[1]..place[3] {
            for x in place[0]..place[2] {
                frame.set(x, y, colour);
            }
        }
    }

    #[test]
    fn a_mark_is_ink_that_was_not_there_before() {
        let mut blank = Frame::filled(200, 200, [10, 90, 60]);
        fill(&mut blank, [30, 20, 130, 160], [250, 250, 246]);
        fill(&mut blank, [36, 26, 52, 44], [20; 3]);
        // The rank has moved a little.
        let mut marked = Frame::filled(200, 200, [10, 90, 60]);
        fill(&mut marked, [30, 20, 130, 160], [250, 250, 246]);
        fill(&mut marked, [37, 26, 53, 44], [20; 3]);
        fill(&mut marked, [100, 26, 120, 40], [200, 30, 30]);
        let found = mark((&blank, CARD), (&marked, CARD), 0.25).expect("a mark");
        let wanted = [0.7, 6.0 / 140.0, 0.9, 20.0 / 140.0];
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 0.03, "{found} {wanted}");
        }
        assert_eq!(mark((&blank, CARD), (&blank, CARD), 0.25), None);
        // A picture that is another one all over is no mark.
        let mut dark = blank.clone();
        fill(&mut dark, [30, 20, 130, 160], [40; 3]);
        assert_eq!(mark((&blank, CARD), (&dark, CARD), 0.25), None);
    }
}
