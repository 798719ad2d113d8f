//! How much playing by chances helps: plays deals whose 18 face-down cards are
//! unknown, without undo, in three ways.
//!
//! - greedy: play the first card that can be played (cards that uncover others
//!   first), draw when there is none;
//! - by chances: make the move after which the board can most likely be cleared,
//!   by samples; among equals play before drawing;
//! - thoughtful: what can be won when all cards are known.
//!
//! ```text
//! cargo run --release -p patience-tripeaks --example simulation -- [DEALS] [SAMPLES]
//! ```

use patience_core::ChanceOptions;
use patience_core::{Outcome, Target, wilson_95};
use patience_rules::Rules as _;
use patience_search::Budget;
use patience_tripeaks::rules::{CARDS, FACE_DOWN, Move, Slot, State, TriPeaks};
use patience_tripeaks::solver::Solver;
use patience_tripeaks::solver::chances::chances;

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse().ok());
    let deals = words.next().flatten().unwrap_or(300);
    let samples = words.next().flatten().unwrap_or(200);
    let mut solver = Solver::new();
    let (mut greedy, mut by_chances, mut thoughtful) = (0, 0, 0);
    for number in 1..=deals {
        let deal = TriPeaks.deal(number);
        greedy += u64::from(play(&deal, greedy_move));
        by_chances += u64::from(play(&deal, |state| likely_move(state, samples)));
        let answer = solver.solve(&deal, &Target::BOARD, &mut Budget::unlimited());
        thoughtful += u64::from(matches!(answer.outcome, Outcome::Solved(_)));
    }
    println!("{deals} deals, {samples} samples a move");
    for (name, won) in [
        ("greedy", greedy),
        ("by chances", by_chances),
        ("thoughtful", thoughtful),
    ] {
        let interval = wilson_95(won, deals);
        println!(
            "{name:<11} {won:>4} won, {:.1} % ({:.1} to {:.1} %)",
            100.0 * won as f64 / deals as f64,
            100.0 * interval.start(),
            100.0 * interval.end()
        );
    }
}

/// Plays a deal whose face-down cards turn up as they are uncovered.
fn play(deal: &State, choose: impl Fn(&State) -> Move) -> bool {
    let mut state = deal.clone();
    for slot in 0..FACE_DOWN {
        state.tableau[slot] = Slot::Here(None);
    }
    while !TriPeaks.legal_moves(&state).is_empty() {
        let move_ = choose(&state);
        state = TriPeaks.play(&state, &move_).expect("a legal move");
        for slot in 0..CARDS {
            if state.tableau[slot] == Slot::Here(None) && state.is_uncovered(slot) {
                state.tableau[slot] = deal.tableau[slot];
            }
        }
    }
    TriPeaks.is_won(&state)
}

fn greedy_move(state: &State) -> Move {
    let moves = TriPeaks.legal_moves(state);
    let turns_up = |move_: &Move| {
        let after = TriPeaks.play(state, move_).expect("a legal move");
        let uncovered = |state: &State| (0..CARDS).filter(|&slot| state.is_uncovered(slot)).count();
        (*move_ != Move::Draw, uncovered(&after))
    };
    moves
        .into_iter()
        .max_by_key(turns_up)
        .expect("a legal move")
}

fn likely_move(state: &State, samples: u64) -> Move {
    let moves = TriPeaks.legal_moves(state);
    if let [only] = moves[..] {
        return only;
    }
    let options = ChanceOptions {
        samples: Some(samples),
        ..ChanceOptions::default()
    };
    let found = chances(state, &options, &mut Budget::unlimited()).expect("no limit");
    let best = found.moves.first().map_or(0, |(_, chance)| chance.wins);
    let equal = found.moves.iter().filter(|(_, chance)| chance.wins == best);
    let mut equal = equal.map(|(move_, _)| *move_);
    let first = equal.next().unwrap_or(Move::Draw);
    if first == Move::Draw {
        equal.next().unwrap_or(first)
    } else {
        first
    }
}
