//! Whole games of 104 cards, limits, and positions from the end of a game.

use patience_core::{Count, Limits, Outcome, Stop, Target};
use patience_rules::{Rules, verify::verify};
use patience_search::{Budget, Cancel};
use patience_spider::rules::{Move, Numbers, Removal, Spider, State};
use patience_spider::solver::{Effort, Question, Solver};

/// Solves deals, replays each solution, and returns how many were won, and how
/// many moves that took.
fn solve(rules: &Spider, deals: impl Iterator<Item = u64>, effort: Effort) -> (u32, u32) {
    solve_within(5_000_000, rules, deals, effort)
}

fn solve_within(
    states: u64,
    rules: &Spider,
    deals: impl Iterator<Item = u64>,
    effort: Effort,
) -> (u32, u32) {
    let mut solver = Solver::new();
    let (mut won, mut moves) = (0, 0);
    for deal in deals {
        let state = rules.deal(deal);
        let limits = Limits {
            states: Some(states),
            ..Limits::NONE
        };
        let question = Question::new(rules, Target::BOARD, effort);
        let mut budget = Budget::new(limits);
        let mut lengths = Vec::new();
        let answer = solver.solve(&question, &state, &mut budget, &mut |better| {
            lengths.push(better.moves.len());
        });
        assert!(lengths.is_sorted_by(|longer, shorter| shorter < longer));
        if let Some(solution) = answer.outcome.solution() {
            let replay = verify(rules, &state, &Target::BOARD, &solution.moves);
            moves += replay.expect("a win").length.in_count(Count::Moves);
            won += 1;
        }
    }
    (won, moves)
}

#[test]
fn deals_with_one_two_and_four_suits_are_won() {
    for (suits, most) in [(1, 105), (2, 125), (4, 165)] {
        let rules = Spider::with_suits(suits);
        let (won, moves) = solve(&rules, 1..=12, Effort::Short);
        assert_eq!(won, 12, "{suits} suits");
        assert!(moves / 12 < most, "{suits} suits: {moves} moves");
    }
}

#[test]
fn other_settings_and_relatives_are_won_too() {
    let usual = Spider::with_suits(2);
    for rules in [
        Spider {
            deals_on_empty: true,
            ..usual
        },
        Spider {
            removal: Removal::ByChoice,
            ..usual
        },
        Spider {
            numbers: Numbers::Kpatience,
            ..usual
        },
        Spider {
            suits: 2,
            ..Spider::SPIDERETTE
        },
        Spider {
            suits: 2,
            ..Spider::WILL_O_THE_WISP
        },
        Spider {
            suits: 2,
            ..Spider::MRS_MOP
        },
    ] {
        let (won, _) = solve(&rules, 1..=2, Effort::Fast);
        assert_eq!(won, 2, "{rules:?}");
    }
}

#[test]
fn deals_of_pysol_are_won() {
    let rules = Spider {
        numbers: Numbers::Pysol,
        ..Spider::SPIDER
    };
    let (won, _) = solve(&rules, 1..=30, Effort::Fast);
    assert_eq!(won, 30);
}

fn ask(rules: &Spider, state: &State, target: &str, budget: &mut Budget) -> Outcome<Vec<Move>> {
    let target = Target::new(target.parse().expect("a goal"), 0).expect("a target");
    let question = Question::new(rules, target, Effort::Fast);
    let answer = Solver::new().solve(&question, state, budget, &mut |_| {});
    if let Outcome::Solved(solution) = &answer.outcome {
        verify(rules, state, &target, &solution.moves).expect("a solution");
    }
    answer.outcome.map(|solution| solution.moves)
}

#[test]
fn a_limit_is_unknown() {
    let rules = Spider::SPIDER;
    let state = rules.deal(1);
    let limits = [
        Limits {
            states: Some(100),
            ..Limits::NONE
        },
        Limits {
            bytes: Some(1 << 16),
            ..Limits::NONE
        },
    ];
    for (limits, stop) in limits.into_iter().zip([Stop::States, Stop::Memory]) {
        let outcome = ask(&rules, &state, "board", &mut Budget::new(limits));
        assert_eq!(outcome, Outcome::Unknown(stop));
    }
    let cancel = Cancel::default();
    cancel.cancel();
    let mut budget = Budget::unlimited().with_cancel(&cancel);
    let outcome = ask(&rules, &state, "board", &mut budget);
    assert_eq!(outcome, Outcome::Unknown(Stop::Cancelled));
}

