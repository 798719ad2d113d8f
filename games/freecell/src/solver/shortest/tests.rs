use super::*;
use crate::rules::Place;
use crate::solver::packed::tests::random_game;
use patience_core::Limits;
use patience_core::numbering::SplitMix64;
use patience_rules::Rules;
use patience_search::Threads;
use std::collections::{HashMap, VecDeque};

/// Steps and moves of deals 1 to 10 as published; moves of deals 11 to 50 as
/// found by an earlier experiment with other code.
const STEPS: [u32; 10] = [87, 75, 73, 85, 90, 79, 76, 75, 92, 85];
const MOVES: [u32; 50] = [
    81, 73, 70, 79, 85, 75, 76, 74, 81, 80, 77, 80, 77, 77, 76, 75, 75, 74, 77, 73, 79, 76, 77, 80,
    79, 74, 83, 73, 79, 77, 74, 82, 69, 78, 80, 84, 83, 78, 85, 76, 80, 78, 77, 79, 77, 68, 74, 78,
    84, 73,
];

fn shortest(rules: &FreeCell, start: &State, count: Count) -> Outcome<u32> {
    shortest_on(1, rules, start, count)
}

fn shortest_on(threads: usize, rules: &FreeCell, start: &State, count: Count) -> Outcome<u32> {
    let mut budget = Budget::unlimited().with_threads(threads);
    shortest_within(&mut budget, rules, start, count)
}

fn shortest_within(
    budget: &mut Budget,
    rules: &FreeCell,
    start: &State,
    count: Count,
) -> Outcome<u32> {
    let answer = solve(rules, start, count, &mut |_| {}, budget).unwrap();
    answer.outcome.map(|solution| {
        assert_eq!(solution.proof, Some(Proof::Shortest));
        let replay = verify(rules, start, &Target::BOARD, &solution.moves).unwrap();
        let length = replay.length.in_count(count);
        assert_eq!(budget.lower_bound(), Some(length));
        length
    })
}

/// The known lengths of these deals are found.
fn find_known(deals: impl IntoIterator<Item = usize>, known: &[u32], count: Count) {
    for deal in deals {
        let start = FreeCell::FREECELL.deal(deal as u64);
        let found = shortest(&FreeCell::FREECELL, &start, count);
        assert_eq!(found, Outcome::Solved(known[deal - 1]), "deal {deal}");
    }
}

#[test]
fn known_shortest_moves_are_found() {
    find_known([2, 3, 6, 7, 8, 9, 10], &MOVES, Count::Moves);
}

#[test]
fn known_shortest_steps_are_found() {
    find_known([2, 3, 6, 7, 8], &STEPS, Count::Steps);
}

#[test]
fn any_number_of_threads_proves_the_same_length() {
    let rules = FreeCell::FREECELL;
    for threads in [2, 3, 8] {
        for deal in [2, 3, 6, 33, 46] {
            let found = shortest_on(threads, &rules, &rules.deal(deal), Count::Moves);
            let known = MOVES[deal as usize - 1];
            assert_eq!(found, Outcome::Solved(known), "{threads} threads");
        }
        let found = shortest_on(threads, &rules, &rules.deal(3), Count::Steps);
        assert_eq!(found, Outcome::Solved(STEPS[2]));
        let found = shortest_on(threads, &rules, &rules.deal(3), Count::Clicks);
        assert_eq!(found, shortest(&rules, &rules.deal(3), Count::Clicks));
        // Without cells: one that can be won from the middle, and one that cannot.
        let rules = rules.with_cells(0).unwrap();
        for deal in 1..=3 {
            let start = rules.deal(deal);
            let found = shortest_on(threads, &rules, &start, Count::Moves);
            assert_eq!(found, shortest(&rules, &start, Count::Moves));
        }
    }
}

/// As in a batch, when other searches end.
#[test]
fn a_search_goes_on_with_more_threads() {
    let rules = FreeCell::FREECELL;
    for deal in [8, 10, 11] {
        let start = rules.deal(deal);
        let threads = Threads::new(1);
        let mut budget = Budget::unlimited().with_shared_threads(&threads);
        threads.set(3);
        let found = shortest_within(&mut budget, &rules, &start, Count::Moves);
        assert_eq!(found, Outcome::Solved(MOVES[deal as usize - 1]));
        assert_eq!(budget.threads(), 3);
        // Without room for a second table it stays alone.
        let mut alone = Budget::unlimited();
        shortest_within(&mut alone, &rules, &start, Count::Moves);
        let mut narrow = Budget::new(Limits {
            bytes: Some(alone.peak_bytes()),
            ..Limits::NONE
        })
        .with_shared_threads(&threads);
        // (It began before there were more.)
        narrow = narrow.with_threads(1);
        let found = shortest_within(&mut narrow, &rules, &start, Count::Moves);
        assert_eq!(found, Outcome::Solved(MOVES[deal as usize - 1]));
        assert!(narrow.peak_bytes() <= alone.peak_bytes());
    }
}

