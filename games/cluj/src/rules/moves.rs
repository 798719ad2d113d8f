//! What a player does in Cluj, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_rules::Illegal;

/// A place on the table: column and row, both counted from 0; row 0 is the
/// base of the column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Place {
    /// The column, from 0, left to right.
    pub column: u8,
    /// The row, from 0, the base card first.
    pub row: u8,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.column, self.row)
    }
}

/// A move: `0 5 -> 3 6`, or `0 5 !> 3 6` for a cheat.
///
/// ```
/// use patience_cluj::rules::Move;
/// let move_: Move = "0 5 !> 3 6".parse().unwrap();
/// assert!(move_.cheat);
/// assert_eq!(move_.to_string(), "0 5 !> 3 6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move {
    /// The deepest card of the run that is moved.
    pub from: Place,
    /// Where that card lands.
    pub to: Place,
    /// It does not fit there.
    pub cheat: bool,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = if self.cheat { "!>" } else { "->" };
        write!(f, "{} {arrow} {}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || Illegal::because("not a move: `0 5 -> 3 6`, or `0 5 !> 3 6` for a cheat");
        let (from, to, cheat) = match (text.split_once("->"), text.split_once("!>")) {
            (Some((from, to)), None) => (from, to, false),
            (None, Some((from, to))) => (from, to, true),
            _ => return Err(refuse()),
        };
        let place = |words: &str| {
            let mut numbers = words.split_whitespace().map(|word| word.parse().ok());
            match (numbers.next(), numbers.next(), numbers.next()) {
                (Some(Some(column)), Some(Some(row)), None) => Some(Place { column, row }),
                _ => None,
            }
        };
        match (place(from), place(to)) {
            (Some(from), Some(to)) => Ok(Self { from, to, cheat }),
            _ => Err(refuse()),
        }
    }
}

/// How many of these moves are cheats.
pub fn cheats(moves: &[Move]) -> usize {
    moves.iter().filter(|move_| move_.cheat).count()
}
