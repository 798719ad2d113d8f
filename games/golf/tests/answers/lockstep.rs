//! The packed game plays as the rules do.

use std::rc::Rc;

use patience_golf::rules::{Golf, Move, State};
use patience_golf::solver::packed::{EMPTY, Packed, Stage};
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
    type Rules = Golf;

    fn moves(&self) -> Vec<(Move, Self)> {
        let moves = self.0.legal_moves(self.1).into_iter();
        moves
            .map(|(move_, after)| (move_, Self(Rc::clone(&self.0), after)))
            .collect()
    }

    fn is_won(&self) -> bool {
        self.1.shape == EMPTY
    }
}

#[test]
fn perft_is_as_the_table_says() {
    let table = include_str!("../../perft.txt");
    let deal = |number| Golf.deal(number);
    assert_eq!(check_perft_table(&Golf, table, deal, At::start), 10);
}

#[test]
fn random_games_agree_to_the_end_on_10_000_deals() {
    for number in 1..=10_000 {
        let deal = Golf.deal(number);
        let start = At::start(&deal);
        // Fewer draws, so that games get far.
        let weight = |move_: &Move| if *move_ == Move::Draw { 1 } else { 4 };
        play_in_step(&Golf, deal, start, (number, 100), weight, |_, _| ());
    }
}

#[test]
fn a_table_that_no_game_has_is_not_packed() {
    let mut state = Golf.deal(1);
    let card = state.stock.pop().expect("a card");
    state.columns[0].push(card);
    assert!(Packed::new(&state).is_none());
    let mut state = Golf.deal(1);
    state.stock = vec![state.waste; 5];
    assert!(Packed::new(&state).is_none());
}
