//! From which states can the board be cleared? For several arrangements of the cards
//! at once.
//!
//! The pass of `won`, with an arrangement in each lane of a vector. There, a shape has a
//! number for every rank on the waste, and which of them a card looks up depends on its
//! rank, which differs from lane to lane. So here numbers belong to *ways*: a way leads
//! from a shape to the one that is left when the card at a place goes, and that card is
//! then on the waste.
//!
//! ```text
//! before[way]   after this way the board can be cleared as long as fewer cards
//!               than this were drawn
//! ```
//! It follows from the ways that leave the shape where it ends: the greatest `before` of
//! those whose card goes onto the card on the waste (a mask, by two places), or onto a
//! card drawn in time (`draws`, by place). Both are made once for these cards.

use patience_core::Stop;
use patience_search::Budget;

use crate::rules::CARDS;
use crate::solver::packed::{Packed, RankSet, neighbours};
use crate::solver::shapes::{EMPTY, SHAPES, Shapes, slots};

/// Arrangements in a pass.
pub const LANES: usize = 16;

/// One number for each arrangement.
pub type Lanes = [u8; LANES];

const NONE: Lanes = [0; LANES];

/// The cards of the stock that a card goes onto: at most all those of two ranks.
const MOST_DRAWS: usize = 8;

/// Places of the tableau; a power of two.
const PLACES: usize = 32;

/// The tables of the pass, kept from pass to pass.
#[derive(Debug)]
pub struct Together {
    /// By way, in the order of [`Shapes::parents`].
    before: Vec<Lanes>,
    /// The ways that leave each shape, in the order of its uncovered places.
    ways: Vec<u32>,
    /// By shape: the first of these.
    first_way: Vec<u32>,
    /// By two places: all bits where their cards go with each other.
    fits: Vec<[Lanes; PLACES]>,
    /// By place: the draws of cards that this one goes onto, counted from one; 0 where
    /// there are fewer.
    draws: Vec<[Lanes; MOST_DRAWS]>,
    /// By place: how many of these some lane has.
    draw_counts: [usize; PLACES],
    /// By place, for the top of the stock: all bits where it fits.
    fits_first: [Lanes; PLACES],
    /// `before` of the start with the top of the stock on the waste.
    by_first_draw: Lanes,
}

impl Default for Together {
    fn default() -> Self {
        Self::new()
    }
}

impl Together {
    /// Empty tables.
    pub fn new() -> Self {
        let shapes = Shapes::get();
        // The ways by the shapes where they end, as in `parents`, and where each is
        // found from the shape where it begins.
        let mut first_in = Vec::with_capacity(SHAPES);
        let mut count = 0;
        for last_gone in &shapes.last_gone {
            first_in.push(count);
            count += last_gone.count_ones();
        }
        let (mut ways, mut first_way) = (Vec::new(), Vec::with_capacity(SHAPES));
        for shape in 0..SHAPES as u16 {
            first_way.push(ways.len() as u32);
            let (uncovered, children) = shapes.children(shape);
            for (slot, &next) in slots(uncovered).zip(children) {
                let next = usize::from(next);
                let earlier = shapes.last_gone[next] & ((1 << slot) - 1);
                ways.push(first_in[next] + earlier.count_ones());
            }
        }
        Self {
            before: vec![NONE; count as usize],
            ways,
            first_way,
            fits: vec![[NONE; PLACES]; CARDS],
            draws: vec![[NONE; MOST_DRAWS]; CARDS],
            draw_counts: [0; PLACES],
            fits_first: [NONE; PLACES],
            by_first_draw: NONE,
        }
    }

    /// Forgets all cards.
    pub fn forget(&mut self) {
        self.draw_counts = [0; PLACES];
    }

