//! The stock and the waste of Golf on a table, and below them the seven columns.

use std::fmt::Write as _;

use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Sight, Tone};

use crate::rules::{COLUMN_CARDS, COLUMNS, Move, STOCK, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.3;
/// The upper edge of the columns, below the stock and the waste: a surface may
/// spread a column further than this layout does.
const TOP: f32 = 1.2;

pub(crate) fn lay_out(state: &State) -> Layout {
    let mut piles = Vec::new();
    for (index, cards) in state.columns.iter().enumerate() {
        let x = index as f32 * ACROSS;
        let mut column = Pile::new(column_name(index), Role::Column, x, TOP);
        column.step = [0.0, DOWN];
        piles.push(column.with_cards(cards.iter().copied().map(Face::of)));
    }
    let stock = state.stock.iter().rev().copied().map(Face::of);
    piles.push(Pile::new("stock", Role::Stock, 2.25 * ACROSS, 0.0).with_cards(stock));
    let waste = [Face::of(state.waste)];
    piles.push(Pile::new("waste", Role::Waste, 3.75 * ACROSS, 0.0).with_cards(waste));
    let height = TOP + DOWN * (COLUMN_CARDS - 1) as f32 + 1.0;
    Layout::new((COLUMNS - 1) as f32 * ACROSS + 1.0, height, piles)
}

fn column_name(index: usize) -> String {
    format!("column {}", index + 1)
}

pub(crate) fn reach(layout: &Layout, move_: &Move) -> Option<Reach> {
    match move_ {
        Move::Draw => Some(Reach::click(layout.top(layout.pile("stock")?))),
        Move::Play(card) => {
            let from = layout.find(&card.to_string())?;
            Some(Reach::onto(from, 1, layout.pile("waste")?))
        }
    }
}

/// The position that shows these piles: the inverse of [`lay_out`]. The stock is
/// seen card by card on the waste; if some of it is left, its cards that nobody
/// has seen count as one.
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let mut text = format!("Columns:\n{}", sight.columns());
    let waste = sight.pile("waste").and_then(|pile| pile.top());
    let drawn = sight.through("waste").skip(1);
    let mut stock: Vec<_> = drawn.filter_map(|pile| pile?.top()).collect();
    let is_left = sight
        .last("stock")
        .is_some_and(|pile| !pile.cards.is_empty());
    if is_left && stock.len() < STOCK {
        stock.push("??");
    }
    let _ = writeln!(text, "Waste: {}", waste.unwrap_or("??"));
    let _ = writeln!(text, "{}", format!("Stock: {}", stock.join(" ")).trim_end());
    text
}

/// The columns side by side, the cards that can be played at the bottom; then
/// the waste and the stock.
pub(crate) fn picture(state: &State) -> Picture {
    let mut picture = Picture::new();
    picture.columns(&state.columns);
    picture.add("Waste ", Tone::Faint);
    picture.card(state.waste);
    picture.end_line();
    picture.add("Stock ", Tone::Faint);
    match state.stock.as_slice() {
        [] => picture.add("empty", Tone::Faint),
        cards => picture.cards(cards),
    }
    picture.end_line();
    picture
}
