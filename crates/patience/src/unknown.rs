//! Questions about cards that nobody has seen yet: what to turn up next, and
//! what the chances are.

use std::ops::RangeInclusive;

use patience_core::{Statistics, Stop, wilson_95};

/// What to turn up next; `M` is a move, written down or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reveal<M = String> {
    /// The shortest line that turns up a card that nobody has seen.
    Line {
        /// The moves. The first may be to start over.
        moves: Vec<M>,
        /// Where the card lies that the last of them turns up, in words.
        turned_up: String,
    },
    /// Every card is known.
    AllKnown,
    /// Nothing more can be turned up, neither from here nor from the start.
    NoMore,
    /// Nothing more can be turned up from here, and the position does not say
    /// how the game began.
    NoMoreFromHere,
    /// A limit came first.
    Unknown(Stop),
}

impl<M> Reveal<M> {
    /// `line`, `all-known`, `no-more`, `no-more-from-here` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Line { .. } => "line",
            Self::AllKnown => "all-known",
            Self::NoMore => "no-more",
            Self::NoMoreFromHere => "no-more-from-here",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// How to estimate chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceOptions {
    /// Samples; enough for 1 % to either side if not said.
    pub samples: Option<u64>,
    /// The same samples for the same seed.
    pub seed: u64,
    /// Threads that share them. The result does not depend on it.
    pub threads: usize,
}

impl Default for ChanceOptions {
    fn default() -> Self {
        Self {
            samples: None,
            seed: 1,
            threads: 1,
        }
    }
}

/// A probability: counted out, or estimated with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Chance {
    /// Ways in which the unknown cards can lie that are won.
    pub wins: u64,
    /// Ways that were looked at.
    pub of: u64,
    /// These are all the ways there are.
    pub is_exact: bool,
}

impl Chance {
    /// The share that is won.
    pub fn share(&self) -> f64 {
        self.wins as f64 / self.of.max(1) as f64
    }

    /// The 95 % interval; a single point if it is exact.
    pub fn interval(&self) -> RangeInclusive<f64> {
        if self.is_exact {
            self.share()..=self.share()
        } else {
            wilson_95(self.wins, self.of)
        }
    }
}

/// The chances of a position and of its moves; `M` is a move, written or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances<M = String> {
    /// That the board can be cleared, by somebody who knows the cards.
    pub board: Chance,
    /// The legal moves, best first, with what each leaves of it.
    pub moves: Vec<(M, Chance)>,
    /// How many of the first moves are equal to the best within the interval.
    pub equal_to_best: usize,
    /// Cards that nobody has seen.
    pub unknown: usize,
    /// Samples, or ways, that were looked at.
    pub samples: u64,
    /// What stopped it before all samples were done, if anything did.
    pub stopped: Option<Stop>,
    /// What it took.
    pub statistics: Statistics,
}
