//! What answers look like: limits, targets already met, positions from the
//! middle of a game, suits.

use crate::rules::{Pyramid, State};
use patience_core::numbering::own_deck;
use patience_core::{Card, Limits, Outcome, Rank, Stop, Suit, Target};
use patience_rules::Rules;
use patience_search::Budget;

use super::{cards_goal, small_position, solved, target};
use crate::solver::{Solver, solve};

fn steps(start: &State, target: &Target) -> Option<usize> {
    let answer = solve(start, target, &mut Budget::unlimited());
    solved(Pyramid::USUAL, start, target, &answer.outcome).map(|solution| solution.moves.len())
}

#[test]
fn other_suits_change_nothing() {
    for number in 1..=20 {
        let deck = own_deck(number);
        let other = deck.map(|card: Card| {
            let suit = Suit::ALL[usize::from(card.suit().index() + 1) % 4];
            Card::new(card.rank(), suit)
        });
        for goal in ["board", "score", "cards=4A"] {
            let target = target(goal);
            let (start, changed) = (State::from_deck(&deck), State::from_deck(&other));
            let (mut one, mut two) = (Budget::unlimited(), Budget::unlimited());
            let first = solve(&start, &target, &mut one);
            let second = solve(&changed, &target, &mut two);
            let length = |answer: &patience_core::Answer<_>| {
                let solutions = answer.outcome.solution().into_iter();
                let all = solutions.chain(&answer.alternatives);
                all.map(|solution: &patience_core::Solution<_>| solution.moves.len())
                    .collect::<Vec<_>>()
            };
            assert_eq!(first.outcome.word(), second.outcome.word());
            assert_eq!(length(&first), length(&second));
            assert_eq!(one.states(), two.states());
        }
    }
}

#[test]
fn a_target_already_met_needs_no_moves() {
    let won = "-- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
               Stock: 6h 7h Kc";
    let start = Pyramid::USUAL.read_state(won).unwrap();
    for goal in ["board", "score=1200", "score", "cards=4A", "cards=3K"] {
        assert_eq!(steps(&start, &target(goal)), Some(0), "{goal}");
    }
    // The game is over: the last King stays.
    assert_eq!(steps(&start, &target("cards=4K")), None);
    let deal = Pyramid::USUAL.deal(1);
    assert_eq!(steps(&deal, &target("score=0")), Some(0));
    let so_far = Target::new("cards=3A".parse().unwrap(), 3).unwrap();
    assert_eq!(steps(&deal, &so_far), Some(0));
}

#[test]
fn earlier_deals_count() {
    let deal = Pyramid::USUAL.deal(1);
    let goal = "score=1000".parse().unwrap();
    let rest = Target::new(goal, 940).unwrap();
    assert_eq!(steps(&deal, &rest), steps(&deal, &target("score=60")));
}

/// The points and the steps are those of a solver that asked for five less each time.
#[test]
fn a_best_score_far_below_the_most_is_not_missed() {
    for (number, points, fewest) in [(144, 275, 40), (1023, 520, 58)] {
        let deal = Pyramid::USUAL.deal(number);
        assert_eq!(steps(&deal, &target("score")), Some(fewest), "{number}");
        assert!(steps(&deal, &target(&format!("score={points}"))).is_some());
        assert_eq!(
            steps(&deal, &target(&format!("score={}", points + 5))),
            None
        );
    }
}

#[test]
fn the_best_score_may_need_the_apex_to_wait() {
    // Taking the apex at once ends the game at one pair; waiting brings another
    // and a King.
    let text = "6d -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Stock: 7d Kd 5c 8c";
    let start = Pyramid::USUAL.read_state(text).unwrap();
    assert_eq!(steps(&start, &Target::BOARD), Some(1));
    // Draw 7d, remove Kd, draw 5c, remove 5c 8c, remove 6d 7d.
    assert_eq!(steps(&start, &target("score")), Some(5));
}

#[test]
fn a_king_at_the_apex_waits_as_well() {
    let text = "Kd -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Stock: 5c 8c Kh";
    let start = Pyramid::USUAL.read_state(text).unwrap();
    assert_eq!(steps(&start, &Target::BOARD), Some(1));
    assert_eq!(steps(&start, &target("score")), Some(4));
    assert_eq!(steps(&start, &target("cards=4K")), Some(4));
    assert_eq!(steps(&start, &target("cards=3K")), Some(1));
}

#[test]
fn a_limit_is_unknown() {
    let start = Pyramid::USUAL.deal(2);
    for goal in ["board", "score", "score=1290", "cards=4A"] {
        let mut budget = Budget::new(Limits {
            states: Some(3),
            ..Limits::NONE
        });
        let answer = solve(&start, &target(goal), &mut budget);
        assert_eq!(answer.outcome, Outcome::Unknown(Stop::States), "{goal}");
        let mut budget = Budget::new(Limits {
            bytes: Some(30_000),
            ..Limits::NONE
        });
        let answer = solve(&start, &target(goal), &mut budget);
        assert_eq!(answer.outcome, Outcome::Unknown(Stop::Memory), "{goal}");
        assert!(budget.peak_bytes() <= 30_000);
    }
}

#[test]
fn a_used_solver_answers_like_a_new_one() {
    let mut used = Solver::new();
    for number in 1..=30 {
        let start = match number % 3 {
            0 => small_position(number, 9, 9),
            _ => Pyramid::USUAL.deal(number),
        };
        let goal = match number % 2 {
            0 => Target::BOARD,
            _ => cards_goal(4, Rank::QUEEN),
        };
        let (mut one, mut two) = (Budget::unlimited(), Budget::unlimited());
        let answer = used.solve(&start, &goal, &mut one);
        assert_eq!(answer, solve(&start, &goal, &mut two));
        assert_eq!(one.states(), two.states());
    }
}

#[test]
fn a_table_that_no_game_leads_to_is_no_panic() {
    let mut start = Pyramid::USUAL.deal(1);
    start.pyramid[0] = None;
    let answer = solve(&start, &Target::BOARD, &mut Budget::unlimited());
    assert_eq!(answer.outcome, Outcome::Unknown(Stop::Incomplete));
}

#[test]
fn every_position_on_the_way_needs_a_step_less() {
    let mut positions = 0;
    for number in 1..=12 {
        let mut state = Pyramid::USUAL.deal(number);
        let answer = solve(&state, &Target::BOARD, &mut Budget::unlimited());
        let Some(solution) = solved(Pyramid::USUAL, &state, &Target::BOARD, &answer.outcome) else {
            continue;
        };
        let mut left = solution.moves.len();
        for move_ in &solution.moves {
            state = Pyramid::USUAL.play(&state, move_).unwrap();
            left -= 1;
            assert_eq!(steps(&state, &Target::BOARD), Some(left), "deal {number}");
            positions += 1;
        }
    }
    assert!(positions > 100, "{positions}");
}
