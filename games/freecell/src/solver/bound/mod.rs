//! The bound E: how many moves other than home moves would still be needed with
//! unlimited cells.
//!
//! # The bound
//! A *unit* is a stretch of a column that can be moved at once: a maximal run
//! in order (when a run counts as one move), or a single card (when every card
//! counts). To *lift* a unit is to take it off its column into free cells,
//! which costs one, and never more than once: a card in a cell can go home
//! whenever its turn comes. E is the fewest units whose lifting lets all cards
//! go home. In the real game each of these units must be moved at least once,
//! and one move never moves two of them for the first time: the cards of a
//! moved run that were never moved before lie on each other as they lay at the
//! start, so they are part of one unit. So E is a lower bound; for the same
//! reason a move lowers it by at most one (it is consistent), and a home move
//! does not change it.
//!
//! # How it is found
//! 1. A unit with a card that lies above a lower card of its own suit *must*
//!    be lifted: it is paid for at once, and lifted when it comes to the top.
//! 2. Everything that can go home goes home; paid units are lifted ([`Bound::settle`]).
//! 3. Where this stops, one of the four next cards must be the next to go
//!    home: dig it out, and pay for each unpaid unit above it, and for its own
//!    unit when that lies on it too. Of two next cards in one column only the
//!    upper one is tried: digging out the lower one does that on the way.
//! 4. Depth first, with a limit. A position of the relaxed game is the set of
//!    its lifted cards, and what is known about it is kept in a small table.
//!
//! [`Bound::plans`] gives not only E, but also the units that are lifted in at
//! least one cheapest plan. A move lowers E only if it moves a card of such a
//! unit: a cheapest plan after the move, together with that unit, is a cheapest
//! plan before it.

mod column;
mod known;
#[cfg(test)]
mod tests;

use patience_search::StateKey;

use column::Column;
use known::{CYCLES, DISPLACED, Known, NOTHING};

use crate::solver::cards::{ALL_CARDS, BASE, bit, from_ace};
use crate::solver::packed::key::KeyCoder;
use crate::solver::packed::{Board, COLUMNS};

/// What moves at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A run: the move of a run counts one.
    Run,
    /// A card: every card counts.
    Card,
}

/// Heights of the columns, by slot.
type Heights = [u8; COLUMNS];

/// Entries of the table: 512 KiB, which stays in the second-level cache. Four
/// times as many save a tenth of the search and cost more in misses.
const MEMORY: usize = 1 << 14;

/// A cost that no limit allows.
const TOO_MUCH: u32 = u32::MAX;

/// The state of the bound for one position, and its table.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    columns: [Column; COLUMNS],
    /// Where a card lies: slot * 32 + height.
    place: [u16; 64],
    /// The slots of the columns in play.
    slots: [u8; COLUMNS],
    slot_count: usize,
    heights: Heights,
    free: u64,
    paid: u32,
    unit: Unit,
    known: Vec<Known>,
    /// Cards in columns that do not lie where they lay at the start, and what
    /// they are worth in a key.
    displaced: [(u64, u128); 56],
    displaced_count: usize,
}

/// A way to dig out a card.
#[derive(Clone, Copy)]
struct Dig {
    slot: usize,
    height: u8,
    cost: u32,
}

impl Bound {
    /// A bound for this count.
    pub fn new(unit: Unit) -> Self {
        Self {
            columns: [Column::EMPTY; COLUMNS],
            place: [0; 64],
            slots: [0; COLUMNS],
            slot_count: 0,
            heights: [0; COLUMNS],
            free: 0,
            paid: 0,
            unit,
            known: vec![NOTHING; MEMORY],
            displaced: [(0, 0); 56],
            displaced_count: 0,
        }
    }

    /// Sets the position that the other functions are about.
    pub fn set(&mut self, board: &Board, coder: &KeyCoder) {
        self.slot_count = 0;
        self.displaced_count = 0;
        self.paid = 0;
        self.free = board.free_cards();
        for column in 0..usize::from(board.columns) {
            let height = usize::from(board.height[column]);
            self.heights[column] = height as u8;
            if height == 0 {
                self.columns[column].height = 0;
                continue;
            }
            let cards = &board.cards[column][..height];
            // Positions that are looked at one after the other mostly share
            // columns. If this one has held the same cards since it was filled,
            // no other one has held any of them.
            if !self.columns[column].holds(cards) {
                self.columns[column].fill(cards, self.unit);
                self.locate(column, 0, cards);
            }
            self.paid += u32::from(self.columns[column].paid);
            let mut under = BASE;
            for &card in cards {
                if !coder.is_dealt(card, under) {
                    self.displaced[self.displaced_count] = (bit(card), coder.worth(card, under));
                    self.displaced_count += 1;
                }
                under = card;
            }
            self.slots[self.slot_count] = column as u8;
            self.slot_count += 1;
        }
    }

