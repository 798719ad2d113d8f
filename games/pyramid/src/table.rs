//! The pyramid on a table: seven rows, and below them the stock, a button that
//! draws, and the waste. The stock's top card can be removed, so a click on it
//! does not draw.

use patience_core::Card;
use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Sight, Spot, Tone};

use crate::rules::{Move, PASSES, ROWS, State, slots_of_row};

/// From card to card in a row, and from row to row.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.5;
/// The row of stock and waste.
const FOOT: f32 = DOWN * (ROWS - 1) as f32 + 1.2;

pub(crate) fn lay_out(state: &State) -> Layout {
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

pub(crate) fn reach(layout: &Layout, move_: &Move) -> Option<Reach> {
    Some(match move_ {
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

/// The position that shows these piles: the inverse of [`lay_out`]. The top
/// card of the stock is seen before the first draw and after each of them; of
/// the waste only the top card is seen.
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let stock: Vec<_> = sight
        .through("stock")
        .filter_map(|pile| pile?.top())
        .collect();
    let waste = sight.pile("waste").and_then(|pile| pile.top());
    format!(
        "Pyramid:\n{}{}\n{}\n",
        sight.rows(ROWS),
        format!("Waste: {}", waste.unwrap_or_default()).trim_end(),
        format!("Stock: {}", stock.join(" ")).trim_end(),
    )
}

/// The pyramid as text, and below it the waste and the stock.
pub(crate) fn picture(state: &State) -> Picture {
    let mut picture = Picture::new();
    for row in 0..ROWS {
        picture.space(2 * (ROWS - 1 - row));
        for slot in slots_of_row(row) {
            match state.pyramid[slot] {
                Some(card) => picture.card(card),
                None => picture.add("··", Tone::Faint),
            }
            picture.space(2);
        }
        picture.end_line();
    }
    // The waste is drawn towards the stock, so that both tops meet.
    pile(&mut picture, "Waste", &state.waste);
    pile(&mut picture, "Stock", &state.stock);
    picture.add(format!("Pass {} of {PASSES}", state.pass), Tone::Faint);
    picture.end_line();
    picture
}

fn pile(picture: &mut Picture, label: &str, cards: &[Card]) {
    picture.add(format!("{label} "), Tone::Faint);
    match cards {
        [] => picture.add("empty", Tone::Faint),
        cards => picture.cards(cards),
    }
    picture.end_line();
}
