//! The moves of a position, with the keys that they lead to.
//!
//! Complete except for the order of columns and cells: of several empty cells
//! and columns only the first is a target, and a whole column does not go to an
//! empty one, because the position would be the same.

use crate::rules::{Move, Place};
use crate::solver::cards::{BASE, CELL, NOTHING, fits, is_red, rank};
use crate::solver::home::GoHome;

use super::Board;
use super::key::KeyCoder;

/// How the search plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    /// Which cards go home automatically.
    pub go_home: GoHome,
    /// Only single cards move.
    pub single_cards: bool,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<S = ()> {
    pub move_: Move,
    /// The position after the move and the home moves that follow.
    pub key: u128,
    /// What the search's [`Look`] says about that position.
    pub shape: S,
}

/// What a search wants to know about the positions that moves lead to, besides
/// their keys. `()` wants to know nothing.
pub(crate) trait Look {
    /// A few numbers about a position.
    type Shape: Copy;

    /// Those of a board.
    fn at(&self, board: &Board) -> Self::Shape;

    /// Those after a card, with all that lies on it, has gone from lying on one
    /// thing to lying on another.
    fn moved(&self, shape: Self::Shape, card: u8, under: u8, onto: u8) -> Self::Shape;
}

impl Look for () {
    type Shape = ();

    #[inline]
    fn at(&self, _: &Board) {}

    #[inline]
    fn moved(&self, (): (), _: u8, _: u8, _: u8) {}
}

/// Makes moves into candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generator<'a, L: Look = ()> {
    pub coder: &'a KeyCoder,
    pub play: Play,
    pub board: &'a Board,
    pub key: u128,
    pub look: &'a L,
    /// What it says about the board.
    pub shape: L::Shape,
}

impl<L: Look> Generator<'_, L> {
    /// The candidate of a move from a column.
    #[inline]
    fn column_move(&self, column: usize, cards: usize, to: Place, onto: u8) -> Candidate<L::Shape> {
        let height = usize::from(self.board.height[column & 15]);
        let base = height - cards;
        let lowest = self.board.cards[column & 15][base & 31];
        let under = self.board.under(column, base);
        let move_ = Move {
            from: Place::Column(column as u8),
            to,
            cards: cards as u8,
        };
        let key = self.key - self.coder.worth(lowest, under);
        let key = match to {
            Place::Home => key + KeyCoder::one_home(lowest),
            _ => key + self.coder.worth(lowest, onto),
        };
        if to == Place::Home || (base > 0 && self.board.goes_home(under, self.play.go_home)) {
            return self.with_home_moves(move_, key);
        }
        let shape = self.look.moved(self.shape, lowest, under, onto);
        Candidate { move_, key, shape }
    }

    /// The candidate of a move from a cell.
    #[inline]
    fn cell_move(&self, cell: usize, to: Place, onto: u8) -> Candidate<L::Shape> {
        let card = self.board.cells[cell & 7];
        let move_ = Move {
            from: Place::Cell(cell as u8),
            to,
            cards: 1,
        };
        let key = self.key - self.coder.worth(card, CELL);
        if to == Place::Home {
            return self.with_home_moves(move_, key + KeyCoder::one_home(card));
        }
        Candidate {
            move_,
            key: key + self.coder.worth(card, onto),
            shape: self.look.moved(self.shape, card, CELL, onto),
        }
    }

    #[cold]
    fn with_home_moves(&self, move_: Move, mut key: u128) -> Candidate<L::Shape> {
        let mut board = *self.board;
        board.play(move_);
        board.send_home(self.play.go_home, |_, card, under| {
            key = key - self.coder.worth(card, under) + KeyCoder::one_home(card);
        });
        Candidate {
            move_,
            key,
            shape: self.look.at(&board),
        }
    }

    /// Moves of cards on top of one column to cells and columns.
    pub fn column_moves(&self, column: usize, mut give: impl FnMut(Candidate<L::Shape>)) {
        let board = self.board;
        let run = if self.play.single_cards {
            usize::from(board.height[column & 15].min(1))
        } else {
            board.run_length(column)
        };
        if run == 0 {
            return;
        }
        let height = usize::from(board.height[column & 15]);
        let most = if self.play.single_cards {
            1
        } else {
            board.capacity() as usize
        };
        let top = board.top(column);
        let mut empty = None;
        for to in 0..usize::from(board.columns) {
            let onto = board.top(to);
            if onto == NOTHING {
                empty = empty.or(Some(to));
                continue;
            }
            if to == column {
                continue;
            }
            // The card of the run that is one rank lower, if it is there.
            let cards = usize::from(rank(onto).wrapping_sub(rank(top)));
            if cards == 0 || cards > run || cards > most {
                continue;
            }
            let lowest = board.cards[column & 15][(height - cards) & 31];
            if is_red(lowest) != is_red(onto) {
                give(self.column_move(column, cards, Place::Column(to as u8), onto));
            }
        }
        if let Some(to) = empty {
            let most = if self.play.single_cards { 1 } else { most / 2 };
            for cards in 1..=run.min(most) {
                if cards < height {
                    give(self.column_move(column, cards, Place::Column(to as u8), BASE));
                }
            }
        }
        let cells = &board.cells[..usize::from(board.cell_count)];
        if let Some(cell) = cells.iter().position(|&card| card == NOTHING) {
            give(self.column_move(column, 1, Place::Cell(cell as u8), CELL));
        }
    }

    /// Moves of cards in cells to columns.
    pub fn cell_moves(&self, mut give: impl FnMut(Candidate<L::Shape>)) {
        let board = self.board;
        for cell in 0..usize::from(board.cell_count) {
            let card = board.cells[cell & 7];
            if card == NOTHING {
                continue;
            }
            let mut empty = None;
            for to in 0..usize::from(board.columns) {
                let onto = board.top(to);
                if onto == NOTHING {
                    empty = empty.or(Some(to));
                } else if fits(card, onto) {
                    give(self.cell_move(cell, Place::Column(to as u8), onto));
                }
            }
            if let Some(to) = empty {
                give(self.cell_move(cell, Place::Column(to as u8), BASE));
            }
        }
    }

    /// Home moves that are not made automatically.
    pub fn home_moves(&self, mut give: impl FnMut(Candidate<L::Shape>)) {
        let board = self.board;
        for column in 0..usize::from(board.columns) {
            if board.can_go_home(board.top(column)) {
                give(self.column_move(column, 1, Place::Home, NOTHING));
            }
        }
        for cell in 0..usize::from(board.cell_count) {
            if board.can_go_home(board.cells[cell & 7]) {
                give(self.cell_move(cell, Place::Home, NOTHING));
            }
        }
    }

    /// Every move, home moves first.
    pub fn all(&self, mut give: impl FnMut(Candidate<L::Shape>)) {
        self.home_moves(&mut give);
        for column in 0..usize::from(self.board.columns) {
            self.column_moves(column, &mut give);
        }
        self.cell_moves(&mut give);
    }
}
