//! The bound E: how many moves other than home moves are still needed, if
//! there were cells without end.
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
//! 4. Depth first, with a limit; a position of the relaxed game is the mask of
//!    its lifted cards, and what is known of it is kept in a small table.
//!
//! [`Bound::plans`] tells not only E, but also the units that are lifted in
//! at least one cheapest plan. A move lowers E only if it moves a card of such
//! a unit: whatever plan is good enough after the move becomes, with that
//! unit, a cheapest plan before it.

use patience_search::StateKey;

use crate::packed::key::KeyCoder;
use crate::packed::{ALL_CARDS, BASE, Board, COLUMNS, HEIGHT, bit, fits, lower_cards};

/// What moves at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A run: a move of a run counts one.
    Run,
    /// A card: every card counts.
    Card,
}

/// A column as the bound sees it.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// What must be lifted or home before the card at a height leaves by
    /// itself: the lower cards of its suit, or nothing when its unit is paid.
    need: [u64; HEIGHT],
    /// The cards below a height.
    below: [u64; HEIGHT + 1],
    /// Where the unit of the card at a height begins.
    start: [u8; HEIGHT],
    /// The suit of the card at a height.
    suit: [u8; HEIGHT],
    /// Down to where a column falls when the card at a height leaves: through
    /// all paid units that follow, or just below the card.
    floor: [u8; HEIGHT],
    /// Unpaid units that begin below a height.
    unpaid: [u8; HEIGHT + 1],
    /// Paid units of the column.
    paid: u8,
    height: u8,
}

impl Column {
    const EMPTY: Self = Self {
        need: [0; HEIGHT],
        below: [0; HEIGHT + 1],
        start: [0; HEIGHT],
        suit: [0; HEIGHT],
        floor: [0; HEIGHT],
        unpaid: [0; HEIGHT + 1],
        paid: 0,
        height: 0,
    };

    /// Fills in a column, base card first.
    fn fill(&mut self, cards: &[u8], unit: Unit) {
        self.height = cards.len() as u8;
        self.paid = 0;
        let mut below = 0u64;
        let mut unpaid = 0u8;
        let mut height = 0;
        // Where the paid units under the unit at hand begin.
        let mut floor = 0;
        while height < cards.len() {
            // 1. The unit that begins here, and whether it must be lifted.
            let first = height;
            let beneath = below;
            let mut must = false;
            loop {
                let card = cards[height];
                let lower = lower_cards(card);
                must |= beneath & lower != 0;
                self.need[height & 31] = lower;
                self.start[height & 31] = first as u8;
                self.suit[height & 31] = card >> 4;
                self.below[height & 31] = below;
                below |= bit(card);
                height += 1;
                if unit == Unit::Card || height >= cards.len() || !fits(cards[height], card) {
                    break;
                }
            }
            // 2. Paid units leave by themselves.
            self.unpaid[first & 31] = unpaid;
            if must {
                self.paid += 1;
                self.need[first & 31..height].fill(0);
                self.floor[first & 31..height].fill(floor);
            } else {
                unpaid += 1;
                for (at, down) in (first..).zip(&mut self.floor[first & 31..height]) {
                    *down = at as u8;
                }
                self.floor[first & 31] = floor;
                floor = height as u8;
            }
            for count in &mut self.unpaid[(first & 31) + 1..=height] {
                *count = unpaid;
            }
        }
        self.below[height] = below;
        self.unpaid[0] = 0;
    }
}

/// Heights of the columns, by slot.
type Heights = [u8; COLUMNS];

/// What is known of a relaxed position. It is named exactly: by the cards
/// that are lifted and by those of the others that do not lie where they lay
/// at the start, so what was found for one position of a game holds for all
/// others of that game, too.
///
/// ```text
/// name    bits 0..109 the displaced cards, as in a key; 109..117 the cost;
///         117 set if it is only known that the cost is more than that
/// lifted  the cards that are lifted or at home
/// ```
/// 32 bytes, so that two entries share a cache line and none has two.
#[derive(Clone, Copy, Debug)]
struct Known {
    name: u128,
    lifted: u64,
    /// The units of all cheapest plans, by their lowest cards.
    units: u64,
}

const NOTHING: Known = Known {
    name: u128::MAX,
    lifted: 0,
    units: 0,
};

const COST_BIT: u32 = 109;
const OPEN_BIT: u32 = 117;
const DISPLACED: u128 = (1 << COST_BIT) - 1;

impl Known {
    const fn new(displaced: u128, lifted: u64, units: u64, cost: u32, is_open: bool) -> Self {
        let about = (cost as u128) << COST_BIT | (is_open as u128) << OPEN_BIT;
        Self {
            name: displaced | about,
            lifted,
            units,
        }
    }

