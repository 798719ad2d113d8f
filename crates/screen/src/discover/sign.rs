//! Where every card has the sign of its suit, if it is at the same place on all: a
//! piece of ink that looks alike on cards of one suit, and different on others.

use super::blobs::Blob;

/// Pieces at one place are at most so far apart, in card widths and heights.
const SAME_PLACE: f32 = 0.05;

/// The share of the cards that have their sign there..
const LEAST_SHARE: f32 = 0.8;

/// .. and of those on which it is a piece of its own. On small cards it may be joined to
/// the rank or to the picture.
const LEAST_APART: f32 = 0.5;

/// Where it is joined to something, a card is so alike to one of its suit.
const LEAST_JOINED: f32 = 0.6;

/// How much more alike pieces on cards of one suit are than others.
const LEAST_GAP: f32 = 0.15;

/// Around the sign, in card widths and heights.
const MARGIN: f32 = 0.012;

/// The widest and the highest sign.
const MOST_SIZE: (f32, f32) = (0.3, 0.2);

/// The suit of a card, and its pieces of ink with their boxes.
pub(super) type Inked = (usize, Vec<([f32; 4], Blob)>);

/// Pieces that are so alike are the same sign.
const SAME: f32 = 0.86;

/// Pieces in one line are at most so far above or below each other, in card heights.
const SAME_LINE: f32 = 0.02;

/// Signs stand at most so far beside their place, in card widths.
const MOST_BESIDE: f32 = 0.2;

/// Where the sign of a suit is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sign {
    /// Its box in card widths and heights.
    pub(super) place: [f32; 4],
    /// On some cards it is so far beside it, in card widths: where it follows the rank,
    /// it stands further to the right beside a 10.
    pub(super) reach: f32,
}

/// Finds the sign. `alike` says how alike any two cards are in a box.
pub(super) fn find(cards: &[Inked], alike: &dyn Fn([f32; 4]) -> Vec<Vec<f32>>) -> Option<Sign> {
    let least = |share: f32| (share * cards.len() as f32).ceil() as usize;
    let mut tried: Vec<[f32; 4]> = Vec::new();
    let mut best: Option<((usize, f32), Sign)> = None;
    for seed in cards.iter().flat_map(|card| &card.1) {
        let (wide, high) = (seed.0[2] - seed.0[0], seed.0[3] - seed.0[1]);
        if wide > MOST_SIZE.0 || high > MOST_SIZE.1 {
            continue;
        }
        let found: Vec<_> = cards.iter().map(|it| nearest(&it.1, seed.0)).collect();
        let with_suits = cards.iter().zip(&found);
        let there: Vec<(usize, &([f32; 4], Blob))> = with_suits
            .filter_map(|(card, piece)| Some((card.0, (*piece)?)))
            .collect();
        let gap = gap(&there);
        let place = around(there.iter().map(|it| it.1.0));
        if there.len() < least(LEAST_APART) || gap <= LEAST_GAP || tried.contains(&place) {
            continue;
        }
        tried.push(place);
        let count = there.len() + joined(cards, &found, &alike(place));
        // A sign in the middle of most cards is on fewer than that in the corner.
        let score = (count, gap);
        if count >= least(LEAST_SHARE) && best.is_none_or(|(known, _)| score > known) {
            let reach = beside(cards, &there);
            best = Some((score, Sign { place, reach }));
        }
    }
    best.map(|(_, sign)| sign)
}

/// How many cards without a piece of their own at a place look there most like a card of
/// their suit that has one.
fn joined(cards: &[Inked], found: &[Option<&([f32; 4], Blob)>], alike: &[Vec<f32>]) -> usize {
    let is_own = |card: &usize| {
        let alike = &alike[*card];
        let others = (0..cards.len()).filter(|it| found[*it].is_some());
        let most = others.max_by(|one, other| alike[*one].total_cmp(&alike[*other]));
        most.is_some_and(|it| cards[it].0 == cards[*card].0 && alike[it] > LEAST_JOINED)
    };
    let without = (0..cards.len()).filter(|it| found[*it].is_none());
    without.filter(is_own).count()
}

/// How far cards that have no sign of theirs at this place have it beside it.
fn beside(cards: &[Inked], there: &[(usize, &([f32; 4], Blob))]) -> f32 {
    let middle = |it: &[f32; 4], side: usize| (it[side] + it[side + 2]) / 2.0;
    let mut most: f32 = 0.0;
    for (suit, pieces) in cards {
        let own: Vec<_> = there.iter().filter(|it| it.0 == *suit).collect();
        let offs = pieces.iter().flat_map(|piece| {
            let alike = own.iter().filter(|it| it.1.1.likeness(&piece.1) > SAME);
            alike.filter_map(|it| {
                let down = middle(&piece.0, 1) - middle(&it.1.0, 1);
                let across = (middle(&piece.0, 0) - middle(&it.1.0, 0)).abs();
                (down.abs() < SAME_LINE && across < MOST_BESIDE).then_some(across)
            })
        });
        let nearest = offs.reduce(f32::min);
        most = most.max(nearest.unwrap_or(0.0));
    }
    // What a search finds anyway is no distance.
    if most > MARGIN { most + MARGIN } else { 0.0 }
}

fn nearest(pieces: &[([f32; 4], Blob)], place: [f32; 4]) -> Option<&([f32; 4], Blob)> {
    let off = |it: &[f32; 4]| {
        let middle = |it: &[f32; 4], side: usize| (it[side] + it[side + 2]) / 2.0;
        let across = (middle(it, 0) - middle(&place, 0)).abs();
        across.max((middle(it, 1) - middle(&place, 1)).abs())
    };
    let near = pieces.iter().filter(|it| off(&it.0) < SAME_PLACE);
    near.min_by(|one, other| off(&one.0).total_cmp(&off(&other.0)))
}

