//! Small positions, late positions and whole deals against brute force.

use patience_black_hole::rules::{BlackHole, State};
use patience_black_hole::solver::{Arguments, solve};
use patience_core::numbering::SplitMix64;
use patience_core::{Card, Limits, Outcome, Stop, Suit};
use patience_rules::twin::fewest_moves;
use patience_search::Budget;

use crate::support::{late, small, solved, solved_within};

#[test]
fn small_positions_agree_with_brute_force() {
    let mut won = 0;
    for seed in 1..=5_000 {
        let state = small(seed);
        let wanted = fewest_moves(&BlackHole, &state).is_some();
        assert_eq!(solved(&state, Arguments::ALL).0, wanted, "{state:?}");
        won += u32::from(wanted);
    }
    // Both answers must be common, or the test shows little.
    assert!((1_000..4_000).contains(&won), "{won} of 5,000 can be won");
}

#[test]
fn late_positions_agree_with_brute_force() {
    let (mut tried, mut won) = (0, 0);
    for number in 1..=80 {
        for left in [9, 14, 18] {
            let Some(state) = late(number, left) else {
                continue;
            };
            let wanted = fewest_moves(&BlackHole, &state).is_some();
            assert_eq!(solved(&state, Arguments::ALL).0, wanted, "deal {number}");
            tried += 1;
            won += u32::from(wanted);
        }
    }
    assert!(tried - won > 20 && won > 40, "{tried} tried, {won} won");
}

/// A deal that cannot be won takes brute force as many states as the solver
/// without arguments; one that can may take any number.
fn whole_deals_agree_with_brute_force(deals: u64, most: u64, at_least: u32) {
    let mut tried = 0;
    for number in 1..=deals {
        let deal = BlackHole.deal(number);
        if let Some((false, _)) = solved_within(most, &deal, Arguments::NONE) {
            assert!(fewest_moves(&BlackHole, &deal).is_none(), "deal {number}");
            assert!(!solved(&deal, Arguments::ALL).0, "deal {number}");
            tried += 1;
        }
    }
    assert!(tried >= at_least, "only {tried} tried");
}

#[test]
fn whole_deals_that_cannot_be_won_agree_with_brute_force() {
    whole_deals_agree_with_brute_force(60, 5_000, 2);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn larger_deals_that_cannot_be_won_agree_with_brute_force() {
        super::whole_deals_agree_with_brute_force(400, 100_000, 20);
    }
}

/// The same position with its suits changed, rank by rank.
fn other_suits(state: &State, seed: u64) -> State {
    let mut numbers = SplitMix64::new(seed);
    let orders: Vec<_> = (0..13)
        .map(|_| {
            let mut suits = Suit::ALL;
            numbers.shuffle(&mut suits);
            suits
        })
        .collect();
    let change = |card: &Card| {
        let rank = usize::from(card.rank().value() - 1);
        Card::new(card.rank(), orders[rank][usize::from(card.suit().index())])
    };
    State {
        columns: state
            .columns
            .each_ref()
            .map(|column| column.iter().map(change).collect()),
        hole: change(&state.hole),
    }
}

#[test]
fn suits_do_not_matter() {
    for number in 1..=60 {
        let deal = BlackHole.deal(number);
        let other = other_suits(&deal, number);
        assert_ne!(deal, other);
        let (one, two) = (
            solved(&deal, Arguments::ALL),
            solved(&other, Arguments::ALL),
        );
        assert_eq!(one, two, "deal {number}");
    }
}

#[test]
fn the_order_of_the_columns_does_not_matter() {
    for number in 1..=60 {
        let deal = BlackHole.deal(number);
        let mut other = deal.clone();
        SplitMix64::new(number).shuffle(&mut other.columns);
        let (one, two) = (
            solved(&deal, Arguments::ALL),
            solved(&other, Arguments::ALL),
        );
        assert_eq!(one.0, two.0, "deal {number}");
    }
}

#[test]
fn a_won_position_needs_no_step() {
    let mut state = BlackHole.deal(1);
    state.columns = Default::default();
    assert_eq!(solved(&state, Arguments::ALL), (true, 0));
}

#[test]
fn a_limit_is_unknown_and_never_impossible() {
    let unknown = |limits: Limits| {
        let answer = solve(&BlackHole.deal(5_535), &mut Budget::new(limits));
        match answer.outcome {
            Outcome::Unknown(stop) => stop,
            other => panic!("{other:?}"),
        }
    };
    let states = Limits {
        states: Some(100),
        ..Limits::NONE
    };
    assert_eq!(unknown(states), Stop::States);
    let bytes = Limits {
        bytes: Some(100_000),
        ..Limits::NONE
    };
    assert_eq!(unknown(bytes), Stop::Memory);
}

#[test]
fn the_same_deal_takes_the_same_states() {
    for number in 1..=10 {
        let deal = BlackHole.deal(number);
        assert_eq!(solved(&deal, Arguments::ALL), solved(&deal, Arguments::ALL));
    }
}
