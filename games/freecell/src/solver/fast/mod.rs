//! A first solution as soon as possible.
//!
//! Several greedy best-first searches, the *hunts*, take turns
//! (`configurations`), each with its own weights (`weights`) and its own small
//! memory (`memory`), until one finds a solution. If none does, the deal is one
//! for the search that looks at everything ([`exhaust`](crate::solver::exhaust)).
//!
//! | file | what is in it |
//! |---|---|
//! | `board` | the packed board, moves made on it, cards going home |
//! | `weights` | how good a board looks |
//! | `candidates` | the moves that are tried: a choice |
//! | `memory` | which boards were seen |
//! | `queue`, `hunt` | the search |
//! | `configurations` | weights and turns |
//! | `record` | to and from the types of the rules |
//!
//! It knows FreeCell itself, with any number of columns and cells and from any
//! position; not the games of the family that build or move in other ways.

mod board;
mod candidates;
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

use crate::solver::is_freecell;
use board::Board;
use candidates::Size;
use configurations::{MEMORY_BITS, SETS, TURNS};
use hunt::{Found, Hunt};
use memory::Memory;
use weights::{Scores, Weights};

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
    size: Size,
    hunts: [Option<Hunt>; SETS.len()],
}

impl Solver {
    /// A solver for this game, if it is one that it knows.
    pub fn new(rules: &FreeCell) -> Option<Self> {
        is_freecell(rules).then_some(Self {
            size: Size {
                columns: rules.columns,
                cells: rules.cells,
            },
            hunts: [const { None }; SETS.len()],
        })
    }

    /// A solution. It gives up with [`Stop::Incomplete`] if it finds none, or if
    /// this is not a position of its game.
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
        let mut started = [false; SETS.len()];
        for &(set, quota) in &TURNS {
            let weights = &SETS[set];
            let hunt = self.hunts[set].get_or_insert_with(|| {
                Hunt::new(
                    Scores::new(weights, self.size.cells),
                    self.size,
                    Memory::new(MEMORY_BITS[set]),
                )
            });
            if !std::mem::replace(&mut started[set], true) {
                hunt.start(board);
            }
            if hunt.run(quota, budget)? == Found::Won {
                return Ok(solved(start, board, hunt, weights));
            }
            budget.use_bytes(self.bytes())?;
        }
        Err(Stop::Incomplete)
    }

    fn bytes(&self) -> u64 {
        self.hunts.iter().flatten().map(Hunt::bytes).sum()
    }
}

fn solved(start: &State, board: &Board, hunt: &Hunt, weights: &Weights) -> Outcome<Solution<Move>> {
    Outcome::Solved(Solution {
        moves: record::record(start, board, &hunt.solution(), weights.go_home),
        proof: None,
    })
}
