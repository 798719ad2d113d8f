//! Where a row of cards lies across a frame: the first card, the distance from
//! card to card, and a card's width.
//!
//! The left and right edges of the cards, counted over all rows of the frame,
//! are added up for every distance and every first place: first in bins of a
//! few pixels, then around the best of those from pixel to pixel, at last
//! between the pixels. All in single pixels gives the same and takes twenty
//! times as long.

use super::locate::{LEAST_EDGE, Light};
use crate::Profile;

/// The least share of the frame's width that a row of anchors takes.
const LEAST_ROW_SHARE: f32 = 0.25;

/// Frames up to this wide are searched in bins of one pixel, larger ones in
/// larger bins.
const WIDEST_WITH_SMALL_BINS: usize = 450;

/// How many places of the first search are searched closely.
const MOST_CANDIDATES: usize = 8;

/// How many rows have a left edge, and a right edge, at each column.
pub(super) struct Edges {
    left: Vec<f32>,
    right: Vec<f32>,
}

impl Edges {
    pub(super) fn of(light: &Light) -> Self {
        let mut left = vec![0_u32; light.width + 1];
        let mut right = vec![0_u32; light.width + 1];
        for y in (0..light.height).filter(|y| !light.is_bar(*y)) {
            let row = light.row(y);
            let edges = left[2..].iter_mut().zip(&mut right[2..]);
            for ((left, right), pixels) in edges.zip(row.windows(4)) {
                let step = i16::from(pixels[3]) - i16::from(pixels[0]);
                *left += u32::from(step > LEAST_EDGE);
                *right += u32::from(step < -LEAST_EDGE);
            }
        }
        Self {
            left: smooth(&left),
            right: smooth(&right),
        }
    }
}

/// A little wider, so that places between the pixels are found.
fn smooth(values: &[u32]) -> Vec<f32> {
    let at = |index: usize| values.get(index).map_or(0.0, |value| *value as f32);
    (0..values.len())
        .map(|x| 0.25 * at(x.wrapping_sub(1)) + 0.5 * at(x) + 0.25 * at(x + 1))
        .collect()
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

/// A row of cards across a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) first: f32,
    pub(super) pitch: f32,
    pub(super) card: f32,
    score: f32,
}

/// What is searched for.
struct Wanted<'e> {
    edges: &'e Edges,
    /// Cards in the row.
    count: usize,
    /// A card's width, in distances from card to card.
    share: f32,
    /// .. which may be less or more by this share.
    give: f32,
}

/// Finds a row of `count` anchors, `apart` units from one to the next.
pub(super) fn find(profile: &Profile, count: usize, apart: f32, edges: &Edges) -> Option<Row> {
    let wanted = Wanted {
        edges,
        count,
        share: profile.layout.card[0] / apart,
        give: profile.layout.give.clamp(0.0, 0.2),
    };
    let candidates = wanted.candidates();
    let close = candidates.into_iter().map(|row| wanted.closer(row));
    let best = close.max_by(|one, other| one.score.total_cmp(&other.score))?;
    let best = wanted.between_pixels(best);
    // An edge as long as half a card at two places at least.
    let enough = 2.0 * best.card / 2.0;
    (best.score > enough).then_some(best)
}

