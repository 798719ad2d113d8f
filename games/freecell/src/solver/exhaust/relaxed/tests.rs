//! No position that can be won is hopeless.

use super::*;
use crate::rules::{FreeCell, Move, State};
use crate::solver::cards::{CELL, HOME};
use crate::solver::exhaust::board::Step;
use crate::solver::exhaust::candidates::{RunSteps, add_candidates};
use crate::solver::exhaust::complete::Hunt;
use crate::solver::exhaust::distance::Weights;
use crate::solver::exhaust::play::Play;
use crate::solver::exhaust::{Search, with_packing};
use crate::solver::home::GoHome;
use crate::solver::terms::Terms;
use patience_core::numbering::SplitMix64;
use patience_core::{Answer, Outcome, Stop};

/// Plays at random, from the start and from positions on the way to a win, and
/// searches every hopeless position that it meets without the relaxed game.
struct Walk<'a> {
    start: &'a State,
    seed: u64,
    hopeless: &'a mut u32,
    hopeful: &'a mut u32,
}

impl Walk<'_> {
    /// Steps of a solution, if one is found soon.
    fn solution<const W: usize>(board: &Board<W>, play: Play<W>) -> Option<Vec<Step>> {
        let mut budget = Budget::unlimited();
        let weights = Weights::usual(play.terms);
        let mut hunt = Hunt::new(board, play, weights, &mut budget).ok()?;
        let mut nothing = Relaxed::new(play.with_hopeless(), board, &Limits::NONE);
        match hunt.run(20_000, 0, &mut nothing, &mut budget) {
            Ok(Some(Outcome::Solved(steps))) => Some(steps),
            _ => None,
        }
    }
}

impl Search for Walk<'_> {
    fn go_home(&self) -> Option<GoHome> {
        Some(GoHome::Safe)
    }

    fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let play = Play::new(terms, packing);
        let start = Board::at(self.start, packing);
        let mut budget = Budget::unlimited();
        let mut relaxed = Relaxed::new(play, &start, &Limits::NONE);
        let mut is_hopeless = |board: &Board<W>| {
            relaxed.allow(10_000);
            relaxed.is_hopeless(board, packing, &mut budget).unwrap()
        };
        // 1. No position on the way to a win is hopeless.
        let mut begin = start.clone();
        play.begin(&mut begin, |_, _| ());
        let way = Self::solution(&start, play).unwrap_or_default();
        let mut board = begin.clone();
        let mut on_the_way = vec![begin.key];
        for &step in &way {
            assert!(!is_hopeless(&board));
            play.make(&mut board, step, |_, _| ());
            on_the_way.push(board.key);
        }
        // 2. No hopeless position can be won.
        let mut numbers = SplitMix64::new(self.seed);
        let mut steps = Vec::new();
        for _ in 0..20 {
            board.unpack(&on_the_way[numbers.below(on_the_way.len())], packing);
            for _ in 0..40 {
                steps.clear();
                play.add_steps(&board, &mut steps);
                if steps.is_empty() || board.is_won() {
                    break;
                }
                let step = steps[numbers.below(steps.len())];
                play.make(&mut board, step, |_, _| ());
                if is_hopeless(&board) {
                    *self.hopeless += 1;
                    assert_eq!(Self::solution(&board, play), None, "{board:?}");
                    break;
                }
                *self.hopeful += 1;
            }
        }
        Answer::only(Outcome::Unknown(Stop::Incomplete))
    }
}

#[test]
fn no_position_that_can_be_won_is_hopeless() {
    for rules in FreeCell::ALL {
        let (mut hopeless, mut hopeful) = (0, 0);
        for cells in 0..=rules.cells {
            // (ForeCell, Eight Off and Seahaven Towers begin with cards in cells.)
            let Ok(rules) = rules.with_cells(cells) else {
                continue;
            };
            for deal in 1..=6 {
                let start = rules.deal(deal);
                let walk = Walk {
                    start: &start,
                    seed: 100 * deal + u64::from(cells),
                    hopeless: &mut hopeless,
                    hopeful: &mut hopeful,
                };
                with_packing(&rules, &start, walk);
            }
        }
        let is_relaxed = rules.home == Home::Cards && rules.runs != Runs::SuitRuns;
        assert_eq!(hopeless > 10, is_relaxed, "{}: {hopeless}", rules.name);
        assert!(hopeful > 100, "{}: {hopeful}", rules.name);
    }
}