    /// Puts the cards of an arrangement into a lane. Every card must be known, or dead.
    pub fn put(&mut self, lane: usize, packed: &Packed) {
        let next_to = packed.ranks.map(neighbours);
        let first: RankSet = packed.stock.first().copied().unwrap_or(0);
        let bits = |fits: bool| if fits { u8::MAX } else { 0 };
        for (slot, &ranks) in next_to.iter().enumerate() {
            for (other, &rank) in packed.ranks.iter().enumerate() {
                self.fits[slot][other][lane] = bits(ranks & rank != 0);
            }
            self.fits_first[slot][lane] = bits(ranks & first != 0);
            let fitting = (1..).zip(&packed.stock);
            let mut fitting = fitting.filter(|(_, card)| ranks & **card != 0);
            for (index, draws) in self.draws[slot].iter_mut().enumerate() {
                draws[lane] = fitting.next().map_or(0, |(draw, _)| draw);
                if draws[lane] != 0 {
                    self.draw_counts[slot] = self.draw_counts[slot].max(index + 1);
                }
            }
        }
    }

    /// The pass. Shape and number of cards in the stock are those of all lanes.
    pub fn run(&mut self, packed: &Packed, budget: &mut Budget) -> Result<(), Stop> {
        let shapes = Shapes::get();
        let start = usize::from(packed.shape);
        let there = shapes.masks[start];
        let mut count = 0;
        let mut way_in = self.before.len();
        // The ways into a shape and those out of it.
        let mut out = [(0, NONE); PLACES];
        for shape in (start..SHAPES).rev() {
            way_in -= shapes.last_gone[shape].count_ones() as usize;
            if shapes.masks[shape] & !there != 0 {
                // From the start no game leads here.
                continue;
            }
            count += 1;
            // 1. The cards that can go, and those that go onto a card drawn in time. The
            //    empty tableau is won after any number of draws.
            let mut by_drawing = NONE;
            let mut leaving = 0;
            if shape == usize::from(EMPTY) {
                by_drawing = [packed.stock.len() as u8 + 1; LANES];
            }
            let ways_out = &self.ways[self.first_way[shape] as usize..];
            for (slot, &way) in slots(shapes.uncovered[shape]).zip(ways_out) {
                let in_time = self.before[way as usize];
                if u128::from_ne_bytes(in_time) == 0 {
                    continue;
                }
                let count = self.draw_counts[slot as usize % PLACES];
                for draws in &self.draws[slot as usize][..count] {
                    for lane in 0..LANES {
                        let draw = draws[lane];
                        let drawn = if draw < in_time[lane] { draw } else { 0 };
                        by_drawing[lane] = by_drawing[lane].max(drawn);
                    }
                }
                out[leaving] = (slot as usize % PLACES, in_time);
                leaving += 1;
            }
            // 2. With each card that may have come here last on the waste.
            let going = &out[..leaving];
            for (slot, before) in slots(shapes.last_gone[shape]).zip(&mut self.before[way_in..]) {
                *before = best(by_drawing, going, &self.fits[slot as usize]);
            }
            if shape == start {
                self.by_first_draw = best(by_drawing, going, &self.fits_first);
            }
        }
        budget.add_states(count)
    }

    /// In which lanes can the board be cleared after the card at this place of the start
    /// is played?
    pub fn after_play(&self, packed: &Packed, slot: u32) -> [bool; LANES] {
        let shape = usize::from(packed.shape);
        let earlier = Shapes::get().uncovered[shape] & ((1 << slot) - 1);
        let way = self.first_way[shape] + earlier.count_ones();
        self.before[self.ways[way as usize] as usize].map(|before| before > 0)
    }

    /// The same after the top of the stock is drawn.
    pub fn after_draw(&self) -> [bool; LANES] {
        self.by_first_draw.map(|before| before > 1)
    }
}

/// The greatest number of those that fit, and of `least`.
#[inline]
fn best(least: Lanes, going: &[(usize, Lanes)], fits: &[Lanes; PLACES]) -> Lanes {
    let mut best = least;
    for (slot, in_time) in going {
        let fits = &fits[*slot % PLACES];
        for lane in 0..LANES {
            best[lane] = best[lane].max(in_time[lane] & fits[lane]);
        }
    }
    best
}
