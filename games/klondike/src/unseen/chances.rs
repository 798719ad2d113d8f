//! What are the chances, and which move is best for them?
//!
//! The chance of a position is the share of the ways in which the unknown cards
//! may lie ([`Ways`]) that can be won by somebody who knows them. The chance of a
//! move is the same, after that move. If there are no more ways than samples, all
//! of them are decided, and the chances are exact. Otherwise each chance is a
//! share of random samples, with its 95% interval.
//!
//! The solver decides every sample, but not at any price: a sample that takes
//! more than [`SAMPLE_POSITIONS`] positions (more if there are few ways) is
//! *undecided* and counts as not won. So a chance may be too low, by no more than the share of undecided
//! samples, which is reported.
//!
//! Sample i follows from the seed and i, and every move is tried on the same
//! samples. They are divided into lots; results are sums, so that the number of
//! threads makes no difference. If a limit stops the work, only the lots up to
//! the first missing one count, so that quick samples are not favoured.

use std::sync::atomic::{AtomicU64, Ordering};

use patience_core::sorting::{sort_long_by_key, sort_short_by_key};
use patience_core::{Chance, ChanceOptions, IN_A_PAGE, Stop, wilson_95};
use patience_rules::Rules;
use patience_search::Budget;

use super::Ways;
use crate::rules::{Klondike, Move, State};
use crate::solver::decide::{Found, Search};
use crate::solver::expand::{Expander, Prunings};
use crate::solver::layout::{Layout, Packed};

/// Samples in a lot.
const LOT: u64 = 32;
/// Samples of the first part, by which the others are planned.
const FIRST: u64 = 8 * LOT;
/// The samples that give an interval of 1% to either side at any chance.
const MOST_NEEDED: u64 = 9_604;
/// Positions that a sample may take.
pub const SAMPLE_POSITIONS: u64 = 20_000;
/// Fewer ways than this share the positions that so many samples may take.
const FEW_WAYS: u64 = 1_000;

/// The chances of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// That the game can be won.
    pub board: Chance,
    /// The legal moves, best first, with the chance after each.
    pub moves: Vec<(Move, Chance)>,
    /// Samples, or ways, that were looked at.
    pub samples: u64,
    /// What stopped it before all samples were done, if anything did.
    pub stopped: Option<Stop>,
}

/// The chances of a position. `Err` if it was stopped before the first lot of
/// samples was done, or the cards do not add up to a deck.
pub fn chances(
    rules: &Klondike,
    seen: &State,
    options: &ChanceOptions,
    budget: &mut Budget,
) -> Result<Chances, Stop> {
    let ways = Ways::new(rules, seen).ok_or(Stop::Incomplete)?;
    let most = options.samples.unwrap_or(MOST_NEEDED).max(1);
    let work = Work {
        rules,
        is_exact: ways.count() <= most,
        ways,
        moves: rules.legal_moves(seen),
        seed: options.seed,
        next: AtomicU64::new(0),
    };
    let mut samples = match options.samples {
        _ if work.is_exact => work.ways.count(),
        Some(samples) => samples.max(1),
        None => FIRST,
    };
    let mut lots = work.share_out(samples, options.threads, budget);
    if !work.is_exact && options.samples.is_none() {
        let wins = lots.iter().map(|lot| lot.board).sum();
        samples = needed(wins, LOT * lots.len() as u64).max(FIRST);
        work.next.store(FIRST / LOT, Ordering::Relaxed);
        lots.extend(work.share_out(samples, options.threads, budget));
    }
    work.sum_up(lots, samples, budget)
}

/// The samples that give an interval of 1% to either side, by the first part: at
/// the chance within its interval that takes the most.
fn needed(wins: u64, of: u64) -> u64 {
    let interval = wilson_95(wins, of);
    let chance = 0.5f64.clamp(*interval.start(), *interval.end());
    let needed = 4.0 * chance * (1.0 - chance) * MOST_NEEDED as f64;
    (needed.ceil() as u64).next_multiple_of(LOT)
}

/// A share of the work, done.
#[derive(Clone, Debug, Default)]
struct Lot {
    number: u64,
    board: u64,
    moves: Vec<u64>,
    undecided: u64,
    states: u64,
}

struct Work<'a> {
    rules: &'a Klondike,
    ways: Ways,
    is_exact: bool,
    moves: Vec<Move>,
    seed: u64,
    next: AtomicU64,
}

