//! The deals with known answers, in the folder beside the project.

use std::path::Path;

use patience_core::Target;
use patience_klondike::rules::{Klondike, from_solvitaire};
use patience_klondike::solver::{Effort, Question, Solver};
use patience_rules::{Rules, verify::verify};
use patience_search::Budget;

/// Rows of the table: seed, deal, verdicts with draw 3 and draw 1.
fn rows() -> Vec<[String; 4]> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("../shared/reference/klondike-deals.csv");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let split = |line: &str| {
        let words: Vec<_> = line.split(',').map(str::to_owned).collect();
        words.try_into().expect("four columns")
    };
    let rows: Vec<_> = text.lines().skip(1).map(split).collect();
    assert_eq!(rows.len(), 300);
    rows
}

/// Every verdict is the known one, and every win is replayed.
fn compare(rules: Klondike, column: usize) {
    let mut solver = Solver::new();
    for row in rows() {
        let state = rules.read_state(&row[1]).unwrap();
        let question = Question::new(&rules, Target::BOARD, Effort::Fast);
        let answer = solver.solve(&question, &state, &mut Budget::unlimited(), &mut |_| {});
        let word = match answer.outcome.word() {
            "solved" => "won",
            _ => "lost",
        };
        assert_eq!(word, row[column], "seed {}", row[0]);
        if let Some(solution) = answer.outcome.solution() {
            verify(&rules, &state, &Target::BOARD, &solution.moves).unwrap();
        }
    }
}

mod needs_reference {
    use super::*;

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn all_seeds_of_solvitaire_deal_the_known_cards() {
        let rules = Klondike::DRAW_THREE;
        for [seed, deal, ..] in rows() {
            let known = rules.read_state(&deal).unwrap();
            let dealt = from_solvitaire(&rules, seed.parse().unwrap());
            assert_eq!(dealt, known, "seed {seed}");
        }
    }

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn verdicts_with_three_cards_a_draw_are_the_known_ones() {
        compare(Klondike::DRAW_THREE, 2);
    }

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn verdicts_with_one_card_a_draw_are_the_known_ones() {
        compare(Klondike::DRAW_ONE, 3);
    }
}
