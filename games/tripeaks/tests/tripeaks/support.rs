//! A brute-force search over the reference rules, and positions to try it on.

use std::collections::HashMap;
use std::path::Path;

use patience_core::numbering::SplitMix64;
use patience_core::{Card, Goal, Target, full_deck};
use patience_rules::{Rules as _, Tally};
use patience_tripeaks::rules::{CARDS, Move, Slot, State, TriPeaks, covering};

/// Every state that play can reach, with the fewest steps to it. Two ways to
/// the same cards, waste top, streak and score are one.
pub fn everything(start: &State) -> Vec<(u32, Tally)> {
    type Key = (u32, Option<Card>, usize, u8, u32);
    let key = |state: &State| -> Key {
        let mask = (0..CARDS)
            .filter(|&slot| !state.tableau[slot].is_gone())
            .fold(0, |mask, slot| mask | 1 << slot);
        let stock = state.stock.len();
        (mask, state.waste_top(), stock, state.streak, state.score)
    };
    let mut seen = HashMap::from([(key(start), (0, TriPeaks.tally(start)))]);
    let mut layer = vec![start.clone()];
    for steps in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for move_ in TriPeaks.legal_moves(state) {
                let after = TriPeaks.play(state, &move_).expect("a legal move");
                seen.entry(key(&after)).or_insert_with(|| {
                    let tally = TriPeaks.tally(&after);
                    next.push(after);
                    (steps, tally)
                });
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    seen.into_values().collect()
}

/// What a target is worth in a state: no more than was wanted.
pub fn amount(tally: &Tally, target: &Target) -> u32 {
    let wanted = target.wanted().unwrap_or(u32::MAX);
    match target.goal {
        Goal::Board => u32::from(tally.cleared),
        Goal::Score { .. } => tally.score.unwrap_or(0).min(wanted),
        Goal::Cards { .. } => tally.cards(&target.goal).unwrap_or(0).min(wanted),
    }
}

/// The best that can be reached: the most, then the fewest steps to it.
pub fn best(all: &[(u32, Tally)], target: &Target) -> (u32, u32) {
    let most = all.iter().map(|(_, tally)| amount(tally, target)).max();
    let most = most.unwrap_or(0);
    let steps = all
        .iter()
        .filter(|(_, tally)| amount(tally, target) == most)
        .map(|(steps, _)| *steps);
    (most, steps.min().unwrap_or(0))
}

/// A position with few cards: some upper part of the tableau, a short stock,
/// and cards of few ranks, so that many of them go together.
pub fn small(seed: u64) -> State {
    let mut numbers = SplitMix64::new(seed);
    let ranks = 4 + numbers.below(4) as u8;
    let first = numbers.below(13) as u8;
    let mut cards: Vec<_> = full_deck()
        .into_iter()
        .filter(|card| (card.rank().value() + 13 - 1 - first) % 13 < ranks)
        .collect();
    numbers.shuffle(&mut cards);
    let mut tableau = [Slot::Gone(None); CARDS];
    let wanted = 3 + numbers.below(7);
    let mut placed = 0;
    // From the top down, so that nothing lies on a gap.
    while placed < wanted {
        let slot = numbers.below(CARDS);
        let holds = (0..CARDS).filter(|&upper| covering(upper).any(|below| below == slot));
        let rests = holds.clone().all(|upper| !tableau[upper].is_gone());
        if tableau[slot].is_gone() && rests {
            tableau[slot] = Slot::Here(cards.pop());
            placed += 1;
        }
    }
    let stock = numbers.below(6).min(cards.len() - 1);
    let waste = vec![cards.pop()];
    State {
        tableau,
        waste,
        stock: cards.into_iter().take(stock).map(Some).collect(),
        streak: numbers.below(4) as u8,
        score: 100 * numbers.below(10) as u32,
    }
}

/// Late positions of real games, with every card known: random playouts that
/// play before they draw, seen when so many cards of the tableau are left.
pub fn late(number: u64, cards_left: std::ops::RangeInclusive<usize>) -> Option<State> {
    let mut state = TriPeaks.deal(number);
    let mut numbers = SplitMix64::new(number ^ 0xfeed);
    loop {
        let left = CARDS - state.gone();
        if cards_left.contains(&left) {
            return Some(state);
        }
        let mut moves = TriPeaks.legal_moves(&state);
        if moves.len() > 1 {
            moves.retain(|move_| *move_ != Move::Draw);
        }
        if moves.is_empty() {
            return None;
        }
        let move_ = moves[numbers.below(moves.len())];
        state = TriPeaks.play(&state, &move_).expect("a legal move");
    }
}

/// Hides so many of the covered cards, if there are that many.
pub fn hidden(state: &State, count: usize, seed: u64) -> Option<State> {
    let mut state = state.clone();
    let mut covered: Vec<_> = (0..18)
        .filter(|&slot| !state.tableau[slot].is_gone() && !state.is_uncovered(slot))
        .collect();
    SplitMix64::new(seed).shuffle(&mut covered);
    let chosen = covered.get(..count)?.to_vec();
    for slot in chosen {
        state.tableau[slot] = Slot::Here(None);
    }
    Some(state)
}

/// Every way to fill in the unknown cards, card by card (the slow way).
pub fn fillings(state: &State) -> Vec<State> {
    let Some(slot) = (0..CARDS).find(|&slot| state.tableau[slot] == Slot::Here(None)) else {
        let mut states = vec![state.clone()];
        if let Some(place) = state.stock.iter().position(Option::is_none) {
            states = state
                .candidates()
                .into_iter()
                .map(|card| {
                    let mut filled = state.clone();
                    filled.stock[place] = Some(card);
                    filled
                })
                .collect();
        }
        return states;
    };
    let filled = state.candidates().into_iter().map(|card| {
        let mut filled = state.clone();
        filled.tableau[slot] = Slot::Here(Some(card));
        filled
    });
    filled.flat_map(|filled| fillings(&filled)).collect()
}

/// The targets to try on a position.
pub fn targets(state: &State) -> Vec<Target> {
    let mut goals = vec!["board", "score", "score=1500", "score=4000", "score=90000"];
    goals.extend(["cards=1A", "cards=2K", "cards=4A", "cards=3Q"]);
    let card = state.waste_top().expect("a card on the waste");
    let own = format!("cards=2{}", card.rank());
    goals.push(&own);
    goals
        .iter()
        .map(|goal| Target::new(goal.parse().expect("a goal"), 0).expect("a target"))
        .collect()
}

/// A file of the decks with known answers, in the folder beside the project.
pub fn reference(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("../shared/reference").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"))
}
