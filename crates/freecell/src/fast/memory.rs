//! What a hunt remembers of the tables that it has seen.
//!
//! A mark stands for a table. It is a sum over the cards of a term for (card,
//! what it lies on), so that a move changes two terms of it.

use patience_core::Stop;
use patience_core::numbering::SplitMix64;
use patience_search::{Budget, Entry, StateTable};

use super::table::{BASE, BUILT_ON, CELL, Card, HOME, Table};

pub(super) trait Memory {
    /// Stands for a table, up to the order of columns and cells.
    type Mark: Copy;

    /// It forgets nothing and tells all tables apart, and so the moves must be
    /// all that there are.
    const IS_COMPLETE: bool;

    /// The mark of a table.
    fn mark(&self, table: &Table) -> Self::Mark;

    /// The mark after a card has been lifted from one place and laid on another.
    fn changed(&self, mark: Self::Mark, card: Card, from: Card, to: Card) -> Self::Mark;

    /// Is this table seen for the first time? From now on it is seen.
    fn is_new(&mut self, mark: Self::Mark, budget: &mut Budget) -> Result<bool, Stop>;

    /// Forgets everything.
    fn clear(&mut self);

    /// Bytes of its arrays.
    fn bytes(&self) -> u64;
}

/// A small memory, quick to empty, of 32 bits for each table, where a newer one
/// takes the place of an older one.
#[derive(Debug)]
pub(super) struct Lossy {
    tags: Vec<u32>,
    /// 64 - log2 of their number.
    shift: u32,
}

impl Lossy {
    /// A memory for 2^bits tables.
    pub fn new(bits: u32) -> Self {
        Self {
            tags: vec![0; 1 << bits],
            shift: 64 - bits,
        }
    }
}

/// Odd random numbers, two for each card and pseudo-card: a term is the product
/// of the card's and of what it lies on, which needs less cache than a table.
const FACTORS: [[u64; 64]; 2] = [factors(1), factors(2)];

const fn factors(seed: u64) -> [u64; 64] {
    let mut numbers = SplitMix64::new(seed);
    let mut factors = [0; 64];
    let mut index = 0;
    while index < 64 {
        factors[index] = numbers.next() | 1;
        index += 1;
    }
    factors
}

impl Memory for Lossy {
    type Mark = u64;

    const IS_COMPLETE: bool = false;

    fn mark(&self, table: &Table) -> u64 {
        (0..52).fold(0, |mark, card| {
            self.changed(mark, card, HOME, table.below(card))
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
        // The lowest bits of a sum of products are poor.
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

/// An exact memory: the mark is a number in a mixed radix with a digit for each
/// card, that says what it lies on.
///
/// ```text
/// digit   0 home   1 a cell   2 the base of a column   3, 4 the two cards that it can be
///         built on   5 anything else: what it lay on at the start
/// ```
/// A card that is moved can only come to places 0 to 4, so 5 can only mean the
/// start. All links together say the table, up to the order of columns and
/// cells; so equal marks are equal tables. Aces go home as soon as they are
/// free: theirs is 0 or "not moved", radix 2. Kings are built on nothing, radix
/// 4. In all 2^4 * 4^4 * 6^44 < 2^126.
#[derive(Debug)]
pub(super) struct Exact {
    /// By 8 * card + digit.
    terms: Box<[u128; 512]>,
    seen: StateTable<u128, ()>,
}

impl Exact {
    pub fn new() -> Self {
        let mut terms = Box::new([0; 512]);
        let mut unit: u128 = 1;
        for card in 0..52 {
            let radix = match card / 4 {
                0 => 2,
                12 => 4,
                _ => 6,
            };
            for digit in 0..6u128 {
                terms[8 * card + digit as usize] = unit * digit.min(radix - 1);
            }
            unit *= radix;
        }
        Self {
            terms,
            seen: StateTable::new(),
        }
    }

    #[inline]
    fn term(&self, card: Card, under: Card) -> u128 {
        let [one, other] = BUILT_ON[usize::from(card & 63)];
        let digit = match under {
            HOME => 0,
            CELL => 1,
            BASE => 2,
            under if under == one => 3,
            under if under == other => 4,
            _ => 5,
        };
        self.terms[usize::from(card & 63) * 8 + digit]
    }
}

impl Memory for Exact {
    type Mark = u128;

    const IS_COMPLETE: bool = true;

    fn mark(&self, table: &Table) -> u128 {
        (0..52).map(|card| self.term(card, table.below(card))).sum()
    }

    #[inline]
    fn changed(&self, mark: u128, card: Card, from: Card, to: Card) -> u128 {
        mark - self.term(card, from) + self.term(card, to)
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
