//! How good a board looks: a sum of small weights, smaller is better.
//!
//! ```text
//! score =   sum over cards of link(card, what it lies on)     links: built, broken, base, cell, home
//!         + room(cells in use, empty columns)
//!         + bury:   cards above the next (and second next) card of each suit
//!         + spread: how far the foundations are apart
//!         + clicks so far * click
//! ```
//! The first two are updated by differences, since one link changes in a move.
//! Bury and spread are computed again for each board that is opened.

use crate::solver::cards::{BASE, CELL, Card, HOME, bit, fits, is_red};
use crate::solver::home::GoHome;

use super::board::{Board, CELLS};

/// The weights as they are tuned. Some are in quarters, so that all are integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub go_home: GoHome,
    /// Each card at home.
    pub home: i32,
    /// Each Ace to 4 at home, on top of `home`.
    pub home_low: i32,
    /// Highest minus lowest foundation.
    pub spread: i32,
    /// Each card above the next card of a suit.
    pub bury_first: i32,
    /// The same, on top, for the suits that are furthest behind.
    pub bury_behind: i32,
    /// Each card above the second next card of a suit.
    pub bury_second: i32,
    /// Each card that lies on one that it is not built on.
    pub broken: i32,
    /// .. and is higher than that one.
    pub broken_up: i32,
    /// .. for each rank that it is higher, in quarters.
    pub broken_rank: i32,
    /// .. and has the same colour.
    pub broken_colour: i32,
    /// .. on an Ace to 4.
    pub broken_low: i32,
    /// Each card built on another.
    pub built: i32,
    /// .. for each rank of the other, in quarters.
    pub built_rank: i32,
    /// A king at the base of a column.
    pub king_base: i32,
    /// Another card at the base, for each rank below the king, in quarters.
    pub base_rank: i32,
    /// Cells in use: none, one, two, three, four.
    pub cells: [i32; 5],
    /// Each rank of a card in a cell, in quarters.
    pub cell_rank: i32,
    /// An Ace to 4 in a cell.
    pub cell_low: i32,
    /// The first empty column.
    pub column: i32,
    /// Each further one.
    pub more_columns: i32,
    /// Any empty column while no cell, all but one, or all cells are in use.
    pub column_no_cell: i32,
    pub column_three_cells: i32,
    pub column_full_cells: i32,
    /// Each click so far: large is thorough, small is greedy.
    pub click: i32,
}

/// Tables made of the weights.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    pub weights: Weights,
    /// By 64 * card + what it lies on.
    link: Box<[i16; 4096]>,
    /// By 16 * cells in use + empty columns.
    room: [i16; 256],
}

impl Scores {
    /// The tables for a game with so many cells.
    pub fn new(weights: &Weights, cells: u8) -> Self {
        let mut link = Box::new([0; 4096]);
        for card in 0..52 {
            for under in 0..64 {
                link[64 * usize::from(card) + usize::from(under)] =
                    weights.link(card, under) as i16;
            }
        }
        let mut room = [0; 256];
        for used in 0..16 {
            for empty in 0..16 {
                room[16 * used + empty] = weights.room(used as i32, empty as i32, cells) as i16;
            }
        }
        Self {
            weights: *weights,
            link,
            room,
        }
    }

    #[inline]
    pub fn link(&self, card: Card, under: Card) -> i32 {
        i32::from(self.link[usize::from(card & 63) << 6 | usize::from(under & 63)])
    }

    #[inline]
    pub fn room(&self, board: &Board) -> i32 {
        i32::from(self.room[usize::from(room_index(board))])
    }

    /// The room after a card has gone from one place to another.
    #[inline]
    pub fn room_after(&self, board: &Board, from: Card, to: Card) -> i32 {
        let index = room_index(board)
            .wrapping_add(TAKES[usize::from(to & 63)])
            .wrapping_sub(TAKES[usize::from(from & 63)]);
        i32::from(self.room[usize::from(index)])
    }

    /// The sum over all links, from scratch.
    pub fn links(&self, board: &Board) -> i32 {
        (0..52).map(|card| self.link(card, board.below(card))).sum()
    }
}

