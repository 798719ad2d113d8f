//! The 1,430 shapes that a pyramid can have while it is taken apart.
//!
//! A shape is a set of the 28 places such that no card is missing under one
//! that is still there. Shapes are numbered by size, and within a size by their
//! places, so that taking cards away always leads to a smaller number and 0 is
//! the empty pyramid. The table is the same for every deal and made once.

use std::sync::LazyLock;

use patience_core::sorting::sort_long_by_key;

use crate::rules::{CARDS, covering};

/// How many shapes there are.
pub const SHAPES: usize = 1430;

/// Cards that can be uncovered at the same time: the bottom row.
pub const MOST_UNCOVERED: usize = 7;

/// The shape that is the apex alone: taking it ends the game.
pub const APEX: ShapeId = 1;

/// The number of a shape, 0 (empty) to 1,429 (full).
pub type ShapeId = u16;

/// One uncovered card of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uncovered {
    /// Its place in the pyramid.
    pub slot: u8,
    /// Its column (see [`COLUMN`]).
    pub column: u8,
    /// The shape without it.
    pub without: ShapeId,
}

/// One shape.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Bit `n` is set when place `n` still has its card.
    pub places: u32,
    /// The places of the uncovered cards.
    pub uncovered_places: u32,
    /// How many cards are uncovered.
    uncovered_count: u8,
    uncovered: [Uncovered; MOST_UNCOVERED],
}

impl Shape {
    /// The uncovered cards, in the order of their places.
    #[inline]
    pub fn uncovered(&self) -> &[Uncovered] {
        &self.uncovered[..usize::from(self.uncovered_count)]
    }
}

/// Where a place stands in its row, 0 to 6. Of two places with the same number
/// the upper one is covered as long as the lower one is there, so all uncovered
/// cards have different numbers.
pub const COLUMN: [u8; CARDS] = columns();

const fn columns() -> [u8; CARDS] {
    let mut columns = [0; CARDS];
    let (mut slot, mut row, mut column) = (0, 0, 0);
    while slot < CARDS {
        columns[slot] = column;
        slot += 1;
        if column == row {
            row += 1;
            column = 0;
        } else {
            column += 1;
        }
    }
    columns
}

/// All shapes by their number.
pub static TABLE: LazyLock<Vec<Shape>> = LazyLock::new(make_table);

/// The shape with these places; none if a card is missing under one that is
/// there.
pub fn find(places: u32) -> Option<ShapeId> {
    let index = TABLE
        .binary_search_by_key(&sort_key(places), |shape| sort_key(shape.places))
        .ok()?;
    ShapeId::try_from(index).ok()
}

/// For each place, the places that must be empty before its card is uncovered.
pub fn lying_over() -> [u32; CARDS] {
    let mut over = [0u32; CARDS];
    for slot in (0..CARDS).rev() {
        for below in covering(slot) {
            over[slot] |= 1 << below | over[below];
        }
    }
    over
}

fn sort_key(places: u32) -> (u32, u32) {
    (places.count_ones(), places)
}

fn uncovered_places(places: u32) -> impl Iterator<Item = usize> {
    (0..CARDS).filter(move |&slot| {
        places & (1 << slot) != 0 && covering(slot).all(|below| places & (1 << below) == 0)
    })
}

fn make_table() -> Vec<Shape> {
    // Level by level from the full pyramid: every shape of one size comes from
    // a shape of the size above.
    let mut level = vec![(1u32 << CARDS) - 1];
    let mut all = Vec::with_capacity(SHAPES);
    while !level.is_empty() {
        let mut below: Vec<u32> = level
            .iter()
            .flat_map(|&places| uncovered_places(places).map(move |slot| places & !(1u32 << slot)))
            .collect();
        sort_long_by_key(&mut below, |places| *places);
        below.dedup();
        all.append(&mut level);
        level = below;
    }
    sort_long_by_key(&mut all, |&places| sort_key(places));
    let number_of = |places: u32| {
        let index = all
            .binary_search_by_key(&sort_key(places), |&other| sort_key(other))
            .unwrap_or_default();
        index as ShapeId
    };
    let shape = |&places: &u32| {
        let mut shape = Shape {
            places,
            uncovered_places: uncovered_places(places).map(|slot| 1 << slot).sum(),
            uncovered_count: 0,
            uncovered: [Uncovered::default(); MOST_UNCOVERED],
        };
        for (entry, slot) in shape.uncovered.iter_mut().zip(uncovered_places(places)) {
            *entry = Uncovered {
                slot: slot as u8,
                column: COLUMN[slot],
                without: number_of(places & !(1 << slot)),
            };
            shape.uncovered_count += 1;
        }
        shape
    };
    all.iter().map(shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1430_shapes_and_removals_lead_down() {
        assert_eq!(TABLE.len(), SHAPES);
        assert_eq!(TABLE[0].places, 0);
        assert_eq!(TABLE[SHAPES - 1].places, (1 << CARDS) - 1);
        for (number, shape) in TABLE.iter().enumerate() {
            assert_eq!(find(shape.places), Some(number as ShapeId));
            let places: Vec<_> = uncovered_places(shape.places).collect();
            assert_eq!(places.len(), shape.uncovered().len());
            for (card, slot) in shape.uncovered().iter().zip(places) {
                assert_eq!(usize::from(card.slot), slot);
                assert!(usize::from(card.without) < number);
                let without = TABLE[usize::from(card.without)].places;
                assert_eq!(without | (1 << slot), shape.places);
            }
        }
    }

    #[test]
    fn uncovered_cards_stand_in_different_columns() {
        for shape in TABLE.iter() {
            let columns: u32 = shape
                .uncovered()
                .iter()
                .map(|card| 1 << COLUMN[usize::from(card.slot)])
                .fold(0, |all, column| all | column);
            assert_eq!(columns.count_ones() as usize, shape.uncovered().len());
        }
        assert_eq!(TABLE[usize::from(APEX)].places, 1);
    }

    #[test]
    fn what_lies_over_the_apex_is_everything_else() {
        let over = lying_over();
        assert_eq!(over[0], (1 << CARDS) - 2);
        assert_eq!(over[1].count_ones(), 20);
        assert_eq!(over[CARDS - 1], 0);
    }

    #[test]
    fn a_gap_under_a_card_is_no_shape() {
        assert_eq!(find((1 << CARDS) - 2), None);
    }
}
