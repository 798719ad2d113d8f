//! No pruning changes an answer: each is switched off in turn.

use crate::rules::Pyramid;
use patience_core::Rank;
use patience_search::Budget;

use super::small_position;
use crate::solver::candidates::Prunings;
use crate::solver::layout::Layout;
use crate::solver::quest::{Measure, Quest};
use crate::solver::route;
use crate::solver::search::{Found, Search};
use crate::solver::state::Packed;

/// The fewest steps, or none; and the states it took.
fn answer(layout: &Layout, at: Packed, quest: Quest, prunings: Prunings) -> (Option<usize>, u64) {
    let mut budget = Budget::unlimited();
    let mut search = Search::default();
    let found = search.run_with(layout, at, quest, prunings, &mut budget);
    let steps = match found.unwrap() {
        Found::Solution(removals) => {
            Some(route::moves_with(layout, at, &quest, prunings, &removals).len())
        }
        Found::Nothing(_) => None,
    };
    (steps, budget.states())
}

fn quests() -> Vec<Quest> {
    let mut quests = vec![Quest::BOARD];
    for wanted in [40, 160, 400, 1250, 1290] {
        quests.push(Quest {
            clear: false,
            measure: Measure::Points,
            wanted,
            kings_at_once: false,
            ..Quest::BOARD
        });
    }
    for (rank, clear) in [
        (Rank::ACE, false),
        (Rank::KING, false),
        (Rank::ACE, true),
        (Rank::TEN, true),
    ] {
        quests.push(Quest {
            clear,
            measure: Measure::Cards(rank),
            wanted: 4,
            kings_at_once: clear,
            ..Quest::BOARD
        });
    }
    quests
}

/// Solves small positions and some deals with and without a pruning: the answers
/// are the same, and there are fewer states with it.
fn changes_no_answer(without: Prunings) {
    let (mut with_states, mut without_states) = (0, 0);
    let (mut solved, mut impossible) = (0, 0);
    for seed in 1..=250 {
        let start = small_position(seed, 3 + seed as usize % 6, 3 + seed as usize % 10);
        let (layout, at) = Layout::new(&start).unwrap();
        for quest in quests() {
            let (expected, states) = answer(&layout, at, quest, without);
            without_states += states;
            let (found, states) = answer(&layout, at, quest, Prunings::ALL);
            with_states += states;
            assert_eq!(found, expected, "{quest:?} of {start:?}");
            solved += u32::from(found.is_some());
            impossible += u32::from(found.is_none());
        }
    }
    for number in 1..=4 {
        let (layout, at) = Layout::new(&Pyramid::USUAL.deal(number)).unwrap();
        let (expected, states) = answer(&layout, at, Quest::BOARD, without);
        without_states += states;
        let (found, states) = answer(&layout, at, Quest::BOARD, Prunings::ALL);
        with_states += states;
        assert_eq!(found, expected, "deal {number}");
    }
    assert!(
        with_states < without_states,
        "{with_states} states, {without_states} without"
    );
    assert!(solved > 200 && impossible > 200, "{solved} {impossible}");
}

#[test]
fn drawing_a_king_removes_it() {
    changes_no_answer(Prunings {
        kings_are_not_drawn: false,
        ..Prunings::ALL
    });
}

#[test]
fn after_a_draw_only_the_new_top_matters() {
    changes_no_answer(Prunings {
        only_new_top: false,
        ..Prunings::ALL
    });
}

#[test]
fn what_was_not_taken_is_left() {
    changes_no_answer(Prunings {
        take_it_or_leave_it: false,
        ..Prunings::ALL
    });
}

#[test]
fn pairs_inside_the_pyramid_go_now_or_never() {
    changes_no_answer(Prunings {
        now_or_never: false,
        ..Prunings::ALL
    });
}

#[test]
fn a_card_without_partners_makes_a_win_impossible() {
    changes_no_answer(Prunings {
        stuck: false,
        ..Prunings::ALL
    });
}

#[test]
fn the_relaxed_game_never_asks_for_too_much() {
    changes_no_answer(Prunings {
        bound: false,
        ..Prunings::ALL
    });
}

#[test]
fn the_order_of_the_stock_never_costs_too_much() {
    changes_no_answer(Prunings {
        draws: false,
        ..Prunings::ALL
    });
}

#[test]
fn a_dominated_node_is_not_needed() {
    changes_no_answer(Prunings {
        dominance: false,
        ..Prunings::ALL
    });
}

#[test]
fn an_exposed_king_goes_first() {
    let (mut solved, mut impossible) = (0, 0);
    for seed in 1..=400 {
        let start = small_position(seed, 3 + seed as usize % 7, 3 + seed as usize % 12);
        let (layout, at) = Layout::new(&start).unwrap();
        for quest in quests().into_iter().filter(|quest| quest.clear) {
            let as_a_choice = Quest {
                kings_at_once: false,
                ..quest
            };
            let (found, _) = answer(&layout, at, quest, Prunings::ALL);
            let (expected, _) = answer(&layout, at, as_a_choice, Prunings::ALL);
            assert_eq!(found, expected, "{quest:?} of {start:?}");
            solved += u32::from(found.is_some());
            impossible += u32::from(found.is_none());
        }
    }
    assert!(solved > 100 && impossible > 100, "{solved} {impossible}");
}

mod slow {
    use super::*;

    /// More and larger positions: here the waste blocks cards in every pass.
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_order_of_the_stock_never_costs_too_much_in_large_positions() {
        let without = Prunings {
            draws: false,
            ..Prunings::ALL
        };
        let (mut with_states, mut without_states) = (0, 0);
        for seed in 1001..=4000 {
            let start = small_position(seed, 6 + seed as usize % 8, 6 + seed as usize % 13);
            let (layout, at) = Layout::new(&start).unwrap();
            for ends in [true, false] {
                for quest in quests() {
                    let quest = Quest { ends, ..quest };
                    let (expected, states) = answer(&layout, at, quest, without);
                    without_states += states;
                    let (found, states) = answer(&layout, at, quest, Prunings::ALL);
                    with_states += states;
                    assert_eq!(found, expected, "{quest:?} of {start:?}");
                }
            }
        }
        assert!(
            with_states < without_states,
            "{with_states} states, {without_states} without"
        );
    }
}
