//! The packed game plays as the rules do.

use patience_black_hole::rules::{BlackHole, Move};
use patience_black_hole::solver::exchange::Exchange;
use patience_black_hole::solver::table::{Spot, Table, one};
use patience_black_hole::solver::walk::Walk;
use patience_core::numbering::SplitMix64;
use patience_rules::Rules as _;
use patience_rules::perft::perft;

fn packed_perft(table: &Table, spot: Spot, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = table.legal_moves(spot).into_iter();
    moves
        .map(|(_, after)| packed_perft(table, after, depth - 1))
        .sum()
}

#[test]
fn perft_is_as_the_table_says() {
    let lines = include_str!("../../perft.txt").lines();
    let mut deals = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let numbers = line.split_whitespace().map(|word| word.parse::<u64>());
        let numbers: Vec<_> = numbers.collect::<Result<_, _>>().expect("numbers");
        let deal = BlackHole.deal(numbers[0]);
        let table = Table::new(&deal).expect("a position");
        for (depth, &count) in (1..).zip(&numbers[1..]) {
            assert_eq!(
                perft(&BlackHole, &deal, depth),
                count,
                "deal {}",
                numbers[0]
            );
            let packed = packed_perft(&table, table.start(), depth);
            assert_eq!(packed, count, "deal {}", numbers[0]);
        }
        deals += 1;
    }
    assert_eq!(deals, 10);
}

#[test]
fn playouts_agree_to_the_end_on_10_000_deals() {
    let mut won = 0;
    for number in 1..=10_000 {
        let mut state = BlackHole.deal(number);
        let table = Table::new(&state).expect("a position");
        let mut spot = table.start();
        let mut numbers = SplitMix64::new(number);
        loop {
            let moves = BlackHole.legal_moves(&state);
            let packed = table.legal_moves(spot);
            assert!(moves.iter().eq(packed.iter().map(|(played, _)| played)));
            assert_eq!(BlackHole.is_won(&state), spot.heights == 0);
            if moves.is_empty() {
                break;
            }
            let (played, after) = packed[numbers.below(moves.len())];
            state = BlackHole.play(&state, &played).expect("a legal move");
            spot = after;
        }
        won += u32::from(BlackHole.is_won(&state));
    }
    println!("{won} of 10,000 random playouts were won");
}

/// What the search keeps from play to play is what it would compute again.
#[test]
fn what_follows_from_a_state_is_kept_right() {
    for number in 1..=500 {
        let mut state = BlackHole.deal(number);
        let mut table = Table::new(&state).expect("a position");
        let mut walk = Walk::of(&table);
        let mut standing = Exchange::standing(table.start());
        let mut numbers = SplitMix64::new(number);
        loop {
            let plays: Vec<_> = table.plays(table.start()).collect();
            if plays.is_empty() {
                break;
            }
            let (column, height, rank) = plays[numbers.below(plays.len())];
            walk = walk.and_then(|walk| walk.after(table.hole, rank));
            standing = Exchange::after(standing, column, height);
            let left = table.left - one(rank);
            let played = Move::Play(table.card(column, height).expect("a card"));
            state = BlackHole.play(&state, &played).expect("a legal move");
            table = Table::new(&state).expect("a position");
            assert_eq!(walk, Walk::of(&table), "deal {number}");
            assert_eq!(standing, Exchange::standing(table.start()));
            assert_eq!(left, table.left);
        }
    }
}

#[test]
fn a_table_that_no_game_has_is_not_packed() {
    let mut state = BlackHole.deal(1);
    let card = state.columns[1].pop().expect("a card");
    state.columns[0].push(card);
    assert!(Table::new(&state).is_none());
    let mut state = BlackHole.deal(1);
    state.columns[0] = vec![card; 3];
    state.columns[1] = vec![card; 3];
    assert!(Table::new(&state).is_none());
}
