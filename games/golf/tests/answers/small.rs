//! Small positions, late positions and whole deals against brute force.

use patience_core::numbering::SplitMix64;
use patience_core::{Card, Limits, Outcome, Stop, Suit};
use patience_golf::rules::{Golf, State};
use patience_golf::solver::{Arguments, solve};
use patience_rules::twin::fewest_moves;
use patience_search::Budget;

use crate::support::{late, small, solved};

#[test]
fn small_positions_agree_with_brute_force() {
    let mut won = 0;
    for seed in 1..=5_000 {
        let state = small(seed);
        let wanted = fewest_moves(&Golf, &state);
        assert_eq!(solved(&state, Arguments::ALL).0, wanted, "{state:?}");
        won += u32::from(wanted.is_some());
    }
    // Both answers must be common, or the test shows little.
    assert!((1_000..4_000).contains(&won), "{won} of 5,000 can be won");
}

#[test]
fn late_positions_agree_with_brute_force() {
    let (mut tried, mut won) = (0, 0);
    for number in 1..=80 {
        for left in [6, 10, 14] {
            let Some(state) = late(number, left) else {
                continue;
            };
            let wanted = fewest_moves(&Golf, &state);
            assert_eq!(solved(&state, Arguments::ALL).0, wanted, "deal {number}");
            tried += 1;
            won += u32::from(wanted.is_some());
        }
    }
    assert!(tried - won > 20 && won > 40, "{tried} tried, {won} won");
}

fn whole_deal_agrees_with_brute_force(number: u64) {
    let deal = Golf.deal(number);
    let wanted = fewest_moves(&Golf, &deal);
    assert_eq!(solved(&deal, Arguments::ALL).0, wanted, "deal {number}");
}

#[test]
fn a_whole_deal_agrees_with_brute_force() {
    whole_deal_agrees_with_brute_force(11);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn two_more_whole_deals_agree_with_brute_force() {
        [1, 4]
            .into_iter()
            .for_each(super::whole_deal_agrees_with_brute_force);
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
        waste: change(&state.waste),
        stock: state.stock.iter().map(change).collect(),
    }
}

#[test]
fn suits_do_not_matter() {
    for number in 1..=60 {
        let deal = Golf.deal(number);
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
        let deal = Golf.deal(number);
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
    let mut state = Golf.deal(1);
    state.columns = Default::default();
    assert_eq!(solved(&state, Arguments::ALL).0, Some(0));
}

#[test]
fn a_limit_is_unknown_and_never_impossible() {
    let unknown = |limits: Limits| {
        let answer = solve(&Golf.deal(9_445), &mut Budget::new(limits));
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
        bytes: Some(600_000),
        ..Limits::NONE
    };
    assert_eq!(unknown(bytes), Stop::Memory);
}

#[test]
fn the_same_deal_takes_the_same_states() {
    for number in 1..=10 {
        let deal = Golf.deal(number);
        assert_eq!(solved(&deal, Arguments::ALL), solved(&deal, Arguments::ALL));
    }
}
