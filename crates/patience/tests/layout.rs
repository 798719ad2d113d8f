//! What a layout promises: a gesture for every legal move, and no two that a
//! hand could not tell apart.

use std::collections::HashSet;

use patience::layout::{Layout, Role};
use patience::{SplitMix64, Table, list_of_games};

/// Tables on the way through random games, a few of each game.
fn tables(mut look: impl FnMut(&dyn Table)) {
    for game in list_of_games() {
        for number in 1..=4 {
            let mut table = game.deal(number, &Default::default()).unwrap();
            let mut random = SplitMix64::new(number);
            for _ in 0..60 {
                look(&*table);
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let choice = random.below(moves.len());
                table = table.play(&moves[choice]).unwrap().0;
            }
        }
    }
}

#[test]
fn every_legal_move_has_its_gesture() {
    tables(|table| {
        let layout = table.layout();
        let gestures: Vec<_> = layout.gestures.iter().map(|one| &one.played).collect();
        assert_eq!(gestures, table.legal_moves().iter().collect::<Vec<_>>());
    });
}

#[test]
fn no_two_gestures_begin_and_end_alike() {
    tables(|table| {
        let layout = table.layout();
        let mut seen = HashSet::new();
        for gesture in &layout.gestures {
            assert!(seen.insert((gesture.from, gesture.to)), "{gesture:?}");
            let found = layout.gesture(gesture.from, gesture.to);
            assert_eq!(found, Some(gesture));
            if gesture.either_way {
                let back = layout.gesture(layout.top(gesture.to.unwrap()), Some(gesture.from.pile));
                assert_eq!(back, Some(gesture));
            }
        }
    });
}

#[test]
fn cards_are_lifted_from_the_one_taken_to_the_top() {
    tables(|table| {
        let layout = table.layout();
        for gesture in &layout.gestures {
            let pile = &layout.piles[gesture.from.pile];
            if pile.role != Role::Button {
                assert_eq!(
                    gesture.from.card + gesture.cards,
                    pile.cards.len(),
                    "{gesture:?}"
                );
                assert!(pile.cards[gesture.from.card].up);
            }
            assert!(!gesture.says.is_empty());
        }
    });
}

fn cards_on(layout: &Layout) -> usize {
    layout.piles.iter().map(|pile| pile.cards.len()).sum()
}

#[test]
fn everything_lies_on_the_table() {
    tables(|table| {
        let layout = table.layout();
        for pile in &layout.piles {
            assert!(
                pile.x >= 0.0 && pile.x + 1.0 <= layout.width + 0.01,
                "{pile:?}"
            );
            let last = pile.cards.len().saturating_sub(1) as f32;
            assert!(
                pile.y + pile.step[1] * last + 1.0 <= layout.height + 0.01,
                "{pile:?}"
            );
        }
        assert!(cards_on(&layout) > 0);
    });
}

#[test]
fn covered_cards_of_tripeaks_can_be_hidden() {
    let game = patience::find_game("tripeaks").unwrap();
    let table = game.deal(1, &Default::default()).unwrap();
    let seen = table.concealed().expect("18 cards are covered");
    assert_eq!(seen.unknown_cards(), 18);
    assert_eq!(seen.legal_moves(), table.legal_moves());
    let down = |layout: &Layout| {
        let faces = layout.piles.iter().flat_map(|pile| &pile.cards);
        faces.filter(|face| !face.up).count()
    };
    assert_eq!((down(&seen.layout()), down(&table.layout())), (18, 0));
    let pyramid = patience::find_game("pyramid").unwrap();
    let table = pyramid.deal(1, &Default::default()).unwrap();
    assert!(table.concealed().is_none());
}
