//! The solver against the rules, brute force, itself with fewer arguments, and
//! what is known about the game.

mod arguments;
mod lockstep;
mod shapes;
mod small;
mod support;
mod survey;
