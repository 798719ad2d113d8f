//! Answers deals one after the other and prints what it took.
//!
//! `cargo run --release -p patience-spider --example measure -- SUITS FIRST LAST [fast|short] [EFFORT] [pysol|mrs-mop] [STATES]`
//!
//! Times are CPU time of this process, as Linux counts it. Each solution is
//! replayed. A deal that is not solved gets a line of its own. The limit is 5
//! million states, about ten seconds, unless another one is given.

use patience_core::{Limits, Target};
use patience_rules::verify::verify;
use patience_search::Budget;
use patience_spider::rules::{Numbers, Spider};
use patience_spider::solver::{Effort, Question, Solver};

/// CPU seconds of this process so far.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().next();
    let nanos = nanos.and_then(|word| word.parse::<f64>().ok());
    nanos.map_or(0.0, |nanos| nanos / 1e9)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    let [Some(suits), Some(first), Some(last)] = [0, 1, 2].map(number) else {
        eprintln!("SUITS FIRST LAST [fast|short] [EFFORT] [pysol|mrs-mop] [STATES]");
        return;
    };
    let mut rules = Spider::with_suits(suits as u8);
    match args.get(5).map(String::as_str) {
        Some("pysol") => rules.numbers = Numbers::Pysol,
        Some("mrs-mop") => {
            rules = Spider {
                suits: rules.suits,
                ..Spider::MRS_MOP
            };
        }
        _ => {}
    }
    let effort = match args.get(3).map(String::as_str) {
        Some("fast") => Effort::Fast,
        _ => Effort::Short,
    };
    let mut question = Question::new(&rules, Target::BOARD, effort);
    question.factor = number(4).unwrap_or(1) as u32;
    let limits = Limits {
        states: number(6).or(Some(5_000_000)),
        bytes: Some(4 << 30),
        ..Limits::NONE
    };
    let mut solver = Solver::new();
    let (mut won, mut moves, mut states, mut bytes) = (0, 0, 0, 0);
    let mut times = Vec::new();
    for deal in first..=last {
        let state = rules.deal(deal);
        let mut budget = Budget::new(limits);
        let start = cpu();
        let answer = solver.solve(&question, &state, &mut budget, &mut |_| {});
        let seconds = cpu() - start;
        times.push(seconds);
        states += budget.states();
        bytes = bytes.max(budget.peak_bytes());
        if let Some(solution) = answer.outcome.solution() {
            let replay = verify(&rules, &state, &Target::BOARD, &solution.moves);
            moves += replay.expect("a win").moves.len();
            won += 1;
        } else {
            println!("{deal}: {} {seconds:.2} s", answer.outcome.word());
        }
    }
    times.sort_by(f64::total_cmp);
    let deals = times.len();
    let total: f64 = times.iter().sum();
    println!(
        "{won} of {deals}; mean {:.4} s, median {:.4}, p90 {:.4}, p99 {:.3}, worst {:.3}; {:.1} moves; {states} states, {:.0} ns each; at most {} MiB",
        total / deals as f64,
        times[deals / 2],
        times[deals * 9 / 10],
        times[deals * 99 / 100],
        times[deals - 1],
        moves as f64 / f64::from(won),
        total / states as f64 * 1e9,
        bytes >> 20
    );
}
