//! The packed table against the reference rules: perft, playouts to the end of
//! the game in lockstep, and columns in another order.

use crate::support::{answer, later, small};
use patience_cluj::rules::{COLUMNS, Cluj, Move, State};
use patience_cluj::solver::columns::Layout;
use patience_cluj::solver::table::{Step, Table};
use patience_cluj::solver::{Aim, solve};
use patience_core::numbering::SplitMix64;
use patience_rules::{Rules, perft::perft};
use patience_search::Budget;

fn steps(layout: &Layout, table: &Table) -> Vec<Step> {
    let mut steps = Vec::new();
    table.steps(layout, |step| steps.push(step));
    steps
}

fn packed_perft(layout: &Layout, table: &Table, depth: u32) -> u64 {
    let steps = steps(layout, table);
    if depth == 1 {
        return steps.len() as u64;
    }
    let next = steps.iter().map(|&step| table.after(layout, step));
    next.map(|table| packed_perft(layout, &table, depth - 1))
        .sum()
}

#[test]
fn perft_is_what_the_table_says() {
    let table = include_str!("../../perft.txt");
    let rows: Vec<_> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(rows.len(), 6);
    for line in rows {
        let numbers: Vec<u64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), 5, "{line}");
        let start = Cluj.deal(numbers[0]);
        let (layout, table) = (Layout::new(&start), Table::new(&start));
        for (depth, &expected) in (1..).zip(&numbers[1..]) {
            assert_eq!(perft(&Cluj, &start, depth), expected, "{line}");
            assert_eq!(packed_perft(&layout, &table, depth), expected, "{line}");
        }
    }
}

#[test]
fn perft_agrees_with_the_rules() {
    for number in 1..=12 {
        let deals = [
            Cluj.deal(number),
            small(number, 2, 0),
            later(&Cluj.deal(number), number, 25),
        ];
        for start in deals {
            let (layout, table) = (Layout::new(&start), Table::new(&start));
            for depth in 1..=3 {
                let expected = perft(&Cluj, &start, depth);
                assert_eq!(packed_perft(&layout, &table, depth), expected, "{number}");
            }
        }
    }
}

/// Plays random games on both tables at once. Only every fourth move may be a
/// cheat, unless there is no other, so that games also end.
fn lockstep(start: &State, number: u64) {
    let mut numbers = SplitMix64::new(number);
    let (layout, mut table) = (Layout::new(start), Table::new(start));
    let mut now = start.clone();
    for turn in 0..300 {
        assert_eq!(table.is_won(), Cluj.is_won(&now));
        let steps = steps(&layout, &table);
        let written: Vec<Move> = steps
            .iter()
            .map(|&step| table.written(&layout, step))
            .collect();
        let legal = Cluj.legal_moves(&now);
        assert_eq!(written.len(), legal.len());
        assert!(legal.iter().all(|move_| written.contains(move_)));
        let quiet: Vec<usize> = (0..steps.len())
            .filter(|&index| !steps[index].cheat)
            .collect();
        let index = if quiet.is_empty() || turn % 4 == 0 {
            if steps.is_empty() {
                return;
            }
            numbers.below(steps.len())
        } else {
            quiet[numbers.below(quiet.len())]
        };
        now = Cluj.play(&now, &written[index]).unwrap();
        table = table.after(&layout, steps[index]);
    }
}

#[test]
fn random_games_go_in_lockstep() {
    for number in 1..=150 {
        lockstep(&Cluj.deal(number), number);
        lockstep(&small(number, 3, 0), number);
        lockstep(&later(&Cluj.deal(number), number, 20), number);
    }
}

#[test]
fn solutions_go_in_lockstep_to_the_won_game() {
    for number in 1..=40 {
        let start = Cluj.deal(number);
        let solved = solve(&start, Aim::Fast, &mut Budget::unlimited());
        let moves = &solved.outcome.solution().unwrap().moves;
        let (layout, mut table) = (Layout::new(&start), Table::new(&start));
        for move_ in moves {
            let step = steps(&layout, &table)
                .into_iter()
                .find(|&step| table.written(&layout, step) == *move_)
                .unwrap();
            table = table.after(&layout, step);
        }
        assert!(table.is_won());
    }
}

#[test]
fn the_order_of_columns_changes_nothing() {
    let mut solved = 0;
    for number in 1..=12 {
        let start = Cluj.deal(number);
        let mut other = start.clone();
        SplitMix64::new(number).shuffle(&mut other.columns);
        for aim in [Aim::NoCheat, Aim::FewestCheats] {
            let found = answer(&start, aim);
            assert_eq!(found, answer(&other, aim), "{number}");
            solved += u32::from(found.is_some());
        }
        let start = small(number, 2, 0);
        let mut other = start.clone();
        other
            .columns
            .rotate_left(1 + number as usize % (COLUMNS - 1));
        let any = answer(&start, Aim::AnyCheats).map(|(_, moves)| moves);
        assert_eq!(any, answer(&other, Aim::AnyCheats).map(|(_, moves)| moves));
        solved += u32::from(any.is_some());
    }
    assert!(solved > 20, "{solved}");
}
