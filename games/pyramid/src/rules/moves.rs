//! What a player does in Pyramid, and how it is written.

use std::fmt;
use std::str::FromStr;

use patience_core::{Card, Rank};

use patience_rules::Illegal;

/// A move, one step each: `Draw`, `Recycle`, `Remove Kd`, `Remove 6h 7c`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Turn the stock's top card onto the waste.
    Draw,
    /// Make the waste the stock again.
    Recycle,
    /// Remove a King.
    Remove(Card),
    /// Remove two cards that add up to 13; the lower rank stands first.
    RemovePair(Card, Card),
}

impl Move {
    /// The removal of these two cards, in either order; none if they do not
    /// add up to 13.
    pub fn pair(one: Card, other: Card) -> Option<Self> {
        if one.rank().value() + other.rank().value() != 13 {
            return None;
        }
        // 13 is odd, so the ranks always differ.
        Some(if one.rank() < other.rank() {
            Self::RemovePair(one, other)
        } else {
            Self::RemovePair(other, one)
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("Draw"),
            Self::Recycle => f.write_str("Recycle"),
            Self::Remove(king) => write!(f, "Remove {king}"),
            Self::RemovePair(low, high) => write!(f, "Remove {low} {high}"),
        }
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<_> = text.split_whitespace().collect();
        let lower: Vec<_> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
        let card = |word: &str| {
            word.parse::<Card>()
                .map_err(|error| Illegal::because(error.to_string()))
        };
        match lower
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice()
        {
            ["draw"] => Ok(Self::Draw),
            ["recycle"] => Ok(Self::Recycle),
            ["remove", _] => {
                let king = card(words[1])?;
                if king.rank() == Rank::KING {
                    Ok(Self::Remove(king))
                } else {
                    Err(Illegal::because(format!("{king} does not go alone")))
                }
            }
            ["remove", _, _] => {
                let (one, other) = (card(words[1])?, card(words[2])?);
                Self::pair(one, other).ok_or_else(|| {
                    Illegal::because(format!("{one} and {other} do not add up to 13"))
                })
            }
            _ => Err(Illegal::because(
                "not a move: Draw, Recycle, Remove Kd or Remove 6h 7c",
            )),
        }
    }
}
