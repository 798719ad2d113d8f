//! What a player does, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_rules::Illegal;

/// A move. Columns are counted from 0 here and from 1 in text.
///
/// ```
/// use patience_spider::rules::Move;
/// for text in ["Deal", "3 7 4", "10 1 13", "3 home"] {
///     assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Deal a card from the stock onto every column.
    Deal,
    /// The last cards of a column go onto another one.
    Run {
        /// From here.
        from: u8,
        /// Onto this one.
        to: u8,
        /// So many cards.
        count: u8,
    },
    /// A complete run leaves this column. Only where that is a choice.
    Home(u8),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Deal => f.write_str("Deal"),
            Self::Run { from, to, count } => write!(f, "{} {} {count}", from + 1, to + 1),
            Self::Home(from) => write!(f, "{} home", from + 1),
        }
    }
}

/// A column's number, as an index from 0.
fn column(text: &str) -> Option<u8> {
    text.parse::<u8>().ok()?.checked_sub(1)
}

fn parse(text: &str) -> Option<Move> {
    let words: Vec<_> = text.split_whitespace().collect();
    match words.as_slice() {
        [word] if word.eq_ignore_ascii_case("deal") => Some(Move::Deal),
        [from, word] if word.eq_ignore_ascii_case("home") => column(from).map(Move::Home),
        [from, to, count] => Some(Move::Run {
            from: column(from)?,
            to: column(to)?,
            count: count.parse().ok()?,
        }),
        _ => None,
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| {
            Illegal::because(
                "not a move: Deal, `3 7 4` (from column 3 to column 7, four cards), or `3 home` (a complete run leaves)",
            )
        })
    }
}