#[test]
fn goals_other_than_the_board() {
    let rules = Spider::with_suits(1);
    let state = rules.deal(1);
    let ask = |target: &str| ask(&rules, &state, target, &mut Budget::unlimited());
    let Outcome::Solved(first) = ask("cards=1K") else {
        panic!("a run can be completed");
    };
    let Outcome::Solved(all) = ask("board") else {
        panic!("the deal can be won");
    };
    assert!(first.len() < all.len());
    assert_eq!(ask("score=500"), Outcome::Solved(Vec::new()));
    assert!(matches!(ask("score=900"), Outcome::Solved(_)));
    assert!(matches!(ask("score"), Outcome::Solved(_)));
    assert!(matches!(ask("cards=9K"), Outcome::Impossible(_)));
    // More points than a win in no moves at all.
    assert!(matches!(ask("score=1400"), Outcome::Unknown(_)));
}

#[test]
fn a_position_without_moves_is_impossible() {
    let rules = Spider::with_suits(1);
    // The last run, its cards apart in columns that cannot take them.
    let text = "1: | Qs As Ks\n2: | Ts Js\n3: | 8s 9s\n4: | 6s 7s\n5: | 4s 5s\n6: | 2s 3s
        7: \n8: \n9: \n10: \nHome: Ks Ks Ks Ks Ks Ks Ks";
    let state = rules.read_state(text).expect("a position");
    let outcome = ask(&rules, &state, "board", &mut Budget::unlimited());
    assert!(matches!(outcome, Outcome::Solved(_)), "empty columns help");
    let stuck = Spider {
        sizes: &[2; 6],
        ..rules
    };
    let text = text.replace("7: \n8: \n9: \n10: \n", "");
    let state = stuck.read_state(&text).expect("a position");
    let outcome = ask(&stuck, &state, "board", &mut Budget::unlimited());
    assert!(matches!(outcome, Outcome::Impossible(_)), "{outcome:?}");
}

#[test]
fn a_game_thrown_away_is_proved_lost() {
    // All rows dealt at once leave few moves; many of these games are lost, and
    // some so soon that every position can be looked at.
    let rules = Spider::SPIDER;
    let mut lost = 0;
    for deal in 1..=12 {
        let mut state = rules.deal(deal);
        for _ in 0..5 {
            rules.apply(&mut state, &Move::Deal).expect("a deal");
        }
        let limits = Limits {
            states: Some(60_000),
            ..Limits::NONE
        };
        let outcome = ask(&rules, &state, "board", &mut Budget::new(limits));
        lost += u32::from(matches!(outcome, Outcome::Impossible(_)));
    }
    assert!(lost >= 3, "{lost} of 12 were proved lost");
}

mod slow {
    use std::thread;

    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn nearly_all_deals_are_won_in_few_moves() {
        for (suits, least, most) in [(1, 1000, 100), (2, 999, 130), (4, 995, 180)] {
            let (won, moves) = solve(&Spider::with_suits(suits), 1..=1000, Effort::Short);
            assert!(won >= least, "{suits} suits: {won} won");
            assert!(moves / won < most, "{suits} suits: {moves} moves");
        }
    }

    /// Threads.
    const PARTS: usize = 2;

    /// plspider won 31,998 of these.
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn of_the_numbers_of_pysol_as_many_are_won_as_by_plspider() {
        let rules = Spider {
            numbers: Numbers::Pysol,
            ..Spider::SPIDER
        };
        // Deal 24614 takes 57 million positions, all others less than 22 million.
        let part = |residue: usize| {
            let deals = (1..=32_000).skip(residue).step_by(PARTS);
            solve_within(65_000_000, &rules, deals, Effort::Fast).0
        };
        let won: u32 = thread::scope(|scope| {
            let parts =
                std::array::from_fn::<_, PARTS, _>(|residue| scope.spawn(move || part(residue)));
            parts
                .map(|part| part.join().expect("no panic"))
                .iter()
                .sum()
        });
        assert!(won >= 31_998, "{won}");
    }
}
