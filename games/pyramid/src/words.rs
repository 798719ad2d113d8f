//! Moves of Pyramid in words: what they are, and what they lead to.

use patience_rules::Rules as _;

use crate::rules::{Move, Pyramid, State};

pub(crate) fn describe(move_: &Move) -> String {
    match move_ {
        Move::Draw => "Draw a card".to_owned(),
        Move::Recycle => "Turn the waste over for another pass".to_owned(),
        Move::Remove(king) => format!("Remove the {}", king.long_name()),
        Move::RemovePair(low, high) => {
            format!(
                "Remove the {} and the {}",
                low.long_name(),
                high.long_name()
            )
        }
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: Pyramid, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    let Ok(next) = rules.play(state, first) else {
        return String::new();
    };
    match first {
        Move::Draw | Move::Recycle => explain_turn(&next, rest),
        Move::Remove(_) | Move::RemovePair(..) => explain_removal(state, &next, rest),
    }
}

/// A draw or a recycle prepares the next removal, so that is what it leads to.
fn explain_turn(next: &State, rest: &[Move]) -> String {
    let up = match next.stock.first() {
        Some(card) => format!("brings up {card}"),
        None => "empties the stock".to_owned(),
    };
    let removal = rest
        .iter()
        .position(|move_| !matches!(move_, Move::Draw | Move::Recycle));
    match removal {
        Some(0) => format!("{up}, then {}", lower_first(&rest[0].to_string())),
        Some(turns) => format!(
            "{up}; {turns} more to {}",
            lower_first(&rest[turns].to_string())
        ),
        None => up,
    }
}

fn explain_removal(state: &State, next: &State, rest: &[Move]) -> String {
    let mut effects = Vec::new();
    let uncovered: Vec<_> = (0..state.pyramid.len())
        .filter(|&slot| next.is_uncovered(slot) && !state.is_uncovered(slot))
        .filter_map(|slot| next.pyramid[slot])
        .map(|card| card.to_string())
        .collect();
    if !uncovered.is_empty() {
        effects.push(format!("uncovers {}", uncovered.join(" and ")));
    }
    if next.pyramid.iter().all(Option::is_none) {
        effects.push("clears the pyramid".to_owned());
    } else if let (true, Some(then)) = (effects.is_empty(), rest.first()) {
        effects.push(format!("then {}", lower_first(&then.to_string())));
    }
    effects.join(", ")
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_ascii_lowercase().to_string() + letters.as_str()
    })
}
