//! Pixels become cards. Pure functions: no system, no clock, no files.

pub mod place;
pub mod reading;

pub use place::Placed;
pub use reading::{Face, PileReading, Read, Reading};
