//! A table that several threads read and change.
//!
//! Many [`StateTable`]s with a lock each: two threads rarely want the same one. For
//! searches whose states cost more than the lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use patience_core::Stop;

use crate::{Budget, Entry, StateKey, StateTable};

/// So many tables.
const PARTS: usize = 128;

/// An exact table from packed states to small values, for several threads.
///
/// ```
/// use patience_search::{Budget, SharedTable};
/// let mut budget = Budget::unlimited();
/// let seen = SharedTable::<u64, u8>::new();
/// assert_eq!(seen.update(42, 7, |_| unreachable!(), &mut budget), Ok(true));
/// assert_eq!(seen.update(42, 1, |value| *value += 1, &mut budget), Ok(false));
/// assert_eq!(seen.get(42), Some(8));
/// assert_eq!(seen.get(43), None);
/// ```
#[derive(Debug)]
pub struct SharedTable<K, V> {
    parts: Box<[Mutex<Part<K, V>>]>,
}

/// Some of the states. Who adds one counts the memory.
#[derive(Debug)]
struct Part<K, V> {
    table: StateTable<K, V>,
    unlimited: Budget,
}

impl<K: StateKey, V: Copy + Default> Default for SharedTable<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: StateKey, V: Copy + Default> SharedTable<K, V> {
    /// An empty table.
    pub fn new() -> Self {
        let part = |_| {
            Mutex::new(Part {
                table: StateTable::new(),
                unlimited: Budget::unlimited(),
            })
        };
        Self {
            parts: (0..PARTS).map(part).collect(),
        }
    }

    #[inline]
    fn part(&self, key: K) -> MutexGuard<'_, Part<K, V>> {
        // The tables use the highest bits.
        let part = (key.mixed() >> 16) as usize % PARTS;
        self.parts[part]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a state, if it was seen.
    #[inline]
    pub fn get(&self, key: K) -> Option<V> {
        self.part(key).table.get(key).copied()
    }

    /// Gives a new state this value, or changes that of one that was seen. Tells
    /// whether it is new. The memory is added to that of the budget's search
    /// ([`Budget::add_bytes`]).
    #[inline]
    pub fn update(
        &self,
        key: K,
        value: V,
        change: impl FnOnce(&mut V),
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mut part = self.part(key);
        let Part { table, unlimited } = &mut *part;
        let (growth, before) = (table.growth(), table.bytes());
        if growth > 0 {
            budget.add_bytes(growth as i64)?;
        }
        let is_new = match table.entry(key, value, unlimited)? {
            Entry::New(_) => true,
            Entry::Seen(value) => {
                change(value);
                false
            }
        };
        if growth > 0 {
            budget.add_bytes(-(before as i64))?;
        }
        Ok(is_new)
    }

    /// Bytes of its arrays.
    pub fn bytes(&self) -> u64 {
        let bytes = |part: &Mutex<Part<K, V>>| {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            part.table.bytes()
        };
        self.parts.iter().map(bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::Limits;

    #[test]
    fn threads_see_what_others_add() {
        let table = SharedTable::<u64, u32>::new();
        let mut budget = Budget::unlimited();
        budget.share(4, |_, budget| {
            for key in 0..10_000 {
                table.update(key, 1, |value| *value += 1, budget).unwrap();
            }
        });
        assert!((0..10_000).all(|key| table.get(key) == Some(4)));
        assert_eq!(table.get(10_000), None);
        // While it grew, there was more.
        assert!(budget.peak_bytes() >= table.bytes());
    }

    #[test]
    fn it_does_not_grow_beyond_the_limit() {
        let table = SharedTable::<u64, u32>::new();
        let mut budget = Budget::new(Limits {
            bytes: Some(5 << 20),
            ..Limits::NONE
        });
        let mut add = |key| table.update(key, 0, |_| (), &mut budget);
        let stop = (0..1_000_000).find_map(|key| add(key).err());
        assert_eq!(stop, Some(Stop::Memory));
        assert!(budget.peak_bytes() <= 5 << 20);
        assert!(table.bytes() <= 5 << 20);
    }
}
