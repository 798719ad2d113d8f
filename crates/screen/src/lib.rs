//! Reads the table in another program's window, and plays it.
//!
//! Two halves that meet in [`Frame`] and [`Profile`]:
//!
//! | half | what it is | where |
//! |---|---|---|
//! | vision | pixels become cards: pure functions, no system | [`vision`], [`calibrate`], [`table`] |
//! | hands | find a window, look at it, move, click, type | [`hands`], [`player`] |
//!
//! A [`Profile`] is a readable file that says how one program shows one game;
//! [`store`] keeps what was learned of its cards.

pub mod calibrate;
pub mod error;
pub mod frame;
pub mod hands;
pub mod player;
pub mod profile;
pub mod store;
pub mod table;
pub mod vision;

pub use error::Error;
pub use frame::{Frame, Rectangle};
pub use hands::{Button, Eyes, Hands, WindowId};
pub use profile::Profile;
