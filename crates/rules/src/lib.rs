//! What rules are: the trait that every game's rules implement, and what is
//! done with them.
//!
//! The rules of a game are plain, slow and obviously right; they live in its
//! folder (`games/<game>/src/rules`). Each game is written a second time,
//! packed, in its solver. Every solution that a solver finds is replayed by the
//! rules before anybody sees it; [`verify`](mod@verify) is the only place that
//! decides "this solution is right".
//!
//! [`template`] is a small game that shows how rules are written; [`twin`] has
//! the tests that compare a packed game with them.

pub mod certificate;
pub mod columns;
mod game;
pub mod labelled;
pub mod perft;
pub mod template;
pub mod twin;
pub mod verify;

pub use game::{Illegal, NotReached, Rules, Tally};
