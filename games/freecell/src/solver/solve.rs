//! The entry point: which solver answers which question.
//!
//! | question | FreeCell itself | every other game |
//! |---|---|---|
//! | fast | `fast`, then `exhaust` if that gives up | `exhaust` |
//! | short | as fast, then `beam` | as fast, then `exhaust::shortest` with a small budget |
//! | shortest | a solution as above, then `shortest` | a solution, then `exhaust::shortest` |
//!
//! In a relaxed game, `fast` and `beam` play its strict twin: the solutions of
//! the twin are legal in it, but its "impossible" proves nothing and is not used.

use std::cell::RefCell;

use crate::rules::{FreeCell, Move, Runs, State};
use patience_core::{Answer, Count, Outcome, Solution, Stop};
use patience_rules::verify::replay;
use patience_search::Budget;

use crate::solver::{beam, exhaust, fast, shortest as proved};

/// States of the search for a shorter solution in games that `beam` does not
/// know.
const SHORTEN: u64 = 50_000;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Mode {
    /// A first solution, as soon as possible.
    Fast,
    /// A short solution within a fixed effort.
    #[default]
    Short,
    /// A shortest solution, proved.
    Shortest,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Question {
    /// How hard to look.
    pub mode: Mode,
    /// How length is counted.
    pub count: Count,
    /// Multiplies the effort of the search for a short solution.
    pub effort: u32,
}

impl Default for Question {
    /// A short solution in clicks, with the usual effort.
    fn default() -> Self {
        Self {
            mode: Mode::Short,
            count: Count::Clicks,
            effort: 1,
        }
    }
}

/// Answers a question about a position. `improved` is called with each better
/// solution that is found on the way.
///
/// ```
/// use patience_core::Outcome;
/// use patience_freecell::solver::{Mode, Question, solve};
/// use patience_freecell::rules::FreeCell;
/// use patience_search::Budget;
/// let rules = FreeCell::named("seahaven").unwrap();
/// let question = Question { mode: Mode::Fast, ..Question::default() };
/// let mut budget = Budget::unlimited();
/// let answer = solve(&rules, &rules.deal(1), &question, &mut budget, &mut |_| {});
/// assert!(matches!(answer.outcome, Outcome::Solved(_)));
/// ```
pub fn solve(
    rules: &FreeCell,
    start: &State,
    question: &Question,
    budget: &mut Budget,
    improved: &mut dyn FnMut(&Solution<Move>),
) -> Answer<Move> {
    match question.mode {
        Mode::Fast => first(rules, start, budget),
        Mode::Short => short(rules, start, question, budget),
        Mode::Shortest => shortest(rules, start, question, budget, improved),
    }
}

/// A first solution, or the proof that there is none.
fn first(rules: &FreeCell, start: &State, budget: &mut Budget) -> Answer<Move> {
    let strict = strict_twin(rules);
    if let Some(answer) = with_fast_solver(&strict, |solver| solver.solve(start, budget)) {
        match answer.outcome {
            Outcome::Unknown(Stop::Incomplete) => {}
            // The complete search can go on with a disk.
            Outcome::Unknown(Stop::Memory) if budget.disk().is_some() => {}
            Outcome::Impossible(_) if strict != *rules => {}
            _ => return answer,
        }
    }
    exhaust::solve(rules, start, budget)
}

/// A short solution within a fixed effort.
fn short(
    rules: &FreeCell,
    start: &State,
    question: &Question,
    budget: &mut Budget,
) -> Answer<Move> {
    let answer = first(rules, start, budget);
    let Outcome::Solved(found) = answer.outcome else {
        return answer;
    };
    let found = as_counted(rules, start, question.count, found);
    let effort = u64::from(question.effort);
    let states = beam::DEFAULT_STATES.saturating_mul(effort);
    let shorter = with_beam(|beam| beam.solve(&strict_twin(rules), start, states, budget));
    let shorter = shorter.unwrap_or_else(|| {
        budget.within(SHORTEN.saturating_mul(effort), |part| {
            exhaust::shortest(rules, start, question.count, part)
        })
    });
    let candidates = match shorter.outcome {
        Outcome::Solved(shortest) => vec![shortest],
        _ => shorter.alternatives,
    };
    let best = candidates.into_iter().fold(found, |best, other| {
        let length = |solution: &Solution<Move>| length(rules, start, question.count, solution);
        if other.proof.is_some() || length(&other) < length(&best) {
            other
        } else {
            best
        }
    });
    Answer::only(Outcome::Solved(best))
}

/// A shortest solution, proved. Reports a first solution as soon as there is one.
fn shortest(
    rules: &FreeCell,
    start: &State,
    question: &Question,
    budget: &mut Budget,
    improved: &mut dyn FnMut(&Solution<Move>),
) -> Answer<Move> {
    let answer = first(rules, start, budget);
    let Outcome::Solved(found) = answer.outcome else {
        return answer;
    };
    let found = as_counted(rules, start, question.count, found);
    improved(&found);
    let mut answer = proved::solve(rules, start, question.count, improved, budget)
        .unwrap_or_else(|| exhaust::shortest(rules, start, question.count, budget));
    if let (Outcome::Unknown(_), true) = (&answer.outcome, answer.alternatives.is_empty()) {
        answer.alternatives.push(found);
    }
    answer
}

/// The same game with runs only as long as single cards could move them. All
/// its moves are legal in the relaxed game.
fn strict_twin(rules: &FreeCell) -> FreeCell {
    let mut strict = *rules;
    if rules.runs == Runs::AnyLength {
        strict.runs = Runs::Capacity;
    }
    strict
}

/// In clicks every card that can go home goes at once, but `fast` and `exhaust`
/// may have kept some. If a solution needs one of these (which is rare), it
/// stays as it is.
fn as_counted(
    rules: &FreeCell,
    start: &State,
    count: Count,
    mut found: Solution<Move>,
) -> Solution<Move> {
    if count == Count::Clicks
        && let Some(moves) = rules.all_home_at_once(start, &found.moves)
        && replay(rules, start, &moves).is_ok_and(|replay| replay.tally.cleared)
    {
        found.moves = moves;
    }
    found
}

/// The length of a solution. One that does not replay is longer than any other;
/// the adapter will refuse it.
fn length(rules: &FreeCell, start: &State, count: Count, solution: &Solution<Move>) -> u32 {
    replay(rules, start, &solution.moves).map_or(u32::MAX, |replay| replay.length.in_count(count))
}

/// Lends the thread's beam, so that a batch uses the same memory for all deals.
fn with_beam<T>(solve: impl FnOnce(&mut beam::Solver) -> T) -> T {
    thread_local! {
        static BEAM: RefCell<beam::Solver> = RefCell::new(beam::Solver::new());
    }
    BEAM.with_borrow_mut(solve)
}

/// Lends the thread's fast solver, so that a batch uses the same memory for all
/// deals; none if it does not know the game.
fn with_fast_solver<T>(rules: &FreeCell, solve: impl FnOnce(&mut fast::Solver) -> T) -> Option<T> {
    thread_local! {
        static SOLVER: RefCell<Option<(FreeCell, fast::Solver)>> = const { RefCell::new(None) };
    }
    SOLVER.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|(known, _)| known != rules) {
            *kept = Some((*rules, fast::Solver::new(rules)?));
        }
        kept.as_mut().map(|(_, solver)| solve(solver))
    })
}
