//! Finds a table in a picture: light cards in a row, on something darker.
//!
//! The piles that a profile calls anchors are in one row at equal distances.
//! So are their left and right edges, and the sum over a whole row of cards
//! stands out from everything that is drawn on them.
//!
//! ```text
//!   x0       x0 + P      x0 + 2P          P   from pile to pile
//!   |<- W ->| |<- W ->|  |<- W ->|        W   a card, a known share of P
//!   +-------+ +-------+  +-------+  y0    the upper (or lower) edge of the row
//! ```
//! 1. For every P and x0 the edges at those places are added up: the best sum
//!    gives the places across.
//! 2. In these columns the row's upper edge is where most of them turn from
//!    dark to light at once (or its lower edge, where most end at once).
//!    Something else may have such an edge as well, as a row of light empty piles does:
//!    all of them are kept, the best first.
//! 3. If a profile says that rows may be drawn apart (`stretch`): the distance
//!    at which most cards have an upper edge where one belongs.

use super::row::{Edges, Row};
use super::{Geometry, stretch};
use crate::profile::{Edge, PilePlace, Profile};
use crate::{Error, Frame};

/// The least step of brightness that is an edge.
pub(super) const LEAST_EDGE: i16 = 60;

/// A row of pixels that is light in more than this share of its width is a bar
/// of the window, not a part of the table.
const MOST_LIGHT_IN_TABLE: f32 = 0.85;

/// The least step of brightness that is the edge of a pile: of a dark back or of
/// the outline of an empty pile.
pub(super) const LEAST_PILE_EDGE: i16 = 25;

/// How many rows above an upper edge (or below a lower one) are dark.
const DARK_ROWS: i32 = 5;

/// Edges that are nearer, in pixels, are one.
const ONE_EDGE: i32 = 8;

/// Another edge has at least this share of the best one's sum.
const LEAST_OTHER_EDGE: f32 = 0.5;

/// Brightness of a frame: its darkest channel, so that coloured cloth is dark.
pub(super) struct Light {
    pub(super) width: usize,
    pub(super) height: usize,
    values: Vec<u8>,
}

impl Light {
    fn of(frame: &Frame) -> Self {
        let pixels = frame.rgb.chunks_exact(3);
        Self {
            width: frame.width as usize,
            height: frame.height as usize,
            values: pixels.map(|rgb| rgb[0].min(rgb[1]).min(rgb[2])).collect(),
        }
    }

    pub(super) fn row(&self, y: usize) -> &[u8] {
        &self.values[y * self.width..(y + 1) * self.width]
    }

    pub(super) fn at(&self, x: i32, y: i32) -> i16 {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        i16::from(self.values[y * self.width + x])
    }

    /// Cards may fill a row as a bar does, but not its ends.
    pub(super) fn is_bar(&self, y: usize) -> bool {
        let row = self.row(y);
        let is_light = |value: &&u8| **value > 150;
        let ends = [row.get(1), row.iter().rev().nth(1)];
        ends.into_iter().flatten().filter(is_light).count() == 2
            && row.iter().filter(is_light).count() as f32 > MOST_LIGHT_IN_TABLE * self.width as f32
    }
}

/// Where the cards of a profile may lie on a frame, the likeliest place first. The
/// others are other edges, and the columns beside the row that was found.
pub(super) fn look(frame: &Frame, profile: &Profile, count: usize) -> Result<Vec<Geometry>, Error> {
    let not_found = || {
        Error::NotRead(format!(
            "no table of {} is seen in the picture; is the window covered, or another game open?",
            profile.name
        ))
    };
    let anchors: Vec<PilePlace> = profile
        .piles()
        .into_iter()
        .filter(|pile| pile.anchor)
        .collect();
    let (Some(first), Some(last)) = (anchors.first(), anchors.last()) else {
        return Err(not_found());
    };
    // From anchor to anchor, in units.
    let apart = (last.at[0] - first.at[0]) / (anchors.len().max(2) - 1) as f32;
    let light = Light::of(frame);
    let edges = Edges::of(&light);
    let row = super::row::find(profile, anchors.len(), apart, &edges).ok_or_else(not_found)?;
    let shape = profile.layout.shape.unwrap_or(0.7);
    let height = row.card / shape;
    let edge = profile.layout.edge;
    let tight = height / profile.layout.card[1];
    let across = row.pitch / apart;
    let sums = match edge {
        Edge::Piles => {
            let places = profile.piles().into_iter().map(|pile| {
                let x = row.first + (pile.at[0] - first.at[0]) * across;
                (x, (pile.at[1] - first.at[1]) * tight)
            });
            down_all(&light, &row, &places.collect::<Vec<_>>())
        }
        Edge::Top | Edge::Bottom => down(&light, &row, anchors.len(), edge),
    };
    let at = |y: i32| {
        let top = match edge {
            // The first light row, and the one after the last.
            Edge::Top | Edge::Piles => y as f32 + 1.5,
            Edge::Bottom => y as f32 - 0.5 - height,
        };
        let place = |pile: &PilePlace, down: f32| {
            let x = row.first + (pile.at[0] - first.at[0]) * across;
            (x, top + (pile.at[1] - first.at[1]) * down)
        };
        let unit = (
            across,
            stretch::apart(&light, profile, row.card, tight, place),
        );
        Geometry {
            origin: (row.first - first.at[0] * unit.0, top - first.at[1] * unit.1),
            unit,
            in_piles: profile.layout.unit_in_piles(unit.1, tight),
            card: (row.card, height),
            frame: (frame.width, frame.height),
        }
    };
    let rows = best_rows(&sums, edge, count);
    let found: Vec<Geometry> = rows.into_iter().map(at).collect();
    let (Some(best), true) = (found.first().copied(), count > 1) else {
        return if found.is_empty() {
            Err(not_found())
        } else {
            Ok(found)
        };
    };
    let width = (anchors.len().max(1) - 1) as f32 * row.pitch + row.card;
    let beside = [-row.pitch, row.pitch].into_iter().filter(|by| {
        let left = row.first + by;
        left > 0.0 && left + width < frame.width as f32
    });
    let beside = beside.map(|by| Geometry {
        origin: (best.origin.0 + by, best.origin.1),
        ..best
    });
    Ok(found.iter().copied().chain(beside).collect())
}

