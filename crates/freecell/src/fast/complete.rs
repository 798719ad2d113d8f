//! All moves that a proof needs.
//!
//! Every legal run is a sequence of moves of single cards by way of cells and
//! empty columns. So whatever can be reached at all can be reached by single
//! cards, and these are all here: to each card that they fit on, to a cell, to an
//! empty column, home. Left out are only moves that change nothing but the order
//! of columns and cells: a column's only card to another empty column, and a
//! second empty column or cell where the first one will do.
//!
//! Barred is the card that the last move has brought here, if no card went home
//! after it. It could have gone from where it was to wherever it can go now: a
//! card that it fits on was free before, too, or else is the one that it has left
//! (and to go back there leads to a table that is known); a cell or an empty
//! column was free before, too, or else is the place that it has left. So the
//! table that this would lead to is among those of the table before. (Of a run
//! the lowest card is barred, with the same reason: the room for a run to a card
//! is no larger than it was, unless its column has become empty, and then it had
//! room enough to come here.) Home it may go.
//!
//! Runs are offered too: they change nothing in what can be reached and let a
//! solution be found sooner.

use super::candidates::{Moves, Size, built, cells_to, first_empty, home, runs_to_empty};
use super::table::{BASE, CELL, CELLS, Card, Table};

#[inline]
pub(super) fn every_move(table: &Table, size: Size, barred: u64, moves: &mut Moves) {
    moves.clear();
    built(table, size, barred, moves);
    if table.used_cells < size.cells {
        tops_to(table, CELLS, CELL, barred, moves);
    }
    if table.empty_columns > 0 {
        let empty = first_empty(table, size);
        tops_to(table, empty, BASE, barred, moves);
        runs_to_empty(table, size, empty, moves);
        cells_to(table, empty, barred, moves);
    }
    home(table, moves);
}

/// Each top card to a cell or to an empty column; there not a column's only
/// card.
#[inline]
fn tops_to(table: &Table, to: u8, over: Card, barred: u64, moves: &mut Moves) {
    let mut tops = table.tops & !barred;
    while tops != 0 {
        let card = tops.trailing_zeros() as Card;
        tops &= tops - 1;
        let wanted = (to == CELLS) | (table.below(card) != BASE);
        moves.add_if(wanted, card, to, over);
    }
}
