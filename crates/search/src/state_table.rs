//! Which states were seen, and what is known of them.
//!
//! Open addressing with linear probing, keys and values in two plain arrays,
//! a power of two of slots, at most 5/8 full (7/8 took 5-8% longer in Cluj, whose
//! searches miss often). The whole key is stored and
//! compared: there are no false hits, so a search that uses this table may
//! claim "impossible". It grows by doubling, and asks its budget first.

use patience_core::Stop;

use crate::Budget;

/// A packed state: a whole number with one value that is never used.
pub trait StateKey: Copy + Eq {
    /// The value that no state has; it marks a free slot.
    const FREE: Self;

    /// 64 well-mixed bits of the key.
    fn mixed(self) -> u64;
}

/// Fibonacci hashing: the high bits of a product with 2^64 / golden ratio are
/// as good as those of slower mixers here, once the high half is folded in.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl StateKey for u32 {
    const FREE: Self = Self::MAX;

    #[inline]
    fn mixed(self) -> u64 {
        u64::from(self).wrapping_mul(GOLDEN)
    }
}

impl StateKey for u64 {
    const FREE: Self = Self::MAX;

    #[inline]
    fn mixed(self) -> u64 {
        (self ^ (self >> 32)).wrapping_mul(GOLDEN)
    }
}

impl StateKey for u128 {
    const FREE: Self = Self::MAX;

    #[inline]
    fn mixed(self) -> u64 {
        let folded = (self as u64).wrapping_mul(GOLDEN) ^ ((self >> 64) as u64);
        folded.mixed()
    }
}

