//! What a hunt remembers about the boards that it has seen.
//!
//! A board is recognised by its *mark*: a sum over all cards of a term for (card,
//! what it lies on). So a move changes the term of one card.

use patience_core::numbering::SplitMix64;

use crate::solver::cards::{BASE, CELL, Card, HOME};

use super::board::Board;

/// A small memory: 24 bits of its mark for each board, and eight for the search
/// that saw it, so that it need not be cleared for each search. A newer board
/// replaces an older one in the same slot.
#[derive(Debug)]
pub(super) struct Memory {
    tags: Vec<u32>,
    /// 64 - log2 of their number.
    shift: u32,
    /// The number of this search, from one on.
    search: u8,
}

impl Memory {
    /// A memory for 2^bits boards.
    pub fn new(bits: u32) -> Self {
        Self {
            tags: vec![0; 1 << bits],
            shift: 64 - bits,
            search: 1,
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

impl Memory {
    /// The mark of a board. It does not depend on the order of columns and cells.
    pub fn mark(&self, board: &Board) -> u64 {
        (0..52).fold(0, |mark, card| {
            self.changed(mark, card, HOME, board.below(card))
        })
    }

    /// The mark after a card has moved from one place to another.
    #[inline]
    pub fn changed(&self, mark: u64, card: Card, from: Card, to: Card) -> u64 {
        let [cards, places] = &FACTORS;
        let difference = places[usize::from(to & 63)].wrapping_sub(places[usize::from(from & 63)]);
        mark.wrapping_add(cards[usize::from(card & 63)].wrapping_mul(difference))
    }

    /// Is this board new? Notes it.
    #[inline]
    pub fn is_new(&mut self, mark: u64) -> bool {
        // The lowest bits of a sum of products are poorly mixed.
        let tag = (mark >> 16) as u32 & !0xff | u32::from(self.search);
        let slot = &mut self.tags[(mark >> self.shift) as usize];
        std::mem::replace(slot, tag) != tag
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.tags.fill(0);
            1
        });
    }

    /// Bytes of its array.
    pub fn bytes(&self) -> u64 {
        (4 * self.tags.len()) as u64
    }
}
