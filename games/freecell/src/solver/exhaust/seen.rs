//! Every position that was reached, numbered in that order.
//!
//! ```text
//! slots:  tag (low half of the hash) << 32 | number + 1     0 = free
//!         (the high half of the hash picks the slot)
//! keys:   number -> packed position, whole
//! links:  number -> number of the previous position, and the step between
//! ```
//! A hit counts only after the whole key is compared, so "seen" is never wrong
//! and "impossible" may be claimed. All three arrays grow together, and the
//! budget is asked before they do. A position takes about 36 bytes.

use patience_core::Stop;
use patience_search::Budget;

use super::board::Step;
use crate::solver::packing::{Key, mix};

/// How a position was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub before: u32,
    pub step: Step,
}

impl Link {
    /// The start, which has no previous position.
    pub const START: Self = Self {
        before: u32::MAX,
        step: Step {
            card: u8::MAX,
            onto: u8::MAX,
        },
    };
}

/// The positions reached.
#[derive(Clone, Debug)]
pub(super) struct Seen<const W: usize> {
    slots: Vec<u64>,
    keys: Vec<Key<W>>,
    links: Vec<Link>,
}

const FIRST_SLOTS: usize = 1 << 12;

impl<const W: usize> Seen<W> {
    /// No position yet.
    pub fn new() -> Self {
        Self {
            slots: Vec::new(),
            keys: Vec::new(),
            links: Vec::new(),
        }
    }

    /// How many positions were reached.
    pub fn len(&self) -> u32 {
        self.keys.len() as u32
    }

    /// Bytes of its arrays.
    pub fn bytes(&self) -> u64 {
        let keys = self.keys.capacity() * size_of::<Key<W>>();
        let links = self.links.capacity() * size_of::<Link>();
        (8 * self.slots.len() + keys + links) as u64
    }

    pub fn key(&self, number: u32) -> &Key<W> {
        &self.keys[number as usize]
    }

    pub fn link(&self, number: u32) -> Link {
        self.links[number as usize]
    }

    /// Another, shorter way to a position.
    pub fn relink(&mut self, number: u32, link: Link) {
        self.links[number as usize] = link;
    }

    /// Reads where the searches for these keys begin, so that it is in the cache
    /// when they are entered: memory is asked for all of them at once. A big search
    /// spends half of its time waiting for memory.
    #[inline]
    pub fn glance_at<'a>(&self, keys: impl Iterator<Item = &'a Key<W>> + Clone) {
        let mask = self.slots.len().wrapping_sub(1);
        let slot = |hash: u64| self.slots.get((hash >> 32) as usize & mask);
        let mut read = 0;
        for key in keys.clone() {
            read |= slot(mix(key)).copied().unwrap_or(0);
        }
        // And the keys of the positions that seem to be the same.
        for key in keys {
            let hash = mix(key);
            if let Some(&found) = slot(hash)
                && (found ^ hash << 32) >> 32 == 0
            {
                let number = (found as u32).wrapping_sub(1) as usize;
                read |= self.keys.get(number).map_or(0, |key| key[0]);
            }
        }
        std::hint::black_box(read);
    }

    /// The position's number, and whether it is new. `others` are the bytes that
    /// the search uses elsewhere.
    #[inline]
    pub fn enter(
        &mut self,
        key: &Key<W>,
        link: Link,
        others: impl FnOnce() -> u64,
        budget: &mut Budget,
    ) -> Result<(u32, bool), Stop> {
        // At most 3/4 full: probes stay short.
        if self.keys.len() >= self.slots.len() / 4 * 3 {
            self.grow(others(), budget)?;
        }
        let hash = mix(key);
        let tag = hash << 32;
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                break;
            }
            if (found ^ tag) >> 32 == 0 {
                let number = found as u32 - 1;
                if self.keys[number as usize] == *key {
                    return Ok((number, false));
                }
            }
            slot = (slot + 1) & mask;
        }
        let number = self.keys.len() as u32;
        self.slots[slot] = tag | u64::from(number + 1);
        self.keys.push(*key);
        self.links.push(link);
        Ok((number, true))
    }

    #[cold]
    fn grow(&mut self, others: u64, budget: &mut Budget) -> Result<(), Stop> {
        let slots = (2 * self.slots.len()).max(FIRST_SLOTS);
        // In 64 bits, because this number does not fit in a 32-bit usize.
        if slots as u64 > 1 << 32 {
            return Err(Stop::Memory);
        }
        let positions = slots / 4 * 3;
        let entry = size_of::<Key<W>>() + size_of::<Link>();
        let after = 8 * slots as u64 + entry as u64 * positions as u64 + others;
        // The old slots are freed before the new ones are filled, so memory is
        // largest while the array of keys is copied.
        budget.use_bytes(after + size_of_val(self.keys.as_slice()) as u64)?;
        self.keys.reserve_exact(positions - self.keys.len());
        self.links.reserve_exact(positions - self.links.len());
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        for (number, key) in self.keys.iter().enumerate() {
            let hash = mix(key);
            let mut slot = (hash >> 32) as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = hash << 32 | (number as u64 + 1);
        }
        budget.use_bytes(after)
    }
}
