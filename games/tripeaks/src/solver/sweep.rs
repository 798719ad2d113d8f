//! The fewest draws to every shape of the tableau, in one pass.
//!
//! Every path to a state has the same length, cards gone + cards drawn, so the
//! fewest steps to a shape are the fewest draws.
//!
//! # Forwards
//! Earlier is never worse: with a shape and a rank on the waste after d draws,
//! one can do all that can be done from there after more draws, by drawing the
//! cards in between a little later. So one number is enough for a shape and a
//! rank, and one pass through the shapes, in the order of their numbers, finds
//! them all:
//!
//! ```text
//! played[rank]        the fewest draws after which the tableau has this shape
//!                     and a card of this rank was played last
//! first               the least of them: the fewest draws to this shape
//! can_play[rank]      the fewest draws after which a card of this rank can go
//!                     from here: onto a card played, played[rank - 1] or
//!                     played[rank + 1], or onto a neighbour drawn after `first`
//! ```
//! `played` of a shape comes from `can_play` of the shapes before it; only
//! `can_play` and `first` are kept, 17 bytes per shape.
//!
//! (Going draw by draw, with a set of ranks for each shape, took ten times the
//! work for the same numbers.)
//!
//! # Backwards
//! The answer should play before it draws. So a second pass goes back from the
//! ends over the shapes on shortest paths, and notes before which draw each must
//! be reached. Then the moves are read off forwards, with a play wherever it is
//! on such a path.

use crate::rules::Move;
use patience_core::Stop;
use patience_search::Budget;

use crate::solver::packed::{Packed, neighbours};
use crate::solver::shapes::{SHAPES, Shapes, slots};

/// No number of draws: it cannot be done.
pub const NEVER: u8 = u8::MAX;

/// Bytes for the ranks of a shape: 13, and a power of two.
const RANK_PLACES: usize = 16;

/// The index for a card without a rank; no card is ever played there.
const NO_RANK: u8 = 15;

/// The most draws, plus one.
const DRAWS: usize = 24;

type ByRank = [u8; RANK_PLACES];

/// Ends that are reached in the same, smallest number of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// Steps from the position that was swept.
    pub steps: u32,
    /// The shapes and the cards drawn.
    pub shapes: Vec<(u16, u8)>,
}

/// The tables of the passes, kept from deal to deal.
#[derive(Debug)]
pub struct Sweep {
    can_play: Vec<ByRank>,
    first: Vec<u8>,
    /// By shape and rank played last: it leads to an end in time when fewer
    /// cards than this were drawn.
    before: Vec<ByRank>,
    on_the_way: Vec<bool>,
    /// Shapes that the last pass has not reached. It reaches all of them unless a
    /// limit stops it.
    open: usize,
}

impl Default for Sweep {
    fn default() -> Self {
        Self::new()
    }
}