    const fn cost(&self) -> u32 {
        (self.name >> COST_BIT) as u32 & 255
    }

    const fn is_open(&self) -> bool {
        self.name >> OPEN_BIT & 1 == 1
    }
}

/// For each map from four suits to four suits (two bits each): the suits on
/// its cycles, and how many cycles there are.
const CYCLES: [(u8, u8); 256] = {
    let mut all = [(0, 0); 256];
    let mut map = 0;
    while map < 256 {
        let mut suits = 0u8;
        let mut count = 0;
        let mut suit = 0;
        while suit < 4 {
            // A suit is on a cycle if it comes back within four steps; each
            // cycle is counted at its lowest suit.
            let mut at = suit;
            let mut steps = 0;
            let mut lowest = suit;
            loop {
                at = (map >> (2 * at)) & 3;
                steps += 1;
                if at < lowest {
                    lowest = at;
                }
                if at == suit {
                    suits |= 1 << suit;
                    if lowest == suit {
                        count += 1;
                    }
                    break;
                }
                if steps == 4 {
                    break;
                }
            }
            suit += 1;
        }
        all[map] = (suits, count);
        map += 1;
    }
    all
};

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

/// Slots 13 to 15 are no columns of any game: children of a position put
/// their changed columns there.
const SPARE_TARGET: usize = 14;
const SPARE_SOURCE: usize = 15;

impl Bound {
    /// A bound for games that count like this.
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

    /// Looks at a position; the other functions then speak of it.
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
            self.columns[column].fill(cards, self.unit);
            self.paid += u32::from(self.columns[column].paid);
            self.locate(column, cards);
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

