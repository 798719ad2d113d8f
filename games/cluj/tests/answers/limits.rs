//! The limits of a search.

use std::time::Duration;

use patience_cluj::rules::Cluj;
use patience_cluj::solver::{Aim, solve};
use patience_core::{Limits, Outcome, Stop};
use patience_search::{Budget, Cancel};

#[test]
fn a_limit_or_a_wish_stops_a_long_search() {
    let start = Cluj.deal(20_328);
    let stop_of = |mut budget: Budget| match solve(&start, Aim::FewestCheats, &mut budget).outcome {
        Outcome::Unknown(stop) => (stop, budget),
        outcome => panic!("{}", outcome.word()),
    };
    for most in [3_000, 100_000] {
        let (stop, budget) = stop_of(Budget::new(Limits {
            states: Some(most),
            ..Limits::NONE
        }));
        assert_eq!(stop, Stop::States);
        assert!(budget.states() <= most);
    }
    let most = 4 << 20;
    let (stop, budget) = stop_of(Budget::new(Limits {
        bytes: Some(most),
        ..Limits::NONE
    }));
    assert_eq!(stop, Stop::Memory);
    assert!(budget.peak_bytes() <= most);
    let (stop, _) = stop_of(Budget::new(Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::NONE
    }));
    assert_eq!(stop, Stop::Time);
    let cancel = Cancel::default();
    cancel.cancel();
    let (stop, _) = stop_of(Budget::unlimited().with_cancel(&cancel));
    assert_eq!(stop, Stop::Cancelled);
}
