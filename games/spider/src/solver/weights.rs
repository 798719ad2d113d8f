//! What a position is worth: less is better.
//!
//! The value is a sum over the cards, each with the one that it lies on, and a
//! few terms of the whole table. So what a move changes is known from the cards
//! at both its ends.

use patience_core::numbering::SplitMix64;

use super::ends::{Counted, Ends};
use super::packed::{Game, Node, rank};

/// The weights of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A face-down card.
    pub hidden: i32,
    /// A column with face-down cards.
    pub hidden_column: i32,
    /// Gained by a card on the next higher one of its suit.
    pub join: i32,
    /// Gained besides, for each card of the run before these two.
    pub longer: i32,
    /// A card on the next higher one of another suit.
    pub other_suit: i32,
    /// A card on any other card.
    pub gap: i32,
    /// A card on a lower or equal one, besides.
    pub upwards: i32,
    /// The same for each four ranks between them.
    pub buried: i32,
    /// Gained by a King at the base of a column.
    pub king: i32,
    /// Another card at the base, for each four ranks below the King.
    pub base: i32,
    /// Gained by the first empty column.
    pub empty: i32,
    /// Gained by each further one.
    pub more_empty: i32,
    /// Gained by each run that is gone.
    pub home: i32,
    /// Gained by each column whose last run could go onto a card of its suit.
    pub to_suit: i32,
    /// The same for a card of another suit.
    pub to_other: i32,
    /// A column that ends with an Ace or a two.
    pub low_end: i32,
}

impl Weights {
    /// The first order of search: how many cards do not lie on their suit, and
    /// little else. Each such card needs a move.
    pub const fn of(suits: u8) -> Self {
        let _ = suits;
        Self {
            hidden: 32,
            hidden_column: 32,
            join: 0,
            longer: 0,
            other_suit: 80,
            gap: 96,
            upwards: 4,
            buried: 4,
            king: 80,
            base: 4,
            empty: 96,
            more_empty: 96,
            home: 120,
            to_suit: 16,
            to_other: 8,
            low_end: 0,
        }
    }

    /// The second order of search: long runs and empty columns.
    pub const SECOND: Self = Self {
        hidden: 40,
        hidden_column: 25,
        join: 32,
        longer: 3,
        other_suit: 2,
        gap: 20,
        upwards: 6,
        buried: 5,
        king: 19,
        base: 8,
        empty: 72,
        more_empty: 52,
        home: 500,
        to_suit: 10,
        to_other: 4,
        low_end: 1,
    };

    /// These weights with each of them changed at random, to half or to twice of what
    /// it is at the most.
    pub fn varied(mut self, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        for weight in self.numbers() {
            let tenths = random.below(31) as i32 - 15;
            *weight = match tenths {
                0.. => *weight * (15 + tenths) / 15,
                _ => *weight * 15 / (15 - tenths),
            };
        }
        self
    }

    /// All of them.
    pub const fn numbers(&mut self) -> [&mut i32; 16] {
        [
            &mut self.hidden,
            &mut self.hidden_column,
            &mut self.join,
            &mut self.longer,
            &mut self.other_suit,
            &mut self.gap,
            &mut self.upwards,
            &mut self.buried,
            &mut self.king,
            &mut self.base,
            &mut self.empty,
            &mut self.more_empty,
            &mut self.home,
            &mut self.to_suit,
            &mut self.to_other,
            &mut self.low_end,
        ]
    }

    /// For play while cards lie face down: a card that is turned up is worth much
    /// more than in a search that knows it.
    pub const UNSEEN: Self = Self {
        hidden: 66,
        hidden_column: 14,
        join: 4,
        longer: 0,
        other_suit: 77,
        gap: 71,
        upwards: 4,
        buried: -1,
        king: 20,
        base: -1,
        empty: 104,
        more_empty: 133,
        home: 96,
        to_suit: 9,
        to_other: 11,
        low_end: 0,
    };
}

/// An evaluation, with its sums computed in advance.
#[derive(Clone, Debug)]
pub struct Terms {
    weights: Weights,
    /// By the card below and the card on it.
    pairs: Vec<[i16; 64]>,
    /// By the card at the base of a column.
    bases: [i32; 64],
    /// By the length of a run.
    runs: [i32; 15],
}

