//! The positions that the search has met: each once, with its parent.
//!
//! ```text
//! nodes   in the order in which they were met: key (16 bytes), parent (4), cost (1)
//! index   u32 slots, open addressing: [ tag | number of the node + 1 ], 0 = free
//! ```
//! Nodes lie in blocks that never move, so that growing needs no copy and no
//! second array; only the index is built again when it doubles. The tag (the
//! bits of a slot that the number does not need) saves most probes from reading
//! a key in vain. Whole keys are compared, so there are no false hits.

use patience_core::Stop;
use patience_search::{Budget, StateKey};

use crate::solver::shared::Number;

const BLOCK_BITS: u32 = 16;
const BLOCK: usize = 1 << BLOCK_BITS;
const FIRST_SLOTS: usize = 1 << 16;
/// Bytes of a node.
const NODE: u64 = 16 + 4 + 1;

#[derive(Debug, Default)]
pub(super) struct Store {
    keys: Vec<Vec<u128>>,
    parents: Vec<Vec<Number>>,
    costs: Vec<Vec<u8>>,
    len: usize,
    index: Vec<u32>,
    /// log2 of the slots.
    bits: u32,
}

impl Store {
    pub fn new() -> Self {
        Self {
            index: vec![0; FIRST_SLOTS],
            bits: FIRST_SLOTS.trailing_zeros(),
            ..Self::default()
        }
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn key(&self, number: Number) -> u128 {
        self.keys[(number >> BLOCK_BITS) as usize][number as usize & (BLOCK - 1)]
    }

    pub fn parent(&self, number: Number) -> Number {
        self.parents[(number >> BLOCK_BITS) as usize][number as usize & (BLOCK - 1)]
    }

    pub fn cost(&self, number: Number) -> u8 {
        self.costs[(number >> BLOCK_BITS) as usize][number as usize & (BLOCK - 1)]
    }

    /// The slot where the probe for a key begins, and its tag in place.
    #[inline]
    fn aim(&self, key: u128) -> (usize, u32) {
        let mixed = key.mixed();
        let slot = (mixed >> (64 - self.bits)) as usize;
        let tag = ((mixed >> 8) as u32) >> self.bits << self.bits;
        (slot, tag)
    }

    /// Reads the first slot of a probe, so that it is in the cache when the
    /// probe begins.
    #[inline]
    pub fn glance(&self, key: u128) -> u32 {
        self.index[self.aim(key).0]
    }

    /// Is this key here?
    #[inline]
    pub fn holds(&self, key: u128) -> bool {
        self.find(key).is_ok()
    }

    /// The node of a key, or the free slot where it belongs.
    #[inline]
    fn find(&self, key: u128) -> Result<Number, usize> {
        let (mut slot, tag) = self.aim(key);
        let mask = self.index.len() - 1;
        let numbers = mask as u32;
        loop {
            let entry = self.index[slot & mask];
            if entry == 0 {
                return Err(slot & mask);
            }
            if entry & !numbers == tag {
                let number = (entry & numbers) - 1;
                if self.key(number) == key {
                    return Ok(number);
                }
            }
            slot += 1;
        }
    }

    /// Adds a position and returns its number, if it is new.
    #[inline]
    pub fn add(
        &mut self,
        key: u128,
        parent: Number,
        cost: u8,
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop> {
        let Err(mut slot) = self.find(key) else {
            return Ok(None);
        };
        if self.len >= self.index.len() / 4 * 3 {
            self.grow(budget)?;
            slot = match self.find(key) {
                Err(slot) => slot,
                Ok(_) => return Ok(None),
            };
        }
        if self.len & (BLOCK - 1) == 0 {
            budget.use_bytes(self.bytes() + NODE * BLOCK as u64)?;
            self.keys.push(Vec::with_capacity(BLOCK));
            self.parents.push(Vec::with_capacity(BLOCK));
            self.costs.push(Vec::with_capacity(BLOCK));
        }
        let number = self.len as u32;
        let block = self.len >> BLOCK_BITS;
        self.keys[block].push(key);
        self.parents[block].push(parent);
        self.costs[block].push(cost);
        self.len += 1;
        self.index[slot] = self.aim(key).1 | (number + 1);
        Ok(Some(number))
    }

    pub fn bytes(&self) -> u64 {
        self.index.len() as u64 * 4 + self.keys.len() as u64 * NODE * BLOCK as u64
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let slots = self.index.len() * 2;
        if slots > 1 << 31 {
            return Err(Stop::Memory);
        }
        budget.use_bytes(self.bytes() + slots as u64 * 4)?;
        // The old index is not needed: the nodes themselves are in order.
        self.index = Vec::new();
        self.index = vec![0; slots];
        self.bits = slots.trailing_zeros();
        let mask = slots - 1;
        let mut number = 0;
        for block in &self.keys {
            for &key in block {
                let (mut slot, tag) = self.aim(key);
                while self.index[slot & mask] != 0 {
                    slot += 1;
                }
                number += 1;
                self.index[slot & mask] = tag | number;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_kept_once_through_all_growth() {
        let mut store = Store::new();
        let mut budget = Budget::unlimited();
        let key = |n: u32| u128::from(n).wrapping_mul(0x1234_5678_9abc_def1_2345) >> 3;
        for n in 0..200_000 {
            let number = store
                .add(key(n), n / 2, (n % 100) as u8, &mut budget)
                .unwrap();
            assert_eq!(number, Some(n));
        }
        for n in 0..200_000 {
            assert!(store.holds(key(n)));
            assert_eq!(store.add(key(n), 0, 0, &mut budget).unwrap(), None);
            assert_eq!((store.parent(n), store.cost(n)), (n / 2, (n % 100) as u8));
            assert_eq!(store.key(n), key(n));
        }
        assert_eq!(store.len(), 200_000);
        assert!(!store.holds(key(200_000)));
    }
}
