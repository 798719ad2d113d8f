//! The packed solver against every position of small games: fewer ranks, fewer
//! columns, and more face-down cards than usual, so that half of the deals are
//! lost.

use std::collections::{HashMap, HashSet};

use patience_core::numbering::SplitMix64;
use patience_core::{Card, Count, Proof, Target};
use patience_klondike::rules::{Klondike, State};
use patience_klondike::solver::decide::{Found, Search};
use patience_klondike::solver::expand::Prunings;
use patience_klondike::solver::layout::Layout;
use patience_klondike::solver::route::Route;
use patience_klondike::solver::{Effort, Question, Solver};
use patience_rules::{Rules, verify::verify};
use patience_search::Budget;

/// A small game: ranks, columns, more cards in each column.
const GAMES: [(u8, u8, usize); 8] = [
    (4, 3, 1),
    (4, 3, 2),
    (5, 2, 2),
    (5, 3, 2),
    (4, 2, 1),
    (4, 2, 3),
    (3, 4, 0),
    (3, 3, 1),
];

fn deal(rules: &Klondike, extra: usize, seed: u64) -> State {
    let mut cards: Vec<_> = Card::all()
        .filter(|card| card.rank().value() <= rules.ranks)
        .collect();
    SplitMix64::new(seed).shuffle(&mut cards);
    let faces: Vec<_> = cards.into_iter().map(Some).collect();
    let sizes: Vec<_> = (1..=usize::from(rules.columns))
        .map(|size| size + extra)
        .collect();
    Klondike::lay_out_faces(&faces, &sizes)
}

