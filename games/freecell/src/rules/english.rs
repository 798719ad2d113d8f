//! Moves in plain English, to be read aloud or by somebody who does not know
//! standard notation:
//!
//! ```text
//! Move the 7 of hearts from column 2 onto the 8 of spades in column 6
//! Move 3 cards from the 9 of clubs down from column 2 to the empty column 5
//! Move the 3 of clubs from column 3 to cell a
//! Move the Ace of spades from cell b home
//! ```
//! When a sentence is read, only `N cards` and the two places matter: `column 6`,
//! `cell a`, `home`. fc-solve's sentences are read as well: its `stack` and
//! `freecell` count from zero, and its foundations are home.

use super::notation::{implied_count, letter, place};
use super::{FreeCell, Move, Place, State};
use patience_rules::Illegal;

impl FreeCell {
    /// A move in plain English.
    pub fn describe_move(&self, state: &State, move_: &Move) -> String {
        let cards = match move_.from {
            Place::Column(index) => state
                .columns
                .get(usize::from(index))
                .map_or(&[][..], |column| {
                    &column[column.len().saturating_sub(usize::from(move_.cards))..]
                }),
            Place::Cell(index) => state
                .cells
                .get(usize::from(index))
                .and_then(Option::as_ref)
                .map_or(&[][..], std::slice::from_ref),
            Place::Home => &[],
        };
        let what = match cards {
            [] => "nothing".to_owned(),
            [card] => format!("the {}", card.long_name()),
            [head, ..] => format!("{} cards from the {} down", cards.len(), head.long_name()),
        };
        let from = match move_.from {
            Place::Column(index) => format!("column {}", u16::from(index) + 1),
            Place::Cell(_) => format!("cell {}", letter(move_.from)),
            Place::Home => "home".to_owned(),
        };
        let to = match move_.to {
            Place::Home => "home".to_owned(),
            Place::Cell(_) => format!("to cell {}", letter(move_.to)),
            Place::Column(index) => {
                let column = u16::from(index) + 1;
                match state
                    .columns
                    .get(usize::from(index))
                    .and_then(|column| column.last())
                {
                    Some(top) => format!("onto the {} in column {column}", top.long_name()),
                    None => format!("to the empty column {column}"),
                }
            }
        };
        format!("Move {what} from {from} {to}")
    }
}

/// Reads a sentence. It need not be legal.
pub(super) fn read(rules: &FreeCell, state: &State, text: &str) -> Result<Move, Illegal> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    let mut places = Vec::new();
    let mut cards = None;
    for (index, word) in words.iter().enumerate() {
        let after = words.get(index + 1).copied().unwrap_or_default();
        let number = |least: u8| after.parse::<u8>().ok()?.checked_sub(least);
        let found = match *word {
            "home" | "foundation" | "foundations" => Some(Place::Home),
            "column" => number(1).map(Place::Column),
            "stack" => number(0).map(Place::Column),
            "freecell" => number(0).map(Place::Cell),
            "cell" => match after.as_bytes() {
                [letter] => {
                    place(char::from(*letter)).filter(|place| matches!(place, Place::Cell(_)))
                }
                _ => None,
            },
            "cards" => {
                let before = index.checked_sub(1).map_or("", |before| words[before]);
                cards = before.parse::<u8>().ok();
                None
            }
            _ => None,
        };
        places.extend(found);
    }
    match (words.first(), places.as_slice()) {
        (Some(&"move"), &[from, to]) => Ok(Move {
            from,
            to,
            cards: cards.unwrap_or_else(|| implied_single(rules, state, from, to)),
        }),
        _ => Err(Illegal::because(
            "not a move such as `Move the 7 of hearts from column 2 to column 6`",
        )),
    }
}

/// A sentence that names no count moves one card, or the whole suit where only
/// such go home.
fn implied_single(rules: &FreeCell, state: &State, from: Place, to: Place) -> u8 {
    match to {
        Place::Home => implied_count(rules, state, from, to),
        Place::Column(_) | Place::Cell(_) => 1,
    }
}
