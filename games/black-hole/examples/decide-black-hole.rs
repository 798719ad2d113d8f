//! Decides deals of the project's own numbering, one after the other: how many
//! can be won, and what it took.
//!
//! `cargo run --release -p patience-black-hole --example decide-black-hole -- 10000`

use std::time::{Duration, Instant};

use patience_black_hole::{rules::BlackHole, solver::solve};
use patience_core::{Outcome, wilson_95};
use patience_search::Budget;

fn main() {
    let deals = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let deals: u64 = deals.unwrap_or(1_000);
    let (mut won, mut states, mut bytes) = (0, 0, 0);
    let (mut most_states, mut longest) = ((0, 0), (Duration::ZERO, 0));
    let started = Instant::now();
    for number in 1..=deals {
        let deal = BlackHole.deal(number);
        let mut budget = Budget::unlimited();
        let watch = Instant::now();
        let answer = solve(&deal, &mut budget);
        longest = longest.max((watch.elapsed(), number));
        won += u64::from(matches!(answer.outcome, Outcome::Solved(_)));
        states += budget.states();
        bytes = bytes.max(budget.peak_bytes());
        most_states = most_states.max((budget.states(), number));
    }
    let time = started.elapsed();
    let interval = wilson_95(won, deals);
    println!(
        "{won} of {deals} can be won: {:.2}% ({:.2} to {:.2}%)",
        100.0 * won as f64 / deals as f64,
        100.0 * interval.start(),
        100.0 * interval.end()
    );
    println!(
        "a deal: {} states, {:.3} ms; at the most {} bytes",
        states / deals,
        1e3 * time.as_secs_f64() / deals as f64,
        bytes
    );
    println!("most states: {} in deal {}", most_states.0, most_states.1);
    println!("longest: {:?} in deal {}", longest.0, longest.1);
}