/// The rows with the best sums, at most so many: of rows that are near each other, one.
fn best_rows(sums: &[(i32, f32)], edge: Edge, count: usize) -> Vec<i32> {
    let mut rows: Vec<i32> = Vec::new();
    let mut most = None;
    while rows.len() < count {
        let mut best: Option<(f32, i32)> = None;
        for (y, sum) in sums {
            if rows.iter().any(|row| (row - y).abs() < ONE_EDGE) {
                continue;
            }
            let is_better = match (best, edge) {
                (None, _) => *sum > 0.0,
                (Some((known, _)), Edge::Top | Edge::Piles) => *sum > known + 0.01,
                (Some((known, _)), Edge::Bottom) => *sum >= known,
            };
            if is_better {
                best = Some((*sum, *y));
            }
        }
        let Some((sum, y)) = best else { break };
        if sum < LEAST_OTHER_EDGE * *most.get_or_insert(sum) {
            break;
        }
        rows.push(y);
    }
    rows
}

/// 2. How much of the row's edge is at each row of pixels.
fn down(light: &Light, row: &Row, count: usize, edge: Edge) -> Vec<(i32, f32)> {
    let height = light.height as i32;
    let sign = match edge {
        Edge::Top | Edge::Piles => -1,
        Edge::Bottom => 1,
    };
    let mut sums = Vec::new();
    for y in DARK_ROWS..height - DARK_ROWS {
        // The edge of a bar across the window is not the edge of a card.
        if light.is_bar((y - 2 * sign) as usize) {
            continue;
        }
        let mut sum = 0.0;
        for index in 0..count {
            let left = row.first + index as f32 * row.pitch;
            let (mut turned, mut looked) = (0, 0);
            let mut across = 0.15;
            while across <= 0.85 {
                let x = (left + across * row.card) as i32;
                looked += 1;
                // Inside the card light, outside dark for some rows.
                let inside = light.at(x, y - 2 * sign);
                let is_edge = (1..=DARK_ROWS)
                    .step_by(2)
                    .all(|out| inside - light.at(x, y + (out + 1) * sign) > LEAST_EDGE);
                turned += i32::from(is_edge && inside > 120);
                across += 0.05;
            }
            let share = turned as f32 / looked as f32;
            if share > 0.7 {
                sum += share;
            }
        }
        if sum > 0.0 {
            sums.push((y, sum));
        }
    }
    sums
}

/// The same by the upper edges of all piles: `places` has the left edge of each, and how far below the anchors it is.
fn down_all(light: &Light, row: &Row, places: &[(f32, f32)]) -> Vec<(i32, f32)> {
    let mut sums = Vec::new();
    for y in DARK_ROWS..light.height as i32 - DARK_ROWS {
        let mut sum = 0.0;
        for (left, below) in places {
            let y = y + below.round() as i32;
            if y < DARK_ROWS || light.is_bar((y + 2).min(light.height as i32 - 1) as usize) {
                continue;
            }
            let (mut turned, mut looked) = (0, 0);
            let mut across = 0.15;
            while across <= 0.85 {
                let x = (left + across * row.card) as i32;
                looked += 1;
                // An outline may be drawn a pixel further inside.
                let inside = light.at(x, y + 3);
                let mut outside = (1..=DARK_ROWS).map(|out| light.at(x, y - out));
                turned += i32::from(outside.all(|value| inside - value > LEAST_PILE_EDGE));
                across += 0.05;
            }
            let share = turned as f32 / looked as f32;
            if share > 0.7 {
                sum += share;
            }
        }
        if sum > 0.0 {
            sums.push((y, sum));
        }
    }
    sums
}
