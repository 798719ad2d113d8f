//! What every game shares: cards, decks, deal numbers, goals, outcomes and
//! limits. No I/O, and nothing that knows a game's rules.
//!
//! | concept | home |
//! |---|---|
//! | [`Card`], [`Rank`], [`Suit`] | `card` |
//! | the cards of a game by name | `card_names` |
//! | reading cards from text, what is wrong with a deck | `deck`, `fault` |
//! | number -> deal | `numbering` |
//! | what to reach | `goal` |
//! | what came of it | `outcome` |
//! | how far to go | `limits` |
//! | chances with unknown cards | `chance` |
//! | sorting of short lists | [`sorting`] |
//! | what a sample tells, with its intervals | [`statistics`] |

mod card;
mod card_names;
mod chance;
mod deck;
mod fault;
mod goal;
mod limits;
mod outcome;

/// Compiled for a page in a browser: one thread, nobody who reads windows, and
/// no files. What a page never asks for is left out of its WebAssembly where this
/// is true.
pub const IN_A_PAGE: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

pub mod numbering;
pub mod sorting;
pub mod statistics;

pub use card::{Card, Colour, ParseCardError, Rank, Suit};
pub use card_names::CardNames;
pub use chance::{Chance, ChanceOptions};
pub use deck::{CardToken, DECK_SIZE, Deck, check_full_deck, full_deck, read_deck, scan_cards};
pub use fault::{Fault, Faults, Place};
pub use goal::{Goal, ParseGoalError, Target, TargetError};
pub use limits::{Limits, ParseLimitError, parse_bytes, parse_duration};
pub use outcome::{Answer, Count, Exhausted, Outcome, Proof, Solution, Statistics, Stop};
pub use statistics::wilson_95;
