//! Patience solves, plays and proves solitaire.
//!
//! This is the facade: the one list of games, and for every game the same few
//! things: deal it, read it, draw it, play it, solve it, check a solution.
//!
//! ```
//! use patience::{Budget, Request, find_game};
//!
//! let pyramid = find_game("pyramid")?;
//! let table = pyramid.deal(1, &Default::default())?;
//! let report = table.solve(&Request::default(), &mut Budget::unlimited())?;
//! if let Some(line) = report.outcome.solution() {
//!     println!("{} {}: {}", line.length, line.count, line.moves.join(", "));
//!     table.verify(&Request::default().target, &line.moves)?;
//! }
//! # Ok::<(), patience::Error>(())
//! ```
//!
//! | concept | home |
//! |---|---|
//! | the list of games | [`games`] |
//! | a game and a table, whatever the game | [`Game`], [`Table`] |
//! | what is asked, what is answered | [`Request`], [`Report`] |
//! | play with undo and redo | [`Session`] |
//! | where the cards lie, and how the hand makes a move | [`Layout`] |
//! | which moves still win | [`oracle`], [`prospects()`] |
//! | the JSON shapes | [`wire`] |

mod certificate;
mod error;
mod game;
pub mod games;
mod hint;
mod kind;
pub mod layout;
pub mod oracle;
mod picture;
mod prospects;
mod random_deal;
mod report;
mod request;
mod session;
mod stopwatch;
mod unknown;
pub mod wire;

pub use certificate::{Certificate, check_certificate};
pub use error::Error;
pub use game::{About, Game, Improved, Table, Variation};
pub use games::{find_game, list_of_games};
pub use hint::Hint;
pub use kind::{Kind, MoveOf, StateOf};
pub use layout::Layout;
pub use patience_core::{
    Chance, ChanceOptions, Count, Exhausted, Faults, Goal, Limits, Outcome, Proof, Statistics,
    Stop, Target, numbering::SplitMix64, parse_bytes, parse_duration, wilson_95,
};
pub use patience_rules::{Illegal, Tally, verify::Refusal};
pub use patience_search::{Budget, Cancel, Progress};
pub use picture::{Picture, Piece, Tone};
pub use prospects::{Prospect, prospects};
pub use random_deal::{RandomDeal, random_deal};
pub use report::{Line, Report};
pub use request::{Cheats, Mode, Request};
pub use session::{Autoplay, Played, Session};
pub use unknown::{Chances, Reveal};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
