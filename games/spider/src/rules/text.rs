//! Deals and positions as text.
//!
//! A deal is the cards alone: the columns, one after the other, the lowest card
//! first, then the stock, first dealt first. A position has labels:
//!
//! ```text
//! 1: 4c ?? | As Th           ?? is a card that nobody has seen
//! 2:                         an empty column
//! Stock: 2c Kh ..            first dealt first, left to right
//! Home: Ks Ks                a King for each run that is gone
//! Score: 487                 [default: 500, and 100 for each run]
//! ```
//! Without labels, each line with a bar is the next column, and the other lines
//! are the stock. What is not mentioned is empty. Runs that are gone need not be
//! mentioned where all cards are known.

use std::fmt::Write as _;

use patience_core::{Card, Faults, Place, Rank, Suit};

use super::position::{self, Part, Parts, Word};
use super::{Face, RUN_POINTS, START_POINTS, Spider, State};

/// Writes a face.
fn word(face: Face) -> String {
    face.map_or("??".to_owned(), |card| card.to_string())
}

fn words(faces: &[Face]) -> String {
    let words: Vec<_> = faces.iter().map(|face| word(*face)).collect();
    words.join(" ")
}

/// Writes a position with labels.
pub(super) fn write(rules: &Spider, state: &State) -> String {
    let mut text = String::new();
    for (index, column) in state.columns.iter().enumerate() {
        let mut line = format!("{}:", index + 1);
        if !column.is_empty() {
            for part in [words(&column.down), "|".to_owned(), words(&column.up)] {
                if !part.is_empty() {
                    let _ = write!(line, " {part}");
                }
            }
        }
        let _ = writeln!(text, "{line}");
    }
    for (index, row) in state.stock.chunks(state.columns.len().max(1)).enumerate() {
        let label = if index == 0 { "Stock:" } else { "      " };
        let _ = writeln!(text, "{label} {}", words(row));
    }
    let highest = Rank::new(rules.ranks).unwrap_or(Rank::KING);
    let home: Vec<_> = Suit::ALL
        .into_iter()
        .flat_map(|suit| {
            let runs = usize::from(state.home[usize::from(suit.index())]);
            std::iter::repeat_n(Card::new(highest, suit).to_string(), runs)
        })
        .collect();
    if !home.is_empty() {
        let _ = writeln!(text, "Home: {}", home.join(" "));
    }
    if state.score != usual_score(state) {
        let _ = writeln!(text, "Score: {}", state.score);
    }
    text
}

/// The score of a position that does not mention it.
pub(super) fn usual_score(state: &State) -> i32 {
    START_POINTS + RUN_POINTS * i32::from(state.runs_home())
}

/// Reads a deal or a position.
pub(super) fn read(rules: &Spider, text: &str) -> Result<State, Faults> {
    let parts = split(text);
    if parts.is_deal() {
        position::read_deal(rules, &parts)
    } else {
        position::read(rules, &parts)
    }
}

/// Sorts the words of a text into its parts.
fn split(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    let mut part = Part::Deck;
    let mut bars = 0;
    for (index, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        if !code.contains(':') && (part == Part::Deck || bars > 0) {
            // Lines without labels: columns have bars, the stock has none.
            if code.contains('|') {
                part = Part::Column(bars);
                bars = bars.saturating_add(1);
                parts.begin(part, Place::new(index + 1, 1));
            } else if bars > 0 && !code.trim().is_empty() {
                part = Part::Stock;
            }
        }
        let mut rest = code;
        let mut column = 1;
        while let Some(first) = rest.chars().next() {
            let place = Place::new(index + 1, column);
            let end = rest
                .find(|letter| !is_word(letter))
                .unwrap_or(rest.len())
                .max(if is_word(first) { 0 } else { first.len_utf8() });
            let (token, after) = rest.split_at(end);
            column += token.chars().count();
            rest = after;
            if let (true, Some(found)) = (rest.starts_with(':'), label(token)) {
                part = found;
                parts.begin(part, place);
                rest = &rest[1..];
                column += 1;
            } else if token == "|" {
                parts.bar(part, place);
            } else if is_word(first) {
                parts.add(part, Word { place, text: token });
            }
        }
    }
    parts
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '?' | '-') || Suit::from_char(letter).is_some()
}

fn label(word: &str) -> Option<Part> {
    Some(match word.to_ascii_lowercase().as_str() {
        "stock" => Part::Stock,
        "home" => Part::Home,
        "score" => Part::Score,
        other => Part::Column(other.parse::<u8>().ok()?.checked_sub(1)?),
    })
}
