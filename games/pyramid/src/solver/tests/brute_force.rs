//! The solver agrees with brute force, for every goal.

use crate::rules::{Move, Pyramid, State, Win};
use patience_core::{Answer, Outcome, Proof, Rank, Target};
use patience_search::Budget;

use super::truth::Truth;
use super::{cards_goal, small_position, solved, tally, target};
use crate::solver::Solver;

fn agrees_on_every_goal((solver, rules): (&mut Solver, Pyramid), start: &State, truth: &Truth) {
    agrees(
        (solver, rules),
        start,
        truth,
        &Target::BOARD,
        Proof::Shortest,
    );
    best_score_agrees((solver, rules), start, truth);
    let (best, _) = truth.best_score();
    for wanted in [
        5,
        30,
        100,
        best / 2,
        best.saturating_sub(20),
        best,
        best + 1,
        1290,
        9999,
    ] {
        let wanted = target(&format!("score={wanted}"));
        agrees((solver, rules), start, truth, &wanted, Proof::Shortest);
    }
    for rank in Rank::all() {
        for count in 1..=5 {
            cards_agree((solver, rules), start, truth, rank, count);
        }
    }
}

fn agrees(
    (solver, rules): (&mut Solver, Pyramid),
    start: &State,
    truth: &Truth,
    target: &Target,
    proof: Proof,
) -> Answer<Move> {
    let answer = solver.solve_by(rules, start, target, &mut Budget::unlimited());
    let solution = solved(rules, start, target, &answer.outcome);
    let steps = solution.map(|solution| solution.moves.len() as u32);
    assert_eq!(
        steps,
        truth.steps_to(target),
        "{} of {start:?}",
        target.goal
    );
    if let Some(solution) = solution {
        assert_eq!(solution.proof, Some(proof));
        assert!(answer.alternatives.is_empty());
    } else if target
        .wanted()
        .is_some_and(|_| target.goal.to_string().starts_with("score"))
    {
        let best = &answer.alternatives[0];
        let reached = tally(rules, start, &best.moves).score.unwrap();
        assert_eq!((reached, best.moves.len() as u32), truth.best_score());
        assert_eq!(
            (answer.alternatives.len(), best.proof),
            (1, Some(Proof::Best))
        );
    }
    answer
}

fn best_score_agrees((solver, rules): (&mut Solver, Pyramid), start: &State, truth: &Truth) {
    let wanted = target("score");
    let answer = solver.solve_by(rules, start, &wanted, &mut Budget::unlimited());
    let solution = solved(rules, start, &wanted, &answer.outcome).unwrap();
    let reached = tally(rules, start, &solution.moves);
    assert_eq!(
        (reached.score.unwrap(), solution.moves.len() as u32),
        truth.best_score(),
        "{start:?}"
    );
    // The best game clears the board whenever any game does.
    assert_eq!(reached.cleared, truth.steps_to(&Target::BOARD).is_some());
    assert_eq!(solution.proof, Some(Proof::Best));
    assert!(answer.alternatives.is_empty());
}

fn cards_agree(
    (solver, rules): (&mut Solver, Pyramid),
    start: &State,
    truth: &Truth,
    rank: Rank,
    count: u32,
) {
    let wanted = cards_goal(count, rank);
    let answer = agrees((solver, rules), start, truth, &wanted, Proof::Shortest);
    if !matches!(answer.outcome, Outcome::Impossible(_)) {
        return;
    }
    let mut expected = Vec::new();
    expected.extend(truth.most_cards(rank, true));
    let any = truth.most_cards(rank, false).unwrap();
    if expected.first().is_none_or(|(cleared, _)| any.0 > *cleared) {
        expected.push(any);
    }
    let found: Vec<_> = answer
        .alternatives
        .iter()
        .map(|solution| {
            let cards = tally(rules, start, &solution.moves)
                .cards(&wanted.goal)
                .unwrap();
            assert_eq!(solution.proof, Some(Proof::Best));
            (cards, solution.moves.len() as u32)
        })
        .collect();
    assert_eq!(found, expected, "{} of {start:?}", wanted.goal);
}

#[test]
fn every_goal_agrees_on_small_positions() {
    let mut solver = Solver::new();
    let mut looked_at = 0;
    for seed in 1..=400 {
        let start = small_position(seed, 4 + seed as usize % 6, 3 + seed as usize % 12);
        if let Some(truth) = Truth::new(Pyramid::USUAL, &start, 20_000) {
            agrees_on_every_goal((&mut solver, Pyramid::USUAL), &start, &truth);
            looked_at += 1;
        }
    }
    assert!(looked_at >= 300, "only {looked_at} were small enough");
}

#[test]
fn every_goal_agrees_where_all_cards_must_go() {
    let rules = Pyramid { win: Win::All };
    let mut solver = Solver::new();
    let (mut looked_at, mut won) = (0, 0);
    for seed in 1..=600 {
        let start = small_position(seed, 3 + seed as usize % 7, seed as usize % 12);
        if let Some(truth) = Truth::new(rules, &start, 20_000) {
            agrees_on_every_goal((&mut solver, rules), &start, &truth);
            looked_at += 1;
            won += u32::from(truth.steps_to(&Target::BOARD).is_some());
        }
    }
    assert!(looked_at >= 400, "only {looked_at} were small enough");
    assert!(won >= 50, "only {won} can be won");
}

/// Deals with few enough tables to look at all of them (up to 900,000). They
/// are unlucky ones, with at most 60 points.
const UNLUCKY_DEALS: [u64; 14] = [
    183, 221, 259, 348, 393, 395, 422, 608, 861, 920, 1006, 1085, 1289, 1442,
];

/// Deals with few enough tables when they start in the third pass.
const THIRD_PASS_DEALS: [u64; 10] = [2, 3, 4, 5, 7, 8, 10, 12, 13, 14];

#[test]
fn every_goal_agrees_on_unlucky_full_decks() {
    let mut solver = Solver::new();
    for number in UNLUCKY_DEALS {
        let start = Pyramid::USUAL.deal(number);
        let truth = Truth::new(Pyramid::USUAL, &start, usize::MAX).unwrap();
        agrees_on_every_goal((&mut solver, Pyramid::USUAL), &start, &truth);
    }
}

#[test]
fn every_goal_agrees_on_full_decks_in_the_third_pass() {
    let mut solver = Solver::new();
    for number in THIRD_PASS_DEALS {
        let mut start = Pyramid::USUAL.deal(number);
        start.pass = 3;
        let truth = Truth::new(Pyramid::USUAL, &start, usize::MAX).unwrap();
        agrees_on_every_goal((&mut solver, Pyramid::USUAL), &start, &truth);
    }
}

mod slow {
    use super::*;

    /// Deals in the second pass, and a whole deal with 5.4 million tables.
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn every_goal_agrees_on_large_full_decks() {
        let mut solver = Solver::new();
        for (number, pass) in [(5, 2), (12, 2), (13, 2), (8, 2), (4, 1)] {
            let mut start = Pyramid::USUAL.deal(number);
            start.pass = pass;
            let truth = Truth::new(Pyramid::USUAL, &start, usize::MAX).unwrap();
            agrees_on_every_goal((&mut solver, Pyramid::USUAL), &start, &truth);
        }
    }
}
