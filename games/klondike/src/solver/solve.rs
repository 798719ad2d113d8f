//! From goals to searches, and from what they found to an answer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use patience_core::{Answer, Count, Exhausted, Goal, Outcome, Proof, Rank, Solution, Stop, Target};
use patience_search::Budget;

use super::decide::{Found, Search};
use super::exact::{Aim, Exact, Terms};
use super::expand::{Prunings, Step};
use super::layout::{Layout, Packed};
use super::route::Route;
use super::shortest::{Best, Near, Shortest, Together, run_together};
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
/// Positions of a proof before other threads help: then it begins again. Most proofs
/// for points are shorter, and those of a length follow up to 500,000 positions of
/// searches for short solutions.
const ALONE: u64 = 20_000;

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
    helped_after: Option<u64>,
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

    /// The same, with other threads that help after so many positions of each
    /// search, if there are any: small games are over before the usual numbers.
    #[must_use]
    pub fn helped_after(positions: u64) -> Self {
        Self {
            search: Search::default().helped_after(positions),
            helped_after: Some(positions),
            ..Self::default()
        }
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
        match self.reach_cards(start, rank, wanted, budget) {
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
                    if let Ok(Found::Win(steps)) = self.reach_cards(start, rank, count, budget)
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

    /// Steps that bring so many cards of a rank home, or the proof that there are
    /// none.
    fn reach_cards(
        &self,
        start: &Start<'_>,
        rank: Rank,
        wanted: u32,
        budget: &mut Budget,
    ) -> Result<Found, Stop> {
        let cards = 0xf_u64 << (4 * (rank.value() - 1));
        let mut search = Search::new(Prunings::ALL).wanting(cards, wanted);
        if let Some(positions) = self.helped_after {
            search = search.helped_after(positions);
        }
        search.run(&start.layout, &start.at, budget)
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
        // Where less than the most is enough, any game that has it ends the search,
        // and whether that one has the most would depend on the threads.
        let threads = if terms.enough == 0 {
            budget.threads()
        } else {
            1
        };
        let (found, least) = self.prove(&terms, &exact, u32::MAX, threads, budget);
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
            Err(stop) => match least {
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
        for (index, round) in SHORTENING.into_iter().chain(proving).enumerate() {
            // Several threads take the rounds after the first in turn, if a proof
            // follows: what they find depends on who is quicker.
            let is_shared = proving.is_some() && budget.threads() > 1;
            if is_shared && index == 1 {
                let task = Shortening {
                    question,
                    start,
                    terms: &terms,
                    exact: &exact,
                    aim,
                };
                let length = best.moves.len();
                let stopped;
                ((best, steps), stopped) = task.run(best, steps, budget);
                if best.moves.len() != length || best.proof.is_some() {
                    improved(&best);
                }
                if let Some(stop) = stopped {
                    last_stop = stop;
                }
                if best.proof.is_some() || stopped.is_some() {
                    break;
                }
            }
            if is_shared && (1..SHORTENING.len()).contains(&index) {
                continue;
            }
            self.shortest.weights = round.weights;
            loop {
                self.shortest.near = round.ahead.map(|ahead| Near::new(&exact, &steps, ahead));
                let limit = question.length(&best.moves);
                let found = if index == SHORTENING.len() {
                    let threads = budget.threads();
                    self.prove(&terms, &exact, limit, threads, budget).0
                } else {
                    budget.within(round.states, |part| {
                        self.shortest.run(&terms, &exact, limit, part)
                    })
                };
                let is_everywhere = round.ahead.is_none();
                match found {
                    Ok(Best::Win(found, _)) => {
                        let Some(moves) = moves_for(aim, question, start, &found) else {
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

    /// Looks everywhere for fewer moves than the limit, or for the most points. Gives
    /// the best game for points, too, in case that a limit stops the search.
    fn prove(
        &mut self,
        terms: &Terms,
        exact: &Exact,
        limit: u32,
        threads: usize,
        budget: &mut Budget,
    ) -> Together {
        let alone = if threads > 1 {
            self.helped_after.unwrap_or(ALONE)
        } else {
            u64::MAX
        };
        self.shortest.weights = (1, 1);
        self.shortest.near = None;
        self.shortest.most_states = alone;
        let before = budget.states();
        let found = self.shortest.run(terms, exact, limit, budget);
        self.shortest.most_states = u64::MAX;
        if matches!(found, Err(Stop::States)) && budget.states() - before == alone {
            self.shortest.forget();
            return run_together(terms, exact, limit, threads, budget);
        }
        (found, self.shortest.least_loss())
    }
}

/// Searches for short solutions by several threads.
struct Shortening<'a> {
    question: &'a Question<'a>,
    start: &'a Start<'a>,
    terms: &'a Terms,
    exact: &'a Exact,
    aim: Aim,
}

/// The best solution so far, and its steps.
type Known = (Solution<Move>, Vec<Step>);

impl Shortening<'_> {
    /// The rounds after the first. A solution that is the shortest is marked so.
    /// Gives what was found and what stopped the search.
    fn run(
        &self,
        best: Solution<Move>,
        steps: Vec<Step>,
        budget: &mut Budget,
    ) -> (Known, Option<Stop>) {
        let known = Mutex::new((best, steps));
        let next = AtomicUsize::new(1);
        // What the round before used is free again.
        let ends = match budget.use_bytes(0) {
            Ok(()) => budget.share(budget.threads(), |_, budget| {
                let mut shortest = Shortest::default();
                let rounds =
                    std::iter::from_fn(|| SHORTENING.get(next.fetch_add(1, Ordering::Relaxed)));
                for round in rounds {
                    self.round(round, &mut shortest, &known, budget)?;
                }
                shortest.forget();
                budget.use_bytes(0)
            }),
            Err(stop) => vec![Err(stop)],
        };
        let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        (known, ends.into_iter().find_map(Result::err))
    }

    /// One round. An error means that all searches must stop.
    fn round(
        &self,
        round: &Round,
        shortest: &mut Shortest,
        known: &Mutex<Known>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_everywhere = round.ahead.is_none();
        shortest.weights = round.weights;
        loop {
            let limit = {
                let known = lock();
                if known.0.proof.is_some() {
                    return Ok(());
                }
                shortest.near = round
                    .ahead
                    .map(|ahead| Near::new(self.exact, &known.1, ahead));
                self.question.length(&known.0.moves)
            };
            shortest.most_states = round.states;
            let before = budget.states();
            match shortest.run(self.terms, self.exact, limit, budget) {
                Ok(Best::Win(steps, _)) => {
                    let moves = moves_for(self.aim, self.question, self.start, &steps);
                    let moves = moves.ok_or(Stop::Incomplete)?;
                    let mut known = lock();
                    let is_better =
                        self.question.length(&moves) < self.question.length(&known.0.moves);
                    if is_better {
                        *known = (Solution { moves, proof: None }, steps);
                    }
                    if is_everywhere || !is_better {
                        return Ok(());
                    }
                }
                // What is known now is no longer than it was then, and no shorter:
                // there is nothing shorter.
                Ok(Best::NothingShorter | Best::Nothing(_)) => {
                    if is_everywhere {
                        lock().0.proof = Some(Proof::Shortest);
                    }
                    return Ok(());
                }
                Err(Stop::States) if budget.states() - before == round.states => return Ok(()),
                Err(stop) => return Err(stop),
            }
        }
    }
}

/// The moves of steps that reach an aim.
fn moves_for(
    aim: Aim,
    question: &Question<'_>,
    start: &Start<'_>,
    steps: &[Step],
) -> Option<Vec<Move>> {
    let route = Route::new(question.rules, start.state)?;
    match aim {
        Aim::Win => route.whole(steps),
        Aim::Cards { .. } | Aim::Points => route.part(steps),
    }
}

fn moves_of(question: &Question<'_>, start: &Start<'_>, steps: &[Step]) -> Result<Vec<Move>, Stop> {
    let route = Route::new(question.rules, start.state);
    route
        .and_then(|route| route.part(steps))
        .ok_or(Stop::Incomplete)
}
