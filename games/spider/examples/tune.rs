//! Looks for better weights, one small change after the other.
//!
//! `cargo run --release -p patience-spider --example tune -- SUITS WIDTH DEALS SECONDS [SEED]`
//!
//! The deals begin with 5001; figures are taken from others. A beam of this width
//! plays them, and the sum of moves, with [`LOST`] for a deal that it does not
//! solve, should become smaller.

use std::time::Instant;

use patience_core::numbering::SplitMix64;
use patience_search::Budget;
use patience_spider::rules::Spider;
use patience_spider::solver::beam::{Aim, Beam};
use patience_spider::solver::expand::Splits;
use patience_spider::solver::packed::{Game, Node};
use patience_spider::solver::route::Route;
use patience_spider::solver::weights::{Terms, Weights};

/// Moves that count for a deal that was not solved.
const LOST: u32 = 260;

fn moves(beam: &mut Beam, game: &Game, start: &Node, weights: Weights, width: usize) -> u32 {
    let terms = Terms::new(game, weights);
    let aim = Aim {
        width,
        runs: game.runs,
        below: LOST,
        splits: Splits::Longer,
        alike: usize::MAX,
    };
    let found = beam.run(game, &terms, start, &aim, &mut Budget::unlimited());
    match found {
        Ok(Some(edges)) => Route::new(game, &terms, start).moves(&edges).len() as u32,
        _ => LOST,
    }
}

fn main() {
    let args: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let [suits, width, deals, seconds, ..] = args[..] else {
        eprintln!("SUITS WIDTH DEALS SECONDS [SEED]");
        return;
    };
    let mut random = SplitMix64::new(args.get(4).copied().unwrap_or(1));
    let rules = Spider::with_suits(suits as u8);
    let games: Vec<_> = (5001..5001 + deals)
        .filter_map(|deal| Game::new(&rules, &rules.deal(deal)))
        .collect();
    let mut beam = Beam::default();
    let mut best = Weights::of(suits as u8);
    let mut play = |weights: Weights, best: Option<&[u32]>| {
        let mut sums: Vec<u32> = Vec::new();
        for (game, start) in &games {
            let last = sums.last().copied().unwrap_or(0);
            sums.push(last + moves(&mut beam, game, start, weights, width as usize));
            let so_far = sums.len();
            if let Some(best) = best
                && so_far >= 20
                && f64::from(sums[so_far - 1])
                    > f64::from(best[so_far - 1]) * (1.0 + 0.4 / so_far as f64) + 0.0
            {
                return None;
            }
        }
        Some(sums)
    };
    let started = Instant::now();
    let mut least = play(best, None).expect("all deals");
    println!(
        "{:.2} {best:?}",
        f64::from(least[least.len() - 1]) / deals as f64
    );
    while started.elapsed().as_secs() < seconds {
        let mut changed = best;
        for _ in 0..=random.below(3) {
            let at = random.below(16);
            let number = &mut *changed.numbers()[at];
            let size = (number.abs() / 4).max(2);
            *number += random.below(2 * size as usize + 1) as i32 - size;
        }
        if changed == best {
            continue;
        }
        if let Some(sums) = play(changed, Some(&least))
            && sums[sums.len() - 1] < least[least.len() - 1]
        {
            (best, least) = (changed, sums);
            println!(
                "{} s {:.2} {best:?}",
                started.elapsed().as_secs(),
                f64::from(least[least.len() - 1]) / deals as f64
            );
        }
    }
}
