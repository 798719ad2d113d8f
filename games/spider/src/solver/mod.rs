//! The packed solver.

mod solve;

pub use solve::{Effort, Question, Solver};
