//! The best score of every shape after every number of draws, exactly.
//!
//! # The tables
//! A streak of k cards is worth 100 k^2 in all; the peaks' bonus depends on the
//! shape alone; a draw ends the streak. So, counting in hundreds and without
//! the peaks:
//!
//! ```text
//! best[shape][d]       the most that a game with at most d draws brings to
//!                      this shape
//! runs[shape][rank]    streaks under way: a card of this rank was played last,
//!   [k][d]             as the k-th card since draw d; the most that it brings
//!                      so far, this streak included
//! ```
//! One pair (score, streak) per state is not enough: the best score so far may
//! have a short streak, while another path with a lower score has a long streak
//! that earns more later. `runs` keeps the best for every length of streak, so
//! nothing is missed.
//!
//! # One pass
//! The d are the lanes of a vector, 24 numbers of 16 bits. A streak of k cards
//! that continues earns 2k + 1 more in every lane, so a play is one addition and
//! one maximum of vectors. A streak that begins takes `best` from the previous
//! lane, in those lanes whose draw is a neighbour. Shapes come in the order of
//! their numbers, so one pass is enough.
//!
//! Lane `d` means at most `d` draws, not exactly `d`: with fewer draws one can
//! still draw.

use patience_core::Stop;
use patience_search::Budget;

use crate::solver::packed::{Packed, neighbours};
use crate::solver::shapes::{SHAPES, Shapes, slots};

/// Draws that there can be, and none.
pub const LANES: usize = 24;

/// No value: the shape cannot be reached with so few draws. It is so low that
/// sums with it stay below zero.
const NONE: i16 = -16_384;

const RANKS: usize = 13;

/// The longest streak, and none.
const STREAKS: usize = 29;

type Lanes = [i16; LANES];

/// Streaks under way at a shape with one rank: which lengths, and where they
/// lie in the list of all.
#[derive(Clone, Copy, Debug, Default)]
struct Runs {
    first: u32,
    /// Bit k is set if a streak of k cards is there.
    lengths: u32,
}

/// The tables of the pass, kept from deal to deal.
#[derive(Debug)]
pub struct ScoreSweep {
    /// Lane d is at index d + 1, so that the previous lane always exists.
    best: Vec<[i16; 32]>,
    /// By shape: the ranks with streaks under way.
    ranks: Vec<u16>,
    runs: Vec<[Runs; RANKS]>,
    lanes: Vec<Lanes>,
    scratch: Box<[[Lanes; STREAKS]; RANKS]>,
    /// Shapes that the last pass has not looked at; it looks at all of them
    /// unless a limit stops it.
    open: usize,
}

impl Default for ScoreSweep {
    fn default() -> Self {
        Self::new()
    }
}