#[inline]
fn room_index(board: &Board) -> u8 {
    board.used_cells << 4 | board.empty_columns
}

/// What a card uses by lying there, as a difference of `room_index`: one more
/// cell in use, or one empty column less.
const TAKES: [u8; 64] = {
    let mut takes = [0; 64];
    takes[CELL as usize] = 16;
    takes[BASE as usize] = u8::MAX;
    takes
};

impl Weights {
    fn link(&self, card: Card, under: Card) -> i32 {
        let rank = i32::from(card >> 2) + 1;
        let low = |rank: i32| i32::from(rank <= 4);
        match under {
            HOME => -self.home - self.home_low * low(rank),
            CELL => self.cell_rank * rank / 4 + self.cell_low * low(rank),
            BASE if rank == 13 => -self.king_base,
            BASE => self.base_rank * (13 - rank) / 4,
            52.. => 0,
            _ => {
                let other = i32::from(under >> 2) + 1;
                if fits(card, under) {
                    return -(self.built + self.built_rank * other / 4);
                }
                let mut sum = self.broken + self.broken_low * low(other);
                if rank > other {
                    sum += self.broken_up + self.broken_rank * (rank - other) / 4;
                }
                if is_red(card) == is_red(under) {
                    sum += self.broken_colour;
                }
                sum
            }
        }
    }

    /// The weights are tuned for four cells. If a game has fewer, the missing
    /// ones count as in use; if it has more, only the last four count.
    fn room(&self, used: i32, empty: i32, cells: u8) -> i32 {
        let used = (used + 4 - i32::from(cells)).clamp(0, 4);
        let mut sum = self.cells[used as usize];
        if empty > 0 {
            let with_cells = match used {
                0 => self.column_no_cell,
                3 => self.column_three_cells,
                4 => self.column_full_cells,
                _ => 0,
            };
            sum -= self.column + self.more_columns * (empty - 1) + with_cells;
        }
        sum
    }
}

/// The cards that each suit takes next and second next, with what a card above
/// one of them costs.
#[inline]
fn wanted(board: &Board, weights: &Weights) -> ([(Card, i32); 8], i32) {
    let lowest = board.home.iter().copied().fold(13, u8::min);
    let highest = board.home.iter().copied().fold(0, u8::max);
    let mut cards = [(0, 0); 8];
    for suit in 0..4u8 {
        let next = board.next_home(suit);
        let behind = i32::from(board.home[usize::from(suit)] == lowest);
        let first = weights.bury_first + behind * weights.bury_behind;
        cards[2 * usize::from(suit)] = (next, first);
        cards[2 * usize::from(suit) + 1] = (next + 4, weights.bury_second);
    }
    (cards, weights.spread * i32::from(highest - lowest))
}

/// Bury and spread of a board.
#[inline]
pub(super) fn standing_score(board: &Board, weights: &Weights) -> i32 {
    let (cards, spread) = wanted(board, weights);
    // Nothing lies above cards in cells and at home, and their columns say so.
    cards.iter().fold(spread, |sum, &(card, weight)| {
        sum + weight * (i32::from(board.cards_from(card)) - 1)
    })
}

/// What is computed again for each board whose moves are scored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// Bury and spread.
    pub score: i32,
    /// By column: what one more card on it costs.
    pub on: [i32; 16],
    /// By column: what one card less on it saves. Wanted cards in the run at the
    /// top do not count: they move with it.
    pub off: [i32; 16],
}

impl Standing {
    #[inline]
    pub fn of(board: &Board, weights: &Weights) -> Self {
        let (cards, spread) = wanted(board, weights);
        let mut standing = Self {
            score: spread,
            on: [0; 16],
            off: [0; 16],
        };
        for (card, weight) in cards {
            let at = usize::from(board.column(card) & 15);
            standing.score += weight * (i32::from(board.cards_from(card)) - 1);
            standing.on[at] += weight;
            let stays = i32::from(board.ordered & bit(card) == 0);
            standing.off[at] += stays * weight;
        }
        // A card in a cell buries nothing.
        standing.on[usize::from(CELLS)] = 0;
        standing
    }
}
