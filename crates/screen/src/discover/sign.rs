//! Where every card has the sign of its suit, if it is at the same place on all: a
//! piece of ink that looks alike on cards of one suit, and different on others.

use super::blobs::Blob;

/// Pieces at one place are at most so far apart, in card widths and heights.
const SAME_PLACE: f32 = 0.05;

/// The share of the cards that have a piece of ink there.
const LEAST_SHARE: f32 = 0.8;

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

/// Finds the sign.
pub(super) fn find(cards: &[Inked]) -> Option<Sign> {
    let mut best: Option<(f32, Sign)> = None;
    for seed in cards.iter().flat_map(|card| &card.1) {
        let (wide, high) = (seed.0[2] - seed.0[0], seed.0[3] - seed.0[1]);
        if wide > MOST_SIZE.0 || high > MOST_SIZE.1 {
            continue;
        }
        let there: Vec<(usize, &([f32; 4], Blob))> = cards
            .iter()
            .filter_map(|(suit, pieces)| Some((*suit, nearest(pieces, seed.0)?)))
            .collect();
        if (there.len() as f32) < LEAST_SHARE * cards.len() as f32 {
            continue;
        }
        let gap = gap(&there);
        if gap > LEAST_GAP && best.is_none_or(|(known, _)| gap > known) {
            let place = around(there.iter().map(|it| it.1.0));
            let reach = beside(cards, &there);
            best = Some((gap, Sign { place, reach }));
        }
    }
    best.map(|(_, sign)| sign)
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

/// How much more alike pieces of one suit are than those of different suits.
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
    same.0 / same.1.max(1.0) - other.0 / other.1.max(1.0)
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