impl Work<'_> {
    fn share_out(&self, samples: u64, threads: usize, budget: &Budget) -> Vec<Lot> {
        if IN_A_PAGE || threads <= 1 {
            return self.take_lots(samples, &mut budget.clone());
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.take_lots(samples, &mut budget.clone())))
                .collect();
            // If a worker panics, its lots are missing and do not count.
            let lots = workers.into_iter().filter_map(|worker| worker.join().ok());
            lots.flatten().collect()
        })
    }

    fn take_lots(&self, samples: u64, budget: &mut Budget) -> Vec<Lot> {
        let mut judge = Judge::new(self.rules);
        let mut lots = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number * LOT >= samples {
                return lots;
            }
            let before = budget.states();
            let mut lot = Lot {
                number,
                moves: vec![0; self.moves.len()],
                ..Lot::default()
            };
            for index in number * LOT..((number + 1) * LOT).min(samples) {
                if self.sample(index, &mut lot, &mut judge, budget).is_err() {
                    return lots;
                }
            }
            lot.states = budget.states() - before;
            lots.push(lot);
        }
    }

    fn sample(
        &self,
        index: u64,
        lot: &mut Lot,
        judge: &mut Judge<'_>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let state = if self.is_exact {
            self.ways.way(index)
        } else {
            self.ways.sample(self.seed, index)
        };
        // Few ways may take longer each. Where all cards are known only the budget
        // is a limit.
        judge.most = match self.ways.count() {
            0 | 1 => u64::MAX,
            ways => SAMPLE_POSITIONS * (FEW_WAYS / ways).max(1),
        };
        judge.known.clear();
        let board = judge.is_won(&state, budget)?;
        let mut is_decided = board.is_some();
        let mut is_won = board == Some(true);
        if board != Some(false) {
            for (played, wins) in self.moves.iter().zip(&mut lot.moves) {
                let Ok(after) = self.rules.play(&state, played) else {
                    return Err(Stop::Incomplete);
                };
                let after = judge.is_won(&after, budget)?;
                is_decided &= after.is_some();
                if after == Some(true) {
                    *wins += 1;
                    is_won = true;
                }
            }
        }
        lot.board += u64::from(is_won);
        lot.undecided += u64::from(!is_decided);
        Ok(())
    }

    /// The lots up to the first missing one, within the limit of states.
    fn sum_up(
        &self,
        mut lots: Vec<Lot>,
        samples: u64,
        budget: &mut Budget,
    ) -> Result<Chances, Stop> {
        sort_long_by_key(&mut lots, |lot| lot.number);
        let mut left = budget.states_left();
        let mut sum = Lot {
            moves: vec![0; self.moves.len()],
            ..Lot::default()
        };
        for lot in lots {
            let fits = left.is_none_or(|left| lot.states <= left);
            if lot.number != sum.number || !fits {
                break;
            }
            left = left.map(|left| left - lot.states);
            sum.number += 1;
            sum.board += lot.board;
            sum.undecided += lot.undecided;
            sum.states += lot.states;
            for (sum, wins) in sum.moves.iter_mut().zip(&lot.moves) {
                *sum += wins;
            }
        }
        let is_whole = sum.number >= samples.div_ceil(LOT);
        let stopped = (!is_whole).then(|| budget.check().err().unwrap_or(Stop::States));
        // A limit that is reached now shows in `stopped`, or at the next use.
        let _ = budget.add_states(sum.states);
        if let (0, Some(stop)) = (sum.number, stopped) {
            return Err(stop);
        }
        let done = (sum.number * LOT).min(samples);
        let chance = |wins| Chance {
            wins,
            of: done,
            undecided: sum.undecided,
            is_exact: self.is_exact && is_whole && sum.undecided == 0,
        };
        // Equal moves stay in the order of the rules.
        let moves = self.moves.iter().zip(&sum.moves);
        let mut moves: Vec<_> = moves.map(|(&one, &wins)| (one, chance(wins))).collect();
        sort_short_by_key(&mut moves, |(_, chance)| std::cmp::Reverse(chance.wins));
        Ok(Chances {
            board: chance(sum.board),
            moves,
            samples: done,
            stopped,
        })
    }
}

/// A position within a sample, the same for all members of a class: the cards
/// at home when all went that can, the cards where they were dealt, the stock,
/// how many of it are in the waste, and the pass.
type Key = (u16, u64, u64, u32, u8);

/// Decides positions.
struct Judge<'r> {
    rules: &'r Klondike,
    search: Search,
    expander: Expander,
    /// Positions that one may take.
    most: u64,
    /// What was found in this sample. Many moves lead to the same position.
    known: Vec<(Key, Option<bool>)>,
}

impl<'r> Judge<'r> {
    fn new(rules: &'r Klondike) -> Self {
        Self {
            rules,
            search: Search::default(),
            expander: Expander::new(Prunings::ALL),
            most: SAMPLE_POSITIONS,
            known: Vec::new(),
        }
    }

    /// Can this be won? None if that takes too long.
    fn is_won(&mut self, state: &State, budget: &mut Budget) -> Result<Option<bool>, Stop> {
        budget.check()?;
        let (layout, at) = Layout::new(self.rules, state).ok_or(Stop::Incomplete)?;
        let key = self.key(&layout, &at);
        if let Some((_, found)) = self.known.iter().find(|(known, _)| *known == key) {
            return Ok(*found);
        }
        let found = match budget.within(self.most, |part| self.search.run(&layout, &at, part)) {
            Ok(Found::Win(_)) => Some(true),
            Ok(Found::Nothing(_)) => Some(false),
            Err(Stop::States) if budget.states_left() != Some(0) => None,
            Err(stop) => return Err(stop),
        };
        self.known.push((key, found));
        Ok(found)
    }

    fn key(&self, layout: &Layout, at: &Packed) -> Key {
        let ranks = self.expander.settled(layout, at);
        // A King on no other card is as good as one that was dealt there.
        let locked = at.locked & !layout.still;
        let waste = (at.stock & ((1 << at.waste) - 1)).count_ones();
        (ranks, locked, at.stock_cards, waste, at.pass)
    }
}
