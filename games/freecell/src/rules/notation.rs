//! Moves in standard notation, as FreeCell players write them.
//!
//! ```text
//! 26     column 2 to column 6        a6    cell a to column 6
//! 3a     column 3 to cell a          7h    column 7 home
//! 25v3   three cards to the empty column 5, the count in hexadecimal
//!
//! columns  1 2 .. 9, then T J Q K for 10 to 13     cells  a .. g, then i     home  h
//! ```
//! Onto a column that is not empty there is never a choice of how many cards
//! go, because ranks fall by one from card to card: `26` is as many as fit.
//! Onto an empty column `25` is one card. Upper and lower case are the same,
//! and `0` is column 10, too.

use super::moves::WHOLE_SUIT;
use super::{FreeCell, Home, Move, Place, State, english};
use patience_rules::Illegal;

const COLUMNS: &[u8; 13] = b"123456789TJQK";
const CELLS: &[u8; 8] = b"abcdefgi";

/// The letter of a place.
pub(super) fn letter(place: Place) -> char {
    let letters: (&[u8], u8) = match place {
        Place::Column(index) => (COLUMNS, index),
        Place::Cell(index) => (CELLS, index),
        Place::Home => (b"h", 0),
    };
    // A refused move may name a place that no game has.
    letters
        .0
        .get(usize::from(letters.1))
        .map_or('?', |&letter| char::from(letter))
}

/// The place that a letter means, in either case.
pub(super) fn place(letter: char) -> Option<Place> {
    let find = |letters: &[u8], letter: char| {
        let index = letters
            .iter()
            .position(|&other| char::from(other) == letter)?;
        u8::try_from(index).ok()
    };
    match letter.to_ascii_lowercase() {
        'h' => Some(Place::Home),
        '0' => Some(Place::Column(9)),
        lower => find(CELLS, lower)
            .map(Place::Cell)
            .or_else(|| find(COLUMNS, lower.to_ascii_uppercase()).map(Place::Column)),
    }
}

/// Writes a move, with a count where the table does not determine it.
pub(super) fn write(rules: &FreeCell, state: &State, move_: &Move) -> String {
    let Move { from, to, cards } = *move_;
    let mut text = String::with_capacity(4);
    text.push(letter(from));
    text.push(letter(to));
    if implied_count(rules, state, from, to) != cards {
        text.push_str(&format!("v{cards:x}"));
    }
    text
}

/// Reads a move in standard notation or in English.
pub(super) fn read(rules: &FreeCell, state: &State, text: &str) -> Result<Move, Illegal> {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return english::read(rules, state, text);
    }
    let refuse = || {
        let short: String = text.chars().take(12).collect();
        Illegal::because(format!(
            "`{short}` is not a move such as 26, a6, 3a, 7h or 25v3"
        ))
    };
    let mut letters = text.chars();
    let from = letters.next().and_then(place).ok_or_else(refuse)?;
    let to = letters.next().and_then(place).ok_or_else(refuse)?;
    let cards = match letters.as_str() {
        "" => implied_count(rules, state, from, to),
        count => count
            .strip_prefix(['v', 'V'])
            .and_then(|count| u8::from_str_radix(count, 16).ok())
            .filter(|count| (1..=13).contains(count))
            .ok_or_else(refuse)?,
    };
    Ok(Move { from, to, cards })
}

/// How many cards go when the move gives no count.
pub(super) fn implied_count(rules: &FreeCell, state: &State, from: Place, to: Place) -> u8 {
    match (from, to) {
        (Place::Column(from), Place::Column(to)) if from != to => {
            let column = |index: u8| state.columns.get(usize::from(index));
            let (Some(source), Some(target)) = (column(from), column(to)) else {
                return 1;
            };
            let Some(&top) = target.last() else {
                return 1;
            };
            let run = source.iter().rev().take(rules.run_length(source));
            let fitting = run.zip(1u8..).find(|(card, _)| rules.fits(**card, top));
            fitting.map_or(1, |(_, cards)| cards)
        }
        (_, Place::Home) if rules.home == Home::WholeRuns => WHOLE_SUIT,
        _ => 1,
    }
}
