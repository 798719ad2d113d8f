//! Moves of Spider in words: a short phrase, a sentence, and what a move leads
//! to.

use patience_core::Card;
use patience_rules::Rules as _;

use crate::rules::{Move, Spider, State};

/// A move in a few words: `9h onto Ts`, `9h..5h onto Ts`, `deal`.
pub(crate) fn phrase(state: &State, move_: &Move) -> String {
    match *move_ {
        Move::Deal => "deal".to_owned(),
        Move::Run { from, to, count } => {
            let cards = run(state, from, usize::from(count));
            match top(state, to) {
                Some(under) => format!("{cards} onto {under}"),
                None => format!("{cards} to empty column {}", to + 1),
            }
        }
        Move::Home(from) => {
            let count = state.columns[usize::from(from)].run();
            format!("{} home", run(state, from, count))
        }
    }
}

fn top(state: &State, column: u8) -> Option<Card> {
    state.columns[usize::from(column)].top()
}

/// The highest of the last cards of a column.
fn head(state: &State, column: u8, count: usize) -> Option<Card> {
    let up = &state.columns[usize::from(column)].up;
    up.get(up.len().checked_sub(count)?).copied().flatten()
}

/// The last cards of a column: `9h`, `9h 8h`, `9h..5h`.
fn run(state: &State, column: u8, count: usize) -> String {
    let name = |card: Option<Card>| card.map_or("??".to_owned(), |card| card.to_string());
    let (first, last) = (name(head(state, column, count)), name(top(state, column)));
    match count {
        1 => first,
        2 => format!("{first} {last}"),
        _ => format!("{first}..{last}"),
    }
}

/// A move in a sentence.
pub(crate) fn describe(state: &State, move_: &Move) -> String {
    match *move_ {
        Move::Deal => "Deal a card onto every column".to_owned(),
        Move::Run { from, to, count } => {
            let card = head(state, from, usize::from(count));
            let card = card.map_or("card".to_owned(), |card| card.long_name());
            let rest = match count {
                1 => String::new(),
                2 => " and the card on it".to_owned(),
                count => format!(" and the {} cards on it", count - 1),
            };
            let target = match top(state, to) {
                Some(under) => format!("onto the {}", under.long_name()),
                None => format!("to the empty column {}", to + 1),
            };
            format!("Move the {card}{rest} {target}")
        }
        Move::Home(from) => format!("Take the complete run of column {} home", from + 1),
    }
}

/// What the first of these moves leads to.
pub(crate) fn explain(rules: &Spider, state: &State, line: &[Move]) -> String {
    let [first, rest @ ..] = line else {
        return String::new();
    };
    let Ok(next) = rules.play(state, first) else {
        return String::new();
    };
    let mut effects = Vec::new();
    if let (Move::Deal, true) = (first, next.stock.is_empty()) {
        effects.push("that is the last deal".to_owned());
    }
    if next.runs_home() > state.runs_home() {
        effects.push("completes a run".to_owned());
    }
    for (index, (before, after)) in state.columns.iter().zip(&next.columns).enumerate() {
        if after.down.len() < before.down.len() {
            effects.push(match after.top() {
                Some(card) => format!("turns up {card}"),
                None => "turns up a card that nobody has seen".to_owned(),
            });
        } else if after.is_empty() && !before.is_empty() {
            effects.push(format!("empties column {}", index + 1));
        } else if after.len() < before.len()
            && let Some(card) = after.top()
        {
            effects.push(format!("uncovers {card}"));
        }
    }
    if rules.is_won(&next) {
        effects.push("wins".to_owned());
    } else if let Some(then) = rest.first() {
        effects.push(format!("then {}", phrase(&next, then)));
    }
    effects.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Removal;

    #[test]
    fn moves_are_put_into_words() {
        let rules = Spider {
            suits: 1,
            ranks: 5,
            removal: Removal::ByChoice,
            ..Spider::SPIDERETTE
        };
        let text = "1: 2s | 5s 4s 3s\n2: | 4s\n3:\n4: 3s | 2s\n5: | 5s 4s 3s 2s As\nStock: As As 5s\nHome: 5s";
        let state = rules.read_state(text).unwrap();
        let says = |text: &str, expected: [&str; 3]| {
            let played = rules.read_move(&state, text).unwrap();
            let words = [
                phrase(&state, &played),
                describe(&state, &played),
                explain(&rules, &state, &[played]),
            ];
            assert_eq!(words, expected);
        };
        says(
            "1 2 1",
            [
                "3s onto 4s",
                "Move the 3 of spades onto the 4 of spades",
                "uncovers 4s",
            ],
        );
        says(
            "1 3 3",
            [
                "5s..3s to empty column 3",
                "Move the 5 of spades and the 2 cards on it to the empty column 3",
                "turns up 2s",
            ],
        );
        says(
            "4 1 1",
            [
                "2s onto 3s",
                "Move the 2 of spades onto the 3 of spades",
                "turns up 3s",
            ],
        );
        says(
            "5 home",
            [
                "5s..As home",
                "Take the complete run of column 5 home",
                "completes a run, empties column 5",
            ],
        );
        let line = ["4 1 1", "4 2 1"].map(|text| rules.read_move(&state, text).unwrap());
        assert_eq!(
            explain(&rules, &state, &line),
            "turns up 3s, then 3s onto 4s"
        );
    }

    #[test]
    fn a_deal_tells_when_it_is_the_last() {
        let rules = Spider::SPIDERETTE;
        let mut state = rules.deal(1);
        for _ in 0..3 {
            assert_eq!(explain(&rules, &state, &[Move::Deal]), "");
            state = rules.play(&state, &Move::Deal).unwrap();
        }
        assert_eq!(
            explain(&rules, &state, &[Move::Deal]),
            "that is the last deal"
        );
        assert_eq!(phrase(&state, &Move::Deal), "deal");
    }
}
