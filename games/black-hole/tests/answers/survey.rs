//! How many deals can be won.

use patience_black_hole::rules::BlackHole;
use patience_black_hole::solver::Arguments;
use patience_core::wilson_95;

use crate::support::solved;

/// The share of deals that can be won, by Blake and Gent (2026).
const KNOWN_SHARE: f64 = 0.869_44;

fn decide(deals: u64, wanted: u64) {
    let (mut won, mut states) = (0, 0);
    for number in 1..=deals {
        let (is_won, took) = solved(&BlackHole.deal(number), Arguments::ALL);
        won += u64::from(is_won);
        states += took;
    }
    let interval = wilson_95(won, deals);
    println!("{won} of {deals} can be won, {interval:.4?}; {states} states");
    assert_eq!(won, wanted);
    assert!(interval.contains(&KNOWN_SHARE), "{interval:?}");
}

#[test]
fn as_many_deals_can_be_won_as_is_known() {
    decide(1_000, 876);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn as_many_of_10_000_deals_can_be_won_as_is_known() {
        super::decide(10_000, 8_735);
    }
}
