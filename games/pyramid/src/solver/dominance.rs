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
use patience_search::{Budget, StateKey as _};

use crate::solver::node::{NONE, Node};
use crate::solver::state::Packed;

/// The nodes by shape and set: a table of their numbers, and of half of each mixed key.
/// The rest of the key is in the node. A lookup mostly waits for memory, and so it
/// waits once.
#[derive(Debug, Default)]
pub struct Dominance {
    /// The half of the key in the upper half of the slot, or [`FREE`].
    slots: Vec<u64>,
    len: usize,
}

const FREE: u64 = u64::MAX;
const FIRST_SLOTS: usize = 1 << 10;

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
        if self.bytes() > 1 << 20 {
            self.slots = Vec::new();
        }
        self.slots.fill(FREE);
        self.len = 0;
    }

    /// Bytes in use.
    pub const fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u64>()) as u64
    }

    /// Where the half of a key belongs, if the slot is free.
    #[inline]
    const fn home(&self, half: u64) -> usize {
        (half >> (32 - self.slots.len().trailing_zeros())) as usize
    }

    /// The slot of the nodes with this shape and set, or the free one where they belong.
    #[inline]
    fn slot(&self, nodes: &[Node], node: &Node, half: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(half);
        loop {
            let slot = self.slots[at];
            if slot == FREE {
                return at;
            }
            if slot >> 32 == half {
                let other = &nodes[slot as u32 as usize];
                if (other.shape, other.set) == (node.shape, node.set) {
                    return at;
                }
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let slots = (2 * self.slots.len()).max(FIRST_SLOTS);
        // While the nodes move over, both tables are there.
        budget.use_bytes(self.bytes() + (slots * size_of::<u64>()) as u64)?;
        let old = std::mem::replace(&mut self.slots, vec![FREE; slots]);
        for slot in old.into_iter().filter(|&slot| slot != FREE) {
            let mut at = self.home(slot >> 32);
            while self.slots[at] != FREE {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = slot;
        }
        Ok(())
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
        if self.len >= self.slots.len() / 8 * 5 {
            self.grow(budget)?;
        }
        let half = (u64::from(node.shape) << 32 | u64::from(node.set)).mixed() >> 32;
        let slot = self.slot(nodes, &node, half);
        let first = self.slots[slot];
        self.slots[slot] = half << 32 | u64::from(number);
        if first == FREE {
            self.len += 1;
            nodes.push(node);
            return Ok(Some(number));
        }
        let walk_new = walk(node.at());
        let paid_new = i32::from(node.cost) - walk_new;
        let mut kept = NONE;
        let mut at = first as u32;
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
                self.slots[slot] = first;
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
        nodes.push(node);
        Ok(Some(number))
    }
}
