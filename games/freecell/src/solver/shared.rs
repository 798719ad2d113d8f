//! The positions that the threads of a search have met: several threads read and
//! add at once. [`shortest`](super::shortest) and [`exhaust`](super::exhaust) use it.
//!
//! ```text
//! nodes   in blocks of one thread each: key, number of the parent, a note (what it
//!         cost, or the last step)
//! index   atomic u32 slots: [ tag | number of the node + 1 ], 0 = free
//! ```
//! A thread writes a node into its own block first and then claims a free slot
//! for it, in one step. If another thread was quicker, the node of that thread is
//! compared, and the place in the own block is used for the next one. A slot
//! that was claimed never changes, so reading needs no lock; whoever finds a
//! node in the index also sees its key (release and acquire).
//!
//! Only a larger index needs all threads to pause. They hold it for reading while
//! they expand a position, and the one that makes it larger holds it alone.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use patience_core::Stop;
use patience_search::Budget;

use super::packing::{Key, mix};

/// The number of a node.
pub(super) type Number = u32;

const BLOCK_BITS: u32 = 14;
const BLOCK: usize = 1 << BLOCK_BITS;
/// As many as 2^31 numbers have; there are no more slots.
const BLOCKS: usize = 1 << (31 - BLOCK_BITS);
const FIRST_SLOTS: usize = 1 << 18;
/// More children than a position has: seven places for each of 52 cards.
const MOST_CHILDREN: usize = 512;

#[derive(Debug)]
struct Node<const W: usize> {
    key: [AtomicU64; W],
    parent: AtomicU32,
    note: AtomicU16,
}

impl<const W: usize> Node<W> {
    const fn empty() -> Self {
        Self {
            key: [const { AtomicU64::new(0) }; W],
            parent: AtomicU32::new(0),
            note: AtomicU16::new(0),
        }
    }
}

/// Nodes of one thread.
type Block<const W: usize> = Box<[Node<W>]>;

/// The index: where the nodes of keys are.
#[derive(Debug)]
pub(super) struct Index {
    slots: Box<[AtomicU32]>,
    /// log2 of the slots.
    bits: u32,
}

impl Index {
    fn new(slots: usize) -> Self {
        Self {
            slots: (0..slots).map(|_| AtomicU32::new(0)).collect(),
            bits: slots.trailing_zeros(),
        }
    }

    /// The slot where the probe for a key begins, and its tag in place.
    #[inline]
    fn aim<const W: usize>(&self, key: &Key<W>) -> (usize, u32) {
        let mixed = mix(key);
        let slot = (mixed >> (64 - self.bits)) as usize;
        let tag = ((mixed >> 8) as u32) >> self.bits << self.bits;
        (slot, tag)
    }

    /// Reads the first slot of a probe, so that it is in the cache when the
    /// probe begins.
    #[inline]
    pub fn glance<const W: usize>(&self, key: &Key<W>) -> u32 {
        self.slots[self.aim(key).0].load(Ordering::Relaxed)
    }
}

/// All nodes.
#[derive(Debug)]
pub(super) struct SharedStore<const W: usize> {
    blocks: Box<[OnceLock<Block<W>>]>,
    next_block: AtomicUsize,
    index: RwLock<Index>,
    /// Nodes of all threads, a little behind.
    len: AtomicUsize,
}

/// What one thread knows of its own nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// Its blocks, in the order in which they were filled.
    blocks: Vec<u32>,
    len: usize,
    /// How many of them are counted in [`SharedStore::len`].
    counted: usize,
}

impl Own {
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The number of its n-th node.
    pub fn number(&self, at: usize) -> Number {
        self.blocks[at >> BLOCK_BITS] << BLOCK_BITS | (at & (BLOCK - 1)) as u32
    }
}

impl<const W: usize> SharedStore<W> {
    /// Bytes of a block.
    const BLOCK_BYTES: usize = BLOCK * size_of::<Node<W>>();

