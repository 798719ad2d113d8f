//! From goals to searches, and from what they found to an answer.

use patience_core::{Answer, Count, Exhausted, Goal, Outcome, Proof, Rank, Solution, Stop, Target};
use patience_search::Budget;

use super::decide::{Found, Search};
use super::exact::{Aim, Terms};
use super::expand::{Prunings, Step};
use super::layout::{Layout, Packed};
use super::route::Route;
use super::shortest::{Best, Near, Shortest};
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

/// A search for a short solution.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// How much the moves so far and those to come count.
    weights: (u32, u32),
    /// How many positions may be looked at.
    states: u64,
    /// How far from the best solution so far: see [`Near`].
    ahead: Option<usize>,
}

const fn round(weights: (u32, u32), states: u64, ahead: Option<usize>) -> Round {
    Round {
        weights,
        states,
        ahead,
    }
}

/// Searches for short solutions, one after the other.
const SHORTENING: [Round; 10] = [
    round((1, 3), 10_000, None),
    round((1, 2), 80_000, None),
    round((2, 3), 80_000, None),
    round((1, 1), 30_000, Some(3)),
    round((2, 3), 30_000, Some(6)),
    round((2, 3), 40_000, Some(9)),
    round((1, 1), 50_000, Some(6)),
    round((2, 3), 60_000, Some(14)),
    round((1, 1), 60_000, Some(9)),
    round((2, 3), 60_000, Some(20)),
];
/// The proof.
const PROVING: Round = round((1, 1), u64::MAX, None);

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
        self.shorten(question, start, Aim::Win, (moves, steps), budget, improved)
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
        match reach_cards(start, rank, wanted, budget) {
            Err(stop) => Answer::only(Outcome::Unknown(stop)),
            Ok(Found::Win(steps)) => {
                let count = wanted as usize;
                let rank = rank.value();
                let aim = Aim::Cards { rank, count };
                match moves_of(question, start, &steps) {
                    Err(stop) => Answer::only(Outcome::Unknown(stop)),
                    Ok(moves) => {
                        self.shorten(question, start, aim, (moves, steps), budget, improved)
                    }
                }
            }
            Ok(Found::Nothing(exhausted)) => {
                let mut answer = Answer::only(Outcome::Impossible(exhausted));
                // The most that can be reached; a limit leaves it out.
                for count in (0..wanted.min(5)).rev() {
                    if let Ok(Found::Win(steps)) = reach_cards(start, rank, count, budget)
                        && let Ok(moves) = moves_of(question, start, &steps)
                    {
                        answer.alternatives.push(Solution {
                            moves,
                            proof: Some(Proof::Most),
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
        self.shortest.near = None;
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
                        proof: is_best.then_some(Proof::Most),
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
        (moves, mut steps): (Vec<Move>, Vec<Step>),
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let mut best = Solution { moves, proof: None };
        if best.moves.is_empty() {
            best.proof = Some(Proof::Shortest);
        }
        if question.effort == Effort::Fast || best.moves.is_empty() {
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
        let proving = (question.effort == Effort::Shortest).then_some(PROVING);
        for round in SHORTENING.into_iter().chain(proving) {
            self.shortest.weights = round.weights;
            loop {
                self.shortest.near = round.ahead.map(|ahead| Near::new(&exact, &steps, ahead));
                let limit = question.length(&best.moves);
                let found = budget.within(round.states, |part| {
                    self.shortest.run(&terms, &exact, limit, part)
                });
                let is_everywhere = round.ahead.is_none();
                match found {
                    Ok(Best::Win(found, _)) => {
                        let route = Route::new(question.rules, start.state);
                        let moves = route.and_then(|route| match aim {
                            Aim::Win => route.whole(&found),
                            Aim::Cards { .. } | Aim::Points => route.part(&found),
                        });
                        let Some(moves) = moves else {
                            return Answer::only(Outcome::Unknown(Stop::Incomplete));
                        };
                        // Only what is shorter leads on: else this would not end.
                        if question.length(&moves) >= limit {
                            break;
                        }
                        best.moves = moves;
                        steps = found;
                        if is_everywhere && round.weights == (1, 1) {
                            best.proof = Some(Proof::Shortest);
                        }
                        improved(&best);
                        // From a better solution there may be more to find.
                        if is_everywhere {
                            break;
                        }
                    }
                    // Nothing is shorter than what is there.
                    Ok(Best::NothingShorter | Best::Nothing(_)) => {
                        if is_everywhere {
                            best.proof = Some(Proof::Shortest);
                        }
                        break;
                    }
                    Err(stop) => {
                        last_stop = stop;
                        break;
                    }
                }
            }
            let is_over = last_stop != Stop::Incomplete
                && (last_stop != Stop::States || budget.states_left() == Some(0));
            if best.proof.is_some() || is_over {
                break;
            }
        }
        if best.proof.is_some() {
            budget.set_lower_bound(question.length(&best.moves));
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

/// Steps that bring so many cards of a rank home, or the proof that there are
/// none.
fn reach_cards(
    start: &Start<'_>,
    rank: Rank,
    wanted: u32,
    budget: &mut Budget,
) -> Result<Found, Stop> {
    let cards = 0xf_u64 << (4 * (rank.value() - 1));
    let mut search = Search::new(Prunings::ALL).wanting(cards, wanted);
    search.run(&start.layout, &start.at, budget)
}

fn moves_of(question: &Question<'_>, start: &Start<'_>, steps: &[Step]) -> Result<Vec<Move>, Stop> {
    let route = Route::new(question.rules, start.state);
    route
        .and_then(|route| route.part(steps))
        .ok_or(Stop::Incomplete)
}
