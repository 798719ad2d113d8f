//! Small games against brute force and against the plain search.

use crate::support::{answer, brute_force, checked, later, small};
use patience_cluj::rules::{Cluj, State};
use patience_cluj::solver::columns::Layout;
use patience_cluj::solver::exhaustive::{Cheats, exhaustive};
use patience_cluj::solver::packed::Packed;
use patience_cluj::solver::{Aim, Arguments, solve_with};
use patience_core::Outcome;
use patience_search::Budget;

/// Cheats and moves that the plain search over true tables finds.
fn plain(start: &State, cheats: Cheats) -> Option<(usize, usize)> {
    let (layout, table) = (Layout::new(start), Packed::new(start));
    match exhaustive(&layout, &table, cheats, &mut Budget::unlimited()) {
        Outcome::Solved(steps) => {
            let cheats = steps.iter().filter(|step| step.cheat).count();
            Some((cheats, steps.len()))
        }
        Outcome::Impossible(_) => None,
        Outcome::Unknown(stop) => panic!("unknown: {stop}"),
    }
}

#[test]
fn brute_force_over_the_rules_agrees_on_every_goal() {
    let mut cheating = 0;
    for number in 0..160 {
        // Nine cards in three columns, and sometimes eight cards in four.
        let (start, most) = match number % 16 {
            0 => (small(number, 2, 5), 2),
            _ => (small(number, 3, 0), 10),
        };
        let wins = brute_force(&start, most);
        let without = wins[0].map(|moves| (0, moves));
        assert_eq!(answer(&start, Aim::NoCheat), without, "{number}");
        let fewest = wins.iter().position(Option::is_some);
        let expected = fewest.map(|cheats| (cheats, wins[cheats].unwrap()));
        assert_eq!(answer(&start, Aim::FewestCheats), expected, "{number}");
        cheating += fewest.unwrap_or_default();
        let any = answer(&start, Aim::AnyCheats);
        if any.is_none_or(|(cheats, _)| cheats <= most) {
            assert_eq!(any.map(|(_, moves)| moves), wins[most], "{number}");
        }
        assert_eq!(answer(&start, Aim::Fast).is_some(), expected.is_some());
    }
    assert!(cheating > 100, "{cheating}");
}

/// Deals of smaller games that need many cheats, some of them impossible.
fn smaller_games() -> impl Iterator<Item = State> {
    let deals = |locked, in_place, count| (0..count).map(move |n| small(n, locked, in_place));
    deals(3, 0, 700)
        .chain(deals(2, 0, 1000))
        .chain(deals(2, 1, 300))
        .chain(deals(1, 3, 100))
}

#[test]
fn the_plain_search_agrees_on_every_goal() {
    let mut by_cheats = [0; 32];
    let mut impossible = 0;
    for (index, start) in smaller_games().enumerate() {
        let fewest = plain(&start, Cheats::Fewest);
        assert_eq!(answer(&start, Aim::FewestCheats), fewest, "{index}");
        assert_eq!(
            answer(&start, Aim::NoCheat),
            plain(&start, Cheats::None),
            "{index}"
        );
        // Without a limit of cheats the plain search takes 70,000 states for
        // two columns' worth of cards, so only some are asked.
        if index < 700 || (index < 2000 && index % 50 == 0) {
            let moves = |found: Option<(usize, usize)>| found.map(|(_, moves)| moves);
            assert_eq!(
                moves(answer(&start, Aim::AnyCheats)),
                moves(plain(&start, Cheats::Any)),
                "{index}"
            );
        }
        assert_eq!(answer(&start, Aim::Fast).is_some(), fewest.is_some());
        match fewest {
            Some((cheats, _)) => by_cheats[cheats] += 1,
            None => impossible += 1,
        }
    }
    let are_enough = by_cheats[..4].iter().all(|&count| count > 50);
    assert!(are_enough && impossible > 50, "{by_cheats:?}, {impossible}");
}

#[test]
fn the_plain_search_agrees_in_the_middle_of_games() {
    let mut frozen = 0;
    for number in 0..1200 {
        let deal = small(number, 2 + (number % 3 == 0) as usize, 0);
        let start = later(&deal, number, 1 + (number % 17) as usize);
        frozen += usize::from(start.columns.iter().any(|column| column.cheated));
        let fewest = plain(&start, Cheats::Fewest);
        assert_eq!(answer(&start, Aim::FewestCheats), fewest, "{number}");
        assert_eq!(
            answer(&start, Aim::NoCheat),
            plain(&start, Cheats::None),
            "{number}"
        );
        if number % 3 == 0 || number % 50 == 1 {
            let any = plain(&start, Cheats::Any).map(|(_, moves)| moves);
            let found = answer(&start, Aim::AnyCheats).map(|(_, moves)| moves);
            assert_eq!(found, any, "{number}");
        }
    }
    assert!(frozen > 400, "{frozen}");
}

/// One argument less at a time, one alone, and none.
fn fewer_arguments() -> [Arguments; 6] {
    let all = Arguments::ALL;
    [
        Arguments {
            sure_places: false,
            ..all
        },
        Arguments {
            last_takes_a_head: false,
            ..all
        },
        Arguments {
            worthless_ends: false,
            ..all
        },
        Arguments {
            cards_aside: false,
            ..all
        },
        Arguments {
            cards_aside: true,
            ..Arguments::NONE
        },
        Arguments::NONE,
    ]
}

fn same_without_arguments(start: &State) {
    for aim in [Aim::NoCheat, Aim::FewestCheats] {
        let with_all = answer(start, aim);
        for arguments in fewer_arguments() {
            let less = solve_with(start, aim, arguments, &mut Budget::unlimited());
            assert_eq!(checked(start, less.outcome), with_all, "{arguments:?}");
        }
    }
}

#[test]
fn no_argument_changes_an_answer() {
    for start in smaller_games() {
        same_without_arguments(&start);
    }
    for number in 0..1000 {
        let deal = small(number, 2, 0);
        same_without_arguments(&later(&deal, number, 6));
    }
}

#[test]
fn no_argument_changes_the_answer_of_a_whole_deal() {
    for number in 1..=20 {
        same_without_arguments(&Cluj.deal(number));
    }
}

mod slow {
    use super::{Cluj, same_without_arguments};

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn no_argument_changes_the_answer_of_a_thousand_deals() {
        for number in 1..=1000 {
            same_without_arguments(&Cluj.deal(number));
        }
    }
}
