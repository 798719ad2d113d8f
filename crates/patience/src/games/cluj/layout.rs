//! The six columns of Cluj on a table.

use patience_rules::cluj::{Column, Move, State};

use crate::layout::{Face, Layout, Mark, Pile, Reach, Role, Spot};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.15;
const DOWN: f32 = 0.24;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 12.0;

pub(super) fn lay_out(state: &State) -> Layout {
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

pub(super) fn reach(state: &State, played: &Move) -> Option<Reach> {
    let pile = usize::from(played.from.column);
    let card = usize::from(played.from.row);
    let cards = state.columns.get(pile)?.cards.len().checked_sub(card)?;
    let to = usize::from(played.to.column);
    Some(Reach::onto(Spot { pile, card }, cards, to))
}

pub(super) fn describe(state: &State, played: &Move) -> String {
    let (from, to) = (
        usize::from(played.from.column),
        usize::from(played.to.column),
    );
    let source = &state.columns[from].cards;
    let row = usize::from(played.from.row);
    let Some(card) = source.get(row) else {
        return played.to_string();
    };
    let what = match source.len() - row {
        1 => format!("the {card}"),
        cards => format!("{cards} cards from the {card} down"),
    };
    let how = if played.cheat { "Cheat" } else { "Move" };
    match state.columns[to].cards.last() {
        Some(under) => {
            format!("{how} {what} from column {from} onto the {under} in column {to}")
        }
        None => format!("{how} {what} from column {from} to the empty column {to}"),
    }
}
