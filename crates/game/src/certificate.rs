//! Certificates of impossibility.

use crate::Table;

/// What a certificate proves: this table cannot be cleared.
#[derive(Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The table that cannot be cleared.
    pub table: Box<dyn Table>,
    /// How many positions were checked (or stages of a simpler game that proves the same).
    pub positions: u64,
}

impl Certificate {
    pub(crate) fn new(table: Box<dyn Table>, positions: u64) -> Self {
        Self { table, positions }
    }
}
