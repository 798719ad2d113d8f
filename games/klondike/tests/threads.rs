//! Several threads on one deal: the answers of one thread, and its limits.

use std::time::Duration;

use patience_core::{Limits, Outcome, Proof, Stop, Target};
use patience_klondike::rules::{Klondike, State};
use patience_klondike::solver::{Effort, Question, Solver};
use patience_rules::verify::verify;
use patience_search::{Budget, Cancel};

const ONE: Klondike = Klondike {
    draw: 1,
    ..Klondike::DRAW_THREE
};
const THREE: Klondike = Klondike::DRAW_THREE;
/// Wide keys.
const THREE_PASSES: Klondike = Klondike {
    passes: Some(3),
    ..Klondike::DRAW_THREE
};
/// Positions before other threads help.
const SOON: u64 = 500;

/// What must not depend on threads: the verdict, the length or score, the proof.
type Facts = (&'static str, Option<(u32, i32)>, Option<Proof>);

fn facts(question: &Question<'_>, state: &State, threads: usize) -> Facts {
    let mut budget = Budget::unlimited().with_threads(threads);
    let answer = Solver::helped_after(SOON).solve(question, state, &mut budget, &mut |_| {});
    let best = answer.outcome.solution();
    let replayed = best.map(|best| {
        let replay = verify(question.rules, state, &question.target, &best.moves);
        let replay = replay.expect("a solution");
        // The first win has any length, and any points.
        match (question.effort, best.proof) {
            (Effort::Shortest, _) => (replay.length.in_count(question.count), 0),
            (_, Some(Proof::Most)) => (0, replay.end.score),
            _ => (0, 0),
        }
    });
    let proof = best.and_then(|best| best.proof);
    (answer.outcome.word(), replayed, proof)
}

fn agree(rules: &Klondike, deals: &[u64], goal: &str, effort: Effort, runs: usize) {
    let target = Target::new(goal.parse().expect("a goal"), 0).expect("a target");
    let question = Question::new(rules, target, effort);
    for &deal in deals {
        let state = rules.deal(deal);
        let alone = facts(&question, &state, 1);
        for threads in [2, 3, 8] {
            for _ in 0..runs {
                let together = facts(&question, &state, threads);
                assert_eq!(together, alone, "deal {deal}, {goal}, {threads} threads");
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_verdict() {
    // Deals 11 and 16 are lost in the easy game, 10, 12 and 15 sooner.
    agree(&THREE, &[1, 5, 10, 11, 16, 22], "board", Effort::Fast, 2);
    agree(&ONE, &[1, 11, 16, 22], "board", Effort::Fast, 2);
    agree(&THREE_PASSES, &[1, 3, 11, 17], "board", Effort::Fast, 2);
    agree(&THREE, &[10, 12], "cards=4A", Effort::Fast, 2);
}

#[test]
fn any_number_of_threads_finds_the_same_length() {
    agree(&THREE, &[1, 17], "board", Effort::Shortest, 1);
    agree(&ONE, &[17], "cards=4A", Effort::Shortest, 1);
}

#[test]
fn any_number_of_threads_finds_the_same_score() {
    agree(&THREE, &[10, 12, 15, 20], "score", Effort::Short, 2);
}

#[test]
fn a_limit_or_a_wish_stops_all_threads() {
    let proof = (THREE, 1290, Effort::Fast);
    let shortest = (THREE, 6, Effort::Shortest);
    let wide = (THREE_PASSES, 1290, Effort::Fast);
    for (rules, deal, effort) in [proof, shortest, wide] {
        let state = rules.deal(deal);
        let question = Question::new(&rules, Target::BOARD, effort);
        let stop_of = |mut budget: Budget| {
            let mut solver = Solver::helped_after(SOON);
            let answer = solver.solve(&question, &state, &mut budget, &mut |_| {});
            match answer.outcome {
                Outcome::Unknown(stop) => (stop, budget),
                outcome => panic!("deal {deal}: {}", outcome.word()),
            }
        };
        let limited = |limits| Budget::new(limits).with_threads(3);
        let (stop, budget) = stop_of(limited(Limits {
            states: Some(60_000),
            ..Limits::NONE
        }));
        assert_eq!(stop, Stop::States);
        assert!(budget.states() <= 60_000);
        let most = 4 << 20;
        let (stop, budget) = stop_of(limited(Limits {
            bytes: Some(most),
            ..Limits::NONE
        }));
        assert_eq!(stop, Stop::Memory);
        assert!(budget.peak_bytes() <= most);
        let (stop, _) = stop_of(limited(Limits {
            time: Some(Duration::from_millis(50)),
            ..Limits::NONE
        }));
        assert_eq!(stop, Stop::Time);
        let cancel = Cancel::default();
        let clone = cancel.clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            clone.cancel();
        });
        let (stop, _) = stop_of(Budget::unlimited().with_threads(3).with_cancel(&cancel));
        assert_eq!(stop, Stop::Cancelled);
        later.join().expect("no panic");
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn fifty_runs_give_the_same_answers() {
        agree(&THREE, &[1, 5, 11, 16, 22], "board", Effort::Fast, 50);
        agree(&THREE, &[17], "board", Effort::Shortest, 50);
        agree(&THREE, &[10, 12], "score", Effort::Short, 50);
        agree(&THREE, &[1252, 1698, 2149], "board", Effort::Fast, 1);
    }
}
