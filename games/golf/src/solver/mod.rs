//! The packed Golf solver: every deal decided, in the fewest steps.
//!
//! | file | what |
//! |---|---|
//! | `packed` | a position packed: shapes of the columns, ranks |
//! | `lost` | when a position cannot be won, and which plays need not be tried |
//! | `layers` | the search, draw by draw |

pub mod layers;
pub mod lost;
pub mod packed;

use patience_core::{Answer, Exhausted, Outcome, Stop};
use patience_search::Budget;

use crate::rules::{Move, State};
use layers::Layers;
use packed::Packed;

/// Arguments that make the search smaller and change no answer. Each can be
/// left out, so that tests can compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// Of two last cards of the same rank, one need not be played; see
    /// [`patience_search::Exchange`].
    pub exchange: bool,
    /// A card goes onto a card of its own; see [`lost::is_supplied`].
    pub supply: bool,
    /// Every run of ranks is begun from the waste or the stock; see
    /// [`lost::is_reached`].
    pub reach: bool,
}

impl Arguments {
    /// All of them.
    pub const ALL: Self = Self {
        exchange: true,
        supply: true,
        reach: true,
    };

    /// None of them.
    pub const NONE: Self = Self {
        exchange: false,
        supply: false,
        reach: false,
    };
}

/// Clears the columns in the fewest steps, or proves that it cannot be done.
///
/// Every solution plays the same cards, so that the fewest steps are the fewest
/// draws.
///
/// ```
/// use patience_core::{Outcome, Target};
/// use patience_golf::{rules::Golf, solver::solve};
/// use patience_rules::verify::verify;
/// use patience_search::Budget;
///
/// let deal = Golf.deal(3);
/// let answer = solve(&deal, &mut Budget::unlimited());
/// if let Outcome::Solved(solution) = answer.outcome {
///     assert!(verify(&Golf, &deal, &Target::BOARD, &solution.moves).is_ok());
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
    let mut layers = Layers::new(&packed, arguments, budget)?;
    Ok(match layers.run(budget)? {
        Some(moves) => Outcome::Solved(moves),
        None => Exhausted::claim(layers.open(), 0).into(),
    })
}
