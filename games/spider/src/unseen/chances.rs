//! What are the chances, and which move is best for them?
//!
//! The chance of a position is the share of the ways in which the unknown cards
//! may lie ([`Ways`]) that can be won by somebody who knows them. The chance of a
//! move is the same, after that move. If there are no more ways than samples, all
//! of them are looked at. Otherwise each chance is a share of random samples, with
//! its 95% interval.
//!
//! The solver proves a win by finding it. It hardly ever proves that there is
//! none, and takes no more than [`SAMPLE_POSITIONS`] positions for a sample: one
//! that it does not win is *undecided* and counts as not won. So a chance may be
//! too low, by no more than the share of undecided samples, which is reported.
//!
//! Sample i follows from the seed and i, and every move is tried on the same
//! samples. Threads take them one by one; results are sums, so that the number of
//! threads makes no difference. If a limit stops the work, only the samples up to
//! the first missing one count, so that quick samples are not favoured.

use std::sync::atomic::{AtomicU64, Ordering};

use patience_core::sorting::{sort_long_by_key, sort_short_by_key};
use patience_core::{Chance, ChanceOptions, IN_A_PAGE, Outcome, Stop, Target};
use patience_rules::Rules;
use patience_search::Budget;

use super::Ways;
use crate::rules::{Move, Spider, State};
use crate::solver::{Effort, Question, Solver};

/// Samples, unless asked for more: an interval of 10% to either side.
const SAMPLES: u64 = 100;
/// Positions that a sample may take.
pub const SAMPLE_POSITIONS: u64 = 20_000;

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

/// The chances of a position. `Err` if it was stopped before the first sample was
/// done, or the cards do not add up to the decks.
pub fn chances(
    rules: &Spider,
    seen: &State,
    options: &ChanceOptions,
    budget: &mut Budget,
) -> Result<Chances, Stop> {
    let ways = Ways::new(rules, seen).ok_or(Stop::Incomplete)?;
    let samples = options.samples.unwrap_or(SAMPLES).max(1);
    let work = Work {
        rules,
        is_exact: ways.count() <= samples,
        samples: samples.min(ways.count()),
        ways,
        moves: rules.legal_moves(seen),
        seed: options.seed,
        next: AtomicU64::new(0),
    };
    let done = work.share_out(options.threads, budget);
    work.sum_up(done, budget)
}

/// A sample, looked at.
#[derive(Clone, Debug)]
struct Looked {
    index: u64,
    /// Won, lost, or undecided: the position, and after each move.
    board: Option<bool>,
    moves: Vec<Option<bool>>,
    states: u64,
}

struct Work<'a> {
    rules: &'a Spider,
    ways: Ways,
    is_exact: bool,
    samples: u64,
    moves: Vec<Move>,
    seed: u64,
    next: AtomicU64,
}

impl Work<'_> {
    fn share_out(&self, threads: usize, budget: &Budget) -> Vec<Looked> {
        if IN_A_PAGE || threads <= 1 {
            return self.take_samples(&mut budget.clone());
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.take_samples(&mut budget.clone())))
                .collect();
            // If a worker panics, its samples are missing and do not count.
            let done = workers.into_iter().filter_map(|worker| worker.join().ok());
            done.flatten().collect()
        })
    }

    fn take_samples(&self, budget: &mut Budget) -> Vec<Looked> {
        let mut solver = Solver::new();
        let mut done = Vec::new();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.samples {
                return done;
            }
            match self.look_at(index, &mut solver, budget) {
                Ok(looked) => done.push(looked),
                Err(_) => return done,
            }
        }
    }

    fn look_at(
        &self,
        index: u64,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Looked, Stop> {
        let before = budget.states();
        let state = match self.is_exact {
            true => self.ways.way(index),
            false => self.ways.sample(self.seed, index),
        };
        let (mut board, first) = self.solve(&state, solver, budget)?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for played in &self.moves {
            let found = match board {
                Some(false) => Some(false),
                // The win that was found begins with this move.
                _ if Some(*played) == first => Some(true),
                _ => {
                    let after = self.rules.play(&state, played);
                    let after = after.map_err(|_| Stop::Incomplete)?;
                    self.solve(&after, solver, budget)?.0
                }
            };
            if found == Some(true) {
                board = Some(true);
            }
            moves.push(found);
        }
        Ok(Looked {
            index,
            board,
            moves,
            states: budget.states() - before,
        })
    }

    /// Is this won? None if that takes too long. With the first move of the win.
    fn solve(
        &self,
        state: &State,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<(Option<bool>, Option<Move>), Stop> {
        budget.check()?;
        if self.rules.is_won(state) {
            return Ok((Some(true), None));
        }
        let question = Question::new(self.rules, Target::BOARD, Effort::Fast);
        // Where all cards are known only the budget is a limit.
        let most = match self.ways.count() {
            1 => u64::MAX,
            _ => SAMPLE_POSITIONS,
        };
        let answer = budget.within(most, |part| {
            solver.solve(&question, state, part, &mut |_| {})
        });
        match answer.outcome {
            Outcome::Solved(solution) => Ok((Some(true), solution.moves.first().copied())),
            Outcome::Impossible(_) => Ok((Some(false), None)),
            Outcome::Unknown(Stop::Incomplete) => Ok((None, None)),
            Outcome::Unknown(Stop::States) if budget.states_left() != Some(0) => Ok((None, None)),
            Outcome::Unknown(stop) => Err(stop),
        }
    }

    /// The samples up to the first missing one, within the limit of states.
    fn sum_up(&self, mut done: Vec<Looked>, budget: &mut Budget) -> Result<Chances, Stop> {
        sort_long_by_key(&mut done, |looked| looked.index);
        let mut left = budget.states_left();
        let mut states = 0;
        let mut count = 0;
        for looked in &done {
            let fits = left.is_none_or(|left| looked.states <= left);
            if looked.index != count || !fits {
                break;
            }
            left = left.map(|left| left - looked.states);
            states += looked.states;
            count += 1;
        }
        done.truncate(count as usize);
        let is_whole = count >= self.samples;
        let stopped = (!is_whole).then(|| budget.check().err().unwrap_or(Stop::States));
        // A limit that is reached now shows in `stopped`, or at the next use.
        let _ = budget.add_states(states);
        if let (0, Some(stop)) = (count, stopped) {
            return Err(stop);
        }
        let chance = |found: &dyn Fn(&Looked) -> Option<bool>| {
            let number = |wanted| done.iter().filter(|one| found(one) == wanted).count() as u64;
            let undecided = number(None);
            Chance {
                wins: number(Some(true)),
                of: count,
                undecided,
                is_exact: self.is_exact && is_whole && undecided == 0,
            }
        };
        // Equal moves stay in the order of the rules.
        let moves = self.moves.iter().enumerate();
        let mut moves: Vec<_> = moves
            .map(|(index, played)| (*played, chance(&|looked| looked.moves[index])))
            .collect();
        sort_short_by_key(&mut moves, |(_, chance)| std::cmp::Reverse(chance.wins));
        Ok(Chances {
            board: chance(&|looked| looked.board),
            moves,
            samples: count,
            stopped,
        })
    }
}