    /// These cards lie in a column, from this height on.
    #[inline]
    fn locate(&mut self, slot: usize, from: usize, cards: &[u8]) {
        for (height, &card) in (from..).zip(cards) {
            self.place[usize::from(card) & 63] = (slot * 32 + height) as u16;
        }
    }

    /// Units that every plan lifts.
    pub const fn paid(&self) -> u32 {
        self.paid
    }

    /// The height at which the top unit of a column begins.
    #[inline]
    pub fn top_unit(&self, column: usize) -> usize {
        let column = &self.columns[column & 15];
        usize::from(column.start[(usize::from(column.height).wrapping_sub(1)) & 31])
    }

    /// Is the unit that begins at this height of a column paid for?
    #[inline]
    pub fn is_paid(&self, column: usize, start: usize) -> bool {
        let column = &self.columns[column & 15];
        column.unpaid[start & 31] == column.unpaid[(start & 31) + 1]
    }

    /// Sends home what can go, lifts what is paid, until nothing changes.
    #[inline]
    fn settle(&self, heights: &mut Heights, lifted: &mut u64) {
        let mut mask = *lifted;
        loop {
            let before = mask;
            for &slot in &self.slots[..self.slot_count & 15] {
                let slot = usize::from(slot) & 15;
                let column = &self.columns[slot];
                let mut height = usize::from(heights[slot]);
                if height == 0 || column.need[(height - 1) & 31] & !mask != 0 {
                    continue;
                }
                let all = column.below[height & 31];
                loop {
                    height = usize::from(column.floor[(height - 1) & 31]);
                    mask |= all ^ column.below[height & 31];
                    if height == 0 || column.need[(height - 1) & 31] & !mask != 0 {
                        break;
                    }
                }
                heights[slot] = height as u8;
            }
            if mask == before {
                *lifted = mask;
                return;
            }
        }
    }

    /// The ways to continue from a position where nothing leaves for free, the
    /// cheapest first; at most four.
    #[inline]
    fn digs(&self, heights: &Heights, lifted: u64) -> ([Dig; 4], usize) {
        let nothing = Dig {
            slot: 0,
            height: 0,
            cost: 0,
        };
        let mut digs = [nothing; 4];
        let mut places = [0u16; 4];
        let mut count = 0;
        for suit in 0..4 {
            let next = from_ace(lifted, suit);
            if next == 13 {
                continue;
            }
            let place = self.place[(4 * next as usize + suit) & 63];
            // Only the uppermost next card of each column.
            let mut at = 0;
            while at < count && places[at] >> 5 != place >> 5 {
                at += 1;
            }
            if at == count {
                places[at & 3] = place;
                count += 1;
            } else if places[at & 3] < place {
                places[at & 3] = place;
            }
        }
        for (dig, &place) in digs.iter_mut().zip(&places[..count & 7]) {
            let slot = usize::from(place >> 5) & 15;
            let index = usize::from(place & 31);
            let column = &self.columns[slot];
            let height = usize::from(heights[slot]);
            // Its own unit must be lifted when it lies on the card.
            let own = column.start[index];
            let covered = index + 1 < height && column.start[(index + 1) & 31] == own;
            let height_after = if covered { usize::from(own) } else { index + 1 };
            let cost = column.unpaid[height & 31] - column.unpaid[height_after & 31];
            *dig = Dig {
                slot,
                height: height_after as u8,
                cost: u32::from(cost),
            };
        }
        // At most four: an insertion sort, stable, so the order is fixed.
        for last in 1..count.min(4) {
            let mut at = last;
            while at > 0 && digs[at].cost < digs[at - 1].cost {
                digs.swap(at, at - 1);
                at -= 1;
            }
        }
        (digs, count)
    }

    #[inline]
    fn dig(&self, dig: Dig, heights: &mut Heights, lifted: &mut u64) {
        let column = &self.columns[dig.slot & 15];
        let height = usize::from(heights[dig.slot & 15]);
        *lifted |= column.below[height & 63] ^ column.below[usize::from(dig.height) & 63];
        heights[dig.slot & 15] = dig.height;
    }

