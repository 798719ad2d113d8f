//! Play while cards lie face down: chances, and a player.
//!
//! | item | what |
//! |---|---|
//! | [`Ways`] | how the unknown cards may lie |
//! | [`chances`] | in how many of the ways a position, or a move, can be won |
//! | [`Player`] | chooses moves without looking under face-down cards |
//! | [`Dealer`] | holds a deal and shows what a person would see of it |

mod chances;
mod dealer;
mod lines;
mod player;
mod ways;

pub use chances::{Chances, SAMPLE_POSITIONS, chances};
pub use dealer::{Dealer, conceal};
pub use player::Player;
pub use ways::Ways;

/// Samples that the player tries for a decision, where nobody says otherwise: the
/// figures of the methods page are with these.
pub const PLAYOUTS: usize = 600;
