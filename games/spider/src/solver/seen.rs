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
    lines: Vec<[u64; SLOTS]>,
    /// Differs between searches, so that one does not meet what another saw.
    search: u64,
}

impl Seen {
    /// Forgets everything, and has room for about so many positions.
    pub fn start(&mut self, positions: usize) {
        let lines = (positions / SLOTS).next_power_of_two().max(64);
        if self.lines.len() != lines {
            self.lines = vec![[0; SLOTS]; lines];
        }
        self.search = self.search.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    /// Bytes of a table for so many positions.
    pub fn bytes(positions: usize) -> u64 {
        let lines = (positions / SLOTS).next_power_of_two().max(64);
        (lines * size_of::<[u64; SLOTS]>()) as u64
    }

    #[inline]
    fn line(&self, key: u64) -> usize {
        (key >> 10) as usize & (self.lines.len() - 1)
    }

    /// Brings the line of a key into the cache. The sum keeps the compiler from
    /// leaving the load out.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.lines[self.line(key ^ self.search)][0]
    }

    /// Notes a position. False if it was seen at this depth or before.
    #[inline]
    pub fn enter(&mut self, key: u64, depth: u32) -> bool {
        let key = key ^ self.search;
        let (tag, depth) = (key & !DEPTH, u64::from(depth) & DEPTH);
        let line = self.line(key);
        let slots = &mut self.lines[line];
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
