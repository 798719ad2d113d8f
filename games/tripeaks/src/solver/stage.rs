//! Where a game stands, apart from its cards.

use crate::solver::packed::{Packed, RankSet};
use crate::solver::shapes::Shapes;

/// Where a game stands, apart from its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The shape of the tableau.
    pub shape: u16,
    /// The rank on the waste.
    pub waste: RankSet,
    /// Cards drawn since the table's position.
    pub drawn: u8,
}

impl Stage {
    /// The table's own position.
    pub const fn start(packed: &Packed) -> Self {
        Self {
            shape: packed.shape,
            waste: packed.waste,
            drawn: 0,
        }
    }

    /// After the next card is drawn, if there is one.
    pub fn draw(self, packed: &Packed) -> Option<Self> {
        let &waste = packed.stock.get(usize::from(self.drawn))?;
        Some(Self {
            waste,
            drawn: self.drawn + 1,
            ..self
        })
    }

    /// After the card at this uncovered place is played.
    pub fn play(self, packed: &Packed, slot: u32) -> Self {
        Self {
            shape: Shapes::get().without(self.shape, slot),
            waste: packed.ranks[slot as usize],
            ..self
        }
    }
}

/// The place of a rank; 13 for one that nobody knows.
pub(crate) fn rank_place(set: RankSet) -> usize {
    (set | 1 << 13).trailing_zeros() as usize
}