/// What [`StateTable::entry`] found.
#[derive(Debug)]
pub enum Entry<'a, V> {
    /// The state is new; this is its value now.
    New(&'a mut V),
    /// The state was there, with this value.
    Seen(&'a mut V),
}

/// An exact table from packed states to small values.
///
/// ```
/// use patience_search::{Budget, Entry, StateTable};
/// let mut budget = Budget::unlimited();
/// let mut seen = StateTable::<u64, u8>::new();
/// assert!(matches!(seen.entry(42, 7, &mut budget), Ok(Entry::New(_))));
/// assert!(matches!(seen.entry(42, 9, &mut budget), Ok(Entry::Seen(&mut 7))));
/// assert_eq!(seen.get(42), Some(&7));
/// assert_eq!(seen.get(43), None);
/// ```
#[derive(Clone, Debug)]
pub struct StateTable<K, V> {
    keys: Vec<K>,
    values: Vec<V>,
    len: usize,
    /// 64 - log2(slots): how far the mixed key is shifted.
    shift: u32,
}

const FIRST_SLOTS: usize = 1 << 10;

impl<K: StateKey, V: Copy + Default> Default for StateTable<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: StateKey, V: Copy + Default> StateTable<K, V> {
    /// An empty table that takes no memory yet.
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            values: Vec::new(),
            len: 0,
            shift: 64,
        }
    }

    /// How many states it holds.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// It holds none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of its arrays.
    pub const fn bytes(&self) -> u64 {
        Self::bytes_of(self.keys.len())
    }

    const fn bytes_of(slots: usize) -> u64 {
        (slots * (size_of::<K>() + size_of::<V>())) as u64
    }

    /// Bytes of the new arrays, if the next state makes it grow; else 0. For those
    /// who count its memory themselves.
    pub const fn growth(&self) -> u64 {
        if self.len < self.keys.len() / 8 * 5 {
            return 0;
        }
        Self::bytes_of(if self.keys.is_empty() {
            FIRST_SLOTS
        } else {
            2 * self.keys.len()
        })
    }

    /// The value of a state, if it was seen.
    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        if self.len == 0 {
            return None;
        }
        let slot = self.slot(key);
        (self.keys[slot] == key).then(|| &self.values[slot])
    }

    /// The state as it was entered. For keys that carry what is known of a state in bits
    /// that are not compared: that takes one look at memory instead of two.
    #[inline]
    pub fn find(&self, key: K) -> Option<K> {
        if self.len == 0 {
            return None;
        }
        let found = self.keys[self.slot(key)];
        (found == key).then_some(found)
    }

    /// The value of a state; if it is new, it gets `value` first. An error
    /// means that the table may not grow, and that the state is not in it.
    #[inline]
    pub fn entry(&mut self, key: K, value: V, budget: &mut Budget) -> Result<Entry<'_, V>, Stop> {
        debug_assert!(key != K::FREE, "this key marks a free slot");
        if self.len >= self.keys.len() / 8 * 5 {
            self.grow(budget)?;
        }
        let slot = self.slot(key);
        if self.keys[slot] == key {
            return Ok(Entry::Seen(&mut self.values[slot]));
        }
        self.keys[slot] = key;
        self.values[slot] = value;
        self.len += 1;
        Ok(Entry::New(&mut self.values[slot]))
    }

    /// Forgets all states and keeps the memory for the next search.
    pub fn clear(&mut self) {
        self.keys.fill(K::FREE);
        self.len = 0;
    }

    /// All states with their values, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        let used = |(key, _): &(&K, &V)| **key != K::FREE;
        self.keys
            .iter()
            .zip(&self.values)
            .filter(used)
            .map(|(key, value)| (*key, value))
    }

    /// The slot that holds the key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let mask = self.keys.len() - 1;
        let mut slot = (key.mixed() >> self.shift) as usize & mask;
        while self.keys[slot] != key && self.keys[slot] != K::FREE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let slots = (2 * self.keys.len()).max(FIRST_SLOTS);
        // While the states move over, the old and the new arrays are both there.
        budget.use_bytes(self.bytes() + Self::bytes_of(slots))?;
        let old_keys = std::mem::replace(&mut self.keys, vec![K::FREE; slots]);
        let old_values = std::mem::replace(&mut self.values, vec![V::default(); slots]);
        self.shift = 64 - slots.trailing_zeros();
        for (key, value) in old_keys.into_iter().zip(old_values) {
            if key != K::FREE {
                let slot = self.slot(key);
                self.keys[slot] = key;
                self.values[slot] = value;
            }
        }
        budget.use_bytes(self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::Limits;
    use std::collections::HashMap;

    #[test]
    fn it_agrees_with_the_standard_map() {
        let mut numbers = patience_core::numbering::SplitMix64::new(1);
        let mut budget = Budget::unlimited();
        let mut table = StateTable::<u64, u32>::new();
        let mut map = HashMap::new();
        for step in 0..200_000u32 {
            // Few distinct keys with many equal bits, so that both cases occur.
            let key = (numbers.next() >> 48) << 20;
            let expected = map.contains_key(&key);
            match table.entry(key, step, &mut budget).unwrap() {
                Entry::New(_) => assert!(!expected),
                Entry::Seen(value) => assert_eq!(map.get(&key), Some(&*value)),
            }
            map.entry(key).or_insert(step);
        }
        assert_eq!(table.len(), map.len());
        for (key, value) in table.iter() {
            assert_eq!(map.get(&key), Some(value));
        }
    }

    #[test]
    fn a_full_memory_is_said_and_loses_nothing() {
        let mut budget = Budget::new(Limits {
            bytes: Some(100_000),
            ..Limits::NONE
        });
        let mut table = StateTable::<u64, u8>::new();
        let stored = (0..)
            .take_while(|&key| table.entry(key, 1, &mut budget).is_ok())
            .count();
        assert!(stored > 2_000, "only {stored} states in 100,000 bytes");
        assert_eq!(table.len(), stored);
        assert!((0..stored as u64).all(|key| table.get(key) == Some(&1)));
        assert!(budget.peak_bytes() <= 100_000);
    }

    #[test]
    fn wide_keys_that_differ_anywhere_are_different() {
        let mut budget = Budget::unlimited();
        let mut table = StateTable::<u128, ()>::new();
        for bit in 0..127 {
            assert!(matches!(
                table.entry(1 << bit, (), &mut budget),
                Ok(Entry::New(()))
            ));
        }
        assert_eq!(table.len(), 127);
    }
}
