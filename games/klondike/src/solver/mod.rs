//! The packed solver.
//!
//! [`Solver`] is all that a game needs. It answers a [`Question`] about any
//! position within a `Budget`, and keeps its memory for the next one:
//!
//! | question | answer |
//! |---|---|
//! | `Goal::Board` | a win, or the proof that there is none |
//! | `Goal::Cards` | so many cards of a rank home; if that cannot be, the proof, and the most that can as an alternative |
//! | `Goal::Score` | the most points, proved, or as many as wanted |
//!
//! | [`Effort`] | solution |
//! |---|---|
//! | `Fast` | the first one |
//! | `Short` | a short one: up to 400,000 positions more |
//! | `Shortest` | the shortest, proved, in the question's count of moves or steps |
//!
//! A limit gives `Outcome::Unknown`. If a solution was found all the same, it is
//! the first alternative, and `Budget::lower_bound` is the least length possible.
//! A position with unknown cards gives `Stop::UnknownCards`, one that the solver
//! has no room for (more than 24 cards in stock and waste, or 9 columns)
//! `Stop::Incomplete`. `improved` is called with each better solution.
//!
//! The modules are public for tests and measurements.
//!
//! | module | what |
//! |---|---|
//! | `layout` | a position in words of 64 bits |
//! | `expand` | what the search tries, and what it leaves out |
//! | `table` | which positions were seen |
//! | `decide` | a win, or the proof that there is none |
//! | `exact` | positions with what their moves cost, and a lower bound |
//! | `shortest` | the fewest moves, the most points |
//! | `route` | from packed steps to moves |
//! | `solve` | from goals to searches and back to an answer |

pub mod decide;
pub mod exact;
pub mod expand;
pub mod layout;
pub mod route;
pub mod shortest;
mod solve;
pub mod table;

pub use solve::{Effort, Question, Solver};
