//! A column as the bound sees it.

use super::Unit;
use crate::solver::cards::{bit, fits, lower_cards};
use crate::solver::packed::HEIGHT;

/// A column, and what is computed about it in advance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// What must be lifted or at home before the card at a height leaves for
    /// free: the lower cards of its suit, or nothing when its unit is paid.
    pub(super) need: [u64; HEIGHT],
    /// The cards below a height.
    pub(super) below: [u64; HEIGHT + 1],
    /// Where the unit of the card at a height begins.
    pub(super) start: [u8; HEIGHT],
    /// The suit of the card at a height.
    pub(super) suit: [u8; HEIGHT],
    /// Down to where a column falls when the card at a height leaves: through
    /// all paid units that follow, or just below the card.
    pub(super) floor: [u8; HEIGHT],
    /// Unpaid units that begin below a height.
    pub(super) unpaid: [u8; HEIGHT + 1],
    /// Paid units of the column.
    pub(super) paid: u8,
    pub(super) height: u8,
    /// The cards that it was filled with.
    cards: [u8; HEIGHT],
}

impl Column {
    pub(super) const EMPTY: Self = Self {
        need: [0; HEIGHT],
        below: [0; HEIGHT + 1],
        start: [0; HEIGHT],
        suit: [0; HEIGHT],
        floor: [0; HEIGHT],
        unpaid: [0; HEIGHT + 1],
        paid: 0,
        height: 0,
        cards: [0; HEIGHT],
    };

    /// Is it filled with just these cards?
    #[inline]
    pub(super) fn holds(&self, cards: &[u8]) -> bool {
        self.cards[..usize::from(self.height) & 31] == *cards
    }

    /// Fills in a column, base card first.
    pub(super) fn fill(&mut self, cards: &[u8], unit: Unit) {
        self.below[0] = 0;
        self.unpaid[0] = 0;
        self.floor[0] = 0;
        self.paid = self.refill(0, cards, unit) as u8;
        self.cards[..cards.len()].copy_from_slice(cards);
    }

    /// Fills in the units from the one on that begins at a height, where the old
    /// column and the new one are the same below it. Returns how many of these
    /// are paid. What [`Column::holds`] knows stays: this is for changes that are
    /// taken back.
    pub(super) fn refill(&mut self, from: usize, cards: &[u8], unit: Unit) -> u32 {
        let mut paid = 0;
        self.height = cards.len() as u8;
        let mut below = self.below[from & 31];
        let mut unpaid = self.unpaid[from & 31];
        let mut height = from;
        // Where the paid units under the current unit begin. Of the lowest card of
        // a unit it is known, paid or not.
        let mut floor = self.floor[from & 31];
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
                self.suit[height & 31] = card & 3;
                self.below[height & 31] = below;
                below |= bit(card);
                height += 1;
                if unit == Unit::Card || height >= cards.len() || !fits(cards[height], card) {
                    break;
                }
            }
            // 2. Paid units leave for free.
            self.unpaid[first & 31] = unpaid;
            if must {
                paid += 1;
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
        paid
    }
}
