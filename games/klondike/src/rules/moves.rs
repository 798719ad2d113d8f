//! What a player does, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_core::Suit;
use patience_rules::Illegal;

/// A move. Columns are counted from 0 here and from 1 in text.
///
/// How many cards go from one column to another follows from the ranks: those
/// from the card that fits onto the last one there; onto an empty column, those
/// from the King.
///
/// ```
/// use patience_klondike::rules::Move;
/// for text in ["Draw", "Recycle", "w3", "wh", "3h", "35", "hc3"] {
///     assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Turn cards from the stock to the waste.
    Draw,
    /// Turn the waste over: it becomes the stock.
    Recycle,
    /// The top of the waste goes home.
    WasteHome,
    /// The top of the waste goes onto a column.
    WasteTo(u8),
    /// The last card of a column goes home.
    ColumnHome(u8),
    /// Cards go from one column to another.
    Column {
        /// From here.
        from: u8,
        /// Onto this one.
        to: u8,
    },
    /// The top of a home pile comes back onto a column.
    Back {
        /// Its suit.
        suit: Suit,
        /// Onto this column.
        to: u8,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => f.write_str("Draw"),
            Self::Recycle => f.write_str("Recycle"),
            Self::WasteHome => f.write_str("wh"),
            Self::WasteTo(to) => write!(f, "w{}", to + 1),
            Self::ColumnHome(from) => write!(f, "{}h", from + 1),
            Self::Column { from, to } => write!(f, "{}{}", from + 1, to + 1),
            Self::Back { suit, to } => write!(f, "h{}{}", suit.letter(), to + 1),
        }
    }
}

/// `1` to `9`, as an index from 0.
fn column(letter: char) -> Option<u8> {
    let digit = letter.to_digit(10)?;
    u8::try_from(digit.checked_sub(1)?).ok()
}

fn parse(text: &str) -> Option<Move> {
    let lower = text.trim().to_ascii_lowercase();
    let letters: Vec<_> = lower.chars().collect();
    match letters.as_slice() {
        ['w', 'h'] => Some(Move::WasteHome),
        ['w', to] => column(*to).map(Move::WasteTo),
        [from, 'h'] => column(*from).map(Move::ColumnHome),
        ['h', suit, to] => Some(Move::Back {
            suit: Suit::from_char(*suit)?,
            to: column(*to)?,
        }),
        [from, to] => Some(Move::Column {
            from: column(*from)?,
            to: column(*to)?,
        }),
        _ => match lower.as_str() {
            "draw" => Some(Move::Draw),
            "recycle" => Some(Move::Recycle),
            _ => None,
        },
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| {
            Illegal::because(
                "not a move: Draw, Recycle, 35 (column 3 to column 5), 3h (home), w3, wh (from the waste) or hc3 (clubs from home to column 3)",
            )
        })
    }
}
