//! A position packed for searching: only ranks and heights matter.
//!
//! ```text
//! shape   the heights of the columns, a number in base 6      below 6^7 = 279,936
//!         h1 + 6 h2 + 36 h3 + 216 h4 + 1296 h5 + 7776 h6 + 46656 h7
//! rank    0 (Ace) .. 12 (King)
//! Counts  cards of each rank, an octal digit each             39 bits
//!         Ace in the lowest digit; a deck has four of a rank
//! ```
//! A play lowers one digit of the shape, so the start has the highest number of
//! all shapes that follow from it, and the empty table is shape 0. Suits are
//! left behind; the moves of an answer get them back from [`Packed::card`].

use patience_core::Card;

use crate::rules::{COLUMN_CARDS, COLUMNS, Move, State};

/// Cards of each rank, as the head of this file draws it.
pub type Counts = u64;

/// The heights of the columns as a number, as the head of this file draws it.
pub type Shape = u32;

/// The table without cards in its columns.
pub const EMPTY: Shape = 0;

/// What one card adds to the shape, by column.
pub const WEIGHTS: [Shape; COLUMNS] = [1, 6, 36, 216, 1_296, 7_776, 46_656];

const BASE: Shape = COLUMN_CARDS as Shape + 1;

/// Cards of a rank in a deck.
const OF_A_RANK: Counts = 4;

/// Ranks in a deck.
pub const RANKS: u8 = 13;

/// One card of a rank.
#[inline]
pub const fn one(rank: u8) -> Counts {
    1 << (3 * rank)
}

/// How many cards of a rank there are; none of rank 13.
#[inline]
pub const fn count(counts: Counts, rank: u8) -> Counts {
    counts >> (3 * rank) & 7
}

/// The ranks next to a rank, as a set.
#[inline]
pub const fn neighbours(rank: u8) -> u16 {
    let set = 1u16 << rank;
    (set << 1 | set >> 1) & ((1 << RANKS) - 1)
}

/// Which plays need not be tried.
pub type Exchange = patience_search::Exchange<COLUMNS, { COLUMN_CARDS + 1 }>;

/// A position as the search sees it.
#[derive(Clone, Debug)]
pub struct Packed {
    /// By column and place, from the base: the rank.
    pub ranks: [[u8; COLUMN_CARDS]; COLUMNS],
    /// By column and height: the cards up to there.
    pub counts: [[Counts; COLUMN_CARDS + 1]; COLUMNS],
    /// The stock, top first.
    pub stock: Vec<u8>,
    /// After so many draws: the cards that are still in the stock.
    pub undrawn: Vec<Counts>,
    /// The rank on the waste.
    pub waste: u8,
    /// The shape of the columns.
    pub shape: Shape,
    cards: [[Option<Card>; COLUMN_CARDS]; COLUMNS],
}

/// Where a game stands, apart from its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The shape of the columns.
    pub shape: Shape,
    /// The rank on the waste.
    pub top: u8,
    /// Cards drawn since the table's position.
    pub drawn: u8,
}

impl Packed {
    /// Packs a position. None if it has more cards in a column or of a rank
    /// than a game can have.
    pub fn new(state: &State) -> Option<Self> {
        let rank = |card: &Card| card.rank().value() - 1;
        let mut packed = Self {
            ranks: [[0; COLUMN_CARDS]; COLUMNS],
            counts: [[0; COLUMN_CARDS + 1]; COLUMNS],
            stock: state.stock.iter().map(rank).collect(),
            undrawn: vec![0; state.stock.len() + 1],
            waste: rank(&state.waste),
            shape: EMPTY,
            cards: [[None; COLUMN_CARDS]; COLUMNS],
        };
        let mut of_rank = [0; RANKS as usize];
        of_rank[usize::from(packed.waste)] += 1;
        for (index, column) in state.columns.iter().enumerate() {
            if column.len() > COLUMN_CARDS {
                return None;
            }
            for (place, card) in column.iter().enumerate() {
                packed.ranks[index][place] = rank(card);
                packed.cards[index][place] = Some(*card);
                packed.counts[index][place + 1] = packed.counts[index][place] + one(rank(card));
                of_rank[usize::from(rank(card))] += 1;
            }
            packed.shape += column.len() as Shape * WEIGHTS[index];
        }
        for (drawn, &card) in packed.stock.iter().enumerate().rev() {
            packed.undrawn[drawn] = packed.undrawn[drawn + 1] + one(card);
            of_rank[usize::from(card)] += 1;
        }
        let is_deck = of_rank.iter().all(|&cards| cards <= OF_A_RANK);
        is_deck.then_some(packed)
    }

    /// The ranks of the columns, base first.
    pub fn columns(&self) -> [&[u8]; COLUMNS] {
        let heights = Self::heights(self.shape);
        std::array::from_fn(|column| &self.ranks[column][..heights[column]])
    }

    /// The table's own position.
    pub const fn start(&self) -> Stage {
        Stage {
            shape: self.shape,
            top: self.waste,
            drawn: 0,
        }
    }

    /// The heights of the columns.
    #[inline]
    pub fn heights(shape: Shape) -> [usize; COLUMNS] {
        let mut rest = shape;
        std::array::from_fn(|_| {
            let height = rest % BASE;
            rest /= BASE;
            height as usize
        })
    }

    /// The card on top of a column of this height.
    pub fn card(&self, column: usize, height: usize) -> Option<Card> {
        self.cards[column][height.checked_sub(1)?]
    }

    /// Every legal move, in the order of the rules, and where it leads.
    pub fn legal_moves(&self, stage: Stage) -> Vec<(Move, Stage)> {
        let mut moves = Vec::new();
        if stage.shape == EMPTY {
            return moves;
        }
        let next_to_top = neighbours(stage.top);
        for (column, height) in Self::heights(stage.shape).into_iter().enumerate() {
            let Some(card) = self.card(column, height) else {
                continue;
            };
            let rank = self.ranks[column][height - 1];
            if next_to_top >> rank & 1 == 1 {
                let after = Stage {
                    shape: stage.shape - WEIGHTS[column],
                    top: rank,
                    ..stage
                };
                moves.push((Move::Play(card), after));
            }
        }
        if let Some(&top) = self.stock.get(usize::from(stage.drawn)) {
            let drawn = stage.drawn + 1;
            moves.push((
                Move::Draw,
                Stage {
                    top,
                    drawn,
                    ..stage
                },
            ));
        }
        moves
    }
}
