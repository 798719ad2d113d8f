//! Facts about the Pyramid solver.

mod answers;
mod brute_force;
mod prunings;
mod reference_decks;
mod same_rules;
mod threads;
mod truth;

use crate::rules::{CARDS, Move, Pyramid, State};
use patience_core::numbering::{SplitMix64, own_deck};
use patience_core::{Card, Goal, Outcome, Solution, Target};
use patience_rules::verify::verify;

use crate::solver::shapes::TABLE;

fn target(goal: &str) -> Target {
    Target::new(goal.parse().unwrap(), 0).unwrap()
}

/// A position from the middle of a game that keeps some of the ranks: own deal
/// `seed`, with `pairs` pairs and a few Kings, `size` cards in the pyramid.
fn small_position(seed: u64, pairs: usize, size: usize) -> State {
    let mut numbers = SplitMix64::new(seed);
    let deck = own_deck(seed);
    // Pairs from few classes of ranks, so that partners are often there.
    let mut cards: Vec<Card> = Vec::new();
    let mut left = pairs;
    while left > 0 {
        let low = 1 + numbers.below(6) as u8;
        let of = |rank: u8| deck.iter().filter(move |card| card.rank().value() == rank);
        let free = |rank: u8, cards: &[Card]| of(rank).find(|card| !cards.contains(card)).copied();
        if let (Some(one), Some(other)) = (free(low, &cards), free(13 - low, &cards)) {
            cards.extend([one, other]);
            left -= 1;
        }
    }
    let kings = numbers.below(5);
    let all_kings = deck.iter().filter(|card| card.rank().value() == 13);
    cards.extend(all_kings.take(kings));
    numbers.shuffle(&mut cards);
    // Take the pyramid apart at random until it has the right size.
    let mut shape = TABLE.len() - 1;
    while TABLE[shape].places.count_ones() as usize > size.min(cards.len()) {
        let uncovered = TABLE[shape].uncovered();
        shape = usize::from(uncovered[numbers.below(uncovered.len())].without);
    }
    let mut pyramid = [None; CARDS];
    for (slot, place) in pyramid.iter_mut().enumerate() {
        if TABLE[shape].places & (1 << slot) != 0 {
            *place = cards.pop();
        }
    }
    cards.truncate(24);
    let waste = match numbers.below(3) {
        0 => 0,
        _ => numbers.below(cards.len() + 1),
    };
    State {
        pyramid,
        stock: cards.split_off(waste),
        waste: cards,
        pass: 1 + numbers.below(3) as u8,
    }
}

/// The solution of an outcome, replayed by the rules.
fn solved<'a>(
    rules: Pyramid,
    start: &State,
    target: &Target,
    outcome: &'a Outcome<Solution<Move>>,
) -> Option<&'a Solution<Move>> {
    match outcome {
        Outcome::Solved(solution) => {
            verify(&rules, start, target, &solution.moves).unwrap();
            Some(solution)
        }
        Outcome::Impossible(_) => None,
        Outcome::Unknown(stop) => panic!("{stop} for {}", target.goal),
    }
}

/// The tally of a game that ends after these moves.
fn tally(rules: Pyramid, start: &State, moves: &[Move]) -> patience_rules::Tally {
    patience_rules::verify::replay(&rules, start, moves)
        .unwrap()
        .tally
}

fn cards_goal(count: u32, rank: patience_core::Rank) -> Target {
    Target::new(Goal::Cards { count, rank }, 0).unwrap()
}
