//! The packed Black Hole solver: every deal decided.
//!
//! | file | what |
//! |---|---|
//! | `packed` | a position packed: heights of the columns, ranks |
//! | `walk` | how often each step between two ranks is left: when a position is lost |
//! | `search` | the search in depth |

pub mod packed;
pub mod search;
pub mod walk;

use patience_core::{Answer, Exhausted, Outcome, Stop};
use patience_search::Budget;

use crate::rules::{Move, State};
use packed::Packed;
use search::Search;

/// Arguments that make the search smaller and change no answer. Each can be
/// left out, so that tests can compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// Of two last cards of the same rank, one need not be played; see
    /// [`patience_search::Exchange`].
    pub exchange: bool,
    /// The cards left must allow a walk through all of them; see
    /// [`walk::Walk`].
    pub walk: bool,
}

impl Arguments {
    /// All of them.
    pub const ALL: Self = Self {
        exchange: true,
        walk: true,
    };

    /// None of them.
    pub const NONE: Self = Self {
        exchange: false,
        walk: false,
    };
}

/// Brings all cards into the hole, or proves that it cannot be done.
///
/// Every solution has as many steps as there are cards in the columns, so that
/// each one is the shortest.
///
/// ```
/// use patience_black_hole::{rules::BlackHole, solver::solve};
/// use patience_core::{Outcome, Target};
/// use patience_rules::verify::verify;
/// use patience_search::Budget;
///
/// let deal = BlackHole.deal(1);
/// let answer = solve(&deal, &mut Budget::unlimited());
/// if let Outcome::Solved(solution) = answer.outcome {
///     assert!(verify(&BlackHole, &deal, &Target::BOARD, &solution.moves).is_ok());
/// }
/// ```
pub fn solve(start: &State, budget: &mut Budget) -> Answer<Move> {
    solve_with(start, Arguments::ALL, budget)
}

/// The same with only some of the arguments.
pub fn solve_with(start: &State, arguments: Arguments, budget: &mut Budget) -> Answer<Move> {
    Answer::shortest(search(start, arguments, budget))
}

fn search(
    start: &State,
    arguments: Arguments,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Move>>, Stop> {
    let packed = Packed::new(start).ok_or(Stop::Incomplete)?;
    Ok(match Search::new(&packed, arguments).run(budget)? {
        Some(moves) => Outcome::Solved(moves),
        // The search in depth came back to the start: nothing is left open.
        None => Exhausted::claim(0, 0).into(),
    })
}
