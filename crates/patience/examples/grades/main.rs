//! The scale of difficulty of a game, and whether a player feels it.
//!
//! ```text
//! cargo run --release -p patience --example grades -- scale GAME.. [--deals 1000]
//! cargo run --release -p patience --example grades -- check GAME.. [--deals 1000] [--first 1000001] [--hasty]
//! ```
//!
//! `scale` measures deals that can be won and prints the line for the game's
//! `grades.txt`. `check` lets a simulated careful player try deals of each grade,
//! others than those of the scale, and prints how often it wins.

mod player;

use std::time::Instant;

use patience::difficulty::{Grade, SHARES, difficulty};
use patience::{Cancel, find_game};
use player::{Manner, player_wins};

fn main() -> Result<(), patience::Error> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let place = args.iter().position(|arg| arg == name)?;
        args.get(place + 1)?.parse::<u64>().ok()
    };
    let deals = option("--deals").unwrap_or(1_000);
    let first = option("--first").unwrap_or(1_000_001);
    let manner = Manner {
        tries: option("--tries").unwrap_or(1),
        moves: option("--moves").unwrap_or(150) as usize,
        is_hasty: args.iter().any(|arg| arg == "--hasty"),
    };
    let most = option("--most").unwrap_or(20 * deals);
    let mut words = args.iter().take_while(|arg| !arg.starts_with("--"));
    let Some(what) = words.next() else {
        eprintln!("scale or check");
        return Ok(());
    };
    for name in words {
        match what.as_str() {
            "scale" => scale(name, deals)?,
            _ => check(name, first, deals, most, manner)?,
        }
    }
    Ok(())
}

fn scale(name: &str, deals: u64) -> Result<(), patience::Error> {
    let game = find_game(name)?;
    let mut bits = Vec::new();
    let mut number = 0;
    while (bits.len() as u64) < deals && number < 20 * deals {
        number += 1;
        let table = game.deal(number, &Default::default())?;
        bits.extend(difficulty(&*table, &Cancel::default())?.map(|found| found.bits));
    }
    bits.sort_by(f64::total_cmp);
    let limit = |share: u32| bits.get(bits.len() * share as usize / 100).unwrap_or(&0.0);
    let [medium, hard, brutal] = SHARES.map(limit);
    println!("{name:<20} {medium:>6.2}  {hard:>6.2}  {brutal:>6.2}");
    Ok(())
}

fn check(
    name: &str,
    first: u64,
    deals: u64,
    most: u64,
    manner: Manner,
) -> Result<(), patience::Error> {
    let game = find_game(name)?;
    let mut tried = [0_u64; Grade::ALL.len()];
    let mut won = [0_u64; Grade::ALL.len()];
    let (mut measuring, mut playing) = (0.0, 0.0);
    let mut number = first;
    while tried.iter().any(|count| *count < deals) && number < first + most {
        let table = game.deal(number, &Default::default())?;
        let started = Instant::now();
        let found = difficulty(&*table, &Cancel::default())?;
        measuring += started.elapsed().as_secs_f64();
        let grade = found
            .and_then(|found| found.grade)
            .map(|grade| grade as usize);
        if let Some(grade) = grade.filter(|grade| tried[*grade] < deals) {
            let started = Instant::now();
            tried[grade] += 1;
            won[grade] += u64::from(player_wins(&*table, manner));
            playing += started.elapsed().as_secs_f64();
        }
        number += 1;
        // A check takes hours in some games: what is known so far is worth seeing.
        if (number - first).is_multiple_of(200) {
            eprintln!(
                "{name}: {} deals, tried {tried:?}, won {won:?}",
                number - first
            );
        }
    }
    let games = tried.iter().sum::<u64>().max(1);
    println!(
        "{name}: {} deals measured, {:.3} s each; {games} played, {:.3} s each",
        number - first,
        measuring / (number - first) as f64,
        playing / games as f64,
    );
    for grade in Grade::ALL {
        let (tried, won) = (tried[grade as usize], won[grade as usize]);
        let interval = patience::wilson_95(won, tried.max(1));
        println!(
            "  {:<7} {tried:>5} deals, won {:>5.1}% ({:.1} to {:.1})",
            grade.word(),
            100.0 * won as f64 / tried.max(1) as f64,
            100.0 * interval.start(),
            100.0 * interval.end(),
        );
    }
    Ok(())
}
