//! The pyramid on a table: seven rows, and below them the stock, a button that
//! draws, and the waste. The stock's top card is itself in play, so that a
//! click on it can not mean to draw.

use patience_rules::pyramid::{Move, PASSES, ROWS, State, slots_of_row};

use crate::layout::{Face, Layout, Pile, Reach, Role, Spot};

/// From card to card in a row, and from row to row.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.5;
/// The row of stock and waste.
const FOOT: f32 = DOWN * (ROWS - 1) as f32 + 1.2;

pub(super) fn lay_out(state: &State) -> Layout {
    let mut piles = Vec::new();
    for row in 0..ROWS {
        let left = (ROWS - 1 - row) as f32 * ACROSS / 2.0;
        for (index, slot) in slots_of_row(row).enumerate() {
            let name = format!("row {}, card {}", row + 1, index + 1);
            let x = left + index as f32 * ACROSS;
            let pile = Pile::new(name, Role::Slot, x, row as f32 * DOWN);
            piles.push(pile.with_cards(state.pyramid[slot].map(Face::of)));
        }
    }
    let stock = state.stock.iter().rev().copied().map(Face::of);
    let mut pile = Pile::new("stock", Role::Stock, 2.0 * ACROSS, FOOT);
    pile.empty = format!("pass {} of {PASSES}", state.pass);
    piles.push(pile.with_cards(stock));
    let word = if state.stock.is_empty() {
        "Recycle"
    } else {
        "Draw"
    };
    piles.push(Pile::button(word, 3.0 * ACROSS, FOOT));
    let waste = state.waste.iter().copied().map(Face::of);
    piles.push(Pile::new("waste", Role::Waste, 4.0 * ACROSS, FOOT).with_cards(waste));
    Layout::new((ROWS - 1) as f32 * ACROSS + 1.0, FOOT + 1.0, piles)
}

pub(super) fn reach(layout: &Layout, played: &Move) -> Option<Reach> {
    Some(match played {
        Move::Draw | Move::Recycle => {
            let button = layout
                .piles
                .iter()
                .position(|pile| pile.role == Role::Button)?;
            Reach::click(Spot {
                pile: button,
                card: 0,
            })
        }
        Move::Remove(king) => Reach::click(layout.find(&king.to_string())?),
        Move::RemovePair(low, high) => {
            let from = layout.find(&low.to_string())?;
            let to = layout.find(&high.to_string())?;
            Reach {
                either_way: true,
                ..Reach::onto(from, 1, to.pile)
            }
        }
    })
}

pub(super) fn describe(played: &Move) -> String {
    match played {
        Move::Draw => "Draw a card".to_owned(),
        Move::Recycle => "Turn the waste over for another pass".to_owned(),
        Move::Remove(king) => format!("Remove the {}", king.long_name()),
        Move::RemovePair(low, high) => {
            format!(
                "Remove the {} and the {}",
                low.long_name(),
                high.long_name()
            )
        }
    }
}
