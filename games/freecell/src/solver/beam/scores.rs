//! What a position is worth to the beam; small is good.
//!
//! ```text
//! score =   E * bound
//!         + sum over cards of link(card, what it lies on)
//!         + room(cells in use, empty columns)
//! ```
//! A move changes one link, however long the run, so a score is updated by a
//! difference.

use crate::solver::cards::{BASE, CELL, HOME, fits, rank};
use crate::solver::packed::Board;
use crate::solver::packed::candidates::Look;

/// Scores run from 0 to this.
pub(crate) const SCORES: usize = 8192;

/// Added to every score, so that none is below zero.
const OFFSET: i32 = 1024;

/// The weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// Each move that the bound E counts.
    pub bound: i32,
    /// Each card not at home.
    pub not_home: i32,
    /// Each card that lies on one that it is not built on.
    pub broken: i32,
    /// Each card built on another.
    pub built: i32,
    /// A card at the base of a column, for each rank below the King, in quarters.
    pub base_rank: i32,
    /// Each cell in use,
    pub cell: i32,
    /// .. and the square of their number.
    pub cells: i32,
    /// An empty column; it makes a position better.
    pub column: i32,
}

/// Found by hill climbing on deals 2000001 to 2000300 with 6,000 states each, and
/// compared on deals 2000301 to 2000600 with 16,500. `methods/shortest.md` has
/// what else was tried.
pub(crate) const WEIGHTS: Weights = Weights {
    bound: 100,
    not_home: 15,
    broken: 30,
    built: 4,
    base_rank: 3,
    cell: 20,
    cells: 15,
    column: 60,
};

impl Weights {
    fn link(&self, card: u8, under: u8) -> i32 {
        let own = i32::from(rank(card));
        let of_place = match under {
            HOME => return 0,
            CELL => 0,
            BASE => self.base_rank * (13 - own) / 4,
            52.. => return 0,
            _ if fits(card, under) => self.built,
            _ => self.broken,
        };
        of_place + self.not_home
    }

    fn room(&self, cells: i32, columns: i32) -> i32 {
        (self.cell + self.cells * cells) * cells - self.column * columns
    }
}

/// Tables made of the weights.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    bound: i32,
    /// By 64 * card + what it lies on.
    link: Box<[i16; 4096]>,
    /// By 16 * cells in use + empty columns.
    room: [i16; 256],
}

/// What is known about a position besides E.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shape {
    links: i32,
    /// 16 * cells in use + empty columns.
    room: u8,
}

impl Scores {
    pub fn new(weights: &Weights) -> Self {
        let mut link = Box::new([0; 4096]);
        for card in 0..52u8 {
            for under in 0..64u8 {
                link[usize::from(card) << 6 | usize::from(under)] =
                    weights.link(card, under) as i16;
            }
        }
        let mut room = [0; 256];
        for (index, room) in (0..).zip(&mut room) {
            *room = weights.room(index / 16, index % 16) as i16;
        }
        Self {
            bound: weights.bound,
            link,
            room,
        }
    }

    #[inline]
    fn link(&self, card: u8, under: u8) -> i32 {
        i32::from(self.link[usize::from(card & 63) << 6 | usize::from(under & 63)])
    }

    /// The score of a position with this shape and this E.
    #[inline]
    pub fn score(&self, lower_bound: u32, shape: Shape) -> u32 {
        let room = i32::from(self.room[usize::from(shape.room)]);
        let score = self.bound * lower_bound as i32 + shape.links + room + OFFSET;
        score.clamp(0, SCORES as i32 - 1) as u32
    }
}

/// What a card uses by lying there, as a difference of rooms.
#[inline]
const fn takes(under: u8) -> u8 {
    match under {
        CELL => 16,
        BASE => u8::MAX,
        _ => 0,
    }
}

impl Look for Scores {
    type Shape = Shape;

    fn at(&self, board: &Board) -> Shape {
        let mut links = 0;
        for column in 0..usize::from(board.columns) {
            let mut under = BASE;
            for &card in &board.cards[column][..usize::from(board.height[column])] {
                links += self.link(card, under);
                under = card;
            }
        }
        let mut cells = 0;
        for &card in &board.cells[..usize::from(board.cell_count)] {
            if card < 52 {
                links += self.link(card, CELL);
                cells += 1;
            }
        }
        Shape {
            links,
            room: cells << 4 | board.empty_columns() as u8,
        }
    }

    #[inline]
    fn moved(&self, shape: Shape, card: u8, under: u8, onto: u8) -> Shape {
        Shape {
            links: shape.links + self.link(card, onto) - self.link(card, under),
            room: shape
                .room
                .wrapping_add(takes(onto))
                .wrapping_sub(takes(under)),
        }
    }
}
