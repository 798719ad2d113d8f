//! From a position of the rules to the packed board.

use crate::rules::{FreeCell, State};
use patience_core::Card;

use crate::solver::cards::{ALL_CARDS, NOTHING, bit, up_to};
use crate::solver::is_freecell;

use super::{Board, HEIGHT, START_HEIGHT};

/// The packed board, if these rules and this position can be packed: FreeCell,
/// a whole deck (cards at home included), no column taller than nineteen cards.
pub(crate) fn pack(rules: &FreeCell, state: &State) -> Option<Board> {
    if !is_freecell(rules)
        || state.columns.len() != usize::from(rules.columns)
        || state.cells.len() != usize::from(rules.cells)
    {
        return None;
    }
    let mut board = Board::empty(rules.columns, rules.cells);
    let mut seen = 0u64;
    let mut cards = 0;
    for (suit, &top) in state.home.iter().enumerate() {
        board.home[suit] = top;
        cards += u32::from(top);
        seen |= up_to(top, suit);
    }
    for (column, from) in state.columns.iter().enumerate() {
        if from.len() > START_HEIGHT {
            return None;
        }
        for (height, &card) in from.iter().enumerate() {
            board.cards[column][height & (HEIGHT - 1)] = card.index();
            seen |= bit(card.index());
            cards += 1;
        }
        board.height[column] = from.len() as u8;
    }
    for (cell, card) in state.cells.iter().enumerate() {
        board.cells[cell] = card.map_or(NOTHING, Card::index);
        if let Some(card) = card {
            seen |= bit(card.index());
            cards += 1;
        }
    }
    (cards == 52 && seen == ALL_CARDS).then_some(board)
}
