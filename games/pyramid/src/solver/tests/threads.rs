//! Several threads on one deal: the answers of one thread, and its limits.

use std::time::Duration;

use patience_core::{Limits, Outcome, Proof, Stop};
use patience_search::{Budget, Cancel};

use super::{small_position, target};
use crate::rules::{Pyramid, State, Win};
use crate::solver::Solver;

/// What must not depend on threads: the verdict, and of each solution the steps, the
/// score and the proof.
type Facts = (&'static str, Vec<(usize, Option<u32>, Option<Proof>)>);

fn facts(rules: Pyramid, start: &State, goal: &str, soon: u64, threads: usize) -> Facts {
    let mut budget = Budget::unlimited().with_threads(threads);
    let mut solver = Solver::helped_after(soon);
    let answer = solver.solve_by(rules, start, &target(goal), &mut budget);
    let solutions = answer.outcome.solution().into_iter();
    let solutions = solutions.chain(&answer.alternatives).map(|solution| {
        let tally = super::tally(rules, start, &solution.moves);
        // Where cards or the board are wanted, equal solutions have other scores.
        let score = tally.score.filter(|_| goal == "score");
        (solution.moves.len(), score, solution.proof)
    });
    (answer.outcome.word(), solutions.collect())
}

fn agree(rules: Pyramid, start: &State, goal: &str, soon: u64, runs: usize) {
    let alone = facts(rules, start, goal, soon, 1);
    for threads in [2, 3, 8] {
        for _ in 0..runs {
            let together = facts(rules, start, goal, soon, threads);
            assert_eq!(together, alone, "{goal}, {threads} threads, {start:?}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answers_on_small_positions() {
    let all = Pyramid { win: Win::All };
    for seed in 0..60 {
        let start = small_position(seed, 4 + seed as usize % 9, 3 + seed as usize % 10);
        for goal in ["board", "score", "score=600", "cards=2A", "cards=4Q"] {
            agree(Pyramid::USUAL, &start, goal, 1, 1);
            agree(all, &start, goal, 1, 1);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answers_on_whole_deals() {
    for number in 1..=12 {
        let start = Pyramid::USUAL.deal(number);
        for goal in ["board", "score", "cards=4A"] {
            agree(Pyramid::USUAL, &start, goal, 300, 1);
        }
    }
}

#[test]
fn a_limit_or_a_wish_stops_all_threads() {
    let start = Pyramid::USUAL.deal(623);
    let stop_of = |mut budget: Budget| {
        let answer = Solver::helped_after(100).solve(&start, &target("score"), &mut budget);
        match answer.outcome {
            Outcome::Unknown(stop) => (stop, budget),
            outcome => panic!("{}", outcome.word()),
        }
    };
    let limited = |limits| Budget::new(limits).with_threads(3);
    let (stop, budget) = stop_of(limited(Limits {
        states: Some(50_000),
        ..Limits::NONE
    }));
    assert_eq!(stop, Stop::States);
    assert!(budget.states() <= 50_000);
    let most = 8 << 20;
    let (stop, budget) = stop_of(limited(Limits {
        bytes: Some(most),
        ..Limits::NONE
    }));
    assert_eq!(stop, Stop::Memory);
    assert!(budget.peak_bytes() <= most);
    let (stop, _) = stop_of(limited(Limits {
        time: Some(Duration::from_millis(20)),
        ..Limits::NONE
    }));
    assert_eq!(stop, Stop::Time);
    let cancel = Cancel::default();
    cancel.cancel();
    let (stop, _) = stop_of(Budget::unlimited().with_threads(3).with_cancel(&cancel));
    assert_eq!(stop, Stop::Cancelled);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn fifty_runs_give_the_same_answers() {
        for number in [3, 7, 11] {
            for goal in ["board", "score"] {
                agree(Pyramid::USUAL, &Pyramid::USUAL.deal(number), goal, 300, 50);
            }
        }
        for number in [383, 623] {
            agree(
                Pyramid::USUAL,
                &Pyramid::USUAL.deal(number),
                "score",
                30_000,
                3,
            );
        }
    }
}
