//! Klondike: rules and solver. It is not on the list of games yet.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules: table, moves, text, deal numbers |
//! | [`solver`] | the packed solver |
//! | [`unseen`] | chances and a player while cards lie face down |

pub mod rules;
pub mod solver;
pub mod unseen;
