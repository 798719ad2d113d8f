//! Every goal of TriPeaks, from any position, proved.
//!
//! | goal | how |
//! |---|---|
//! | board, cards | one [`Sweep`]: the fewest draws to every shape |
//! | score | one [`ScoreSweep`]: the most points at every shape after every number of draws |
//!
//! Both search everything, so what they do not find does not exist.
//!
//! # Unknown cards
//! A position with unknown cards is solved with these dead: what is found then
//! can be done whatever they are. It is solved again with each of them standing
//! for any card at any time, which is at least as good as any real card. If that
//! is no better, the answer is definitive and has its proof. If it is better and
//! there are only a few arrangements of the cards, each one is searched.
//! Otherwise nothing is claimed: an answer has no proof, and what was not found
//! is unknown.

use crate::rules::{Move, State};
use patience_core::{Answer, Exhausted, Goal, Outcome, Proof, Solution, Stop, Target};
use patience_search::Budget;

use crate::solver::goals::{self, Aim, CardCount, Quality};
use crate::solver::orders::Orders;
use crate::solver::packed::{Packed, Unknown};
use crate::solver::score::ScoreSweep;
use crate::solver::score_moves;
use crate::solver::shapes::{EMPTY, SHAPES, Shapes};
use crate::solver::sweep::Sweep;

/// The most arrangements of unknown cards that are all searched.
const MOST_ORDERS: u64 = 120;

/// Solves positions one after the other in the same memory.
#[derive(Debug, Default)]
pub struct Solver {
    sweep: Sweep,
    score: Option<Box<ScoreSweep>>,
}

/// Solves one position; see [`Solver::solve`].
///
/// ```
/// use patience_core::Target;
/// use patience_rules::verify::verify;
/// use patience_search::Budget;
/// use patience_tripeaks::rules::TriPeaks;
/// use patience_tripeaks::solver::solve;
///
/// let deal = TriPeaks.deal(1);
/// let answer = solve(&deal, &Target::BOARD, &mut Budget::unlimited());
/// let solution = answer.outcome.solution().unwrap();
/// assert!(verify(&TriPeaks, &deal, &Target::BOARD, &solution.moves).is_ok());
/// ```
pub fn solve(start: &State, target: &Target, budget: &mut Budget) -> Answer<Move> {
    Solver::new().solve(start, target, budget)
}

/// What was found with one meaning of the unknown cards.
struct Found {
    packed: Packed,
    /// The answer to the goal, or the best there is instead.
    aim: Option<Aim>,
    /// The best that clears the board, if the goal asks for it.
    clearing: Option<Aim>,
}

impl Found {
    fn quality(&self) -> Quality {
        self.aim.as_ref().map_or(
            Quality {
                amount: 0,
                steps: 0,
            },
            |aim| Quality {
                amount: aim.amount,
                steps: aim.ends.steps,
            },
        )
    }
}

impl Solver {
    /// A solver; its tables take 0.8 MiB, and 20 MiB once a score was asked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reaches the target in the fewest steps, or with the best score; proves
    /// it, or proves that it cannot be done.
    ///
    /// The alternatives are: for a score, the best game that clears the board
    /// when the best of all does not; for a target out of reach, the best that
    /// can be reached, and then the best that clears the board. With unknown
    /// cards an answer that they may still change has no proof.
    pub fn solve(&mut self, start: &State, target: &Target, budget: &mut Budget) -> Answer<Move> {
        match self.try_solve(start, target, budget) {
            Ok(answer) => answer,
            Err(stop) => Answer::only(Outcome::Unknown(stop)),
        }
    }

    fn try_solve(
        &mut self,
        start: &State,
        target: &Target,
        budget: &mut Budget,
    ) -> Result<Answer<Move>, Stop> {
        // 1. What can be done for certain.
        let Some(found) = self.search(start, target, Unknown::Dead, budget)? else {
            return Err(Stop::Incomplete);
        };
        let (main, clearing) = self.lines(&found, target);
        // 2. Whether unknown cards may change it.
        let definitive =
            start.unknown() == 0 || self.nothing_is_better(start, target, &found, budget)?;
        let proof = |proof: Proof| definitive.then_some(proof);
        let reached = found.quality().amount >= goals::wanted(target)
            || matches!(target.goal, Goal::Score { target: None });
        let kind = match target.goal {
            Goal::Score { target: None } => Proof::Best,
            _ => Proof::Shortest,
        };
        let solution = |moves: Vec<Move>, proof: Option<Proof>| Solution { moves, proof };
        let mut alternatives = Vec::new();
        // 3. A game that clears the board is another answer, unless the first
        //    one does so already. Unknown cards may improve it even if they
        //    cannot improve the first.
        let clearing_proof = (start.unknown() == 0).then_some(Proof::Best);
        let clearing = clearing.map(|moves| solution(moves, clearing_proof));
        let outcome = if reached {
            if matches!(target.goal, Goal::Score { target: None }) {
                alternatives.extend(clearing);
            }
            Outcome::Solved(solution(main.unwrap_or_default(), proof(kind)))
        } else {
            if target.goal != Goal::Board {
                alternatives.extend(main.map(|moves| solution(moves, proof(Proof::Best))));
                alternatives.extend(clearing);
            }
            if definitive {
                Exhausted::claim(self.open(target), 0).into()
            } else {
                Outcome::Unknown(Stop::UnknownCards)
            }
        };
        Ok(Answer {
            outcome,
            alternatives,
        })
    }

