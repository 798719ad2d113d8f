//! What a player does in Golf, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_core::Card;
use patience_rules::Illegal;

/// A move, one step each: `Draw` or `Play 7h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Turn the stock's top card onto the waste.
    Draw,
    /// Put the last card of a column onto the waste.
    Play(Card),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("Draw"),
            Self::Play(card) => write!(f, "Play {card}"),
        }
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            [word] if word.eq_ignore_ascii_case("draw") => Ok(Self::Draw),
            [word, card] if word.eq_ignore_ascii_case("play") => match card.parse() {
                Ok(card) => Ok(Self::Play(card)),
                Err(error) => Err(Illegal::because(error.to_string())),
            },
            _ => Err(Illegal::because("not a move: Draw or Play 7h")),
        }
    }
}
