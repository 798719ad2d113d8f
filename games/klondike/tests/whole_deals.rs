//! Facts about the packed solver on whole deals.

use patience_core::{Count, Limits, Outcome, Proof, Stop, Target};
use patience_klondike::rules::{Klondike, Move, from_solvitaire};
use patience_klondike::solver::decide::{Found, Search};
use patience_klondike::solver::expand::Prunings;
use patience_klondike::solver::layout::Layout;
use patience_klondike::solver::{Effort, Question, Solver};
use patience_rules::{Rules, verify::verify};
use patience_search::Budget;

const THREE: Klondike = Klondike::DRAW_THREE;

fn is_won(rules: &Klondike, seed: u32, prunings: Prunings) -> bool {
    let state = from_solvitaire(rules, seed);
    let (layout, at) = Layout::new(rules, &state).expect("it fits");
    let found = Search::new(prunings).run(&layout, &at, &mut Budget::unlimited());
    matches!(found.expect("no limit"), Found::Win(_))
}

/// Seeds that are decided soon whatever is switched off; half of them are lost.
const SEEDS: [u32; 8] = [1, 2, 4, 10, 40, 79, 201, 280];

#[test]
fn no_reduction_changes_a_verdict_on_whole_deals() {
    let all = Prunings::ALL;
    let settings = [
        Prunings { safe: false, ..all },
        Prunings {
            diamond: false,
            ..all
        },
        Prunings {
            arrival: false,
            ..all
        },
        Prunings {
            columns: false,
            ..all
        },
        Prunings {
            waste: false,
            ..all
        },
        Prunings {
            easier: false,
            ..all
        },
    ];
    for seed in SEEDS {
        let known = is_won(&THREE, seed, all);
        for prunings in settings {
            assert_eq!(
                is_won(&THREE, seed, prunings),
                known,
                "seed {seed}, {prunings:?}"
            );
        }
    }
}

#[test]
fn a_deal_that_is_lost_with_single_draws_is_lost() {
    for number in 1..=200 {
        if word(&Klondike::DRAW_ONE, number) == "impossible" {
            assert_eq!(word(&THREE, number), "impossible", "deal {number}");
        }
    }
}

fn word(rules: &Klondike, number: u64) -> &'static str {
    let question = Question::new(rules, Target::BOARD, Effort::Fast);
    let state = rules.deal(number);
    let mut budget = Budget::unlimited();
    let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
    answer.outcome.word()
}

#[test]
fn fewer_passes_are_never_better() {
    for number in 1..=30 {
        let wins = [Some(1), Some(3), None].map(|passes| {
            let rules = Klondike { passes, ..THREE };
            let question = Question::new(&rules, Target::BOARD, Effort::Fast);
            let state = rules.deal(number);
            let mut budget = Budget::unlimited();
            let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
            if let Some(solution) = answer.outcome.solution() {
                verify(&rules, &state, &Target::BOARD, &solution.moves).expect("a win");
            }
            answer.outcome.word() == "solved"
        });
        assert!(
            wins[0] <= wins[1] && wins[1] <= wins[2],
            "deal {number}: {wins:?}"
        );
    }
}

/// Klondike-Solver counts the 21 cards that turn up, and does not count turning
/// the waste over.
fn is_as_long_as(known: &[(u32, u32)]) {
    for &(seed, known) in known {
        let state = from_solvitaire(&THREE, seed);
        let mut question = Question::new(&THREE, Target::BOARD, Effort::Shortest);
        question.count = Count::Steps;
        let mut budget = Budget::unlimited();
        let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
        let solution = answer.outcome.solution().expect("a solution");
        assert_eq!(solution.proof, Some(Proof::Shortest));
        let replay = verify(&THREE, &state, &Target::BOARD, &solution.moves).expect("a win");
        let steps = replay.length.in_count(Count::Steps);
        assert_eq!(steps + 21, known, "seed {seed}");
        assert_eq!(budget.lower_bound(), Some(steps));
    }
}

#[test]
fn shortest_solutions_are_as_long_as_those_of_klondike_solver() {
    is_as_long_as(&[(4, 140), (6, 117)]);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn shortest_solutions_are_as_long_as_those_of_klondike_solver() {
        is_as_long_as(&[(3, 130), (7, 115), (9, 115)]);
    }
}

#[test]
fn a_limit_leaves_the_best_so_far_and_a_lower_bound() {
    let state = from_solvitaire(&THREE, 5);
    let question = Question::new(&THREE, Target::BOARD, Effort::Shortest);
    let mut budget = Budget::new(Limits {
        bytes: Some(60 << 20),
        ..Limits::NONE
    });
    let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
    assert_eq!(answer.outcome, Outcome::Unknown(Stop::Memory));
    let best = answer.alternatives[0].moves.len() as u32;
    let least = budget.lower_bound().expect("a bound");
    assert!(least <= best && least > 80, "{least} to {best}");
    assert!(budget.peak_bytes() <= 60 << 20);
}

#[test]
fn the_middle_of_a_game_is_as_welcome_as_its_start() {
    let question = Question::new(&THREE, Target::BOARD, Effort::Short);
    let mut state = THREE.deal(1);
    let mut budget = Budget::unlimited();
    let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
    let moves = answer.outcome.solution().expect("a win").moves.clone();
    for (index, played) in moves.iter().enumerate() {
        if index % 10 == 9 {
            let question = Question::new(&THREE, Target::BOARD, Effort::Fast);
            let mut budget = Budget::unlimited();
            let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
            let solution = answer.outcome.solution().expect("still won");
            verify(&THREE, &state, &Target::BOARD, &solution.moves).expect("a win");
        }
        state = THREE.play(&state, played).expect("a legal move");
    }
    assert!(THREE.is_won(&state));
}

#[test]
fn unknown_cards_are_not_guessed() {
    let mut state = THREE.deal(1);
    state.columns[6].down.fill(None);
    let question = Question::new(&THREE, Target::BOARD, Effort::Fast);
    let answer = Solver::new().solve(&question, &state, &mut Budget::unlimited(), &mut |_| {});
    assert_eq!(answer.outcome, Outcome::Unknown(Stop::UnknownCards));
    assert!(!THREE.legal_moves(&state).contains(&Move::Recycle));
}
