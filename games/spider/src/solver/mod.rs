//! The packed solver.
//!
//! | module | what |
//! |---|---|
//! | `packed` | a position in a few hundred bytes |
//! | `weights` | what a position is worth |
//! | `ends` | the ends of the columns, before and after a move |
//! | `expand` | what a beam tries from a position |
//! | `seen` | which positions a beam has seen |
//! | `beam` | beams by rows left, depth in moves |
//! | `exhaust` | every position, or the proof that there is no way |
//! | `certify` | the proof of that as a file |
//! | `route` | from edges to moves |
//! | `shorten` | fewer moves |
//! | `solve` | from goals to searches and back to an answer |

pub mod beam;
mod certify;
pub mod ends;
pub mod exhaust;
pub mod expand;
pub mod packed;
pub mod route;
pub mod seen;
mod shorten;
mod solve;
pub mod weights;

pub use certify::certify;
pub use solve::{Effort, Question, Solver};
