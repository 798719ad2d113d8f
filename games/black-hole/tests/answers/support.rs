//! What the solver answers, and positions to try it on.

use patience_black_hole::rules::{BlackHole, COLUMN_CARDS, COLUMNS, State};
use patience_black_hole::solver::{Arguments, solve_with};
use patience_core::numbering::SplitMix64;
use patience_core::{Limits, Outcome, Proof, Stop, Target, full_deck};
use patience_rules::Rules as _;
use patience_rules::verify::verify;
use patience_search::Budget;

/// Does the solver win, and with how many states? Its solution is replayed by
/// the rules and must be proved.
pub fn solved(start: &State, arguments: Arguments) -> (bool, u64) {
    solved_within(u64::MAX, start, arguments).expect("no limit")
}

/// The same; none if it takes more states than these.
pub fn solved_within(most: u64, start: &State, arguments: Arguments) -> Option<(bool, u64)> {
    let mut budget = Budget::new(Limits {
        states: Some(most),
        ..Limits::NONE
    });
    let answer = solve_with(start, arguments, &mut budget);
    assert!(answer.alternatives.is_empty());
    let won = match answer.outcome {
        Outcome::Solved(solution) => {
            assert_eq!(solution.proof, Some(Proof::Shortest));
            assert_eq!(solution.moves.len(), start.cards_left());
            let replay = verify(&BlackHole, start, &Target::BOARD, &solution.moves);
            assert!(replay.is_ok(), "{:?}", replay.err());
            true
        }
        Outcome::Impossible(_) => false,
        Outcome::Unknown(Stop::States) => return None,
        Outcome::Unknown(stop) => panic!("no answer: {stop}"),
    };
    Some((won, budget.states()))
}

/// A position with few cards: of some ranks in a row, of all ranks, or whatever
/// is left after a random walk (so that many of them can be won).
pub fn small(seed: u64) -> State {
    let mut numbers = SplitMix64::new(seed);
    let mut cards = full_deck().to_vec();
    numbers.shuffle(&mut cards);
    let mut state = BlackHole.deal(1);
    state.columns = Default::default();
    let wanted = 3 + numbers.below(12);
    let hole = numbers.below(cards.len());
    state.hole = cards.swap_remove(hole);
    // 1. The cards: a walk round the ranks, one of them changed now and then.
    let mut rank = state.hole.rank().value();
    let mut chosen = Vec::new();
    for _ in 0..wanted {
        let up = numbers.below(2) == 0;
        rank = (rank + if up { 0 } else { 11 }) % 13 + 1;
        if let Some(found) = cards.iter().position(|card| card.rank().value() == rank) {
            chosen.push(cards.swap_remove(found));
        }
    }
    if numbers.below(4) == 0 {
        chosen.extend(cards.pop());
    }
    // 2. Their places: backwards along the walk, with some disorder.
    chosen.reverse();
    for _ in 0..numbers.below(4) {
        let (one, other) = (numbers.below(chosen.len()), numbers.below(chosen.len()));
        chosen.swap(one, other);
    }
    let columns = 2 + numbers.below(COLUMNS - 2);
    for card in chosen {
        let start = numbers.below(columns);
        let room = (0..COLUMNS).map(|step| (start + step) % COLUMNS);
        let column = room
            .into_iter()
            .find(|&column| state.columns[column].len() < COLUMN_CARDS);
        if let Some(column) = column {
            state.columns[column].push(card);
        }
    }
    state
}

/// A position from the middle of a deal that can be won: the solution until so
/// many cards are left in the columns, then a random move.
pub fn late(number: u64, cards_left: usize) -> Option<State> {
    let mut state = BlackHole.deal(number);
    let answer = solve_with(&state, Arguments::ALL, &mut Budget::unlimited());
    for played in &answer.outcome.solution()?.moves {
        if state.cards_left() <= cards_left {
            break;
        }
        state = BlackHole.play(&state, played).expect("a legal move");
    }
    let moves = BlackHole.legal_moves(&state);
    let pick = SplitMix64::new(number).below(moves.len());
    Some(BlackHole.play(&state, &moves[pick]).expect("a legal move"))
}
