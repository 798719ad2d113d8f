//! Deals and positions as text.
//!
//! A deal is a deck of 52 cards: 28 for the pyramid, apex first, then 24 for
//! the stock, top first. A position from the middle of a game has labels:
//!
//! ```text
//! Pyramid:
//!             6d
//!           5h  Ah
//!         Jd  4s  --          -- is a card that is gone
//!       6s  8c  --  --
//!     9s  --  --  --  --
//!   --  --  --  --  --  --
//! --  --  --  --  --  --  --
//! Waste: 3s 9c                the last one is on top
//! Stock: As 5d Qh Ts          the first one is on top
//! Pass: 2                     of the three through the stock [default: 1]
//! ```
//! `Pyramid:` may be left out, and so may `Waste:` and `Stock:` when they are
//! empty. Cards of the stock that are gone are left out.

use std::fmt::Write as _;

use patience_core::{Card, CardToken, Faults, Place, Rank, read_deck, scan_cards};

use patience_rules::labelled::{Labels, has_labels, sort_words};

use super::{CARDS, PASSES, ROWS, State, covering, slots_of_row};

const GONE: &str = "--";

/// Writes a deal as a plain deck, any other position with labels.
pub fn write(state: &State) -> String {
    let rows = write_rows(state);
    if state.pass == 1 && state.waste.is_empty() && state.cards().count() == 52 {
        return format!("{rows}{}\n", words(&state.stock));
    }
    let mut text = format!("Pyramid:\n{rows}");
    for (label, cards) in [("Waste", &state.waste), ("Stock", &state.stock)] {
        if cards.is_empty() {
            let _ = writeln!(text, "{label}:");
        } else {
            let _ = writeln!(text, "{label}: {}", words(cards));
        }
    }
    let _ = writeln!(text, "Pass: {}", state.pass);
    text
}

fn write_rows(state: &State) -> String {
    let mut text = String::new();
    for row in 0..ROWS {
        let indent = 2 * (ROWS - 1 - row);
        let cards: Vec<_> = slots_of_row(row)
            .map(|slot| state.pyramid[slot].map_or(GONE.to_owned(), |card| card.to_string()))
            .collect();
        let _ = writeln!(text, "{:indent$}{}", "", cards.join("  "));
    }
    text
}

