//! From goals to searches, and from what they found to an answer.

use patience_core::{Answer, Exhausted, Goal, Outcome, Proof, Solution, Stop, Target};
use patience_rules::Rules as _;
use patience_search::Budget;

use super::beam::{Aim, Beam};
use super::exhaust::{self, Found};
use super::expand::Splits;
use super::packed::{Game, Node};
use super::route::Route;
use super::shorten;
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

/// What a beam orders positions by.
#[derive(Clone, Copy)]
enum Evaluation {
    /// [`Weights::of`].
    First,
    /// [`Weights::SECOND`].
    Second,
    /// The two in turn, with weights changed at random: so many beams.
    Varied(u64),
}
use Evaluation::{First, Second, Varied};

/// A beam of the ladder: its width, its evaluation, which runs it splits, and how many
/// positions that are alike it keeps.
type Rung = (usize, Evaluation, Splits, usize);

/// Beams, one after the other, until one of them wins. Each order of search
/// misses deals that another one finds.
const LADDER: [Rung; 18] = [
    (10, First, Splits::Longer, 1),
    (30, First, Splits::Longer, 1),
    (100, First, Splits::Longer, 1),
    (100, Second, Splits::Longer, 2),
    (300, First, Splits::Longer, 1),
    (300, Second, Splits::Longer, 2),
    (1000, First, Splits::Longer, 3),
    (1000, Second, Splits::Longer, 1),
    (1000, First, Splits::All, 3),
    (3000, First, Splits::Longer, 4),
    (3000, Second, Splits::Longer, 10),
    (3000, First, Splits::All, 1),
    (3000, Varied(40), Splits::Longer, 1),
    (10_000, First, Splits::Longer, 10),
    (10_000, Second, Splits::Longer, 3),
    (10_000, Varied(16), Splits::Longer, 3),
    (10_000, First, Splits::All, 10),
    (30_000, Second, Splits::All, 30),
];

/// Wide beams that do not win soon go round and round for many moves. So solutions of
/// the rungs from this one on are shorter than that.
const LONGEST: u32 = 400;
const OPEN_ENDED: usize = 12;

impl Evaluation {
    /// The weights of its beams.
    fn weights(self, suits: u8) -> Vec<Weights> {
        let kinds = [Weights::of(suits), Weights::SECOND];
        match self {
            First => vec![kinds[0]],
            Second => vec![kinds[1]],
            Varied(beams) => (1..=beams)
                .map(|seed| kinds[(seed % 2) as usize].varied(seed))
                .collect(),
        }
    }
}

/// A position with what the search needs to know about it.
pub(super) struct Start<'a> {
    pub game: &'a Game,
    pub node: &'a Node,
    pub terms: Terms,
    /// Runs that must be gone.
    pub runs: u8,
    /// Suits of the game.
    pub suits: u8,
}

