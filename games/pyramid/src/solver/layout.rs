//! What never changes while one position is searched: which card lies where.
//!
//! The pile is waste and stock in one row, waste first: a card keeps its index
//! in it for the whole game, and only the set of cards still there, the index
//! that stock begins with and the pass change.
//!
//! ```text
//! pile index   0   1   2   3   4   5   6   7 ..
//! at the start waste ...   top|top   ... stock
//! ```

use crate::rules::{CARDS, ROWS, State, slots_of_row};
use patience_core::Card;

use crate::solver::shapes::{self, APEX, Shape, ShapeId};
use crate::solver::state::Packed;

/// The most cards a pile may have here. A deal has 24; 31 fit into the packed
/// times, whose last value means "the stock is empty".
pub const MOST_PILE: usize = 31;

/// The rank of a King.
pub const KING: u8 = 13;

/// The cards of one position.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The card in each place of the pyramid at the start.
    pub slots: [Option<Card>; CARDS],
    /// Waste and stock at the start.
    pub pile: Vec<Card>,
    /// The rank in each place, 0 where a card is gone already.
    pub slot_rank: [u8; 32],
    /// The rank of each card of the pile.
    pub pile_rank: [u8; 32],
    /// The places of the Kings, as a set.
    pub king_slots: u32,
    /// How many cards of each rank the position has.
    totals: [u8; 14],
    /// The cards of the pile by rank, as sets of indexes.
    pub pile_of_rank: [u32; 14],
    /// The cards of the pile that go with the card in each place.
    pub uses: [u32; 32],
    /// The cards of the pile that go with each card of the pile.
    pub pairs: [u32; 32],
    /// The table of shapes. The lazy static would cost a check each time.
    shapes: &'static [Shape],
}

impl Layout {
    /// Splits a position into what stays and what changes. None for a table that
    /// no game leads to: a gap under a card, or a pile that is too long.
    pub fn new(start: &State) -> Option<(Self, Packed)> {
        let pile: Vec<Card> = start.waste.iter().chain(&start.stock).copied().collect();
        if pile.len() > MOST_PILE || start.pass == 0 || start.pass > 3 {
            return None;
        }
        let mut layout = Self {
            slots: start.pyramid,
            slot_rank: [0; 32],
            pile_rank: [0; 32],
            king_slots: 0,
            totals: [0; 14],
            pile_of_rank: [0; 14],
            uses: [0; 32],
            pairs: [0; 32],
            shapes: &shapes::TABLE,
            pile,
        };
        let mut places = 0u32;
        for (slot, card) in start.pyramid.iter().enumerate() {
            if let Some(card) = card {
                places |= 1 << slot;
                let rank = card.rank().value();
                layout.slot_rank[slot] = rank;
                layout.totals[usize::from(rank)] += 1;
                layout.king_slots |= u32::from(rank == KING) << slot;
            }
        }
        for (index, card) in layout.pile.iter().enumerate() {
            let rank = card.rank().value();
            layout.pile_rank[index] = rank;
            layout.totals[usize::from(rank)] += 1;
            layout.pile_of_rank[usize::from(rank)] |= 1 << index;
        }
        // Ranks 0 (no card) and 13 have no partners.
        let partners = |rank: u8| match rank {
            0 | KING => 0,
            rank => layout.pile_of_rank[usize::from(13 - rank)],
        };
        layout.uses = layout.slot_rank.map(partners);
        layout.pairs = layout.pile_rank.map(partners);
        // Four of each rank is what the packed counts can hold.
        if (1..=KING).any(|rank| layout.of_rank(rank) > 4) {
            return None;
        }
        let set = ((1u64 << layout.pile.len()) - 1) as u32;
        let packed = Packed {
            shape: shapes::find(places)?,
            set,
            time: Packed::time_at(set, start.pass - 1, start.waste.len() as u32),
        };
        Some((layout, packed))
    }

    /// A shape by its number.
    #[inline]
    pub const fn shape(&self, shape: ShapeId) -> &'static Shape {
        &self.shapes[shape as usize]
    }

    /// How many cards of a rank the position has.
    pub fn of_rank(&self, rank: u8) -> u32 {
        u32::from(self.totals[usize::from(rank)])
    }

    /// The shape after all uncovered Kings are gone, one after the other, and
    /// how many they are. A King at the apex stays if `keep_apex` says so.
    #[inline]
    pub fn without_kings(&self, shape: ShapeId, keep_apex: bool) -> (ShapeId, u8) {
        if !self.has_uncovered_king(shape) {
            return (shape, 0);
        }
        self.take_kings(shape, keep_apex)
    }

    #[cold]
    fn take_kings(&self, shape: ShapeId, keep_apex: bool) -> (ShapeId, u8) {
        let (mut shape, mut kings) = (shape, 0);
        while self.has_uncovered_king(shape) && !(keep_apex && shape == APEX) {
            let uncovered = self.shape(shape).uncovered();
            let king = uncovered
                .iter()
                .find(|card| self.slot_rank[usize::from(card.slot)] == KING);
            shape = king.map_or(0, |card| card.without);
            kings += 1;
        }
        (shape, kings)
    }

    #[inline]
    fn has_uncovered_king(&self, shape: ShapeId) -> bool {
        self.shape(shape).uncovered_places & self.king_slots != 0
    }
}

/// The places of each row as a set.
pub fn row_places() -> [u32; ROWS] {
    let mut rows = [0; ROWS];
    for (row, places) in rows.iter_mut().enumerate() {
        *places = slots_of_row(row).map(|slot| 1 << slot).sum();
    }
    rows
}
