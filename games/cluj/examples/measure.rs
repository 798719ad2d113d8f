//! Answers deals one after the other and prints what it took.
//!
//! `cargo run --release -p patience-cluj --example measure -- fast|fewest FIRST LAST`
//! or `.. fast|fewest TEXT` for one position. Each solution is replayed. The
//! worst deal is named.

use std::time::Instant;

use patience_cluj::rules::Cluj;
use patience_cluj::solver::{Aim, solve};
use patience_core::Target;
use patience_rules::Rules as _;
use patience_rules::verify::verify;
use patience_search::Budget;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let aim = match args.first().map(String::as_str) {
        Some("fast") => Aim::Fast,
        Some("fewest") => Aim::FewestCheats,
        _ => {
            eprintln!("fast|fewest FIRST LAST, or fast|fewest TEXT");
            return;
        }
    };
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    let deals: Vec<_> = match (number(1), number(2)) {
        (Some(first), Some(last)) => (first..=last).map(|n| (n, Cluj.deal(n))).collect(),
        _ => vec![(0, Cluj.read_state(&args[1]).expect("a position"))],
    };
    let (mut states, mut worst) = (0, (0, 0, 0.0));
    let mut times = Vec::new();
    for (deal, start) in deals {
        let mut budget = Budget::unlimited();
        let watch = Instant::now();
        let answer = solve(&start, aim, &mut budget);
        let seconds = watch.elapsed().as_secs_f64();
        if let Some(solution) = answer.outcome.solution() {
            verify(&Cluj, &start, &Target::BOARD, &solution.moves).expect("a win");
        } else {
            println!("{deal}: {}", answer.outcome.word());
        }
        if budget.states() > worst.1 {
            worst = (deal, budget.states(), seconds);
        }
        states += budget.states();
        times.push(seconds * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{states} states, {:.0} ms, median {:.3} ms, slowest {:.1} ms; most states: deal {} with {}, {:.3} s",
        times.iter().sum::<f64>(),
        times[times.len() / 2],
        times[times.len() - 1],
        worst.0,
        worst.1,
        worst.2
    );
}
