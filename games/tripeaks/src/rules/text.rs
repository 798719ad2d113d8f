//! Deals and positions as text.
//!
//! A deal is a deck of 52 cards: 28 for the tableau, peaks first, one for the
//! waste, then 23 for the stock, top first. `??` is a card that nobody has seen
//! yet: one of the 18 that lie face down, or one of the stock. A single
//! `??` is the card that is missing. A position from the middle of a game has
//! labels:
//!
//! ```text
//! Tableau:
//!       ??          Jh          ??
//!     4c  Th      ??  ??      ??  ??
//!   Kd  -7h --  ??  ??  ??  ??  ??  9s      -- a card that is gone,
//! -8s --  --  --  5c  Jd  7c  Qc  4d  2h      -7h the same, and which it was
//! Waste: Ks 9h 8s 7h                        the last one is on top
//! Stock: As 5d Qh Ts ??                     the first one is on top
//! Streak: 2                                 cards played since the last draw
//! Score: 1200                               points so far
//! ```
//! `Tableau:` may be left out. The waste needs only its top card. `Stock:` may
//! be left out when it is empty. Without `Streak:`, the streak follows from the
//! cards (if every card that is gone is named, or nothing was drawn yet), or is
//! 0. Without `Score:`, the score starts at 0. If the waste is complete and every
//! card that is gone is named, the start of the game is known, too.

use std::fmt::Write as _;

use patience_core::{CardToken, Faults, scan_cards};

use patience_rules::labelled::{Labels, has_labels, sort_words};

use super::{CARDS, Face, ROWS, STOCK, Slot, State, position, slots_of_row};

const GONE: &str = "--";
const UNKNOWN: &str = "??";

/// What a word of the text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Here(Face),
    Gone(Face),
}

impl Word {
    /// Reads `7h`, `??`, `--` or `-7h`; notes what is wrong with it.
    pub(super) fn read(token: &CardToken<'_>, faults: &mut Faults) -> Option<Self> {
        match token.text {
            GONE => return Some(Self::Gone(None)),
            UNKNOWN => return Some(Self::Here(None)),
            _ => {}
        }
        let (name, gone) = match token.text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (token.text, false),
        };
        match name.parse() {
            Ok(card) if gone => Some(Self::Gone(Some(card))),
            Ok(card) => Some(Self::Here(Some(card))),
            Err(error) => {
                faults.at(token.place, error.to_string());
                None
            }
        }
    }
}

/// Writes a deal as a plain deck, any other position with labels.
pub fn write(state: &State) -> String {
    let rows = write_rows(state);
    let is_deal = state.gone() == 0
        && state.waste.len() == 1
        && state.stock.len() == STOCK
        && (state.streak, state.score) == (0, 0);
    if is_deal {
        let rest: Vec<_> = state.waste.iter().chain(&state.stock).copied().collect();
        return format!("{rows}{}\n", words(&rest));
    }
    let mut text = format!("Tableau:\n{rows}");
    let _ = writeln!(text, "Waste: {}", words(&state.waste));
    let stock = words(&state.stock);
    let _ = writeln!(text, "{}", format!("Stock: {stock}").trim_end());
    let _ = writeln!(text, "Streak: {}", state.streak);
    if state.score > 0 {
        let _ = writeln!(text, "Score: {}", state.score);
    }
    text
}

fn write_rows(state: &State) -> String {
    let mut text = String::new();
    for row in 0..ROWS {
        let mut line = " ".repeat(2 * (ROWS - 1 - row));
        for slot in slots_of_row(row) {
            let word = match state.tableau[slot] {
                Slot::Here(face) => write_face(face),
                Slot::Gone(Some(card)) => format!("-{card}"),
                Slot::Gone(None) => GONE.to_owned(),
            };
            // Leave room for the missing cards between two peaks.
            let gap = match row {
                0 => 12,
                1 if slot % 2 == 0 => 8,
                _ => 4,
            };
            let _ = write!(line, "{word:gap$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn write_face(face: Face) -> String {
    face.map_or(UNKNOWN.to_owned(), |card| card.to_string())
}

fn words(faces: &[Face]) -> String {
    let words: Vec<_> = faces.iter().copied().map(write_face).collect();
    words.join(" ")
}

/// Reads a deal or a position.
pub fn read(text: &str) -> Result<State, Faults> {
    let is_position =
        has_labels(text, LABELS) || scan_cards(text).any(|token| token.text.starts_with('-'));
    if is_position {
        position::read(&split_parts(text))
    } else {
        position::read_deal(&scan_cards(text).collect::<Vec<_>>())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Tableau,
    Waste,
    Stock,
    Streak,
    Score,
}

const LABELS: &Labels<Part> = &[
    ("tableau", Part::Tableau),
    ("waste", Part::Waste),
    ("stock", Part::Stock),
    ("streak", Part::Streak),
    ("score", Part::Score),
];

/// The words of a labelled text, sorted.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub tableau: Vec<CardToken<'a>>,
    pub waste: Vec<CardToken<'a>>,
    pub stock: Vec<CardToken<'a>>,
    pub streak: Vec<CardToken<'a>>,
    pub score: Vec<CardToken<'a>>,
}

fn split_parts(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    sort_words(text, LABELS, Part::Tableau, |part, token| {
        let words = match part {
            Part::Tableau => &mut parts.tableau,
            Part::Waste => &mut parts.waste,
            Part::Stock => &mut parts.stock,
            Part::Streak => &mut parts.streak,
            Part::Score => &mut parts.score,
        };
        words.push(token);
    });
    // Without labels for the piles, they follow the tableau as in a deal.
    if parts.waste.is_empty() && parts.stock.is_empty() && parts.tableau.len() > CARDS {
        parts.waste = parts.tableau.split_off(CARDS);
        parts.stock = parts.waste.split_off(1);
    }
    parts
}
