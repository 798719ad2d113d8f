//! The packed TriPeaks solver.
pub mod score;
pub mod shapes;
pub mod sweep;
pub mod table;
