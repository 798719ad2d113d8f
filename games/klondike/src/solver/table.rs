//! Which positions were seen, exactly.
//!
//! ```text
//! entry    cards at home 16 | locked 16 | stock 24 | waste, phase 2: 4 | phase 1: 4
//! ```
//! One word a position. The last byte tells for which places of the waste it was
//! seen. With the same cards in the stock only the places that differ from the
//! start of a pass matter. Those of one phase (cards in the waste modulo the
//! draw) are ordered: from the earlier place the later one is reached by
//! drawing. So the earliest of each phase is all that need be known. Any place is
//! at least as good as the start of a pass.
//!
//! Games with limited passes, and tables that do not fit, use wide keys, where
//! each place and pass is a position of its own.
//!
//! [`Shared`] is the same for several threads. In the narrow table an entry is
//! claimed or changed in one step, so that nobody waits; only a larger table needs
//! all threads to pause. Wide keys are kept in many tables with a lock each.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use patience_core::Stop;
use patience_search::{Budget, Entry, SharedTable, StateTable};

use super::layout::{Layout, Packed};

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// The places byte when only the start of a pass was seen.
const START_ONLY: u64 = 0xff;
const FIRST_SLOTS: usize = 1 << 10;

/// The positions seen.
#[derive(Debug)]
pub enum Seen {
    /// One word each.
    Narrow(Narrow),
    /// Two words each.
    Wide(StateTable<u128, ()>),
}

impl Default for Seen {
    fn default() -> Self {
        Self::Narrow(Narrow::default())
    }
}

impl Seen {
    /// Forgets everything and gets ready for a game.
    pub fn begin(&mut self, layout: &Layout, is_exact: bool) {
        let is_wide = is_exact || layout.last_pass.is_some() || layout.most_locks > 1 << 16;
        match (self, is_wide) {
            (Self::Narrow(table), false) => table.clear(),
            (Self::Wide(table), true) => table.clear(),
            (seen, true) => *seen = Self::Wide(StateTable::new()),
            (seen, false) => {
                let mut table = Narrow::default();
                table.clear();
                *seen = Self::Narrow(table);
            }
        }
    }

    /// Adds a position, with the cards at home that stand for its class. False if
    /// it, or one at least as good, was there.
    #[inline]
    pub fn add(
        &mut self,
        layout: &Layout,
        at: &Packed,
        ranks: u16,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        match self {
            Self::Narrow(table) => table.add(&Key::new(layout, at, ranks), budget),
            Self::Wide(table) => Ok(matches!(
                table.entry(wide(at, ranks), (), budget)?,
                Entry::New(_)
            )),
        }
    }

    /// Notes how many bytes the search uses beside this table.
    pub const fn set_beside(&mut self, bytes: u64) {
        if let Self::Narrow(table) = self {
            table.beside = bytes;
        }
    }

    /// Bytes in use.
    pub const fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(table) => 8 * table.slots.len() as u64,
            Self::Wide(table) => table.bytes(),
        }
    }
}

/// A position for the wide table.
#[inline]
fn wide(at: &Packed, ranks: u16) -> u128 {
    u128::from(at.locks) << 64
        | u128::from(ranks) << 48
        | u128::from(at.pass) << 32
        | u128::from(at.waste) << 24
        | u128::from(at.stock)
}

/// A position for the narrow table.
#[derive(Clone, Copy, Debug)]
struct Key {
    /// The 56 bits without the waste, shifted by 8.
    cards: u64,
    /// 0 at the start of a pass, else the phase, 1 or 2.
    phase: u8,
    /// How many whole draws are in the waste.
    draws: u8,
}

impl Key {
    #[inline]
    fn new(layout: &Layout, at: &Packed, ranks: u16) -> Self {
        let cards = u64::from(ranks) << 48 | u64::from(at.locks) << 32 | u64::from(at.stock) << 8;
        let (mut phase, mut draws) = (0, 0);
        if at.waste != 0 {
            let count = (at.stock & ((1 << at.waste) - 1)).count_ones();
            phase = (count % layout.draw) as u8;
            draws = (count / layout.draw) as u8;
        }
        Self {
            cards,
            phase,
            draws,
        }
    }
}

