//! The arguments that make the search smaller change no answer.

use patience_golf::rules::Golf;
use patience_golf::solver::Arguments;

use crate::support::{small, solved};

/// Each argument alone, and all of them.
const SOME: [(&str, Arguments); 4] = [
    (
        "exchange",
        Arguments {
            exchange: true,
            ..Arguments::NONE
        },
    ),
    (
        "supply",
        Arguments {
            supply: true,
            ..Arguments::NONE
        },
    ),
    (
        "reach",
        Arguments {
            reach: true,
            ..Arguments::NONE
        },
    ),
    ("all", Arguments::ALL),
];

fn compare_deals(deals: u64) {
    let (mut without, mut with) = (0, [0; SOME.len()]);
    for number in 1..=deals {
        let deal = Golf.deal(number);
        let (wanted, states) = solved(&deal, Arguments::NONE);
        without += states;
        for ((name, arguments), sum) in SOME.into_iter().zip(&mut with) {
            let (found, states) = solved(&deal, arguments);
            assert_eq!(found, wanted, "deal {number}, {name}");
            *sum += states;
        }
    }
    println!("states a deal: {}", without / deals);
    for ((name, _), states) in SOME.into_iter().zip(with) {
        println!("with {name}: {}", states / deals);
        assert!(states < without, "{name} saves nothing");
    }
}

#[test]
fn deals_have_the_same_answer_without_any_argument() {
    compare_deals(30);
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
