//! What the solver answers, and positions to try it on.

use patience_core::numbering::SplitMix64;
use patience_core::{Outcome, Proof, Target, full_deck};
use patience_golf::rules::{COLUMN_CARDS, COLUMNS, Golf, State};
use patience_golf::solver::{Arguments, solve_with};
use patience_rules::Rules as _;
use patience_rules::verify::verify;
use patience_search::Budget;

/// The length of the solver's solution, which is replayed by the rules and must
/// be proved; none if it proves that there is none.
pub fn solved(start: &State, arguments: Arguments) -> (Option<usize>, u64) {
    let mut budget = Budget::unlimited();
    let answer = solve_with(start, arguments, &mut budget);
    assert!(answer.alternatives.is_empty());
    let length = match answer.outcome {
        Outcome::Solved(solution) => {
            assert_eq!(solution.proof, Some(Proof::Shortest));
            let replay = verify(&Golf, start, &Target::BOARD, &solution.moves);
            assert!(replay.is_ok(), "{:?}", replay.err());
            Some(solution.moves.len())
        }
        Outcome::Impossible(_) => None,
        Outcome::Unknown(stop) => panic!("no answer: {stop}"),
    };
    (length, budget.states())
}

/// A position with few cards of few ranks, so that many of them go together.
pub fn small(seed: u64) -> State {
    let mut numbers = SplitMix64::new(seed);
    let ranks = 3 + numbers.below(5) as u8;
    let first = 1 + numbers.below(14 - usize::from(ranks)) as u8;
    let mut cards: Vec<_> = full_deck()
        .into_iter()
        .filter(|card| (first..first + ranks).contains(&card.rank().value()))
        .collect();
    numbers.shuffle(&mut cards);
    let mut state = Golf.deal(1);
    state.columns = Default::default();
    for _ in 0..3 + numbers.below(8) {
        let column = &mut state.columns[numbers.below(COLUMNS)];
        if column.len() < COLUMN_CARDS {
            column.extend(cards.pop());
        }
    }
    state.waste = cards.pop().expect("at least 12 cards, at most 10 taken");
    cards.truncate(numbers.below(6));
    state.stock = cards;
    state
}

/// A position from the middle of a deal that can be won: the solution until so
/// many cards are left in the columns, then a random move.
pub fn late(number: u64, cards_left: usize) -> Option<State> {
    let mut state = Golf.deal(number);
    let answer = solve_with(&state, Arguments::ALL, &mut Budget::unlimited());
    for played in &answer.outcome.solution()?.moves {
        if state.cards_left() <= cards_left {
            break;
        }
        state = Golf.play(&state, played).expect("a legal move");
    }
    let moves = Golf.legal_moves(&state);
    let pick = SplitMix64::new(number).below(moves.len());
    Some(Golf.play(&state, &moves[pick]).expect("a legal move"))
}
