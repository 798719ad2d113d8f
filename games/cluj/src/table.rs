//! The six columns of Cluj on a table.

use patience_game::layout::{Face, Mark, Pile, Role};
use patience_game::{Layout, Picture, Reach, Sight, Spot, Tone};

use crate::rules::{COLUMNS, Column, Move, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.15;
const DOWN: f32 = 0.24;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 12.0;

pub(crate) fn lay_out(state: &State) -> Layout {
    let piles: Vec<_> = state
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let x = index as f32 * ACROSS;
            let mut pile = Pile::new(format!("column {index}"), Role::Column, x, 0.0);
            pile.key = index.to_string();
            pile.step = [0.0, DOWN];
            pile.with_cards(faces(column))
        })
        .collect();
    let width = (piles.len() - 1) as f32 * ACROSS + 1.0;
    Layout::new(width, DOWN * (ROOM - 1.0) + 1.0, piles)
}

fn faces(column: &Column) -> Vec<Face> {
    let mut faces: Vec<_> = column
        .cards
        .iter()
        .map(|card| Face::up(card.to_string(), card.to_string()))
        .collect();
    if column.is_locked() {
        for face in &mut faces {
            face.mark = Mark::Locked;
            face.says.push_str(", locked");
        }
    }
    if let (true, Some(top)) = (column.cheated, faces.last_mut()) {
        top.mark = Mark::Cheated;
        top.says.push_str(", cheated");
    }
    faces
}

pub(crate) fn reach(state: &State, move_: &Move) -> Option<Reach> {
    let pile = usize::from(move_.from.column);
    let card = usize::from(move_.from.row);
    let cards = state.columns.get(pile)?.cards.len().checked_sub(card)?;
    let to = usize::from(move_.to.column);
    Some(Reach::onto(Spot { pile, card }, cards, to))
}

/// A locked column shows only a back, but its cards are known.
const LOCKED: &str = "TKDV09876";

/// The position that shows these piles: the inverse of [`lay_out`].
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let mut text = String::new();
    for column in sight.piles_of("column") {
        if column.is_locked {
            text.push_str(LOCKED);
        }
        for card in column.cards.iter().flatten() {
            text.push_str(if card == "10" { "0" } else { card });
        }
        text.push(if column.is_cheated { '!' } else { '.' });
    }
    text.push('\n');
    text
}

/// Columns side by side, the base on top; a cheated card has its mark, and
/// locked columns are named.
pub(crate) fn picture(state: &State) -> Picture {
    let mut picture = Picture::new();
    let columns = &state.columns;
    for column in 0..COLUMNS {
        picture.add(format!("{column:>3} "), Tone::Faint);
    }
    picture.end_line();
    let rows = columns.iter().map(|column| column.cards.len()).max();
    for row in 0..rows.unwrap_or_default() {
        for column in columns {
            card(&mut picture, column, row);
        }
        picture.end_line();
    }
    let locked: Vec<_> = (0..COLUMNS)
        .filter(|&index| columns[index].is_locked())
        .map(|index| index.to_string())
        .collect();
    if !locked.is_empty() {
        picture.add(format!("Locked: {}", locked.join(" ")), Tone::Faint);
        picture.end_line();
    }
    if columns.iter().any(|column| column.cheated) {
        picture.add("! was cheated there", Tone::Faint);
        picture.end_line();
    }
    picture
}

fn card(picture: &mut Picture, column: &Column, row: usize) {
    let Some(card) = column.cards.get(row) else {
        return picture.space(4);
    };
    let is_cheated = column.cheated && row + 1 == column.cards.len();
    let tone = match (is_cheated, column.is_locked()) {
        (true, _) => Tone::Bright,
        (_, true) => Tone::Faint,
        _ => Tone::Black,
    };
    let mark = if is_cheated { '!' } else { ' ' };
    picture.add(format!("{:>3}{mark}", card.to_string()), tone);
}