impl Wanted<'_> {
    fn bin(&self) -> usize {
        self.edges
            .left
            .len()
            .div_ceil(WIDEST_WITH_SMALL_BINS)
            .max(1)
    }

    /// The step from one tried distance to the next: the last card is then off
    /// by less than two bins.
    fn coarse_step(&self) -> f32 {
        2.0 * self.bin() as f32 / self.count as f32
    }

    /// 1. The best places in bins, one for a distance, far from each other.
    fn candidates(&self) -> Vec<Row> {
        let bin = self.bin();
        let (left, right) = (
            binned(&self.edges.left, bin),
            binned(&self.edges.right, bin),
        );
        let width = self.edges.left.len() as f32 - 1.0;
        let extent = (self.count - 1) as f32 + self.share;
        let most = width / extent;
        let mut rows = Vec::new();
        let mut pitch = (LEAST_ROW_SHARE * most).max(8.0);
        let mut sums = (Vec::new(), Vec::new());
        while pitch <= most {
            let step = pitch / bin as f32;
            added_up(&left, step, self.count, &mut sums.0);
            added_up(&right, step, self.count, &mut sums.1);
            let (least, most) = self.widths(pitch);
            let widths =
                (least / bin as f32).round() as usize..=(most / bin as f32).round() as usize;
            let mut best = (0.0, 0, 0);
            for width in widths {
                let pairs = sums.0.iter().zip(sums.1.get(width..).unwrap_or_default());
                for (first, (left, right)) in pairs.enumerate() {
                    if left + right > best.0 {
                        best = (left + right, first, width);
                    }
                }
            }
            rows.push(Row {
                first: ((best.1 * bin) as f32 + 0.5 * (bin - 1) as f32),
                pitch,
                card: (best.2 * bin) as f32,
                score: best.0,
            });
            pitch += self.coarse_step();
        }
        rows.sort_by(|one, other| other.score.total_cmp(&one.score));
        let mut chosen: Vec<Row> = Vec::new();
        for row in rows {
            let is_near = |other: &Row| (other.pitch - row.pitch).abs() < 1.5 * self.coarse_step();
            if chosen.len() < MOST_CANDIDATES && !chosen.iter().any(is_near) {
                chosen.push(row);
            }
        }
        chosen
    }

    /// The least and the greatest width of a card.
    fn widths(&self, pitch: f32) -> (f32, f32) {
        let card = self.share * pitch;
        (card * (1.0 - self.give), card * (1.0 + self.give))
    }

    /// 2. From pixel to pixel.
    fn closer(&self, around: Row) -> Row {
        let bin = self.bin() as i16;
        let mut best = Row {
            score: -1.0,
            ..around
        };
        let steps = 2 * bin;
        for pitch in -steps..=steps {
            let pitch = around.pitch + f32::from(pitch) * 2.0 / self.count as f32;
            let (least, most) = self.widths(pitch);
            let widths = (most - least) as usize + 1;
            let places = 2 * steps as usize + 1;
            let first = around.first - f32::from(steps);
            // Apart from each other: the width of a card may vary as much as its place.
            let left = self.sums(&self.edges.left, first, pitch, places);
            let right = self.sums(&self.edges.right, first + least, pitch, places + widths);
            for (place, left) in left.iter().enumerate() {
                for (wider, right) in right[place..place + widths].iter().enumerate() {
                    if left + right > best.score {
                        best = Row {
                            first: first + place as f32,
                            pitch,
                            card: least + wider as f32,
                            score: left + right,
                        };
                    }
                }
            }
        }
        best
    }

    /// The sums over a row that begins at each of so many places.
    fn sums(&self, values: &[f32], first: f32, pitch: f32, places: usize) -> Vec<f32> {
        let at = |place: usize| -> f32 {
            let first = first + place as f32;
            let piles = (0..self.count).map(|index| first + index as f32 * pitch);
            piles.map(|x| between(values, x)).sum()
        };
        (0..places).map(at).collect()
    }

    /// 3. Between the pixels.
    fn between_pixels(&self, around: Row) -> Row {
        let mut best = around;
        let widths = if self.give > 0.0 { -3..=3_i8 } else { 0..=0 };
        for pitch in -4..=4_i8 {
            for first in -6..=6_i8 {
                for wider in widths.clone() {
                    let pitch = around.pitch + f32::from(pitch) / (2 * self.count) as f32;
                    let card = match self.give {
                        0.0 => self.share * pitch,
                        _ => around.card + f32::from(wider) / 4.0,
                    };
                    let first = around.first + f32::from(first) / 4.0;
                    best = self.better(best, first, pitch, card);
                }
            }
        }
        best
    }

    /// The better of a known row and another one.
    fn better(&self, known: Row, first: f32, pitch: f32, card: f32) -> Row {
        let score = (0..self.count)
            .map(|index| {
                let x = first + index as f32 * pitch;
                between(&self.edges.left, x) + between(&self.edges.right, x + card)
            })
            .sum();
        match score > known.score {
            true => Row {
                first,
                pitch,
                card,
                score,
            },
            false => known,
        }
    }
}

/// Values in bins, each a little wider than it is: an edge next to it counts,
/// too.
fn binned(values: &[f32], bin: usize) -> Vec<f32> {
    let sums: Vec<f32> = values.chunks(bin).map(|bin| bin.iter().sum()).collect();
    let at = |index: usize| sums.get(index).copied().unwrap_or(0.0);
    (0..sums.len())
        .map(|x| 0.5 * at(x.wrapping_sub(1)) + at(x) + 0.5 * at(x + 1))
        .collect()
}

/// For every first place the sum over the whole row.
fn added_up(values: &[f32], step: f32, count: usize, sums: &mut Vec<f32>) {
    sums.clear();
    sums.extend_from_slice(values);
    for index in 1..count {
        let shift = (index as f32 * step).round() as usize;
        let further = values.get(shift..).unwrap_or_default();
        for (sum, value) in sums.iter_mut().zip(further) {
            *sum += value;
        }
    }
}
