//! Plays numbered deals without looking under face-down cards, and counts wins:
//! once greedily, once carefully.
//!
//! `cargo run --release -p patience-spider --example player -- --games 100 --suits 4 [--first 1]`

use std::time::Instant;

use patience_core::wilson_95;
use patience_rules::Rules as _;
use patience_spider::rules::Spider;
use patience_spider::unseen::{Dealer, Player};

/// Games between two reports.
const REPORT_EVERY: u64 = 10;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, otherwise: u64| {
        let place = args.iter().position(|arg| arg == name);
        let value = place.and_then(|place| args.get(place + 1));
        value.map_or(otherwise, |value| value.parse().expect("a number"))
    };
    let rules = Spider::with_suits(number("--suits", 4) as u8);
    let first = number("--first", 1);
    let deals = first..first + number("--games", 100);
    run("greedy", &rules, deals.clone(), Player::greedy);
    run("careful", &rules, deals, Player::careful);
}

fn run(name: &str, rules: &Spider, deals: std::ops::Range<u64>, player: fn() -> Player) {
    let started = Instant::now();
    let (mut won, mut games) = (0, 0);
    for deal in deals.clone() {
        let mut player = player();
        let mut dealer = Dealer::new(rules, &rules.deal(deal));
        while let Some(moves) = player.next_moves(rules, &dealer.seen()) {
            for played in &moves {
                dealer.play(played).expect("a legal move");
            }
        }
        games += 1;
        won += u64::from(dealer.is_won());
        if deals.end - deals.start == 1 {
            println!("{}", rules.write_state(&dealer.seen()));
        }
        if games % REPORT_EVERY == 0 || deal + 1 == deals.end {
            let interval = wilson_95(won, games);
            println!(
                "{name}: {won} of {games} won, {:.1}% (95%: {:.1} to {:.1}%), {:.3} s a game",
                100.0 * won as f64 / games as f64,
                100.0 * interval.start(),
                100.0 * interval.end(),
                started.elapsed().as_secs_f64() / games as f64,
            );
        }
    }
}
