//! Between the types of the rules and those of this solver.

use crate::rules::{Move, Place, State};
use crate::solver::cards::Card;
use crate::solver::home::GoHome;

use super::board::{Board, CELLS, GONE, MOST_COLUMNS, Step};
use super::candidates::Size;

/// Packs a board. `None` if it has another number of columns or cells, a card
/// twice, or a card both at home and on the board.
pub(super) fn pack(start: &State, size: Size) -> Option<Board> {
    let columns = start.columns.len();
    if columns != usize::from(size.columns)
        || columns > MOST_COLUMNS
        || start.cells.len() != usize::from(size.cells)
    {
        return None;
    }
    let mut board = Board::empty(size.columns, start.home);
    let mut seen = 0u64;
    let mut is_fresh = |card: Card| {
        let bit = 1 << card;
        let fresh = seen & bit == 0 && start.home[usize::from(card & 3)] <= card >> 2;
        seen |= bit;
        fresh
    };
    for (column, cards) in (0..).zip(&start.columns) {
        for card in cards.iter().map(|card| card.index()) {
            if !is_fresh(card) {
                return None;
            }
            board.lay(card, column);
        }
    }
    for card in start.cells.iter().flatten().map(|card| card.index()) {
        if !is_fresh(card) {
            return None;
        }
        board.hold(card);
    }
    Some(board)
}

/// The moves of a solution as moves of the rules, including the automatic home
/// moves.
pub(super) fn record(start: &State, board: &Board, steps: &[Step], go_home: GoHome) -> Vec<Move> {
    let mut recorder = Recorder {
        board: *board,
        cells: start
            .cells
            .iter()
            .map(|cell| cell.map(|card| card.index()))
            .collect(),
        moves: Vec::with_capacity(2 * steps.len() + usize::from(board.left)),
    };
    recorder.go_home(go_home);
    for &step in steps {
        recorder.make(step);
        recorder.go_home(go_home);
    }
    recorder.moves
}

struct Recorder {
    board: Board,
    /// Which card is in which cell: the packed board does not know.
    cells: Vec<Option<Card>>,
    moves: Vec<Move>,
}

impl Recorder {
    fn make(&mut self, step: Step) {
        let Step { card, to } = step;
        let column = self.board.column(card);
        let (from, cards) = if column == CELLS {
            (self.leave_cell(card), 1)
        } else {
            (Place::Column(column), self.board.cards_from(card))
        };
        let to = match to {
            CELLS => self.enter_cell(card),
            GONE => Place::Home,
            column => Place::Column(column),
        };
        self.moves.push(Move { from, to, cards });
        self.board.apply(step, &mut |_, _, _| {});
    }

    fn go_home(&mut self, which: GoHome) {
        while let Some(card) = self.board.goes_home(which) {
            let from = match self.board.column(card) {
                CELLS => self.leave_cell(card),
                column => Place::Column(column),
            };
            self.moves.push(Move::one(from, Place::Home));
            self.board.send(card, &mut |_, _, _| {});
        }
    }

    fn leave_cell(&mut self, card: Card) -> Place {
        self.swap_cell(Some(card), None)
    }

    fn enter_cell(&mut self, card: Card) -> Place {
        self.swap_cell(None, Some(card))
    }

    /// The first cell that holds `old` holds `new` from now on. There is one,
    /// because the moves come from a board with the same cards in cells. If there
    /// were none, the replay by the rules would refuse the move.
    fn swap_cell(&mut self, old: Option<Card>, new: Option<Card>) -> Place {
        let index = self.cells.iter().position(|cell| *cell == old);
        if let Some(index) = index {
            self.cells[index] = new;
        }
        Place::Cell(index.map_or(u8::MAX, |index| index as u8))
    }
}
