//! Play while cards lie face down: chances, and a player.
//!
//! | item | what |
//! |---|---|
//! | [`Ways`] | how the unknown cards may lie |

//! | [`Player`] | chooses moves without looking under face-down cards |
//! | [`Dealer`] | holds a deal and shows what a person would see of it |

mod dealer;
mod glance;
mod lines;
mod player;
mod ways;

pub use dealer::Dealer;
pub use player::Player;
pub use ways::Ways;
