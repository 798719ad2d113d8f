//! Several threads on one deal: the answers of one thread, and its limits.

use std::time::Duration;

use patience_cluj::rules::{Cluj, State};
use patience_cluj::solver::{Aim, Arguments, Pace, solve_at};
use patience_core::{Limits, Outcome, Stop};
use patience_search::{Budget, Cancel};

use crate::support::{answer, answer_at_once, later};

fn agree(start: &State, name: u64, runs: usize) {
    for aim in [Aim::FewestCheats, Aim::NoCheat] {
        let alone = answer(start, aim);
        for threads in [1, 2, 3, 8] {
            for _ in 0..runs {
                let together = answer_at_once(start, aim, threads);
                assert_eq!(together, alone, "{name}, {aim:?}, {threads} threads");
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answers() {
    for number in 20_001..=20_012 {
        let start = Cluj.deal(number);
        agree(&start, number, 1);
        // From the middle, some columns are frozen.
        agree(&later(&start, number, 12), number, 1);
    }
}

#[test]
fn a_limit_or_a_wish_stops_all_threads() {
    let start = Cluj.deal(20_328);
    let pace = Pace {
        helped_after: 500,
        ..Pace::USUAL
    };
    let stop_of = |mut budget: Budget| {
        let answer = solve_at(&start, Aim::FewestCheats, Arguments::ALL, pace, &mut budget);
        match answer.outcome {
            Outcome::Unknown(stop) => (stop, budget),
            outcome => panic!("{}", outcome.word()),
        }
    };
    let limited = |limits| Budget::new(limits).with_threads(3);
    for most in [3_000, 100_000] {
        let (stop, budget) = stop_of(limited(Limits {
            states: Some(most),
            ..Limits::NONE
        }));
        assert_eq!(stop, Stop::States);
        assert!(budget.states() <= most);
    }
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
    cancel.cancel();
    let (stop, _) = stop_of(Budget::unlimited().with_threads(3).with_cancel(&cancel));
    assert_eq!(stop, Stop::Cancelled);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn fifty_runs_give_the_same_answers() {
        for number in [20_003, 20_005, 20_007] {
            agree(&Cluj.deal(number), number, 50);
        }
        for number in [20_004, 20_030, 20_328] {
            agree(&Cluj.deal(number), number, 1);
        }
    }
}
