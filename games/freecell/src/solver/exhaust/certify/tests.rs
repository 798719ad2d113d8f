//! Certificates: accepted as they are, refused with any position changed.

use patience_core::Limits;

use crate::rules::certificate::{check, relaxed};

use super::*;
use crate::solver::exhaust::tests::{small_game, verdict};

fn certificate(rules: &FreeCell, start: &State, home: HomeMoves) -> Vec<u8> {
    let mut file = Vec::new();
    let certified = certify_with(rules, start, home, &mut Budget::unlimited(), &mut file);
    assert_eq!(certified.unwrap().answer.outcome.word(), "impossible");
    file
}

/// The head and the numbers of a certificate.
fn parts(file: &[u8]) -> (Head, Vec<u8>) {
    let mut rest = file;
    let head = Head::read(&mut rest).unwrap();
    (head, rest.to_vec())
}

fn put_together(head: &Head, positions: u64, numbers: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let head = Head {
        count: positions,
        ..head.clone()
    };
    head.write(&mut file).unwrap();
    file.extend(numbers);
    file
}

#[test]
fn the_certificate_of_11982_is_accepted() {
    let rules = FreeCell::FREECELL;
    let start = rules.deal(11982);
    for (home, positions, most_bytes) in [
        (HomeMoves::Free, 83_239, 83_600),
        (HomeMoves::Safe, 61_643, 62_000),
    ] {
        let file = certificate(&rules, &start, home);
        let verdict = check(file.as_slice()).unwrap();
        assert_eq!(verdict.rules, rules);
        assert_eq!(verdict.start, start);
        assert_eq!(verdict.count, positions);
        assert!(file.len() < most_bytes, "{} bytes", file.len());
    }
}

/// Deal 25 with one cell has few positions, so that many can be tried.
/// Each change is tried with the old count in the head and with the right one:
/// the count alone must not reveal it.
#[test]
fn a_certificate_with_one_position_removed_added_or_altered_is_refused() {
    let rules = FreeCell::FREECELL.with_cells(1).unwrap();
    let file = certificate(&rules, &rules.deal(25), HomeMoves::Free);
    let (head, numbers) = parts(&file);
    let positions = head.count;
    assert_eq!(numbers.len() as u64, positions - 1, "one byte each");
    assert_eq!(put_together(&head, positions, &numbers), file);
    check(file.as_slice()).unwrap();
    let refused = |positions: u64, numbers: &[u8]| {
        for positions in [positions, head.count] {
            let changed = put_together(&head, positions, numbers);
            assert!(check(changed.as_slice()).is_err());
        }
    };
    for place in (0..numbers.len()).step_by(3).chain([numbers.len() - 1]) {
        let mut removed = numbers.clone();
        let number = removed.remove(place);
        refused(positions - 1, &removed);
        // Removed, and the one after it still where it was.
        if let Some(next) = removed.get_mut(place) {
            *next += number + 1;
            refused(positions - 1, &removed);
        }
        for added in [0, 1, number, number + 1] {
            let mut numbers = numbers.clone();
            numbers.insert(place, added);
            refused(positions + 1, &numbers);
            // Added, and the one after it still where it was.
            if let Some(rest) = number.checked_sub(added + 1) {
                numbers[place + 1] = rest;
                refused(positions + 1, &numbers);
            }
        }
        for altered in [number + 1, number.wrapping_sub(1), number ^ 8] {
            let mut numbers = numbers.clone();
            numbers[place] = altered;
            refused(positions, &numbers);
        }
    }
    let mut added = numbers.clone();
    for last in 0..4 {
        added.push(last);
        refused(positions + 1, &added);
        added.pop();
    }
}

#[test]
fn the_certificate_of_11982_with_one_position_changed_is_refused() {
    let rules = FreeCell::FREECELL;
    let file = certificate(&rules, &rules.deal(11982), HomeMoves::Free);
    let (head, numbers) = parts(&file);
    for place in [0, 1_000, 9_999] {
        let mut removed = numbers.clone();
        removed.remove(place);
        let mut added = numbers.clone();
        added.insert(place, 1);
        let mut altered = numbers.clone();
        altered[place] += 1;
        for (positions, numbers) in [
            (head.count - 1, removed),
            (head.count + 1, added),
            (head.count, altered),
        ] {
            let changed = put_together(&head, positions, &numbers);
            assert!(check(changed.as_slice()).is_err(), "place {place}");
        }
    }
}

#[test]
fn another_start_game_or_home_rule_is_refused() {
    let rules = FreeCell::FREECELL.with_cells(3).unwrap();
    let file = certificate(&rules, &rules.deal(169), HomeMoves::Free);
    let (head, numbers) = parts(&file);
    let others = [
        Head {
            start: rules.deal(170),
            ..head.clone()
        },
        Head {
            rules: FreeCell::BAKERS_GAME.with_cells(3).unwrap(),
            ..head.clone()
        },
        Head {
            counts: Counts::Positions(HomeMoves::Safe),
            ..head.clone()
        },
    ];
    for other in others {
        let changed = put_together(&other, head.count, &numbers);
        assert!(check(changed.as_slice()).is_err(), "{other:?}");
    }
    for most in [0, 20, 200, file.len() - 1] {
        assert!(check(&file[..most]).is_err(), "cut after {most} bytes");
    }
}

