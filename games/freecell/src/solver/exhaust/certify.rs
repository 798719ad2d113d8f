//! Writes the proof of "impossible" into a file that the rules can check.
//!
//! The walk has the order of the [`certificate`](crate::rules::certificate):
//! positions in the order of their discovery, from each all legal moves by card
//! and target. It is made on packed positions, and the checker makes it again on
//! plain ones. The file is accepted only if the two agree on every legal move of
//! every position.

use std::io::{self, Write};

use crate::rules::certificate::{Counts, Head, HomeMoves};
use crate::rules::{FreeCell, Move, State};
use patience_core::{Answer, Exhausted, Outcome, Solution, Stop};
use patience_rules::certificate;
use patience_search::Budget;

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, add_candidates, settle};
use super::complete::path;
use super::play::Play;
use super::relaxed::Relaxed;
use super::seen::{Link, Seen};
use super::{Search, start, with_packing};
use crate::solver::home::GoHome;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// More positions than these are not listed where the relaxed game proves the same.
const MOST_LISTED: u32 = 5_000_000;

/// The result of a search for a certificate.
#[derive(Debug)]
pub struct Certified {
    /// The answer; "impossible" only if the certificate was written.
    pub answer: Answer<Move>,
    /// How many positions or outlines the certificate counts; none without one.
    pub count: u64,
}

/// Searches everything and, if there is no solution, writes the certificate.
/// Nothing is pruned: every legal move of every position is tried, so that to
/// trust the certificate you only have to trust the rules. Only if these are too many, and
/// not even the relaxed game can be won, the certificate counts its outlines.
pub fn certify(
    rules: &FreeCell,
    start: &State,
    budget: &mut Budget,
    writer: &mut impl Write,
) -> io::Result<Certified> {
    certify_with(rules, start, HomeMoves::Free, budget, writer)
}

/// As [`certify`], with a choice of the cards that go home automatically. With
/// [`HomeMoves::Safe`] there are fewer positions (61,643 instead of 83,239 for
/// deal 11982), and one lemma to trust: [`FreeCell::is_safe_at_home`], which the
/// checker tests itself.
pub fn certify_with(
    rules: &FreeCell,
    start: &State,
    home: HomeMoves,
    budget: &mut Budget,
    writer: &mut impl Write,
) -> io::Result<Certified> {
    // The walk does not look for a win. The other search finds a solution soon
    // if there is one, and takes less time than the walk if there is none.
    let proved = super::solve(rules, start, budget);
    if !matches!(proved.outcome, Outcome::Impossible(_)) {
        return Ok(Certified {
            answer: proved,
            count: 0,
        });
    }
    let outlines = hopeless_outlines(rules, start, budget);
    let mut list = certificate::Writer::default();
    let walk = Walk {
        start,
        home,
        most: if outlines > 0 { MOST_LISTED } else { u32::MAX },
        budget,
        list: &mut list,
    };
    let walked = with_packing(rules, start, walk);
    let (answer, counts, count) = match walked.outcome {
        Outcome::Impossible(_) => (walked, Counts::Positions(home), list.positions()),
        Outcome::Unknown(stop) if outlines > 0 && stop != Stop::Cancelled => {
            list = certificate::Writer::default();
            (proved, Counts::Outlines, outlines)
        }
        _ => {
            return Ok(Certified {
                answer: walked,
                count: 0,
            });
        }
    };
    let head = Head {
        rules: *rules,
        start: start.clone(),
        counts,
        count,
    };
    head.write(writer)?;
    writer.write_all(list.numbers())?;
    Ok(Certified { answer, count })
}

/// How many outlines the relaxed game of this start has; 0 if it can be won.
fn hopeless_outlines(rules: &FreeCell, start: &State, budget: &mut Budget) -> u64 {
    let mut outlines = 0;
    let count = CountOutlines {
        start,
        budget,
        outlines: &mut outlines,
    };
    with_packing(rules, start, count);
    outlines
}

struct CountOutlines<'a> {
    start: &'a State,
    budget: &'a mut Budget,
    outlines: &'a mut u64,
}

impl Search for CountOutlines<'_> {
    fn go_home(&self) -> Option<GoHome> {
        Some(GoHome::Safe)
    }

    fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let board = Board::at(self.start, packing);
        let play = Play::new(terms, packing);
        let mut relaxed = Relaxed::new(play, &board, self.budget.limits());
        relaxed.allow(u64::MAX);
        if relaxed.is_hopeless(&board, packing, self.budget) == Ok(true) {
            *self.outlines = relaxed.searched();
        }
        Answer::only(Outcome::Unknown(Stop::Incomplete))
    }
}

struct Walk<'a> {
    start: &'a State,
    home: HomeMoves,
    /// No more positions than these are listed.
    most: u32,
    budget: &'a mut Budget,
    list: &'a mut certificate::Writer,
}

impl Search for Walk<'_> {
    fn go_home(&self) -> Option<GoHome> {
        match self.home {
            HomeMoves::Free => None,
            HomeMoves::Safe => Some(GoHome::Safe),
        }
    }

    fn run<const W: usize>(mut self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let go_home = self.go_home();
        let outcome = self.walk(terms, packing, go_home);
        let outcome = outcome.unwrap_or_else(Outcome::Unknown);
        Answer::only(outcome.map(|steps| Solution {
            moves: start::moves(self.start, &steps, terms, packing, go_home),
            proof: None,
        }))
    }
}

impl Walk<'_> {
    fn walk<const W: usize>(
        &mut self,
        terms: &Terms,
        packing: &Packing<W>,
        go_home: Option<GoHome>,
    ) -> Result<Outcome<Vec<Step>>, Stop> {
        let mut board = Board::at(self.start, packing);
        settle(&mut board, terms, packing, go_home, |_, _| ());
        if board.is_won() {
            return Ok(Outcome::Solved(Vec::new()));
        }
        let mut seen = Seen::new();
        let mut steps = Vec::new();
        let mut undos: Vec<Undo> = Vec::new();
        seen.enter(&board.key, Link::START, || 0, self.budget)?;
        let mut walked = 0;
        // 1. Positions in the order in which they were discovered.
        while walked < seen.len() {
            self.budget.count_state()?;
            let key = *seen.key(walked);
            board.unpack(&key, packing);
            // 2. Every legal move, in the order of card and target.
            steps.clear();
            add_candidates(&board, terms, RunSteps::All, &mut steps);
            steps.sort_unstable();
            for &step in &steps {
                undos.push(board.make(step, terms, packing));
                settle(&mut board, terms, packing, go_home, |_, undo| {
                    undos.push(undo);
                });
                let link = Link {
                    before: walked,
                    step,
                };
                if board.is_won() {
                    return Ok(Outcome::Solved(path(&seen, link)));
                }
                // 3. A new position is written as the number of moves that
                //    were passed over.
                let others = || self.list.bytes();
                let (_, new) = seen.enter(&board.key, link, others, self.budget)?;
                self.list.note(new);
                if seen.len() > self.most {
                    return Ok(Outcome::Unknown(Stop::Incomplete));
                }
                while let Some(undo) = undos.pop() {
                    board.take_back(undo, terms, packing);
                }
            }
            walked += 1;
        }
        // 4. All were walked over, and nothing was dropped.
        Ok(Exhausted::claim(u64::from(seen.len() - walked), 0).into())
    }
}

#[cfg(test)]
mod tests;
