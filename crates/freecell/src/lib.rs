//! FreeCell and its family: solvers behind one door.
//!
//! | module | what it does |
//! |---|---|
//! | [`fast`] | a first solution at once |
//! | [`beam`] | a short solution within a fixed effort |
//! | [`shortest`] | a shortest solution, proved |
//! | [`exhaust`] | every position: a solution, or the proof that there is none |
//!
//! Each has its own packed state and shares with the reference rules only the
//! types of a deal, a move and a goal.

pub mod beam;
mod bound;
mod door;
pub mod exhaust;
pub mod fast;
mod packed;
pub mod shortest;

pub use door::{Mode, Question, solve};
