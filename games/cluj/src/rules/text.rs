//! Deals and positions as text, in two forms.
//!
//! ```text
//! VT6699.76TV68.T0TD80.DKKK9D.8VKD80.V07977.     one line; 0 or 10 is a ten
//! ```
//! Six columns, the base card first, each ended by `.`, or by `!` when its top
//! card is cheated. Or six lines of cards, one column each; `!` at the end of
//! a line marks its top card, and a line that is blank (or says `-`) is an
//! empty column:
//!
//! ```text
//! V T 6 6 9 9
//! 7 6 T V 6 8 !
//! ..
//! ```
//! Blanks between cards do not matter, small letters are read as well, and a
//! comment reaches from `#` to the end of its line.

use patience_core::{Faults, Place};

use super::{COLUMNS, COPIES, Column, MOST_CARDS, RANKS, Rank, State};

/// Writes the one-line form.
pub fn write(state: &State) -> String {
    let mut text = String::new();
    for column in &state.columns {
        text.extend(column.cards.iter().map(|card| card.letter()));
        text.push(if column.cheated { '!' } else { '.' });
    }
    text
}

/// A column while it is read: its cards and its mark, with their places.
#[derive(Default)]
struct Draft {
    cards: Vec<(Place, Rank)>,
    mark: Option<Place>,
}

/// Reads either form.
pub fn read(text: &str) -> Result<State, Faults> {
    let mut faults = Faults::default();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .collect();
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    // A single line, or any full stop, means that columns end by sign.
    let drafts = if filled <= 1 || lines.iter().any(|line| line.contains('.')) {
        read_signs(&lines, &mut faults)
    } else {
        read_lines(&lines, &mut faults)
    };
    check_columns(&drafts, &mut faults);
    // Counts make no sense while letters could not be read.
    if faults.is_empty() {
        check_ranks(&drafts, &mut faults);
    }
    if !faults.is_empty() {
        faults = faults.with_hint(
            "a position is six columns, base card first, each ended by `.` (or by `!` when its top card is cheated): VT6699.76TV68.T0TD80.DKKK9D.8VKD80.V07977.",
        );
    }
    let mut state = State::default();
    for (column, draft) in state.columns.iter_mut().zip(&drafts) {
        *column = Column {
            cards: draft.cards.iter().map(|(_, card)| *card).collect(),
            cheated: draft.mark.is_some(),
        };
    }
    faults.or(state)
}

/// The letters of the text with their places, `10` as one letter `0`, blanks
/// left out; a letter that means nothing is a fault.
fn letters(lines: &[&str], faults: &mut Faults) -> Vec<(Place, char)> {
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut rest = line.chars().enumerate().peekable();
        while let Some((column, letter)) = rest.next() {
            let place = Place::new(index + 1, column + 1);
            match letter {
                '1' if rest.next_if(|(_, next)| *next == '0').is_some() => found.push((place, '0')),
                '.' | '!' | '-' => found.push((place, letter)),
                _ if letter.is_whitespace() => {}
                _ if Rank::from_letter(letter).is_some() => found.push((place, letter)),
                _ => faults.at(
                    place,
                    format!("`{letter}` is not a card: 6 7 8 9 10 V D K T"),
                ),
            }
        }
    }
    found
}

/// The one-line form (which may be broken over lines).
fn read_signs(lines: &[&str], faults: &mut Faults) -> Vec<Draft> {
    let mut drafts = vec![Draft::default()];
    for (place, letter) in letters(lines, faults) {
        if drafts.len() > COLUMNS {
            faults.at(
                place,
                "nothing may follow the sixth column (only the top card of a column can be marked with `!`)",
            );
            break;
        }
        let Some(draft) = drafts.last_mut() else {
            break;
        };
        match (letter, Rank::from_letter(letter)) {
            (_, Some(card)) => draft.cards.push((place, card)),
            ('.', _) => drafts.push(Draft::default()),
            ('!', _) => {
                draft.mark = Some(place);
                drafts.push(Draft::default());
            }
            _ => faults.at(
                place,
                format!("`{letter}` is not a card: 6 7 8 9 10 V D K T"),
            ),
        }
    }
    let open = drafts.pop().unwrap_or_default();
    if let Some((place, _)) = open.cards.last().filter(|_| drafts.len() < COLUMNS) {
        faults.at(*place, "this column is not ended by `.` or `!`");
    } else if drafts.len() < COLUMNS {
        faults.add(format!("{} columns, not {COLUMNS}", drafts.len()));
    }
    drafts
}

/// Six lines, one column each.
fn read_lines(lines: &[&str], faults: &mut Faults) -> Vec<Draft> {
    // With exactly six lines a blank one is an empty column; else blank lines
    // only set the columns apart.
    let is_column = |line: &&str| lines.len() == COLUMNS || !line.trim().is_empty();
    let numbers: Vec<usize> = (0..lines.len())
        .filter(|&index| is_column(&lines[index]))
        .collect();
    let mut drafts: Vec<Draft> = numbers.iter().map(|_| Draft::default()).collect();
    for (place, letter) in letters(lines, faults) {
        let Some(number) = numbers.iter().position(|&index| index + 1 == place.line) else {
            continue;
        };
        let draft = &mut drafts[number];
        match (letter, Rank::from_letter(letter)) {
            (_, Some(card)) => {
                if let Some(mark) = draft.mark.take() {
                    faults.at(mark, "only the top card of a column can be cheated");
                }
                draft.cards.push((place, card));
            }
            ('!', _) if draft.mark.is_none() => draft.mark = Some(place),
            ('-', _) if draft.cards.is_empty() => {}
            _ => faults.at(place, format!("`{letter}` means nothing here")),
        }
    }
    if let Some(extra) = numbers.get(COLUMNS) {
        faults.at(
            Place::new(extra + 1, 1),
            "nothing may follow the sixth column",
        );
    } else if numbers.len() < COLUMNS {
        faults.add(format!("{} columns, not {COLUMNS}", numbers.len()));
    }
    drafts
}

/// No column is too long, and every mark lies where a cheat can have put it.
fn check_columns(drafts: &[Draft], faults: &mut Faults) {
    for draft in drafts.iter().take(COLUMNS) {
        if let Some((place, _)) = draft.cards.get(MOST_CARDS) {
            faults.at(
                *place,
                format!(
                    "{} cards in a column; there are never more than {MOST_CARDS}",
                    draft.cards.len()
                ),
            );
        }
        let Some(mark) = draft.mark else { continue };
        match draft.cards.as_slice() {
            [] => faults.at(mark, "an empty column has no cheated card"),
            [_] => faults.at(mark, "a cheated card never lies alone in its column"),
            [.., (_, under), (_, top)] if top.above() == Some(*under) => faults.at(
                mark,
                format!("{top} fits onto {under}: it cannot have been cheated there"),
            ),
            _ => {}
        }
    }
}

/// Four cards of every rank. One too many has a place, one too few has none.
fn check_ranks(drafts: &[Draft], faults: &mut Faults) {
    let mut places = vec![Vec::new(); RANKS];
    for (place, card) in drafts.iter().flat_map(|draft| &draft.cards) {
        places[usize::from(card.index())].push(*place);
    }
    for (rank, places) in Rank::all().zip(&places) {
        let message = format!("{} cards of rank {rank}, not {COPIES}", places.len());
        match places.get(COPIES) {
            Some(extra) => faults.at(*extra, message),
            None if places.len() < COPIES => faults.add(message),
            None => {}
        }
    }
}
