//! Moves of Black Hole in words: what they are, and what they lead to.

use patience_rules::Rules as _;

use crate::rules::{BlackHole, Move, State};

pub(crate) fn describe(state: &State, move_: &Move) -> String {
    let Move::Play(card) = move_;
    format!(
        "Play the {} onto the {}",
        card.long_name(),
        state.hole.long_name()
    )
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: BlackHole, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    let Move::Play(card) = first;
    let Ok(next) = rules.play(state, first) else {
        return String::new();
    };
    if rules.is_won(&next) {
        return "clears the board".to_owned();
    }
    let column = state
        .column_with_last(*card)
        .map(|column| &next.columns[column]);
    match (column.and_then(|column| column.last()), rest.first()) {
        (Some(uncovered), _) => format!("uncovers {uncovered}"),
        (None, Some(Move::Play(card))) => format!("empties a column, then play {card}"),
        (None, None) => "empties a column".to_owned(),
    }
}
