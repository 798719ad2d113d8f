//! Compares the search with the plain rules on small games, for as long as
//! wanted, each time with other deals: draws of 1 to 3, 1 to 3 passes or any
//! number, with and without worrying back, each reduction alone and left out.
//!
//! `cargo run --release -p patience-klondike --example stress -- SECONDS [FIRST SEED]`

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use patience_klondike::rules::Klondike;

#[path = "../tests/referee/mod.rs"]
mod referee;

use referee::{Compared, compare};

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(60);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let first = args.next().and_then(|arg| arg.parse().ok());
    let first = first.unwrap_or_else(|| now.map_or(0, |time| time.as_secs() << 20));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut by_rules = Vec::new();
    for draw in 1..=3 {
        for passes in [None, Some(1), Some(2), Some(3)] {
            for worrying_back in [true, false] {
                let rules = Klondike {
                    draw,
                    passes,
                    worrying_back,
                    ..Klondike::DRAW_THREE
                };
                by_rules.push((rules, Compared::default()));
            }
        }
    }
    let mut seed = first;
    while Instant::now() < end {
        for (rules, compared) in &mut by_rules {
            compare(*rules, seed, 30, 10_000, compared);
        }
        seed += 1;
    }
    let (mut won, mut lost) = (0, 0);
    for (rules, compared) in by_rules {
        println!(
            "draw {}, passes {:?}, worrying back {}: {} won, {} lost",
            rules.draw, rules.passes, rules.worrying_back, compared.won, compared.lost
        );
        won += compared.won;
        lost += compared.lost;
    }
    println!("seeds {first} to {}: {won} won, {lost} lost", seed - 1);
}
