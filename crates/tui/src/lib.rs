//! Plays solitaire in the terminal.

pub mod geometry;
pub mod shelf;
pub mod store;
pub mod theme;
pub mod walk;
