//! The packed search, with every set of reductions, against the plain rules.

#[path = "plain.rs"]
pub mod plain;

use patience_core::Target;
use patience_core::numbering::SplitMix64;
use patience_klondike::rules::{Klondike, State};
use patience_klondike::solver::decide::{Found, Search};
use patience_klondike::solver::expand::Prunings;
use patience_klondike::solver::layout::Layout;
use patience_klondike::solver::route::Route;
use patience_rules::{Rules, verify::verify};
use patience_search::Budget;

use plain::{GAMES, Graph, deal};

/// Positions compared, by what is true of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub won: u64,
    pub lost: u64,
}

/// The verdict of the packed search. A win is replayed.
pub fn is_won(rules: &Klondike, start: &State, prunings: Prunings, threads: usize) -> bool {
    let (layout, at) = Layout::new(rules, start).expect("it fits");
    let mut budget = Budget::unlimited().with_threads(threads);
    let found = Search::new(prunings)
        .asking_after(5)
        .helped_after(5 * threads as u64)
        .run(&layout, &at, &mut budget);
    match found.expect("no limit") {
        Found::Nothing(_) => false,
        Found::Win(steps) => {
            let moves = Route::new(rules, start)
                .and_then(|route| route.whole(&steps))
                .expect("a route");
            verify(rules, start, &Target::BOARD, &moves).expect("a win");
            true
        }
    }
}

/// All reductions, none, each one switched off, and each one alone.
pub fn settings() -> Vec<(String, Prunings)> {
    type Switch = (&'static str, fn(&mut Prunings) -> &mut bool);
    let switches: [Switch; 7] = [
        ("safe", |all| &mut all.safe),
        ("diamond", |all| &mut all.diamond),
        ("arrival", |all| &mut all.arrival),
        ("just in time", |all| &mut all.just_in_time),
        ("columns", |all| &mut all.columns),
        ("waste", |all| &mut all.waste),
        ("easier", |all| &mut all.easier),
    ];
    let mut settings = vec![
        ("all".to_owned(), Prunings::ALL),
        ("none".to_owned(), Prunings::NONE),
    ];
    for (name, switch) in switches {
        let mut without = Prunings::ALL;
        *switch(&mut without) = false;
        settings.push((format!("all but {name}"), without));
        let mut alone = Prunings::NONE;
        *switch(&mut alone) = true;
        settings.push((format!("only {name}"), alone));
    }
    settings
}

/// Compares all small games with this seed: the deal, and some positions from the
/// middle of it. Games with more than `most` positions are left out.
pub fn compare(rules: Klondike, seed: u64, samples: usize, most: usize, compared: &mut Compared) {
    for (ranks, columns, extra) in GAMES {
        let rules = Klondike {
            ranks,
            columns,
            ..rules
        };
        let start = deal(&rules, extra, seed);
        let Some(graph) = Graph::new(&rules, &start, most) else {
            continue;
        };
        let mut random = SplitMix64::new(seed);
        for sample in 0..=samples {
            let number = match sample {
                0 => 0,
                _ => random.below(graph.states.len()),
            };
            let (state, truth) = (&graph.states[number], graph.won[number]);
            if rules.is_won(state) {
                continue;
            }
            *(if truth {
                &mut compared.won
            } else {
                &mut compared.lost
            }) += 1;
            for (name, prunings) in settings() {
                // Several threads search in another order.
                let most_threads = if prunings == Prunings::ALL { 3 } else { 1 };
                for threads in 1..=most_threads {
                    let found = is_won(&rules, state, prunings, threads);
                    let text = rules.write_state(state);
                    assert_eq!(
                        found, truth,
                        "{name}, {threads} threads, seed {seed}, {rules:?}:\n{text}"
                    );
                }
            }
        }
    }
}
