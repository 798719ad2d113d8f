//! The contract of the command line: words, JSON fields, exit codes. One test
//! program, so that all of them share one build of the common part.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod batch;
mod bench;
mod challenge;
mod freecell;
mod oracle;
mod other_commands;
mod serve;
mod solve;
mod survey;
mod tripeaks;

use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A full deck that is nobody's deal.
fn deck_text() -> String {
    let cards = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")));
    cards.collect::<Vec<_>>().join(" ")
}
