//! Moves of TriPeaks in words: what they are, and what they lead to.

use patience_rules::Rules as _;

use crate::rules::{CARDS, FACE_DOWN, Move, ROWS, State, TriPeaks, slots_of_row};

pub(crate) fn describe(state: &State, move_: &Move) -> String {
    match move_ {
        Move::Draw => "Draw a card".to_owned(),
        Move::StartOver => "Start over".to_owned(),
        Move::Play(card) => match state.waste_top() {
            Some(top) => format!("Play the {} onto the {}", card.long_name(), top.long_name()),
            None => format!("Play the {}", card.long_name()),
        },
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: TriPeaks, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    match (first, rules.play(state, first)) {
        (Move::Draw, Ok(next)) => explain_draw(&next, rest),
        (Move::Play(_), Ok(next)) => explain_play(state, &next, rest),
        _ => String::new(),
    }
}

/// "the 2nd card of row 3".
pub(crate) fn place_of(slot: usize) -> String {
    let row = (0..ROWS)
        .find(|&row| slots_of_row(row).contains(&slot))
        .unwrap_or(0);
    let place = slot - slots_of_row(row).start + 1;
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("the {place}{ending} card of row {}", row + 1)
}

/// A draw prepares the next play, so that is what it leads to.
fn explain_draw(next: &State, rest: &[Move]) -> String {
    let up = match next.waste_top() {
        Some(card) => format!("brings up {card}"),
        None => "turns up a card of the stock".to_owned(),
    };
    let play = rest
        .iter()
        .enumerate()
        .find_map(|(index, move_)| match move_ {
            Move::Play(card) => Some((index, card)),
            _ => None,
        });
    match play {
        Some((0, card)) => format!("{up}, then play {card}"),
        Some((draws, card)) => format!("{up}; {draws} more to play {card}"),
        None => up,
    }
}

fn explain_play(state: &State, next: &State, rest: &[Move]) -> String {
    let turned_up: Vec<_> = (0..FACE_DOWN)
        .filter(|&slot| next.is_uncovered(slot) && !state.is_uncovered(slot))
        .map(|slot| match next.tableau[slot].face() {
            Some(card) => card.to_string(),
            None => "a card that nobody has seen".to_owned(),
        })
        .collect();
    let mut effects = Vec::new();
    if !turned_up.is_empty() {
        effects.push(format!("uncovers {}", turned_up.join(" and ")));
    }
    if next.gone() == CARDS {
        effects.push("clears the board".to_owned());
    } else if next.peaks_gone() > state.peaks_gone() {
        effects.push("takes a peak".to_owned());
    }
    match rest.first() {
        Some(Move::Play(card)) if effects.is_empty() => {
            effects.push(format!("then play {card}"));
        }
        Some(Move::Draw) if effects.is_empty() => {
            effects.push("then draw".to_owned());
        }
        _ => {}
    }
    effects.join(", ")
}
