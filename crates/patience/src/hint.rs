//! The next move, and why.

use crate::Report;

/// The next move of a best solution and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The move, if there is one to advise.
    pub played: Option<String>,
    /// Why, in a sentence; or why there is none.
    pub reason: String,
    /// Whether the board can be cleared from here: yes, no, or not known.
    pub winnable: Option<bool>,
    /// The answer that the hint comes from.
    pub report: Report,
}
