//! A position packed for searching: only ranks and heights matter.
//!
//! ```text
//! heights   of the 17 columns, two bits each, column 1 lowest         34 bits
//! rank      0 (Ace) .. 12 (King)
//! key       heights << 4 | rank in the hole                           38 bits
//! Lanes     a number for each rank, four bits each, Ace lowest        52 bits
//! ```
//! The key holds everything that matters, so the table of seen states is exact.
//! Suits are left behind; the moves of an answer get them back from
//! [`Packed::card`].

use patience_core::Card;

use crate::rules::{COLUMN_CARDS, COLUMNS, Move, State};

/// A number for each rank, as the head of this file draws it.
pub type Lanes = u64;

/// Ranks in a deck.
pub const RANKS: u8 = 13;

/// Cards of a rank in a deck.
const OF_A_RANK: Lanes = 4;

/// One for a rank, none for the others.
#[inline]
pub const fn one(rank: u8) -> Lanes {
    1 << (4 * rank)
}

/// The number for a rank.
#[inline]
pub const fn lane(lanes: Lanes, rank: u8) -> Lanes {
    lanes >> (4 * rank) & 15
}

/// The rank above; the Ace follows the King.
#[inline]
pub const fn above(rank: u8) -> u8 {
    if rank + 1 == RANKS { 0 } else { rank + 1 }
}

/// The rank below; the King is below the Ace.
#[inline]
pub const fn below(rank: u8) -> u8 {
    if rank == 0 { RANKS - 1 } else { rank - 1 }
}

/// Which plays need not be tried.
pub type Exchange = patience_search::Exchange<COLUMNS, { COLUMN_CARDS + 1 }>;

/// A position as the search sees it.
#[derive(Clone, Debug)]
pub struct Packed {
    /// By column and place, from the base: the rank.
    pub ranks: [[u8; COLUMN_CARDS]; COLUMNS],
    /// The heights of the columns.
    pub heights: u64,
    /// The rank in the hole.
    pub hole: u8,
    /// Cards left of each rank.
    pub left: Lanes,
    /// Columns left, by the rank of their base.
    pub bases: Lanes,
    cards: [[Option<Card>; COLUMN_CARDS]; COLUMNS],
}

/// Where a game stands, apart from its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The heights of the columns.
    pub heights: u64,
    /// The rank in the hole.
    pub top: u8,
}

impl Stage {
    /// The height of a column.
    #[inline]
    pub const fn height(self, column: usize) -> usize {
        (self.heights >> (2 * column) & 3) as usize
    }

    /// The heights of all columns.
    pub fn column_heights(self) -> [usize; COLUMNS] {
        std::array::from_fn(|column| self.height(column))
    }

    /// The key of this state.
    #[inline]
    pub const fn key(self) -> u64 {
        self.heights << 4 | self.top as u64
    }
}

impl Packed {
    /// Packs a position. None if it has more cards in a column or of a rank
    /// than a game can have.
    pub fn new(state: &State) -> Option<Self> {
        let rank = |card: &Card| card.rank().value() - 1;
        let mut packed = Self {
            ranks: [[0; COLUMN_CARDS]; COLUMNS],
            heights: 0,
            hole: rank(&state.hole),
            left: 0,
            bases: 0,
            cards: [[None; COLUMN_CARDS]; COLUMNS],
        };
        for (index, column) in state.columns.iter().enumerate() {
            if column.len() > COLUMN_CARDS {
                return None;
            }
            for (place, card) in column.iter().enumerate() {
                if lane(packed.left, rank(card)) == OF_A_RANK {
                    return None;
                }
                packed.ranks[index][place] = rank(card);
                packed.cards[index][place] = Some(*card);
                packed.left += one(rank(card));
            }
            packed.heights |= (column.len() as u64) << (2 * index);
            packed.bases += column.first().map_or(0, |card| one(rank(card)));
        }
        Some(packed)
    }

    /// The ranks of the columns, base first.
    pub fn columns(&self) -> [&[u8]; COLUMNS] {
        let heights = self.start().column_heights();
        std::array::from_fn(|column| &self.ranks[column][..heights[column]])
    }

    /// The table's own position.
    pub const fn start(&self) -> Stage {
        Stage {
            heights: self.heights,
            top: self.hole,
        }
    }

    /// The card on top of a column of this height.
    pub fn card(&self, column: usize, height: usize) -> Option<Card> {
        self.cards[column][height.checked_sub(1)?]
    }

    /// The columns whose last card goes into the hole, with their heights and
    /// that card's rank.
    #[inline]
    pub fn plays(&self, stage: Stage) -> impl Iterator<Item = (usize, usize, u8)> {
        let (up, down) = (above(stage.top), below(stage.top));
        (0..COLUMNS).filter_map(move |column| {
            let height = stage.height(column);
            let rank = self.ranks[column][height.checked_sub(1)?];
            (rank == up || rank == down).then_some((column, height, rank))
        })
    }

    /// After the last card of a column, of this rank, is played.
    #[inline]
    pub const fn after(stage: Stage, column: usize, rank: u8) -> Stage {
        Stage {
            heights: stage.heights - (1 << (2 * column)),
            top: rank,
        }
    }

    /// Every legal move, in the order of the rules, and where it leads.
    pub fn legal_moves(&self, stage: Stage) -> Vec<(Move, Stage)> {
        self.plays(stage)
            .filter_map(|(column, height, rank)| {
                let card = self.card(column, height)?;
                Some((Move::Play(card), Self::after(stage, column, rank)))
            })
            .collect()
    }
}
