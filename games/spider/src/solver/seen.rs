//! Which positions a beam has seen: a table that forgets.
//!
//! A line of eight slots is one line of the processor's cache. A new position
//! pushes out an old one of its line, so that memory is bounded. A beam is not
//! complete anyway: "impossible" never comes from here.

/// Slots of a line.
const SLOTS: usize = 8;
/// Bits of a slot for the depth.
const DEPTH: u64 = 0x3ff;

/// The table.
#[derive(Debug, Default)]
pub struct Seen {
    slots: Vec<u64>,
    /// Where the first line begins, so that each lies in one line of the cache.
    first: usize,
    /// One less than the lines, which are a power of two.
    mask: usize,
    /// Differs between searches, so that one does not meet what another saw.
    search: u64,
}

/// Lines for about so many positions.
fn lines(positions: usize) -> usize {
    (positions / SLOTS).next_power_of_two().max(64)
}

impl Seen {
    /// Forgets everything, and has room for about so many positions.
    pub fn start(&mut self, positions: usize) {
        let lines = lines(positions);
        if self.slots.is_empty() || self.mask != lines - 1 {
            self.slots = vec![0; (lines + 1) * SLOTS];
            let first = self.slots.as_ptr().align_offset(SLOTS * size_of::<u64>());
            self.first = first.min(SLOTS);
            self.mask = lines - 1;
        }
        self.search = self.search.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    /// Bytes of a table for so many positions.
    pub fn bytes(positions: usize) -> u64 {
        ((lines(positions) + 1) * SLOTS * size_of::<u64>()) as u64
    }

    /// The first slot of the line of a key.
    #[inline]
    const fn line(&self, key: u64) -> usize {
        self.first + ((key >> 10) as usize & self.mask) * SLOTS
    }

    /// Brings the line of a key into the cache. The sum keeps the compiler from
    /// leaving the load out.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.slots[self.line(key ^ self.search)]
    }

    /// Notes a position. False if it was seen at this depth or before.
    #[inline]
    pub fn enter(&mut self, key: u64, depth: u32) -> bool {
        let key = key ^ self.search;
        let (tag, depth) = (key & !DEPTH, u64::from(depth) & DEPTH);
        let line = self.line(key);
        let slots = &mut self.slots[line..][..SLOTS];
        for slot in slots.iter_mut() {
            if *slot & !DEPTH == tag {
                let is_new = depth < *slot & DEPTH;
                if is_new {
                    *slot = tag | depth;
                }
                return is_new;
            }
        }
        slots[(key >> 60) as usize & (SLOTS - 1)] = tag | depth;
        true
    }
}
