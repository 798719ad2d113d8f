//! The columns of Black Hole on a table, in two rows, with the hole in the
//! middle of the lower one.

use std::fmt::Write as _;

use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Sight, Tone};

use crate::rules::{COLUMN_CARDS, Move, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.3;
/// Places in a row.
const PLACES: usize = 9;
/// The place of the hole, counted through both rows.
const HOLE: usize = PLACES + PLACES / 2;
/// The lower row.
const LOWER: f32 = DOWN * (COLUMN_CARDS - 1) as f32 + 1.2;

pub(crate) fn lay_out(state: &State) -> Layout {
    let mut piles = Vec::new();
    for (index, cards) in state.columns.iter().enumerate() {
        let (x, y) = place(if index < HOLE { index } else { index + 1 });
        let mut column = Pile::new(column_name(index), Role::Column, x, y);
        column.step = [0.0, DOWN];
        piles.push(column.with_cards(cards.iter().copied().map(Face::of)));
    }
    let (x, y) = place(HOLE);
    piles.push(Pile::new("hole", Role::Waste, x, y).with_cards([Face::of(state.hole)]));
    let height = LOWER + DOWN * (COLUMN_CARDS - 1) as f32 + 1.0;
    Layout::new((PLACES - 1) as f32 * ACROSS + 1.0, height, piles)
}

/// Where a place lies, counted through both rows.
fn place(index: usize) -> (f32, f32) {
    let x = (index % PLACES) as f32 * ACROSS;
    (x, if index < PLACES { 0.0 } else { LOWER })
}

fn column_name(index: usize) -> String {
    format!("column {}", index + 1)
}

pub(crate) fn reach(layout: &Layout, move_: &Move) -> Option<Reach> {
    let Move::Play(card) = move_;
    let from = layout.find(&card.to_string())?;
    Some(Reach::onto(from, 1, layout.pile("hole")?))
}

/// The position that shows these piles: the inverse of [`lay_out`].
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let mut text = format!("Columns:\n{}", sight.columns());
    let hole = sight.pile("hole").and_then(|pile| pile.top());
    let _ = writeln!(text, "Hole: {}", hole.unwrap_or("??"));
    text
}

/// The columns side by side, the cards that can be played at the bottom; then
/// the hole.
pub(crate) fn picture(state: &State) -> Picture {
    let mut picture = Picture::new();
    picture.columns(&state.columns);
    picture.add("Hole ", Tone::Faint);
    picture.card(state.hole);
    picture.end_line();
    picture
}
