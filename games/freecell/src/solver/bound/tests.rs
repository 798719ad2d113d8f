//! The bound against every choice of units, and along games.

use super::*;
use crate::solver::cards::{fits, rank, suit};
use crate::solver::home::GoHome;
use crate::solver::packed::convert;
use crate::solver::packed::tests::{games, random_game};
use patience_rules::Rules;

/// The units of a position: each a column, its first height and its cards.
fn units(board: &Board, unit: Unit) -> Vec<(usize, Vec<u8>)> {
    let mut units: Vec<(usize, Vec<u8>)> = Vec::new();
    for column in 0..usize::from(board.columns) {
        for height in 0..usize::from(board.height[column]) {
            let card = board.cards[column][height];
            match units.last_mut() {
                Some((of, cards))
                    if unit == Unit::Run
                        && height > 0
                        && *of == column
                        && fits(card, cards[cards.len() - 1]) =>
                {
                    cards.push(card);
                }
                _ => units.push((column, vec![card])),
            }
        }
    }
    units
}

/// Do all cards go home when just these units are lifted?
fn suffices(board: &Board, units: &[(usize, Vec<u8>)], lifted: u32) -> bool {
    let mut home = board.home;
    let mut loose: Vec<u8> = board.cells.iter().copied().filter(|&c| c != 63).collect();
    let mut columns = vec![Vec::new(); usize::from(board.columns)];
    for (index, (column, cards)) in units.iter().enumerate() {
        columns[*column].push((lifted >> index & 1 == 1, cards.clone()));
    }
    loop {
        let mut changed = false;
        for column in &mut columns {
            let Some((is_lifted, cards)) = column.last_mut() else {
                continue;
            };
            let top = cards[cards.len() - 1];
            if *is_lifted {
                loose.append(cards);
            } else if home[suit(top)] + 1 == rank(top) {
                home[suit(top)] += 1;
                cards.pop();
            } else {
                continue;
            }
            changed = true;
            if cards.is_empty() {
                column.pop();
            }
        }
        loose.retain(|&card| {
            let goes = home[suit(card)] + 1 == rank(card);
            home[suit(card)] += u8::from(goes);
            changed |= goes;
            !goes
        });
        if !changed {
            return home == [13; 4];
        }
    }
}

#[test]
fn the_bound_and_its_plans_are_those_of_every_choice_of_units() {
    let mut compared = 0;
    for rules in games() {
        for deal in 1..=60 {
            let states = random_game(&rules, deal, 400);
            let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
            let mut bounds = [Bound::new(Unit::Run), Bound::new(Unit::Card)];
            for state in states.iter().rev().step_by(7) {
                // Columns too tall to start with are not packed.
                let Some(board) = convert::pack(&rules, state) else {
                    continue;
                };
                for bound in &mut bounds {
                    let units = units(&board, bound.unit);
                    if units.len() > 11 {
                        continue;
                    }
                    compared += 1;
                    let enough: Vec<u32> = (0..1u32 << units.len())
                        .filter(|&lifted| suffices(&board, &units, lifted))
                        .collect();
                    let least = enough.iter().map(|lifted| lifted.count_ones()).min();
                    let mut planned = 0;
                    for lifted in &enough {
                        if Some(lifted.count_ones()) == least {
                            for (index, (_, cards)) in units.iter().enumerate() {
                                if lifted >> index & 1 == 1 {
                                    planned |= bit(cards[0]);
                                }
                            }
                        }
                    }
                    bound.set(&board, &coder);
                    let paid = bound.paid();
                    assert_eq!(bound.lower_bound(52), least);
                    let (cost, found) = bound.plans(least.unwrap() + 2).unwrap();
                    assert_eq!(Some(cost), least);
                    assert!(bound.plans(cost.wrapping_sub(1).min(60)).is_none() || cost == 0);
                    // Plans are given without the paid units, except where a
                    // dig goes through one.
                    assert_eq!(found & !planned, 0);
                    assert!((planned & !found).count_ones() <= paid);
                    for column in 0..usize::from(board.columns) {
                        if board.height[column] > 0 {
                            let start = bound.top_unit(column);
                            let lowest = bit(board.cards[column][start]);
                            let is_planned = bound.is_paid(column, start) || found & lowest != 0;
                            assert_eq!(is_planned, planned & lowest != 0);
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_bound_after_a_move_is_that_of_the_position_it_leads_to() {
    use crate::rules::Place;
    for rules in games() {
        for deal in 1..=6 {
            let states = random_game(&rules, deal, 60);
            let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
            for unit in [Unit::Run, Unit::Card] {
                let mut bound = Bound::new(unit);
                let mut fresh = Bound::new(unit);
                for state in states.iter().step_by(5) {
                    let board = convert::pack(&rules, state).unwrap();
                    bound.set(&board, &coder);
                    for move_ in rules.legal_moves(state) {
                        let from = match move_.from {
                            Place::Column(from) => {
                                Source::Column(usize::from(from), usize::from(move_.cards))
                            }
                            Place::Cell(cell) => Source::Cell(board.cells[usize::from(cell)]),
                            Place::Home => continue,
                        };
                        let to = match move_.to {
                            Place::Column(to) => Some(usize::from(to)),
                            Place::Cell(_) => None,
                            Place::Home => continue,
                        };
                        let after = rules.play(state, &move_).unwrap();
                        let Some(after) = convert::pack(&rules, &after) else {
                            continue;
                        };
                        // Another table, so that neither uses what the other
                        // has found.
                        fresh.forget();
                        fresh.set(&after, &coder);
                        let wanted = fresh.lower_bound(60);
                        let found = bound.after(&board, &coder, (from, to), 0, 60);
                        assert_eq!(found, wanted, "deal {deal} {move_:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_move_lowers_the_bound_by_at_most_one_and_a_home_move_leaves_it() {
    for rules in games() {
        for deal in 1..=6 {
            let states = random_game(&rules, deal, 60);
            let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
            let mut bound = Bound::new(Unit::Run);
            let mut of = |board: &Board| {
                bound.set(board, &coder);
                bound.lower_bound(60).unwrap()
            };
            for state in states.iter().step_by(5) {
                let mut board = convert::pack(&rules, state).unwrap();
                let before = of(&board);
                for move_ in rules.legal_moves(state) {
                    let after = rules.play(state, &move_).unwrap();
                    let after = of(&convert::pack(&rules, &after).unwrap());
                    if move_.to == crate::rules::Place::Home {
                        assert_eq!(after, before);
                    } else {
                        assert!(after + 1 >= before && after <= before + 1);
                    }
                }
                board.send_home(GoHome::All, |_, _, _| {});
                assert_eq!(of(&board), before);
            }
        }
    }
}
