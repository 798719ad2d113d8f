//! Moves of Golf in words: what they are, and what they lead to.

use patience_core::Card;
use patience_rules::Rules as _;

use crate::rules::{Golf, Move, State};

pub(crate) fn describe(state: &State, move_: &Move) -> String {
    match move_ {
        Move::Draw => "Draw a card".to_owned(),
        Move::Play(card) => format!(
            "Play the {} onto the {}",
            card.long_name(),
            state.waste.long_name()
        ),
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: Golf, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    match (first, rules.play(state, first)) {
        (Move::Draw, Ok(next)) => explain_draw(&next, rest),
        (Move::Play(card), Ok(next)) => explain_play(state, *card, &next, rest),
        _ => String::new(),
    }
}

/// A draw is made for the sake of the next play.
fn explain_draw(next: &State, rest: &[Move]) -> String {
    let up = format!("brings up {}", next.waste);
    let mut later = rest.iter().enumerate();
    let play = later.find_map(|(index, move_)| match move_ {
        Move::Play(card) => Some((index, card)),
        Move::Draw => None,
    });
    match play {
        Some((0, card)) => format!("{up}, then play {card}"),
        Some((draws, card)) => format!("{up}; {draws} more to play {card}"),
        None => up,
    }
}

fn explain_play(state: &State, card: Card, next: &State, rest: &[Move]) -> String {
    if next.cards_left() == 0 {
        return "clears the board".to_owned();
    }
    let column = state
        .column_with_last(card)
        .map(|column| &next.columns[column]);
    match (column.and_then(|column| column.last()), rest.first()) {
        (Some(uncovered), _) => format!("uncovers {uncovered}"),
        (None, Some(Move::Play(card))) => format!("empties a column, then play {card}"),
        (None, Some(Move::Draw)) => "empties a column, then draw".to_owned(),
        (None, None) => "empties a column".to_owned(),
    }
}
