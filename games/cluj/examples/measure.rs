//! Answers deals one after the other and prints what it took.
//!
//! `cargo run --release -p patience-cluj --example measure -- fast|fewest|any|none FIRST LAST`
//! or `.. fast|fewest|any|none TEXT` for one position, or a file with a position a
//! line. Each solution is replayed. The worst deal is named. `each` as the last word prints
//! a line for every deal (deal, cheats, moves, states), so that two versions of the solver
//! can be compared.

use std::time::Instant;

use patience_cluj::rules::{Cluj, State};
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
        Some("any") => Aim::AnyCheats,
        Some("none") => Aim::NoCheat,
        _ => {
            eprintln!("fast|fewest|any|none, then FIRST LAST, TEXT or FILE, then perhaps: each");
            return;
        }
    };
    let each = args.last().is_some_and(|word| word == "each");
    let (mut states, mut worst) = (0, (0, 0, 0.0));
    let mut times = Vec::new();
    for (deal, start) in deals(&args) {
        let mut budget = Budget::unlimited();
        let watch = Instant::now();
        let answer = solve(&start, aim, &mut budget);
        let seconds = watch.elapsed().as_secs_f64();
        if let Some(solution) = answer.outcome.solution() {
            verify(&Cluj, &start, &Target::BOARD, &solution.moves).expect("a win");
            if each {
                let cheats = solution.moves.iter().filter(|step| step.cheat).count();
                let moves = solution.moves.len();
                println!("{deal} {cheats} {moves} {}", budget.states());
            }
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

fn deals(args: &[String]) -> Vec<(u64, State)> {
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    if let (Some(first), Some(last)) = (number(1), number(2)) {
        return (first..=last).map(|n| (n, Cluj.deal(n))).collect();
    }
    let text = args.get(1).expect("FIRST LAST, TEXT or FILE");
    let text = std::fs::read_to_string(text).unwrap_or_else(|_| text.clone());
    let read = |line: &str| Cluj.read_state(line).expect("a position");
    (1..).zip(text.lines().map(read)).collect()
}