/// Plays single steps at random, without any that are made automatically.
struct Follow<'a> {
    start: &'a State,
    seed: u64,
    steps: &'a mut u32,
}

impl Search for Follow<'_> {
    fn go_home(&self) -> Option<GoHome> {
        None
    }

    fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let outlines = Outlines::new(terms, &Board::at(self.start, packing)).expect("numbers");
        let mut numbers = SplitMix64::new(self.seed);
        let (mut steps, mut same, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..30 {
            let mut board = Board::at(self.start, packing);
            for _ in 0..200 {
                steps.clear();
                add_candidates(&board, terms, RunSteps::Needed, &mut steps);
                if steps.is_empty() {
                    break;
                }
                // Mostly forward: home, or onto a card.
                let step = (0..3).map(|_| steps[numbers.below(steps.len())]);
                let step = step.max_by_key(|step| (step.onto == HOME, step.onto < CELL));
                let before = outlines.of(&board, packing);
                board.make(step.expect("three"), terms, packing);
                let after = outlines.of(&board, packing);
                assert!(!outlines.step(before, &mut same, &mut others));
                let is_there = same.contains(&after) || others.contains(&after);
                assert!(after == before || is_there, "{step:?} to {board:?}");
                // Within a stage every step can be taken back.
                for next in same.drain(..).take(3) {
                    let (mut back, mut rest) = (Vec::new(), Vec::new());
                    outlines.step(next, &mut back, &mut rest);
                    assert!(back.contains(&before));
                }
                others.clear();
                *self.steps += 1;
                if board.is_won() {
                    assert!(outlines.step(after, &mut same, &mut others));
                    break;
                }
            }
        }
        Answer::only(Outcome::Unknown(Stop::Incomplete))
    }
}

#[test]
fn every_step_of_the_game_is_one_of_the_relaxed_game() {
    for rules in FreeCell::ALL
        .iter()
        .filter(|rules| rules.home == Home::Cards)
    {
        let mut steps = 0;
        for cells in 0..=rules.cells {
            let Ok(rules) = rules.with_cells(cells) else {
                continue;
            };
            for deal in 1..=4 {
                let start = rules.deal(deal);
                let follow = Follow {
                    start: &start,
                    seed: 100 * deal + u64::from(cells),
                    steps: &mut steps,
                };
                with_packing(&rules, &start, follow);
            }
        }
        assert!(steps > 1_000, "{}: {steps}", rules.name);
    }
}

/// They needed 256 GB and more in 2016, and one was left open.
#[test]
fn most_of_the_hardest_known_deals_are_hopeless() {
    let rules = FreeCell::FREECELL;
    for (deal, expected) in [
        (219_837_216, 110_248),
        (1_252_215_044, 85_610),
        (2_255_988_055, 190_121),
        (2_902_413_565, 212_785),
        (4_260_084_873, 105_687),
        (7_489_392_343, 37_501),
    ] {
        let start = rules.deal(deal);
        let count = count_outlines(&rules, &start);
        assert_eq!(count, Some(expected), "{deal}");
    }
}

/// How many outlines follow from a start that is hopeless.
fn count_outlines(rules: &FreeCell, start: &State) -> Option<u64> {
    struct Count<'a>(&'a State, &'a mut Option<u64>);
    impl Search for Count<'_> {
        fn go_home(&self) -> Option<GoHome> {
            None
        }

        fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
            let board = Board::at(self.0, packing);
            let play = Play::new(terms, packing);
            let mut relaxed = Relaxed::new(play, &board, &Limits::NONE);
            relaxed.allow(u64::MAX);
            let is_hopeless = relaxed.is_hopeless(&board, packing, &mut Budget::unlimited());
            *self.1 = is_hopeless.unwrap().then(|| relaxed.searched());
            Answer::only(Outcome::Unknown(Stop::Incomplete))
        }
    }
    let mut count = None;
    with_packing(rules, start, Count(start, &mut count));
    count
}
