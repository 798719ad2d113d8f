//! The solver against the reference rules, brute force and known answers.

mod lockstep;
mod odd_positions;
mod reference;
mod small_games;
mod support;
