//! Answers deals one after the other and prints what it took.
//!
//! `cargo run --release -p patience-klondike --example measure -- DRAW FIRST LAST [fast|short|shortest] [SECONDS] [threads=N] [own]`
//!
//! Seeds of Solvitaire, or own deals. Each solution is replayed. A deal that takes
//! more than a second gets a line of its own.

use std::time::{Duration, Instant};

use patience_core::{Limits, Target};
use patience_klondike::rules::{Klondike, from_solvitaire};
use patience_klondike::solver::{Effort, Question, Solver};
use patience_rules::verify::verify;
use patience_search::Budget;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u32>().ok());
    let [Some(draw), Some(first), Some(last)] = [0, 1, 2].map(number) else {
        eprintln!("DRAW FIRST LAST [fast|short|shortest] [SECONDS] [threads=N] [own]");
        return;
    };
    let effort = match args.get(3).map(String::as_str) {
        Some("short") => Effort::Short,
        Some("shortest") => Effort::Shortest,
        _ => Effort::Fast,
    };
    let threads = args.iter().find_map(|arg| arg.strip_prefix("threads="));
    let threads = threads
        .and_then(|threads| threads.parse().ok())
        .unwrap_or(1);
    let is_own = args.last().is_some_and(|arg| arg == "own");
    let rules = Klondike {
        draw: draw as u8,
        ..Klondike::DRAW_THREE
    };
    let limits = Limits {
        time: number(4).map(|seconds| Duration::from_secs(seconds.into())),
        bytes: Some(4 << 30),
        ..Limits::NONE
    };
    let mut solver = Solver::new();
    let (mut states, mut bytes, mut moves) = (0, 0, 0);
    let mut verdicts = [0; 3];
    let mut times = Vec::new();
    for seed in first..=last {
        let state = if is_own {
            rules.deal(seed.into())
        } else {
            from_solvitaire(&rules, seed)
        };
        let mut budget = Budget::new(limits).with_threads(threads);
        let question = Question::new(&rules, Target::BOARD, effort);
        let start = Instant::now();
        let answer = solver.solve(&question, &state, &mut budget, &mut |_| {});
        let seconds = start.elapsed().as_secs_f64();
        times.push(seconds * 1e3);
        let verdict = answer.outcome.word();
        verdicts[usize::from(verdict != "solved") + usize::from(verdict == "unknown")] += 1;
        let best = answer.outcome.solution().or(answer.alternatives.first());
        if let Some(solution) = best {
            let replay = verify(&rules, &state, &Target::BOARD, &solution.moves);
            moves += replay.expect("a win").moves.len();
        }
        states += budget.states();
        bytes = bytes.max(budget.peak_bytes());
        if effort != Effort::Fast || seconds > 1.0 {
            let length = best.map(|solution| solution.moves.len());
            println!(
                "{seed}: {verdict} {length:?}, at least {:?}, {seconds:.1} s, {} positions, {} MiB",
                budget.lower_bound(),
                budget.states(),
                budget.peak_bytes() >> 20
            );
        }
    }
    times.sort_by(f64::total_cmp);
    let [won, lost, unknown] = verdicts;
    let total: f64 = times.iter().sum();
    println!(
        "{won} won, {lost} lost, {unknown} unknown; {states} positions, {total:.0} ms, median {:.3} ms, worst {:.1} ms; {moves} moves; at most {} MiB",
        times[times.len() / 2],
        times[times.len() - 1],
        bytes >> 20
    );
    let (low, high) = wilson(f64::from(won), times.len() as f64);
    println!(
        "won: {:.2}% to {:.2}% (Wilson, 95%)",
        100.0 * low,
        100.0 * high
    );
}

/// Where the true share lies, with 95% certainty, after so many of so many.
fn wilson(won: f64, all: f64) -> (f64, f64) {
    let z2 = 1.96_f64.powi(2);
    let middle = (won + z2 / 2.0) / (all + z2);
    let half = 1.96 / (all + z2) * (won * (all - won) / all + z2 / 4.0).sqrt();
    (middle - half, middle + half)
}
