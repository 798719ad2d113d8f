//! The packed solver against every position of small games: fewer ranks, fewer
//! columns, and more face-down cards than usual, so that half of the deals are
//! lost. `cargo run --example stress` goes on with other seeds.

use std::collections::HashMap;
use std::ops::Range;

use patience_core::numbering::SplitMix64;
use patience_core::{Count, Proof, Target};
use patience_klondike::rules::{Klondike, State};
use patience_klondike::solver::{Effort, Question, Solver};
use patience_rules::{Rules, verify::verify};
use patience_search::Budget;

mod referee;

use referee::plain::{GAMES, Graph, deal, key};
use referee::{Compared, compare};

/// The rules that are compared: draw, passes, worrying back.
const RULES: [(u8, Option<u8>, bool); 12] = [
    (1, None, true),
    (2, None, true),
    (3, None, true),
    (1, None, false),
    (2, None, false),
    (3, None, false),
    (1, Some(1), true),
    (1, Some(2), true),
    (2, Some(3), false),
    (3, Some(1), false),
    (3, Some(2), true),
    (3, Some(3), true),
];

fn all_rules() -> impl Iterator<Item = Klondike> {
    RULES
        .into_iter()
        .map(|(draw, passes, worrying_back)| Klondike {
            draw,
            passes,
            worrying_back,
            ..Klondike::DRAW_THREE
        })
}

fn small(rules: Klondike) -> impl Iterator<Item = (Klondike, usize)> {
    GAMES.into_iter().map(move |(ranks, columns, extra)| {
        let rules = Klondike {
            ranks,
            columns,
            ..rules
        };
        (rules, extra)
    })
}

/// Verdicts on deals and on positions from the middle of them.
fn verdicts(seeds: Range<u64>, samples: usize, most: usize) {
    let mut compared = Compared::default();
    for rules in all_rules() {
        for seed in seeds.clone() {
            compare(rules, seed, samples, most, &mut compared);
        }
    }
    eprintln!("{compared:?}");
    assert!(compared.won > 300 && compared.lost > 300);
}

/// The fewest moves, from deals and from the middle of them.
fn lengths(goals: &[&str], seeds: Range<u64>, most: usize) {
    let (mut solved, mut impossible) = (0, 0);
    for (rules, extra) in all_rules().flat_map(small) {
        for seed in seeds.clone() {
            let start = deal(&rules, extra, seed);
            let Some(graph) = Graph::new(&rules, &start, most) else {
                continue;
            };
            let number = SplitMix64::new(seed).below(graph.states.len());
            let part = Graph::new(&rules, &graph.states[number], most).expect("a part of it");
            for (graph, goal) in [graph, part]
                .iter()
                .flat_map(|graph| goals.iter().map(move |goal| (graph, goal)))
            {
                let target = Target::new(goal.parse().expect("a goal"), 0).expect("a target");
                let truth = fewest(&rules, graph, &target);
                if truth == Some(0) {
                    continue;
                }
                let start = &graph.states[0];
                let question = Question::new(&rules, target, Effort::Shortest);
                for threads in 1..=3 {
                    let mut budget = Budget::unlimited().with_threads(threads);
                    let mut solver = Solver::helped_after(threads as u64);
                    let answer = solver.solve(&question, start, &mut budget, &mut |_| {});
                    let found = answer.outcome.solution().map(|solution| {
                        let replay =
                            verify(&rules, start, &target, &solution.moves).expect("a solution");
                        assert_eq!(solution.proof, Some(Proof::Shortest));
                        replay.length.in_count(Count::Moves)
                    });
                    let text = rules.write_state(start);
                    assert_eq!(
                        found, truth,
                        "{goal}, {threads} threads, {rules:?}:\n{text}"
                    );
                }
                *(if truth.is_some() {
                    &mut solved
                } else {
                    &mut impossible
                }) += 1;
            }
        }
    }
    eprintln!("{goals:?}: {solved} solved, {impossible} impossible");
    assert!(solved > 30 && impossible > 30);
}

fn fewest(rules: &Klondike, graph: &Graph, target: &Target) -> Option<u32> {
    let reached = |state: &State| rules.tally(state).reaches(target).is_ok();
    let states = graph.states.iter().zip(&graph.moves);
    let reached = states.filter(|(state, _)| reached(state));
    reached.map(|(_, moves)| *moves).min()
}

/// The most points that any game brings, by looking at all positions.
fn most_points(rules: &Klondike, start: &State, most: usize) -> Option<i32> {
    let mut points = HashMap::from([(key(start), start.score)]);
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        if points[&key(&state)] > state.score {
            continue;
        }
        for played in rules.legal_moves(&state) {
            let next = rules.play(&state, &played).expect("a legal move");
            let known = points.entry(key(&next)).or_insert(i32::MIN);
            if *known < next.score {
                *known = next.score;
                open.push(next);
            }
        }
        if points.len() > most {
            return None;
        }
    }
    points.into_values().max()
}

fn scores(seeds: Range<u64>, most: usize) {
    let target = Target::new("score".parse().expect("a goal"), 0).expect("a target");
    let mut compared = 0;
    for (rules, extra) in all_rules().flat_map(small) {
        for seed in seeds.clone() {
            let start = deal(&rules, extra, seed);
            let Some(truth) = most_points(&rules, &start, most) else {
                continue;
            };
            let question = Question::new(&rules, target, Effort::Short);
            for threads in 1..=3 {
                let mut budget = Budget::unlimited().with_threads(threads);
                let mut solver = Solver::helped_after(threads as u64);
                let answer = solver.solve(&question, &start, &mut budget, &mut |_| {});
                let best = answer.outcome.solution().expect("a best score");
                assert_eq!(best.proof, Some(Proof::Most));
                let replay = verify(&rules, &start, &target, &best.moves).expect("legal moves");
                assert_eq!(replay.end.score, truth, "{}", rules.write_state(&start));
            }
            compared += 1;
        }
    }
    eprintln!("{compared} best scores compared");
    assert!(compared > 50);
}

const CARDS: [&str; 4] = ["cards=3A", "cards=4A", "cards=22", "cards=33"];

#[test]
fn verdicts_are_those_of_the_plain_rules() {
    verdicts(0..4, 12, 1_000);
}

#[test]
fn the_shortest_solutions_are_the_shortest() {
    lengths(&["board"], 1000..1002, 1_500);
}

#[test]
fn cards_of_a_rank_go_home_in_the_fewest_moves() {
    lengths(&CARDS, 1000..1002, 500);
}

#[test]
fn the_best_score_is_the_best() {
    scores(2000..2003, 300);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn verdicts_are_those_of_the_plain_rules() {
        verdicts(100..115, 20, 6_000);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_shortest_solutions_are_the_shortest() {
        lengths(&["board"], 1010..1014, 6_000);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn cards_of_a_rank_go_home_in_the_fewest_moves() {
        lengths(&CARDS, 1010..1014, 3_000);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_best_score_is_the_best() {
        scores(2010..2014, 600);
    }
}
