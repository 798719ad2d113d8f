//! From which states can the board be cleared? All of them at once.
//!
//! The opposite of `sweep`: one pass through the shapes, the empty one first. This is
//! the plain form, for one order of the cards; tests compare `together` with it.
//!
//! ```text
//! before[rank]     with this rank on the waste the shape is won as long as
//!                  fewer cards than this were drawn; 13 stands for a waste
//!                  that nobody knows
//! going[rank]      the same for a card of this rank that goes from this shape:
//!                  `before` of what it leaves
//! ```
//! A rank on the waste is won when a neighbour goes in time, or when a card is
//! drawn in time onto which some card goes in time.

use patience_core::Stop;
use patience_search::Budget;

use crate::solver::packed::{Packed, neighbours};
use crate::solver::shapes::{EMPTY, SHAPES, Shapes, slots};
use crate::solver::stage::{Stage, rank_place};

/// Bytes for the ranks of a shape: 13, one for an unknown rank, a power of two.
const RANK_PLACES: usize = 16;

/// More draws than there can be; a power of two.
const DRAWS: usize = 32;

/// The index of an unknown waste.
const UNKNOWN_RANK: usize = 13;

/// The index for a card without a rank: it never goes.
const NO_RANK: usize = 15;

/// The table of the pass, kept from deal to deal.
#[derive(Debug)]
pub struct Won {
    before: Vec<[u8; RANK_PLACES]>,
}

impl Default for Won {
    fn default() -> Self {
        Self::new()
    }
}

impl Won {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            before: vec![[0; RANK_PLACES]; SHAPES],
        }
    }

    /// The pass. Every card must be known, or dead.
    pub fn run(&mut self, packed: &Packed, budget: &mut Budget) -> Result<(), Stop> {
        let shapes = Shapes::get();
        let start = usize::from(packed.shape);
        let last_draws = last_draws(packed);
        let mut ranks = [NO_RANK as u8; 32];
        for (rank, set) in ranks.iter_mut().zip(packed.ranks) {
            if set != 0 {
                *rank = set.trailing_zeros() as u8;
            }
        }
        // 1. The empty tableau is won after any number of draws.
        self.before[usize::from(EMPTY)] = [packed.stock.len() as u8 + 1; RANK_PLACES];
        self.before[usize::from(EMPTY)][NO_RANK] = 0;
        for shape in (start..usize::from(EMPTY)).rev() {
            // 2. The cards that can go, and those of them that go onto a card
            //    drawn in time. Rank r stands at r + 1, to leave room for a
            //    second King and Ace.
            let mut going = [0u8; 32];
            let mut by_drawing = 0;
            let (uncovered, children) = shapes.children(shape as u16);
            for (slot, &next) in slots(uncovered).zip(children) {
                let rank = usize::from(ranks[slot as usize & 31] & 15);
                let in_time = self.before[usize::from(next)][rank];
                going[rank + 1] = going[rank + 1].max(in_time);
                by_drawing = by_drawing.max(last_draws[usize::from(in_time & 31)][rank]);
            }
            // 3. Those that go onto the waste. Values beyond the King are not
            //    used, except for the unknown waste and the dead card.
            going[0] = going[13];
            going[14] = going[1];
            let mut before = [by_drawing; RANK_PLACES];
            for rank in 0..RANK_PLACES {
                before[rank] = before[rank].max(going[rank]).max(going[rank + 2]);
            }
            before[UNKNOWN_RANK] = by_drawing;
            before[NO_RANK] = 0;
            self.before[shape] = before;
        }
        budget.add_states((SHAPES - start) as u64)
    }

    /// Can the board be cleared from here, by the last run?
    pub fn is_won(&self, stage: Stage) -> bool {
        stage.drawn < self.before[usize::from(stage.shape)][rank_place(stage.waste)]
    }
}

/// For each number of draws, and each rank, the last draw of a neighbour that
/// comes before it, counted from one; zero if there is none.
fn last_draws(packed: &Packed) -> [[u8; RANK_PLACES]; DRAWS] {
    let mut last = [[0; RANK_PLACES]; DRAWS];
    for draws in 2..DRAWS {
        last[draws] = last[draws - 1];
        // Fewer than `draws` were drawn: draw number `draws - 1` may be one.
        if let Some(&top) = packed.stock.get(draws - 2) {
            for rank in slots(u32::from(neighbours(top))) {
                last[draws][rank as usize] = draws as u8 - 1;
            }
        }
    }
    last
}
