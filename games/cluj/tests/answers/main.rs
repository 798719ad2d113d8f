//! The solver against the reference rules, brute force and known answers.

mod limits;
mod lockstep;
mod needs_reference;
mod odd_positions;
mod small_games;
mod support;
