//! A simulated careful player. It knows nothing of the measure.
//!
//! It sees every card, looks one move ahead, likes cards that are gone, runs that
//! are in order, empty places and few cards on lower ones, does not play the same
//! position twice in a try, takes a move back when it is stuck, and gives up after
//! so many moves. In games whose cards lie face down and that have a player of
//! their own, it is that one, who sees no more than a person does; or a hasty one,
//! who takes the shortest way to a card that turns up, whatever that spoils. It
//! wins less often, in a fiftieth of the time.

use std::collections::HashSet;

use patience::layout::{Layout, Mark, Role};
use patience::{Autoplay, Budget, Limits, Mode, Request, Reveal, SplitMix64, Table};

/// How it plays.
#[derive(Clone, Copy)]
pub struct Manner {
    /// How often it begins a deal again.
    pub tries: u64,
    /// After so many moves, those that were taken back included, it gives a try
    /// up.
    pub moves: usize,
    /// Where cards lie face down: turn up the nearest one.
    pub is_hasty: bool,
}

/// States for the nearest card, and for the win when every card is known.
const STATES_OF_THE_HASTY: u64 = 20_000;

/// Whether it wins a deal in one of its tries. Its taste differs a little from
/// try to try.
pub fn player_wins(table: &dyn Table, manner: Manner) -> bool {
    if manner.is_hasty {
        return hasty_player_wins(table).unwrap_or(false);
    }
    (1..=manner.tries).any(|seed| {
        unseen_player_wins(table, seed).unwrap_or_else(|| try_wins(table, seed, manner.moves))
    })
}

/// The game's own player, in games that have one.
fn unseen_player_wins(table: &dyn Table, seed: u64) -> Option<bool> {
    let mut now = table.boxed_clone();
    // A game is over long before.
    for _ in 0..2_000 {
        if now.is_won() {
            break;
        }
        let moves = match now.concealed() {
            Some(seen) => seen.advise(seed).ok()?,
            // Every card is known: the rest is a matter of solving.
            None => now.advise(seed).ok()?,
        };
        if moves.is_empty() {
            break;
        }
        for move_ in &moves {
            now = now.play(move_).ok()?.0;
        }
    }
    Some(now.is_won())
}

/// Turns up the nearest card until there is none, and then plays what the solver
/// finds with little effort.
fn hasty_player_wins(table: &dyn Table) -> Option<bool> {
    let budget = || {
        Budget::new(Limits {
            states: Some(STATES_OF_THE_HASTY),
            ..Limits::NONE
        })
    };
    let mut now = table.boxed_clone();
    while let Some(seen) = now.concealed() {
        match seen.reveal(&mut budget()).ok()? {
            Reveal::Line { moves, .. } => {
                for move_ in &moves {
                    now = now.play(move_).ok()?.0;
                }
            }
            Reveal::AllKnown => break,
            _ => return Some(false),
        }
    }
    let fast = Request::default().with_mode(Mode::Fast);
    let report = now.solve(&fast, &mut budget()).ok()?;
    Some(report.outcome.solution().is_some())
}

fn try_wins(start: &dyn Table, seed: u64, most_moves: usize) -> bool {
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

/// How much it likes a table.
fn liking(table: &dyn Table) -> f64 {
    if table.is_won() {
        return f64::INFINITY;
    }
    let moves = table.legal_moves().len();
    if moves == 0 {
        return -1_000.0;
    }
    looks(&table.layout()) + (moves as f64).sqrt()
}

fn looks(layout: &Layout) -> f64 {
    let has = |role: Role| layout.piles.iter().any(|pile| pile.role == role);
    // Where cards only go away, their order is nothing to care for.
    let is_cleared = has(Role::Waste) && !has(Role::Home);
    let mut looks = 0.0;
    for pile in &layout.piles {
        let cards = pile.cards.len() as f64;
        match pile.role {
            Role::Home => looks += 3.0 * cards,
            Role::Slot => looks -= 3.0 * cards,
            Role::Cell => looks -= 1.5 * cards,
            // Cards that come only once are worth keeping.
            Role::Stock if is_cleared => looks += 0.5 * cards,
            Role::Stock => {}
            // High columns have to go first.
            Role::Column if is_cleared => looks -= 3.0 * cards + 0.1 * cards * cards,
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
                let cheats = pile.cards.iter().filter(|card| card.mark == Mark::Cheated);
                looks += 0.7 * runs as f64 - covering.count() as f64 - 0.5 * cards;
                looks -= 4.0 * cheats.count() as f64;
            }
            Role::Waste | Role::Button => {}
        }
    }
    looks
}

/// Ace is 1; cards without suits are those of Cluj. A card that nobody knows is in
/// the middle.
fn rank(card: &str) -> i32 {
    let ranks = match card {
        "10" => return 5,
        _ if card.len() == 1 => "67890VDKT",
        _ => "A23456789TJQK",
    };
    let place = card.chars().next().and_then(|letter| ranks.find(letter));
    place.map_or(7, |place| place as i32 + 1)
}
