//! Decks with known answers.

use crate::rules::{Pyramid, State};
use patience_core::{Target, read_deck};
use patience_search::Budget;

use super::solved;
use crate::solver::Solver;

/// The deck that took the best solver before this one more than two minutes.
#[test]
fn the_worst_published_deck_needs_no_search() {
    let deck = "Th 2h 4d 3h Qd 8h 9h 5d Jc Td 7c 4c Ts Ac 9c 8d 5s 2s 7h 6s 7s 2c 9d Qs 3d 5c 5h Ad
                8s Js 6c 9s 4h Kh Jd 4s 2d 6d Ks Qc 3s 3c Kc 7d Tc Ah 6h Qh Kd 8c As Jh";
    let start = State::from_deck(&read_deck(deck).unwrap());
    let mut budget = Budget::unlimited();
    let answer = crate::solver::solve(&start, &Target::BOARD, &mut budget);
    assert!(solved(Pyramid::USUAL, &start, &Target::BOARD, &answer.outcome).is_none());
    assert_eq!(budget.states(), 0);
}

mod needs_reference {
    use std::path::Path;

    use super::*;

    fn reference(name: &str) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let file = root.join("../shared/reference").join(name);
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"))
    }

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn all_reference_decks_have_their_known_lengths() {
        let decks = reference("pyramid-decks.txt");
        let lengths = reference("pyramid-lengths.txt");
        let mut solver = Solver::new();
        let mut compared = 0;
        for (number, (deck, length)) in decks.lines().zip(lengths.lines()).enumerate() {
            let start = State::from_deck(&read_deck(deck).unwrap());
            let answer = solver.solve(&start, &Target::BOARD, &mut Budget::unlimited());
            let solution = solved(Pyramid::USUAL, &start, &Target::BOARD, &answer.outcome);
            let steps = solution.map_or(0, |solution| solution.moves.len());
            assert_eq!(steps.to_string(), length.trim(), "deck {}", number + 1);
            compared += 1;
        }
        assert_eq!(compared, 300);
    }
}