/// A table of one word a position.
#[derive(Debug, Default)]
pub struct Narrow {
    slots: Vec<u64>,
    len: usize,
    shift: u32,
    /// Bytes that the search uses beside this table.
    beside: u64,
}

impl Narrow {
    /// Forgets everything. A large table is given back: most searches are short,
    /// and to wipe it would take longer than they do.
    fn clear(&mut self) {
        if self.slots.len() == FIRST_SLOTS {
            self.slots.fill(0);
        } else {
            self.slots = vec![0; FIRST_SLOTS];
            self.shift = 64 - FIRST_SLOTS.trailing_zeros();
        }
        self.len = 0;
    }

    #[inline]
    fn add(&mut self, key: &Key, budget: &mut Budget) -> Result<bool, Stop> {
        if self.len >= self.slots.len() / 8 * 6 {
            self.grow(budget)?;
        }
        let mask = self.slots.len() - 1;
        let mut slot = (key.cards.wrapping_mul(GOLDEN) >> self.shift) as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                self.slots[slot] = key.cards | places(START_ONLY, key);
                self.len += 1;
                return Ok(true);
            }
            if entry & !0xff == key.cards {
                let is_new = is_earlier(entry & 0xff, key);
                if is_new {
                    self.slots[slot] = key.cards | places(entry & 0xff, key);
                }
                return Ok(is_new);
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let slots = (2 * self.slots.len()).max(FIRST_SLOTS);
        budget.use_bytes(self.beside + 8 * (self.slots.len() + slots) as u64)?;
        let old = std::mem::replace(&mut self.slots, vec![0; slots]);
        self.shift = 64 - slots.trailing_zeros();
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let hash = (entry & !0xff).wrapping_mul(GOLDEN) >> self.shift;
            let mut slot = hash as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = entry;
        }
        Ok(())
    }
}

/// Is this an earlier place than those that the places byte knows?
#[inline]
const fn is_earlier(seen: u64, key: &Key) -> bool {
    match key.phase {
        0 => false,
        1 => seen & 15 > key.draws as u64,
        _ => seen >> 4 > key.draws as u64,
    }
}

/// The places byte with this place noted.
#[inline]
const fn places(seen: u64, key: &Key) -> u64 {
    match key.phase {
        0 => seen,
        1 => seen & 0xf0 | key.draws as u64,
        _ => seen & 0x0f | (key.draws as u64) << 4,
    }
}

/// New entries that a thread counts before it tells the others.
const COUNTED_AT_ONCE: usize = 64;

/// The positions that the threads of a search have seen.
#[derive(Debug)]
pub enum Shared {
    /// One word each.
    Narrow(SharedNarrow),
    /// Two words each.
    Wide(SharedTable<u128, ()>),
}

/// A table of one word a position.
#[derive(Debug)]
pub struct SharedNarrow {
    slots: RwLock<Box<[AtomicU64]>>,
    /// Entries, a little behind.
    len: AtomicUsize,
}

impl Shared {
    /// With everything that one thread has seen, for so many. Its memory is to be
    /// counted by the caller.
    pub fn new(seen: Seen, threads: usize) -> Self {
        match seen {
            Seen::Narrow(table) => {
                // Room for what the threads do not tell each other at once.
                let least = (16 * threads * COUNTED_AT_ONCE).next_power_of_two();
                let slots = if table.slots.len() < least {
                    rehashed(table.slots.into_iter(), least)
                } else {
                    table.slots.into_iter().map(AtomicU64::new).collect()
                };
                Self::Narrow(SharedNarrow {
                    len: AtomicUsize::new(table.len),
                    slots: RwLock::new(slots),
                })
            }
            Seen::Wide(table) => {
                let shared = SharedTable::new();
                let mut unlimited = Budget::unlimited();
                for (key, ()) in table.iter() {
                    // No limit, no error.
                    let _ = shared.update(key, (), |()| (), &mut unlimited);
                }
                Self::Wide(shared)
            }
        }
    }

    /// Bytes in use.
    pub fn bytes(&mut self) -> u64 {
        match self {
            Self::Narrow(table) => {
                let slots = table.slots.get_mut();
                8 * slots.unwrap_or_else(PoisonError::into_inner).len() as u64
            }
            Self::Wide(table) => table.bytes(),
        }
    }

