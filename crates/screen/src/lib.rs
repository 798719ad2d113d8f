//! Reads the table in another program's window, and plays it.
//!
//! Two halves that meet in [`Frame`] and [`Profile`]:
//!
//! | half | what it is | where |
//! |---|---|---|
//! | vision | pixels become cards: pure functions, no system | [`vision`], [`calibrate`], [`position`] |
//! | hands | find a window, look at it, move, click, type | [`hands`], [`player`] |
//!
//! A [`Profile`] is a readable file that says how one program shows one game;
//! [`store`] saves what was learned of its cards. Nothing here knows a game by
//! name: a game describes its stock, its cards and its profiles in
//! [`About`](patience::About), and turns what was seen into a position itself.

pub mod annotate;
pub mod calibrate;
pub mod discover;
pub mod error;
pub mod frame;
pub mod hands;
pub mod landmark;
pub mod player;
pub mod position;
pub mod profile;
pub mod store;
pub mod vision;

pub use error::Error;
pub use frame::{Frame, Rectangle};
pub use hands::{Button, Eyes, Hands, WindowId};
pub use landmark::Landmarks;
pub use profile::Profile;