/// Solves positions one after the other and keeps its memory between them.
///
/// ```
/// use patience_core::Target;
/// use patience_search::Budget;
/// use patience_spider::rules::Spider;
/// use patience_spider::solver::{Effort, Question, Solver};
/// let rules = Spider::with_suits(1);
/// let question = Question::new(&rules, Target::BOARD, Effort::Fast);
/// let answer = Solver::new().solve(&question, &rules.deal(1), &mut Budget::unlimited(), &mut |_| {});
/// assert_eq!(answer.outcome.word(), "solved");
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    beam: Beam,
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
        let Some((game, node)) = Game::new(question.rules, state) else {
            return unknown(Stop::Incomplete);
        };
        let suits = question.rules.suits;
        let start = Start {
            game: &game,
            node: &node,
            terms: Terms::new(&game, Weights::of(suits)),
            suits,
            runs: match question.target.goal {
                Goal::Cards { .. } => question.target.wanted().unwrap_or(0).min(255) as u8,
                Goal::Board | Goal::Score { .. } => game.runs,
            },
        };
        let is_score = matches!(question.target.goal, Goal::Score { .. });
        if is_score
            && question
                .target
                .wanted()
                .is_some_and(|wanted| state.score >= wanted as i32)
        {
            return Answer::only(Outcome::Solved(solution(&[])));
        }
        let mut moves = match self.win(&start, budget) {
            Err(stop) => return unknown(stop),
            // Points may be enough without a win.
            Ok(Found::Nothing(_)) if is_score => return unknown(Stop::Incomplete),
            Ok(Found::Nothing(exhausted)) => return Answer::only(Outcome::Impossible(exhausted)),
            Ok(Found::Win(moves)) => moves,
        };
        let mut best = solution(&moves);
        if question.effort != Effort::Fast {
            improved(&best);
            let mut shorter = |moves: &[Move]| improved(&solution(moves));
            let factor = question.factor;
            shorten::run(
                &mut self.beam,
                &start,
                factor,
                &mut moves,
                budget,
                &mut shorter,
            );
            best = solution(&moves);
        }
        if question.effort == Effort::Shortest {
            match exhaust::search(&game, &node, start.runs, budget) {
                Ok(Found::Win(moves)) => best = shortest(moves),
                Ok(Found::Nothing(_)) => return unknown(Stop::Incomplete),
                Err(stop) => {
                    return Answer {
                        outcome: Outcome::Unknown(stop),
                        alternatives: vec![best],
                    };
                }
            }
        }
        self.finish(question, state, best)
    }

    /// The first solution, or the proof that there is none.
    fn win(&mut self, start: &Start<'_>, budget: &mut Budget) -> Result<Found, Stop> {
        if start.node.home >= start.runs {
            return Ok(Found::Win(Vec::new()));
        }
        if start.runs > start.game.runs {
            return Exhausted::claim(0, 0).map(Found::Nothing);
        }
        // With one suit the narrowest beam wins nearly always; with more it would
        // only take time.
        let first = usize::from(start.suits > 1);
        let rungs = LADDER.into_iter().enumerate().skip(first);
        for (index, (width, evaluation, splits, alike)) in rungs {
            if index == OPEN_ENDED {
                let states = budget.states().min(SOME);
                if let Some(found) = no_way(start, states, budget) {
                    return Ok(found);
                }
            }
            let aim = Aim {
                width,
                runs: start.runs,
                below: if index < OPEN_ENDED {
                    u32::MAX
                } else {
                    LONGEST
                },
                splits,
                alike,
            };
            match self.climb(start, evaluation, &aim, budget) {
                // Wider beams would need still more.
                Err(Stop::Memory) if index > first => break,
                Err(stop) => return Err(stop),
                Ok(Some(moves)) => return Ok(Found::Win(moves)),
                Ok(None) => {}
            }
            if index == first
                && let Ok(found) = budget.within(FEW, |part| impossible(start, part))
            {
                return Ok(found);
            }
        }
        self.beam.forget();
        // The relaxed game is tried with as many positions as all beams together.
        let states = budget.states();
        if let Ok(found @ Found::Nothing(_)) = budget.within(states, |part| relaxed(start, part)) {
            return Ok(found);
        }
        impossible(start, budget)
    }

    /// The moves that the beams of a rung find.
    fn climb(
        &mut self,
        start: &Start<'_>,
        evaluation: Evaluation,
        aim: &Aim,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Move>>, Stop> {
        for weights in evaluation.weights(start.suits) {
            let terms = Terms::new(start.game, weights);
            let found = self.beam.run(start.game, &terms, start.node, aim, budget)?;
            if let Some(edges) = found {
                let route = Route::new(start.game, &terms, start.node);
                return Ok(Some(route.moves(&edges)));
            }
        }
        Ok(None)
    }

    /// Turns a solution into an answer.
    fn finish(&self, question: &Question<'_>, state: &State, best: Solution<Move>) -> Answer<Move> {
        let Goal::Score { target } = question.target.goal else {
            return Answer::only(Outcome::Solved(best));
        };
        // The score so far after each move; the best of them is what counts.
        let mut now = state.clone();
        let mut scores = vec![now.score];
        for played in &best.moves {
            if question.rules.apply(&mut now, played).is_err() {
                return Answer::only(Outcome::Unknown(Stop::Incomplete));
            }
            scores.push(now.score);
        }
        let wanted = question
            .target
            .wanted()
            .map_or(i32::MAX, |wanted| wanted as i32);
        let enough = scores.iter().position(|score| *score >= wanted);
        let most = scores.iter().max().copied().unwrap_or(0);
        let line = |length: Option<usize>| Solution {
            moves: best.moves[..length.unwrap_or(best.moves.len())].to_vec(),
            proof: None,
        };
        match (enough, target) {
            (Some(length), _) => Answer::only(Outcome::Solved(line(Some(length)))),
            (None, None) => {
                let length = scores.iter().position(|score| *score == most);
                Answer::only(Outcome::Solved(line(length)))
            }
            (None, Some(_)) => Answer {
                outcome: Outcome::Unknown(Stop::Incomplete),
                alternatives: vec![line(None)],
            },
        }
    }
}

/// Positions that are looked at completely before wider beams are tried.
const FEW: u64 = 5_000;

/// The same before the widest beams, for each of the two complete searches.
const SOME: u64 = 100_000;

/// The relaxed game, then the game itself, are looked at completely, each within so
/// many positions.
fn no_way(start: &Start<'_>, states: u64, budget: &mut Budget) -> Option<Found> {
    let relaxed = budget.within(states, |part| relaxed(start, part));
    if let Ok(found @ Found::Nothing(_)) = relaxed {
        return Some(found);
    }
    budget.within(states, |part| impossible(start, part)).ok()
}

/// A small game is looked at completely.
fn impossible(start: &Start<'_>, budget: &mut Budget) -> Result<Found, Stop> {
    exhaust::search(start.game, start.node, start.runs, budget)
}

/// The relaxed game: only the proof that there is no way counts.
fn relaxed(start: &Start<'_>, budget: &mut Budget) -> Result<Found, Stop> {
    let (game, node) = start.game.relaxed(start.node);
    exhaust::search(&game, &node, start.runs, budget)
}

fn shortest(moves: Vec<Move>) -> Solution<Move> {
    Solution {
        moves,
        proof: Some(Proof::Shortest),
    }
}

fn solution(moves: &[Move]) -> Solution<Move> {
    Solution {
        moves: moves.to_vec(),
        proof: None,
    }
}
