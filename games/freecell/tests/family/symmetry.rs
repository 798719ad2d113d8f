//! Renaming the suits and changing the order of columns and cells changes no
//! verdict and no shortest length.

use patience_core::numbering::SplitMix64;
use patience_core::{Card, Count, Limits, Outcome, Suit};
use patience_freecell::rules::{Builds, FreeCell, State};
use patience_freecell::solver::{Mode, Question, solve};
use patience_rules::Rules as _;
use patience_rules::verify::replay;
use patience_search::Budget;

/// The same position with other names for its suits, columns and cells.
fn disguised(rules: &FreeCell, state: &State, seed: u64) -> State {
    let mut numbers = SplitMix64::new(seed);
    let mut suits = Suit::ALL;
    match rules.builds {
        Builds::OtherColour => {
            // Either colour may change its suits, and the colours each other.
            if numbers.below(2) == 0 {
                suits.swap(0, 3);
            }
            if numbers.below(2) == 0 {
                suits.swap(1, 2);
            }
            if numbers.below(2) == 0 {
                suits.swap(0, 1);
                suits.swap(3, 2);
            }
        }
        Builds::SameSuit | Builds::AnySuit => numbers.shuffle(&mut suits),
    }
    let rename = |card: Card| Card::new(card.rank(), suits[usize::from(card.suit().index())]);
    let mut renamed = state.clone();
    for card in renamed.columns.iter_mut().flatten() {
        *card = rename(*card);
    }
    for card in renamed.cells.iter_mut().flatten() {
        *card = rename(*card);
    }
    for suit in Suit::ALL {
        let new = suits[usize::from(suit.index())];
        renamed.home[usize::from(new.index())] = state.home[usize::from(suit.index())];
    }
    numbers.shuffle(&mut renamed.columns);
    numbers.shuffle(&mut renamed.cells);
    renamed
}

fn answer(rules: &FreeCell, state: &State, question: &Question) -> Option<Option<u32>> {
    let limits = Limits {
        states: Some(150_000),
        ..Limits::NONE
    };
    let answer = solve(
        rules,
        state,
        question,
        &mut Budget::new(limits),
        &mut |_| {},
    );
    match answer.outcome {
        Outcome::Solved(solution) => {
            let end = replay(rules, state, &solution.moves).unwrap();
            assert!(end.tally.cleared);
            Some(Some(end.length.in_count(question.count)))
        }
        Outcome::Impossible(_) => Some(None),
        Outcome::Unknown(_) => None,
    }
}

/// Compares so many deals of every game with two disguises each; in each game at
/// least half of them are decided.
fn verdicts_agree(deals: u64) {
    let question = Question {
        mode: Mode::Fast,
        ..Question::default()
    };
    let mut impossible = 0;
    for rules in FreeCell::ALL {
        let mut compared = 0;
        for number in 1..=deals {
            let deal = rules.deal(number);
            let verdict = answer(&rules, &deal, &question).map(|length| length.is_some());
            for seed in 1..=2 {
                let other = disguised(&rules, &deal, seed);
                let again = answer(&rules, &other, &question).map(|length| length.is_some());
                if let (Some(verdict), Some(again)) = (verdict, again) {
                    assert_eq!(verdict, again, "{} {number} {seed}", rules.name);
                    compared += 1;
                    impossible += u64::from(!verdict);
                }
            }
        }
        assert!(compared > deals, "{}: {compared} compared", rules.name);
    }
    assert!(impossible > 0);
}

#[test]
fn a_disguised_deal_has_the_same_verdict() {
    verdicts_agree(5);
}

/// Compares late positions, whose shortest solutions are found quickly, of so
/// many deals of every game.
fn optima_agree(deals: u64) {
    let mut compared = 0;
    for rules in FreeCell::ALL {
        let fast = Question {
            mode: Mode::Fast,
            ..Question::default()
        };
        for number in 1..=deals {
            let deal = rules.deal(number);
            let limits = Limits {
                states: Some(150_000),
                ..Limits::NONE
            };
            let answer_fast = solve(&rules, &deal, &fast, &mut Budget::new(limits), &mut |_| {});
            let Outcome::Solved(solution) = answer_fast.outcome else {
                continue;
            };
            let mut late = deal.clone();
            let most = solution.moves.len() * 2 / 3;
            for move_ in &solution.moves[..most] {
                rules.apply(&mut late, move_).unwrap();
            }
            for count in [Count::Steps, Count::Moves, Count::Clicks] {
                let question = Question {
                    mode: Mode::Shortest,
                    count,
                    ..Question::default()
                };
                let shortest = answer(&rules, &late, &question);
                for seed in 1..=2 {
                    let other = disguised(&rules, &late, seed);
                    let again = answer(&rules, &other, &question);
                    if let (Some(shortest), Some(again)) = (shortest, again) {
                        assert_eq!(shortest, again, "{} {number} {count}", rules.name);
                        compared += 1;
                    }
                }
            }
        }
    }
    // Thirteen games, three counts, two disguises.
    assert!(compared > 39 * deals, "{compared}");
}

#[test]
fn a_disguised_position_has_the_same_optimum() {
    optima_agree(2);
}

mod slow {
    use super::{optima_agree, verdicts_agree};

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn forty_disguised_deals_have_the_same_verdict() {
        verdicts_agree(40);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn twenty_disguised_positions_have_the_same_optimum() {
        optima_agree(20);
    }
}
