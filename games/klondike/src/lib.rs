//! Klondike: rules and solver. It is not on the list of games yet.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules: table, moves, text, deal numbers |
//! | [`solver`] | the packed solver |

pub mod rules;
pub mod solver;