/// How much more alike pieces of one suit are than those of different suits. Where all
/// cards are of one suit, its sign is what is the same on all: ranks are not.
fn gap(there: &[(usize, &([f32; 4], Blob))]) -> f32 {
    let (mut same, mut other) = ((0.0, 0.0), (0.0, 0.0));
    for (index, (suit, one)) in there.iter().enumerate() {
        for (another, two) in &there[index + 1..] {
            let sum = if suit == another {
                &mut same
            } else {
                &mut other
            };
            sum.0 += one.1.likeness(&two.1);
            sum.1 += 1.0_f32;
        }
    }
    let mean = |(sum, count): (f32, f32)| sum / count.max(1.0);
    match other.1 > 0.0 {
        true => mean(same) - mean(other),
        false if mean(same) > SAME => mean(same),
        false => 0.0,
    }
}

/// The box around most of the boxes: the median of each side, and a margin.
fn around(places: impl Iterator<Item = [f32; 4]>) -> [f32; 4] {
    let places: Vec<[f32; 4]> = places.collect();
    let side = |side: usize, share: f32| {
        let mut values: Vec<f32> = places.iter().map(|it| it[side]).collect();
        values.sort_by(f32::total_cmp);
        values[(share * (values.len() - 1) as f32) as usize]
    };
    [
        (side(0, 0.1) - MARGIN).max(0.0),
        (side(1, 0.1) - MARGIN).max(0.0),
        (side(2, 0.9) + MARGIN).min(1.0),
        (side(3, 0.9) + MARGIN).min(1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Frame;
    use crate::discover::blobs;

    const CARD: (f32, f32) = (80.0, 120.0);

    /// A card of one of two suits, a square without its lower right or its lower left
    /// quarter: a small sign in the corner, a large one further in. On some the small one
    /// is joined to the rank above it, and some have no large one.
    fn card(suit: usize, is_joined: bool, has_large: bool) -> Inked {
        let block = [((6, 8), (8, 10))];
        card_of(&block, suit, is_joined, has_large)
    }

    /// A box of ink: from where, and how large.
    type Ink = ((i32, i32), (i32, i32));

    /// The same with a rank of these boxes.
    fn card_of(rank: &[Ink], suit: usize, is_joined: bool, has_large: bool) -> Inked {
        let mut frame = Frame::filled(80, 120, [255; 3]);
        let mut ink = |from: (i32, i32), size: (i32, i32)| {
            let pixels = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
            pixels.for_each(|(x, y)| frame.set(from.0 + x, from.1 + y, [0; 3]));
        };
        let mut sign = |(x, y): (i32, i32), half: i32| {
            ink((x, y), (2 * half, half));
            ink((x + half * suit as i32, y + half), (half, half));
        };
        sign((6, 22), 4);
        if has_large {
            sign((30, 20), 8);
        }
        rank.iter().for_each(|(from, size)| ink(*from, *size));
        if is_joined {
            ink((6, 18), (2, 4));
        }
        let found = blobs::find(&frame, (0.0, 0.0), CARD, CARD.0);
        let at = |blob: Blob| (blob.place_from((0.0, 0.0), CARD), blob);
        (suit, found.into_iter().map(at).collect())
    }

    /// On cards of 77 pixels, AisleRiot's sign is joined to a Q, a J and a 10. The large
    /// signs are on all cards but Aces, twos and threes.
    #[test]
    fn a_sign_that_is_joined_to_some_ranks_is_found() {
        let cards: Vec<Inked> = (0..20).map(|it| card(it % 2, it < 6, it < 17)).collect();
        let alike = |place: [f32; 4]| -> Vec<Vec<f32>> {
            let has = |it: usize| place[0] < 0.3 || it < 17;
            let alike = |one: usize, other: usize| match has(one) && has(other) {
                true if cards[one].0 == cards[other].0 => 0.9,
                true => 0.5,
                false => 0.0,
            };
            let row = |one: usize| (0..20).map(|other| alike(one, other)).collect();
            (0..20).map(row).collect()
        };
        let sign = find(&cards, &alike).expect("a sign");
        let [left, top, right, bottom] = sign.place;
        assert!(left < 6.0 / 80.0 && right > 14.0 / 80.0 && right < 0.3);
        assert!(top < 22.0 / 120.0 && bottom > 30.0 / 120.0);
    }

    /// Spider with one suit: there is no other one to tell it from, and every card has a
    /// rank in its corner.
    #[test]
    fn the_sign_of_the_only_suit_is_no_rank() {
        let cards: Vec<Inked> = (0..20)
            .map(|it| {
                // A stroke, and at most three across it.
                let strokes = (0..3).filter(|stroke| ((it % 8) >> stroke) & 1 == 1);
                let mut rank: Vec<Ink> = strokes.map(|at| ((6, 8 + 4 * at), (8, 2))).collect();
                rank.push(((6, 8), (2, 10)));
                card_of(&rank, 0, it < 6, false)
            })
            .collect();
        let all_alike = |_: [f32; 4]| vec![vec![0.9; 20]; 20];
        let sign = find(&cards, &all_alike).expect("a sign");
        let [_, top, _, bottom] = sign.place;
        assert!(top > 18.0 / 120.0 && bottom > 30.0 / 120.0, "{sign:?}");
    }
}
