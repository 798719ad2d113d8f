//! Every goal, against the reference answers and against brute force.

use crate::support::{amount, best, everything, fillings, hidden, late, small, targets};
use patience_core::{Answer, Goal, Outcome, Proof, Solution, Target};
use patience_rules::Rules as _;
use patience_rules::verify::{Replay, replay, verify};
use patience_search::Budget;
use patience_tripeaks::rules::CARDS;
use patience_tripeaks::rules::{Move, State, TriPeaks};
use patience_tripeaks::solver::Solver;

fn target(goal: &str) -> Target {
    Target::new(goal.parse().expect("a goal"), 0).expect("a target")
}

fn replayed(state: &State, solution: &Solution<Move>) -> Replay<TriPeaks> {
    replay(&TriPeaks, state, &solution.moves).expect("legal moves")
}

/// The solver's answer as what it reaches and in how many steps.
fn found(state: &State, target: &Target, answer: &Answer<Move>) -> Option<(u32, u32)> {
    let solution = answer.outcome.solution().or(answer.alternatives.first())?;
    let end = replayed(state, solution);
    Some((amount(&end.tally, target), solution.moves.len() as u32))
}

#[test]
fn small_positions_agree_with_brute_force_for_every_goal() {
    let mut solver = Solver::new();
    let (mut reached, mut out_of_reach) = (0, 0);
    for seed in 0..400 {
        let state = small(seed);
        let all = everything(&state);
        let clears: Vec<_> = all.iter().filter(|(_, tally)| tally.cleared).collect();
        for target in targets(&state) {
            let answer = solver.solve(&state, &target, &mut Budget::unlimited());
            let (most, steps) = best(&all, &target);
            let is_reached = match target.goal {
                Goal::Board => most == 1,
                Goal::Score { target: None } => true,
                _ => Some(most) >= target.wanted(),
            };
            let case = format!("seed {seed}, {}", target.goal);
            match &answer.outcome {
                Outcome::Solved(solution) => {
                    assert!(is_reached, "{case}");
                    assert!(solution.proof.is_some(), "{case}");
                    reached += 1;
                }
                Outcome::Impossible(_) => {
                    assert!(!is_reached, "{case}");
                    out_of_reach += 1;
                }
                Outcome::Unknown(stop) => panic!("{case}: {stop}"),
            }
            if target.goal != Goal::Board || is_reached {
                assert_eq!(
                    found(&state, &target, &answer),
                    Some((most, steps)),
                    "{case}"
                );
            }
            // The best that clears the board, where the first does not.
            if let (Goal::Score { target: None }, Some(other)) =
                (target.goal, answer.alternatives.first())
            {
                let end = replayed(&state, other);
                let most = clears.iter().map(|(_, tally)| tally.score).max();
                assert_eq!(Some(end.tally.score), most, "{case}");
                let fewest = clears
                    .iter()
                    .filter(|(_, tally)| tally.score == end.tally.score)
                    .map(|(steps, _)| *steps)
                    .min();
                assert_eq!(Some(other.moves.len() as u32), fewest, "{case}");
            }
        }
    }
    // The cases are not all of one kind.
    assert!(
        reached > 1_000 && out_of_reach > 500,
        "{reached} {out_of_reach}"
    );
}

#[test]
fn an_answer_draws_only_where_no_play_is_as_good() {
    let mut solver = Solver::new();
    let mut draws = 0;
    for seed in 0..200 {
        let start = small(seed);
        for goal in ["board", "score"] {
            let target = target(goal);
            let answer = solver.solve(&start, &target, &mut Budget::unlimited());
            let Some(solution) = answer.outcome.solution() else {
                continue;
            };
            let (most, steps) = best(&everything(&start), &target);
            let mut state = start.clone();
            for (made, next) in solution.moves.iter().enumerate() {
                if *next == Move::Draw {
                    draws += 1;
                    for other in TriPeaks.legal_moves(&state) {
                        if other == Move::Draw {
                            continue;
                        }
                        let after = TriPeaks.play(&state, &other).expect("a legal move");
                        let (reached, left) = best(&everything(&after), &target);
                        let as_good = reached == most && made as u32 + 1 + left <= steps;
                        assert!(!as_good, "seed {seed}, {goal}: {other} before step {made}");
                    }
                }
                state = TriPeaks.play(&state, next).expect("a legal move");
            }
        }
    }
    assert!(draws > 50, "{draws}");
}

#[test]
fn with_unknown_cards_the_answer_holds_whatever_they_are() {
    let mut solver = Solver::new();
    let (mut definitive, mut open) = (0, 0);
    for number in 1..=40 {
        let Some(known) = late(number, 5..=11) else {
            continue;
        };
        for count in 2..=3 {
            let Some(state) = hidden(&known, count, number) else {
                continue;
            };
            let certain = everything(&state);
            let ways: Vec<_> = fillings(&state).iter().map(everything).collect();
            for target in targets(&state) {
                let answer = solver.solve(&state, &target, &mut Budget::unlimited());
                let (most, steps) = best(&certain, &target);
                // Nothing that a card turns out to be is better.
                let none_better = ways.iter().all(|way| {
                    let (other, in_steps) = best(way, &target);
                    other < most || (other == most && in_steps >= steps)
                });
                let case = format!("deal {number}, {count} hidden, {}", target.goal);
                let says_so = match &answer.outcome {
                    Outcome::Solved(solution) => solution.proof.is_some(),
                    Outcome::Impossible(_) => true,
                    Outcome::Unknown(_) => false,
                };
                assert_eq!(says_so, none_better, "{case}");
                if target.goal != Goal::Board {
                    assert_eq!(
                        found(&state, &target, &answer),
                        Some((most, steps)),
                        "{case}"
                    );
                }
                if says_so {
                    definitive += 1;
                } else {
                    open += 1;
                }
            }
        }
    }
    assert!(definitive > 50 && open > 50, "{definitive} {open}");
}

