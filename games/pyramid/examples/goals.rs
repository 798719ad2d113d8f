//! Solves the decks of a file (one per line), or our own deals, for a goal, and
//! prints states and time for each: `goals DECKS|FIRST..LAST GOAL [HOW MANY [THREADS]]`.

use std::error::Error;
use std::time::Instant;

use patience_core::{Target, read_deck};
use patience_pyramid::rules::{Pyramid, State};
use patience_pyramid::solver::Solver;
use patience_rules::verify::replay;
use patience_search::Budget;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, decks, goal, rest @ ..] = arguments.as_slice() else {
        return Err("goals DECKS|FIRST..LAST GOAL [HOW MANY [THREADS]]".into());
    };
    let most = rest.first().map_or(Ok(usize::MAX), |most| most.parse())?;
    let threads = rest.get(1).map_or(Ok(1), |threads| threads.parse())?;
    let target = Target::new(goal.parse()?, 0)?;
    let mut solver = Solver::new();
    let (mut states, mut slowest, mut peak) = (0, 0.0f64, 0);
    let started = Instant::now();
    for (name, start) in starts(decks)?.into_iter().take(most) {
        let mut budget = Budget::unlimited().with_threads(threads);
        let began = Instant::now();
        let answer = solver.solve(&start, &target, &mut budget);
        let milliseconds = began.elapsed().as_secs_f64() * 1e3;
        states += budget.states();
        slowest = slowest.max(milliseconds);
        peak = peak.max(budget.peak_bytes());
        print!("{name} {}", answer.outcome.word());
        for solution in answer
            .outcome
            .solution()
            .into_iter()
            .chain(&answer.alternatives)
        {
            let tally = replay(&Pyramid::USUAL, &start, &solution.moves)?.tally;
            let score = tally.score.unwrap_or_default();
            print!(" | {} steps, {score} points", solution.moves.len());
            if let Some(cards) = tally.cards(&target.goal) {
                print!(", {cards} cards");
            }
        }
        println!(" | {} states, {milliseconds:.1} ms", budget.states());
    }
    println!(
        "all: {states} states, {:.3} s; slowest {slowest:.1} ms, {} KiB",
        started.elapsed().as_secs_f64(),
        peak / 1024
    );
    Ok(())
}

/// The positions, each with its number.
fn starts(decks: &str) -> Result<Vec<(u64, State)>, Box<dyn Error>> {
    if let Some((first, last)) = decks.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse())
    {
        let deals = (first..=last).map(|n| (n, Pyramid::USUAL.deal(n)));
        return Ok(deals.collect());
    }
    let text = std::fs::read_to_string(decks)?;
    let lines = (1..).zip(text.lines());
    let start = |(n, line)| Ok((n, State::from_deck(&read_deck(line)?)));
    lines.map(start).collect()
}
