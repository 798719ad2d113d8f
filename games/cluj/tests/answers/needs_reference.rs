//! The deals with known answers, in the folder beside the project.

use std::path::Path;

use crate::support::answer;
use patience_cluj::rules::Cluj;
use patience_cluj::solver::Aim;
use patience_rules::Rules;

/// Deals that take several seconds with any number of cheats.
const SLOW: [&str; 2] = ["22", "39"];

/// Rows of the table: deal, then the known numbers; empty where not known.
fn rows() -> Vec<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("../shared/reference/cluj-answers.csv");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let split = |line: &str| line.split(',').map(str::to_owned).collect();
    let rows: Vec<_> = text.lines().skip(1).map(split).collect();
    assert_eq!(rows.len(), 60);
    rows
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok()
}

/// Compares the fewest moves with any number of cheats, of some rows.
fn any_cheats_agree(is_wanted: impl Fn(&str) -> bool) -> usize {
    let mut compared = 0;
    for row in rows() {
        let Some(known) = number(&row[6]).filter(|_| is_wanted(&row[0])) else {
            continue;
        };
        let deal = Cluj.read_state(&row[1]).unwrap();
        let found = answer(&deal, Aim::AnyCheats).map(|(_, moves)| moves);
        assert_eq!(found, Some(known), "row {}", row[0]);
        compared += 1;
    }
    compared
}

#[test]
#[ignore = "needs ../shared/reference"]
fn the_fewest_cheats_and_moves_are_the_known_ones() {
    for row in rows() {
        let deal = Cluj.read_state(&row[1]).unwrap();
        let found = answer(&deal, Aim::FewestCheats);
        // One row is not in the table; an earlier model of ours said (3, 39).
        let known = number(&row[4]).zip(number(&row[5])).unwrap_or((3, 39));
        assert_eq!(found, Some(known), "row {}", row[0]);
    }
}

#[test]
#[ignore = "needs ../shared/reference"]
fn the_fewest_moves_without_cheats_are_the_known_ones() {
    let mut won = 0;
    for row in rows() {
        let deal = Cluj.read_state(&row[1]).unwrap();
        let found = answer(&deal, Aim::NoCheat);
        assert_eq!(found.is_some(), row[2] == "yes", "row {}", row[0]);
        assert_eq!(found.map(|(_, moves)| moves), number(&row[3]));
        won += u32::from(found.is_some());
    }
    assert_eq!(won, 20);
}

#[test]
#[ignore = "needs ../shared/reference"]
fn the_fewest_moves_with_any_cheats_are_the_known_ones() {
    assert_eq!(any_cheats_agree(|row| !SLOW.contains(&row)), 38);
}

mod slow {
    use super::{SLOW, any_cheats_agree};

    #[test]
    #[ignore = "slow: ./test --all runs it; needs ../shared/reference"]
    fn the_fewest_moves_of_two_slow_deals_are_the_known_ones() {
        assert_eq!(any_cheats_agree(|row| SLOW.contains(&row)), 2);
    }
}
