//! Values that are made when they are first needed, because making one costs as much
//! as reading several cards. Threads share them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
pub(super) struct Made<K, V>(Mutex<BTreeMap<K, V>>);

impl<K, V> Default for Made<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone, V: Clone> Clone for Made<K, V> {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }
}

impl<K, V> Made<K, V> {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord, V: Clone> Made<K, V> {
    /// The value of a key. Nobody waits while it is made: two threads may make the same
    /// one, and one of them is kept.
    pub(super) fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        let known = self.lock().get(&key).cloned();
        known.unwrap_or_else(|| {
            let value = make();
            self.lock().entry(key).or_insert(value).clone()
        })
    }
}
