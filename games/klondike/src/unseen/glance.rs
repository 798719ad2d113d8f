//! Can a position be won? A short look, for many samples.
//!
//! It is the first part of [`Search`](crate::solver::decide::Search), which
//! also writes down the win that it finds; that takes longer than to find it.

use patience_search::Budget;

use crate::solver::expand::{Expander, Moves, Prunings};
use crate::solver::layout::{Layout, Packed};
use crate::solver::table::Seen;

/// A short search, with the memory that it keeps.
#[derive(Debug)]
pub(super) struct Glance {
    seen: Seen,
    stack: Vec<(Packed, Moves)>,
    expander: Expander,
    /// Positions that the last look took.
    pub positions: u64,
}

impl Glance {
    pub fn new() -> Self {
        Self {
            seen: Seen::default(),
            stack: Vec::new(),
            expander: Expander::new(Prunings::ALL),
            positions: 0,
        }
    }

    /// Is there a win among the first positions? None if there are more
    /// positions than that.
    pub fn is_won(&mut self, layout: &Layout, start: &Packed, most: u64) -> Option<bool> {
        let mut budget = Budget::unlimited();
        self.seen.begin(layout, false);
        self.stack.clear();
        self.stack.push((*start, Moves::NONE));
        self.positions = 0;
        while self.positions < most {
            self.positions += 1;
            let Some((at, covered)) = self.stack.pop() else {
                return Some(false);
            };
            if at.is_won(layout.is_free()) {
                return Some(true);
            }
            self.expander.expand(layout, &at, covered);
            for child in self.expander.children.iter().rev() {
                let is_new = self.seen.add(layout, &child.at, child.ranks, &mut budget);
                if is_new.unwrap_or(false) {
                    self.stack.push((child.at, child.covered));
                }
            }
        }
        None
    }
}
