//! A proof that a game cannot be won, in a file that anybody can check:
//! [certificates](patience_rules::certificate) of FreeCell and its relatives.
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
//! Moves come in the order of (card that is moved or heads the run, what it goes
//! onto), cards by their number, then a cell, an empty column, home. Nearly all
//! numbers are one byte.
//!
//! # Home moves
//! With `home free` every move is a player's choice. With `home safe` all safe
//! cards go home after every move, which makes the set smaller. The checker
//! decides itself which cards are safe ([`FreeCell::is_safe_at_home`]), and
//! makes these moves by the rules. Their order does not matter: a card that is
//! safe stays safe.
//!
//! # Outlines
//! Some games have far too many positions for a list, and a simple proof all the same: not
//! even the [relaxed game](relaxed) can be won. Then the head has a line `outlines 14392`
//! instead of `home` and `positions`, and nothing follows it. The checker searches the
//! outlines itself.
//!
//! [`FreeCell::is_safe_at_home`]: crate::rules::FreeCell::is_safe_at_home

mod check;
mod head;
pub mod relaxed;

pub use check::{Verdict, check};
pub use head::{Counts, Head, HomeMoves};
pub use patience_rules::certificate::Refusal;

#[cfg(test)]
mod tests;
