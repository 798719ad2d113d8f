//! A proof that a game cannot be won, in a file that anybody can check.
//!
//! The proof is a set of positions: the start is in it, no won position is,
//! and every legal move from any of them leads to one of them. [`check`] tests
//! exactly that, with the rules and nothing else.
//!
//! # The file
//! A head of plain lines, an empty line, then numbers:
//! ```text
//! patience certificate 1
//! game freecell
//! columns 8
//! cells 4
//! home safe
//! positions 61643
//! AH AS 4H ...            the start, as boards are written
//!                         (an empty line)
//! number number ..        one for each position after the start
//! ```
//! Two positions that differ only in the order of columns or cells are one.
//!
//! The positions come in the order in which they are discovered: take the
//! positions in their own order, the start first, and from each the moves in
//! the order of (card that is moved or heads the run, what it goes onto), cards
//! by their number, then a cell, an empty column, home. A position is written
//! where it is reached for the first time, as the number of moves passed over
//! since the previous one: seven bits a byte, low ones first, the highest bit set
//! when more follow. Nearly all of them are one byte.
//!
//! So each position has exactly one place and one way to be written. A file in
//! which one is missing, altered, twice, or not reachable is refused.
//!
//! # Home moves
//! With `home free` every move is a player's choice. With `home safe` all safe
//! cards go home after every move, which makes the set smaller. The checker
//! decides itself which cards are safe ([`FreeCell::is_safe_at_home`]), and
//! makes these moves by the rules. Their order does not matter: a card that is
//! safe stays safe.
//!
//! [`FreeCell::is_safe_at_home`]: crate::rules::FreeCell::is_safe_at_home

mod check;
mod head;

pub use check::{Verdict, check};
pub use head::{Head, HomeMoves, Refusal};

#[cfg(test)]
mod tests;