#[test]
fn limits_stop_all_threads_and_the_bound_is_true() {
    let rules = FreeCell::FREECELL;
    let start = rules.deal(5);
    for (states, bytes) in [(Some(30_000), None), (None, Some(8 << 20))] {
        let limits = Limits {
            states,
            bytes,
            ..Limits::NONE
        };
        let mut budget = Budget::new(limits).with_threads(3);
        let answer = solve(&rules, &start, Count::Moves, &mut |_| {}, &mut budget).unwrap();
        assert!(matches!(answer.outcome, Outcome::Unknown(_)), "{limits:?}");
        assert!(budget.lower_bound().unwrap() <= MOVES[4]);
        assert!(states.is_none_or(|most| budget.states() <= most));
        assert!(bytes.is_none_or(|most| budget.peak_bytes() <= most));
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn fifty_runs_on_any_number_of_threads_prove_the_same_length() {
        let rules = FreeCell::FREECELL;
        for run in 0..50 {
            let threads = [1, 2, 3, 8][run % 4];
            for deal in [2, 6, 7, 10, 42] {
                let found = shortest_on(threads, &rules, &rules.deal(deal), Count::Moves);
                let known = MOVES[deal as usize - 1];
                assert_eq!(
                    found,
                    Outcome::Solved(known),
                    "{threads} threads, run {run}"
                );
            }
        }
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_known_shortest_moves_of_fifty_deals_are_found() {
        find_known(1..=50, &MOVES, Count::Moves);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_known_shortest_steps_of_ten_deals_are_found() {
        find_known(1..=10, &STEPS, Count::Steps);
    }
}

/// The smallest cost by a breadth-first search with the rules alone: every legal
/// move, nothing forced except for the home moves of clicks. None if there are
/// too many positions.
fn plainly(rules: &FreeCell, start: &State, count: Count) -> Option<Option<u32>> {
    // In clicks every card that can go home goes before the next click.
    let settle = |mut state: State| {
        while let Some(move_) = rules.all_home_moves(&state).first() {
            state = rules.play(&state, move_).unwrap();
        }
        state
    };
    // The order of columns and cells makes no difference.
    let settle = |state: State| {
        let mut state = if count == Count::Clicks {
            settle(state)
        } else {
            state
        };
        state.columns.sort();
        state.cells.sort();
        state
    };
    let start = settle(start.clone());
    let mut cost = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let so_far = cost[&state];
        if rules.is_won(&state) {
            return Some(Some(so_far));
        }
        if cost.len() > 8_000 {
            return None;
        }
        for move_ in rules.legal_moves(&state) {
            if count == Count::Steps && move_.cards > 1 {
                continue;
            }
            let after = settle(rules.play(&state, &move_).unwrap());
            if !cost.contains_key(&after) {
                cost.insert(after.clone(), so_far + 1);
                queue.push_back(after);
            }
        }
    }
    Some(None)
}

/// The last cards of each suit, dealt at random; the rest is at home.
fn small_position(rules: &FreeCell, number: u64, left: u8) -> State {
    let mut cards: Vec<_> = patience_core::Card::all()
        .filter(|card| card.rank().value() > 13 - left)
        .collect();
    SplitMix64::new(number).shuffle(&mut cards);
    let mut state = rules.deal(1);
    state.home = [13 - left; 4];
    state.columns.iter_mut().for_each(Vec::clear);
    let columns = state.columns.len();
    for (index, card) in cards.into_iter().enumerate() {
        state.columns[index % columns].push(card);
    }
    state
}

#[test]
fn small_positions_agree_with_a_search_without_any_pruning() {
    let (mut compared, mut with_moves, mut impossible) = (0, 0, 0);
    for (columns, cells, left) in [
        (4, 0, 3),
        (4, 0, 4),
        (4, 0, 5),
        (4, 1, 3),
        (4, 2, 4),
        (5, 1, 4),
        (4, 3, 3),
    ] {
        let rules = FreeCell::FREECELL.with_columns(columns).unwrap();
        let rules = rules.with_cells(cells).unwrap();
        for number in 1..=12 {
            let state = small_position(&rules, number, left);
            for count in [Count::Steps, Count::Moves, Count::Clicks] {
                let Some(wanted) = plainly(&rules, &state, count) else {
                    continue;
                };
                compared += 1;
                let found = shortest(&rules, &state, count);
                assert_eq!(
                    found.solution().copied(),
                    wanted,
                    "{number} {columns} {cells} {count} {state:?}"
                );
                assert!(!matches!(found, Outcome::Unknown(_)));
                let home_moves = u32::from(count != Count::Clicks) * 4 * u32::from(left);
                with_moves += u32::from(wanted > Some(home_moves + 1));
                impossible += u32::from(wanted.is_none());
            }
        }
    }
    let seen = format!("{compared} compared, {with_moves} with moves, {impossible} impossible");
    assert!(
        compared > 100 && with_moves > 40 && impossible > 20,
        "{seen}"
    );
}

/// Other suits of the same colours, columns and cells in another order.
fn permuted(state: &State) -> State {
    let suits = [3, 2, 1, 0];
    let card = |card: &patience_core::Card| {
        let suit = patience_core::Suit::ALL[suits[usize::from(card.suit().index())]];
        patience_core::Card::new(card.rank(), suit)
    };
    let mut columns: Vec<Vec<_>> = state
        .columns
        .iter()
        .map(|column| column.iter().map(card).collect())
        .collect();
    columns.rotate_left(3);
    columns.swap(0, 1);
    let mut cells: Vec<_> = state
        .cells
        .iter()
        .map(|cell| cell.as_ref().map(card))
        .collect();
    cells.reverse();
    State {
        columns,
        cells,
        home: suits.map(|suit| state.home[suit]),
    }
}

#[test]
fn suits_columns_and_cells_permuted_give_the_same_optimum() {
    for deal in [2, 3, 18, 20, 28, 33, 46] {
        let rules = FreeCell::FREECELL;
        let start = rules.deal(deal);
        for count in [Count::Moves, Count::Clicks] {
            assert_eq!(
                shortest(&rules, &start, count),
                shortest(&rules, &permuted(&start), count),
                "deal {deal}"
            );
        }
    }
}

#[test]
fn an_impossible_deal_is_proved_impossible() {
    let start = FreeCell::FREECELL.deal(11982);
    let found = shortest(&FreeCell::FREECELL, &start, Count::Moves);
    assert!(matches!(found, Outcome::Impossible(_)));
}

#[test]
fn a_limit_leaves_the_best_solution_and_a_lower_bound() {
    let rules = FreeCell::FREECELL;
    let start = rules.deal(5);
    let mut budget = Budget::new(Limits {
        states: Some(50_000),
        ..Limits::NONE
    });
    let mut reported = Vec::new();
    let answer = solve(
        &rules,
        &start,
        Count::Moves,
        &mut |solution| reported.push(solution.clone()),
        &mut budget,
    );
    let answer = answer.unwrap();
    assert_eq!(answer.outcome, Outcome::Unknown(Stop::States));
    assert_eq!(answer.alternatives.last(), reported.last());
    let best = &answer.alternatives[0].moves;
    let replay = verify(&rules, &start, &Target::BOARD, best).unwrap();
    let lower_bound = budget.lower_bound().unwrap();
    assert!(lower_bound > 78 && lower_bound <= 85);
    assert!(replay.length.in_count(Count::Moves) >= 85);
}

#[test]
fn a_won_position_needs_no_moves_and_a_nearly_won_one_only_home_moves() {
    let rules = FreeCell::FREECELL;
    let mut state = random_game(&rules, 1, 0).remove(0);
    state.columns.iter_mut().for_each(Vec::clear);
    state.home = [13; 4];
    assert_eq!(shortest(&rules, &state, Count::Moves), Outcome::Solved(0));
    state.home[2] = 12;
    state.cells[3] = "Kh".parse().ok();
    assert_eq!(shortest(&rules, &state, Count::Moves), Outcome::Solved(1));
    assert_eq!(shortest(&rules, &state, Count::Clicks), Outcome::Solved(0));
    let moves = rules.legal_moves(&state);
    assert!(moves.iter().any(|move_| move_.to == Place::Home));
}