#[test]
fn a_deal_that_can_be_won_gets_a_solution_and_no_certificate() {
    let rules = FreeCell::FREECELL.with_cells(1).unwrap();
    let deal = (1..20).find(|&deal| verdict(&rules, &rules.deal(deal), 2_000_000) == "solved");
    let start = rules.deal(deal.unwrap());
    let mut file = Vec::new();
    let certified = certify(&rules, &start, &mut Budget::unlimited(), &mut file).unwrap();
    assert_eq!(certified.answer.outcome.word(), "solved");
    assert!(file.is_empty());
}

/// The walk over packed positions and the checker's over plain ones must agree
/// on every legal move of every position, in every game.
#[test]
fn every_game_has_certificates_that_are_accepted() {
    let deals = [
        ("freecell", 2, 21),
        ("relaxed-freecell", 1, 6),
        ("forecell", 4, 9),
        ("bakers-game", 2, 27),
        ("ko-bakers-game", 4, 1),
        ("eight-off", 5, 10),
        ("seahaven", 4, 21),
        ("relaxed-seahaven", 4, 21),
        ("streets-and-alleys", 0, 31),
        ("beleaguered-castle", 0, 1),
        ("citadel", 0, 23),
        ("simple-simon", 0, 53),
    ];
    for (name, cells, deal) in deals {
        let rules = FreeCell::named(name).unwrap().with_cells(cells).unwrap();
        for home in [HomeMoves::Free, HomeMoves::Safe] {
            let file = certificate(&rules, &rules.deal(deal), home);
            let verdict = check(file.as_slice());
            assert!(verdict.is_ok(), "{name}: {verdict:?}");
        }
    }
}

/// Baker's Dozen can nearly always be won; small decks cannot.
#[test]
fn small_games_of_bakers_dozen_have_certificates_that_are_accepted() {
    let mut checked = 0;
    for number in 1..=6 {
        let (rules, start) = small_game(&FreeCell::BAKERS_DOZEN, number);
        if verdict(&rules, &start, u64::MAX) == "impossible" {
            let file = certificate(&rules, &start, HomeMoves::Free);
            check(file.as_slice()).unwrap();
            checked += 1;
        }
    }
    assert!(checked > 0);
}

/// Outlines of Streets and Alleys 523, which has hundreds of millions of positions.
const OUTLINES: u64 = 26_535;

#[test]
fn a_game_with_too_many_positions_has_a_certificate_of_outlines() {
    let rules = FreeCell::named("streets-and-alleys").unwrap();
    let start = rules.deal(523);
    let mut budget = Budget::new(Limits {
        states: Some(600_000),
        ..Limits::NONE
    });
    let mut file = Vec::new();
    let certified = certify(&rules, &start, &mut budget, &mut file).unwrap();
    assert_eq!(certified.answer.outcome.word(), "impossible");
    let verdict = check(file.as_slice()).unwrap();
    assert_eq!((verdict.start, verdict.count), (start.clone(), OUTLINES));
    assert_eq!(verdict.counts, Counts::Outlines);
    // Another number, another deal, or something more proves nothing.
    let refused = |deal: u64, count: u64, rest: &[u8]| {
        let mut file = Vec::new();
        let head = Head {
            rules,
            start: rules.deal(deal),
            counts: Counts::Outlines,
            count,
        };
        head.write(&mut file).unwrap();
        file.extend(rest);
        check(file.as_slice()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(523, OUTLINES + 1, &[]),
        format!("there are {OUTLINES} outlines, not {}", OUTLINES + 1)
    );
    assert_eq!(
        refused(523, OUTLINES - 1, &[]),
        format!("there are more than {} outlines", OUTLINES - 1)
    );
    assert_eq!(refused(523, OUTLINES, &[0]), "something follows the head");
}

#[test]
fn a_game_that_is_won_in_the_relaxed_game_has_no_certificate_of_outlines() {
    let rules = FreeCell::FREECELL;
    let mut start = rules.deal(1);
    let is_king = |card: &patience_core::Card| card.rank().value() == 13;
    for column in &mut start.columns {
        column.retain(is_king);
    }
    start.home = [12; 4];
    let counted = relaxed::count_outlines(&rules, &start, 1_000);
    assert_eq!(counted.unwrap_err().to_string(), "an outline is won");
    let mut budget = Budget::unlimited();
    assert_eq!(hopeless_outlines(&rules, &start, &mut budget), 0);
}

/// The solver's relaxed game and that of the rules share no code.
#[test]
fn the_solver_and_the_rules_agree_on_the_outlines_of_every_game() {
    let mut hopeless = 0;
    for rules in FreeCell::ALL {
        for cells in 0..=rules.cells {
            let Ok(rules) = rules.with_cells(cells) else {
                continue;
            };
            for deal in 1..=10 {
                let start = rules.deal(deal);
                let mut budget = Budget::new(Limits {
                    states: Some(2_000),
                    ..Limits::NONE
                });
                let outlines = hopeless_outlines(&rules, &start, &mut budget);
                let counted = relaxed::count_outlines(&rules, &start, 2_000);
                if outlines > 0 {
                    hopeless += 1;
                    assert_eq!(counted.unwrap(), outlines, "{} {deal}", rules.name);
                } else {
                    assert!(counted.is_err(), "{} {deal}", rules.name);
                }
            }
        }
    }
    assert!(hopeless > 80, "{hopeless}");
}
