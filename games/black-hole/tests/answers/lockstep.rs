//! The packed game plays as the rules do.

use std::rc::Rc;

use patience_black_hole::rules::{BlackHole, Move, State};
use patience_black_hole::solver::packed::{Exchange, Packed, Stage, one};
use patience_black_hole::solver::walk::Walk;
use patience_core::numbering::SplitMix64;
use patience_rules::Rules as _;
use patience_rules::twin::{Twin, check_perft_table, play_in_step};

struct At(Rc<Packed>, Stage);

impl At {
    fn start(state: &State) -> Self {
        let packed = Packed::new(state).expect("a position");
        let start = packed.start();
        Self(Rc::new(packed), start)
    }
}

impl Twin for At {
    type Rules = BlackHole;

    fn moves(&self) -> Vec<(Move, Self)> {
        let moves = self.0.legal_moves(self.1).into_iter();
        moves
            .map(|(move_, after)| (move_, Self(Rc::clone(&self.0), after)))
            .collect()
    }

    fn is_won(&self) -> bool {
        self.1.heights == 0
    }
}

#[test]
fn perft_is_as_the_table_says() {
    let table = include_str!("../../perft.txt");
    let deal = |number| BlackHole.deal(number);
    assert_eq!(check_perft_table(&BlackHole, table, deal, At::start), 10);
}

#[test]
fn random_games_agree_to_the_end_on_10_000_deals() {
    for number in 1..=10_000 {
        let deal = BlackHole.deal(number);
        let start = At::start(&deal);
        play_in_step(&BlackHole, deal, start, (number, 100), |_| 1, |_, _| ());
    }
}

/// What the search keeps from play to play is what it would compute again.
#[test]
fn what_follows_from_a_state_is_kept_right() {
    for number in 1..=500 {
        let mut state = BlackHole.deal(number);
        let mut packed = Packed::new(&state).expect("a position");
        let mut walk = Walk::of(&packed);
        let mut standing = Exchange::standing(packed.start().column_heights());
        let mut numbers = SplitMix64::new(number);
        loop {
            let plays: Vec<_> = packed.plays(packed.start()).collect();
            if plays.is_empty() {
                break;
            }
            let (column, height, rank) = plays[numbers.below(plays.len())];
            walk = walk.and_then(|walk| walk.after(packed.hole, rank));
            standing = Exchange::after(standing, column, height);
            let left = packed.left - one(rank);
            let played = Move::Play(packed.card(column, height).expect("a card"));
            state = BlackHole.play(&state, &played).expect("a legal move");
            packed = Packed::new(&state).expect("a position");
            assert_eq!(walk, Walk::of(&packed), "deal {number}");
            assert_eq!(
                standing,
                Exchange::standing(packed.start().column_heights())
            );
            assert_eq!(left, packed.left);
        }
    }
}

#[test]
fn a_table_that_no_game_has_is_not_packed() {
    let mut state = BlackHole.deal(1);
    let card = state.columns[1].pop().expect("a card");
    state.columns[0].push(card);
    assert!(Packed::new(&state).is_none());
    let mut state = BlackHole.deal(1);
    state.columns[0] = vec![card; 3];
    state.columns[1] = vec![card; 3];
    assert!(Packed::new(&state).is_none());
}