impl Terms {
    /// The sums of these weights.
    pub fn new(game: &Game, weights: Weights) -> Self {
        let highest = game.ranks;
        let mut pairs = vec![[0i16; 64]; 64];
        let mut bases = [0; 64];
        for below in 0..64u8 {
            for card in 0..64u8 {
                let (low, high) = (i32::from(rank(card)), i32::from(rank(below)));
                let value = if low + 1 == high {
                    weights.other_suit
                } else if low >= high {
                    weights.gap + weights.upwards + weights.buried * (low - high) / 4
                } else {
                    weights.gap
                };
                pairs[usize::from(below)][usize::from(card)] = value as i16;
            }
            bases[usize::from(below)] = match rank(below) {
                top if top == highest => -weights.king,
                other => weights.base * (i32::from(highest) - i32::from(other)) / 4,
            };
        }
        let mut runs = [0; 15];
        for length in 2..15 {
            let before = length as i32 - 2;
            runs[length] = runs[length - 1] - weights.join - weights.longer * before;
        }
        Self {
            weights,
            pairs,
            bases,
            runs,
        }
    }

    /// A card on another one, not of one run.
    #[inline]
    pub fn pair(&self, below: u8, card: u8) -> i32 {
        i32::from(self.pairs[usize::from(below & 63)][usize::from(card & 63)])
    }

    /// A card at the base of a column.
    #[inline]
    pub fn base(&self, card: u8) -> i32 {
        self.bases[usize::from(card & 63)]
    }

    /// A run of this length.
    #[inline]
    pub fn run(&self, length: u8) -> i32 {
        self.runs[usize::from(length & 15).min(14)]
    }

    /// What is gained by turning a card up where so many lie face down.
    #[inline]
    pub const fn turned(&self, down: u8) -> i32 {
        match down {
            1 => self.weights.hidden + self.weights.hidden_column,
            _ => self.weights.hidden,
        }
    }

    /// The sum over all columns.
    pub fn columns(&self, game: &Game, node: &Node) -> i32 {
        (0..game.columns)
            .map(|column| self.column(node.column(column), usize::from(node.down[column])))
            .sum()
    }

    fn column(&self, cards: &[u8], down: usize) -> i32 {
        let Some(first) = cards.first() else {
            return 0;
        };
        let mut cost = self.base(*first) + self.weights.hidden * down as i32;
        if down > 0 {
            cost += self.weights.hidden_column;
        }
        let mut run = 1;
        for (place, pair) in cards.windows(2).enumerate() {
            if place >= down && pair[1] + 1 == pair[0] {
                run += 1;
            } else {
                cost += self.run(run) + self.pair(pair[0], pair[1]);
                run = 1;
            }
        }
        cost + self.run(run)
    }

    /// The terms of the whole table.
    pub fn table(&self, game: &Game, ends: &Ends, empty: usize, home: u8) -> i32 {
        self.rest(&Counted::of(self, game, ends), empty, home)
    }

    /// The terms of the whole table, its ends counted.
    #[inline]
    pub const fn rest(&self, counted: &Counted, empty: usize, home: u8) -> i32 {
        self.sum(counted.gained, counted.low, empty, home)
    }

    /// The terms of the whole table: what its ends gain, how many of them are low,
    /// empty columns, and runs that are gone.
    #[inline]
    pub const fn sum(&self, ends: i32, low: i32, empty: usize, home: u8) -> i32 {
        let weights = &self.weights;
        let columns = match empty {
            0 => 0,
            empty => weights.empty + (empty as i32 - 1) * weights.more_empty,
        };
        low * weights.low_end - ends - columns - home as i32 * weights.home
    }

    /// What is gained by a run that could go onto another one: onto its suit, onto any.
    #[inline]
    pub const fn goes(&self) -> (i32, i32) {
        let (suit, other) = (self.weights.to_suit, self.weights.to_other);
        (suit - other, other)
    }

    /// The whole value of a position whose columns are summed up already.
    pub fn value(&self, game: &Game, node: &Node) -> i32 {
        node.cost + self.table(game, &Ends::of(game, node), game.empty(node), node.home)
    }
}
