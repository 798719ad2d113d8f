//! The moves that the hunt tries: a choice, not all legal moves.
//!
//! 1. Built on another card: for each column's top card the two cards that fit
//!    on it, wherever they are, if the run above them can move.
//! 2. To a cell: a top card that is not part of a run.
//! 3. To an empty column: the longest run that can move there, unless it is the
//!    whole column; and each card that is in a cell.
//! 4. Home, when only safe cards go by themselves: the others.
//!
//! Left out are runs broken into cells or into an empty column: a third of all
//! children, and the searches fail less often without them. A search that must
//! not miss anything uses `every_move` in `complete.rs`.

use super::table::{BUILDERS, CELLS, GONE, GoHome, NOTHING, Step, Table};

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
    moves.len = 0;
    let capacity = table.capacity(size.cells);
    let cell_is_free = table.used_cells < size.cells;
    let mut empty = CELLS;

    for column in 0..size.columns {
        let top = table.top(column);
        for card in BUILDERS[usize::from(top & 63)] {
            let from = table.column(card);
            let depth = table.depth(card);
            let fits = depth >= table.run_start(from);
            let cards = table.height(from).wrapping_sub(depth);
            moves.add_if(fits && cards <= capacity, Step { card, to: column });
        }
        if top == NOTHING {
            empty = empty.min(column);
        } else {
            let alone = table.run_start(column) + 1 == table.height(column);
            moves.add_if(
                alone && cell_is_free,
                Step {
                    card: top,
                    to: CELLS,
                },
            );
        }
    }

    if empty != CELLS {
        runs_to_empty(table, size, empty, moves);
        let mut held = table.cells;
        while held != 0 {
            let card = held.trailing_zeros() as u8;
            held &= held - 1;
            moves.add_if(true, Step { card, to: empty });
        }
    }

    if go_home == GoHome::Safe {
        for suit in 0..4 {
            let card = table.next_home(suit);
            moves.add_if(table.is_free_to_go(card), Step { card, to: GONE });
        }
    }
}

/// Of each column the longest run that can go to an empty column, unless it is
/// the whole column.
#[inline]
pub(super) fn runs_to_empty(table: &Table, size: Size, empty: u8, moves: &mut Moves) {
    let most = table.capacity(size.cells) / 2;
    for column in 0..size.columns {
        let height = table.height(column);
        let start = table.run_start(column);
        let cards = (height - start).min(most);
        if cards == height {
            continue;
        }
        let mut card = table.top(column);
        for _ in 1..cards {
            card = table.below(card);
        }
        moves.add_if(true, Step { card, to: empty });
    }
}
