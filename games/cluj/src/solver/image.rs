//! The image of a position: its columns without their tails.
//!
//! An image tells where the heads are and which columns are frozen, but not which
//! tail hangs on which head. Cards that are neither buried nor frozen nor
//! cheated form the *pool*. In the pool, a card is a head or *attached* to a
//! card one higher, and from the image alone we know for every rank r
//!
//! ```text
//! pool(r)     = 4 - buried - frozen - cheated
//! attached(r) = pool(r) - heads(r)
//! free(r)     = pool(r) - attached(r - 1)      cards of rank r with nothing on them
//! ```
//!
//! Without cheats the image is all that matters (see `candidates`): wherever the
//! tails are, a head x can be put onto an x + 1 exactly when free(x + 1) is not
//! zero, and the image afterwards is the same.

use crate::rules::COLUMNS;
use patience_search::StateKey;

use crate::solver::columns::{
    Code, Counts, FOUR_EACH, Layout, base, cheated, end, freeze, is_frozen, is_movable, one, parts,
    run, thaw,
};

/// The columns of a position without their tails. The columns that have no
/// buried cards are interchangeable and stand in descending order among
/// themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// One code for each column.
    pub codes: [Code; COLUMNS],
}

/// What an image determines about its pool.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// Cards in the pool.
    pub pool: Counts,
    /// Those of them that lie on a card one higher.
    pub attached: Counts,
    /// Those of them with nothing on them.
    pub free: Counts,
    /// Cards inside frozen runs that lie on a card one higher: they need no
    /// other place.
    pub held: Counts,
    /// The cards that are not in place: a lower bound on the moves to go.
    pub misplaced: u8,
}

const GUARD: Counts = 0x8_8888_8888;

impl Pool {
    /// The pool without the cards that are gone, with these heads; none if there are not
    /// so many cards.
    #[inline]
    pub fn new(gone: Counts, heads: Counts, held: Counts, misplaced: u8) -> Option<Self> {
        // Counts are at most 4, so bit 3 of each is a guard: it is cleared where
        // a difference is negative.
        let pool = (FOUR_EACH | GUARD).wrapping_sub(gone);
        let attached = pool.wrapping_sub(heads);
        let free = (pool & !GUARD | GUARD).wrapping_sub((attached & !GUARD) << 4 & 0xf_ffff_ffff);
        if pool & attached & free & GUARD != GUARD {
            return None;
        }
        Some(Self {
            pool: pool & !GUARD,
            attached: attached & !GUARD,
            free: free & !GUARD,
            held,
            misplaced,
        })
    }
}

impl Image {
    /// The image with these columns, brought into order.
    pub fn new(codes: [Code; COLUMNS]) -> Self {
        let mut image = Self { codes };
        image.sort();
        image
    }

    /// The places of the heads: five bits for each column.
    #[inline]
    pub fn places(&self) -> u64 {
        // Four bytes of five bits each are brought together in two steps.
        let [first, last] = self.bytes(8).map(|bytes| {
            let pairs = bytes & 0x001f_001f | bytes >> 3 & 0x03e0_03e0;
            pairs & 0x3ff | pairs >> 6 & 0xf_fc00
        });
        u64::from(first) | u64::from(last) << 20
    }

    /// What lies on the columns: a byte for each, the first one lowest.
    #[inline]
    pub fn marks(&self) -> u64 {
        let [first, last] = self.bytes(0);
        u64::from(first) | u64::from(last) << 32
    }

    /// One byte of each code: of the first four columns, and of the last two.
    #[inline]
    fn bytes(&self, shift: u32) -> [u32; 2] {
        let [a, b, c, d, e, f] = self.codes.map(u64::from);
        let codes = [a | b << 16 | c << 32 | d << 48, e | f << 16];
        codes.map(|codes| {
            let bytes = codes >> shift & 0x00ff_00ff_00ff_00ff;
            let pairs = (bytes | bytes >> 8) & 0x0000_ffff_0000_ffff;
            (pairs | pairs >> 16) as u32
        })
    }

