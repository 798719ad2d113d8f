//! The ends of the columns: what a move does to them, without looking at all of them.

use super::packed::{COLUMNS, Game, Node, rank};
use super::weights::Terms;

/// The last card and the first card of the last run of each column. Empty columns
/// have [`NO_TOP`] and [`NO_HEAD`].
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The last card.
    pub top: [u8; COLUMNS],
    /// The first card of the last run.
    pub head: [u8; COLUMNS],
}

/// No card.
pub const NO_TOP: u8 = 0;
/// The card above it is no card.
pub const NO_HEAD: u8 = 14;

impl Ends {
    /// The ends of a position.
    #[inline]
    pub fn of(game: &Game, node: &Node) -> Self {
        let mut ends = Self {
            top: [NO_TOP; COLUMNS],
            head: [NO_HEAD; COLUMNS],
        };
        for column in 0..game.columns {
            let top = node.top(column);
            if top != NO_TOP {
                ends.top[column] = top;
                ends.head[column] = top + node.run[column] - 1;
            }
        }
        ends
    }
}

/// What a move changes at the ends. The last card of the column that it takes from is
/// the last one of the other column then.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The last card that is covered, [`NO_TOP`] if the column was empty.
    pub covered: u8,
    /// The last card that is laid bare, [`NO_TOP`] if the column is empty then.
    pub bare: u8,
    /// The heads of the two columns before.
    pub before: [u8; 2],
    /// And after.
    pub after: [u8; 2],
}

/// The ends of a position, counted.
#[derive(Clone, Debug)]
pub struct Counted {
    /// How often each card, and each rank, is the last one of a column.
    tops: [u8; 64],
    ranks: [u8; 16],
    /// How often each card, and each rank, is the one that a head could go onto.
    wanted: [u8; 64],
    wanted_ranks: [u8; 16],
    /// Columns that end with an Ace or a two.
    pub low: i32,
    /// What runs gain that could move.
    pub gained: i32,
}

/// An Ace or a two?
#[inline]
fn low(card: u8) -> i32 {
    i32::from(rank(card) <= 2 && card != NO_TOP)
}

impl Counted {
    /// Counts the ends.
    #[inline]
    pub fn of(terms: &Terms, game: &Game, ends: &Ends) -> Self {
        let mut counted = Self {
            tops: [0; 64],
            ranks: [0; 16],
            wanted: [0; 64],
            wanted_ranks: [0; 16],
            low: 0,
            gained: 0,
        };
        for (&top, &head) in ends.top.iter().zip(&ends.head).take(game.columns) {
            counted.tops[usize::from(top & 63)] += 1;
            counted.ranks[usize::from(rank(top))] += 1;
            let above = head + 1;
            counted.wanted[usize::from(above & 63)] += 1;
            counted.wanted_ranks[usize::from(rank(above))] += 1;
            counted.low += low(top);
        }
        let goes = ends.head[..game.columns].iter();
        counted.gained = goes.map(|head| counted.goes(terms, *head)).sum();
        counted
    }

    /// What a run gains that could move.
    #[inline]
    fn goes(&self, terms: &Terms, head: u8) -> i32 {
        let above = head + 1;
        let suit = i32::from(self.tops[usize::from(above & 63)] > 0);
        let any = i32::from(self.ranks[usize::from(rank(above))] > 0);
        let (gains_suit, gains_any) = terms.goes();
        suit * gains_suit + any * gains_any
    }

    /// What runs gain that could move, and how many columns end low, after a move.
    #[inline]
    pub fn after(&self, terms: &Terms, change: &Change) -> (i32, i32) {
        let (covered, bare) = (change.covered, change.bare);
        let (gains_suit, gains_any) = terms.goes();
        let mut gained = self.gained;
        for head in change.before {
            gained -= self.goes(terms, head);
        }
        // What the heads of the other columns want.
        let others = |card: u8| {
            let these = change.before.map(|head| i32::from(head + 1 == card));
            i32::from(self.wanted[usize::from(card & 63)]) - these[0] - these[1]
        };
        let others_rank = |card: u8| {
            let these = change.before;
            let these = these.map(|head| i32::from(rank(head + 1) == rank(card)));
            i32::from(self.wanted_ranks[usize::from(rank(card))]) - these[0] - these[1]
        };
        let is_same = covered == bare;
        let leaves = !is_same && self.tops[usize::from(covered & 63)] == 1;
        let comes = !is_same && self.tops[usize::from(bare & 63)] == 0;
        gained -= i32::from(leaves) * others(covered) * gains_suit;
        gained += i32::from(comes) * others(bare) * gains_suit;
        let is_same = rank(covered) == rank(bare);
        let rank_leaves = !is_same && self.ranks[usize::from(rank(covered))] == 1;
        let rank_comes = !is_same && self.ranks[usize::from(rank(bare))] == 0;
        gained -= i32::from(rank_leaves) * others_rank(covered) * gains_any;
        gained += i32::from(rank_comes) * others_rank(bare) * gains_any;
        for head in change.after {
            let above = head + 1;
            let is_left = self.tops[usize::from(above & 63)] > 0 && !(leaves && above == covered);
            let suit = i32::from(is_left || above == bare);
            let above = rank(above);
            let is_left =
                self.ranks[usize::from(above)] > 0 && !(rank_leaves && above == rank(covered));
            let any = i32::from(is_left || above == rank(bare));
            gained += suit * gains_suit + any * gains_any;
        }
        (gained, self.low - low(covered) + low(bare))
    }
}