    pub fn new() -> Self {
        Self {
            blocks: (0..BLOCKS).map(|_| OnceLock::new()).collect(),
            next_block: AtomicUsize::new(0),
            index: RwLock::new(Index::new(FIRST_SLOTS)),
            len: AtomicUsize::new(0),
        }
    }

    /// The blocks that can be, empty, and the first index.
    pub const FIRST_BYTES: u64 =
        (BLOCKS * size_of::<OnceLock<Block<W>>>() + FIRST_SLOTS * size_of::<AtomicU32>()) as u64;

    #[inline]
    fn node(&self, number: Number) -> &Node<W> {
        let block = self.blocks[(number >> BLOCK_BITS) as usize].get();
        let Some(block) = block else {
            unreachable!("a number is given out only after its block was made");
        };
        &block[number as usize & (BLOCK - 1)]
    }

    #[inline]
    pub fn key(&self, number: Number) -> Key<W> {
        let node = self.node(number);
        std::array::from_fn(|word| node.key[word].load(Ordering::Relaxed))
    }

    pub fn parent(&self, number: Number) -> Number {
        self.node(number).parent.load(Ordering::Relaxed)
    }

    pub fn note(&self, number: Number) -> u16 {
        self.node(number).note.load(Ordering::Relaxed)
    }

