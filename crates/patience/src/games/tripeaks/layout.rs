//! The three peaks on a table, and below them the stock and the waste.

use patience_rules::tripeaks::{Face as Known, Move, ROWS, Slot, State, slots_of_row};

use crate::layout::{Face, Layout, Pile, Reach, Role};

/// From card to card in the bottom row, and from row to row.
const ACROSS: f32 = 1.06;
const DOWN: f32 = 0.5;
/// Cards in the bottom row.
const WIDEST: f32 = 10.0;
/// The row of stock and waste.
const FOOT: f32 = DOWN * (ROWS - 1) as f32 + 1.2;

pub(super) fn lay_out(state: &State) -> Layout {
    let mut piles = Vec::new();
    for row in 0..ROWS {
        for (index, slot) in slots_of_row(row).enumerate() {
            let name = format!("row {}, card {}", row + 1, index + 1);
            let x = place_in_row(row, index) * ACROSS;
            let cards = match state.tableau[slot] {
                Slot::Gone(_) => None,
                Slot::Here(known) => Some(face(known)),
            };
            let pile = Pile::new(name, Role::Slot, x, row as f32 * DOWN);
            piles.push(pile.with_cards(cards));
        }
    }
    let stock = state.stock.iter().rev().copied().map(face);
    piles.push(Pile::new("stock", Role::Stock, 3.75 * ACROSS, FOOT).with_cards(stock));
    let waste = state.waste.iter().copied().map(face);
    piles.push(Pile::new("waste", Role::Waste, 5.25 * ACROSS, FOOT).with_cards(waste));
    Layout::new((WIDEST - 1.0) * ACROSS + 1.0, FOOT + 1.0, piles)
}

/// The place of a card in units of the bottom row: each peak stands over the
/// middle of three columns, and each row is half a card further out.
fn place_in_row(row: usize, index: usize) -> f32 {
    let (a_peak, left) = match row {
        0 => (1, 1.5),
        1 => (2, 1.0),
        2 => (3, 0.5),
        _ => return index as f32,
    };
    let (peak, within) = (index / a_peak, index % a_peak);
    left + peak as f32 * 3.0 + within as f32
}

fn face(known: Known) -> Face {
    known.map_or_else(Face::down, Face::of)
}

pub(super) fn reach(layout: &Layout, played: &Move) -> Option<Reach> {
    match played {
        Move::Draw => Some(Reach::click(layout.top(layout.pile("stock")?))),
        Move::Play(card) => {
            let from = layout.find(&card.to_string())?;
            Some(Reach::onto(from, 1, layout.pile("waste")?))
        }
        Move::StartOver => None,
    }
}

pub(super) fn describe(state: &State, played: &Move) -> String {
    match played {
        Move::Draw => "Draw a card".to_owned(),
        Move::StartOver => "Start over".to_owned(),
        Move::Play(card) => match state.waste_top() {
            Some(top) => format!("Play the {} onto the {}", card.long_name(), top.long_name()),
            None => format!("Play the {}", card.long_name()),
        },
    }
}
