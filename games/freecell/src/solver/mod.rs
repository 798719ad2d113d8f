//! FreeCell and its family: four solvers with one entry point.
//!
//! | module | what it does |
//! |---|---|
//! | [`fast`] | a first solution as soon as possible |
//! | [`beam`] | a short solution within a fixed effort |
//! | [`shortest`] | a shortest solution, proved |
//! | [`exhaust`] | every position: a solution, or the proof that there is none |
//! | `solve` | the entry point: which solver answers which question |
//! | `cards` | cards as numbers, the same for all |
//! | `home` | which cards go home automatically, and which are safe |
//! | `packing`, `terms` | a position as an exact number, the rules as sets of cards: `fast` and `exhaust` |
//! | `shared` | the positions that the threads of a search have met: `shortest` and `exhaust` |
//! | `packed`, `bound` | the board, its key and the lower bound: `beam` and `shortest` |
//!
//! Of the rules they use only the types: `FreeCell`, `State`, `Move`.
//!
//! There are three packed tables, because the searches do different things with
//! them. `fast` makes most of its moves once and never takes one back: it copies
//! the table, and keeps for every card its column and what it lies on.
//! `exhaust` knows all games, makes every move and takes it back. `packed` is
//! read out of a key for every position, and hands its columns to the bound.

pub mod beam;
mod bound;
mod cards;
pub mod exhaust;
pub mod fast;
mod home;
mod packed;
mod packing;
mod shared;
pub mod shortest;
mod solve;
mod terms;

pub use solve::{Mode, Question, solve};

use crate::rules::{Builds, EmptyColumn, FreeCell, Home, Runs};

/// Is this FreeCell itself, with any number of columns and cells? The other
/// games of the family are for the complete search.
fn is_freecell(rules: &FreeCell) -> bool {
    rules.builds == Builds::OtherColour
        && rules.empty_column == EmptyColumn::Any
        && rules.runs == Runs::Capacity
        && rules.home == Home::Cards
}
