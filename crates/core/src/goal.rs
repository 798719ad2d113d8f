//! What a solution must reach.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Rank;

/// What to reach, as on a challenge card.
///
/// ```
/// use patience_core::{Goal, Rank};
/// assert_eq!("board".parse(), Ok(Goal::Board));
/// assert_eq!("score=1290".parse(), Ok(Goal::Score { target: Some(1290) }));
/// assert_eq!("cards=3A".parse(), Ok(Goal::Cards { count: 3, rank: Rank::ACE }));
/// assert!("cards=3Z".parse::<Goal>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub enum Goal {
    /// Clear the board.
    Board,
    /// Reach a score; without a target, the best there is.
    Score {
        /// The points to reach, those of earlier deals included.
        target: Option<u32>,
    },
    /// Remove this many cards of a rank.
    Cards {
        /// How many, those of earlier deals included.
        count: u32,
        /// Of which rank.
        rank: Rank,
    },
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => f.write_str("board"),
            Self::Score { target: None } => f.write_str("score"),
            Self::Score {
                target: Some(target),
            } => write!(f, "score={target}"),
            Self::Cards { count, rank } => write!(f, "cards={count}{rank}"),
        }
    }
}

impl FromStr for Goal {
    type Err = ParseGoalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let refuse = || ParseGoalError {
            text: text.chars().take(40).collect(),
        };
        match lower.split_once('=') {
            None if lower == "board" => Ok(Self::Board),
            None if lower == "score" => Ok(Self::Score { target: None }),
            Some(("score", points)) => {
                let target = points.parse().map_err(|_| refuse())?;
                Ok(Self::Score {
                    target: Some(target),
                })
            }
            Some(("cards", wanted)) => parse_cards(wanted).ok_or_else(refuse),
            _ => Err(refuse()),
        }
    }
}

/// `3a`, `12a`, `210` (two Tens): the longest rank that leaves a count.
fn parse_cards(wanted: &str) -> Option<Goal> {
    let split = match wanted.strip_suffix("10") {
        Some(count) if !count.is_empty() => count.len(),
        _ => wanted.char_indices().next_back()?.0,
    };
    let (count, rank) = wanted.split_at(split);
    Some(Goal::Cards {
        count: count.parse().ok()?,
        rank: rank.parse().ok()?,
    })
}

/// A goal is written as text.
impl Serialize for Goal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Goal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// The text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a goal: board, score, score=N or cards=NR (such as cards=3A)")]
pub struct ParseGoalError {
    text: String,
}

/// A goal, and what earlier deals have already brought towards it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(try_from = "Parts")]
pub struct Target {
    /// What to reach.
    pub goal: Goal,
    /// Points, or cards of the rank, from earlier deals.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
    pub so_far: u32,
}

impl Target {
    /// Clear the board.
    pub const BOARD: Self = Self {
        goal: Goal::Board,
        so_far: 0,
    };

    /// This goal, with what earlier deals have brought; or why that makes no
    /// sense.
    pub fn new(goal: Goal, so_far: u32) -> Result<Self, TargetError> {
        match goal {
            Goal::Board | Goal::Score { target: None } if so_far > 0 => {
                Err(TargetError::NoNumber { goal })
            }
            Goal::Score {
                target: Some(wanted),
            }
            | Goal::Cards { count: wanted, .. }
                if so_far > wanted =>
            {
                Err(TargetError::Reached { goal, so_far })
            }
            _ => Ok(Self { goal, so_far }),
        }
    }

    /// What is left to reach in this deal: points or cards. Nothing for a goal
    /// without a number.
    pub const fn wanted(&self) -> Option<u32> {
        match self.goal {
            Goal::Score {
                target: Some(wanted),
            }
            | Goal::Cards { count: wanted, .. } => Some(wanted.saturating_sub(self.so_far)),
            Goal::Board | Goal::Score { target: None } => None,
        }
    }
}

/// A target before it is checked.
#[derive(Deserialize)]
struct Parts {
    goal: Goal,
    #[serde(default)]
    so_far: u32,
}

impl TryFrom<Parts> for Target {
    type Error = TargetError;

    fn try_from(parts: Parts) -> Result<Self, TargetError> {
        Self::new(parts.goal, parts.so_far)
    }
}

/// What earlier deals have brought does not go with the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The goal has no number that earlier deals could count towards.
    #[error("nothing can count towards the goal `{goal}` before the deal")]
    NoNumber {
        /// The goal.
        goal: Goal,
    },
    /// Earlier deals have brought more than the goal asks for.
    #[error("{so_far} is already beyond the goal `{goal}`")]
    Reached {
        /// The goal.
        goal: Goal,
        /// What earlier deals have brought.
        so_far: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_read_back_what_they_write() {
        for text in [
            "board",
            "score",
            "score=0",
            "score=84900",
            "cards=4A",
            "cards=12T",
            "cards=1K",
        ] {
            assert_eq!(text.parse::<Goal>().unwrap().to_string(), text);
        }
        assert_eq!("cards=210".parse::<Goal>().unwrap().to_string(), "cards=2T");
    }

    #[test]
    fn nonsense_is_no_goal() {
        for text in [
            "", "boards", "score=", "score=-1", "score=x", "cards", "cards=", "cards=A",
            "cards=3Z", "cards=10", "board=1",
        ] {
            assert!(text.parse::<Goal>().is_err(), "{text}");
        }
    }

    #[test]
    fn so_far_beyond_the_target_is_nonsense() {
        let goal = "cards=3A".parse().unwrap();
        assert_eq!(Target::new(goal, 3).unwrap().wanted(), Some(0));
        assert!(Target::new(goal, 4).is_err());
        assert!(Target::new(Goal::Board, 1).is_err());
    }
}