impl Sweep {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            can_play: vec![[NEVER; RANK_PLACES]; SHAPES],
            first: vec![NEVER; SHAPES],
            before: vec![[0; RANK_PLACES]; SHAPES],
            on_the_way: vec![false; SHAPES],
            open: SHAPES,
        }
    }

    /// How many shapes the last pass forwards has not reached.
    pub const fn open(&self) -> u64 {
        self.open as u64
    }

    /// Bytes of the tables.
    pub const fn bytes(&self) -> u64 {
        (SHAPES * (2 * RANK_PLACES + 2)) as u64
    }

    /// The pass forwards. It covers everything: a shape that is still [`NEVER`]
    /// afterwards cannot be reached.
    pub fn run(&mut self, packed: &Packed, budget: &mut Budget) -> Result<(), Stop> {
        // A known card has one rank, and nearly all cards are known. The general
        // loop takes a third more time.
        if packed.ranks.iter().all(|set| set.count_ones() <= 1) {
            self.run_with::<true>(packed, budget)
        } else {
            self.run_with::<false>(packed, budget)
        }
    }

    fn run_with<const ONE_RANK: bool>(
        &mut self,
        packed: &Packed,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let shapes = Shapes::get();
        let start = usize::from(packed.shape);
        let next_draws = next_draws(packed);
        let ranks = rank_of_each_place(packed);
        self.can_play[..start].fill([NEVER; RANK_PLACES]);
        self.first[..start].fill(NEVER);
        self.open = SHAPES - start;
        for shape in start..SHAPES {
            // 1. Where this shape comes from, and after how many draws. Rank r
            //    stands at r + 1, to leave room for a second King and Ace.
            let mut played = [NEVER; 32];
            let mut first = NEVER;
            for (parent, slot) in shapes.parents(shape) {
                let can_play = &self.can_play[usize::from(parent)];
                let mut note = |rank: u8| {
                    let when = can_play[usize::from(rank & 15)];
                    let best = &mut played[usize::from(rank & 15) + 1];
                    *best = when.min(*best);
                    first = first.min(when);
                };
                if ONE_RANK {
                    note(ranks[usize::from(slot & 31)]);
                } else {
                    let set = packed.ranks[usize::from(slot)];
                    slots(u32::from(set)).for_each(|rank| note(rank as u8));
                }
            }
            // 2. The position itself: its waste counts as played.
            if shape == start {
                first = 0;
                for rank in slots(u32::from(packed.waste)) {
                    played[rank as usize + 1] = 0;
                }
            }
            self.first[shape] = first;
            if first == NEVER {
                self.can_play[shape] = [NEVER; RANK_PLACES];
                continue;
            }
            budget.count_state()?;
            // 3. What can be played from here: onto what was played, or onto
            //    what is drawn later.
            played[0] = played[13];
            played[14] = played[1];
            let drawn = &next_draws[usize::from(first)];
            let mut can_play = [NEVER; RANK_PLACES];
            for rank in 0..RANK_PLACES {
                can_play[rank] = played[rank].min(played[rank + 2]).min(drawn[rank]);
            }
            can_play[usize::from(NO_RANK)] = NEVER;
            self.can_play[shape] = can_play;
        }
        self.open = 0;
        Ok(())
    }

    /// The fewest draws to a shape, by the last run; [`NEVER`] if it cannot be
    /// reached.
    pub fn draws_to(&self, shape: u16) -> u8 {
        self.first[usize::from(shape)]
    }

    /// The ends that are reached in the fewest steps, among shapes like this.
    pub fn nearest(&self, packed: &Packed, ends: impl IntoIterator<Item = u16>) -> Option<Ends> {
        let shapes = Shapes::get();
        let before = u32::from(shapes.gone[usize::from(packed.shape)]);
        let mut found: Option<Ends> = None;
        for shape in ends {
            let drawn = self.draws_to(shape);
            if drawn == NEVER {
                continue;
            }
            let gone = u32::from(shapes.gone[usize::from(shape)]);
            let steps = u32::from(drawn) + gone - before;
            match &mut found {
                Some(best) if best.steps < steps => {}
                Some(best) if best.steps == steps => best.shapes.push((shape, drawn)),
                _ => {
                    found = Some(Ends {
                        steps,
                        shapes: vec![(shape, drawn)],
                    });
                }
            }
        }
        found
    }

    /// The moves to one of the ends that the last run found, plays first. The
    /// cards that they play must be known.
    pub fn moves(&mut self, packed: &Packed, ends: &Ends) -> Vec<Move> {
        self.sweep_back(packed, ends);
        let shapes = Shapes::get();
        let mut moves = Vec::with_capacity(ends.steps as usize);
        let (mut shape, mut waste, mut drawn) = (packed.shape, packed.waste, 0u8);
        while moves.len() < ends.steps as usize {
            let uncovered = shapes.uncovered[usize::from(shape)];
            let play = slots(uncovered & packed.places_next_to(waste)).find(|&slot| {
                let next = usize::from(shapes.without(shape, slot));
                let rank = packed.ranks[slot as usize].trailing_zeros() as usize;
                self.on_the_way[next] && drawn < self.before[next][rank]
            });
            match play {
                Some(slot) => {
                    shape = shapes.without(shape, slot);
                    waste = packed.ranks[slot as usize];
                    moves.push(packed.play_of(slot));
                }
                None => {
                    waste = packed.stock.get(usize::from(drawn)).copied().unwrap_or(0);
                    drawn += 1;
                    moves.push(Move::Draw);
                }
            }
        }
        moves
    }

    /// The pass backwards, from the ends to all shapes on a shortest path.
    fn sweep_back(&mut self, packed: &Packed, ends: &Ends) {
        let shapes = Shapes::get();
        let ranks = rank_of_each_place(packed);
        let start = usize::from(packed.shape);
        self.on_the_way.fill(false);
        let mut last = start;
        for &(shape, drawn) in &ends.shapes {
            self.on_the_way[usize::from(shape)] = true;
            self.before[usize::from(shape)] = [drawn + 1; RANK_PLACES];
            last = last.max(usize::from(shape));
        }
        for shape in (start..=last).rev() {
            if !self.on_the_way[shape] {
                continue;
            }
            // 1. From the shapes that follow, unless this is an end itself.
            if ends.shapes.iter().all(|end| usize::from(end.0) != shape) {
                self.before[shape] = self.before_from(packed, shape);
            }
            // 2. The shapes before this one from which the card can be played
            //    in time.
            for (parent, slot) in shapes.parents(shape) {
                let rank = usize::from(ranks[usize::from(slot)]);
                if self.can_play[usize::from(parent)][rank] < self.before[shape][rank] {
                    self.on_the_way[usize::from(parent)] = true;
                }
            }
        }
    }

    /// The draws before which this shape leads on to those that follow.
    fn before_from(&self, packed: &Packed, shape: usize) -> ByRank {
        let shapes = Shapes::get();
        let mut before = [0u8; RANK_PLACES];
        let mut by_drawing = 0;
        let (uncovered, children) = shapes.children(shape as u16);
        for (slot, &next) in slots(uncovered).zip(children) {
            let set = packed.ranks[slot as usize];
            if set == 0 || !self.on_the_way[usize::from(next)] {
                continue;
            }
            let onto = neighbours(set);
            let in_time = self.before[usize::from(next)][set.trailing_zeros() as usize];
            for rank in slots(u32::from(onto)) {
                before[rank as usize] = before[rank as usize].max(in_time);
            }
            // The last draw of a neighbour in time: this shape must be reached
            // before it.
            let stock = &packed.stock[..usize::from(in_time).saturating_sub(1)];
            if let Some(draw) = stock.iter().rposition(|top| top & onto != 0) {
                by_drawing = by_drawing.max(draw as u8 + 1);
            }
        }
        before.map(|draws| draws.max(by_drawing))
    }
}

/// By place, the rank of its card counted from zero.
fn rank_of_each_place(packed: &Packed) -> [u8; 32] {
    let mut ranks = [NO_RANK; 32];
    for (rank, set) in ranks.iter_mut().zip(packed.ranks) {
        if set != 0 {
            *rank = set.trailing_zeros() as u8;
        }
    }
    ranks
}

/// For each number of draws made and each rank, the first later draw of one of
/// its neighbours.
fn next_draws(packed: &Packed) -> [ByRank; DRAWS] {
    let mut next = [[NEVER; RANK_PLACES]; DRAWS];
    for (draw, &top) in packed.stock.iter().enumerate().rev() {
        next[draw] = next[draw + 1];
        for rank in slots(u32::from(neighbours(top))) {
            next[draw][rank as usize] = draw as u8 + 1;
        }
    }
    next
}
