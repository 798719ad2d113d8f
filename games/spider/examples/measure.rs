//! Answers deals one after the other and prints what it took.
//!
//! `cargo run --release -p patience-spider --example measure -- SUITS FIRST LAST [WIDTHS]`

use std::time::{Duration, Instant};

use patience_core::{Limits, Target};
use patience_rules::verify::verify;
use patience_search::Budget;
use patience_spider::rules::Spider;
use patience_spider::solver::weights::Weights;
use patience_spider::solver::{Effort, Question, Solver};

/// CPU time of this process so far.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanos.map_or(0.0, |nanos: f64| nanos / 1e9)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    let [Some(suits), Some(first), Some(last)] = [0, 1, 2].map(number) else {
        eprintln!("SUITS FIRST LAST [WIDTHS]");
        return;
    };
    let rules = Spider::with_suits(suits as u8);
    let mut solver = Solver::new();
    let widths = args.get(3).map_or("10,30,100,300,1000,3000", String::as_str);
    solver.plan = widths.split(',').map(|w| (w.parse().unwrap(), Weights::of(suits as u8))).collect();
    let (mut won, mut moves, mut states) = (0, 0, 0);
    let mut times = Vec::new();
    let _ = Instant::now();
    for deal in first..=last {
        let state = rules.deal(deal);
        let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::NONE };
        let mut budget = Budget::new(limits);
        let question = Question::new(&rules, Target::BOARD, Effort::Fast);
        let start = cpu();
        let answer = solver.solve(&question, &state, &mut budget, &mut |_| {});
        let seconds = cpu() - start;
        times.push(seconds);
        states += budget.states();
        if let Some(solution) = answer.outcome.solution() {
            let replay = verify(&rules, &state, &Target::BOARD, &solution.moves);
            moves += replay.expect("a win").moves.len();
            won += 1;
        } else {
            println!("{deal}: {} {seconds:.2} s", answer.outcome.word());
        }
    }
    times.sort_by(f64::total_cmp);
    let total: f64 = times.iter().sum();
    println!("{won} of {}; mean {:.4} s, median {:.4}, p90 {:.4}, max {:.3}; {:.1} moves; {states} states, {:.0} ns each",
        times.len(), total / times.len() as f64, times[times.len()/2], times[times.len()*9/10], times[times.len()-1],
        moves as f64 / f64::from(won), total / states as f64 * 1e9);
}
