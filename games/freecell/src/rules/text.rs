//! Deals and positions as text, in the format of fc-solve.
//!
//! ```text
//! Foundations: H-6 C-9 D-2 S-0       the highest rank at home, 0 is none
//! Freecells:  QS  3S  -  KD          - is an empty cell
//! : 8H 3D 2S                         one line a column, the base card first
//! : KS QD JC
//! :                                  an empty column
//! ```
//! The colons and the labelled lines may be left out when they would be empty.
//! `Founds:` and `FC:` are short for the labels. A single line of 52
//! cards is a deck in the order in which it is dealt. Ten is `T` or `10`.
//!
//! Every card must be somewhere: on the table or at home. A deck of fewer
//! ranks is accepted if all suits end at the same rank. A missing card is an
//! error, because it would change the answer.

use std::fmt::Write as _;

use patience_core::{Card, CardToken, Faults, Place, Rank, Suit, read_deck, scan_cards};

use super::{FreeCell, State};

/// The order of the suits in fc-solve's line of foundations.
const HOME_ORDER: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

/// Writes a position: plain columns at the start of a game without filled
/// cells or cards at home, else with labels.
pub(super) fn write(state: &State) -> String {
    let mut text = String::new();
    let plain = state.home == [0; 4]
        && state.cells.iter().all(Option::is_none)
        && state.columns.iter().all(|column| !column.is_empty());
    if !plain {
        let home = HOME_ORDER.map(|suit| {
            let rank = Rank::new(state.home[usize::from(suit.index())]);
            let rank = rank.map_or('0', Rank::letter);
            format!("{}-{rank}", suit.letter().to_ascii_uppercase())
        });
        let _ = writeln!(text, "Foundations: {}", home.join(" "));
        if !state.cells.is_empty() {
            let cells = state.cells.iter();
            let cells: Vec<_> = cells
                .map(|cell| cell.map_or("-".to_owned(), shout))
                .collect();
            let _ = writeln!(text, "Freecells: {}", cells.join(" "));
        }
    }
    for column in &state.columns {
        let cards: Vec<_> = column.iter().copied().map(shout).collect();
        let line = format!("{}{}", if plain { "" } else { ": " }, cards.join(" "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// `TH`: the format's own spelling, which every reader of it understands.
fn shout(card: Card) -> String {
    card.to_string().to_ascii_uppercase()
}

/// Reads a deal or a position.
pub(super) fn read(rules: &FreeCell, text: &str) -> Result<State, Faults> {
    let lines = lines_of(text);
    if let [line] = lines.as_slice()
        && line.kind == (Kind::Column { colon: false })
    {
        return read_deck(text).map(|deck| rules.lay_out(&deck));
    }
    read_position(rules, &lines)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Home,
    Cells,
    Column { colon: bool },
}

struct Line<'a> {
    kind: Kind,
    words: Vec<CardToken<'a>>,
}

/// The lines with content, each with what it is. Blank lines between
/// columns without colons are empty columns only in positions; they are kept
/// here as empty lines and dropped at both ends.
fn lines_of(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut tokens = scan_cards(text).peekable();
    for (index, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        let is_comment = code.len() < line.len() && code.trim().is_empty();
        let (kind, label) = kind_of(code);
        let mut words = Vec::new();
        while let Some(token) = tokens.next_if(|token| token.place.line == index + 1) {
            if token.place.column > label {
                words.push(token);
            }
        }
        if !is_comment {
            lines.push(Line { kind, words });
        }
    }
    let is_blank =
        |line: &Line<'_>| line.words.is_empty() && line.kind == Kind::Column { colon: false };
    let is_column = |line: &Line<'_>| matches!(line.kind, Kind::Column { .. }) && !is_blank(line);
    let first = lines.iter().position(is_column).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_column).unwrap_or(0);
    let with_colons = lines
        .iter()
        .any(|line| line.kind == Kind::Column { colon: true });
    let numbered = lines.into_iter().enumerate();
    let kept = numbered.filter(|(index, line)| {
        !is_blank(line) || (!with_colons && *index > first && *index < last)
    });
    kept.map(|(_, line)| line).collect()
}

/// What a line is, and how many characters its label takes.
fn kind_of(line: &str) -> (Kind, usize) {
    let Some(colon) = line.find(':') else {
        return (Kind::Column { colon: false }, 0);
    };
    let label = line[..colon].trim().to_ascii_lowercase();
    let kind = match label.as_str() {
        "foundations" | "founds" | "home" => Kind::Home,
        "freecells" | "fc" | "cells" => Kind::Cells,
        "" => Kind::Column { colon: true },
        // `Column 3:` or `3:` in front of a column, as some programs print it.
        other
            if other
                .trim_start_matches("column")
                .trim()
                .parse::<u8>()
                .is_ok() =>
        {
            Kind::Column { colon: true }
        }
        _ => return (Kind::Column { colon: false }, 0),
    };
    (kind, line[..=colon].chars().count())
}

fn read_position(rules: &FreeCell, lines: &[Line<'_>]) -> Result<State, Faults> {
    let mut faults = Faults::default();
    let mut cards = Vec::new();
    let mut state = State {
        columns: Vec::new(),
        cells: Vec::new(),
        home: [0; 4],
    };
    for line in lines {
        match line.kind {
            Kind::Home => state.home = read_home(&line.words, &mut faults),
            Kind::Cells => state.cells = read_cells(&line.words, &mut cards, &mut faults),
            Kind::Column { .. } => {
                let column = line.words.iter();
                let column = column.filter_map(|token| read_card(token, &mut cards, &mut faults));
                state.columns.push(column.collect());
            }
        }
    }
    drop_blank_lines(rules, lines, &mut state);
    fit(rules, &mut state, &mut faults);
    faults.add_duplicates(&cards);
    check_home(&state, &cards, &mut faults);
    let malformed = !faults.is_empty();
    let hint = check_nothing_is_missing(&state, malformed, &mut faults);
    let faults = match hint {
        Some(hint) => faults.with_hint(hint),
        None if malformed => faults.with_hint(
            "a position is a line for each column, base card first, and where needed `Foundations: H-5 C-A S-0 D-K` and `Freecells: 3H - QC -`",
        ),
        None => faults,
    };
    faults.or(state)
}

/// Blank lines between columns are empty columns if there are not too many of
/// them; otherwise they are only spacing.
fn drop_blank_lines(rules: &FreeCell, lines: &[Line<'_>], state: &mut State) {
    let has_colons = lines
        .iter()
        .any(|line| line.kind == Kind::Column { colon: true });
    if state.columns.len() > usize::from(rules.columns) && !has_colons {
        state.columns.retain(|column| !column.is_empty());
    }
}

/// Brings columns and cells to the number that the game has. Columns and cells
/// that are not mentioned are empty.
fn fit(rules: &FreeCell, state: &mut State, faults: &mut Faults) {
    let (columns, cells) = (usize::from(rules.columns), usize::from(rules.cells));
    if state.columns.len() > columns {
        faults.add(format!(
            "{} columns; {} has {columns}",
            state.columns.len(),
            rules.name
        ));
    }
    if state.cells.iter().skip(cells).any(Option::is_some) {
        faults.add(format!(
            "{} cells; {} has {cells}",
            state.cells.len(),
            rules.name
        ));
    } else {
        state.cells.resize(cells, None);
    }
    if state.columns.len() < columns {
        state.columns.resize(columns, Vec::new());
    }
}

fn read_home(tokens: &[CardToken<'_>], faults: &mut Faults) -> [u8; 4] {
    let mut home = [0; 4];
    for token in tokens {
        match read_home_word(token.text) {
            Some((suit, rank)) => home[usize::from(suit.index())] = rank,
            None => {
                let text: String = token.text.chars().take(12).collect();
                faults.at(
                    token.place,
                    format!("`{text}` is not a foundation such as H-5, C-A or S-0"),
                );
            }
        }
    }
    home
}

/// `H-5`, `C-0`, `S-10`; `-` alone stands for no foundation.
fn read_home_word(text: &str) -> Option<(Suit, u8)> {
    let (suit, rank) = text.split_once('-')?;
    let mut letters = suit.chars();
    let suit = Suit::from_char(letters.next()?)?;
    if letters.next().is_some() {
        return None;
    }
    let rank = match rank {
        "0" => 0,
        rank => rank.parse::<Rank>().ok()?.value(),
    };
    Some((suit, rank))
}

fn read_cells(
    tokens: &[CardToken<'_>],
    cards: &mut Vec<(Place, Card)>,
    faults: &mut Faults,
) -> Vec<Option<Card>> {
    let cells = tokens.iter().map(|token| {
        let empty = matches!(token.text, "-" | "--");
        (!empty).then(|| read_card(token, cards, faults)).flatten()
    });
    cells.collect()
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

/// A card cannot be on the table and at home.
fn check_home(state: &State, cards: &[(Place, Card)], faults: &mut Faults) {
    for (place, card) in cards {
        let home = state.home[usize::from(card.suit().index())];
        if card.rank().value() <= home {
            faults.at(*place, format!("{card} is at home already"));
        }
    }
}

/// Reports the cards that are neither on the table nor at home. If they are
/// just the lowest of their suits, returns a hint for the fix.
fn check_nothing_is_missing(state: &State, malformed: bool, faults: &mut Faults) -> Option<String> {
    let on_table: Vec<_> = state.cards().collect();
    let of_suit = |suit: Suit| on_table.iter().filter(move |card| card.suit() == suit);
    let highest = Suit::ALL.map(|suit| {
        let on_table = of_suit(suit).map(|card| card.rank().value()).max();
        on_table.unwrap_or(state.home[usize::from(suit.index())])
    });
    let top = highest.into_iter().max().unwrap_or(0);
    if on_table.is_empty() && state.home == [0; 4] {
        if !malformed {
            faults.add("no cards");
        }
        return None;
    }
    let missing: Vec<_> = Card::all()
        .filter(|card| {
            let rank = card.rank().value();
            rank <= top
                && rank > state.home[usize::from(card.suit().index())]
                && !on_table.contains(card)
        })
        .collect();
    match missing.as_slice() {
        [] => return None,
        [card] => faults.add(format!("{card} is missing")),
        several => {
            let names: Vec<_> = several.iter().map(ToString::to_string).collect();
            faults.add(format!(
                "{} cards are missing: {}",
                several.len(),
                names.join(" ")
            ));
        }
    }
    // If all missing cards are below those on the table, they are at home, and
    // only the line that says so is missing.
    let lowest = Suit::ALL.map(|suit| {
        let lowest = of_suit(suit).map(|card| card.rank().value()).min();
        lowest.map_or(top, |lowest| lowest - 1)
    });
    let all_at_home = missing
        .iter()
        .all(|card| card.rank().value() <= lowest[usize::from(card.suit().index())]);
    (all_at_home && !malformed).then(|| {
        let home = HOME_ORDER.map(|suit| {
            let rank = Rank::new(lowest[usize::from(suit.index())]).map_or('0', Rank::letter);
            format!("{}-{rank}", suit.letter().to_ascii_uppercase())
        });
        format!(
            "if they are at home, say so: `Foundations: {}`",
            home.join(" ")
        )
    })
}
