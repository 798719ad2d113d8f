//! A short solution within a fixed effort: a beam search in clicks.
//!
//! Level n holds positions n clicks from the start. Of all children of a level,
//! those with the best few hundred scores are kept and the rest is dropped. The
//! first level with a position from which all cards go home is the answer. The
//! search proves nothing, and it may find nothing. Then it starts again with
//! four times the width, at most twice.
//!
//! The score (`scores`) is the bound E, with some weight on what makes a position
//! easy to continue from: empty cells and columns, cards in order, cards at home.

mod level;
pub(crate) mod scores;

use crate::rules::{FreeCell, Move, State};
use patience_core::{Answer, Outcome, Solution, Stop};
use patience_search::Budget;

use crate::solver::home::GoHome;
use crate::solver::packed::candidates::Play;
use crate::solver::packed::key::KeyCoder;
use crate::solver::packed::{convert, path};
use scores::WEIGHTS;

/// About how many states [`solve`] expands by default.
pub const DEFAULT_STATES: u64 = 17_000;

/// About as many levels as a solution has.
const LEVELS: u64 = 27;

/// A solver that keeps its tables from deal to deal.
#[derive(Debug)]
pub struct Solver {
    levels: level::Levels,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with empty tables.
    pub fn new() -> Self {
        Self {
            levels: level::Levels::new(&WEIGHTS),
        }
    }

    /// A short solution in clicks, looked for among about `states` positions
    /// (more, if these do not hold one); none if this solver does not know
    /// these rules or cannot pack this position.
    ///
    /// The answer is never "impossible": when the widest beam finds nothing, it
    /// is unknown.
    pub fn solve(
        &mut self,
        rules: &FreeCell,
        start: &State,
        states: u64,
        budget: &mut Budget,
    ) -> Option<Answer<Move>> {
        let board = convert::pack(rules, start)?;
        let play = Play {
            go_home: GoHome::All,
            single_cards: false,
        };
        let coder = KeyCoder::new(&board);
        let mut width = (states / LEVELS).max(8) as usize;
        let mut widenings = 0;
        let outcome = loop {
            match self.levels.run(&board, play, &coder, width, budget) {
                Ok(Some(keys)) => {
                    let moves = path::replay(&board, play, &coder, &keys);
                    break Outcome::Solved(Solution { moves, proof: None });
                }
                Ok(None) if widenings == WIDENINGS => break Outcome::Unknown(Stop::Incomplete),
                Ok(None) => {
                    width *= 4;
                    widenings += 1;
                }
                Err(stop) => break Outcome::Unknown(stop),
            }
        };
        Some(Answer::only(outcome))
    }
}

/// How often the beam starts again before it gives up. In games with few cells
/// it may never find anything, and should not take seconds for that.
const WIDENINGS: u32 = 2;

/// A short solution in clicks; see [`Solver::solve`].
pub fn solve(
    rules: &FreeCell,
    start: &State,
    states: u64,
    budget: &mut Budget,
) -> Option<Answer<Move>> {
    Solver::new().solve(rules, start, states, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::packed::tests::{games, random_game};
    use patience_core::{Count, Target};
    use patience_rules::verify::verify;

    fn clicks(rules: &FreeCell, start: &State, answer: &Answer<Move>) -> Option<u32> {
        let solution = answer.outcome.solution()?;
        let replay = verify(rules, start, &Target::BOARD, &solution.moves).unwrap();
        Some(replay.length.in_count(Count::Clicks))
    }

    #[test]
    fn a_small_effort_gives_short_solutions_that_replay() {
        let rules = FreeCell::FREECELL;
        let mut solver = Solver::new();
        let mut total = 0;
        for deal in 1..=40 {
            let start = rules.deal(deal);
            let answer = solver
                .solve(&rules, &start, 4_000, &mut Budget::unlimited())
                .unwrap();
            total += clicks(&rules, &start, &answer).unwrap();
        }
        assert!(total < 40 * 29, "{total}");
    }

    #[test]
    fn the_same_deal_gives_the_same_answer_whatever_came_before() {
        let rules = FreeCell::FREECELL;
        let mut solver = Solver::new();
        let mut ask = |deal| {
            let mut budget = Budget::unlimited();
            let answer = solver.solve(&rules, &rules.deal(deal), 3_000, &mut budget);
            (answer.unwrap(), budget.states())
        };
        let first = [ask(1), ask(2), ask(3)];
        let again = [ask(3), ask(2), ask(1)];
        assert!(first.iter().eq(again.iter().rev()));
    }

    #[test]
    fn positions_of_every_kind_are_solved_or_left_unknown() {
        let (mut solved, mut unknown) = (0, 0);
        for rules in games() {
            for deal in 1..=4 {
                let states = random_game(&rules, deal, 40);
                for start in states.iter().step_by(20) {
                    let mut budget = Budget::unlimited();
                    let answer = solve(&rules, start, 300, &mut budget).unwrap();
                    match &answer.outcome {
                        Outcome::Solved(_) => {
                            assert!(clicks(&rules, start, &answer).is_some());
                            solved += 1;
                        }
                        Outcome::Unknown(_) => unknown += 1,
                        Outcome::Impossible(_) => panic!("a beam proves nothing"),
                    }
                }
            }
        }
        assert!(solved > 20, "{solved} solved, {unknown} unknown");
    }
}
