//! A node of the search: the table right after a removal.
//!
//! Draws are not nodes: see `candidates`.
//!
//! ```text
//! since   7 bytes, one for each column of the pyramid: the time at which the
//!         uncovered card there was uncovered
//! fresh   7 bits, one for each column: see "now or never" in `candidates`
//! ```

use crate::solver::layout::Layout;
use crate::solver::quest::Counts;
use crate::solver::shapes::{COLUMN, ShapeId};
use crate::solver::state::Packed;

/// No node.
pub const NONE: u32 = u32::MAX;

/// Cards of the pile are named by 28 + index in [`Node::removed`].
pub const PILE: u8 = 28;

/// The table after a removal, and how it was reached.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Cards of the pile by rank.
    pub counts: Counts,
    /// When each column's card was uncovered.
    pub since: u64,
    /// The pile.
    pub set: u32,
    /// The previous node.
    pub parent: u32,
    /// Another node with the same shape and set.
    pub other: u32,
    /// The pyramid.
    pub shape: ShapeId,
    /// Pass and place.
    pub time: u8,
    /// Steps from the start.
    pub cost: u8,
    /// What was counted towards the measure since the start.
    pub counted: u8,
    /// Removals of the relaxed game.
    pub removals: u8,
    /// Columns whose card may still go with another uncovered one.
    pub fresh: u8,
    /// The cards of the removal that led here; twice the same for a King.
    pub removed: [u8; 2],
    /// When that removal was made.
    pub when: u8,
    /// Another node is at least as good in every way.
    pub is_dominated: bool,
}

impl Node {
    /// The packed table.
    #[inline]
    pub const fn at(&self) -> Packed {
        Packed {
            shape: self.shape,
            set: self.set,
            time: self.time,
        }
    }

    /// When the uncovered card in this column was uncovered.
    #[inline]
    pub const fn since(&self, column: u8) -> u8 {
        (self.since >> (8 * column)) as u8
    }

    /// May the uncovered card in this column still go with another uncovered
    /// one?
    #[inline]
    pub const fn is_fresh(&self, column: u8) -> bool {
        self.fresh >> column & 1 != 0
    }

    /// Notes what a removal has uncovered, now that shape and time are set.
    /// `before` is the shape before it.
    #[inline]
    pub fn note_uncovered(&mut self, layout: &Layout, before: ShapeId) {
        let now = layout.shape(self.shape).uncovered_places;
        let mut new = now & !layout.shape(before).uncovered_places;
        while new != 0 {
            let slot = new.trailing_zeros();
            new &= new - 1;
            let column = COLUMN[slot as usize];
            self.since &= !(0xff << (8 * column));
            self.since |= u64::from(self.time) << (8 * column);
            self.fresh |= 1 << column;
        }
    }
}

/// The cards of the pile that an uncovered card may still go with: those that
/// were not the stock's top since it was uncovered. (See "take it or leave it"
/// in `candidates`.)
#[inline]
pub const fn open_pile(since: u8, now: u8) -> u32 {
    // What is ahead was passed in the previous pass if it lies at or after the
    // place of `since`; what is behind was passed in this pass if it does.
    let open_from = below((since & 31) as u32);
    let behind = below((now & 31) as u32);
    match (now >> 5) - (since >> 5) {
        0 => !behind | open_from,
        1 => !behind & open_from,
        _ => 0,
    }
}

#[inline]
const fn below(place: u32) -> u32 {
    (1 << place) - 1
}
