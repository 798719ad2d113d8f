//! Which nodes need not be searched because of others.
//!
//! Two nodes with the same shape and set differ by their times and their costs. Let `walk` be the draws and recycles to a time with this set
//! from the very beginning of the first pass. Node A dominates node B when
//!
//! - A is there no later: `walk(A) <= walk(B)`,
//! - going on to B's time costs A no more than B has paid:
//!   `cost(A) + walk(B) - walk(A) <= cost(B)`, and
//! - A has given up no pair that B has not: `fresh(A)` includes `fresh(B)`.
//!
//! Proof that B can then be left out. Let R be a path from B to the goal, of the
//! smallest cost and within the rules of `candidates`; its pairs inside the
//! pyramid that need no card uncovered later come first. A makes these pairs
//! (it has not given them up), then walks to B's time and continues with R. This
//! is legal and in total not longer. If A does walk, R does not continue with the
//! waste's top card and a card of the pyramid, because A could have taken it one
//! draw earlier, and R would not have been the shortest. For the same reason
//! nothing in it is left out by the rules of `candidates`. So there is a path
//! through A that the search does not leave out, not longer than the one through
//! B, with as many removals left. If A was expanded already, the same holds for
//! its child on that path, which has fewer removals left. In the end there is a
//! node that waits in the queue, or the goal.

use patience_core::Stop;
use patience_search::{Budget, Entry, StateTable};

use crate::solver::node::{NONE, Node};
use crate::solver::state::Packed;

/// The nodes by shape and set.
#[derive(Debug, Default)]
pub struct Dominance {
    first: StateTable<u64, u32>,
}

/// Draws and recycles from the beginning of the first pass, with this set.
#[inline]
pub const fn walk(at: Packed) -> i32 {
    let behind = at.set & ((1 << at.place()) - 1);
    at.pass() as i32 * (at.set.count_ones() as i32 + 1) + behind.count_ones() as i32
}

impl Dominance {
    /// Forgets everything, for the next position or quest.
    pub fn clear(&mut self) {
        // After a hard deal the table is large. Clearing it would cost every
        // easy deal after that more than its search.
        if self.first.bytes() > 1 << 20 {
            self.first = StateTable::new();
        } else {
            self.first.clear();
        }
    }

    /// Bytes in use.
    pub const fn bytes(&self) -> u64 {
        self.first.bytes()
    }

    /// Adds a node and returns its number, unless another one dominates it. Marks
    /// those that it dominates. Tests can make it compare equal times only.
    #[inline]
    pub fn add(
        &mut self,
        nodes: &mut Vec<Node>,
        mut node: Node,
        across_times: bool,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stop> {
        let number = nodes.len() as u32;
        let key = u64::from(node.shape) << 32 | u64::from(node.set);
        let first = match self.first.entry(key, number, budget)? {
            Entry::New(_) => {
                nodes.push(node);
                return Ok(Some(number));
            }
            Entry::Seen(first) => first,
        };
        let walk_new = walk(node.at());
        let paid_new = i32::from(node.cost) - walk_new;
        let mut kept = NONE;
        let mut at = *first;
        let mut last_kept = NONE;
        while at != NONE {
            let other = nodes[at as usize];
            let walk_other = walk(other.at());
            let paid_other = i32::from(other.cost) - walk_other;
            let is_comparable = across_times || other.time == node.time;
            let both_fresh = other.fresh & node.fresh;
            if is_comparable
                && walk_other <= walk_new
                && paid_other <= paid_new
                && both_fresh == node.fresh
            {
                return Ok(None);
            }
            if is_comparable
                && walk_new <= walk_other
                && paid_new <= paid_other
                && both_fresh == other.fresh
            {
                nodes[at as usize].is_dominated = true;
            } else {
                if last_kept == NONE {
                    kept = at;
                } else {
                    nodes[last_kept as usize].other = at;
                }
                last_kept = at;
            }
            at = other.other;
        }
        if last_kept != NONE {
            nodes[last_kept as usize].other = NONE;
        }
        node.other = kept;
        *first = number;
        nodes.push(node);
        Ok(Some(number))
    }
}
