//! A lower bound on the removals left: the game without the order of the stock.
//!
//! In the relaxed game every card of waste and stock can be used at any time.
//! All that can be done in the real game can be done there with the same
//! removals. So the fewest removals of the relaxed game are never more than those
//! of the real one, and what cannot be reached there cannot be reached at all.
//!
//! The relaxed game depends on the shape and on how many cards of each rank are
//! left, and of those only as many as the shape has partners for. There are only
//! about a thousand such games in a deal, so all of them are remembered.
//!
//! ```text
//! key   bits 0..11  shape    bits 11..59  counts, unary    bits 59..64  counted
//! ```
//! `counted` is what the search has counted towards its measure so far.

use patience_core::Stop;
use patience_search::{Budget, Entry, StateTable};

use crate::solver::layout::{KING, Layout};
use crate::solver::quest::{Counts, Worth, field, less_one};
use crate::solver::shapes::{self, ShapeId};
use crate::solver::state::without_slot;

/// Out of reach even in the relaxed game.
pub const NEVER: u8 = u8::MAX;

/// The ranks that have partners: all but the Kings.
const PAIRED: Counts = (1 << 48) - 1;

/// Remembers the relaxed games of one position and quest.
#[derive(Debug, Default)]
pub struct Relaxed {
    known: StateTable<u64, u8>,
}

impl Relaxed {
    /// Forgets everything, for the next position or quest.
    pub fn clear(&mut self) {
        if self.known.bytes() > 1 << 20 {
            self.known = StateTable::new();
        } else {
            self.known.clear();
        }
    }

    /// Bytes in use.
    pub const fn bytes(&self) -> u64 {
        self.known.bytes()
    }

    /// The fewest removals that answer the quest, or [`NEVER`].
    #[inline]
    pub fn removals(
        &mut self,
        layout: &Layout,
        worth: &Worth,
        shape: ShapeId,
        counts: Counts,
        counted: u8,
        budget: &mut Budget,
    ) -> Result<u8, Stop> {
        let usable = counts & worth.partners[usize::from(shape)] & PAIRED;
        let key = u64::from(counted) << 59 | usable << 11 | u64::from(shape);
        if let Some(&known) = self.known.get(key) {
            return Ok(known);
        }
        let fewest = self.look(layout, worth, shape, usable, counted, budget)?;
        match self.known.entry(key, fewest, budget)? {
            Entry::New(_) | Entry::Seen(_) => Ok(fewest),
        }
    }

    #[cold]
    fn look(
        &mut self,
        layout: &Layout,
        worth: &Worth,
        shape: ShapeId,
        counts: Counts,
        counted: u8,
        budget: &mut Budget,
    ) -> Result<u8, Stop> {
        // 1. Met, or met by removals from the pile alone. (In the relaxed game
        //    these can wait until nothing more is taken from the pyramid.)
        let mut fewest = NEVER;
        if worth.can_end_with(shape) {
            fewest = worth.missing(shape, counted).min(u32::from(NEVER)) as u8;
        }
        if shape == 0 || fewest == 0 {
            return Ok(fewest);
        }
        let uncovered = shapes::TABLE[usize::from(shape)].uncovered();
        let rank_of = |slot: u8| layout.slot_rank[usize::from(slot)];
        let one_more = |fewer: u8| fewer.saturating_add(1);
        // 2. When the whole pyramid must go, a King goes at once, and a card
        //    without a partner in the pyramid takes one from the pile at once:
        //    it must happen at some time, and frees cards when it does.
        if worth.quest().clear {
            for card in uncovered {
                let rank = rank_of(card.slot);
                if rank == KING {
                    let counted = counted + worth.counts(KING);
                    let after =
                        self.removals(layout, worth, card.without, counts, counted, budget)?;
                    return Ok(one_more(after));
                }
                let in_pyramid = field(worth.partners[usize::from(shape)], rank) != 0;
                if !in_pyramid {
                    if field(counts, 13 - rank) == 0 {
                        return Ok(NEVER);
                    }
                    let counted = counted + worth.counts(rank);
                    let counts = less_one(counts, 13 - rank);
                    let after =
                        self.removals(layout, worth, card.without, counts, counted, budget)?;
                    return Ok(one_more(after));
                }
            }
        }
        // 3. Otherwise every removal that takes a card from the pyramid.
        for (index, card) in uncovered.iter().enumerate() {
            let rank = rank_of(card.slot);
            let counted = counted + worth.counts(rank);
            if rank == KING {
                let after = self.removals(layout, worth, card.without, counts, counted, budget)?;
                fewest = fewest.min(one_more(after));
                continue;
            }
            for other in &uncovered[index + 1..] {
                if rank + rank_of(other.slot) != 13 {
                    continue;
                }
                if let Some(both) = without_slot(card.without, other.slot) {
                    let after = self.removals(layout, worth, both, counts, counted, budget)?;
                    fewest = fewest.min(one_more(after));
                }
            }
            if field(counts, 13 - rank) != 0 {
                let counts = less_one(counts, 13 - rank);
                let after = self.removals(layout, worth, card.without, counts, counted, budget)?;
                fewest = fewest.min(one_more(after));
            }
        }
        Ok(fewest)
    }
}
