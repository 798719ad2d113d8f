//! From goals to quests, and from the results of the searches to an answer.

use crate::rules::{Move, Pyramid, State, Win};
use patience_core::{Answer, Exhausted, Goal, Outcome, Proof, Rank, Solution, Stop, Target};
use patience_search::Budget;

use crate::solver::layout::Layout;
use crate::solver::quest::{Measure, Quest, Worth};
use crate::solver::route;
use crate::solver::search::{Found, Search};
use crate::solver::state::Packed;

/// All pairs, Kings and rows: nothing is left.
const MOST_POINTS: u32 = 1290;

/// The smallest difference between two scores.
const POINTS_STEP: u32 = 5;

/// After so many searches for a score in vain, it asks in longer strides.
const PATIENT: u32 = 3;

/// Solves positions one after the other in the same memory.
///
/// ```
/// use patience_core::Target;
/// use patience_pyramid::solver::Solver;
/// use patience_pyramid::rules::Pyramid;
/// use patience_search::Budget;
/// let mut solver = Solver::new();
/// for number in 1..=3 {
///     let answer = solver.solve(&Pyramid::USUAL.deal(number), &Target::BOARD, &mut Budget::unlimited());
///     assert_ne!(answer.outcome.word(), "unknown");
/// }
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    search: Search,
}

/// Solves one position. See [`Solver`] for many.
pub fn solve(start: &State, target: &Target, budget: &mut Budget) -> Answer<Move> {
    Solver::new().solve(start, target, budget)
}

impl Solver {
    /// A solver that has taken no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, with other threads that help after so many states of each search, if
    /// there are any: small games are over before the usual number.
    #[must_use]
    pub fn helped_after(states: u64) -> Self {
        let mut solver = Self::default();
        solver.search.help_after(states);
        solver
    }

    /// Answers a target from any position of a game with the usual rules.
    ///
    /// A table that no game leads to (a gap under a card of the pyramid) is
    /// answered with [`Stop::Incomplete`].
    pub fn solve(&mut self, start: &State, target: &Target, budget: &mut Budget) -> Answer<Move> {
        self.solve_by(Pyramid::USUAL, start, target, budget)
    }

    /// The same with other rules.
    pub fn solve_by(
        &mut self,
        rules: Pyramid,
        start: &State,
        target: &Target,
        budget: &mut Budget,
    ) -> Answer<Move> {
        let Some((layout, at)) = Layout::new(start) else {
            return Answer::only(Outcome::Unknown(Stop::Incomplete));
        };
        let mut searches = Searches {
            search: &mut self.search,
            win: rules.win,
            layout,
            at,
            budget,
        };
        match (target.goal, target.wanted()) {
            (Goal::Board, _) => searches.board(),
            (Goal::Score { .. }, None) => searches.best_score(),
            (Goal::Score { .. }, Some(wanted)) => searches.score(wanted),
            (Goal::Cards { rank, .. }, wanted) => searches.cards(rank, wanted.unwrap_or(0)),
        }
    }
}

/// The searches for one position, with one budget.
struct Searches<'a> {
    search: &'a mut Search,
    win: Win,
    layout: Layout,
    at: Packed,
    budget: &'a mut Budget,
}

/// The moves of a shortest solution, or the proof that there is none.
type Reply = Result<Result<Vec<Move>, Exhausted>, Stop>;

