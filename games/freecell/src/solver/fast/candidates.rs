//! The moves that the hunt tries: a choice, not all legal moves.
//!
//! 1. Built on another card: each card that fits on a column's top card,
//!    wherever it is, if the run above it can move.
//! 2. To a cell: a top card that is not part of a run. To the last cell only if that
//!    empties the column, or uncovers a card that can move, or one that another
//!    card can be built on: else it is too early.
//! 3. To an empty column: the longest run that can move there, unless it is the
//!    whole column; and each card in a cell that another card can be built on then.
//! 4. Home, when only safe cards go automatically: the others.
//!
//! If at most one cell is empty and a card in another fits on a top card, nothing but
//! that is tried, for the lowest such card: it can come back into the cell at any
//! time. (This leaves out that another card is put there instead.)
//!
//! The card that the last move brought here is *barred* (unless cards went home
//! after that move): wherever it can go from here, it could have gone at once.
//!
//! Moves that break a run, into cells or an empty column, are left out. They
//! would be a third of all children, and the searches fail less often without
//! them. A search that must not miss anything is `exhaust`.

use crate::solver::cards::{BASE, CELL, Card, HOME, bit};
use crate::solver::home::GoHome;

use super::board::{BUILT_ON, Board, CELLS, GONE, Step};

/// The game's size: it does not change in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub columns: u8,
    pub cells: u8,
}

/// With 13 columns at most 26 built, 13 to cells, 13 tops, 13 runs and 8 cards
/// from cells to an empty column, and 4 home: 77. With a power of two, a mask
/// replaces the bounds check.
const MOST_MOVES: usize = 128;

/// A list of moves that is written without a branch.
#[derive(Debug)]
pub(super) struct Moves {
    /// Each with what the card will lie on.
    steps: [(Step, Card); MOST_MOVES],
    len: usize,
}

impl Moves {
    pub fn new() -> Self {
        Self {
            steps: [(Step { card: 0, to: 0 }, 0); MOST_MOVES],
            len: 0,
        }
    }

    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Writes the move, and keeps it only if `wanted`.
    #[inline]
    pub fn add_if(&mut self, wanted: bool, card: Card, to: u8, over: Card) {
        debug_assert!(self.len < MOST_MOVES);
        self.steps[self.len & (MOST_MOVES - 1)] = (Step { card, to }, over);
        self.len += usize::from(wanted);
    }

    #[inline]
    pub fn as_slice(&self) -> &[(Step, Card)] {
        &self.steps[..self.len]
    }
}

#[inline]
pub(super) fn candidates(
    board: &Board,
    size: Size,
    go_home: GoHome,
    barred: u64,
    moves: &mut Moves,
) {
    moves.clear();
    let fitting = board.wanted_by_tops() & !barred;
    let in_cells = fitting & board.cells;
    // With fewer than four cells these two rules would leave out too much.
    let is_nearly_full = board.used_cells >= 3 && board.used_cells + 1 >= size.cells;
    if in_cells != 0 && is_nearly_full {
        build(board, size, in_cells & in_cells.wrapping_neg(), moves);
        return;
    }
    build(board, size, fitting & (board.ordered | board.cells), moves);
    let waited_for = board.waited_for();
    if board.used_cells < size.cells {
        let useful = match is_nearly_full {
            true => waited_for | board.nexts | board.wanted_by_tops() | bit(BASE),
            false => u64::MAX,
        };
        let mut tops = board.tops & !barred;
        while tops != 0 {
            let card = tops.trailing_zeros() as Card;
            tops &= tops - 1;
            let uncovered = bit(board.below(card));
            moves.add_if(useful & !board.ordered & uncovered != 0, card, CELLS, CELL);
        }
    }
    if board.empty_columns > 0 {
        let empty = first_empty(board, size);
        runs_to_empty(board, size, empty, moves);
        cells_to(board, empty, waited_for & !barred, moves);
    }
    if go_home == GoHome::Safe {
        home(board, moves);
    }
}

/// Each of these cards to each card that it fits on, if the run above it can
/// move.
#[inline]
fn build(board: &Board, size: Size, mut cards: u64, moves: &mut Moves) {
    let capacity = board.capacity(size.cells);
    while cards != 0 {
        let card = cards.trailing_zeros() as Card;
        cards &= cards - 1;
        let can_move = board.cards_from(card) <= capacity;
        for on in BUILT_ON[usize::from(card & 63)] {
            let is_top = board.tops & bit(on) != 0;
            let to = board.column(on);
            moves.add_if(can_move & is_top, card, to, on);
        }
    }
}

/// The first empty column. There must be one.
#[inline]
fn first_empty(board: &Board, size: Size) -> u8 {
    (0..size.columns)
        .find(|&column| board.height(column) == 0)
        .unwrap_or(0)
}

/// Of each column the longest run that can go to an empty column, unless it is
/// the whole column.
#[inline]
fn runs_to_empty(board: &Board, size: Size, empty: u8, moves: &mut Moves) {
    let most = board.capacity(size.cells) / 2;
    let mut tops = board.tops;
    while tops != 0 {
        let mut card = tops.trailing_zeros() as Card;
        tops &= tops - 1;
        let mut cards = 1;
        while cards < most && board.ordered & bit(board.below(card)) != 0 {
            card = board.below(card);
            cards += 1;
        }
        moves.add_if(board.below(card) != BASE, card, empty, BASE);
    }
}

/// Each of these cards that is in a cell to an empty column.
#[inline]
fn cells_to(board: &Board, empty: u8, cards: u64, moves: &mut Moves) {
    let mut cells = board.cells & cards;
    while cells != 0 {
        let card = cells.trailing_zeros() as Card;
        cells &= cells - 1;
        moves.add_if(true, card, empty, BASE);
    }
}

/// The cards that can go home.
#[inline]
fn home(board: &Board, moves: &mut Moves) {
    let mut free = board.free_to_go();
    while free != 0 {
        let card = free.trailing_zeros() as Card;
        free &= free - 1;
        moves.add_if(true, card, GONE, HOME);
    }
}
