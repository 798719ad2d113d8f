//! The packed table against the reference rules: perft, playouts to the end of
//! the game in lockstep, and columns in another order.

use std::rc::Rc;

use crate::support::{answer, later, small};
use patience_cluj::rules::{COLUMNS, Cluj, Move, State};
use patience_cluj::solver::columns::Layout;
use patience_cluj::solver::packed::{Packed, Step};
use patience_cluj::solver::{Aim, solve};
use patience_core::numbering::SplitMix64;
use patience_rules::twin::{Twin, check_perft, check_perft_table, play_in_step};
use patience_search::Budget;

fn steps(layout: &Layout, table: &Packed) -> Vec<Step> {
    let mut steps = Vec::new();
    table.steps(layout, |step| steps.push(step));
    steps
}

struct At(Rc<Layout>, Packed);

impl At {
    fn start(state: &State) -> Self {
        Self(Rc::new(Layout::new(state)), Packed::new(state))
    }
}

impl Twin for At {
    type Rules = Cluj;

    fn moves(&self) -> Vec<(Move, Self)> {
        let Self(layout, table) = self;
        let steps = steps(layout, table).into_iter();
        let after = |step| Self(Rc::clone(layout), table.after(layout, step));
        steps
            .map(|step| (table.written(layout, step), after(step)))
            .collect()
    }

    fn is_won(&self) -> bool {
        self.1.is_won()
    }
}

#[test]
fn perft_is_what_the_table_says() {
    let table = include_str!("../../perft.txt");
    let deal = |number| Cluj.deal(number);
    assert_eq!(check_perft_table(&Cluj, table, deal, At::start), 6);
}

#[test]
fn perft_agrees_with_the_rules() {
    for number in 1..=12 {
        let deal = Cluj.deal(number);
        for start in [small(number, 2, 0), later(&deal, number, 25), deal] {
            check_perft(&Cluj, &start, &At::start(&start), 3);
        }
    }
}

#[test]
fn random_games_go_in_lockstep() {
    // Few cheats, so that games also end.
    let weight = |move_: &Move| if move_.cheat { 1 } else { 20 };
    for number in 1..=150 {
        let deal = Cluj.deal(number);
        for start in [small(number, 3, 0), later(&deal, number, 20), deal] {
            let at = At::start(&start);
            play_in_step(&Cluj, start, at, (number, 300), weight, |_, _| ());
        }
    }
}

#[test]
fn solutions_go_in_lockstep_to_the_won_game() {
    for number in 1..=40 {
        let start = Cluj.deal(number);
        let solved = solve(&start, Aim::Fast, &mut Budget::unlimited());
        let moves = &solved.outcome.solution().unwrap().moves;
        let (layout, mut table) = (Layout::new(&start), Packed::new(&start));
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
