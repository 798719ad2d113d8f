//! Certificates of impossibility.

use crate::Table;

/// What a certificate proves: this table cannot be cleared.
#[derive(Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The table that cannot be cleared.
    pub table: Box<dyn Table>,
    /// What was checked.
    pub checked: Checked,
}

/// What the check of a certificate went through, and how many of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// All positions that the game can reach, and every move from them.
    Positions(u64),
    /// All outlines of a simpler game, which can be won if the game can.
    Outlines(u64),
}

impl Certificate {
    pub(crate) fn new(table: Box<dyn Table>, checked: Checked) -> Self {
        Self { table, checked }
    }
}
