//! Columns of cards as text, one a line: what the positions of several games
//! share.
//!
//! ```text
//! Qs 9h 2d          the last card is the one that can be played
//! --                an empty column
//! 7c
//! ```

use patience_core::{Card, CardToken, Faults, Place};

/// An empty column, or an empty pile.
pub const EMPTY: &str = "--";

/// Cards with a blank between them.
///
/// ```
/// use patience_core::full_deck;
/// use patience_rules::columns::write_cards;
/// assert_eq!(write_cards(&full_deck()[..3]), "Ac Ad Ah");
/// ```
pub fn write_cards<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    let words: Vec<_> = cards.into_iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Columns, one a line.
pub fn write_columns(columns: &[Vec<Card>]) -> String {
    let line = |column: &Vec<Card>| match column.as_slice() {
        [] => format!("{EMPTY}\n"),
        cards => write_cards(cards) + "\n",
    };
    columns.iter().map(line).collect()
}

/// The cards of a pile, each with its place; reports words that are no cards.
/// `--` alone is an empty pile.
pub fn read_pile(tokens: &[CardToken<'_>], faults: &mut Faults) -> Vec<(Place, Card)> {
    if matches!(tokens, [token] if token.text == EMPTY) {
        return Vec::new();
    }
    let mut cards = Vec::new();
    for token in tokens {
        match token.text.parse::<Card>() {
            Ok(card) => cards.push((token.place, card)),
            Err(error) => faults.at(token.place, error.to_string()),
        }
    }
    cards
}

/// Reads columns, one a line, with at most so many cards each. Everything that
/// is wrong is reported; all cards are added to `cards`, each with its place.
pub fn read_columns<const COLUMNS: usize>(
    tokens: &[CardToken<'_>],
    most_cards: usize,
    cards: &mut Vec<(Place, Card)>,
    faults: &mut Faults,
) -> [Vec<Card>; COLUMNS] {
    let lines: Vec<_> = tokens
        .chunk_by(|one, next| one.place.line == next.place.line)
        .collect();
    if let Some(extra) = lines.get(COLUMNS) {
        let message = format!("{} columns; there are {COLUMNS}", lines.len());
        faults.at(extra[0].place, message);
    } else if lines.len() < COLUMNS {
        faults.add(format!(
            "{} columns; there are {COLUMNS}, one a line (`{EMPTY}` is an empty one)",
            lines.len()
        ));
    }
    let mut columns = [const { Vec::new() }; COLUMNS];
    for (index, line) in lines.iter().enumerate() {
        let here = read_pile(line, faults);
        if let Some((place, _)) = here.get(most_cards) {
            let message = format!(
                "{} cards in a column; there are never more than {most_cards}",
                here.len()
            );
            faults.at(*place, message);
        }
        if let Some(column) = columns.get_mut(index) {
            column.extend(here.iter().map(|(_, card)| *card));
        }
        cards.extend(here);
    }
    columns
}
