//! Positions that are not deals: marks, locked columns, long columns, won
//! games and lost ones.

use crate::support::{answer, checked, later};
use patience_cluj::rules::{Cluj, State};
use patience_cluj::solver::{Aim, solve};
use patience_core::{Limits, Outcome, Stop};
use patience_rules::Rules;
use patience_search::Budget;

const AIMS: [Aim; 4] = [Aim::FewestCheats, Aim::NoCheat, Aim::AnyCheats, Aim::Fast];

fn state(text: &str) -> State {
    Cluj.read_state(text).unwrap()
}

#[test]
fn a_won_game_needs_no_moves() {
    let won = state("TKDV09876.TKDV09876..TKDV09876..TKDV09876.");
    for aim in AIMS {
        assert_eq!(answer(&won, aim), Some((0, 0)));
    }
}

#[test]
fn a_full_run_on_another_card_is_not_won() {
    let start = state("TKDV09876.TKDV09876.TKDV0987.6TKDV09876...");
    for aim in AIMS {
        assert_eq!(answer(&start, aim), Some((0, 2)));
    }
}

#[test]
fn a_game_without_any_move_is_impossible() {
    // Every column is frozen: no card has anywhere to go.
    let start = state("996D7V!D9VDD6!8K80T0!976KV6!KTV0TT!K88077!");
    assert!(Cluj.legal_moves(&start).is_empty());
    for aim in AIMS {
        assert_eq!(answer(&start, aim), None);
    }
}

#[test]
fn a_marked_card_is_solved_from() {
    // The 6 was cheated onto the 8; it goes back onto the 7.
    let start = state("TKDV09876.TKDV09876.TKDV09876.TKDV0986!7..");
    for aim in AIMS {
        let found = answer(&start, aim).unwrap();
        assert_eq!(found, (0, 2), "{aim:?}");
    }
}

#[test]
fn long_columns_are_solved_from() {
    let texts = [
        "VT669976TV68T0T.D80.DKKK9D.8VKD80.V07977..",
        "VT669976TV68T0T.D80DKKK9D8VKD80.V07977....",
    ];
    for text in texts {
        let start = state(text);
        let found = answer(&start, Aim::FewestCheats).unwrap();
        assert_eq!(answer(&start, Aim::NoCheat).is_some(), found.0 == 0);
        assert!(answer(&start, Aim::AnyCheats).unwrap().1 <= found.1);
        assert!(answer(&start, Aim::Fast).is_some());
    }
}

#[test]
fn every_goal_is_answered_from_the_middle_of_random_games() {
    let (mut solved, mut impossible) = (0, 0);
    for number in 1..=60 {
        let start = later(&Cluj.deal(number), number, 2 + number as usize % 12);
        let limits = Limits {
            states: Some(400_000),
            ..Limits::NONE
        };
        for aim in AIMS {
            let found = solve(&start, aim, &mut Budget::new(limits));
            if let Outcome::Unknown(stop) = found.outcome {
                assert_eq!(stop, Stop::States);
                continue;
            }
            match checked(&start, found.outcome) {
                Some(_) => solved += 1,
                None => impossible += 1,
            }
        }
    }
    assert!(solved > 80 && impossible > 80, "{solved} {impossible}");
}

#[test]
fn a_limit_of_states_means_unknown() {
    let deal = Cluj.deal(1);
    for aim in AIMS {
        let limits = Limits {
            states: Some(0),
            ..Limits::NONE
        };
        let found = solve(&deal, aim, &mut Budget::new(limits));
        assert_eq!(found.outcome, Outcome::Unknown(Stop::States), "{aim:?}");
    }
}

#[test]
fn a_search_is_the_same_every_time() {
    for number in 1..=10 {
        let states = [(); 2].map(|()| {
            let mut budget = Budget::unlimited();
            let answer = solve(&Cluj.deal(number), Aim::FewestCheats, &mut budget);
            (budget.states(), answer)
        });
        assert_eq!(states[0], states[1]);
    }
}
