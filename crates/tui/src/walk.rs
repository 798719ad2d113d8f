//! Walking over the table with the arrow keys: from card to card that can be
//! chosen, to the nearest one that way.

use patience::layout::Spot;

use crate::geometry::Geometry;

/// Where an arrow points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// What lies aside counts so much more than what lies ahead.
const ASIDE: i32 = 3;
/// A line is about twice as high as a column is wide, and places are in half
/// columns.
const LINE: i32 = 4;

/// The spot that an arrow leads to; none if there is nothing that way.
pub fn next(geometry: &Geometry, from: Spot, direction: Direction, spots: &[Spot]) -> Option<Spot> {
    let here = geometry.middle(from)?;
    let ahead = |spot: &&Spot| {
        let there = geometry.middle(**spot)?;
        let (x, y) = (there.0 - here.0, (there.1 - here.1) * LINE);
        let (ahead, aside) = match direction {
            Direction::Left => (-x, y.abs()),
            Direction::Right => (x, y.abs()),
            Direction::Up => (-y, x.abs()),
            Direction::Down => (y, x.abs()),
        };
        (ahead > 0).then_some(ahead + ASIDE * aside)
    };
    spots
        .iter()
        .filter(|spot| **spot != from && ahead(spot).is_some())
        .min_by_key(|spot| ahead(spot))
        .copied()
}

/// The spot nearest to a place where one has been.
pub fn nearest(geometry: &Geometry, to: Spot, spots: &[Spot]) -> Option<Spot> {
    let Some(here) = geometry.middle(to) else {
        return spots.first().copied();
    };
    spots.iter().copied().min_by_key(|spot| {
        geometry.middle(*spot).map_or(i32::MAX, |there| {
            (there.0 - here.0).abs() + (there.1 - here.1).abs() * LINE
        })
    })
}
