//! The moves that the hunt tries: a choice, not all legal moves.
//!
//! 1. Built on another card: each card that fits on a column's top card,
//!    wherever it is, if the run above it can move.
//! 2. To a cell: a top card that is not part of a run.
//! 3. To an empty column: the longest run that can move there, unless it is the
//!    whole column; and each card that is in a cell.
//! 4. Home, when only safe cards go by themselves: the others.
//!
//! Left out are runs broken into cells or into an empty column: a third of all
//! children, and the searches fail less often without them. A search that must
//! not miss anything uses `every_move` in `complete.rs`.

use super::table::{BASE, BUILT_ON, CELLS, Card, GONE, GoHome, Step, Table, bit};

/// The game's size: it does not change in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub columns: u8,
    pub cells: u8,
}

/// At most 13 columns: 26 built, 13 to cells, 13 + 8 to a column, 4 home.
pub(super) const MOST_MOVES: usize = 64;

/// A list of moves that is written without a branch.
pub(super) struct Moves {
    steps: [Step; MOST_MOVES],
    len: usize,
}

impl Moves {
    #[inline]
    pub fn new() -> Self {
        Self {
            steps: [Step { card: 0, to: 0 }; MOST_MOVES],
            len: 0,
        }
    }

    /// Writes the move, and keeps it only if `wanted`.
    #[inline]
    pub fn add_if(&mut self, wanted: bool, step: Step) {
        self.steps[self.len & (MOST_MOVES - 1)] = step;
        self.len += usize::from(wanted);
    }

    #[inline]
    pub fn as_slice(&self) -> &[Step] {
        &self.steps[..self.len.min(MOST_MOVES)]
    }
}

#[inline]
pub(super) fn candidates(table: &Table, size: Size, go_home: GoHome, moves: &mut Moves) {
    built(table, size, moves);
    if table.used_cells < size.cells {
        let mut tops = table.tops;
        while tops != 0 {
            let card = tops.trailing_zeros() as Card;
            tops &= tops - 1;
            let alone = table.ordered & bit(table.below(card)) == 0;
            moves.add_if(alone, Step { card, to: CELLS });
        }
    }
    if table.empty_columns > 0 {
        let empty = first_empty(table, size);
        runs_to_empty(table, size, empty, moves);
        cells_to(table, empty, moves);
    }
    if go_home == GoHome::Safe {
        home(table, moves);
    }
}

/// Every card, in a column or a cell, to each card that it fits on, if the run
/// above it can move.
#[inline]
pub(super) fn built(table: &Table, size: Size, moves: &mut Moves) {
    let capacity = table.capacity(size.cells);
    let mut cards = table.wanted_by_tops() & (table.ordered | table.cells);
    while cards != 0 {
        let card = cards.trailing_zeros() as Card;
        cards &= cards - 1;
        let can_move = table.cards_from(card) <= capacity;
        for on in BUILT_ON[usize::from(card & 63)] {
            let is_top = table.tops & bit(on) != 0;
            let to = table.column(on);
            moves.add_if(can_move & is_top, Step { card, to });
        }
    }
}

/// The first empty column, of which there is one.
#[inline]
pub(super) fn first_empty(table: &Table, size: Size) -> u8 {
    (0..size.columns)
        .find(|&column| table.height(column) == 0)
        .unwrap_or(0)
}

/// Of each column the longest run that can go to an empty column, unless it is
/// the whole column.
#[inline]
pub(super) fn runs_to_empty(table: &Table, size: Size, empty: u8, moves: &mut Moves) {
    let most = table.capacity(size.cells) / 2;
    let mut tops = table.tops;
    while tops != 0 {
        let mut card = tops.trailing_zeros() as Card;
        tops &= tops - 1;
        let mut cards = 1;
        while cards < most && table.ordered & bit(table.below(card)) != 0 {
            card = table.below(card);
            cards += 1;
        }
        moves.add_if(table.below(card) != BASE, Step { card, to: empty });
    }
}

/// Each card in a cell to an empty column.
#[inline]
pub(super) fn cells_to(table: &Table, empty: u8, moves: &mut Moves) {
    let mut cells = table.cells;
    while cells != 0 {
        let card = cells.trailing_zeros() as Card;
        cells &= cells - 1;
        moves.add_if(true, Step { card, to: empty });
    }
}

/// The cards that can go home.
#[inline]
pub(super) fn home(table: &Table, moves: &mut Moves) {
    let mut free = table.free_to_go();
    while free != 0 {
        let card = free.trailing_zeros() as Card;
        free &= free - 1;
        moves.add_if(true, Step { card, to: GONE });
    }
}
