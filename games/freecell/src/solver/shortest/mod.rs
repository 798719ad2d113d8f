//! A shortest solution, proved, in steps, moves or clicks.
//!
//! An A* search by layers. The cost of a move is one, home moves are free
//! (there are always as many as cards not at home, so they are added at the
//! end), and the estimate is the bound E of `crate::solver::bound`, which is
//! consistent. Layer f holds the positions with cost so far + E = f.
//!
//! # The layers
//! A move changes E by -1, 0 or +1, so a child lies in its parent's layer, one
//! beyond or two beyond it. A position is therefore expanded in three phases,
//! when the search reaches these layers, and a child is stored only when its
//! layer is reached:
//! - **phase 0**, in the position's own layer: children whose E is one less.
//!   Only moves of units in a cheapest plan can do that (`Bound::plans`).
//! - **phase 1**, a layer later: children whose E is at most the same.
//! - **phase 2**, two layers later: all others.
//!
//! So nothing beyond the layer of the answer is ever stored, and when a
//! position is stored its cost is the smallest possible (all paths of smaller
//! sum lie in earlier layers). No position is opened twice, and no upper bound
//! is needed. The first position with E = 0 is the end of a shortest solution:
//! from there all cards go home.
//!
//! # Which home moves
//! In clicks every card that can goes home at once. In steps and moves only
//! safe ones do (`crate::solver::home`); the others are children of cost 0.

mod crew;
mod search;
mod store;
#[cfg(test)]
mod tests;

use std::iter::Peekable;
use std::sync::{Mutex, PoisonError};

use crate::rules::{FreeCell, Move, State};
use patience_core::{Answer, Count, Outcome, Proof, Solution, Stop, Target};
use patience_rules::verify::verify;
use patience_search::Budget;

use crate::solver::beam;
use crate::solver::home::GoHome;
use crate::solver::packed::Board;
use crate::solver::packed::candidates::Play;
use crate::solver::packed::convert;
use crew::Crew;
use search::{Layer, Search};

/// Beams that look for a good solution during the proof: after so many states
/// of the search, one of so many states. A known solution ends the
/// search a layer earlier, and the last layer is the largest.
const BEAMS: [(u64, u64); 4] = [
    (0, 10_000),
    (100_000, 60_000),
    (700_000, 300_000),
    (4_000_000, 1_200_000),
];

/// After so many states a search of a batch looks for more threads.
const ALONE: u64 = 20_000;

/// The shortest solution in a count; none if this solver does not know these
/// rules or cannot pack this position.
///
/// `better` is called with each better solution that is found on the way, and
/// the budget has the lower bound reached so far. When a limit stops the search,
/// the best solution is among the alternatives.
pub fn solve(
    rules: &FreeCell,
    start: &State,
    count: Count,
    better: &mut dyn FnMut(&Solution<Move>),
    budget: &mut Budget,
) -> Option<Answer<Move>> {
    let board = convert::pack(rules, start)?;
    let play = Play {
        go_home: match count {
            Count::Steps | Count::Moves => GoHome::Safe,
            Count::Clicks => GoHome::All,
        },
        single_cards: count == Count::Steps,
    };
    // What home moves add to the length.
    let home_moves = match count {
        Count::Clicks => 0,
        Count::Steps | Count::Moves => 52 - board.cards_home(),
    };
    let mut proof = Prove {
        rules,
        start,
        count,
        home_moves,
        beams: BEAMS.iter().peekable(),
        searched: 0,
        best: None,
        better,
    };
    let outcome = proof.run(board, play, budget);
    let outcome = outcome.unwrap_or_else(Outcome::Unknown);
    let best = proof.best.filter(|_| outcome.solution().is_none());
    Some(Answer {
        outcome: outcome.map(|moves| Solution {
            moves,
            proof: Some(Proof::Shortest),
        }),
        alternatives: best.into_iter().map(|(_, solution)| solution).collect(),
    })
}

/// A solution and its length.
type Known = (u32, Solution<Move>);

/// The proof of a shortest solution: layers, and beams between them.
struct Prove<'a> {
    rules: &'a FreeCell,
    start: &'a State,
    count: Count,
    /// What home moves add to the length.
    home_moves: u32,
    /// The beams that are still to come.
    beams: Peekable<std::slice::Iter<'a, (u64, u64)>>,
    /// States of the search, without those of the beams.
    searched: u64,
    best: Option<Known>,
    better: &'a mut dyn FnMut(&Solution<Move>),
}

