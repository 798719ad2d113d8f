//! A position packed for searching: only ranks matter, and sets of them.
//!
//! ```text
//! RankSet   bit r-1 is set for rank r                        13 bits
//!           one bit: a card that is known
//!           none:    a card that nobody has seen, taken as dead: it goes
//!                    onto nothing and nothing goes onto it
//!           several: the same card, taken as any that it may turn out to be
//! ```
//! Cards with the same rank are the same for a search, so suits are left out; the
//! moves of an answer get them from [`Packed::card`].
//!
//! `neighbours_low` and `neighbours_high` give in two look-ups the places whose
//! card goes onto some rank of a set: the low 7 ranks in one, the high 6 in the
//! other.

use crate::rules::{CARDS, Face, Move, State};
use patience_core::Card;

use crate::solver::shapes::{Shapes, slots};

/// A set of ranks, as drawn above.
pub type RankSet = u16;

/// Every rank.
pub const ALL_RANKS: RankSet = (1 << 13) - 1;

/// What an unknown card counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// Nothing goes onto it, and it goes onto nothing. What can be done then can
    /// be done whatever it is.
    Dead,
    /// It is any card at any time. No real card allows more.
    Anything,
}

/// A position as the searches see it.
#[derive(Clone, Debug)]
pub struct Packed {
    /// By place: the rank of its card.
    pub ranks: [RankSet; CARDS],
    /// The stock, top first.
    pub stock: Vec<RankSet>,
    /// The top of the waste.
    pub waste: RankSet,
    /// The shape of the tableau.
    pub shape: u16,
    /// Cards played since the last draw.
    pub streak: u8,
    /// Points so far.
    pub score: u32,
    /// By place: the card, for the moves of an answer.
    faces: [Face; CARDS],
    neighbours_low: [u32; 1 << 7],
    neighbours_high: [u32; 1 << 6],
}

/// The ranks next to those of a set; King and Ace are neighbours.
///
/// ```
/// use patience_tripeaks::solver::packed::neighbours;
/// assert_eq!(neighbours(1), 1 << 1 | 1 << 12);
/// ```
#[inline]
pub const fn neighbours(set: RankSet) -> RankSet {
    (set << 1 | set >> 12 | set >> 1 | set << 12) & ALL_RANKS
}

/// The set that holds a card's rank.
pub fn rank_set(card: Card) -> RankSet {
    1 << (card.rank().value() - 1)
}

impl Packed {
    /// Packs a position. None if its tableau is not a shape (a card lies on a
    /// gap): no game leads there.
    pub fn new(state: &State, unknown: Unknown) -> Option<Self> {
        let wild = match unknown {
            Unknown::Dead => 0,
            Unknown::Anything => {
                let candidates = state.candidates();
                candidates
                    .into_iter()
                    .fold(0, |set, card| set | rank_set(card))
            }
        };
        let pack = |face: Face| face.map_or(wild, rank_set);
        let mask = (0..CARDS)
            .filter(|&slot| !state.tableau[slot].is_gone())
            .fold(0, |mask, slot| mask | 1 << slot);
        let mut packed = Self {
            ranks: state.tableau.map(|slot| pack(slot.face())),
            stock: state.stock.iter().copied().map(pack).collect(),
            waste: state.waste.last().copied().map_or(0, pack),
            shape: Shapes::get().number_of(mask)?,
            streak: state.streak,
            score: state.score,
            faces: state.tableau.map(|slot| slot.face()),
            neighbours_low: [0; 1 << 7],
            neighbours_high: [0; 1 << 6],
        };
        packed.index_neighbours();
        Some(packed)
    }

    /// Puts other ranks onto some places of the tableau.
    pub fn set_ranks(&mut self, changes: impl IntoIterator<Item = (usize, RankSet)>) {
        for (slot, set) in changes {
            self.ranks[slot] = set;
        }
        self.index_neighbours();
    }

    fn index_neighbours(&mut self) {
        let mut next_to = [0u32; 13];
        for (slot, &set) in self.ranks.iter().enumerate() {
            for rank in slots(u32::from(neighbours(set))) {
                next_to[rank as usize] |= 1 << slot;
            }
        }
        for set in 1..self.neighbours_low.len() {
            let rest = self.neighbours_low[set & (set - 1)];
            self.neighbours_low[set] = rest | next_to[set.trailing_zeros() as usize];
        }
        for set in 1..self.neighbours_high.len() {
            let rest = self.neighbours_high[set & (set - 1)];
            self.neighbours_high[set] = rest | next_to[7 + set.trailing_zeros() as usize];
        }
    }

    /// The places whose card goes onto some rank of this set.
    #[inline]
    pub fn places_next_to(&self, set: RankSet) -> u32 {
        let (low, high) = (usize::from(set & 0x7f), usize::from(set >> 7 & 0x3f));
        self.neighbours_low[low] | self.neighbours_high[high]
    }

    /// The card at a place.
    pub fn card(&self, slot: u32) -> Face {
        self.faces[slot as usize]
    }

    /// The move that plays the card at a place. A search plays only known cards.
    /// If it did not, no replay would accept `Start over` there.
    pub fn play_of(&self, slot: u32) -> Move {
        self.card(slot).map_or(Move::StartOver, Move::Play)
    }
}
