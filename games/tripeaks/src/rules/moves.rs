//! What a player does in TriPeaks, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_core::Card;

use patience_rules::Illegal;

/// A move, one step each: `Draw`, `Play 7h`; and `Start over`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Turn the stock's top card onto the waste.
    Draw,
    /// Put an uncovered card of the tableau onto the waste.
    Play(Card),
    /// Leave this game and start the same deal again. It is never among the
    /// legal moves, because it is not a move within a game. A line that turns up
    /// cards may begin with it.
    StartOver,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("Draw"),
            Self::Play(card) => write!(f, "Play {card}"),
            Self::StartOver => f.write_str("Start over"),
        }
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<_> = text.split_whitespace().collect();
        let is = |index: usize, word: &str| {
            words
                .get(index)
                .is_some_and(|found| found.eq_ignore_ascii_case(word))
        };
        match words.len() {
            1 if is(0, "draw") => Ok(Self::Draw),
            2 if is(0, "start") && is(1, "over") => Ok(Self::StartOver),
            2 if is(0, "play") => match words[1].parse() {
                Ok(card) => Ok(Self::Play(card)),
                Err(error) => Err(Illegal::because(error.to_string())),
            },
            _ => Err(Illegal::because("not a move: Draw, Play 7h or Start over")),
        }
    }
}
