//! Which plays need not be tried.

use super::table::{Spot, Table};
use crate::rules::{COLUMN_CARDS, COLUMNS};

/// Which last cards need not be played while another column is there.
///
/// If the cards of column B, from its base, have the same ranks as the upper
/// cards of column A, then the last card of B need not be played. (A single card
/// B, and a column A whose last card has the same rank, is the usual case.)
///
/// Proof: A holds the ranks R Q, from its base, and B holds Q. Take a solution
/// that plays the last card of B now. At first it has played more cards from B
/// than from A, and in the end not, since A has no fewer cards. So there is a first
/// time when it has played equally many from both. Until then it has played none
/// of R. Change the solution up to that time: where it plays from B, play from A,
/// and the other way round. The same ranks are played in the same order, and at
/// that time the tables are the same. So there is a solution that plays from A
/// now.
///
/// Of two columns with the same ranks the first one plays.
///
/// ```text
/// standing   a bit for every column and height: 4 * column + height      68 bits
/// ```
#[derive(Clone, Debug)]
pub struct Exchange {
    /// By column and height: any of these columns, at these heights, plays in
    /// its place.
    instead: [[u128; COLUMN_CARDS + 1]; COLUMNS],
}

impl Exchange {
    /// For the columns of a table; `is_used` switches the argument off.
    pub fn new(table: &Table, is_used: bool) -> Self {
        let mut instead = [[0; COLUMN_CARDS + 1]; COLUMNS];
        let places = |first: usize| {
            (0..COLUMNS).flat_map(move |column| (first..=COLUMN_CARDS).map(move |h| (column, h)))
        };
        for (column, height) in places(1).filter(|_| is_used) {
            let ranks = &table.ranks[column][..height];
            for (other, upper) in places(height) {
                let comes_first = upper > height || other < column;
                if comes_first && table.ranks[other][upper - height..upper] == *ranks {
                    instead[column][height] |= Self::bit(other, upper);
                }
            }
        }
        Self { instead }
    }

    #[inline]
    const fn bit(column: usize, height: usize) -> u128 {
        1 << ((COLUMN_CARDS + 1) * column + height)
    }

    /// The columns that stand, with their heights.
    pub fn standing(spot: Spot) -> u128 {
        (0..COLUMNS).fold(0, |set, column| {
            set | Self::bit(column, spot.height(column))
        })
    }

    /// The same after the last card of a column is played.
    #[inline]
    pub const fn after(standing: u128, column: usize, height: usize) -> u128 {
        standing ^ Self::bit(column, height) ^ Self::bit(column, height - 1)
    }

    /// Does another column play in the place of this one?
    #[inline]
    pub fn is_needless(&self, column: usize, height: usize, standing: u128) -> bool {
        self.instead[column][height] & standing != 0
    }
}
