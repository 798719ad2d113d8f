//! The reference rules of every game: plain, slow, obviously right.
//!
//! Each game is written twice in this project: here, to be read, and packed in
//! its solver, to be fast. Every solution that a solver finds is replayed here
//! before anybody sees it; [`verify`](mod@verify) is the only place that says
//! "this solution is right".
//!
//! [`template`] shows how a game is added.

pub mod cluj;
pub mod freecell;
mod game;
mod labelled;
pub mod perft;
pub mod pyramid;
pub mod template;
pub mod tripeaks;
pub mod verify;

pub use game::{Illegal, Rules, Tally};
