//! How many deals can be won.

use patience_core::wilson_95;
use patience_golf::rules::Golf;
use patience_golf::solver::Arguments;

use crate::support::solved;

/// The share of deals that can be won, by Blake and Gent (2026).
const KNOWN_SHARE: f64 = 0.451_09;

fn decide(deals: u64, wanted: u64) {
    let (mut won, mut states) = (0, 0);
    for number in 1..=deals {
        let (length, took) = solved(&Golf.deal(number), Arguments::ALL);
        won += u64::from(length.is_some());
        states += took;
    }
    let interval = wilson_95(won, deals);
    println!("{won} of {deals} can be won, {interval:.4?}; {states} states");
    assert_eq!(won, wanted);
    assert!(interval.contains(&KNOWN_SHARE), "{interval:?}");
}

#[test]
fn as_many_deals_can_be_won_as_is_known() {
    decide(1_000, 461);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn as_many_of_10_000_deals_can_be_won_as_is_known() {
        super::decide(10_000, 4_474);
    }
}
