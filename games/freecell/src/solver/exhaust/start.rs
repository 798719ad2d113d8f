//! Between the types of the rules and those of the search.

use crate::rules::{Move, Place, State};
use patience_core::Card;

use super::board::{Board, Step};
use super::candidates::settle;
use crate::solver::cards::{BASE, CELL, HOME};
use crate::solver::home::GoHome;
use crate::solver::packing::{Below, Packing};
use crate::solver::terms::Terms;

/// What lies under each card, and what is at home.
pub(super) fn below(start: &State) -> (Below, [u8; 4]) {
    let mut below = [HOME; 52];
    for column in &start.columns {
        let mut under = BASE;
        for card in column {
            below[usize::from(card.index())] = under;
            under = card.index();
        }
    }
    for card in start.cells.iter().flatten() {
        below[usize::from(card.index())] = CELL;
    }
    (below, start.home)
}

/// The steps as moves of the rules, including the automatic home moves.
pub(super) fn moves<const W: usize>(
    start: &State,
    steps: &[Step],
    terms: &Terms,
    packing: &Packing<W>,
    go_home: Option<GoHome>,
) -> Vec<Move> {
    let mut board = Board::at(start, packing);
    let mut all = Vec::new();
    settle(&mut board, terms, packing, go_home, |step, _| {
        all.push(step)
    });
    for &step in steps {
        all.push(step);
        board.make(step, terms, packing);
        settle(&mut board, terms, packing, go_home, |step, _| {
            all.push(step)
        });
    }
    let mut replayed = Replayed {
        state: start.clone(),
        moves: Vec::new(),
    };
    all.into_iter().for_each(|step| replayed.make(step));
    replayed.moves
}

/// A position of the rules on which steps are made. It does not check them: the
/// replay does that.
struct Replayed {
    state: State,
    moves: Vec<Move>,
}

impl Replayed {
    fn make(&mut self, step: Step) {
        let is_card = |card: &Card| card.index() == step.card;
        let in_cell = self
            .state
            .cells
            .iter()
            .position(|cell| cell.as_ref().is_some_and(is_card));
        let (from, cards) = match in_cell {
            Some(cell) => {
                let card = self.state.cells[cell].take();
                (Place::Cell(cell as u8), Vec::from_iter(card))
            }
            None => {
                let mut columns = self.state.columns.iter_mut().enumerate();
                let found = columns.find_map(|(index, column)| {
                    let place = column.iter().position(is_card)?;
                    Some((Place::Column(index as u8), column.split_off(place)))
                });
                let Some(found) = found else { return };
                found
            }
        };
        let count = cards.len() as u8;
        let to = match step.onto {
            HOME => {
                for card in cards {
                    self.state.home[usize::from(card.suit().index())] += 1;
                }
                Place::Home
            }
            CELL => {
                let free = self.state.cells.iter().position(Option::is_none);
                let cell = free.unwrap_or(0);
                self.state.cells[cell] = cards.first().copied();
                Place::Cell(cell as u8)
            }
            onto => {
                let mut columns = self.state.columns.iter().enumerate();
                let found = columns.find(|(index, column)| match column.last() {
                    Some(top) => top.index() == onto,
                    None => onto == BASE && from != Place::Column(*index as u8),
                });
                let column = found.map_or(0, |(index, _)| index);
                self.state.columns[column].extend(cards);
                Place::Column(column as u8)
            }
        };
        self.moves.push(Move {
            from,
            to,
            cards: count,
        });
    }
}
