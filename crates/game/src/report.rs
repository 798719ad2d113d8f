//! What a solver answered, replayed and written in the game's notation.

use patience_core::{Count, Outcome, Proof, Statistics};
use patience_rules::Tally;
use serde::Serialize;

use crate::Move;

/// A line of play that the reference rules have replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Line {
    /// Every move in the game's notation; nothing is implied. Empty if the
    /// request was without moves.
    pub moves: Vec<Move>,
    /// Its length in `count`.
    pub length: u32,
    /// How the length is counted.
    pub count: Count,
    /// What is proved about it.
    pub proof: Option<Proof>,
    /// What its end has brought towards the goals.
    pub tally: Tally,
    /// Cheats in it, in games that have them.
    pub cheats: Option<u32>,
}

/// The answer to a [`Request`](crate::Request).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The answer.
    pub outcome: Outcome<Line>,
    /// What else is worth knowing (see [`patience_core::Answer`]).
    pub alternatives: Vec<Line>,
    /// No solution is shorter than this, where a search for the shortest was
    /// stopped by a limit.
    pub lower_bound: Option<u32>,
    /// With cards that nobody has seen: whether none of them can change the
    /// answer. None if every card is known.
    pub definitive: Option<bool>,
    /// What it took.
    pub statistics: Statistics,
}

impl Line {
    /// The same line with another proof.
    #[must_use]
    pub fn with_proof(self, proof: Option<Proof>) -> Self {
        Self { proof, ..self }
    }
}
