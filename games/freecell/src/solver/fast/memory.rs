//! What a hunt remembers about the boards that it has seen.
//!
//! A board is recognised by its *mark*: a sum over all cards of a term for (card,
//! what it lies on). So a move changes the term of one card.

use patience_core::Stop;
use patience_core::numbering::SplitMix64;
use patience_search::{Budget, Entry, StateTable};

use crate::solver::cards::{BASE, CELL, Card, HOME, suit};
use crate::solver::packing::{Key, Packing};

use super::board::Board;

pub(super) trait Memory {
    /// Does not depend on the order of columns and cells.
    type Mark: Copy;

    /// It forgets nothing and distinguishes all boards. A search with such a
    /// memory makes all moves.
    const IS_COMPLETE: bool;

    /// The mark of a board.
    fn mark(&self, board: &Board) -> Self::Mark;

    /// The mark after a card has moved from one place to another.
    fn changed(&self, mark: Self::Mark, card: Card, from: Card, to: Card) -> Self::Mark;

    /// Is this board new? Notes it.
    fn is_new(&mut self, mark: Self::Mark, budget: &mut Budget) -> Result<bool, Stop>;

    /// Forgets everything.
    fn clear(&mut self);

    /// Bytes of its arrays.
    fn bytes(&self) -> u64;
}

/// A small memory that is quick to clear: 32 bits for each board. A newer one
/// replaces an older one in the same slot.
#[derive(Debug)]
pub(super) struct Lossy {
    tags: Vec<u32>,
    /// 64 - log2 of their number.
    shift: u32,
}

impl Lossy {
    /// A memory for 2^bits boards.
    pub fn new(bits: u32) -> Self {
        Self {
            tags: vec![0; 1 << bits],
            shift: 64 - bits,
        }
    }
}

/// Odd random numbers, two for each card or other thing that a card can lie on.
/// A term is the product of the first number of the card and the second of what
/// it lies on. This needs less cache than a table of terms.
const FACTORS: [[u64; 64]; 2] = [factors(1), factors(2)];

const fn factors(seed: u64) -> [u64; 64] {
    let mut numbers = SplitMix64::new(seed);
    let mut factors = [0; 64];
    let mut index = 0;
    while index < 64 {
        factors[index] = numbers.next() | 1;
        index += 1;
    }
    // These two were the other way round when the turns were tuned. They decide
    // which boards are forgotten, so another order would be another search.
    factors.swap(BASE as usize, CELL as usize);
    factors
}

impl Memory for Lossy {
    type Mark = u64;

    const IS_COMPLETE: bool = false;

    fn mark(&self, board: &Board) -> u64 {
        (0..52).fold(0, |mark, card| {
            self.changed(mark, card, HOME, board.below(card))
        })
    }

    #[inline]
    fn changed(&self, mark: u64, card: Card, from: Card, to: Card) -> u64 {
        let [cards, places] = &FACTORS;
        let difference = places[usize::from(to & 63)].wrapping_sub(places[usize::from(from & 63)]);
        mark.wrapping_add(cards[usize::from(card & 63)].wrapping_mul(difference))
    }

    #[inline]
    fn is_new(&mut self, mark: u64, _: &mut Budget) -> Result<bool, Stop> {
        // The lowest bits of a sum of products are poorly mixed.
        let tag = (mark >> 16) as u32 | 1;
        let slot = &mut self.tags[(mark >> self.shift) as usize];
        Ok(std::mem::replace(slot, tag) != tag)
    }

    fn clear(&mut self) {
        self.tags.fill(0);
    }

    fn bytes(&self) -> u64 {
        (4 * self.tags.len()) as u64
    }
}

/// An exact memory: the mark is the position as an exact number, see
/// [`Packing`].
#[derive(Debug)]
pub(super) struct Exact {
    packing: Packing<2>,
    seen: StateTable<u128, ()>,
}

impl Exact {
    /// For the boards that can follow from one start.
    pub fn new(packing: Packing<2>) -> Self {
        Self {
            packing,
            seen: StateTable::new(),
        }
    }
}

impl Memory for Exact {
    type Mark = u128;

    const IS_COMPLETE: bool = true;

    fn mark(&self, board: &Board) -> u128 {
        number(self.packing.key(&board.below, board.home))
    }

    #[inline]
    fn changed(&self, mark: u128, card: Card, from: Card, to: Card) -> u128 {
        let mut key = [mark as u64, (mark >> 64) as u64];
        self.packing.change(&mut key, card, from, to);
        if to == HOME {
            self.packing.change_home(&mut key, suit(card), 0, 1);
        }
        number(key)
    }

    #[inline]
    fn is_new(&mut self, mark: u128, budget: &mut Budget) -> Result<bool, Stop> {
        Ok(matches!(self.seen.entry(mark, (), budget)?, Entry::New(())))
    }

    fn clear(&mut self) {
        self.seen = StateTable::new();
    }

    fn bytes(&self) -> u64 {
        self.seen.bytes()
    }
}

#[inline]
fn number([low, high]: Key<2>) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}
