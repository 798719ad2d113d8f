//! From goals to searches, and from what they found to an answer.

use patience_core::{Answer, Outcome, Solution, Stop, Target};
use patience_search::Budget;

use super::beam::{Aim, Beam};
use super::packed::Game;
use super::route::Route;
use super::weights::{Terms, Weights};
use crate::rules::{Move, Spider, State};

/// What kind of solution is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// The first one.
    Fast,
    /// A short one, soon.
    #[default]
    Short,
    /// The shortest, proved.
    Shortest,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a Spider,
    /// What to reach.
    pub target: Target,
    /// What kind of solution.
    pub effort: Effort,
    /// Multiplies the effort of searches that are not exhaustive.
    pub factor: u32,
}

impl<'a> Question<'a> {
    /// A question with the usual effort.
    pub const fn new(rules: &'a Spider, target: Target, effort: Effort) -> Self {
        Self {
            rules,
            target,
            effort,
            factor: 1,
        }
    }
}

/// Solves positions one after the other and keeps its memory between them.
#[derive(Debug, Default)]
pub struct Solver {
    beam: Beam,
    /// The plan: widths and weights.
    pub plan: Vec<(usize, Weights)>,
}

impl Solver {
    /// A solver that has taken no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question about any position. `improved` is called with each
    /// better solution while the search goes on.
    pub fn solve(
        &mut self,
        question: &Question<'_>,
        state: &State,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let _ = improved;
        let unknown = |stop| Answer::only(Outcome::Unknown(stop));
        let Some((game, start)) = Game::new(question.rules, state) else {
            return unknown(Stop::UnknownCards);
        };
        for (width, weights) in self.plan.clone() {
            let terms = Terms::new(&game, weights);
            let aim = Aim {
                width,
                runs: game.runs,
                below: 1000,
            };
            match self.beam.run(&game, &terms, &start, &aim, budget) {
                Err(stop) => return unknown(stop),
                Ok(None) => {}
                Ok(Some(edges)) => {
                    let moves = Route::new(&game, &terms, &start).moves(&edges);
                    return Answer::only(Outcome::Solved(Solution { moves, proof: None }));
                }
            }
        }
        unknown(Stop::Incomplete)
    }
}
