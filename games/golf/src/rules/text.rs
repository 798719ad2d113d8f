//! Deals and positions as text.
//!
//! A deal is a deck of 52 cards: 35 for the columns, column by column, the last
//! card of each the one that can be played; one for the waste; 16 for the stock,
//! first drawn first. A position from the middle of a game has labels:
//!
//! ```text
//! Columns:
//! Qs Qd Td              one column a line
//! 9d Kh Tc 2d 8h
//! --                    an empty column
//! ..
//! Waste: 6h             the last one is on top; the others may be left out
//! Stock: As 5d Qh Ts    the first one is drawn first
//! ```
//! `Columns:` may be left out, and so may `Stock:` when it is empty. Cards that
//! appear nowhere have been played or drawn. A single `??` is the card that is
//! missing, when all others are there.

use std::borrow::Cow;

use patience_core::{Card, CardToken, Faults, read_deck, scan_cards};
use patience_rules::columns::{EMPTY, read_columns, read_pile, write_cards, write_columns};
use patience_rules::labelled::{Labels, has_labels, sort_words};

use super::{COLUMN_CARDS, COLUMNS, STOCK, State};

const DEAL_HINT: &str = "a deal is 35 cards for the columns, column by column, one for the waste and 16 for the stock; a single `??` is the card that is missing";
const POSITION_HINT: &str =
    "a position is 7 columns, one a line (`--` is an empty one), then `Waste:` and `Stock:`";

/// A card that nobody has seen.
const UNKNOWN: &str = "??";

const NO_WASTE: &str = "no card on the waste; there is always one";

/// Writes a deal as a plain deck, any other position with labels.
pub fn write(state: &State) -> String {
    let columns = write_columns(&state.columns);
    if state.cards_left() == COLUMNS * COLUMN_CARDS && state.stock.len() == STOCK {
        let rest = std::iter::once(&state.waste).chain(&state.stock);
        return format!("{columns}{}\n", write_cards(rest));
    }
    let stock = match state.stock.as_slice() {
        [] => EMPTY.to_owned(),
        cards => write_cards(cards),
    };
    format!(
        "Columns:\n{columns}Waste: {}\nStock: {stock}\n",
        state.waste
    )
}

/// Reads a deal or a position.
pub fn read(text: &str) -> Result<State, Faults> {
    let text = &with_missing_card(text);
    let is_position = has_labels(text, LABELS) || scan_cards(text).any(|token| token.text == EMPTY);
    if is_position {
        read_position(text).map_err(|faults| faults.with_hint(POSITION_HINT))
    } else {
        let deck = read_deck(text).map_err(|faults| faults.with_hint(DEAL_HINT))?;
        Ok(State::from_deck(&deck))
    }
}

/// The text with the missing card in the place of a single `??`, if there is one
/// of each. Both have two letters, so that no other word changes its place.
fn with_missing_card(text: &str) -> Cow<'_, str> {
    let unknown: Vec<_> = scan_cards(text)
        .filter(|token| token.text == UNKNOWN)
        .collect();
    let seen: Vec<_> = scan_cards(text).filter_map(|token| token.card()).collect();
    let missing: Vec<_> = Card::all().filter(|card| !seen.contains(card)).collect();
    let ([token], [card]) = (unknown.as_slice(), missing.as_slice()) else {
        return Cow::Borrowed(text);
    };
    let lines = text.lines().enumerate().map(|(index, line)| {
        if index + 1 != token.place.line {
            return line.to_owned();
        }
        let before = token.place.column - 1;
        let mut named: String = line.chars().take(before).collect();
        named.push_str(&card.to_string());
        named.extend(line.chars().skip(before + UNKNOWN.len()));
        named
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Columns,
    Waste,
    Stock,
}

const LABELS: &Labels<Part> = &[
    ("columns", Part::Columns),
    ("waste", Part::Waste),
    ("stock", Part::Stock),
];

#[derive(Default)]
struct Parts<'a> {
    columns: Vec<CardToken<'a>>,
    waste: Vec<CardToken<'a>>,
    stock: Vec<CardToken<'a>>,
}

fn read_position(text: &str) -> Result<State, Faults> {
    let mut parts = Parts::default();
    sort_words(text, LABELS, Part::Columns, |part, token| {
        let words = match part {
            Part::Columns => &mut parts.columns,
            Part::Waste => &mut parts.waste,
            Part::Stock => &mut parts.stock,
        };
        words.push(token);
    });
    let mut faults = Faults::default();
    let mut cards = Vec::new();
    let columns = read_columns(&parts.columns, COLUMN_CARDS, &mut cards, &mut faults);
    let before = faults.len();
    let waste = read_pile(&parts.waste, &mut faults);
    // A word that is no card may stand for the top card.
    if waste.is_empty() && faults.len() == before {
        faults.add(NO_WASTE);
    }
    let stock = read_pile(&parts.stock, &mut faults);
    if let Some((place, _)) = stock.get(STOCK) {
        let message = format!(
            "{} cards in the stock; there are never more than {STOCK}",
            stock.len()
        );
        faults.at(*place, message);
    }
    cards.extend(&waste);
    cards.extend(&stock);
    faults.add_duplicates(&cards);
    let state = waste.last().map(|(_, top)| State {
        columns,
        waste: *top,
        stock: stock.into_iter().map(|(_, card)| card).collect(),
    });
    faults.or(state)?.ok_or_else(|| Faults::one(NO_WASTE))
}
