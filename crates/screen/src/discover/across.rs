//! Where a row of piles lies across a picture, if only their number is known:
//! the distance from pile to pile and the width of a card are found together.

use super::shades::Shades;

/// A card is at least and at most this share of the distance from pile to pile.
const CARD_SHARE: (f32, f32) = (0.55, 1.0);

/// The least share of the picture's width that the row takes.
const LEAST_ROW_SHARE: f32 = 0.3;

/// The steps in which distances are tried, in pixels.
const PITCH_STEP: f32 = 0.25;

/// A row of piles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    /// The left edge of the first pile.
    pub(super) first: f32,
    /// From pile to pile.
    pub(super) pitch: f32,
    /// The width of a card.
    pub(super) card: f32,
    score: f32,
}

/// Rows whose distances differ by less are the same.
const SAME_PITCH: f32 = 0.1;

/// A row with a smaller share of the best one's edges is none.
const LEAST_EDGES: f32 = 0.6;

/// Finds a row of `count` piles.
pub(super) fn find(shades: &Shades, count: usize) -> Option<Row> {
    find_all(shades, count).into_iter().next()
}

/// Rows of `count` piles that there may be, the best first. Where rows overlap by half
/// a card, there are edges at half the distance as well.
pub(super) fn find_all(shades: &Shades, count: usize) -> Vec<Row> {
    let (left, right) = shades.side_edges();
    let edges = Edges { left, right, count };
    let width = shades.width as f32;
    let most = width / (count as f32 - 1.0 + CARD_SHARE.0);
    let mut pitch = LEAST_ROW_SHARE * width / count as f32;
    let mut tried: Vec<Row> = Vec::new();
    while pitch <= most {
        tried.extend(edges.best_at(pitch));
        pitch += PITCH_STEP;
    }
    tried.sort_by(|one, other| other.score.total_cmp(&one.score));
    let least = tried.first().map_or(0.0, |best| LEAST_EDGES * best.score);
    let mut rows: Vec<Row> = Vec::new();
    for row in tried.into_iter().take_while(|row| row.score >= least) {
        let is_same = |it: &Row| (it.pitch - row.pitch).abs() < SAME_PITCH * it.pitch;
        if !rows.iter().any(is_same) {
            rows.push(row);
        }
    }
    let rows = rows.into_iter().map(|row| edges.between_pixels(row));
    // Edges half as long as a card is wide, at most of the piles.
    rows.filter(|row| row.score > 0.5 * row.card * count as f32)
        .collect()
}

struct Edges {
    left: Vec<f32>,
    right: Vec<f32>,
    count: usize,
}

impl Edges {
    fn best_at(&self, pitch: f32) -> Option<Row> {
        let end = self.left.len() as f32 - (self.count as f32 - 1.0) * pitch;
        let end = end.max(0.0) as usize;
        let sums = |values: &[f32]| -> Vec<f32> {
            let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
            (0..end)
                .map(|first| {
                    let places = (0..self.count).map(|pile| first as f32 + pile as f32 * pitch);
                    places.map(|x| at(x.round() as usize)).sum()
                })
                .collect()
        };
        let (left, right) = (sums(&self.left), sums(&self.right));
        let (least, most) = (CARD_SHARE.0 * pitch, CARD_SHARE.1 * pitch);
        let mut best: Option<Row> = None;
        for (first, left) in left.iter().enumerate() {
            // Most places have no edge at all.
            if best.is_some_and(|best| 2.0 * left < 0.5 * best.score) {
                continue;
            }
            for card in least.ceil() as usize..most as usize {
                let Some(right) = right.get(first + card) else {
                    break;
                };
                // A card has both sides: one strong side is not enough.
                let score = 2.0 * left.min(*right);
                if best.is_none_or(|best| score > best.score) {
                    best = Some(Row {
                        first: first as f32,
                        pitch,
                        card: card as f32,
                        score,
                    });
                }
            }
        }
        best
    }

    fn between_pixels(&self, around: Row) -> Row {
        let mut best = Row {
            score: -1.0,
            ..around
        };
        for pitch in -6..=6_i8 {
            for first in -6..=6_i8 {
                for wider in -6..=6_i8 {
                    let row = Row {
                        first: around.first + f32::from(first) / 4.0,
                        pitch: around.pitch + f32::from(pitch) / 16.0,
                        card: around.card + f32::from(wider) / 4.0,
                        score: 0.0,
                    };
                    let score = self.score(&row);
                    if score > best.score {
                        best = Row { score, ..row };
                    }
                }
            }
        }
        best
    }

    fn score(&self, row: &Row) -> f32 {
        let piles = (0..self.count).map(|pile| row.first + pile as f32 * row.pitch);
        piles
            .map(|x| between(&self.left, x) + between(&self.right, x + row.card))
            .sum()
    }
}

fn between(values: &[f32], x: f32) -> f32 {
    if x < 0.0 {
        return 0.0;
    }
    let index = x as usize;
    let share = x - index as f32;
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    (1.0 - share) * at(index) + share * at(index + 1)
}