impl Searches<'_> {
    fn ask(&mut self, quest: Quest) -> Reply {
        self.ask_for(&self.worth(quest))
    }

    fn worth(&self, quest: Quest) -> Worth {
        let ends = self.win == Win::Board;
        Worth::new(&self.layout, Quest { ends, ..quest })
    }

    /// What wins the game. If all cards must go, that is the same as all points.
    const fn win_quest(&self) -> Quest {
        match self.win {
            Win::Board => Quest::BOARD,
            Win::All => Quest {
                measure: Measure::Points,
                wanted: MOST_POINTS,
                ..Quest::BOARD
            },
        }
    }

    fn ask_for(&mut self, worth: &Worth) -> Reply {
        let found = self.search.run(&self.layout, self.at, worth, self.budget)?;
        Ok(match found {
            Found::Solution(removals) => Ok(route::moves(
                &self.layout,
                self.at,
                worth.quest(),
                &removals,
            )),
            Found::Nothing(exhausted) => Err(exhausted),
        })
    }

    fn board(&mut self) -> Answer<Move> {
        Answer::only(outcome(self.ask(self.win_quest()), Proof::Shortest))
    }

    /// The most points, in the fewest steps.
    ///
    /// If the board can be cleared, the best game clears it: the apex row alone
    /// is worth 500 points, all pairs and Kings together 140. So there never is
    /// another answer for "the best among games that clear the board".
    fn best_score(&mut self) -> Answer<Move> {
        Answer::only(outcome(self.ask_best_score().map(Ok), Proof::Best))
    }

    /// Asks for less and less until there is a solution. What the relaxed game
    /// cannot reach costs no search.
    ///
    /// After a few searches in vain, most often the pyramid cannot be cleared, and the
    /// best score is much lower. Then it asks in strides that double; if it has
    /// missed the best score, it halves what is left. This is right because who
    /// cannot have so many points cannot have more. (That Kings go at once may cost steps
    /// where less than the best is wanted, but never points.)
    fn ask_best_score(&mut self) -> Result<Vec<Move>, Stop> {
        let mut worth = self.worth(Quest {
            clear: false,
            measure: Measure::Points,
            wanted: MOST_POINTS,
            ..Quest::BOARD
        });
        let mut in_vain = 0;
        // Asked for so many points, there was no solution..
        let mut too_many = MOST_POINTS + POINTS_STEP;
        let mut wanted = MOST_POINTS;
        // .. and for so many there was one.
        let mut enough = None;
        loop {
            let before = self.budget.states();
            worth.want(&self.layout, wanted);
            match self.ask_for(&worth)? {
                Ok(moves) if wanted + POINTS_STEP >= too_many => return Ok(moves),
                Ok(_) => enough = Some(wanted),
                Err(_) => {
                    too_many = wanted;
                    in_vain += u32::from(self.budget.states() > before);
                }
            }
            wanted = match enough {
                Some(enough) => {
                    let steps = (too_many - enough) / POINTS_STEP;
                    enough + steps / 2 * POINTS_STEP
                }
                None => {
                    let stride = POINTS_STEP << in_vain.saturating_sub(PATIENT).min(8);
                    too_many.saturating_sub(stride)
                }
            };
        }
    }

    fn score(&mut self, wanted: u32) -> Answer<Move> {
        let reply = self.ask(Quest {
            clear: false,
            measure: Measure::Points,
            wanted,
            kings_at_once: false,
            ..Quest::BOARD
        });
        let mut answer = Answer::only(outcome(reply, Proof::Shortest));
        if matches!(answer.outcome, Outcome::Impossible(_))
            && let Ok(moves) = self.ask_best_score()
        {
            answer.alternatives.push(best(moves));
        }
        answer
    }

    fn cards(&mut self, rank: Rank, wanted: u32) -> Answer<Move> {
        let reply = self.ask(cards_quest(rank, wanted, false));
        let mut answer = Answer::only(outcome(reply, Proof::Shortest));
        if matches!(answer.outcome, Outcome::Impossible(_)) {
            // If a limit stops this, the list is shorter, but the verdict stays.
            let _ = self.most_cards(rank, wanted, &mut answer.alternatives);
        }
        answer
    }

    /// The most cards of a rank below `wanted`: in a game that clears the board,
    /// and in any game if that is more.
    fn most_cards(
        &mut self,
        rank: Rank,
        wanted: u32,
        alternatives: &mut Vec<Solution<Move>>,
    ) -> Result<(), Stop> {
        let less = (0..wanted.min(5)).rev();
        let mut cleared_with = None;
        if let Ok(moves) = self.ask(self.win_quest())? {
            if self.win == Win::All {
                // Nothing is left, and no game has more.
                alternatives.push(best(moves));
                return Ok(());
            }
            for count in less.clone() {
                if let Ok(moves) = self.ask(cards_quest(rank, count, true))? {
                    alternatives.push(best(moves));
                    cleared_with = Some(count);
                    break;
                }
            }
        }
        for count in less {
            if cleared_with.is_some_and(|cleared| count <= cleared) {
                break;
            }
            if let Ok(moves) = self.ask(cards_quest(rank, count, false))? {
                alternatives.push(best(moves));
                break;
            }
        }
        Ok(())
    }
}

const fn cards_quest(rank: Rank, wanted: u32, clear: bool) -> Quest {
    Quest {
        clear,
        measure: Measure::Cards(rank),
        wanted,
        kings_at_once: clear,
        ..Quest::BOARD
    }
}

const fn best(moves: Vec<Move>) -> Solution<Move> {
    Solution {
        moves,
        proof: Some(Proof::Best),
    }
}

fn outcome(reply: Reply, proof: Proof) -> Outcome<Solution<Move>> {
    match reply {
        Ok(Ok(moves)) => Outcome::Solved(Solution {
            moves,
            proof: Some(proof),
        }),
        Ok(Err(exhausted)) => Outcome::Impossible(exhausted),
        Err(stop) => Outcome::Unknown(stop),
    }
}
