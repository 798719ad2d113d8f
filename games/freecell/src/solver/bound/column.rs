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
    };

    /// Fills in a column, base card first.
    pub(super) fn fill(&mut self, cards: &[u8], unit: Unit) {
        self.height = cards.len() as u8;
        self.paid = 0;
        let mut below = 0u64;
        let mut unpaid = 0u8;
        let mut height = 0;
        // Where the paid units under the current unit begin.
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
