//! A first solution as soon as possible.
//!
//! Several greedy best-first searches, the *hunts*, take turns
//! (`configurations`), each with its own weights (`weights`) and its own small
//! memory (`memory`), until one finds a solution. If none does, a search that
//! looks at everything (`complete`) finds a solution or proves that there is
//! none.
//!
//! | file | what is in it |
//! |---|---|
//! | `board` | the packed board, moves made on it, cards going home |
//! | `weights` | how good a board looks |
//! | `candidates`, `complete` | the moves that are tried: a choice, or all |
//! | `memory` | which boards were seen: lossy, or exact |
//! | `queue`, `hunt` | the search |
//! | `configurations` | weights and turns |
//! | `record` | to and from the types of the rules |
//!
//! It knows FreeCell itself, with any number of columns and cells and from any
//! position; not the games of the family that build or move in other ways.

mod board;
mod candidates;
mod complete;
mod configurations;
mod hunt;
mod memory;
mod queue;
mod record;
mod weights;

#[cfg(test)]
mod tests;

use crate::rules::{FreeCell, Move, State};
use patience_core::{Answer, Outcome, Solution, Stop};
use patience_search::Budget;

use crate::solver::home::GoHome;
use crate::solver::is_freecell;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;
use board::Board;
use candidates::Size;
use configurations::{COMPLETE, MEMORY_BITS, SETS, TURNS};
use hunt::{Found, Hunt};
use memory::{Exact, Lossy, Memory};
use weights::{Scores, Weights};

/// How many boards the complete search may open. Each takes about 400 bytes;
/// beyond that, the search in `exhaust`, with smaller states, is better.
const MOST_COMPLETE: usize = 250_000;

/// Tables between two checks of the memory in use.
const SLICE: usize = 1 << 12;

/// Solves one deal; for many of the same game a [`Solver`] is quicker.
/// `None` if the game is one that this solver does not know.
///
/// ```
/// use patience_core::Outcome;
/// use patience_freecell::solver::fast;
/// use patience_freecell::rules::FreeCell;
/// use patience_search::Budget;
/// let rules = FreeCell::FREECELL;
/// let answer = fast::solve(&rules, &rules.deal(1), &mut Budget::unlimited()).unwrap();
/// assert!(matches!(answer.outcome, Outcome::Solved(_)));
/// ```
pub fn solve(rules: &FreeCell, start: &State, budget: &mut Budget) -> Option<Answer<Move>> {
    Some(Solver::new(rules)?.solve(start, budget))
}

/// Solves deal after deal of one game, in the same memory.
#[derive(Debug)]
pub struct Solver {
    rules: FreeCell,
    size: Size,
    hunts: [Option<Hunt<Lossy>>; SETS.len()],
}

impl Solver {
    /// A solver for this game, if it is one that it knows.
    pub fn new(rules: &FreeCell) -> Option<Self> {
        is_freecell(rules).then_some(Self {
            rules: *rules,
            size: Size {
                columns: rules.columns,
                cells: rules.cells,
            },
            hunts: [const { None }; SETS.len()],
        })
    }

    /// A solution, or the proof that there is none. It gives up with
    /// [`Stop::Incomplete`] if the proof is too large for it, or if this is not
    /// a position of its game.
    pub fn solve(&mut self, start: &State, budget: &mut Budget) -> Answer<Move> {
        let outcome = match record::pack(start, self.size) {
            None => Outcome::Unknown(Stop::Incomplete),
            Some(board) => self
                .search(start, &board, budget)
                .unwrap_or_else(Outcome::Unknown),
        };
        Answer::only(outcome)
    }

    fn search(
        &mut self,
        start: &State,
        board: &Board,
        budget: &mut Budget,
    ) -> Result<Outcome<Solution<Move>>, Stop> {
        // 1. The hunts take turns.
        let mut started = [false; SETS.len()];
        for &(set, quota) in &TURNS {
            let weights = &SETS[set];
            let hunt = self.hunts[set].get_or_insert_with(|| {
                Hunt::new(
                    Scores::new(weights, self.size.cells),
                    self.size,
                    Lossy::new(MEMORY_BITS[set]),
                )
            });
            if !std::mem::replace(&mut started[set], true) {
                hunt.start(board, budget)?;
            }
            if hunt.run(quota, budget)? == Found::Won {
                return Ok(solved(start, board, hunt, weights));
            }
            budget.use_bytes(self.bytes())?;
        }
        // 2. The search that looks at everything.
        let scores = Scores::new(&COMPLETE, self.size.cells);
        let memory = exact_memory(&self.rules, board).ok_or(Stop::Incomplete)?;
        let mut complete = Hunt::new(scores, self.size, memory);
        complete.start(board, budget)?;
        for quota in (SLICE..=MOST_COMPLETE).step_by(SLICE) {
            match complete.run(quota, budget)? {
                Found::Won => return Ok(solved(start, board, &complete, &COMPLETE)),
                Found::Nothing => return Ok(complete.exhausted().into()),
                Found::NotYet => budget.use_bytes(self.bytes() + complete.bytes())?,
            }
        }
        Err(Stop::Incomplete)
    }

    fn bytes(&self) -> u64 {
        self.hunts.iter().flatten().map(Hunt::bytes).sum()
    }
}

/// A memory for all boards that can follow from this one.
fn exact_memory(rules: &FreeCell, start: &Board) -> Option<Exact> {
    let terms = Terms::new(rules);
    let below = std::array::from_fn(|card| start.below[card]);
    Packing::new(&terms, &below, start.home, Some(GoHome::Safe)).map(Exact::new)
}

fn solved<M: Memory>(
    start: &State,
    board: &Board,
    hunt: &Hunt<M>,
    weights: &Weights,
) -> Outcome<Solution<Move>> {
    Outcome::Solved(Solution {
        moves: record::record(start, board, &hunt.solution(), weights.go_home),
        proof: None,
    })
}
