//! Deals and positions as text.
//!
//! A deal is one deck: the columns, one after the other, the lowest card first,
//! then the stock, first drawn first. A position has labels:
//!
//! ```text
//! 1: | 9d
//! 2: 4c ?? | As              ?? is a card that nobody has seen
//! 3: | Kd Qs Jh
//! 4:                         an empty column
//! Stock: 2c Kh               first drawn first
//! Waste: 5h 4s               the last one is on top
//! Home: 3c 2d - As           the highest of each suit
//! Pass: 2                    [default: 1]; 2 stands for every later one, too,
//!                            where passes are not limited
//! Score: 120
//! ```
//! Several labels may stand in one line. What is not mentioned is empty.

use std::fmt::Write as _;

use patience_core::{Card, Faults, Place, Rank, Suit};

use super::position::{self, Part, Parts, Word};
use super::{Face, Klondike, State};

/// Writes a face.
fn word(face: Face) -> String {
    face.map_or("??".to_owned(), |card| card.to_string())
}

fn words(faces: &[Face]) -> String {
    let words: Vec<_> = faces.iter().map(|face| word(*face)).collect();
    words.join(" ")
}

/// Writes a position with labels.
pub(super) fn write(rules: &Klondike, state: &State) -> String {
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
    for (label, cards) in [("Stock", &state.stock), ("Waste", &state.waste)] {
        let line = format!("{label}: {}", words(cards));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let home = Suit::ALL.map(|suit| match state.home_top(suit) {
        Some(card) => card.to_string(),
        None => "-".to_owned(),
    });
    let _ = writeln!(text, "Home: {}", home.join(" "));
    if rules.passes.is_some() || state.has_seen_stock {
        let later = u8::from(rules.passes.is_none());
        let _ = writeln!(text, "Pass: {}", state.pass + later);
    }
    if state.score != 0 {
        let _ = writeln!(text, "Score: {}", state.score);
    }
    text
}

/// Reads a deal or a position.
pub(super) fn read(rules: &Klondike, text: &str) -> Result<State, Faults> {
    if let Some(deck) = read_shoot_me(text).or_else(|| read_microsoft(text)) {
        return deck.map(|deck| rules.lay_out(&deck));
    }
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
    for (index, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
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
        "waste" => Part::Waste,
        "home" => Part::Home,
        "pass" => Part::Pass,
        "score" => Part::Score,
        other => Part::Column(other.parse::<u8>().ok()?.checked_sub(1)?),
    })
}

/// Reads a deck as Klondike-Solver and MinimalKlondike write it: 52 times two
/// digits for the rank and one for the suit (1 clubs, 2 diamonds, 3 hearts, 4
/// spades), row by row. None if the text does not look like one.
pub fn read_shoot_me(text: &str) -> Option<Result<patience_core::Deck, Faults>> {
    let digits: String = text.split_whitespace().collect();
    if digits.len() != 156 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut faults = Faults::default();
    let mut cards = Vec::new();
    for index in 0..52 {
        let code = &digits[3 * index..3 * index + 3];
        let rank = code[..2].parse().ok().and_then(Rank::new);
        let suit = code[2..].parse::<usize>().ok();
        let suit = suit.and_then(|suit| Suit::ALL.get(suit.wrapping_sub(1)));
        let place = Place::new(1, 3 * index + 1);
        match (rank, suit) {
            (Some(rank), Some(suit)) => cards.push((place, Card::new(rank, *suit))),
            _ => faults.at(place, format!("`{code}` is not a card")),
        }
    }
    patience_core::check_full_deck(&cards, &mut faults);
    let mut deck = patience_core::full_deck();
    for (place, (_, card)) in deck.iter_mut().zip(&cards) {
        *place = *card;
    }
    Some(faults.or(Klondike::by_rows(&deck)))
}

/// Reads `Microsoft: 1234..`: the number of a deal of Microsoft Solitaire
/// Collection, which may be too long for a deal number. None if the text does
/// not look like one.
fn read_microsoft(text: &str) -> Option<Result<patience_core::Deck, Faults>> {
    let (label, number) = text.split_once(':')?;
    if !label.trim().eq_ignore_ascii_case("microsoft") {
        return None;
    }
    let digits: String = number.split_whitespace().collect();
    Some(super::microsoft_deck(&digits).ok_or_else(|| {
        let mut faults = Faults::default();
        let place = Place::new(1, label.chars().count() + 2);
        faults.at(
            place,
            "not the number of a deal: up to 68 digits, below 52!",
        );
        faults
    }))
}

/// Writes moves as Klondike-Solver does: `DR#` draws, `NEW` turns the waste
/// over, `F#` turns up the card of a column, `XY-#` moves cards. It needs the
/// position that the moves start from.
pub fn write_shoot_me(rules: &Klondike, start: &State, moves: &[super::Move]) -> String {
    use super::Move;
    use patience_rules::Rules as _;
    let mut out: Vec<String> = Vec::new();
    let mut draws = 0;
    let mut state = start.clone();
    let home = |suit: Suit| suit.letter().to_ascii_uppercase();
    for played in moves {
        if draws > 0 && *played != Move::Draw {
            out.push(format!("DR{draws}"));
            draws = 0;
        }
        let before = state.clone();
        if rules.apply(&mut state, played).is_err() {
            break;
        }
        let suit_of = |face: Face| face.map_or('?', |card| home(card.suit()));
        let from = match *played {
            Move::Draw => {
                draws += 1;
                None
            }
            Move::Recycle => {
                out.push("NEW".to_owned());
                None
            }
            Move::WasteHome => {
                let top = before.waste.last().copied().flatten();
                out.push(format!("W{}", suit_of(top)));
                None
            }
            Move::WasteTo(to) => {
                out.push(format!("W{}", to + 1));
                None
            }
            Move::ColumnHome(from) => {
                let top = before.columns[usize::from(from)].top();
                out.push(format!("{}{}", from + 1, suit_of(top)));
                Some(from)
            }
            Move::Column { from, to } => {
                let count = rules.run_of(&before, from, to).unwrap_or(1);
                out.push(match count {
                    1 => format!("{}{}", from + 1, to + 1),
                    _ => format!("{}{}-{count}", from + 1, to + 1),
                });
                Some(from)
            }
            Move::Back { suit, to } => {
                out.push(format!("{}{}", home(suit), to + 1));
                None
            }
        };
        if let Some(from) = from {
            let down = |state: &State| state.columns[usize::from(from)].down.len();
            if down(&state) < down(&before) {
                out.push(format!("F{}", from + 1));
            }
        }
    }
    if draws > 0 {
        out.push(format!("DR{draws}"));
    }
    out.join(" ")
}
