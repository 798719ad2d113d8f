//! The packed game and the reference rules, move by move.

use std::rc::Rc;

use patience_rules::twin::{Twin, check_perft, check_perft_table, play_in_step};
use patience_tripeaks::rules::{Move, State, TriPeaks};
use patience_tripeaks::solver::goals::points;
use patience_tripeaks::solver::packed::{Packed, Unknown};
use patience_tripeaks::solver::shapes::{EMPTY, Shapes, slots};
use patience_tripeaks::solver::stage::Stage;

/// A stage of the packed game, with what its score depends on.
struct At {
    packed: Rc<Packed>,
    stage: Stage,
    value: i16,
    streak: i16,
}

impl At {
    fn start(state: &State) -> Self {
        let packed = Packed::new(state, Unknown::Dead).expect("a position");
        Self {
            stage: Stage::start(&packed),
            packed: Rc::new(packed),
            value: 0,
            streak: 0,
        }
    }

    fn after(&self, stage: Stage, value: i16, streak: i16) -> Self {
        let packed = Rc::clone(&self.packed);
        Self {
            packed,
            stage,
            value,
            streak,
        }
    }
}

impl Twin for At {
    type Rules = TriPeaks;

    fn moves(&self) -> Vec<(Move, Self)> {
        if self.is_won() {
            return Vec::new();
        }
        let (packed, stage) = (&*self.packed, self.stage);
        let uncovered = Shapes::get().uncovered[usize::from(stage.shape)];
        let play = |slot| {
            let value = self.value + 2 * self.streak + 1;
            let after = self.after(stage.play(packed, slot), value, self.streak + 1);
            (packed.play_of(slot), after)
        };
        let draw = stage.draw(packed);
        let draw = draw.map(|stage| (Move::Draw, self.after(stage, self.value, 0)));
        slots(uncovered & packed.places_next_to(stage.waste))
            .map(play)
            .chain(draw)
            .collect()
    }

    fn is_won(&self) -> bool {
        self.stage.shape == EMPTY
    }
}

#[test]
fn perft_is_what_the_table_says() {
    let table = include_str!("../../perft.txt");
    let deal = |number| TriPeaks.deal(number);
    assert_eq!(check_perft_table(&TriPeaks, table, deal, At::start), 12);
}

#[test]
fn perft_agrees_on_200_deals() {
    for number in 1..=200 {
        let deal = TriPeaks.deal(number);
        check_perft(&TriPeaks, &deal, &At::start(&deal), 6);
    }
}

#[test]
fn random_games_agree_to_the_end_on_10_000_deals() {
    // Fewer draws, so that games get far.
    let weight = |move_: &Move| if *move_ == Move::Draw { 1 } else { 4 };
    for number in 1..=10_000 {
        let deal = TriPeaks.deal(number);
        let start = At::start(&deal);
        play_in_step(
            &TriPeaks,
            deal,
            start,
            (number, 100),
            weight,
            |state, at| {
                let score = points(&at.packed, at.stage.shape, at.value);
                assert_eq!(score, state.score, "deal {number}");
            },
        );
    }
}
