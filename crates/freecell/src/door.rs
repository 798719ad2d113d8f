//! The door: which solver answers which question.

use patience_core::{Answer, Count, Outcome, Solution, Stop};
use patience_rules::freecell::{FreeCell, Move, State};
use patience_search::Budget;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Mode {
    /// A first solution, at once.
    Fast,
    /// A short solution within a fixed effort.
    #[default]
    Short,
    /// A shortest solution, proved.
    Shortest,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Question {
    /// How hard to look.
    pub mode: Mode,
    /// How length is counted.
    pub count: Count,
    /// Multiplies the effort of the search for a short solution.
    pub effort: u32,
}

impl Default for Question {
    /// A short solution in clicks, with the usual effort.
    fn default() -> Self {
        Self {
            mode: Mode::Short,
            count: Count::Clicks,
            effort: 1,
        }
    }
}

/// Answers a question about a position. `improved` hears of each better
/// solution while the search goes on.
pub fn solve(
    _rules: &FreeCell,
    _start: &State,
    _question: &Question,
    _budget: &mut Budget,
    _improved: &mut dyn FnMut(&Solution<Move>),
) -> Answer<Move> {
    Answer::only(Outcome::Unknown(Stop::Incomplete))
}