    /// Do the cycles of this settled position already cost more than `left`?
    ///
    /// Each suit's next card lies in a column whose top card waits for the next
    /// card of its own suit. This is a map from four suits to four suits, so it
    /// has at least one cycle. Of the top units along a cycle one must be
    /// lifted, or none of them ever leaves; and different cycles share no
    /// column. So each cycle costs one. Lift the units of all these cycles
    /// (which helps more than any plan that pays one for each cycle), and the
    /// same holds for what is left.
    #[inline]
    fn cycles_exceed(&self, mut heights: Heights, mut lifted: u64, left: u32) -> bool {
        let mut cost = 0;
        loop {
            let mut slots = [0usize; 4];
            let mut map = 0usize;
            let mut active = 0;
            for (suit, in_slot) in slots.iter_mut().enumerate() {
                let next = from_ace(lifted, suit);
                if next == 13 {
                    continue;
                }
                let place = self.place[(4 * next as usize + suit) & 63];
                let slot = usize::from(place >> 5) & 15;
                *in_slot = slot;
                let top = self.columns[slot].suit[(usize::from(heights[slot]) - 1) & 31];
                map |= usize::from(top) << (2 * suit);
                active = suit;
            }
            for suit in 0..4 {
                if from_ace(lifted, suit) == 13 {
                    map |= active << (2 * suit);
                }
            }
            let (suits, count) = CYCLES[map & 255];
            cost += u32::from(count);
            if cost > left {
                return true;
            }
            let mut suits = suits;
            while suits != 0 {
                let slot = slots[suits.trailing_zeros() as usize & 3];
                suits &= suits - 1;
                let column = &self.columns[slot];
                let height = usize::from(heights[slot]);
                let start = column.start[(height - 1) & 31];
                lifted |= column.below[height & 31] ^ column.below[usize::from(start) & 31];
                heights[slot] = start;
            }
            self.settle(&mut heights, &mut lifted);
            if lifted == ALL_CARDS {
                return false;
            }
        }
    }

    /// The part of a key for the cards that are neither lifted nor where they
    /// lay at the start.
    #[inline]
    fn displaced(&self, lifted: u64) -> u128 {
        let mut worth = 0;
        for &(card, of_card) in &self.displaced[..self.displaced_count] {
            if card & lifted == 0 {
                worth += of_card;
            }
        }
        worth
    }

