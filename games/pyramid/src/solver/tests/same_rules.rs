//! The packed table and the rules play the same game.

use std::collections::HashSet;

use crate::rules::Pyramid;
use patience_core::numbering::SplitMix64;
use patience_rules::Rules;
use patience_rules::perft::perft;

use super::small_position;
use crate::solver::layout::Layout;
use crate::solver::state::{Packed, legal_moves, play, unpack};

fn packed_perft(layout: &Layout, at: Packed, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(layout, at);
    let after = moves.iter().map(|move_| play(layout, at, move_).unwrap());
    after
        .map(|next| packed_perft(layout, next, depth - 1))
        .sum()
}

#[test]
fn perft_agrees_with_the_rules_on_200_deals() {
    for number in 1..=200 {
        let start = Pyramid.deal(number);
        let (layout, at) = Layout::new(&start).unwrap();
        for depth in 0..=4 {
            let expected = perft(&Pyramid, &start, depth);
            assert_eq!(packed_perft(&layout, at, depth), expected, "deal {number}");
        }
    }
}

#[test]
fn perft_is_what_the_table_says() {
    let table = include_str!("../../../perft.txt");
    let rows: Vec<_> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(rows.len(), 10);
    for line in rows {
        let numbers: Vec<u64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), 8, "{line}");
        let start = Pyramid.deal(numbers[0]);
        let (layout, at) = Layout::new(&start).unwrap();
        for (depth, expected) in (1..).zip(&numbers[1..]) {
            assert_eq!(perft(&Pyramid, &start, depth), *expected, "{line}");
            assert_eq!(packed_perft(&layout, at, depth), *expected, "{line}");
        }
    }
}

#[test]
fn random_games_stay_in_step_to_their_end_on_10000_deals() {
    for number in 1..=10_000 {
        let mut numbers = SplitMix64::new(number);
        let mut state = if number % 4 == 0 {
            small_position(number, 10, 10)
        } else {
            Pyramid.deal(number)
        };
        let (layout, mut at) = Layout::new(&state).unwrap();
        loop {
            assert_eq!(unpack(&layout, at), state, "deal {number}");
            let moves = Pyramid.legal_moves(&state);
            let packed = legal_moves(&layout, at);
            assert_eq!(moves.len(), packed.len(), "deal {number}");
            let same: HashSet<_> = packed.iter().collect();
            assert!(
                moves.iter().all(|move_| same.contains(move_)),
                "deal {number}"
            );
            if moves.is_empty() {
                break;
            }
            // Removals more often than draws, so that games go far.
            let last = moves.len() - 1;
            let pick = numbers.below(moves.len()).min(numbers.below(moves.len()));
            let move_ = &moves[pick.min(last)];
            state = Pyramid.play(&state, move_).unwrap();
            at = play(&layout, at, move_).unwrap();
        }
    }
}

#[test]
fn what_is_not_legal_is_not_played() {
    let start = Pyramid.deal(1);
    let (layout, at) = Layout::new(&start).unwrap();
    let recycle = "Recycle".parse().unwrap();
    assert_eq!(play(&layout, at, &recycle), None);
}
