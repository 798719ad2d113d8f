//! The packed Pyramid solver.

use patience_core::{Answer, Outcome, Stop, Target};
use patience_rules::pyramid::{Move, State};
use patience_search::Budget;

/// Solves a position.
pub fn solve(start: &State, target: &Target, budget: &mut Budget) -> Answer<Move> {
    let _ = (start, target, budget);
    Answer::only(Outcome::Unknown(Stop::Incomplete))
}
