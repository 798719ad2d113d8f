//! Between the types of the reference rules and the packed board.

use patience_core::{Card, Suit};
use patience_rules::freecell::{Builds, EmptyColumn, FreeCell, Home, Move, Place, Runs, State};

use super::{Board, HEIGHT, NONE, START_HEIGHT, Spot, Step, bit};

/// The packed suit of each [`Suit::index`]: red suits are odd.
const SUITS: [u8; 4] = [0, 1, 3, 2];

/// Can the packed board play these rules? It plays FreeCell with any number
/// of columns and cells: built by colour, any card on an empty column.
pub(crate) fn plays(rules: &FreeCell) -> bool {
    rules.builds == Builds::OtherColour
        && rules.empty_column == EmptyColumn::Any
        && rules.runs == Runs::Capacity
        && rules.home == Home::Cards
}

fn pack_card(card: Card) -> u8 {
    SUITS[usize::from(card.suit().index())] * 16 + card.rank().value() - 1
}

/// The packed board, if these rules and this position can be packed: a whole
/// deck (at home, too) with no column taller than nineteen cards.
pub(crate) fn pack(rules: &FreeCell, state: &State) -> Option<Board> {
    if !plays(rules)
        || state.columns.len() != usize::from(rules.columns)
        || state.cells.len() != usize::from(rules.cells)
    {
        return None;
    }
    let mut board = Board::empty(rules.columns, rules.cells);
    let mut seen = 0u64;
    let mut cards = 0;
    for suit in Suit::ALL {
        let home = state.home[usize::from(suit.index())];
        let packed = SUITS[usize::from(suit.index())];
        board.home[usize::from(packed)] = home;
        cards += u32::from(home);
        seen |= ((1u64 << home) - 1) << (16 * packed);
    }
    for (column, from) in state.columns.iter().enumerate() {
        if from.len() > START_HEIGHT {
            return None;
        }
        for (height, &card) in from.iter().enumerate() {
            board.cards[column][height & (HEIGHT - 1)] = pack_card(card);
            seen |= bit(pack_card(card));
            cards += 1;
        }
        board.height[column] = from.len() as u8;
    }
    for (cell, card) in state.cells.iter().enumerate() {
        board.cells[cell] = card.map_or(NONE, pack_card);
        if let Some(card) = card {
            seen |= bit(pack_card(*card));
            cards += 1;
        }
    }
    (cards == 52 && seen == super::ALL_CARDS).then_some(board)
}

/// A move in the words of the rules.
pub(crate) fn unpack(step: Step) -> Move {
    let place = |spot| match spot {
        Spot::Column(column) => Place::Column(column),
        Spot::Cell(cell) => Place::Cell(cell),
        Spot::Home => Place::Home,
    };
    Move {
        from: place(step.from),
        to: place(step.to),
        cards: step.cards,
    }
}
