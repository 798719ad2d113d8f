//! The packed game plays as the rules do.

use patience_core::numbering::SplitMix64;
use patience_golf::rules::{Golf, Move};
use patience_golf::solver::table::{EMPTY, Spot, Table};
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
        let deal = Golf.deal(numbers[0]);
        let table = Table::new(&deal).expect("a position");
        for (depth, &count) in (1..).zip(&numbers[1..]) {
            assert_eq!(perft(&Golf, &deal, depth), count, "deal {}", numbers[0]);
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
        let mut state = Golf.deal(number);
        let table = Table::new(&state).expect("a position");
        let mut spot = table.start();
        let mut numbers = SplitMix64::new(number);
        loop {
            let moves = Golf.legal_moves(&state);
            let packed = table.legal_moves(spot);
            assert!(moves.iter().eq(packed.iter().map(|(played, _)| played)));
            assert_eq!(Golf.is_won(&state), spot.shape == EMPTY);
            if moves.is_empty() {
                break;
            }
            // Draws are half as likely as they could be, so that games get far.
            let mut pick = numbers.below(moves.len());
            if moves[pick] == Move::Draw {
                pick = numbers.below(moves.len());
            }
            let (played, after) = packed[pick];
            state = Golf.play(&state, &played).expect("a legal move");
            spot = after;
        }
        won += u32::from(Golf.is_won(&state));
    }
    println!("{won} of 10,000 random playouts were won");
}

#[test]
fn a_table_that_no_game_has_is_not_packed() {
    let mut state = Golf.deal(1);
    let card = state.stock.pop().expect("a card");
    state.columns[0].push(card);
    assert!(Table::new(&state).is_none());
    let mut state = Golf.deal(1);
    state.stock = vec![state.waste; 5];
    assert!(Table::new(&state).is_none());
}
