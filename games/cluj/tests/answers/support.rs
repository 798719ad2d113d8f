//! What the tests of this crate share: small positions, and a brute-force search
//! by the rules alone.

use std::collections::HashMap;

use patience_cluj::rules::{COLUMNS, Cluj, Column, Rank, State, cheats};
use patience_cluj::solver::{Aim, solve};
use patience_core::numbering::SplitMix64;
use patience_core::{Outcome, Target};
use patience_rules::{Rules, verify::verify};
use patience_search::Budget;

/// A position of which some columns are locked and the first ranks of the
/// others are in place: a game with fewer columns, cards and ranks. Its cards
/// `T K ..` (so many ranks) lie at the bases, the others are dealt over all
/// columns that are left.
pub fn small(number: u64, locked: usize, in_place: usize) -> State {
    let mut numbers = SplitMix64::new(number);
    let mut state = State::default();
    for column in &mut state.columns[..locked] {
        column.cards = Rank::all().rev().collect();
    }
    let mut rest = Vec::new();
    for suit in locked..4 {
        let ranks: Vec<Rank> = Rank::all().rev().collect();
        state.columns[suit].cards = ranks[..in_place].to_vec();
        rest.extend_from_slice(&ranks[in_place..]);
    }
    numbers.shuffle(&mut rest);
    for (index, card) in rest.into_iter().enumerate() {
        let column = locked + index % (COLUMNS - locked);
        state.columns[column].cards.push(card);
    }
    state
}

/// A position from the middle of a game: so many random legal moves further.
pub fn later(start: &State, number: u64, moves: usize) -> State {
    let mut numbers = SplitMix64::new(number);
    let mut now = start.clone();
    for _ in 0..moves {
        let legal = Cluj.legal_moves(&now);
        if legal.is_empty() {
            break;
        }
        now = Cluj.play(&now, &legal[numbers.below(legal.len())]).unwrap();
    }
    now
}

/// Cheats and moves of the answer; none when it is proved impossible. The
/// solution is replayed by the reference rules.
pub fn answer(start: &State, aim: Aim) -> Option<(usize, usize)> {
    let answer = solve(start, aim, &mut Budget::unlimited());
    checked(start, answer.outcome)
}

/// The same for an outcome.
pub fn checked(
    start: &State,
    outcome: Outcome<patience_core::Solution<patience_cluj::rules::Move>>,
) -> Option<(usize, usize)> {
    match outcome {
        Outcome::Solved(solution) => {
            verify(&Cluj, start, &Target::BOARD, &solution.moves).unwrap();
            Some((cheats(&solution.moves), solution.moves.len()))
        }
        Outcome::Impossible(_) => None,
        Outcome::Unknown(stop) => panic!("unknown: {stop}"),
    }
}

/// The columns in a fixed order, since they are interchangeable.
fn sorted(mut state: State) -> State {
    state.columns.sort_by(|one: &Column, other| {
        (&one.cards, one.cheated).cmp(&(&other.cards, other.cheated))
    });
    state
}

/// Brute force over the reference rules: for 0, 1, 2, .. cheats the fewest
/// moves that win with at most so many.
pub fn brute_force(start: &State, most_cheats: usize) -> Vec<Option<usize>> {
    let mut best = HashMap::from([((sorted(start.clone()), 0usize), 0usize)]);
    let mut frontier = vec![(sorted(start.clone()), 0)];
    let mut wins = vec![None; most_cheats + 1];
    let mut moves = 0;
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for (state, cheats) in frontier {
            if Cluj.is_won(&state) {
                for win in &mut wins[cheats..] {
                    win.get_or_insert(moves);
                }
                continue;
            }
            for move_ in Cluj.legal_moves(&state) {
                let cheats = cheats + usize::from(move_.cheat);
                if cheats > most_cheats {
                    continue;
                }
                let after = sorted(Cluj.play(&state, &move_).unwrap());
                // Reached before in no more moves with no more cheats?
                if (0..=cheats).any(|fewer| best.contains_key(&(after.clone(), fewer))) {
                    continue;
                }
                best.insert((after.clone(), cheats), moves + 1);
                next.push((after, cheats));
            }
        }
        frontier = next;
        moves += 1;
    }
    wins
}
