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
pub(crate) struct Candidate {
    pub move_: Move,
    /// The position after the move and the home moves that follow.
    pub key: u128,
    /// The shape of that position.
    pub shape: Shape,
}

/// A few numbers about a position, for its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shape {
    /// Cards that do not lie in order on the card under them.
    pub breaks: u8,
    /// Cells in use.
    pub cells: u8,
    /// Columns without cards.
    pub empty_columns: u8,
    /// Cards not at home.
    pub not_home: u8,
}

impl Shape {
    /// The shape of a position.
    pub fn of(board: &Board) -> Self {
        let mut shape = Self {
            not_home: 52 - board.cards_home() as u8,
            cells: board.cell_count - board.empty_cells() as u8,
            ..Self::default()
        };
        for column in 0..usize::from(board.columns) {
            let height = usize::from(board.height[column]);
            shape.empty_columns += u8::from(height == 0);
            for pair in board.cards[column][..height].windows(2) {
                shape.breaks += u8::from(!fits(pair[1], pair[0]));
            }
        }
        shape
    }
}

/// Makes moves into candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generator<'a> {
    pub coder: &'a KeyCoder,
    pub play: Play,
    pub board: &'a Board,
    pub key: u128,
    /// The shape of the board. A search that does not use shapes may leave it
    /// empty; then those of the candidates are meaningless.
    pub shape: Shape,
}

impl Generator<'_> {
    /// The candidate of a move from a column.
    #[inline]
    fn column_move(&self, column: usize, cards: usize, to: Place, onto: u8) -> Candidate {
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
        let mut shape = self.shape;
        let broke = base > 0 && !fits(lowest, under);
        shape.breaks = shape.breaks.wrapping_sub(u8::from(broke));
        shape.cells += u8::from(onto == CELL);
        shape.empty_columns += u8::from(base == 0);
        shape.empty_columns = shape.empty_columns.wrapping_sub(u8::from(onto == BASE));
        Candidate { move_, key, shape }
    }

    /// The candidate of a move from a cell.
    #[inline]
    fn cell_move(&self, cell: usize, to: Place, onto: u8) -> Candidate {
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
        let mut shape = self.shape;
        shape.cells = shape.cells.wrapping_sub(1);
        shape.empty_columns = shape.empty_columns.wrapping_sub(u8::from(onto == BASE));
        Candidate {
            move_,
            key: key + self.coder.worth(card, onto),
            shape,
        }
    }

    #[cold]
    fn with_home_moves(&self, move_: Move, mut key: u128) -> Candidate {
        let mut board = *self.board;
        board.play(move_);
        board.send_home(self.play.go_home, |_, card, under| {
            key = key - self.coder.worth(card, under) + KeyCoder::one_home(card);
        });
        Candidate {
            move_,
            key,
            shape: Shape::of(&board),
        }
    }

    /// Moves of cards on top of one column to cells and columns.
    pub fn column_moves(&self, column: usize, mut give: impl FnMut(Candidate)) {
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
    pub fn cell_moves(&self, mut give: impl FnMut(Candidate)) {
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
    pub fn home_moves(&self, mut give: impl FnMut(Candidate)) {
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
    pub fn all(&self, mut give: impl FnMut(Candidate)) {
        self.home_moves(&mut give);
        for column in 0..usize::from(self.board.columns) {
            self.column_moves(column, &mut give);
        }
        self.cell_moves(&mut give);
    }
}
