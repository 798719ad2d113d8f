//! The arguments that make the search smaller change no answer.

use patience_black_hole::rules::BlackHole;
use patience_black_hole::solver::Arguments;

use crate::support::{small, solved, solved_within};

/// States that a search without arguments may take.
const MOST_STATES: u64 = 2_000_000;

/// Each argument alone, and all of them.
const SOME: [(&str, Arguments); 3] = [
    (
        "exchange",
        Arguments {
            exchange: true,
            ..Arguments::NONE
        },
    ),
    (
        "walk",
        Arguments {
            walk: true,
            ..Arguments::NONE
        },
    ),
    ("all", Arguments::ALL),
];

fn compare_deals(deals: u64) {
    let (mut decided, mut without, mut with) = (0, 0, [0; SOME.len()]);
    for number in 1..=deals {
        let deal = BlackHole.deal(number);
        // Some deals take a hundred million states without arguments.
        let Some((wanted, states)) = solved_within(MOST_STATES, &deal, Arguments::NONE) else {
            continue;
        };
        decided += 1;
        without += states;
        for ((name, arguments), sum) in SOME.into_iter().zip(&mut with) {
            let (found, states) = solved(&deal, arguments);
            assert_eq!(found, wanted, "deal {number}, {name}");
            *sum += states;
        }
    }
    println!("states a deal: {}, {decided} deals", without / decided);
    assert!(decided > deals / 2);
    for ((name, _), states) in SOME.into_iter().zip(with) {
        println!("with {name}: {}", states / decided);
        assert!(states < without, "{name} saves nothing");
    }
}

#[test]
fn deals_have_the_same_answer_without_any_argument() {
    compare_deals(20);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn three_hundred_deals_have_the_same_answer_without_any_argument() {
        super::compare_deals(300);
    }
}

#[test]
fn small_positions_have_the_same_answer_without_any_argument() {
    for seed in 10_001..=30_000 {
        let state = small(seed);
        let (wanted, _) = solved(&state, Arguments::NONE);
        for (name, arguments) in SOME {
            assert_eq!(solved(&state, arguments).0, wanted, "{name}: {state:?}");
        }
    }
}