impl Prove<'_> {
    fn run(
        &mut self,
        board: Board,
        play: Play,
        budget: &mut Budget,
    ) -> Result<Outcome<Vec<Move>>, Stop> {
        let threads = budget.threads();
        if threads > 1 {
            let mut search = Crew::new(board, play, threads);
            search.begin(budget)?;
            return self.together(search, budget);
        }
        let mut search = Search::new(board, play);
        search.begin(budget)?;
        let mut may_share = true;
        loop {
            if let Some(outcome) = self.alone(&mut search, may_share, budget)? {
                return Ok(outcome);
            }
            match Crew::take_over(search, budget.threads(), budget) {
                Ok(search) => return self.together(search, budget),
                Err(without_room) => {
                    search = *without_room;
                    may_share = false;
                }
            }
        }
    }

    /// On one thread: the same states in the same order every time. None if there
    /// are more threads now, and the search is long enough for them.
    fn alone(
        &mut self,
        search: &mut Search,
        may_share: bool,
        budget: &mut Budget,
    ) -> Result<Option<Outcome<Vec<Move>>>, Stop> {
        loop {
            // 1. What is known so far: nothing shorter than this layer.
            let lower_bound = search.layer() + self.home_moves;
            budget.set_lower_bound(lower_bound);
            // 2. A beam, when it is time for one.
            while let Some(&(_, states)) = self.beams.next_if(|beam| beam.0 <= self.searched) {
                if self.may_improve(lower_bound) {
                    let found = look(self.rules, self.start, self.count, states, budget);
                    self.note(found);
                    budget.check()?;
                }
            }
            if let Some(moves) = self.take_if_shortest(lower_bound) {
                return Ok(Some(Outcome::Solved(moves)));
            }
            if may_share && self.searched >= ALONE && budget.update_threads() > 1 {
                return Ok(None);
            }
            // 3. The next layer.
            let before = budget.states();
            let layer = search.advance(budget)?;
            self.searched += budget.states() - before;
            match layer {
                Layer::Solved(moves) => return Ok(Some(Outcome::Solved(moves))),
                Layer::Impossible(exhausted) => return Ok(Some(Outcome::Impossible(exhausted))),
                Layer::Through => {}
            }
        }
    }

    /// On several threads. A beam is the work of the first thread, while the
    /// others begin with the layer.
    fn together(
        &mut self,
        mut search: Crew,
        budget: &mut Budget,
    ) -> Result<Outcome<Vec<Move>>, Stop> {
        let (rules, start, count) = (self.rules, self.start, self.count);
        loop {
            let lower_bound = search.layer() + self.home_moves;
            budget.set_lower_bound(lower_bound);
            let mut states = None;
            while let Some(&(_, wanted)) = self.beams.next_if(|beam| beam.0 <= self.searched) {
                states = Some(wanted).filter(|_| self.may_improve(lower_bound));
            }
            let found = Mutex::new((None, 0));
            let beam = |budget: &mut Budget| {
                let Some(states) = states else { return false };
                let before = budget.states();
                let known = look(rules, start, count, states, budget);
                let is_shortest = known.as_ref().is_some_and(|known| known.0 <= lower_bound);
                *found.lock().unwrap_or_else(PoisonError::into_inner) =
                    (known, budget.states() - before);
                is_shortest
            };
            let before = budget.states();
            let layer = search.advance(beam, budget);
            let (known, in_beam) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.searched += budget.states() - before - in_beam;
            self.note(known);
            match layer? {
                Some(Layer::Solved(moves)) => return Ok(Outcome::Solved(moves)),
                Some(Layer::Impossible(exhausted)) => return Ok(Outcome::Impossible(exhausted)),
                Some(Layer::Through) | None => {}
            }
            // After a whole layer nothing is shorter than the next one.
            let lower_bound = search.layer() + self.home_moves;
            budget.set_lower_bound(lower_bound);
            if let Some(moves) = self.take_if_shortest(lower_bound) {
                return Ok(Outcome::Solved(moves));
            }
        }
    }

    /// May there be a better solution than the best one?
    fn may_improve(&self, lower_bound: u32) -> bool {
        let best = self.best.as_ref();
        best.is_none_or(|(known, _)| *known > lower_bound)
    }

    fn note(&mut self, found: Option<Known>) {
        if let Some((length, solution)) = found
            && self.may_improve(length)
        {
            (self.better)(&solution);
            self.best = Some((length, solution));
        }
    }

    fn take_if_shortest(&mut self, lower_bound: u32) -> Option<Vec<Move>> {
        let best = self.best.take_if(|(known, _)| *known <= lower_bound);
        best.map(|(_, solution)| solution.moves)
    }
}

/// A solution by a beam of so many states.
fn look(
    rules: &FreeCell,
    start: &State,
    count: Count,
    states: u64,
    budget: &mut Budget,
) -> Option<Known> {
    let answer = beam::solve(rules, start, states, budget)?;
    let solution = answer.outcome.solution()?;
    let replay = verify(rules, start, &Target::BOARD, &solution.moves).ok()?;
    Some((replay.length.in_count(count), solution.clone()))
}
