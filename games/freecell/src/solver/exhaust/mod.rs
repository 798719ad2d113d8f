//! Every position: a solution, or the proof that there is none.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the table on which the search plays |
//! | `candidates` | the steps that the rules allow, and those made automatically |
//! | `play` | the steps between the positions that the searches look at |
//! | `relaxed` | a simpler game: where it cannot be won, nothing is searched |
//! | `seen` | every position reached, and how |
//! | `complete` | the search for a solution or the proof that there is none |
//! | `together` | the same by several threads |
//! | `stages` | the same with the help of a disk |
//! | `distance` | how far from a win a position looks: the order of the search |
//! | `shorten` | removes the detours from a solution |
//! | `optimal` | the search for a shortest solution |
//! | `certify` | the walk that writes a certificate of "impossible" |
//! | `start` | between the types of the rules and those of the search |
//!
//! With 0, 1, 2 and 3 cells all of Microsoft's deals 1 to 200 are decided, each
//! in at most 2.2 million positions.

mod board;
mod candidates;
mod certify;
mod complete;
mod distance;
mod optimal;
mod play;
mod relaxed;
mod seen;
mod shorten;
mod stages;
mod start;
mod together;

use crate::rules::{FreeCell, Move, State};
use patience_core::{Answer, Count, Outcome, Proof, Solution, Stop};
use patience_search::Budget;

pub use certify::{Certified, certify, certify_with};

use crate::solver::home::GoHome;
use crate::solver::is_freecell;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;
use board::{Board, Step};
use complete::Turns;
use play::Play;
use relaxed::Relaxed;

/// Searches everything that can be reached. The answer is a solution, or the
/// proof that there is none, or the limit that stopped the search. Any game of
/// the family, any position.
pub fn solve(rules: &FreeCell, start: &State, budget: &mut Budget) -> Answer<Move> {
    let search = Complete {
        rules,
        start,
        budget,
    };
    with_packing(rules, start, search)
}

/// A shortest solution in this count, or the proof that there is none, or the
/// limit that stopped the search; then the best solution so far is an
/// alternative. Any game of the family, any position, but with a simple bound:
/// FreeCell itself has a better search in [`shortest`](crate::solver::shortest).
pub fn shortest(
    rules: &FreeCell,
    start: &State,
    count: Count,
    budget: &mut Budget,
) -> Answer<Move> {
    let search = Optimal {
        start,
        count,
        budget,
    };
    with_packing(rules, start, search)
}

/// A search that works with keys of any width.
trait Search {
    /// Which cards go home automatically.
    fn go_home(&self) -> Option<GoHome>;

    fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move>;
}

/// Runs a search with the narrowest keys that hold every position: two words
/// in games built by suit or colour, three in the others (52 digits of at most
/// 7 values and four of 14 are 162 bits).
fn with_packing(rules: &FreeCell, start: &State, search: impl Search) -> Answer<Move> {
    let terms = Terms::new(rules);
    let (below, home) = start::below(start);
    let go_home = search.go_home();
    if let Some(packing) = Packing::<2>::new(&terms, &below, home, go_home) {
        search.run(&terms, &packing)
    } else if let Some(packing) = Packing::<3>::new(&terms, &below, home, go_home) {
        search.run(&terms, &packing)
    } else {
        Answer::only(Outcome::Unknown(Stop::Incomplete))
    }
}

/// After so many states several threads begin to search, if there are any. Before
/// that, the first searches with other weights have had their turn.
const ALONE: u64 = 150_000;

/// Where hunts have found nothing, so many positions decide most deals sooner than the
/// relaxed game does.
const MOSTLY_ENOUGH: u64 = 1 << 16;

/// Which steps a search on disk takes. Files of other steps are not taken up:
/// change this with `play` and
/// `relaxed`.
const STEPS: &str = "tidy, outlines";

struct Complete<'a> {
    rules: &'a FreeCell,
    start: &'a State,
    budget: &'a mut Budget,
}

impl Search for Complete<'_> {
    fn go_home(&self) -> Option<GoHome> {
        Some(GoHome::Safe)
    }

    fn run<const W: usize>(mut self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let board = Board::at(self.start, packing);
        let play = Play::new(terms, packing);
        let outcome = self.search(&board, play);
        Answer::only(outcome.map(|steps| {
            let steps = play.single_steps(&board, &steps);
            let steps = shorten::shorten(&board, &steps, terms, packing);
            Solution {
                moves: start::moves(self.start, &steps, terms, packing, Some(GoHome::Safe)),
                proof: None,
            }
        }))
    }
}

impl Complete<'_> {
    /// In memory, on one thread and then on all of them; and if memory is too small, with
    /// the help of a disk.
    fn search<const W: usize>(&mut self, board: &Board<W>, play: Play<W>) -> Outcome<Vec<Step>> {
        let budget = &mut *self.budget;
        let disk = budget.disk();
        let has_hunted = is_freecell(self.rules);
        let question = format!("{STEPS} {:?} {:?}", self.rules, self.start);
        let is_begun = disk
            .as_ref()
            .is_some_and(|disk| stages::has_begun(disk, &question));
        if !is_begun {
            let outcome = in_memory(board, play, has_hunted, budget);
            let outcome = outcome.unwrap_or_else(Outcome::Unknown);
            if !matches!(outcome, Outcome::Unknown(Stop::Memory)) || disk.is_none() {
                return outcome;
            }
        }
        match disk {
            Some(disk) => stages::search(board, play, (&disk, &question), budget),
            None => Outcome::Unknown(Stop::Memory),
        }
    }
}

/// In memory, on one thread and then on all that there are. In a batch there may be
/// more of them when other searches end.
fn in_memory<'a, const W: usize>(
    board: &'a Board<W>,
    play: Play<'a, W>,
    has_hunted: bool,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Step>>, Stop> {
    let before = budget.states();
    let mut relaxed = Relaxed::new(play, board, budget.limits());
    if has_hunted {
        relaxed = relaxed.beginning_after(MOSTLY_ENOUGH);
    }
    let mut turns = Turns::new(board, play, relaxed, has_hunted, budget)?;
    let mut may_share = true;
    loop {
        if let Some(outcome) = turns.advance(budget)? {
            return Ok(outcome);
        }
        if may_share
            && budget.states() - before >= ALONE
            && turns.is_between_turns()
            && budget.update_threads() > 1
        {
            match together::take_over(turns, budget.threads(), budget) {
                Ok(outcome) => return Ok(outcome),
                Err(without_room) => {
                    turns = *without_room;
                    may_share = false;
                }
            }
        }
    }
}

struct Optimal<'a> {
    start: &'a State,
    count: Count,
    budget: &'a mut Budget,
}

impl Search for Optimal<'_> {
    fn go_home(&self) -> Option<GoHome> {
        optimal::settling(self.count)
    }

    fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let board = Board::at(self.start, packing);
        let found = optimal::search(&board, terms, packing, self.count, self.budget);
        let go_home = self.go_home();
        let solution = |steps: Vec<Step>, proof| Solution {
            moves: start::moves(self.start, &steps, terms, packing, go_home),
            proof,
        };
        let outcome = found
            .outcome
            .map(|steps| solution(steps, Some(Proof::Shortest)));
        let alternatives = match outcome {
            Outcome::Unknown(_) => found.best_so_far.map(|steps| solution(steps, None)),
            Outcome::Solved(_) | Outcome::Impossible(_) => None,
        };
        Answer {
            outcome,
            alternatives: Vec::from_iter(alternatives),
        }
    }
}

#[cfg(test)]
mod tests;