/// Looks at every position. None if there are too many.
fn can_be_won(rules: &Klondike, start: &State, most: usize) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut stack = vec![start.clone()];
    seen.insert(start.clone());
    while let Some(state) = stack.pop() {
        for played in rules.legal_moves(&state).iter().rev() {
            let mut next = rules.play(&state, played).expect("a legal move");
            if rules.is_won(&next) {
                return Some(true);
            }
            // Neither points nor the order of the columns matter.
            next.score = 0;
            next.columns
                .sort_by_cached_key(|column| format!("{column:?}"));
            if seen.insert(next.clone()) {
                stack.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

fn solve(rules: &Klondike, start: &State, prunings: Prunings) -> bool {
    let (layout, at) = Layout::new(rules, start).expect("it fits");
    let found = Search::new(prunings)
        .asking_after(5)
        .run(&layout, &at, &mut Budget::unlimited());
    match found.expect("no limit") {
        Found::Nothing(_) => false,
        Found::Win(steps) => {
            let moves = Route::new(rules, start)
                .and_then(|route| route.whole(&steps))
                .expect("a route");
            verify(rules, start, &Target::BOARD, &moves).expect("a win");
            true
        }
    }
}

/// All reductions, none, and each one switched off.
fn settings() -> Vec<(&'static str, Prunings)> {
    let all = Prunings::ALL;
    vec![
        ("all", all),
        ("none", Prunings::NONE),
        ("not safe", Prunings { safe: false, ..all }),
        (
            "not diamond",
            Prunings {
                diamond: false,
                ..all
            },
        ),
        (
            "not arrival",
            Prunings {
                arrival: false,
                ..all
            },
        ),
        (
            "not just in time",
            Prunings {
                just_in_time: false,
                ..all
            },
        ),
        (
            "not waste",
            Prunings {
                waste: false,
                ..all
            },
        ),
        (
            "not easier",
            Prunings {
                easier: false,
                ..all
            },
        ),
    ]
}

fn compare(rules: Klondike, deals: u64) {
    let (mut won, mut lost, mut left_out) = (0, 0, 0);
    for (ranks, columns, extra) in GAMES {
        let rules = Klondike {
            ranks,
            columns,
            ..rules
        };
        for seed in 0..deals {
            let start = deal(&rules, extra, seed);
            let Some(truth) = can_be_won(&rules, &start, 20_000) else {
                left_out += 1;
                continue;
            };
            *(if truth { &mut won } else { &mut lost }) += 1;
            for (name, prunings) in settings() {
                assert_eq!(
                    solve(&rules, &start, prunings),
                    truth,
                    "{name}, {rules:?}:\n{}",
                    rules.write_state(&start)
                );
            }
        }
    }
    eprintln!("{rules:?}: {won} won, {lost} lost, {left_out} too large");
    assert!(lost > won / 4);
}

/// The fewest moves to a position that will do, by looking at all of them.
fn fewest(rules: &Klondike, start: &State, target: &Target, most: usize) -> Option<Option<u32>> {
    let reached = |state: &State| rules.tally(state).reaches(target).is_ok();
    let mut seen = HashSet::from([start.clone()]);
    let mut level = vec![start.clone()];
    let mut moves = 0;
    while !level.is_empty() {
        if level.iter().any(reached) {
            return Some(Some(moves));
        }
        let mut next_level = Vec::new();
        for state in &level {
            for played in rules.legal_moves(state) {
                let mut next = rules.play(state, &played).expect("a legal move");
                next.score = 0;
                next.columns
                    .sort_by_cached_key(|column| format!("{column:?}"));
                if seen.insert(next.clone()) {
                    next_level.push(next);
                }
            }
        }
        if seen.len() > most {
            return None;
        }
        level = next_level;
        moves += 1;
    }
    Some(None)
}

fn compare_lengths(rules: Klondike, goal: &str, deals: u64) {
    let target = Target::new(goal.parse().expect("a goal"), 0).expect("a target");
    let (mut solved, mut impossible) = (0, 0);
    for (ranks, columns, extra) in GAMES {
        let rules = Klondike {
            ranks,
            columns,
            ..rules
        };
        for seed in 1000..1000 + deals {
            let start = deal(&rules, extra, seed);
            let Some(truth) = fewest(&rules, &start, &target, 20_000) else {
                continue;
            };
            let question = Question::new(&rules, target, Effort::Shortest);
            let mut budget = Budget::unlimited();
            let answer = Solver::new().solve(&question, &start, &mut budget, &mut |_| {});
            let found = answer.outcome.solution().map(|solution| {
                let replay = verify(&rules, &start, &target, &solution.moves).expect("a solution");
                assert_eq!(solution.proof, Some(Proof::Shortest));
                replay.length.in_count(Count::Moves)
            });
            assert_eq!(found, truth, "{rules:?}:\n{}", rules.write_state(&start));
            *(if truth.is_some() {
                &mut solved
            } else {
                &mut impossible
            }) += 1;
        }
    }
    eprintln!("{goal}, {rules:?}: {solved} solved, {impossible} impossible");
    assert!(solved > 0);
}

#[test]
fn the_shortest_solutions_are_the_shortest() {
    for draw in 1..=3 {
        for (passes, worrying_back) in [(None, true), (None, false), (Some(2), true)] {
            let rules = Klondike {
                draw,
                passes,
                worrying_back,
                ..Klondike::DRAW_THREE
            };
            compare_lengths(rules, "board", deals() / 2);
        }
    }
}

#[test]
fn cards_of_a_rank_go_home_in_the_fewest_moves() {
    for goal in ["cards=3A", "cards=4A", "cards=22", "cards=33"] {
        compare_lengths(Klondike::DRAW_THREE, goal, deals() / 2);
        compare_lengths(Klondike::DRAW_ONE, goal, deals() / 2);
    }
}

/// The most points that any game brings, by looking at all positions.
fn most_points(rules: &Klondike, start: &State, most: usize) -> Option<i32> {
    let mut points = HashMap::from([(start.clone(), 0)]);
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        let score = points[&state];
        for played in rules.legal_moves(&state) {
            let mut next = rules.play(&state, &played).expect("a legal move");
            let total = score + std::mem::take(&mut next.score);
            next.columns
                .sort_by_cached_key(|column| format!("{column:?}"));
            if points.get(&next).is_none_or(|known| *known < total) {
                points.insert(next.clone(), total);
                open.push(next);
            }
        }
        if points.len() > most {
            return None;
        }
    }
    points.into_values().max()
}

#[test]
fn the_best_score_is_the_best() {
    let target = Target::new("score".parse().expect("a goal"), 0).expect("a target");
    let mut compared = 0;
    for rules in [Klondike::DRAW_THREE, Klondike::DRAW_ONE] {
        for (ranks, columns, extra) in GAMES {
            let rules = Klondike {
                ranks,
                columns,
                ..rules
            };
            for seed in 2000..2000 + deals() / 4 {
                let start = deal(&rules, extra, seed);
                let Some(truth) = most_points(&rules, &start, 3_000) else {
                    continue;
                };
                let question = Question::new(&rules, target, Effort::Short);
                let mut budget = Budget::unlimited();
                let answer = Solver::new().solve(&question, &start, &mut budget, &mut |_| {});
                let best = answer.outcome.solution().expect("a best score");
                assert_eq!(best.proof, Some(Proof::Best));
                let replay = verify(&rules, &start, &target, &best.moves).expect("legal moves");
                assert_eq!(replay.end.score, truth, "{}", rules.write_state(&start));
                compared += 1;
            }
        }
    }
    eprintln!("{compared} best scores compared");
    assert!(compared > 0);
}

fn deals() -> u64 {
    let set = std::env::var("SMALL_DEALS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(20)
}

#[test]
fn three_cards_a_draw() {
    compare(Klondike::DRAW_THREE, deals());
}

#[test]
fn one_card_a_draw() {
    compare(Klondike::DRAW_ONE, deals());
}

#[test]
fn two_cards_a_draw() {
    let rules = Klondike {
        draw: 2,
        ..Klondike::DRAW_THREE
    };
    compare(rules, deals());
}

#[test]
fn three_cards_a_draw_without_worrying_back() {
    let rules = Klondike {
        worrying_back: false,
        ..Klondike::DRAW_THREE
    };
    compare(rules, deals());
}

#[test]
fn one_card_a_draw_without_worrying_back() {
    let rules = Klondike {
        worrying_back: false,
        ..Klondike::DRAW_ONE
    };
    compare(rules, deals());
}

#[test]
fn limited_passes() {
    for (draw, passes) in [(3, 1), (3, 2), (1, 1), (1, 2), (2, 3)] {
        let rules = Klondike {
            draw,
            passes: Some(passes),
            ..Klondike::DRAW_THREE
        };
        compare(rules, deals() / 2);
    }
}
