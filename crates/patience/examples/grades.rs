//! The scale of difficulty of a game, and whether a player feels it.
//!
//! `cargo run --release -p patience --example grades -- GAME.. [--deals 1000] [--first 1] [--moves 300]`
//!
//! Measures deals that can be won, prints the line for the game's `grades.txt`,
//! and lets a simulated careful player try the same deals: for each grade, how
//! many of them it wins. The player knows nothing of the measure. It looks one
//! move ahead, likes cards that are gone, runs that are in order, empty places
//! and few cards on lower ones, does not play the same position twice, takes a
//! move back when it is stuck, and gives up after so many moves. In games whose
//! cards lie face down it is the game's own player, who sees no more than a
//! person does.

use std::collections::HashSet;
use std::time::Instant;

use patience::difficulty::{Difficulty, Grade, SHARES, difficulty};
use patience::layout::{Layout, Role};
use patience::{Autoplay, Cancel, SplitMix64, Table, find_game, wilson_95};

fn main() -> Result<(), patience::Error> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let place = args.iter().position(|arg| arg == name)?;
        args.get(place + 1)?.parse::<u64>().ok()
    };
    let deals = option("--deals").unwrap_or(1_000);
    let first = option("--first").unwrap_or(1);
    let most_moves = option("--moves").unwrap_or(300) as usize;
    let names = args.iter().take_while(|arg| !arg.starts_with("--"));
    for name in names {
        measure(name, first, deals, most_moves)?;
    }
    Ok(())
}

/// A deal: how hard it is, and whether the player won it.
struct Tried {
    difficulty: Difficulty,
    is_won: bool,
}

fn measure(name: &str, first: u64, deals: u64, most_moves: usize) -> Result<(), patience::Error> {
    let game = find_game(name)?;
    let mut tried = Vec::new();
    let (mut measuring, mut number) = (0.0, first);
    while (tried.len() as u64) < deals && number < first + 20 * deals {
        let table = game.deal(number, &Default::default())?;
        let started = Instant::now();
        let found = difficulty(&*table, &Cancel::default())?;
        measuring += started.elapsed().as_secs_f64();
        if let Some(difficulty) = found {
            let is_won = most_moves > 0 && player_wins(&*table, number, most_moves);
            tried.push(Tried { difficulty, is_won });
        }
        number += 1;
    }
    tried.sort_by(|one, other| one.difficulty.bits.total_cmp(&other.difficulty.bits));
    let ends = SHARES.map(|share| tried.len() * share as usize / 100);
    let limits = ends.map(|end| tried.get(end).map_or(0.0, |one| one.difficulty.bits));
    println!(
        "{name:<20} {:>6.2}  {:>6.2}  {:>6.2}",
        limits[0], limits[1], limits[2]
    );
    let seconds = measuring / (number - first).max(1) as f64;
    println!(
        "# {} of {} deals graded, {seconds:.3} s each",
        tried.len(),
        number - first
    );
    let bounds = [0, ends[0], ends[1], ends[2], tried.len()];
    for (grade, bounds) in Grade::ALL.into_iter().zip(bounds.windows(2)) {
        let part = &tried[bounds[0]..bounds[1]];
        let won = part.iter().filter(|one| one.is_won).count() as u64;
        let interval = wilson_95(won, (part.len() as u64).max(1));
        println!(
            "# {:<7} {:>5} deals, the careful player wins {:>5.1}% (95%: {:.1} to {:.1}%)",
            grade.word(),
            part.len(),
            100.0 * won as f64 / part.len().max(1) as f64,
            100.0 * interval.start(),
            100.0 * interval.end(),
        );
    }
    Ok(())
}

fn player_wins(table: &dyn Table, seed: u64, most_moves: usize) -> bool {
    match unseen_player_wins(table, seed) {
        Some(is_won) => is_won,
        None => open_player_wins(table, seed, most_moves),
    }
}

/// The game's own player, in games that have one.
fn unseen_player_wins(table: &dyn Table, seed: u64) -> Option<bool> {
    let mut now = table.boxed_clone();
    // A game is over long before.
    for _ in 0..2_000 {
        let seen = now.concealed()?;
        let moves = seen.advise(seed).ok()?;
        if moves.is_empty() || now.is_won() {
            break;
        }
        for move_ in &moves {
            now = now.play(move_).ok()?.0;
        }
    }
    Some(now.is_won())
}

/// A player who sees every card, one move ahead, and may take moves back.
fn open_player_wins(start: &dyn Table, seed: u64, most_moves: usize) -> bool {
    let mut random = SplitMix64::new(seed);
    let mut seen = HashSet::from([start.text()]);
    // The way so far, each table with what is left to try there, the best last.
    let mut way = vec![choices(start, &mut random)];
    for _ in 0..most_moves {
        let Some(last) = way.last_mut() else {
            return false;
        };
        let Some(next) = last.pop() else {
            way.pop();
            continue;
        };
        if next.is_won() {
            return true;
        }
        if seen.insert(next.text()) {
            way.push(choices(&*next, &mut random));
        }
    }
    false
}

/// The tables after each move, the most liked last.
fn choices(table: &dyn Table, random: &mut SplitMix64) -> Vec<Box<dyn Table>> {
    let mut choices: Vec<(f64, Box<dyn Table>)> = table
        .legal_moves()
        .iter()
        .filter_map(|move_| {
            let mut after = table.play(move_).ok()?.0;
            while let Some(home) = after.autoplay(Autoplay::Safe) {
                after = after.play(&home).ok()?.0;
            }
            let taste = random.below(1_000) as f64 / 1_000.0;
            Some((liking(&*after) + taste, after))
        })
        .collect();
    choices.sort_by(|one, other| one.0.total_cmp(&other.0));
    choices.into_iter().map(|(_, table)| table).collect()
}

/// How much the player likes a table.
fn liking(table: &dyn Table) -> f64 {
    if table.is_won() {
        return f64::INFINITY;
    }
    let layout = table.layout();
    let moves = table.legal_moves().len();
    if moves == 0 {
        return f64::NEG_INFINITY;
    }
    looks(&layout) + (moves as f64).sqrt()
}

fn looks(layout: &Layout) -> f64 {
    let mut looks = 0.0;
    for pile in &layout.piles {
        let cards = pile.cards.len() as f64;
        match pile.role {
            Role::Home => looks += 3.0 * cards,
            Role::Slot => looks -= 3.0 * cards,
            Role::Cell => looks -= 1.5 * cards,
            Role::Stock => looks += 0.5 * cards,
            Role::Column if pile.cards.is_empty() => looks += 3.0,
            Role::Column => {
                let ranks: Vec<_> = pile.cards.iter().map(|card| rank(&card.card)).collect();
                let runs = ranks
                    .windows(2)
                    .filter(|pair| pair[0] == pair[1] + 1)
                    .count();
                // Cards that lie on a lower one have to go first.
                let covering = (1..ranks.len())
                    .filter(|at| ranks[..*at].iter().any(|under| *under < ranks[*at]));
                looks += 0.7 * runs as f64 - covering.count() as f64 - 0.5 * cards;
            }
            Role::Waste | Role::Button => {}
        }
    }
    looks
}

/// Ace is 1; a card that nobody knows is in the middle.
fn rank(card: &str) -> i32 {
    let ranks = "A23456789TJQK";
    let place = card.chars().next().and_then(|letter| ranks.find(letter));
    place.map_or(7, |place| place as i32 + 1)
}
