//! The solver against the reference rules, brute force and known answers.

mod goals;
mod lockstep;
mod support;
mod unknown;
