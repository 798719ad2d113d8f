//! What a player does in Black Hole, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_core::Card;
use patience_rules::Illegal;

/// A move, one step: `Play 7h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Put the last card of a column into the hole.
    Play(Card),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Play(card) = self;
        write!(f, "Play {card}")
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            [word, card] if word.eq_ignore_ascii_case("play") => match card.parse() {
                Ok(card) => Ok(Self::Play(card)),
                Err(error) => Err(Illegal::because(error.to_string())),
            },
            _ => Err(Illegal::because("not a move: Play 7h")),
        }
    }
}
