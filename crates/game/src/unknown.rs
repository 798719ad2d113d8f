//! Questions about cards that nobody has seen yet: what to turn up next, and
//! what the chances are.

use patience_core::{Chance, Statistics, Stop};

use crate::Move;

/// What to turn up next; `M` is a move, written down or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reveal<M = Move> {
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

/// The chances of a position and of its moves; `M` is a move, written or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances<M = Move> {
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
