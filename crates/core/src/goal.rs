//! What a solution must reach.

use std::fmt;
use std::str::FromStr;

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

/// The text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a goal: board, score, score=N or cards=NR (such as cards=3A)")]
pub struct ParseGoalError {
    text: String,
}

/// A goal, and what earlier deals have already brought towards it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Target {
    /// What to reach.
    pub goal: Goal,
    /// Points, or cards of the rank, from earlier deals.
    pub so_far: u32,
}

impl Target {
    /// Clear the board.
    pub const BOARD: Self = Self {
        goal: Goal::Board,
        so_far: 0,
    };

    /// This goal, with nothing brought along; or why that makes no sense.
    pub fn new(goal: Goal, so_far: u32) -> Result<Self, String> {
        match goal {
            Goal::Board | Goal::Score { target: None } if so_far > 0 => {
                Err(format!("--so-far needs a goal with a target, not `{goal}`"))
            }
            Goal::Score {
                target: Some(wanted),
            }
            | Goal::Cards { count: wanted, .. }
                if so_far > wanted =>
            {
                Err(format!(
                    "--so-far {so_far} is already beyond the goal `{goal}`"
                ))
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