    /// Sweeps the position and picks the ends that the goal requires. None if no
    /// game leads to this position.
    fn search(
        &mut self,
        start: &State,
        target: &Target,
        unknown: Unknown,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Stop> {
        let Some(packed) = Packed::new(start, unknown) else {
            return Ok(None);
        };
        let wanted = goals::wanted(target);
        let tables = self.sweep.bytes() + Shapes::get().bytes();
        let (aim, clearing) = match target.goal {
            Goal::Board => {
                budget.use_bytes(tables)?;
                self.sweep.run(&packed, budget)?;
                (goals::board(&self.sweep, &packed), None)
            }
            Goal::Cards { rank, .. } => {
                budget.use_bytes(tables)?;
                self.sweep.run(&packed, budget)?;
                let mut count = CardCount::new(start, rank);
                if unknown == Unknown::Anything {
                    count = count.with_unknown(start);
                }
                let aim = goals::cards(&self.sweep, &packed, &count, wanted);
                let out_of_reach = aim.as_ref().is_none_or(|aim| aim.amount < wanted);
                let clearing = out_of_reach.then(|| goals::board(&self.sweep, &packed));
                (aim, clearing.flatten())
            }
            Goal::Score { target } => {
                let score = self.score.get_or_insert_with(Default::default);
                budget.use_bytes(tables + score.bytes())?;
                score.run(&packed, budget)?;
                budget.use_bytes(tables + score.bytes())?;
                let shapes = packed.shape..SHAPES as u16;
                let exact = target.and_then(|_| goals::score_of(score, &packed, wanted));
                if exact.is_some() {
                    (exact, None)
                } else {
                    let best = goals::best_score(score, &packed, shapes);
                    let clearing = goals::best_score(score, &packed, std::iter::once(EMPTY));
                    (best, clearing)
                }
            }
        };
        // If the first answer clears the board, the second is not needed.
        let clears = |aim: &Aim| aim.ends.shapes.iter().any(|end| end.0 == EMPTY);
        let clearing = clearing.filter(|_| !aim.as_ref().is_some_and(clears));
        Ok(Some(Found {
            packed,
            aim,
            clearing,
        }))
    }

    /// The moves of what was found by the last search.
    fn lines(&mut self, found: &Found, target: &Target) -> (Option<Vec<Move>>, Option<Vec<Move>>) {
        let mut line = |aim: &Option<Aim>| {
            let ends = &aim.as_ref()?.ends;
            Some(match (target.goal, &self.score) {
                (Goal::Score { .. }, Some(score)) => score_moves::moves(score, &found.packed, ends),
                _ => self.sweep.moves(&found.packed, ends),
            })
        };
        (line(&found.aim), line(&found.clearing))
    }

    /// How many shapes the last search has not reached.
    fn open(&self, target: &Target) -> u64 {
        match (target.goal, &self.score) {
            (Goal::Score { .. }, Some(score)) => score.open(),
            _ => self.sweep.open(),
        }
    }

    /// Is it proved that no unknown card can improve the answer?
    fn nothing_is_better(
        &mut self,
        start: &State,
        target: &Target,
        found: &Found,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let known = found.quality();
        let relaxed = self.search(start, target, Unknown::Anything, budget)?;
        if relaxed.is_some_and(|relaxed| known.is_as_good_as(&relaxed.quality())) {
            return Ok(true);
        }
        let orders = Orders::new(start);
        if orders.count() > MOST_ORDERS {
            return Ok(false);
        }
        for (cards, _) in orders.all() {
            let state = orders.with_cards(&cards);
            let other = self.search(&state, target, Unknown::Dead, budget)?;
            if !other.is_some_and(|other| known.is_as_good_as(&other.quality())) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
