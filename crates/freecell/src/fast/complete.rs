//! All moves that a proof needs.
//!
//! Every legal run is a sequence of moves of single cards by way of cells and
//! empty columns. So whatever can be reached at all can be reached by single
//! cards, and these are all here: to each card that they fit on, to a cell, to an
//! empty column, home. Left out are only moves that change nothing but the order
//! of columns and cells: a column's only card to another empty column, and a
//! second empty column or cell where the first one will do.
//!
//! Runs are offered too: they change nothing in what can be reached and let a
//! solution be found sooner.

use super::candidates::{Moves, Size, built, cells_to, first_empty, home, runs_to_empty};
use super::table::{BASE, CELL, CELLS, Card, Table};

#[inline]
pub(super) fn every_move(table: &Table, size: Size, moves: &mut Moves) {
    moves.clear();
    built(table, size, 0, moves);
    if table.used_cells < size.cells {
        tops_to(table, CELLS, CELL, moves);
    }
    if table.empty_columns > 0 {
        let empty = first_empty(table, size);
        tops_to(table, empty, BASE, moves);
        runs_to_empty(table, size, empty, moves);
        cells_to(table, empty, 0, moves);
    }
    home(table, moves);
}

/// Each top card to a cell or to an empty column; there not a column's only
/// card.
#[inline]
fn tops_to(table: &Table, to: u8, over: Card, moves: &mut Moves) {
    let mut tops = table.tops;
    while tops != 0 {
        let card = tops.trailing_zeros() as Card;
        tops &= tops - 1;
        let wanted = (to == CELLS) | (table.below(card) != BASE);
        moves.add_if(wanted, card, to, over);
    }
}