    /// The index, for reading and adding, with room for the children of so many
    /// positions of each thread.
    pub fn open(
        &self,
        own: &mut Own,
        threads: usize,
        positions: usize,
        budget: &mut Budget,
    ) -> Result<RwLockReadGuard<'_, Index>, Stop> {
        let added = own.len - own.counted;
        own.counted = own.len;
        let len = self.len.fetch_add(added, Ordering::Relaxed) + added;
        loop {
            let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
            let slots = index.slots.len();
            // Slots for the children of all threads, and for the numbers of one
            // more block of each.
            let numbers = (self.next_block.load(Ordering::Relaxed) + threads) << BLOCK_BITS;
            if len + threads * positions * MOST_CHILDREN < slots / 4 * 3 && numbers < slots {
                return Ok(index);
            }
            drop(index);
            self.grow(slots, budget)?;
        }
    }

    /// Doubles the index, unless somebody else just did.
    #[cold]
    fn grow(&self, from: usize, budget: &mut Budget) -> Result<(), Stop> {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        if index.slots.len() != from {
            return Ok(());
        }
        let slots = 2 * from;
        if slots > 1 << 31 {
            return Err(Stop::Memory);
        }
        budget.add_bytes(4 * slots as i64)?;
        let mask = from as u32 - 1;
        let new = Index::new(slots);
        for slot in &index.slots {
            let entry = slot.load(Ordering::Relaxed) & mask;
            if entry == 0 {
                continue;
            }
            let (mut slot, tag) = new.aim(&self.key(entry - 1));
            while new.slots[slot & (slots - 1)].load(Ordering::Relaxed) != 0 {
                slot += 1;
            }
            new.slots[slot & (slots - 1)].store(tag | entry, Ordering::Relaxed);
        }
        *index = new;
        budget.add_bytes(-4 * from as i64)
    }

    /// Is this key here?
    #[inline]
    pub fn holds(&self, index: &Index, key: &Key<W>) -> bool {
        self.find(index, key).is_ok()
    }

    /// The node of a key, or the free slot where the probe ended.
    #[inline]
    fn find(&self, index: &Index, key: &Key<W>) -> Result<Number, usize> {
        let (mut slot, tag) = index.aim(key);
        let mask = index.slots.len() - 1;
        let numbers = mask as u32;
        loop {
            let entry = index.slots[slot & mask].load(Ordering::Acquire);
            if entry == 0 {
                return Err(slot & mask);
            }
            if entry & !numbers == tag {
                let number = (entry & numbers) - 1;
                if self.key(number) == *key {
                    return Ok(number);
                }
            }
            slot += 1;
        }
    }

    /// Adds a position and returns its number, if it is new.
    pub fn add(
        &self,
        index: &Index,
        own: &mut Own,
        (key, parent, note): (Key<W>, Number, u16),
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop> {
        let mut free = match self.find(index, &key) {
            Ok(_) => return Ok(None),
            Err(free) => free,
        };
        // 1. The node, which nobody sees yet.
        if own.blocks.len() == own.len >> BLOCK_BITS {
            budget.add_bytes(Self::BLOCK_BYTES as i64)?;
            let block = self.next_block.fetch_add(1, Ordering::Relaxed);
            // The last numbers are not used, so that number + 1 has room.
            if block + 1 >= BLOCKS {
                return Err(Stop::Memory);
            }
            self.blocks[block].get_or_init(|| (0..BLOCK).map(|_| Node::empty()).collect());
            own.blocks.push(block as u32);
        }
        let number = own.number(own.len);
        let node = self.node(number);
        for (place, word) in node.key.iter().zip(key) {
            place.store(word, Ordering::Relaxed);
        }
        node.parent.store(parent, Ordering::Relaxed);
        node.note.store(note, Ordering::Relaxed);
        // 2. Its slot: the first free one, unless another thread enters the
        //    same key before.
        let tag = index.aim(&key).1;
        loop {
            let claimed = index.slots[free].compare_exchange(
                0,
                tag | (number + 1),
                Ordering::AcqRel,
                Ordering::Acquire,
            );
            if claimed.is_ok() {
                own.len += 1;
                return Ok(Some(number));
            }
            free = match self.find(index, &key) {
                Ok(_) => return Ok(None),
                Err(free) => free,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_kept_once_whoever_adds_it() {
        const THREADS: usize = 4;
        const KEYS: u32 = 300_000;
        let key = |n: u32| {
            [
                u64::from(n),
                u64::from(n).wrapping_mul(0x1234_5678_9abc_def1),
            ]
        };
        let store = SharedStore::<2>::new();
        // Every thread adds all keys, each from another place on.
        let owns = Budget::unlimited().share(THREADS, |me, budget| {
            let mut own = Own::default();
            for n in 0..KEYS {
                let n = (n + me as u32 * KEYS / THREADS as u32) % KEYS;
                let index = store.open(&mut own, THREADS, 1, budget).unwrap();
                let node = (key(n), n / 2, (n % 100) as u16);
                store.add(&index, &mut own, node, budget).unwrap();
                assert!(store.holds(&index, &key(n)));
            }
            own
        });
        assert_eq!(owns.iter().map(Own::len).sum::<usize>(), KEYS as usize);
        let mut keys: Vec<Key<2>> = owns
            .iter()
            .flat_map(|own| (0..own.len()).map(|at| store.key(own.number(at))))
            .collect();
        keys.sort_unstable();
        let mut expected: Vec<Key<2>> = (0..KEYS).map(key).collect();
        expected.sort_unstable();
        assert!(keys == expected);
    }

    #[test]
    fn a_full_memory_is_said() {
        let mut budget = Budget::new(patience_core::Limits {
            bytes: Some(SharedStore::<3>::FIRST_BYTES + (3 << 20)),
            ..patience_core::Limits::NONE
        });
        let store = SharedStore::<3>::new();
        budget.use_bytes(SharedStore::<3>::FIRST_BYTES).unwrap();
        let stops = budget.share(2, |me, budget| {
            let mut own = Own::default();
            (0..).find_map(|n: u64| {
                let index = store.open(&mut own, 2, 1, budget).ok()?;
                let node = ([2 * n + me as u64, 0, 0], 0, 0);
                store.add(&index, &mut own, node, budget).err()
            })
        });
        assert!(stops.contains(&Some(Stop::Memory)));
        assert!(budget.peak_bytes() <= SharedStore::<3>::FIRST_BYTES + (3 << 20));
    }
}
