//! How many undominated pairs (score, streak) a state has, over deals 1 to N of
//! the project's own numbering.
//!
//! ```text
//! cargo run --release -p patience-tripeaks --example pairs -- [N]
//! ```

use patience_search::Budget;
use patience_tripeaks::rules::TriPeaks;
use patience_tripeaks::solver::packed::{Packed, Unknown};
use patience_tripeaks::solver::score::ScoreSweep;

fn main() {
    let deals = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let deals = deals.unwrap_or(100);
    let mut sweep = ScoreSweep::new();
    let mut census = vec![0; 40];
    for number in 1..=deals {
        let packed = Packed::new(&TriPeaks.deal(number), Unknown::Dead).expect("a position");
        sweep
            .run(&packed, &mut Budget::unlimited())
            .expect("no limit");
        for (sum, count) in census.iter_mut().zip(sweep.undominated_pairs()) {
            *sum += count;
        }
    }
    let states: u64 = census.iter().sum();
    println!("{deals} deals, {} states a deal", states / deals);
    for (pairs, count) in census.iter().enumerate().filter(|(_, count)| **count > 0) {
        println!(
            "{pairs:>3} pairs: {:.3} %",
            100.0 * *count as f64 / states as f64
        );
    }
}
