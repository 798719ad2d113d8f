//! Pixels become cards. Pure functions: no system, no clock, no files.
//!
//! ```text
//! Frame + Profile           -> Geometry   where the table lies (`geometry`, `locate`)
//! Geometry + Deck           -> Reader     what to look for, at that size (`part`)
//! Reader + Frame            -> Reading    every card with its margin (`read`, `column`, `fan`, `slot`, `locked`, `again`)
//! FaceMatch                 -> a name     all faces together (`names`), closer looks (`twins`)
//! ```

mod again;
mod assign;
mod back;
mod column;
mod compare;
mod cut;
mod deck;
mod fan;
mod fit;
mod geometry;
mod likeness;
mod locate;
mod locked;
mod made;
mod names;
mod paper;
mod part;
mod place;
mod read;
mod reading;
mod row;
mod sample;
mod slot;
mod stretch;
mod twins;

pub use again::Rereader;
pub use deck::Deck;
pub use geometry::Geometry;
pub use place::Placed;
pub use read::Reader;
pub use reading::{CardReading, Face, PileReading, Reading};

pub(crate) use back::is_paper;
pub(crate) use cut::LEAST_COVER_HEIGHT;
pub(crate) use deck::Pictures;
pub(crate) use fan::leaves_free;
pub(crate) use fit::bars;
pub(crate) use geometry::MOST_TRIED;
pub(crate) use likeness::likeness_search;
pub(crate) use part::{cells, nearest};
pub(crate) use read::back_colour;
pub(crate) use sample::Grid;
