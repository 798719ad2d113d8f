//! Moves of FreeCell in words: a short phrase, and what a move leads to. The full
//! sentence is in the rules, which can also read it.

use patience_rules::Rules as _;

use crate::rules::{FreeCell, Move, Place, State};

/// A move in a few words: `6h to cell a`, `9c 8h 7s onto Td`, `Ac home`.
pub(crate) fn phrase(state: &State, move_: &Move) -> String {
    let cards = cards_of(state, move_);
    let what: Vec<_> = cards.iter().map(ToString::to_string).collect();
    let what = what.join(" ");
    match move_.to {
        Place::Home => format!("{what} home"),
        Place::Cell(cell) => format!("{what} to cell {}", Place::Cell(cell).letter()),
        Place::Column(column) => match state.columns[usize::from(column)].last() {
            Some(under) => format!("{what} onto {under}"),
            None => format!("{what} to empty column {}", column + 1),
        },
    }
}

/// The cards that a move takes, the one that heads the run first.
fn cards_of(state: &State, move_: &Move) -> Vec<patience_core::Card> {
    match move_.from {
        Place::Column(column) => {
            let column = &state.columns[usize::from(column)];
            column[column.len().saturating_sub(usize::from(move_.cards))..].to_vec()
        }
        Place::Cell(cell) => state.cells[usize::from(cell)].into_iter().collect(),
        Place::Home => Vec::new(),
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: &FreeCell, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    let Ok(next) = rules.play(state, first) else {
        return String::new();
    };
    let mut effects = Vec::new();
    if let Place::Column(from) = first.from {
        match next.columns[usize::from(from)].last() {
            None => effects.push(format!("empties column {}", from + 1)),
            Some(top) if next.is_next_home(*top) => {
                effects.push(format!("uncovers {top}, which can go home"));
            }
            Some(top) => effects.push(format!("uncovers {top}")),
        }
    }
    if let (Place::Cell(_), false) = (first.from, first.to == Place::Home) {
        effects.push("frees a cell".to_owned());
    }
    if rules.is_won(&next) {
        effects.push("wins".to_owned());
    } else if let Some(then) = rest.first() {
        effects.push(format!("then {}", phrase(&next, then)));
    }
    effects.join("; ")
}
