//! A short solution within a fixed effort: a beam search in clicks.
//!
//! Level n holds positions n clicks from the start. Of all children of a level
//! the best few hundred are kept by a score, the rest is dropped; the first
//! level with a position from where all cards go home is the answer. The
//! search proves nothing, and it may find nothing: then it starts again with
//! four times the width, twice at the most.
//!
//! The score is the bound E, with some weight on what makes a position easy
//! to play from: empty cells and columns, cards in order, cards at home.

mod level;

use patience_core::{Answer, Outcome, Solution, Stop};
use patience_rules::freecell::{FreeCell, Move, State};
use patience_search::Budget;

use crate::packed::candidates::Play;
use crate::packed::key::KeyCoder;
use crate::packed::{Autoplay, convert, path};

/// The states that [`solve`] expands by default, about.
pub const DEFAULT_STATES: u64 = 11_000;

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
            levels: level::Levels::new(),
        }
    }

    /// A short solution in clicks, looked for among about `states` positions
    /// (more, if these do not hold one); none if this solver does not know
    /// these rules or can not pack this position.
    ///
    /// It never says "impossible": when the widest beam finds nothing, the
    /// answer is unknown.
    pub fn solve(
        &mut self,
        rules: &FreeCell,
        start: &State,
        states: u64,
        budget: &mut Budget,
    ) -> Option<Answer<Move>> {
        let board = convert::pack(rules, start)?;
        let play = Play {
            autoplay: Autoplay::All,
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

/// How often the beam starts again before it gives up. In games with few
/// cells it may never get through, and should not take seconds to say so.
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
    use crate::packed::tests::{games, random_game};
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
    fn positions_of_every_kind_are_answered_or_left_unknown() {
        for rules in games() {
            for deal in 1..=4 {
                let states = random_game(&rules, deal, 40);
                for start in states.iter().step_by(20) {
                    let mut budget = Budget::unlimited();
                    let answer = solve(&rules, start, 300, &mut budget).unwrap();
                    match &answer.outcome {
                        Outcome::Solved(_) => assert!(clicks(&rules, start, &answer).is_some()),
                        outcome => assert!(matches!(outcome, Outcome::Unknown(_))),
                    }
                }
            }
        }
    }
}
