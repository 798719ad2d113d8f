//! How many cheats do deals need? The fewest for each deal of a range, with
//! 95% intervals: `cargo run --release -p patience-cluj --example survey 1 10000`.

use patience_cluj::rules::Cluj;
use patience_cluj::solver::fewest_cheats;
use patience_core::wilson_95;
use patience_search::Budget;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(first)), Some(Ok(last))) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: survey FIRST LAST (deal numbers)");
        return;
    };
    let mut counts: Vec<u64> = Vec::new();
    let mut unknown = 0;
    for number in first..=last {
        match fewest_cheats(&Cluj.deal(number), &mut Budget::unlimited()) {
            Ok(Some(cheats)) => {
                let cheats = cheats as usize;
                counts.resize(counts.len().max(cheats + 1), 0);
                counts[cheats] += 1;
            }
            Ok(None) | Err(_) => unknown += 1,
        }
    }
    let all = last + 1 - first;
    println!("deals {first} to {last}: {all}, not decided {unknown}");
    for (cheats, &count) in counts.iter().enumerate() {
        let interval = wilson_95(count, all);
        println!(
            "{cheats} cheats {count:>6}  {:6.2}%  (95% interval {:.2} to {:.2})",
            100.0 * count as f64 / all as f64,
            100.0 * interval.start(),
            100.0 * interval.end()
        );
    }
}
