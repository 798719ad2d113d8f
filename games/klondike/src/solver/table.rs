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

use patience_core::Stop;
use patience_search::{Budget, Entry, StateTable};

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
            Self::Wide(table) => {
                let key = u128::from(at.locks) << 64
                    | u128::from(ranks) << 48
                    | u128::from(at.pass) << 32
                    | u128::from(at.waste) << 24
                    | u128::from(at.stock);
                Ok(matches!(table.entry(key, (), budget)?, Entry::New(_)))
            }
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
                let seen = entry & 0xff;
                let is_new = match key.phase {
                    0 => false,
                    1 => seen & 15 > u64::from(key.draws),
                    _ => seen >> 4 > u64::from(key.draws),
                };
                if is_new {
                    self.slots[slot] = key.cards | places(seen, key);
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

/// The places byte with this place noted.
#[inline]
const fn places(seen: u64, key: &Key) -> u64 {
    match key.phase {
        0 => seen,
        1 => seen & 0xf0 | key.draws as u64,
        _ => seen & 0x0f | (key.draws as u64) << 4,
    }
}