#[test]
fn suits_do_not_matter() {
    let mut solver = Solver::new();
    let mut solved = 0;
    for number in 1..=20 {
        let state = TriPeaks.deal(number);
        let mut other = state.clone();
        let swap = |card: patience_core::Card| {
            patience_core::Card::from_index(card.index() ^ 3).expect("a card")
        };
        for slot in 0..CARDS {
            let face = other.tableau[slot].face().map(swap);
            other.tableau[slot] = patience_tripeaks::rules::Slot::Here(face);
        }
        for face in other.waste.iter_mut().chain(&mut other.stock) {
            *face = face.map(swap);
        }
        for goal in ["board", "score"] {
            let mut length = |state: &State| {
                let answer = solver.solve(state, &target(goal), &mut Budget::unlimited());
                answer.outcome.map(|solution| solution.moves.len())
            };
            let one = length(&state);
            assert_eq!(one, length(&other), "deal {number}, {goal}");
            solved += u32::from(one.solution().is_some());
        }
    }
    assert!(solved > 30, "{solved}");
}

#[test]
fn a_limit_of_states_is_unknown_and_never_impossible() {
    use patience_core::Limits;
    for goal in ["board", "score", "cards=4A"] {
        let limits = Limits {
            states: Some(1_000),
            ..Limits::NONE
        };
        let mut budget = Budget::new(limits);
        let answer =
            patience_tripeaks::solver::solve(&TriPeaks.deal(1), &target(goal), &mut budget);
        assert!(matches!(answer.outcome, Outcome::Unknown(_)), "{goal}");
    }
}

#[test]
fn a_target_that_is_met_needs_no_moves() {
    let mut state = small(1);
    state.score = 2_000;
    let answer =
        patience_tripeaks::solver::solve(&state, &target("score=1500"), &mut Budget::unlimited());
    assert_eq!(
        answer
            .outcome
            .solution()
            .map(|solution| solution.moves.len()),
        Some(0)
    );
}

mod needs_reference {
    use super::*;
    use crate::support::reference;

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn the_reference_answers_agree() {
        let decks = reference("pyramid-decks.txt");
        let answers = reference("tripeaks-answers.csv");
        let mut solver = Solver::new();
        let mut rows = 0;
        for (deck, row) in decks.lines().zip(answers.lines().skip(1)) {
            let state = TriPeaks.read_state(deck).expect("a deck");
            let row: Vec<i64> = row
                .split(',')
                .map(|field| field.parse().unwrap_or(-1))
                .collect();
            let mut solve = |goal: &str| -> (Answer<Move>, Target) {
                let target = target(goal);
                let answer = solver.solve(&state, &target, &mut Budget::unlimited());
                if let Some(solution) = answer.outcome.solution() {
                    verify(&TriPeaks, &state, &target, &solution.moves).expect("a right solution");
                    assert!(solution.proof.is_some());
                }
                (answer, target)
            };
            // The board: the fewest steps, or impossible.
            let (board, _) = solve("board");
            let steps = board
                .outcome
                .solution()
                .map_or(0, |solution| solution.moves.len() as i64);
            assert_eq!(steps, row[1], "deck {}", row[0]);
            assert_eq!(steps == 0, matches!(board.outcome, Outcome::Impossible(_)));
            // The score: the best and its steps; the best that clears the board.
            let (score, _) = solve("score");
            let solution = score.outcome.solution().expect("a best score");
            let end = replayed(&state, solution);
            assert_eq!(solution.proof, Some(Proof::Best));
            assert_eq!(end.tally.score.map(i64::from), Some(row[2]));
            assert_eq!(solution.moves.len() as i64, row[3], "deck {}", row[0]);
            let clearing = if end.tally.cleared {
                assert!(score.alternatives.is_empty());
                Some(solution)
            } else {
                score.alternatives.first()
            };
            let cleared =
                clearing.map(|solution| (replayed(&state, solution), solution.moves.len()));
            let cleared = cleared.map_or((-1, 0), |(end, steps)| {
                assert!(end.tally.cleared);
                (end.tally.score.map_or(-1, i64::from), steps as i64)
            });
            assert_eq!(cleared, (row[4], row[5].max(0)), "deck {}", row[0]);
            // Aces: as many as can go, in the fewest steps.
            let (aces, wanted) = solve("cards=4A");
            let solution = aces
                .outcome
                .solution()
                .or(aces.alternatives.first())
                .expect("some number of aces");
            let cards = replayed(&state, solution).tally.cards(&wanted.goal);
            assert_eq!(cards.map(i64::from), Some(row[9]), "deck {}", row[0]);
            assert_eq!(solution.moves.len() as i64, row[10], "deck {}", row[0]);
            rows += 1;
        }
        assert_eq!(rows, 300);
    }
}
