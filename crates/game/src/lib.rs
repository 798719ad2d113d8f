//! What a game implements, and what everybody else sees of it.
//!
//! A game is a [`Kind`]: its own types, its rules, its solver, its table. One
//! adapter turns every kind into a [`Game`] and its positions into [`Table`]s,
//! which is all that the facade and the surfaces know. The adapter replays every
//! answer of a solver with the game's rules before anybody sees it.
//!
//! | concept | home |
//! |---|---|
//! | what the list of games says | [`About`], [`Setting`] |
//! | what a game implements | [`Kind`] |
//! | a game and a table, whatever the game | [`Game`], [`Table`] |
//! | what is asked, what is answered | [`Request`], [`Report`] |
//! | where the cards lie, and how a hand makes a move | [`layout`], [`gesture`] |
//! | a table as it was seen in another program | [`sight`] |
//! | a table drawn as text | [`Picture`] |
//! | cards that nobody has seen yet | [`Reveal`], [`Chances`] |

mod about;
mod adapter;
mod autoplay;
mod certificate;
mod error;
mod game;
pub mod gesture;
mod kind;
pub mod layout;
mod moves;
mod picture;
mod report;
mod request;
mod settings;
pub mod sight;
mod stopwatch;
mod unknown;

pub use about::{About, ProfileFile, Stock};
pub use adapter::Adapter;
pub use autoplay::Autoplay;
pub use certificate::{Certificate, Checked};
pub use error::{Error, NotOffered};
pub use game::{Game, Improved, Table};
pub use gesture::{Action, Gesture, Gestures, Reach};
pub use kind::{Kind, MoveOf, StateOf};
pub use layout::{Layout, Spot};
pub use moves::Move;
pub use picture::{Picture, Piece, Tone, tone_of};
pub use report::{Line, Report};
pub use request::{Cheats, Mode, Request};
pub use settings::{Choice, Chosen, Setting, SettingError, Settings, Value, Values};
pub use sight::{Seen, Sight};
pub use unknown::{Chances, Reveal};