    /// The table as one thread uses it.
    pub const fn access(&self) -> Access<'_> {
        Access {
            shared: self,
            slots: None,
            new: 0,
        }
    }
}

/// One thread's hold on a shared table.
#[derive(Debug)]
pub struct Access<'a> {
    shared: &'a Shared,
    slots: Option<RwLockReadGuard<'a, Box<[AtomicU64]>>>,
    /// New entries that the others do not know of.
    new: usize,
}

impl Access<'_> {
    /// Lets others make the table larger. To be called from time to time, and
    /// before waiting for anything.
    pub fn release(&mut self) {
        self.slots = None;
    }

    /// As [`Seen::add`].
    #[inline]
    pub fn add(
        &mut self,
        layout: &Layout,
        at: &Packed,
        ranks: u16,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        match self.shared {
            Shared::Narrow(table) => {
                let slots = self.slots.get_or_insert_with(|| table.read());
                let found = enter(slots, &Key::new(layout, at, ranks));
                if found == Entered::Fresh {
                    self.new += 1;
                    if self.new == COUNTED_AT_ONCE {
                        self.new = 0;
                        let most = slots.len() / 8 * 6;
                        let before = table.len.fetch_add(COUNTED_AT_ONCE, Ordering::Relaxed);
                        if before + COUNTED_AT_ONCE >= most {
                            self.slots = None;
                            table.grow(budget)?;
                        }
                    }
                }
                Ok(found != Entered::Known)
            }
            Shared::Wide(table) => table.update(wide(at, ranks), (), |()| (), budget),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entered {
    /// In a slot that was free.
    Fresh,
    /// In a slot with later places.
    Earlier,
    /// It was there, or one at least as good.
    Known,
}

/// As [`Narrow::add`]. An entry is never taken away, and its cards never change, so
/// that a slot that was passed by stays one to pass by.
#[inline]
fn enter(slots: &[AtomicU64], key: &Key) -> Entered {
    let mask = slots.len() - 1;
    let shift = 64 - slots.len().trailing_zeros();
    let mut slot = (key.cards.wrapping_mul(GOLDEN) >> shift) as usize & mask;
    let mut entry = slots[slot].load(Ordering::Relaxed);
    loop {
        let (fresh, becomes) = if entry == 0 {
            (Entered::Fresh, key.cards | places(START_ONLY, key))
        } else if entry & !0xff != key.cards {
            slot = (slot + 1) & mask;
            entry = slots[slot].load(Ordering::Relaxed);
            continue;
        } else if is_earlier(entry & 0xff, key) {
            (Entered::Earlier, key.cards | places(entry & 0xff, key))
        } else {
            return Entered::Known;
        };
        let order = (Ordering::Relaxed, Ordering::Relaxed);
        match slots[slot].compare_exchange(entry, becomes, order.0, order.1) {
            Ok(_) => return fresh,
            // Another thread was quicker: look at the slot again.
            Err(now) => entry = now,
        }
    }
}

impl SharedNarrow {
    fn read(&self) -> RwLockReadGuard<'_, Box<[AtomicU64]>> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner)
    }

    #[cold]
    fn grow(&self, budget: &mut Budget) -> Result<(), Stop> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have done it.
        if self.len.load(Ordering::Relaxed) < slots.len() / 8 * 6 {
            return Ok(());
        }
        let (old, new) = (slots.len(), 2 * slots.len());
        budget.add_bytes(8 * new as i64)?;
        let entries = slots.iter_mut().map(|slot| *slot.get_mut());
        let larger = rehashed(entries, new);
        *slots = larger;
        budget.add_bytes(-8 * old as i64)
    }
}

/// The entries in a table of so many slots.
fn rehashed(entries: impl Iterator<Item = u64>, slots: usize) -> Box<[AtomicU64]> {
    let mut table: Box<[AtomicU64]> = (0..slots).map(|_| AtomicU64::new(0)).collect();
    let shift = 64 - slots.trailing_zeros();
    for entry in entries.filter(|entry| *entry != 0) {
        let hash = (entry & !0xff).wrapping_mul(GOLDEN) >> shift;
        let mut slot = hash as usize & (slots - 1);
        while *table[slot].get_mut() != 0 {
            slot = (slot + 1) & (slots - 1);
        }
        *table[slot].get_mut() = entry;
    }
    table
}
