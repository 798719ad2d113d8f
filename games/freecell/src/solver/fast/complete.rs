//! All moves that a proof needs.
//!
//! Every legal move of a run is a sequence of moves of single cards by way of
//! cells and empty columns. So all that can be reached can be reached by single
//! cards, and all their moves are here: to each card that they fit on, to a cell,
//! to an empty column, home. The only moves left out change nothing but the order
//! of columns and cells: a column's only card to another empty column, and a
//! second empty column or cell.
//!
//! The card that the last move brought here is *barred*, if no card went home
//! after that move. Wherever it can go now, it could have gone at once. A card
//! that it fits on was free before the move, too, or it is the one that it left,
//! and going back leads to a board that is known. A cell or an empty column was
//! free before the move, too, or it is the place that it left. So the board
//! after a second move is among the children of the board before the first.
//! (Of a run the lowest card is barred, for the same reason: a run to a card has
//! no more room than before, unless its column has become empty, and then it had
//! enough room to come here.) A barred card may go home.
//!
//! Runs are offered, too. They do not change what can be reached, but a solution
//! is found sooner.

use crate::solver::cards::{BASE, CELL, Card};

use super::board::{Board, CELLS};
use super::candidates::{Moves, Size, built, cells_to, first_empty, home, runs_to_empty};

#[inline]
pub(super) fn every_move(board: &Board, size: Size, barred: u64, moves: &mut Moves) {
    moves.clear();
    built(board, size, barred, moves);
    if board.used_cells < size.cells {
        tops_to(board, CELLS, CELL, barred, moves);
    }
    if board.empty_columns > 0 {
        let empty = first_empty(board, size);
        tops_to(board, empty, BASE, barred, moves);
        runs_to_empty(board, size, empty, moves);
        cells_to(board, empty, barred, moves);
    }
    home(board, moves);
}

/// Each top card to a cell or to an empty column. A column's only card does not
/// go to an empty column.
#[inline]
fn tops_to(board: &Board, to: u8, over: Card, barred: u64, moves: &mut Moves) {
    let mut tops = board.tops & !barred;
    while tops != 0 {
        let card = tops.trailing_zeros() as Card;
        tops &= tops - 1;
        let wanted = (to == CELLS) | (board.below(card) != BASE);
        moves.add_if(wanted, card, to, over);
    }
}