impl ScoreSweep {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            best: vec![[NONE; 32]; SHAPES],
            ranks: vec![0; SHAPES],
            runs: vec![[Runs::default(); RANKS]; SHAPES],
            lanes: Vec::new(),
            scratch: Box::new([[[NONE; LANES]; STREAKS]; RANKS]),
            open: SHAPES,
        }
    }

    /// How many shapes the last pass has not looked at.
    pub const fn open(&self) -> u64 {
        self.open as u64
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        let shape = 64 + 2 + size_of::<[Runs; RANKS]>();
        (SHAPES * shape + self.lanes.capacity() * size_of::<Lanes>()) as u64
    }

    /// The most points at this shape with at most so many
    /// draws, in hundreds, without the peaks; none if that is not possible.
    #[inline]
    pub fn best(&self, shape: u16, draws: usize) -> Option<i16> {
        let value = self.best[usize::from(shape)][draws + 1];
        (value >= 0).then_some(value)
    }

    /// The pass. It looks at everything.
    pub fn run(&mut self, packed: &Packed, budget: &mut Budget) -> Result<(), Stop> {
        let shapes = Shapes::get();
        let start = usize::from(packed.shape);
        let onto_draw = lanes_by_rank(packed);
        self.best[..start].fill([NONE; 32]);
        self.ranks[..start].fill(0);
        self.lanes.clear();
        self.open = SHAPES - start;
        for shape in start..SHAPES {
            // 1. Streaks that come here, by the rank played last and their
            //    length.
            let mut lengths = [0u32; RANKS];
            if shape == start {
                self.begin(packed, &mut lengths);
            }
            for (parent, slot) in shapes.parents(shape) {
                let parent = usize::from(parent);
                // A shape that can be reached at all can be reached with all draws.
                if self.best[parent][LANES] < 0 {
                    continue;
                }
                let set = packed.ranks[usize::from(slot)];
                for rank in slots(u32::from(set)) {
                    self.play(parent, rank as usize, &onto_draw, &mut lengths);
                }
            }
            // 2. The best of them, lane by lane and from lane to lane.
            let mut best = [NONE; LANES];
            for (rank, &lengths) in lengths.iter().enumerate() {
                for length in slots(lengths) {
                    let run = &self.scratch[rank][length as usize];
                    for lane in 0..LANES {
                        best[lane] = best[lane].max(run[lane]);
                    }
                }
            }
            for lane in 1..LANES {
                best[lane] = best[lane].max(best[lane - 1]);
            }
            let mut row = [NONE; 32];
            row[1..=LANES].copy_from_slice(&best);
            self.best[shape] = row;
            self.ranks[shape] = 0;
            if best[LANES - 1] < 0 {
                continue;
            }
            budget.count_state()?;
            // 3. Keep the streaks that can go on from here.
            for (rank, &lengths) in lengths.iter().enumerate() {
                let goes_on = shapes.uncovered[shape] & packed.places_next_to(1 << rank) != 0;
                if lengths != 0 && goes_on {
                    self.ranks[shape] |= 1 << rank;
                    self.runs[shape][rank] = Runs {
                        first: self.lanes.len() as u32,
                        lengths,
                    };
                    let runs = slots(lengths).map(|length| self.scratch[rank][length as usize]);
                    self.lanes.extend(runs);
                }
            }
        }
        self.open = 0;
        Ok(())
    }

    /// How many pairs (score, streak) the states of the last run hold that no
    /// other pair of the same state beats in both: entry n counts the states (a
    /// shape, a rank and a draw, with a streak that can go on) with n of them.
    pub fn undominated_pairs(&self) -> Vec<u64> {
        let mut census = vec![0; STREAKS + 1];
        for (shape, &ranks) in self.ranks.iter().enumerate() {
            for rank in slots(u32::from(ranks)) {
                let runs = self.runs[shape][rank as usize];
                let lanes =
                    &self.lanes[runs.first as usize..][..runs.lengths.count_ones() as usize];
                for lane in 0..LANES {
                    // Longer streaks come last; a pair counts if it brings more
                    // so far than every longer streak.
                    let (mut pairs, mut most) = (0, -1);
                    for run in lanes.iter().rev() {
                        if run[lane] > most {
                            most = run[lane];
                            pairs += 1;
                        }
                    }
                    census[pairs] += u64::from(pairs > 0);
                }
            }
        }
        census
    }

    /// The position itself is the start of a streak, which may have no card yet.
    fn begin(&mut self, packed: &Packed, lengths: &mut [u32; RANKS]) {
        let streak = usize::from(packed.streak);
        let mut lanes = [NONE; LANES];
        lanes[0] = (streak * streak) as i16;
        // With an unknown waste, no card continues it.
        let ranks = if packed.waste == 0 { 1 } else { packed.waste };
        for rank in slots(u32::from(ranks)) {
            self.scratch[rank as usize][streak] = lanes;
            lengths[rank as usize] = 1 << streak;
        }
    }

    /// A card of this rank is played from the parent's shape.
    #[inline]
    fn play(
        &mut self,
        parent: usize,
        rank: usize,
        onto_draw: &[Lanes; RANKS],
        lengths: &mut [u32; RANKS],
    ) {
        let scratch = &mut self.scratch[rank];
        // 1. Onto a card just drawn: a streak of one.
        let best = &self.best[parent];
        let mask = &onto_draw[rank];
        let mut lanes = [NONE; LANES];
        for lane in 0..LANES {
            // All ones in the mask keep the value, zero makes it too low.
            lanes[lane] = (best[lane] & mask[lane]) + 1 + (!mask[lane] & NONE);
        }
        merge(&mut scratch[1], &lanes, lengths[rank] & 2 != 0);
        lengths[rank] |= 2;
        // 2. Onto a card played before it: each streak is one longer.
        let next_to = self.ranks[parent] & neighbours(1 << rank);
        for other in slots(u32::from(next_to)) {
            let runs = self.runs[parent][other as usize];
            let lanes = &self.lanes[runs.first as usize..];
            for (length, run) in slots(runs.lengths).zip(lanes) {
                let more = 2 * length as i16 + 1;
                let longer = length as usize + 1;
                let lanes = run.map(|value| value + more);
                merge(
                    &mut scratch[longer],
                    &lanes,
                    lengths[rank] >> longer & 1 == 1,
                );
                lengths[rank] |= 1 << longer;
            }
        }
    }
}

/// Takes the larger value in each lane, or all values if there are none yet.
#[inline]
fn merge(into: &mut Lanes, lanes: &Lanes, is_there: bool) {
    if is_there {
        for (value, &other) in into.iter_mut().zip(lanes) {
            *value = other.max(*value);
        }
    } else {
        *into = *lanes;
    }
}

/// For each rank the lanes whose draw is a neighbour: all ones, else zero.
fn lanes_by_rank(packed: &Packed) -> [Lanes; RANKS] {
    let mut lanes = [[0; LANES]; RANKS];
    for (draw, &top) in packed.stock.iter().enumerate() {
        for rank in slots(u32::from(neighbours(top))) {
            lanes[rank as usize][draw + 1] = -1;
        }
    }
    lanes
}
