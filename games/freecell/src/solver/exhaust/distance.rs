//! How far from a win a position looks.
//!
//! It decides what is searched first, never what is searched. The weights were
//! found by hill climbing on deals 1001 to 2060 of each game, by the number of
//! positions that a search took. Figures from deals 3001 to 3040, which were not
//! used for that, with at most 20,000 positions each:
//!
//! | game | undecided, positions per deal | with the weights of `BY_SUIT` |
//! |---|---|---|
//! | FreeCell with two cells | 4, 4,688 | 7, 6,543 |
//! | ForeCell | 0, 1,828 | 1, 2,802 |
//! | Streets and Alleys | 9, 6,368 | 11, 7,381 |
//! | Beleaguered Castle | 1, 2,357 | 3, 2,659 |
//! | Baker's Dozen | 4, 2,841 | 17, 9,505 |
//! | Simple Simon | 0, 1,209 | 37, 18,707 |

use crate::rules::{Builds, Home};
use patience_core::numbering::SplitMix64;

use super::board::Board;
use crate::solver::terms::Terms;

/// What each feature of a position adds to its distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A card that is not at home.
    left: i32,
    /// A card that lies on the next of a suit to go home.
    on_next: i32,
    /// A card that lies on the one after that.
    on_second: i32,
    /// A card that still lies where it lay at the start, not built.
    unbuilt: i32,
    /// A card that does not lie on one with which it could be moved.
    apart: i32,
    /// A card above one of a lower rank.
    above_lower: i32,
    /// A cell in use, and its square: the last cells cost more.
    cell: i32,
    cell_squared: i32,
    /// An empty column, up to three of them.
    empty: i32,
    /// A step on the way here.
    depth: i32,
}

const BY_COLOUR: Weights = Weights {
    left: 22,
    on_next: 12,
    on_second: 6,
    unbuilt: 16,
    apart: 5,
    above_lower: 13,
    cell: 14,
    cell_squared: 4,
    empty: -54,
    depth: 14,
};

const BY_SUIT: Weights = Weights {
    left: 24,
    on_next: 12,
    on_second: 0,
    unbuilt: 16,
    apart: 0,
    above_lower: 0,
    cell: 16,
    cell_squared: 4,
    empty: -44,
    depth: 8,
};

const BY_RANK: Weights = Weights {
    left: 52,
    on_next: 12,
    on_second: 4,
    unbuilt: 16,
    apart: 0,
    above_lower: 8,
    cell: 16,
    cell_squared: 4,
    empty: -43,
    depth: 18,
};

/// Where nothing goes onto an empty column.
const NO_EMPTY_COLUMNS: Weights = Weights {
    left: 32,
    on_next: 16,
    on_second: 2,
    unbuilt: 6,
    apart: 1,
    above_lower: 8,
    cell: 16,
    cell_squared: 4,
    empty: 0,
    depth: 20,
};

/// Where only whole suits go home there is no next card to dig for. What counts
/// is how many cards lie in order in their suit. A card built on another suit is
/// worse than one that was never moved.
const WHOLE_SUITS: Weights = Weights {
    left: 22,
    on_next: 0,
    on_second: 0,
    unbuilt: -13,
    apart: 51,
    above_lower: 0,
    cell: 16,
    cell_squared: 4,
    empty: -26,
    depth: 12,
};

/// Keeps every distance above zero: more than all negative weights can add up to.
const OFFSET: i32 = 1000;

/// The distance of a position that was reached in `depth` steps.
pub(super) fn distance<const W: usize>(
    board: &Board<W>,
    terms: &Terms,
    weights: &Weights,
    depth: u32,
) -> u32 {
    let mut far = OFFSET + weights.left * board.left as i32 + weights.depth * depth as i32;
    for suit in 0..4u8 {
        let next = 4 * board.home[usize::from(suit)] + suit;
        if next < 52 {
            far += weights.on_next * board.cards_on(next) as i32;
        }
        if next + 4 < 52 {
            far += weights.on_second * board.cards_on(next + 4) as i32;
        }
    }
    far += weights.unbuilt * board.unbuilt as i32;
    let used = board.cells.count_ones() as i32;
    far += (weights.cell + weights.cell_squared * used) * used;
    let empty = board.height[..terms.columns]
        .iter()
        .filter(|&&height| height == 0);
    far += weights.empty * empty.count().min(3) as i32;
    if weights.apart != 0 || weights.above_lower != 0 {
        let (apart, above_lower) = disorder(board, terms);
        far += weights.apart * apart + weights.above_lower * above_lower;
    }
    far.max(0) as u32
}

impl Weights {
    /// Those that were tuned for a game.
    pub const fn usual(terms: &Terms) -> Self {
        match (terms.home, terms.builds) {
            (Home::WholeRuns, _) => WHOLE_SUITS,
            _ if terms.fillers == 0 => NO_EMPTY_COLUMNS,
            (_, Builds::OtherColour) => BY_COLOUR,
            (_, Builds::SameSuit) => BY_SUIT,
            (_, Builds::AnySuit) => BY_RANK,
        }
    }

    /// Others, different for each number: every weight is multiplied by something
    /// between a half and two, and the price of a step by something between a
    /// quarter and two.
    pub fn varied(terms: &Terms, number: u64) -> Self {
        /// In percent: powers of the eighth root of two, from a quarter to two.
        const FACTORS: [i32; 25] = [
            25, 27, 30, 32, 35, 39, 42, 46, 50, 55, 59, 65, 71, 77, 84, 92, 100, 109, 119, 130,
            141, 154, 168, 183, 200,
        ];
        const HALF: usize = 8;
        let mut numbers = SplitMix64::new(number);
        let mut vary = |weight: i32, lowest: usize| {
            let factors = &FACTORS[lowest..];
            weight * factors[numbers.below(factors.len())] / 100
        };
        let usual = Self::usual(terms);
        Self {
            left: vary(usual.left, HALF),
            on_next: vary(usual.on_next, HALF),
            on_second: vary(usual.on_second, HALF),
            unbuilt: vary(usual.unbuilt, HALF),
            apart: vary(usual.apart, HALF),
            above_lower: vary(usual.above_lower, HALF),
            cell: vary(usual.cell, HALF),
            cell_squared: vary(usual.cell_squared, HALF),
            empty: vary(usual.empty, HALF),
            depth: vary(usual.depth, 0),
        }
    }
}

/// Cards that do not move together with the one under them, and cards above a
/// lower one of their column.
fn disorder<const W: usize>(board: &Board<W>, terms: &Terms) -> (i32, i32) {
    let (mut apart, mut above_lower) = (0, 0);
    for column in 0..terms.columns {
        let cards = &board.column[column][..usize::from(board.height[column])];
        let Some((&base, rest)) = cards.split_first() else {
            continue;
        };
        let mut under = base;
        let mut lowest = base / 4;
        for &card in rest {
            apart += i32::from(terms.holds[usize::from(card)] & (1 << under) == 0);
            above_lower += i32::from(card / 4 > lowest);
            lowest = lowest.min(card / 4);
            under = card;
        }
    }
    (apart, above_lower)
}