    #[inline]
    fn slot_of(lifted: u64, displaced: u128) -> usize {
        let mixed = lifted.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ displaced.mixed();
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> (64 - MEMORY.trailing_zeros())) as usize & (MEMORY - 1)
    }

    /// Forgets what is known, for another game.
    pub fn forget(&mut self) {
        self.known.fill(NOTHING);
    }

    /// E, if it is at most `limit`.
    #[cfg(test)]
    pub fn lower_bound(&mut self, limit: u32) -> Option<u32> {
        (self.paid..=limit).find(|&limit| self.is_within(limit))
    }

    /// Is E at most this?
    pub fn is_within(&mut self, limit: u32) -> bool {
        self.plans(limit).is_some()
    }

    /// E, and the units (by their lowest cards) that are lifted in at least
    /// one plan of that cost, without the paid ones; none if E is more than
    /// the limit.
    pub fn plans(&mut self, limit: u32) -> Option<(u32, u64)> {
        if limit < self.paid {
            return None;
        }
        let (cost, units) = self.cheapest(self.heights, self.free, limit - self.paid);
        (cost != TOO_MUCH).then(|| (cost + self.paid, units))
    }

    fn cheapest(&mut self, mut heights: Heights, mut lifted: u64, limit: u32) -> (u32, u64) {
        self.settle(&mut heights, &mut lifted);
        if lifted == ALL_CARDS {
            return (0, 0);
        }
        if limit == 0 {
            return (TOO_MUCH, 0);
        }
        let displaced = self.displaced(lifted);
        let slot = Self::slot_of(lifted, displaced);
        let known = &self.known[slot];
        if known.lifted == lifted && known.name & DISPLACED == displaced {
            let cost = known.cost();
            if !known.is_open() && cost <= limit {
                return (cost, known.units);
            }
            if cost > limit || (known.is_open() && cost >= limit) {
                return (TOO_MUCH, 0);
            }
        }
        if self.cycles_exceed(heights, lifted, limit) {
            return (TOO_MUCH, 0);
        }
        let mut best = TOO_MUCH;
        let mut best_units = 0;
        let mut left = limit;
        let (digs, count) = self.digs(&heights, lifted);
        for &dig in &digs[..count & 7] {
            if dig.cost > left {
                break;
            }
            let mut heights_after = heights;
            let mut lifted_after = lifted;
            self.dig(dig, &mut heights_after, &mut lifted_after);
            let (rest, units) = self.cheapest(heights_after, lifted_after, left - dig.cost);
            if rest == TOO_MUCH {
                continue;
            }
            if rest + dig.cost < best {
                best = rest + dig.cost;
                best_units = 0;
                left = best;
            }
            best_units |= units | self.units_between(dig, heights[dig.slot & 15]);
        }
        let is_open = best == TOO_MUCH;
        self.known[slot] = Known::new(displaced, lifted, best_units, best.min(limit), is_open);
        (best, best_units)
    }

    /// The lowest cards of the units that a dig lifts.
    #[inline]
    fn units_between(&self, dig: Dig, from: u8) -> u64 {
        let column = &self.columns[dig.slot & 15];
        let mut units = 0;
        let mut height = usize::from(from);
        while height > usize::from(dig.height) {
            let start = usize::from(column.start[(height - 1) & 31]);
            units |= column.below[(start & 31) + 1] ^ column.below[start & 31];
            height = start;
        }
        units
    }

    /// E after a move, if it is at most `most`, where it is known to be at
    /// least `least`: some cards on top of one column, or a card from a cell,
    /// are put on another column or (without one) into a cell. Nothing is
    /// changed.
    pub fn after(
        &mut self,
        board: &Board,
        coder: &KeyCoder,
        (from, to): (Source, Option<usize>),
        least: u32,
        most: u32,
    ) -> Option<u32> {
        let (heights, free, paid) = (self.heights, self.free, self.paid);
        let (slot_count, displaced_count) = (self.slot_count, self.displaced_count);
        // 1. What the moving cards leave behind: the column as it is, only lower,
        // if they are whole units. One that is cut in two may be paid only because
        // of the part that leaves.
        let one;
        let mut cut = None;
        let run = match from {
            Source::Cell(card) => {
                one = [card];
                self.free &= !bit(card);
                &one[..]
            }
            Source::Column(source, cards) => {
                let height = usize::from(board.height[source & 15]);
                let column = &board.cards[source & 15][..height];
                let left = height - cards;
                let mut start = height;
                while start > left {
                    start = usize::from(self.columns[source & 15].start[(start - 1) & 31]);
                    self.paid -= u32::from(self.is_paid(source, start));
                }
                self.heights[source & 15] = left as u8;
                if start < left {
                    let left = &column[..left];
                    self.paid += self.columns[source & 15].refill(start, left, self.unit);
                    cut = Some((source, start, column));
                }
                &column[left..]
            }
        };
        // 2. What they lie on now. Where the lowest of them lay is forgotten.
        let lowest = run[0];
        let list = &mut self.displaced[..displaced_count];
        let forgotten = list.iter().position(|&(card, _)| card == bit(lowest));
        if let Some(at) = forgotten {
            self.displaced[at].0 = u64::MAX;
        }
        let mut grown = None;
        match to {
            None => self.free |= bit(lowest),
            Some(to) => {
                let height = usize::from(board.height[to & 15]);
                let mut cards = board.cards[to & 15];
                let all = height + run.len();
                cards[height..all].copy_from_slice(run);
                let start = if height == 0 {
                    self.slots[self.slot_count] = to as u8;
                    self.slot_count += 1;
                    self.columns[to & 15].fill(&[], self.unit);
                    0
                } else {
                    let start = self.top_unit(to);
                    self.paid -= u32::from(self.is_paid(to, start));
                    start
                };
                self.paid += self.columns[to & 15].refill(start, &cards[..all], self.unit);
                self.heights[to & 15] = all as u8;
                self.locate(to, height, run);
                grown = Some((to, start, &board.cards[to & 15][..height]));
                let under = board.under(to, height);
                if !coder.is_dealt(lowest, under) {
                    let worth = coder.worth(lowest, under);
                    self.displaced[displaced_count] = (bit(lowest), worth);
                    self.displaced_count += 1;
                }
            }
        }
        let found = (least.max(self.paid)..=most).find(|&limit| self.is_within(limit));
        // 3. Restore everything.
        (self.heights, self.free, self.paid) = (heights, free, paid);
        (self.slot_count, self.displaced_count) = (slot_count, displaced_count);
        if let Some(at) = forgotten {
            self.displaced[at].0 = bit(lowest);
        }
        for (column, start, cards) in cut.into_iter().chain(grown) {
            self.columns[column & 15].refill(start, cards, self.unit);
        }
        if let Source::Column(source, cards) = from {
            let height = usize::from(board.height[source & 15]);
            self.locate(source, height - cards, run);
        }
        found
    }
}

/// What moves in [`Bound::after`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A card in a cell.
    Cell(u8),
    /// So many cards on top of a column.
    Column(usize, usize),
}
