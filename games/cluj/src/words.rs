//! Moves of Cluj in words: what they are, and what they lead to.

use patience_rules::Rules as _;

use crate::rules::{Cluj, Move, State};

/// A move in a few words: `9 onto 10 (column 3)`.
pub(crate) fn phrase(state: &State, move_: &Move) -> String {
    let source = &state.columns[usize::from(move_.from.column)].cards;
    let row = usize::from(move_.from.row);
    let Some(card) = source.get(row) else {
        return move_.to_string();
    };
    let to = move_.to.column;
    let how = if move_.cheat { "cheat " } else { "" };
    let more = match source.len() - row {
        1 => String::new(),
        cards => format!(" and {} more", cards - 1),
    };
    match state.columns[usize::from(to)].cards.last() {
        Some(under) => format!("{how}{card}{more} onto {under} (column {to})"),
        None => format!("{how}{card}{more} to empty column {to}"),
    }
}

/// A move in a sentence.
pub(crate) fn describe(state: &State, move_: &Move) -> String {
    let (from, to) = (usize::from(move_.from.column), usize::from(move_.to.column));
    let source = &state.columns[from].cards;
    let row = usize::from(move_.from.row);
    let Some(card) = source.get(row) else {
        return move_.to_string();
    };
    let what = match source.len() - row {
        1 => format!("the {card}"),
        cards => format!("{cards} cards from the {card} down"),
    };
    let how = if move_.cheat { "Cheat" } else { "Move" };
    match state.columns[to].cards.last() {
        Some(under) => {
            format!("{how} {what} from column {from} onto the {under} in column {to}")
        }
        None => format!("{how} {what} from column {from} to the empty column {to}"),
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: Cluj, state: &State, line: &[Move]) -> String {
    let [move_, rest @ ..] = line else {
        return String::new();
    };
    let Ok(next) = rules.play(state, move_) else {
        return String::new();
    };
    let (from, to) = (usize::from(move_.from.column), usize::from(move_.to.column));
    let mut effects = Vec::new();
    match next.columns[from].cards.last() {
        Some(top) => effects.push(format!("uncovers {top}")),
        None => effects.push("empties a column".to_owned()),
    }
    if next.columns[to].is_locked() {
        effects.push("locks a column".to_owned());
    }
    if rules.is_won(&next) {
        effects.push("wins".to_owned());
    } else if let Some(then) = rest.first() {
        effects.push(format!("then {}", phrase(&next, then)));
    }
    effects.join(", ")
}
