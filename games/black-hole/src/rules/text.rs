//! Deals and positions as text.
//!
//! A deal is 51 cards, all but the Ace of spades: 17 columns of three, column by
//! column, the last card of each the one that can be played. A position from the
//! middle of a game has labels:
//!
//! ```text
//! Columns:
//! Qs Qd Td              one column a line
//! 9d
//! --                    an empty column
//! ..
//! Hole: 6h              the last one is on top; the others may be left out
//! ```
//! `Columns:` may be left out. Cards that appear nowhere have been played.

use patience_core::{Card, CardToken, Faults, Place, scan_cards};
use patience_rules::columns::{EMPTY, read_columns, read_pile, write_cards, write_columns};
use patience_rules::labelled::{Labels, has_labels, sort_words};

use super::{CARDS, COLUMN_CARDS, FIRST, State, are_neighbours};

const DEAL_HINT: &str =
    "a deal is 17 columns of three cards, column by column; the Ace of spades is in the hole";
const POSITION_HINT: &str =
    "a position is 17 columns, one a line (`--` is an empty one), then `Hole:`";
const NO_HOLE: &str = "no card in the hole; there is always one";

/// Writes a deal as plain cards, any other position with labels.
pub fn write(state: &State) -> String {
    let columns = write_columns(&state.columns);
    if state.cards_left() == CARDS && state.hole == FIRST {
        return columns;
    }
    format!("Columns:\n{columns}Hole: {}\n", state.hole)
}

/// Reads a deal or a position.
pub fn read(text: &str) -> Result<State, Faults> {
    let is_position = has_labels(text, LABELS) || scan_cards(text).any(|token| token.text == EMPTY);
    if is_position {
        read_position(text).map_err(|faults| faults.with_hint(POSITION_HINT))
    } else {
        read_deal(text).map_err(|faults| faults.with_hint(DEAL_HINT))
    }
}

fn read_deal(text: &str) -> Result<State, Faults> {
    let mut faults = Faults::default();
    let tokens: Vec<_> = scan_cards(text).collect();
    let cards = read_pile(&tokens, &mut faults);
    check_cards(&cards, &mut faults);
    let missing = missing(&cards);
    // Without any cards the count says it all.
    if !missing.is_empty() && missing.len() < CARDS {
        faults.add(list_missing(&missing));
    }
    if tokens.len() != CARDS {
        faults.add(match tokens.len() {
            0 => format!("no cards; a deal has {CARDS}"),
            1 => format!("1 card; a deal has {CARDS}"),
            count => format!("{count} cards; a deal has {CARDS}"),
        });
    }
    let mut dealt = [FIRST; CARDS];
    for (place, (_, card)) in dealt.iter_mut().zip(&cards) {
        *place = *card;
    }
    faults.or(State::from_cards(&dealt))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Columns,
    Hole,
}

const LABELS: &Labels<Part> = &[("columns", Part::Columns), ("hole", Part::Hole)];

fn read_position(text: &str) -> Result<State, Faults> {
    let (mut in_columns, mut in_hole) = (Vec::<CardToken<'_>>::new(), Vec::new());
    sort_words(text, LABELS, Part::Columns, |part, token| match part {
        Part::Columns => in_columns.push(token),
        Part::Hole => in_hole.push(token),
    });
    let mut faults = Faults::default();
    let mut cards = Vec::new();
    let columns = read_columns(&in_columns, COLUMN_CARDS, &mut cards, &mut faults);
    let before = faults.len();
    let hole = read_pile(&in_hole, &mut faults);
    // A word that is no card may stand for the top card.
    if hole.is_empty() && faults.len() == before {
        faults.add(NO_HOLE);
    } else if faults.len() == before {
        check_hole(&hole, &mut faults);
    }
    let starts_with_first = hole.first().is_some_and(|(_, card)| *card == FIRST);
    cards.extend(hole.iter().skip(usize::from(starts_with_first)));
    check_cards(&cards, &mut faults);
    // A hole that is written from its first card holds every card played.
    let missing = missing(&cards);
    if faults.is_empty() && starts_with_first && !missing.is_empty() {
        faults.add(format!(
            "{}; a hole that starts with {FIRST} holds every card played",
            list_missing(&missing)
        ));
    }
    let state = hole.last().map(|(_, top)| State {
        columns,
        hole: *top,
    });
    faults.or(state)?.ok_or_else(|| Faults::one(NO_HOLE))
}

/// Each card of the hole was played onto the one before it.
fn check_hole(hole: &[(Place, Card)], faults: &mut Faults) {
    for pair in hole.windows(2) {
        let ((_, below), (place, above)) = (pair[0], pair[1]);
        if above != FIRST && !are_neighbours(below.rank(), above.rank()) {
            faults.at(place, format!("{above} does not go onto {below}"));
        }
    }
}

/// Reports duplicates, and the Ace of spades where it cannot be.
fn check_cards(cards: &[(Place, Card)], faults: &mut Faults) {
    let (first, others): (Vec<_>, Vec<_>) = cards.iter().partition(|(_, card)| *card == FIRST);
    for (place, _) in first {
        faults.at(place, format!("{FIRST} lies at the bottom of the hole"));
    }
    faults.add_duplicates(&others);
}

/// The cards that appear nowhere, apart from the first one in the hole.
fn missing(cards: &[(Place, Card)]) -> Vec<Card> {
    Card::all()
        .filter(|card| *card != FIRST && cards.iter().all(|(_, seen)| seen != card))
        .collect()
}

fn list_missing(missing: &[Card]) -> String {
    match missing {
        [card] => format!("{card} is missing"),
        several => format!(
            "{} cards are missing: {}",
            several.len(),
            write_cards(several)
        ),
    }
}
