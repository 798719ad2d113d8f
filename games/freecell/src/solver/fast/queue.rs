//! The moves that wait for their turn, by score; of equals the last one first.
//!
//! One chain of moves for each bucket of nearly equal scores, a bit for each
//! bucket that is not empty, and the number of the first word of bits that may
//! have one. A second level of bits (one for each word) costs more than it saves:
//! it must be updated for each move that is added, and only one in six is ever
//! taken out. Without the bits, finding the first bucket takes too long.

use super::board::Step;

/// A move that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// The node where it starts.
    pub node: u32,
    /// The previous move in the same bucket.
    earlier: u32,
    pub step: Step,
}

const NONE: u32 = u32::MAX;
const NOBODY: Waiting = Waiting {
    node: NONE,
    earlier: NONE,
    step: Step { card: 0, to: 0 },
};

/// Scores from -LOWEST in steps of 2^NARROW; what lies outside goes to the ends.
const BUCKETS: usize = 2048;
const LOWEST: i32 = 4096;
const NARROW: u32 = 2;

/// How many moves can be added between two calls of [`Queue::reserve`].
const RESERVED: usize = 128;

#[derive(Debug)]
pub(super) struct Queue {
    /// The first `used` of these were added; the rest is reserved.
    moves: Vec<Waiting>,
    used: usize,
    /// For each bucket the last of its moves that waits.
    last: Box<[u32; BUCKETS]>,
    filled: [u64; BUCKETS / 64],
    /// No word of bits before this one has any.
    first: usize,
}

impl Queue {
    pub fn new() -> Self {
        Self {
            moves: Vec::new(),
            used: 0,
            last: Box::new([NONE; BUCKETS]),
            filled: [0; BUCKETS / 64],
            first: 0,
        }
    }

    pub fn clear(&mut self) {
        self.used = 0;
        // Where no bit is set, no move waits.
        for (word, filled) in self.filled.iter_mut().enumerate() {
            while *filled != 0 {
                self.last[64 * word + filled.trailing_zeros() as usize] = NONE;
                *filled &= *filled - 1;
            }
        }
        self.first = 0;
    }

    /// Makes room for the moves from one board.
    #[inline]
    pub fn reserve(&mut self) {
        if self.moves.len() < self.used + RESERVED {
            self.moves.resize(2 * self.used + RESERVED, NOBODY);
        }
    }

    /// Adds a move, if it is `wanted`. Without a branch, because half of them are
    /// not, and no branch predictor can tell which.
    #[inline]
    pub fn add_if(&mut self, wanted: bool, score: i32, node: u32, step: Step) {
        let bucket = ((score + LOWEST).max(0) as usize >> NARROW).min(BUCKETS - 1);
        let earlier = self.last[bucket];
        self.moves[self.used] = Waiting {
            node,
            earlier,
            step,
        };
        self.last[bucket] = if wanted { self.used as u32 } else { earlier };
        self.used += usize::from(wanted);
        self.filled[bucket / 64] |= u64::from(wanted) << (bucket % 64);
        // If this is lower than necessary, it does no harm.
        self.first = self.first.min(bucket / 64);
    }

    /// The best move.
    #[inline]
    pub fn pop(&mut self) -> Option<Waiting> {
        while *self.filled.get(self.first)? == 0 {
            self.first += 1;
        }
        let word = &mut self.filled[self.first];
        let bucket = 64 * self.first + word.trailing_zeros() as usize;
        let last = self.last.get_mut(bucket)?;
        let best = self.moves[*last as usize];
        *last = best.earlier;
        if best.earlier == NONE {
            *word &= *word - 1;
        }
        Some(best)
    }

    /// Bytes of its arrays.
    pub fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<Waiting>() + size_of_val(&*self.last)
    }
}
