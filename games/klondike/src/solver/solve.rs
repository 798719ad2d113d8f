//! From goals to searches, and from what they found to an answer.

use patience_core::{Answer, Count, Exhausted, Goal, Outcome, Proof, Rank, Solution, Stop, Target};
use patience_search::Budget;

use super::decide::{Found, Search};
use super::exact::{Aim, Terms};
use super::expand::{Prunings, Step};
use super::layout::{Layout, Packed};
use super::route::Route;
use super::shortest::{Best, Shortest};
use crate::rules::{Klondike, Move, State};

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

/// Searches for short solutions, one after the other: how much the moves so far
/// and those to come count, and how many positions may be looked at. On 11
/// deals whose shortest solutions are known the last one alone is 2.2% longer.
const SHORTENING: [((u32, u32), u64); 3] = [((1, 3), 10_000), ((1, 2), 50_000), ((2, 3), 300_000)];

/// Solves positions one after the other and keeps its memory between them.
///
/// ```
/// use patience_core::{Count, Target};
/// use patience_klondike::rules::Klondike;
/// use patience_klondike::solver::{Effort, Question, Solver};
/// use patience_search::Budget;
/// let rules = Klondike::DRAW_THREE;
/// let question = Question::new(&rules, Target::BOARD, Effort::Fast);
/// let answer = Solver::new().solve(&question, &rules.deal(1), &mut Budget::unlimited(), &mut |_| {});
/// assert_eq!(answer.outcome.word(), "solved");
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    search: Search,
    shortest: Shortest,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a Klondike,
    /// What to reach.
    pub target: Target,
    /// What kind of solution.
    pub effort: Effort,
    /// How its length is counted.
    pub count: Count,
}

impl<'a> Question<'a> {
    /// A question that counts moves.
    pub const fn new(rules: &'a Klondike, target: Target, effort: Effort) -> Self {
        Self {
            rules,
            target,
            effort,
            count: Count::Moves,
        }
    }

    /// What turning the waste over costs.
    fn recycle(&self) -> u32 {
        u32::from(self.count != Count::Steps)
    }

    /// The length of a line.
    fn length(&self, moves: &[Move]) -> u32 {
        let recycles = moves.iter().filter(|played| **played == Move::Recycle);
        moves.len() as u32 - (1 - self.recycle()) * recycles.count() as u32
    }
}

