//! The packed game and the reference rules, move by move.

use patience_core::numbering::SplitMix64;
use patience_rules::Rules as _;
use patience_rules::perft::perft;
use patience_tripeaks::rules::{Move, TriPeaks};
use patience_tripeaks::solver::goals::points;
use patience_tripeaks::solver::shapes::{EMPTY, Shapes, slots};
use patience_tripeaks::solver::table::{Table, Unknown};
use patience_tripeaks::solver::win::Spot;

/// The packed game's moves, in the order of the rules.
fn packed_moves(table: &Table, spot: Spot) -> Vec<(Move, Spot)> {
    if spot.shape == EMPTY {
        return Vec::new();
    }
    let uncovered = Shapes::get().uncovered[usize::from(spot.shape)];
    let mut moves: Vec<_> = slots(uncovered & table.places_next_to(spot.waste))
        .map(|slot| (table.play_of(slot), spot.play(table, slot)))
        .collect();
    moves.extend(spot.draw(table).map(|after| (Move::Draw, after)));
    moves
}

fn packed_perft(table: &Table, spot: Spot, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    packed_moves(table, spot)
        .into_iter()
        .map(|(_, after)| packed_perft(table, after, depth - 1))
        .sum()
}

#[test]
fn perft_is_what_the_table_says() {
    let table = include_str!("../../perft.txt");
    let rows: Vec<_> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(rows.len(), 12);
    for line in rows {
        let numbers: Vec<u64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), 8, "{line}");
        let deal = TriPeaks.deal(numbers[0]);
        let table = Table::new(&deal, Unknown::Dead).expect("a position");
        for (depth, &count) in (1..).zip(&numbers[1..]) {
            assert_eq!(perft(&TriPeaks, &deal, depth), count, "deal {}", numbers[0]);
            let packed = packed_perft(&table, Spot::start(&table), depth);
            assert_eq!(packed, count, "deal {}", numbers[0]);
        }
    }
}

#[test]
fn perft_agrees_on_200_deals() {
    for number in 1..=200 {
        let deal = TriPeaks.deal(number);
        let table = Table::new(&deal, Unknown::Dead).expect("a position");
        for depth in 0..=6 {
            let packed = packed_perft(&table, Spot::start(&table), depth);
            assert_eq!(packed, perft(&TriPeaks, &deal, depth), "deal {number}");
        }
    }
}

#[test]
fn playouts_agree_to_the_end_on_10_000_deals() {
    for number in 1..=10_000 {
        let mut state = TriPeaks.deal(number);
        let table = Table::new(&state, Unknown::Dead).expect("a position");
        let mut spot = Spot::start(&table);
        let mut numbers = SplitMix64::new(number);
        let (mut value, mut streak) = (0, 0);
        loop {
            let moves = TriPeaks.legal_moves(&state);
            let packed = packed_moves(&table, spot);
            assert!(moves.iter().eq(packed.iter().map(|(move_, _)| move_)));
            assert_eq!(TriPeaks.is_won(&state), spot.shape == EMPTY);
            assert_eq!(points(&table, spot.shape, value), state.score);
            if moves.is_empty() {
                break;
            }
            // Plays three times as likely as draws, so that games get far.
            let mut pick = numbers.below(moves.len());
            if moves[pick] == Move::Draw {
                pick = numbers.below(moves.len());
            }
            let (move_, after) = packed[pick];
            state = TriPeaks.play(&state, &move_).expect("a legal move");
            spot = after;
            if move_ == Move::Draw {
                streak = 0;
            } else {
                value += 2 * streak + 1;
                streak += 1;
            }
        }
    }
}
