//! The packed solver.
//!
//! | module | what |
//! |---|---|
//! | `layout` | a position in words of 64 bits |
//! | `class` | positions that differ by cards that can go home and come back |
//! | `expand` | what the search tries, and what it leaves out |
//! | `table` | which positions were seen |
//! | `decide` | a win, or the proof that there is none |
//! | `exact` | positions with what their moves cost, and a lower bound |
//! | `shortest` | the fewest moves, the most points |
//! | `route` | from packed steps to moves |
//! | `solve` | from goals to searches and back to an answer |

pub mod class;
pub mod decide;
pub mod exact;
pub mod expand;
pub mod layout;
pub mod route;
pub mod shortest;
mod solve;
pub mod table;

pub use solve::{Effort, Question, Solver};