    fn locate(&mut self, slot: usize, cards: &[u8]) {
        for (height, &card) in cards.iter().enumerate() {
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

    /// The ways on from a position where nothing goes by itself, cheapest
    /// first; at most four.
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
            let next = (lifted >> (16 * suit)).trailing_ones();
            if next == 13 {
                continue;
            }
            let place = self.place[(16 * suit + next) as usize & 63];
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
    /// Each suit's next card lies in a column whose top card waits for the
    /// next card of its own suit, and so on round: a map from four suits to
    /// four suits, which has at least one cycle. Of the top units along a
    /// cycle one must be lifted, or none of them ever leaves; and different
    /// cycles share no column. So each cycle costs one. With the units of all
    /// these cycles lifted (which helps more than any plan can, as it pays
    /// one for each cycle) the same holds again for what is left.
    #[inline]
    fn cycles_exceed(&self, mut heights: Heights, mut lifted: u64, left: u32) -> bool {
        let mut cost = 0;
        loop {
            let mut slots = [0usize; 4];
            let mut map = 0usize;
            let mut active = 0;
            for suit in 0..4 {
                let next = (lifted >> (16 * suit)).trailing_ones();
                if next == 13 {
                    continue;
                }
                let place = self.place[(16 * suit + next) as usize & 63];
                let slot = usize::from(place >> 5) & 15;
                slots[suit as usize] = slot;
                let top = self.columns[slot].suit[(usize::from(heights[slot]) - 1) & 31];
                map |= usize::from(top) << (2 * suit);
                active = suit as usize;
            }
            for suit in 0..4 {
                if (lifted >> (16 * suit)).trailing_ones() == 13 {
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

    /// What the cards that are not lifted and not where they were are worth.
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

    /// Begins another game: what is known of this one is forgotten.
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
        let slots = self.slots;
        let slot_count = self.slot_count;
        let (heights, free, paid) = (self.heights, self.free, self.paid);
        let displaced_count = self.displaced_count;
        // 1. The cards that move, on what they will lie on.
        let mut moved = [0u8; HEIGHT];
        let target_height = to.map_or(0, |to| usize::from(board.height[to & 15]));
        if let Some(to) = to {
            moved[..target_height].copy_from_slice(&board.cards[to & 15][..target_height]);
        }
        let mut count = target_height;
        match from {
            Source::Cell(card) => {
                moved[count & 31] = card;
                count += 1;
            }
            Source::Column(source, cards) => {
                let height = usize::from(board.height[source & 15]);
                let (left, run) = board.cards[source & 15][..height].split_at(height - cards);
                moved[count..count + cards].copy_from_slice(run);
                count += cards;
                // 2. What they leave behind: the column as it is, only lower,
                // if they are a whole unit. A unit that is cut in two may be
                // a paid one only because of the part that leaves.
                if self.top_unit(source) == left.len() {
                    self.paid -= u32::from(self.is_paid(source, left.len()));
                    self.heights[source & 15] = left.len() as u8;
                } else {
                    self.paid -= u32::from(self.columns[source & 15].paid);
                    self.columns[SPARE_SOURCE].fill(left, self.unit);
                    self.paid += u32::from(self.columns[SPARE_SOURCE].paid);
                    self.replace(source, SPARE_SOURCE, left);
                }
            }
        }
        // 3. What they lie on now. Where the lowest of them lay is forgotten.
        let lowest = moved[target_height & 31];
        let list = &mut self.displaced[..displaced_count];
        let forgotten = list.iter().position(|&(card, _)| card == bit(lowest));
        if let Some(at) = forgotten {
            self.displaced[at].0 = u64::MAX;
        }
        match to {
            None => self.free |= bit(lowest),
            Some(to) => {
                if let Source::Cell(card) = from {
                    self.free &= !bit(card);
                }
                if target_height > 0 {
                    self.paid -= u32::from(self.columns[to & 15].paid);
                }
                self.columns[SPARE_TARGET].fill(&moved[..count], self.unit);
                self.paid += u32::from(self.columns[SPARE_TARGET].paid);
                self.replace(to, SPARE_TARGET, &moved[..count]);
                let under = board.under(to, target_height);
                if !coder.is_dealt(lowest, under) {
                    let worth = coder.worth(lowest, under);
                    self.displaced[displaced_count] = (bit(lowest), worth);
                    self.displaced_count += 1;
                }
            }
        }
        let found = (least.max(self.paid)..=most).find(|&limit| self.is_within(limit));
        // 4. Everything back.
        self.slots = slots;
        self.slot_count = slot_count;
        (self.heights, self.free, self.paid) = (heights, free, paid);
        self.displaced_count = displaced_count;
        if let Some(at) = forgotten {
            self.displaced[at].0 = bit(lowest);
        }
        if let Some(to) = to {
            self.locate(to, &board.cards[to & 15][..target_height]);
        }
        if let Source::Column(source, _) = from {
            let height = usize::from(board.height[source & 15]);
            self.locate(source, &board.cards[source & 15][..height]);
        }
        found
    }

    /// Puts a spare slot in the place of a column.
    fn replace(&mut self, column: usize, spare: usize, cards: &[u8]) {
        self.heights[spare] = cards.len() as u8;
        self.locate(spare, cards);
        let slots = &mut self.slots[..self.slot_count];
        match slots.iter_mut().find(|slot| usize::from(**slot) == column) {
            Some(slot) => *slot = spare as u8,
            None => {
                self.slots[self.slot_count] = spare as u8;
                self.slot_count += 1;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::tests::{games, random_game};
    use crate::packed::{Autoplay, convert, rank, suit};
    use patience_rules::Rules;

    /// The units of a position: each a column, its first height and its cards.
    fn units(board: &Board, unit: Unit) -> Vec<(usize, Vec<u8>)> {
        let mut units: Vec<(usize, Vec<u8>)> = Vec::new();
        for column in 0..usize::from(board.columns) {
            for height in 0..usize::from(board.height[column]) {
                let card = board.cards[column][height];
                match units.last_mut() {
                    Some((of, cards))
                        if unit == Unit::Run
                            && height > 0
                            && *of == column
                            && fits(card, cards[cards.len() - 1]) =>
                    {
                        cards.push(card);
                    }
                    _ => units.push((column, vec![card])),
                }
            }
        }
        units
    }

    /// Do all cards go home when just these units are lifted?
    fn suffices(board: &Board, units: &[(usize, Vec<u8>)], lifted: u32) -> bool {
        let mut home = board.home;
        let mut loose: Vec<u8> = board.cells.iter().copied().filter(|&c| c != 63).collect();
        let mut columns = vec![Vec::new(); usize::from(board.columns)];
        for (index, (column, cards)) in units.iter().enumerate() {
            columns[*column].push((lifted >> index & 1 == 1, cards.clone()));
        }
        loop {
            let mut changed = false;
            for column in &mut columns {
                let Some((is_lifted, cards)) = column.last_mut() else {
                    continue;
                };
                let top = cards[cards.len() - 1];
                if *is_lifted {
                    loose.append(cards);
                } else if home[suit(top)] == rank(top) {
                    home[suit(top)] += 1;
                    cards.pop();
                } else {
                    continue;
                }
                changed = true;
                if cards.is_empty() {
                    column.pop();
                }
            }
            loose.retain(|&card| {
                let goes = home[suit(card)] == rank(card);
                home[suit(card)] += u8::from(goes);
                changed |= goes;
                !goes
            });
            if !changed {
                return home == [13; 4];
            }
        }
    }

    #[test]
    fn the_bound_and_its_plans_are_those_of_every_choice_of_units() {
        let mut compared = 0;
        for rules in games() {
            for deal in 1..=60 {
                let states = random_game(&rules, deal, 400);
                let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
                let mut bounds = [Bound::new(Unit::Run), Bound::new(Unit::Card)];
                for state in states.iter().rev().step_by(7) {
                    // Columns too tall to start with are not packed.
                    let Some(board) = convert::pack(&rules, state) else {
                        continue;
                    };
                    for bound in &mut bounds {
                        let units = units(&board, bound.unit);
                        if units.len() > 11 {
                            continue;
                        }
                        compared += 1;
                        let enough: Vec<u32> = (0..1u32 << units.len())
                            .filter(|&lifted| suffices(&board, &units, lifted))
                            .collect();
                        let least = enough.iter().map(|lifted| lifted.count_ones()).min();
                        let mut planned = 0;
                        for lifted in &enough {
                            if Some(lifted.count_ones()) == least {
                                for (index, (_, cards)) in units.iter().enumerate() {
                                    if lifted >> index & 1 == 1 {
                                        planned |= bit(cards[0]);
                                    }
                                }
                            }
                        }
                        bound.set(&board, &coder);
                        let paid = bound.paid();
                        assert_eq!(bound.lower_bound(52), least);
                        let (cost, found) = bound.plans(least.unwrap() + 2).unwrap();
                        assert_eq!(Some(cost), least);
                        assert!(bound.plans(cost.wrapping_sub(1).min(60)).is_none() || cost == 0);
                        // Plans are told without the paid units, but where a
                        // dig goes through one.
                        assert_eq!(found & !planned, 0);
                        assert!((planned & !found).count_ones() <= paid);
                        for column in 0..usize::from(board.columns) {
                            if board.height[column] > 0 {
                                let start = bound.top_unit(column);
                                let lowest = bit(board.cards[column][start]);
                                let is_planned =
                                    bound.is_paid(column, start) || found & lowest != 0;
                                assert_eq!(is_planned, planned & lowest != 0);
                            }
                        }
                    }
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn the_bound_after_a_move_is_that_of_the_position_it_leads_to() {
        use patience_rules::freecell::Place;
        for rules in games() {
            for deal in 1..=6 {
                let states = random_game(&rules, deal, 60);
                let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
                for unit in [Unit::Run, Unit::Card] {
                    let mut bound = Bound::new(unit);
                    let mut fresh = Bound::new(unit);
                    for state in states.iter().step_by(5) {
                        let board = convert::pack(&rules, state).unwrap();
                        bound.set(&board, &coder);
                        for played in rules.legal_moves(state) {
                            let from = match played.from {
                                Place::Column(from) => {
                                    Source::Column(usize::from(from), usize::from(played.cards))
                                }
                                Place::Cell(cell) => Source::Cell(board.cells[usize::from(cell)]),
                                Place::Home => continue,
                            };
                            let to = match played.to {
                                Place::Column(to) => Some(usize::from(to)),
                                Place::Cell(_) => None,
                                Place::Home => continue,
                            };
                            let after = rules.play(state, &played).unwrap();
                            let Some(after) = convert::pack(&rules, &after) else {
                                continue;
                            };
                            // Another table, so that neither helps the other.
                            fresh.forget();
                            fresh.set(&after, &coder);
                            let wanted = fresh.lower_bound(60);
                            let found = bound.after(&board, &coder, (from, to), 0, 60);
                            assert_eq!(found, wanted, "deal {deal} {played:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_move_lowers_the_bound_by_at_most_one_and_a_home_move_leaves_it() {
        for rules in games() {
            for deal in 1..=6 {
                let states = random_game(&rules, deal, 60);
                let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
                let mut bound = Bound::new(Unit::Run);
                let mut of = |board: &Board| {
                    bound.set(board, &coder);
                    bound.lower_bound(60).unwrap()
                };
                for state in states.iter().step_by(5) {
                    let mut board = convert::pack(&rules, state).unwrap();
                    let before = of(&board);
                    for played in rules.legal_moves(state) {
                        let after = rules.play(state, &played).unwrap();
                        let after = of(&convert::pack(&rules, &after).unwrap());
                        if played.to == patience_rules::freecell::Place::Home {
                            assert_eq!(after, before);
                        } else {
                            assert!(after + 1 >= before && after <= before + 1);
                        }
                    }
                    board.autoplay(Autoplay::All, |_, _, _| {});
                    assert_eq!(of(&board), before);
                }
            }
        }
    }
}
