//! The FreeCell table: cells at the upper left, home at the upper right, the
//! columns below.

use patience_core::{Card, Rank, Suit};
use patience_rules::freecell::{Move, Place, State};

use super::{CELL_LETTERS, COLUMN_LETTERS};
use crate::layout::{Face, Layout, Pile, Reach, Role, Spot};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.24;
/// The upper edge of the columns.
const COLUMNS: f32 = 1.2;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 12.0;

pub(super) fn lay_out(state: &State) -> Layout {
    // Cells and home stand apart by a bit.
    let upper = (state.cells.len() + Suit::ALL.len()) as f32 * ACROSS + 0.3;
    let lower = state.columns.len() as f32 * ACROSS;
    let width = upper.max(lower) - (ACROSS - 1.0);
    let mut piles = Vec::new();
    for (index, (card, letter)) in state.cells.iter().zip(CELL_LETTERS.chars()).enumerate() {
        let x = index as f32 * ACROSS;
        let mut cell = Pile::new(format!("cell {letter}"), Role::Cell, x, 0.0);
        cell.key = letter.to_string();
        piles.push(cell.with_cards(card.map(Face::of)));
    }
    for suit in Suit::ALL {
        let from_right = Suit::ALL.len() - usize::from(suit.index());
        let x = width + (ACROSS - 1.0) - from_right as f32 * ACROSS;
        piles.push(home(state, suit, x));
    }
    let left = (width + (ACROSS - 1.0) - lower) / 2.0;
    for (index, (cards, letter)) in state.columns.iter().zip(COLUMN_LETTERS.chars()).enumerate() {
        let x = left + index as f32 * ACROSS;
        let mut column = Pile::new(format!("column {}", index + 1), Role::Column, x, COLUMNS);
        column.key = letter.to_string();
        column.step = [0.0, DOWN];
        piles.push(column.with_cards(cards.iter().copied().map(Face::of)));
    }
    Layout::new(width, COLUMNS + DOWN * (ROOM - 1.0) + 1.0, piles)
}

fn home(state: &State, suit: Suit, x: f32) -> Pile {
    let name = format!("home of {}", suit.name());
    let mut pile = Pile::new(name, Role::Home, x, 0.0);
    pile.key = "h".to_owned();
    pile.empty = suit.symbol().to_string();
    let cards = (1..=state.home[usize::from(suit.index())]).filter_map(Rank::new);
    pile.with_cards(cards.map(|rank| Face::of(Card::new(rank, suit))))
}

pub(super) fn reach(state: &State, played: &Move) -> Option<Reach> {
    let cards = usize::from(played.cards);
    let first_column = state.cells.len() + Suit::ALL.len();
    let (from, suit) = match played.from {
        Place::Column(index) => {
            let column = state.columns.get(usize::from(index))?;
            let card = column.len().checked_sub(cards)?;
            let pile = first_column + usize::from(index);
            (Spot { pile, card }, column.get(card)?.suit())
        }
        Place::Cell(index) => {
            let card = (*state.cells.get(usize::from(index))?)?;
            let pile = usize::from(index);
            (Spot { pile, card: 0 }, card.suit())
        }
        Place::Home => return None,
    };
    let to = match played.to {
        Place::Column(index) => first_column + usize::from(index),
        Place::Cell(index) => usize::from(index),
        Place::Home => state.cells.len() + usize::from(suit.index()),
    };
    Some(Reach::onto(from, cards, to))
}
