//! Rows of places for one card each that overlap: the front row lies whole on the
//! table and gives a card's size, the others follow from how far apart rows are.

use super::across::{self, Row};
use super::shades::Shades;
use super::table::Group;

/// The height of a card over its width.
const SHAPES: (f32, f32) = (1.15, 1.9);

/// The least share of a card's width that is an edge.
const LEAST_SHARE: f32 = 0.6;

/// From row to row, at least and at most so many times as far as in the game's own
/// layout.
const APART: (f32, f32) = (0.5, 1.7);

/// Steps in which distances are tried, in pixels.
const STEP: f32 = 0.25;

/// Where rows lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rows {
    /// A card in pixels.
    pub(super) card: (f32, f32),
    /// The upper left corner of the front row's first card, in pixels.
    first: (f32, f32),
    /// The same in the game's own layout.
    own: (f32, f32),
    /// Pixels for a card's width and a card's height of the game's own layout.
    unit: (f32, f32),
}

impl Rows {
    /// Where a place of the game's own layout is.
    pub(super) fn place(&self, own: (f32, f32)) -> (f32, f32) {
        (
            self.first.0 + (own.0 - self.own.0) * self.unit.0,
            self.first.1 + (own.1 - self.own.1) * self.unit.1,
        )
    }

    /// How many times further apart rows are than in the game's own layout.
    pub(super) fn stretch(&self) -> f32 {
        self.unit.1 / self.card.1
    }

    /// How much of a card in this row is to be seen: rows in front cover the rest.
    pub(super) fn visible(&self, own: f32, next: Option<f32>) -> f32 {
        next.map_or(self.card.1, |next| {
            ((next - own) * self.unit.1).min(self.card.1)
        })
    }
}

/// Fits rows to a picture. `front` is the group in front of all others.
pub(super) fn fit(shades: &Shades, groups: &[&Group], front: &Group) -> Option<Rows> {
    let mut rows = across::find_all(shades, front.own.len()).into_iter();
    rows.find_map(|row| fit_to(shades, groups, front, row))
}

fn fit_to(shades: &Shades, groups: &[&Group], front: &Group, row: Row) -> Option<Rows> {
    let lefts: Vec<f32> = (0..front.own.len())
        .map(|place| row.first + place as f32 * row.pitch)
        .collect();
    let bottom = bottom(shades, row.card, &lefts)?;
    let top = top(shades, row.card, &lefts, bottom)?;
    let card = (row.card, bottom - top);
    let own = front.own[0];
    let own_pitch = front.own.get(1).map_or(1.1, |next| next.0 - own.0);
    let mut rows = Rows {
        card,
        first: (row.first, top),
        own,
        unit: (row.pitch / own_pitch, card.1),
    };
    let mut best = (0.0, card.1);
    let mut unit = APART.0 * card.1;
    while unit <= APART.1 * card.1 {
        rows.unit.1 = unit;
        let behind = groups.iter().flat_map(|group| &group.own);
        let places = behind.filter(|place| place.1 < own.1);
        let sum: f32 = places
            .map(|place| {
                let (x, y) = rows.place(*place);
                let y = y.round() as i32;
                let edges = (y - 1..=y + 1).map(|y| shades.edge(x, card.0, y));
                let share = edges.fold(0.0, f32::max);
                if share > LEAST_SHARE { share } else { 0.0 }
            })
            .sum();
        if sum > best.0 {
            best = (sum, unit);
        }
        unit += STEP;
    }
    rows.unit.1 = best.1;
    Some(rows)
}

/// The lower edge of all cards at once: the lowest place where most end.
fn bottom(shades: &Shades, card: f32, lefts: &[f32]) -> Option<f32> {
    let mut best = (0.5 * lefts.len() as f32, None);
    for y in 6..shades.height as i32 - 6 {
        if shades.is_bar((y - 3) as usize) {
            continue;
        }
        let shares = lefts.iter().map(|left| shades.lower_edge(*left, card, y));
        let sum: f32 = shares.filter(|share| *share > LEAST_SHARE).sum();
        if sum > best.0 {
            // Four rows look like the edge; the first is one above it.
            best = (sum, Some(y as f32 + 1.0));
        }
    }
    best.1
}

/// The upper edge of all cards at once, above their lower edge.
fn top(shades: &Shades, card: f32, lefts: &[f32], bottom: f32) -> Option<f32> {
    let mut best = (0.5 * lefts.len() as f32, None);
    let from = (bottom - SHAPES.1 * card).max(2.0) as i32;
    let to = (bottom - SHAPES.0 * card) as i32;
    for y in from..to {
        let shares = lefts.iter().map(|left| shades.line(*left, card, y));
        let sum: f32 = shares.filter(|share| *share > LEAST_SHARE).sum();
        if sum > best.0 {
            best = (sum, Some(y as f32));
        }
    }
    best.1
}