fn words(cards: &[Card]) -> String {
    let words: Vec<_> = cards.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Reads a deal or a position.
pub fn read(text: &str) -> Result<State, Faults> {
    let is_position = has_labels(text, LABELS) || scan_cards(text).any(|token| token.text == GONE);
    if is_position {
        read_position(text)
    } else {
        read_deck(text).map(|deck| State::from_deck(&deck))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Pyramid,
    Waste,
    Stock,
    Pass,
}

const LABELS: &Labels<Part> = &[
    ("pyramid", Part::Pyramid),
    ("waste", Part::Waste),
    ("stock", Part::Stock),
    ("pass", Part::Pass),
];

#[derive(Default)]
struct Parts<'a> {
    pyramid: Vec<CardToken<'a>>,
    waste: Vec<CardToken<'a>>,
    stock: Vec<CardToken<'a>>,
    pass: Vec<CardToken<'a>>,
}

/// Sorts the words of a labelled text into its parts.
fn split_parts(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    sort_words(text, LABELS, Part::Pyramid, |part, token| {
        let words = match part {
            Part::Pyramid => &mut parts.pyramid,
            Part::Waste => &mut parts.waste,
            Part::Stock => &mut parts.stock,
            Part::Pass => &mut parts.pass,
        };
        words.push(token);
    });
    // Without labels for the piles, the stock follows the pyramid as in a deal.
    if parts.stock.is_empty() && parts.pyramid.len() > CARDS {
        parts.stock = parts.pyramid.split_off(CARDS);
    }
    parts
}

fn read_position(text: &str) -> Result<State, Faults> {
    let mut faults = Faults::default();
    let parts = split_parts(text);
    let mut cards = Vec::new();
    let pyramid = read_pyramid(&parts.pyramid, &mut cards, &mut faults);
    let waste = read_pile(&parts.waste, &mut cards, &mut faults);
    let stock = read_pile(&parts.stock, &mut cards, &mut faults);
    let pass = read_pass(&parts.pass, &mut faults);
    faults.add_duplicates(&cards);
    if faults.is_empty() {
        check_gone_in_pairs(&cards, &mut faults);
    }
    if waste.len() + stock.len() > 52 - CARDS {
        faults.add(format!(
            "{} cards in waste and stock; there are never more than {}",
            waste.len() + stock.len(),
            52 - CARDS
        ));
    }
    let faults = if faults.is_empty() {
        faults
    } else {
        faults.with_hint("a position is 28 cards for the pyramid (`--` where one is gone), then `Waste:`, `Stock:` and `Pass:`")
    };
    faults.or(State {
        pyramid,
        waste,
        stock,
        pass,
    })
}

fn read_pyramid(
    tokens: &[CardToken<'_>],
    cards: &mut Vec<(Place, Card)>,
    faults: &mut Faults,
) -> [Option<Card>; CARDS] {
    let mut pyramid = [None; CARDS];
    if tokens.len() != CARDS {
        faults.add(format!(
            "{} cards and gaps for the pyramid; it has {CARDS} places",
            tokens.len()
        ));
    }
    for (slot, token) in pyramid.iter_mut().zip(tokens) {
        if token.text != GONE {
            *slot = read_card(token, cards, faults);
        }
    }
    for (slot, token) in tokens.iter().enumerate().take(CARDS) {
        let cover = covering(slot).find_map(|below| pyramid[below]);
        if let (GONE, Some(cover)) = (token.text, cover) {
            faults.at(
                token.place,
                format!("no card can be gone here: {cover} still covers the place"),
            );
        }
    }
    pyramid
}

fn read_pile(
    tokens: &[CardToken<'_>],
    cards: &mut Vec<(Place, Card)>,
    faults: &mut Faults,
) -> Vec<Card> {
    tokens
        .iter()
        .filter(|token| token.text != GONE)
        .filter_map(|token| read_card(token, cards, faults))
        .collect()
}

fn read_card(
    token: &CardToken<'_>,
    cards: &mut Vec<(Place, Card)>,
    faults: &mut Faults,
) -> Option<Card> {
    match token.text.parse() {
        Ok(card) => {
            cards.push((token.place, card));
            Some(card)
        }
        Err(error) => {
            faults.at(token.place, error.to_string());
            None
        }
    }
}

fn read_pass(tokens: &[CardToken<'_>], faults: &mut Faults) -> u8 {
    // "Pass: 2 of 3" is accepted, too.
    let Some(token) = tokens.first() else {
        return 1;
    };
    match token.text.parse() {
        Ok(pass @ 1..=PASSES) => pass,
        _ => {
            let text: String = token.text.chars().take(12).collect();
            faults.at(
                token.place,
                format!("`{text}` is not a pass: 1, 2 or {PASSES}"),
            );
            1
        }
    }
}

/// Cards leave in pairs that add up to 13, so as many of a rank must be gone
/// as of its partner.
fn check_gone_in_pairs(cards: &[(Place, Card)], faults: &mut Faults) {
    let mut left = [0u8; 14];
    for (_, card) in cards {
        left[usize::from(card.rank().value())] += 1;
    }
    for low in Rank::all().take(6) {
        let high = 13 - low.value();
        let (low_left, high_left) = (left[usize::from(low.value())], left[usize::from(high)]);
        if let (true, Some(high)) = (low_left != high_left, Rank::new(high)) {
            faults.add(format!(
                "{low_left} of rank {low} are left but {high_left} of rank {high}: they go in pairs"
            ));
        }
    }
}