    /// Brings the interchangeable columns into descending order.
    #[inline]
    pub fn sort(&mut self) {
        let codes = &mut self.codes;
        for i in 1..COLUMNS {
            if !is_movable(codes[i]) {
                continue;
            }
            // One step of insertion sort that steps over the other columns.
            let mut at = i;
            for j in (0..i).rev() {
                if !is_movable(codes[j]) {
                    continue;
                }
                if codes[j] >= codes[at] {
                    break;
                }
                codes.swap(j, at);
                at = j;
            }
        }
    }

    /// The image with one column changed, not yet in order.
    #[inline]
    #[must_use]
    pub fn with(mut self, column: usize, code: Code) -> Self {
        self.codes[column] = code;
        self
    }

    /// Its pool; none if no position has this image.
    #[inline]
    pub fn pool(&self, layout: &Layout) -> Option<Pool> {
        let (mut gone, mut heads, mut held, mut misplaced) = (0, 0, 0, 0);
        for (column, &code) in self.codes.iter().enumerate() {
            let fact = layout.fact(column, code);
            gone += fact.buried;
            misplaced += fact.misplaced;
            if is_frozen(code) {
                let frozen = run(fact.head, end(code));
                gone += frozen + one(cheated(code));
                held += frozen - fact.head_count;
                misplaced += 1;
            } else {
                heads += fact.head_count;
            }
        }
        Pool::new(gone, heads, held, misplaced)
    }

    /// The first empty column.
    #[inline]
    pub fn empty(&self) -> Option<usize> {
        self.codes.iter().position(|&code| code == 0)
    }

    /// How many columns are empty.
    pub fn empties(&self) -> usize {
        self.codes.iter().filter(|&&code| code == 0).count()
    }

    /// The image without the head of a column, or without its cheated card.
    #[inline]
    #[must_use]
    pub fn without_top(self, layout: &Layout, column: usize) -> Self {
        let code = self.codes[column];
        let below = if is_frozen(code) {
            thaw(code)
        } else {
            layout.fact(column, code).below
        };
        self.with(column, below)
    }

    /// The image with this card alone in the first empty column, if any.
    #[inline]
    #[must_use]
    pub fn with_new_base(self, head: u8) -> Option<Self> {
        Some(self.with(self.empty()?, base(head)))
    }

    /// The image with a cheated card on a column whose run ends with `end`.
    #[inline]
    #[must_use]
    pub fn with_cheat(self, column: usize, end: u8, cheated: u8) -> Self {
        self.with(column, freeze(self.codes[column], end, cheated))
    }
}

/// A packed image.
pub trait ImageKey: StateKey + Default + std::fmt::Debug + Send + Sync {
    /// How many columns may be frozen at once.
    const MOST_FROZEN: usize;

    /// Packs an image; different images give different keys.
    fn pack(image: &Image) -> Self;
}

/// ```text
/// bits 0..30 six places, 30..36 which columns are frozen,
/// 36..64 up to four frozen pairs of seven bits
/// ```
/// Half the memory of the wide key, and 4 frozen columns are enough for nearly
/// all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NarrowKey(u64);

impl StateKey for NarrowKey {
    const FREE: Self = Self(u64::MAX);

    /// Keys of neighbours differ in a few bits that are far apart. One
    /// multiplication would leave them in clusters.
    #[inline]
    fn mixed(self) -> u64 {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl ImageKey for NarrowKey {
    const MOST_FROZEN: usize = 4;

    #[inline]
    fn pack(image: &Image) -> Self {
        let (mut places, mut frozen, mut pairs) = (0, 0, 0);
        for &code in &image.codes {
            let (place, pair) = parts(code);
            places = places << 5 | place;
            frozen <<= 1;
            if pair != 0 {
                frozen |= 1;
                pairs = pairs << 7 | pair;
            }
        }
        Self(places | frozen << 30 | pairs << 36)
    }
}

/// Six codes of thirteen bits.
impl ImageKey for u128 {
    const MOST_FROZEN: usize = COLUMNS;

    #[inline]
    fn pack(image: &Image) -> Self {
        let codes = image.codes.iter();
        codes.fold(0, |key, &code| key << 13 | Self::from(code))
    }
}
