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

use super::candidates::{Moves, Size, runs_to_empty};
use super::table::{BUILDERS, CELLS, GONE, NOTHING, Step, Table};

#[inline]
pub(super) fn every_move(table: &Table, size: Size, moves: &mut Moves) {
    let capacity = table.capacity(size.cells);
    let cell_is_free = table.used_cells < size.cells;
    let mut empty = CELLS;
    for column in 0..size.columns {
        let top = table.top(column);
        for card in BUILDERS[usize::from(top & 63)] {
            let from = table.column(card);
            let depth = table.depth(card);
            let is_run = depth >= table.run_start(from);
            let cards = table.height(from).wrapping_sub(depth);
            moves.add_if(is_run && cards <= capacity, Step { card, to: column });
        }
        if top == NOTHING {
            empty = empty.min(column);
        } else {
            moves.add_if(
                cell_is_free,
                Step {
                    card: top,
                    to: CELLS,
                },
            );
        }
    }
    if empty != CELLS {
        runs_to_empty(table, size, empty, moves);
        for column in 0..size.columns {
            let card = table.top(column);
            moves.add_if(table.height(column) > 1, Step { card, to: empty });
        }
        let mut held = table.cells;
        while held != 0 {
            let card = held.trailing_zeros() as u8;
            held &= held - 1;
            moves.add_if(true, Step { card, to: empty });
        }
    }
    for suit in 0..4 {
        let card = table.next_home(suit);
        moves.add_if(table.is_free_to_go(card), Step { card, to: GONE });
    }
}
