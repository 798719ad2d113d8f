//! Moves of Klondike in words: a short phrase, a sentence, and what a move
//! leads to.

use patience_core::Card;
use patience_rules::Rules as _;

use crate::rules::{Face, Klondike, Move, State};

/// A move in a few words: `7h onto 8s`, `Ac home`, `draw 3`.
pub(crate) fn phrase(rules: &Klondike, state: &State, move_: &Move) -> String {
    match *move_ {
        Move::Draw => match drawn(rules, state) {
            1 => "draw".to_owned(),
            cards => format!("draw {cards}"),
        },
        Move::Recycle => "turn the waste over".to_owned(),
        Move::WasteHome | Move::ColumnHome(_) => {
            format!("{} home", names(&taken(rules, state, move_)))
        }
        Move::WasteTo(to) | Move::Column { to, .. } | Move::Back { to, .. } => {
            let back = if matches!(move_, Move::Back { .. }) {
                " back"
            } else {
                ""
            };
            let cards = names(&taken(rules, state, move_));
            match state.columns[usize::from(to)].top() {
                Some(under) => format!("{cards}{back} onto {under}"),
                None => format!("{cards}{back} to empty column {}", to + 1),
            }
        }
    }
}

/// How many cards a draw turns here.
fn drawn(rules: &Klondike, state: &State) -> usize {
    usize::from(rules.draw).min(state.stock.len())
}

fn names(cards: &[Card]) -> String {
    let names: Vec<_> = cards.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// The cards that a move takes, the one that heads the run first.
fn taken(rules: &Klondike, state: &State, move_: &Move) -> Vec<Card> {
    let faces: Vec<Face> = match *move_ {
        Move::Draw | Move::Recycle => Vec::new(),
        Move::WasteHome | Move::WasteTo(_) => state.waste.last().copied().into_iter().collect(),
        Move::ColumnHome(from) => vec![state.columns[usize::from(from)].top()],
        Move::Column { from, to } => {
            let up = &state.columns[usize::from(from)].up;
            let cards = rules.run_of(state, from, to).unwrap_or(0);
            up[up.len().saturating_sub(cards)..].to_vec()
        }
        Move::Back { suit, .. } => vec![state.home_top(suit)],
    };
    faces.into_iter().flatten().collect()
}

/// A move in a sentence.
pub(crate) fn describe(rules: &Klondike, state: &State, move_: &Move) -> String {
    let cards = taken(rules, state, move_);
    let what = match cards.as_slice() {
        [] => String::new(),
        [card] => format!("the {}", card.long_name()),
        [card, _] => format!("the {} and the card on it", card.long_name()),
        [card, rest @ ..] => format!(
            "the {} and the {} cards on it",
            card.long_name(),
            rest.len()
        ),
    };
    match *move_ {
        Move::Draw => match drawn(rules, state) {
            1 => "Draw a card".to_owned(),
            cards => format!("Draw {cards} cards"),
        },
        Move::Recycle => "Turn the waste over".to_owned(),
        Move::WasteHome => format!("Move {what} from the waste home"),
        Move::ColumnHome(_) => format!("Move {what} home"),
        Move::WasteTo(to) | Move::Column { to, .. } | Move::Back { to, .. } => {
            let from = match move_ {
                Move::WasteTo(_) => " from the waste",
                Move::Back { .. } => " back from home",
                _ => "",
            };
            match state.columns[usize::from(to)].top() {
                Some(under) => format!("Move {what}{from} onto the {}", under.long_name()),
                None => format!("Move {what}{from} to the empty column {}", to + 1),
            }
        }
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: &Klondike, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    let Ok(next) = rules.play(state, first) else {
        return String::new();
    };
    let mut effects = Vec::new();
    match *first {
        Move::Draw => effects.push(match next.waste.last() {
            Some(Some(card)) => format!("brings up {card}"),
            _ => "brings up cards that nobody has seen".to_owned(),
        }),
        Move::WasteHome | Move::WasteTo(_) => {
            if let Some(Some(card)) = next.waste.last() {
                effects.push(format!("uncovers {card}"));
            }
        }
        Move::ColumnHome(from) | Move::Column { from, .. } => {
            let (before, after) = (
                &state.columns[usize::from(from)],
                &next.columns[usize::from(from)],
            );
            match after.top() {
                _ if after.is_empty() => effects.push(format!("empties column {}", from + 1)),
                Some(card) if after.down.len() < before.down.len() => {
                    effects.push(format!("turns up {card}"));
                }
                Some(card) => effects.push(format!("uncovers {card}")),
                None => effects.push("turns up a card that nobody has seen".to_owned()),
            }
        }
        Move::Recycle | Move::Back { .. } => {}
    }
    if rules.is_won(&next) {
        effects.push("wins".to_owned());
    } else if let Some(then) = rest.first() {
        effects.push(format!("then {}", phrase(rules, &next, then)));
    }
    effects.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Klondike = Klondike::DRAW_THREE;

    fn words(state: &State, text: &str) -> (String, String, String) {
        let played = RULES.read_move(state, text).unwrap();
        (
            phrase(&RULES, state, &played),
            describe(&RULES, state, &played),
            explain(&RULES, state, &[played]),
        )
    }

    #[test]
    fn moves_are_put_into_words() {
        let text = "1: 5d | Qs Jd\n2: | Kh\n3: | Kc\n4:\n5: 6d 7d 8d 9d | Td\n6: | Qc\nStock: Qd\nWaste: Ks Kd\nHome: Jc 4d Qh Js";
        let state = RULES.read_state(text).unwrap();
        let says = |text, phrase: &str, sentence: &str, why: &str| {
            let expected = (phrase.to_owned(), sentence.to_owned(), why.to_owned());
            assert_eq!(words(&state, text), expected);
        };
        says(
            "12",
            "Qs Jd onto Kh",
            "Move the Queen of spades and the card on it onto the King of hearts",
            "turns up 5d",
        );
        says(
            "6h",
            "Qc home",
            "Move the Queen of clubs home",
            "empties column 6",
        );
        says(
            "w4",
            "Kd to empty column 4",
            "Move the King of diamonds from the waste to the empty column 4",
            "uncovers Ks",
        );
        says(
            "hh3",
            "Qh back onto Kc",
            "Move the Queen of hearts back from home onto the King of clubs",
            "",
        );
        says("Draw", "draw", "Draw a card", "brings up Qd");
        let played = [Move::Draw, Move::Recycle];
        assert_eq!(
            explain(&RULES, &state, &played),
            "brings up Qd, then turn the waste over"
        );
        let fresh = RULES.deal(1);
        assert_eq!(words(&fresh, "Draw").0, "draw 3");
    }
}
