//! The decks with known answers, where they are there.

use std::path::Path;

use crate::support::{all_tests, answer};
use patience_cluj::Aim;
use patience_rules::Rules;
use patience_rules::cluj::Cluj;

/// Rows of the table: deal, then the known numbers; empty where not known.
fn rows() -> Option<Vec<Vec<String>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("../shared/reference/cluj-answers.csv");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("SKIPPED: no decks with known answers at {}", file.display());
        return None;
    };
    let split = |line: &str| line.split(',').map(str::to_owned).collect();
    Some(text.lines().skip(1).map(split).collect())
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok()
}

#[test]
fn the_fewest_cheats_and_moves_are_the_known_ones() {
    for row in rows().unwrap_or_default() {
        let deal = Cluj.read_state(&row[1]).unwrap();
        let found = answer(&deal, Aim::FewestCheats);
        // One row is not in the table; an earlier model of ours said (3, 39).
        let known = number(&row[4]).zip(number(&row[5])).unwrap_or((3, 39));
        assert_eq!(found, Some(known), "row {}", row[0]);
    }
}

#[test]
fn the_fewest_moves_without_cheats_are_the_known_ones() {
    for row in rows().unwrap_or_default() {
        let deal = Cluj.read_state(&row[1]).unwrap();
        let found = answer(&deal, Aim::NoCheat);
        assert_eq!(found.is_some(), row[2] == "yes", "row {}", row[0]);
        assert_eq!(found.map(|(_, moves)| moves), number(&row[3]));
    }
}

#[test]
fn the_fewest_moves_with_any_cheats_are_the_known_ones() {
    let all = all_tests();
    for row in rows().unwrap_or_default() {
        // These two take several seconds each.
        let is_slow = ["22", "39"].contains(&row[0].as_str());
        let Some(known) = number(&row[6]).filter(|_| all || !is_slow) else {
            continue;
        };
        let deal = Cluj.read_state(&row[1]).unwrap();
        let found = answer(&deal, Aim::AnyCheats).map(|(_, moves)| moves);
        assert_eq!(found, Some(known), "row {}", row[0]);
    }
}
