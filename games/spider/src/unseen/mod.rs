//! Play while cards lie face down: chances, and a player.
//!
//! | item | what |
//! |---|---|
//! | [`Ways`] | how the unknown cards may lie |
//! | [`chances`] | in how many of the ways a position, or a move, can be won |
//! | [`Player`] | chooses moves without looking under face-down cards |
//! | `reveal` | a line to a card that nobody has seen |
//! | [`Dealer`] | holds a deal and shows what a person would see of it |

mod chances;
mod dealer;
mod lines;
mod player;
mod reveal;
mod ways;

pub use chances::{Chances, SAMPLE_POSITIONS, chances};
pub use dealer::Dealer;
pub use player::Player;
pub(crate) use reveal::reveal;
pub use ways::Ways;