/// A position, packed.
struct Start<'a> {
    state: &'a State,
    layout: Layout,
    at: Packed,
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
        let unknown = |stop| Answer::only(Outcome::Unknown(stop));
        if state.unknown() > 0 {
            return unknown(Stop::UnknownCards);
        }
        let Some((layout, at)) = Layout::new(question.rules, state) else {
            return unknown(Stop::Incomplete);
        };
        let start = Start { state, layout, at };
        match question.target.goal {
            Goal::Board => self.board(question, &start, budget, improved),
            Goal::Cards { rank, .. } => {
                let wanted = question.target.wanted().unwrap_or(0);
                self.cards(question, &start, rank, wanted, budget, improved)
            }
            Goal::Score { .. } => self.score(question, &start, budget),
        }
    }

    fn board(
        &mut self,
        question: &Question<'_>,
        start: &Start<'_>,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let found = self.search.run(&start.layout, &start.at, budget);
        let steps = match found {
            Err(stop) => return Answer::only(Outcome::Unknown(stop)),
            Ok(Found::Nothing(exhausted)) => {
                return Answer::only(Outcome::Impossible(exhausted));
            }
            Ok(Found::Win(steps)) => steps,
        };
        let route = Route::new(question.rules, start.state);
        let Some(moves) = route.and_then(|route| route.whole(&steps)) else {
            return Answer::only(Outcome::Unknown(Stop::Incomplete));
        };
        self.shorten(question, start, Aim::Win, moves, budget, improved)
    }

    /// Cards of a rank: how many are wanted, in the fewest moves.
    fn cards(
        &mut self,
        question: &Question<'_>,
        start: &Start<'_>,
        rank: Rank,
        wanted: u32,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        match reach_cards(question, start, rank, wanted, budget) {
            Err(stop) => Answer::only(Outcome::Unknown(stop)),
            Ok(Ok(moves)) => {
                let count = wanted as usize;
                let rank = rank.value();
                let aim = Aim::Cards { rank, count };
                self.shorten(question, start, aim, moves, budget, improved)
            }
            Ok(Err(exhausted)) => {
                let mut answer = Answer::only(Outcome::Impossible(exhausted));
                // The most that can be reached; a limit leaves it out.
                for count in (0..wanted.min(5)).rev() {
                    if let Ok(Ok(moves)) = reach_cards(question, start, rank, count, budget) {
                        answer.alternatives.push(Solution {
                            moves,
                            proof: Some(Proof::Best),
                        });
                        break;
                    }
                }
                answer
            }
        }
    }

    /// Points: as many as wanted, or the most.
    fn score(
        &mut self,
        question: &Question<'_>,
        start: &Start<'_>,
        budget: &mut Budget,
    ) -> Answer<Move> {
        let unknown = |stop| Answer::only(Outcome::Unknown(stop));
        let layout = start.layout.clone();
        let Some(mut terms) = Terms::new(layout, &start.at, 1) else {
            return unknown(Stop::Incomplete);
        };
        terms.aim = Aim::Points;
        let Some(mut exact) = terms.start(start.state, &start.at) else {
            return unknown(Stop::Incomplete);
        };
        terms.without_costs(&mut exact);
        // Everything that can still come, against what may be lost of it.
        let ideal = start.state.score + 5 * terms.loss(&exact) as i32;
        let wanted = question.target.wanted().map(|wanted| wanted as i32);
        terms.enough = wanted.map_or(0, |wanted| (ideal - wanted).max(0) as u32 / 5);
        self.shortest.weights = (1, 1);
        let found = self.shortest.run(&terms, &exact, u32::MAX, budget);
        let line = |steps: &[Step]| moves_of(question, start, steps);
        let answer = match found {
            Ok(Best::Win(steps, loss)) => match line(&steps) {
                Err(stop) => unknown(stop),
                Ok(moves) => {
                    // A loss that was small enough need not be the least.
                    let is_best = wanted.is_none() || loss > terms.enough || loss == 0;
                    let best = Solution {
                        moves,
                        proof: is_best.then_some(Proof::Best),
                    };
                    if wanted.is_none_or(|wanted| ideal - 5 * loss as i32 >= wanted) {
                        Answer::only(Outcome::Solved(best))
                    } else {
                        Answer {
                            outcome: Exhausted::claim(0, 0).into(),
                            alternatives: vec![best],
                        }
                    }
                }
            },
            Ok(_) => unknown(Stop::Incomplete),
            Err(stop) => match self.shortest.least_loss() {
                None => unknown(stop),
                Some((steps, loss)) => match line(&steps) {
                    Err(stop) => unknown(stop),
                    Ok(moves) => {
                        let best = Solution { moves, proof: None };
                        if wanted.is_some_and(|wanted| ideal - 5 * loss as i32 >= wanted) {
                            Answer::only(Outcome::Solved(best))
                        } else {
                            Answer {
                                outcome: Outcome::Unknown(stop),
                                alternatives: vec![best],
                            }
                        }
                    }
                },
            },
        };
        self.shortest.forget();
        answer
    }

    /// Makes a solution shorter, as far as is wanted.
    fn shorten(
        &mut self,
        question: &Question<'_>,
        start: &Start<'_>,
        aim: Aim,
        moves: Vec<Move>,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let mut best = Solution { moves, proof: None };
        if question.effort == Effort::Fast {
            return Answer::only(Outcome::Solved(best));
        }
        improved(&best);
        let layout = start.layout.clone();
        let Some(mut terms) = Terms::new(layout, &start.at, question.recycle()) else {
            return Answer::only(Outcome::Solved(best));
        };
        terms.aim = aim;
        let Some(exact) = terms.start(start.state, &start.at) else {
            return Answer::only(Outcome::Solved(best));
        };
        let mut last_stop = Stop::Incomplete;
        let proving = [((1, 1), u64::MAX)];
        let rounds = SHORTENING.iter();
        let proving = proving
            .iter()
            .filter(|_| question.effort == Effort::Shortest);
        for &(weights, states) in rounds.chain(proving) {
            self.shortest.weights = weights;
            let limit = question.length(&best.moves);
            let found = budget.within(states, |part| {
                self.shortest.run(&terms, &exact, limit, part)
            });
            match found {
                Ok(Best::Win(steps, _)) => {
                    let route = Route::new(question.rules, start.state);
                    let moves = route.and_then(|route| match aim {
                        Aim::Win => route.whole(&steps),
                        Aim::Cards { .. } | Aim::Points => route.part(&steps),
                    });
                    let Some(moves) = moves else {
                        return Answer::only(Outcome::Unknown(Stop::Incomplete));
                    };
                    best.moves = moves;
                    best.proof = (weights == (1, 1)).then_some(Proof::Shortest);
                    improved(&best);
                }
                // Nothing is shorter than what is there.
                Ok(Best::NothingShorter | Best::Nothing(_)) => {
                    best.proof = Some(Proof::Shortest);
                }
                Err(stop) => {
                    last_stop = stop;
                    let is_over = stop != Stop::States || budget.states_left() == Some(0);
                    if is_over {
                        break;
                    }
                }
            }
            if best.proof.is_some() {
                break;
            }
        }
        self.shortest.forget();
        if question.effort == Effort::Shortest && best.proof.is_none() {
            return Answer {
                outcome: Outcome::Unknown(last_stop),
                alternatives: vec![best],
            };
        }
        Answer::only(Outcome::Solved(best))
    }
}

/// Moves that bring so many cards of a rank home, or the proof that there are
/// none.
fn reach_cards(
    question: &Question<'_>,
    start: &Start<'_>,
    rank: Rank,
    wanted: u32,
    budget: &mut Budget,
) -> Result<Result<Vec<Move>, Exhausted>, Stop> {
    let cards = 0xf_u64 << (4 * (rank.value() - 1));
    let mut search = Search::new(Prunings::ALL).wanting(cards, wanted);
    match search.run(&start.layout, &start.at, budget)? {
        Found::Nothing(exhausted) => Ok(Err(exhausted)),
        Found::Win(steps) => moves_of(question, start, &steps).map(Ok),
    }
}

fn moves_of(question: &Question<'_>, start: &Start<'_>, steps: &[Step]) -> Result<Vec<Move>, Stop> {
    let route = Route::new(question.rules, start.state);
    route
        .and_then(|route| route.part(steps))
        .ok_or(Stop::Incomplete)
}
