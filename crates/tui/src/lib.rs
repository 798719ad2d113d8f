//! Plays solitaire in the terminal.
//!
//! | concept | home |
//! |---|---|
//! | the state, and what every event makes of it | [`app`] |
//! | how the state looks | [`draw`] |
//! | where cards lie in the terminal | [`geometry`] |
//! | what is kept, and how it comes to the disk | [`shelf`], [`store`] |
//! | the terminal itself, threads and signals | [`run`] |
//! | cards that were read elsewhere, to be corrected | [`sheet`] |
//!
//! The state knows no terminal, no disk and no clock, so that tests feed it
//! events and look at what is drawn.

pub mod app;
pub mod desk;
pub mod draw;
pub mod geometry;
mod run;
pub mod sheet;
pub mod shelf;
pub mod store;
pub mod theme;
mod walk;
mod words;

pub use run::{Ended, Error, Options, run};
