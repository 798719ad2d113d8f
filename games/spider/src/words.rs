//! Moves of Spider in words: what they are, and what they lead to.

use patience_rules::Rules as _;

use crate::rules::{Move, Spider, State};

pub(crate) fn describe(state: &State, move_: &Move) -> String {
    match *move_ {
        Move::Deal => "Deal a card onto every column".to_owned(),
        Move::Run { from, to, count } => {
            let cards = match count {
                1 => "a card".to_owned(),
                count => format!("{count} cards"),
            };
            let target = match state.columns.get(usize::from(to)).and_then(|to| to.top()) {
                Some(card) => format!("onto the {}", card.long_name()),
                None => format!("to column {}", to + 1),
            };
            format!("Move {cards} from column {} {target}", from + 1)
        }
        Move::Home(from) => format!("Take the run of column {} home", from + 1),
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: &Spider, state: &State, line: &[Move]) -> String {
    let Some(first) = line.first() else {
        return String::new();
    };
    let Ok(next) = rules.play(state, first) else {
        return String::new();
    };
    if rules.is_won(&next) {
        return "clears the board".to_owned();
    }
    if next.runs_home() > state.runs_home() {
        return "completes a run".to_owned();
    }
    if next.face_down() < state.face_down() {
        return "turns up a card".to_owned();
    }
    String::new()
}
