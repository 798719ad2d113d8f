//! Answers deals one after the other and prints what it took.
//!
//! `cargo run --release -p patience-freecell --example measure -- GAME FIRST LAST
//! fast|short|moves|clicks|steps|exhaust [threads=N] [cells=N] [seconds=N] [mib=N] [disk=MIB]`
//!
//! The last four modes prove a shortest solution in a count, or search all
//! positions. Each solution is replayed.

use std::time::{Duration, Instant};

use patience_core::{Count, Limits, Target};
use patience_freecell::rules::FreeCell;
use patience_freecell::solver::{Mode, Question, exhaust, solve};
use patience_rules::verify::verify;
use patience_search::{Budget, Disk};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    let option = |name: &str| {
        let value = args.iter().find_map(|arg| arg.strip_prefix(name));
        value.and_then(|value| value.strip_prefix('=')?.parse::<u64>().ok())
    };
    let rules = args.first().and_then(|name| FreeCell::named(name));
    let (Some(mut rules), Some(first), Some(last), Some(mode)) =
        (rules, number(1), number(2), args.get(3))
    else {
        eprintln!("GAME FIRST LAST MODE [threads=N] [cells=N] [seconds=N] [mib=N] [disk=MIB]");
        return;
    };
    if let Some(cells) = option("cells") {
        rules.cells = cells as u8;
    }
    let count = match mode.as_str() {
        "moves" => Count::Moves,
        "steps" => Count::Steps,
        _ => Count::Clicks,
    };
    let mode_of = |name: &str| match name {
        "fast" => Mode::Fast,
        "short" => Mode::Short,
        _ => Mode::Shortest,
    };
    let question = Question {
        mode: mode_of(mode),
        count,
        ..Question::default()
    };
    let limits = Limits {
        time: option("seconds").map(Duration::from_secs),
        bytes: option("mib").map(|mib| mib << 20),
        ..Limits::NONE
    };
    let (mut states, mut total, mut worst) = (0, 0.0, 0.0f64);
    for deal in first..=last {
        let start = rules.deal(deal);
        let mut budget = Budget::new(limits).with_threads(option("threads").unwrap_or(1) as usize);
        if let Some(mib) = option("disk") {
            budget = budget.with_disk(Disk {
                folder: std::env::temp_dir().join("patience-measure"),
                most_bytes: mib << 20,
            });
        }
        let watch = Instant::now();
        let answer = if mode == "exhaust" {
            exhaust::solve(&rules, &start, &mut budget)
        } else {
            solve(&rules, &start, &question, &mut budget, &mut |_| {})
        };
        let seconds = watch.elapsed().as_secs_f64();
        let length = answer.outcome.solution().map(|solution| {
            let replay = verify(&rules, &start, &Target::BOARD, &solution.moves);
            replay.expect("a win").length.in_count(count)
        });
        states += budget.states();
        total += seconds;
        worst = worst.max(seconds);
        if mode != "fast" || length.is_none() || seconds > 1.0 {
            println!(
                "{deal}: {} {length:?}, {seconds:.2} s, {} states, {} MiB",
                answer.outcome.word(),
                budget.states(),
                budget.peak_bytes() >> 20
            );
        }
    }
    println!("{states} states, {total:.2} s, worst {worst:.2} s");
}
