//! The packed table and the rules play the same game.

use std::rc::Rc;

use crate::rules::{Move, Pyramid, State};
use patience_rules::Rules as _;
use patience_rules::twin::{Twin, check_perft, check_perft_table, play_in_step};

use super::small_position;
use crate::solver::layout::Layout;
use crate::solver::state::{Packed, legal_moves, play, unpack};

struct At(Rc<Layout>, Packed);

impl At {
    fn start(state: &State) -> Self {
        let (layout, at) = Layout::new(state).unwrap();
        Self(Rc::new(layout), at)
    }
}

impl Twin for At {
    type Rules = Pyramid;

    fn moves(&self) -> Vec<(Move, Self)> {
        let Self(layout, at) = self;
        let after = |move_: &Move| Self(Rc::clone(layout), play(layout, *at, move_).unwrap());
        let moves = legal_moves(layout, *at).into_iter();
        moves.map(|move_| (move_, after(&move_))).collect()
    }

    fn is_won(&self) -> bool {
        Pyramid::USUAL.is_won(&unpack(&self.0, self.1))
    }
}

#[test]
fn perft_agrees_with_the_rules_on_200_deals() {
    for number in 1..=200 {
        let start = Pyramid::USUAL.deal(number);
        check_perft(&Pyramid::USUAL, &start, &At::start(&start), 4);
    }
}

#[test]
fn perft_is_what_the_table_says() {
    let table = include_str!("../../../perft.txt");
    let deal = |number| Pyramid::USUAL.deal(number);
    assert_eq!(
        check_perft_table(&Pyramid::USUAL, table, deal, At::start),
        10
    );
}

#[test]
fn random_games_stay_in_step_to_their_end_on_10000_deals() {
    // Fewer draws, so that games go far.
    let weight = |move_: &Move| if *move_ == Move::Draw { 1 } else { 4 };
    for number in 1..=10_000 {
        let start = match number % 4 {
            0 => small_position(number, 10, 10),
            _ => Pyramid::USUAL.deal(number),
        };
        let at = At::start(&start);
        play_in_step(
            &Pyramid::USUAL,
            start,
            at,
            (number, 500),
            weight,
            |state, at| {
                assert_eq!(unpack(&at.0, at.1), *state, "deal {number}");
            },
        );
    }
}

#[test]
fn what_is_not_legal_is_not_played() {
    let start = Pyramid::USUAL.deal(1);
    let (layout, at) = Layout::new(&start).unwrap();
    let recycle = "Recycle".parse().unwrap();
    assert_eq!(play(&layout, at, &recycle), None);
}
