//! The packed solver against the reference rules.

use std::collections::HashSet;

use crate::rules::{FreeCell, Move, Place, State};
use patience_core::numbering::SplitMix64;
use patience_core::{Card, Limits, Outcome, Rank, Stop, Suit, Target};
use patience_rules::Rules;
use patience_rules::verify::verify;
use patience_search::Budget;

use crate::solver::home::GoHome;
use crate::solver::{Mode, Question, solve};

use super::board::{Board, CELLS, GONE, Step};
use super::candidates::{Moves, Size, candidates};
use super::memory::Memory;
use super::weights::{Scores, Standing};
use super::{Solver, record};

const RULES: FreeCell = FreeCell::FREECELL;

fn size(rules: &FreeCell) -> Size {
    Size {
        columns: rules.columns,
        cells: rules.cells,
    }
}

/// Solves with `--fast`, lets the rules replay it, and says whether it can be won.
/// What the hunts do not solve goes to the complete search.
fn verdict(rules: &FreeCell, start: &State) -> Option<bool> {
    let fast = Question {
        mode: Mode::Fast,
        ..Question::default()
    };
    let mut budget = Budget::unlimited();
    match solve(rules, start, &fast, &mut budget, &mut |_| {}).outcome {
        Outcome::Solved(solution) => {
            verify(rules, start, &Target::BOARD, &solution.moves).unwrap();
            Some(true)
        }
        Outcome::Impossible(_) => Some(false),
        Outcome::Unknown(_) => None,
    }
}

fn game(columns: u8, cells: u8) -> FreeCell {
    let rules = RULES.with_columns(columns).unwrap();
    rules.with_cells(cells).unwrap()
}

/// Plays legal moves at random; home moves are preferred.
fn random_play(rules: &FreeCell, start: &State, moves: usize, random: &mut SplitMix64) -> State {
    let mut state = start.clone();
    for _ in 0..moves {
        let legal = rules.legal_moves(&state);
        let home: Vec<_> = legal.iter().filter(|step| step.to == Place::Home).collect();
        let Some(move_) = (match home.len() {
            0 if legal.is_empty() => None,
            0 => Some(legal[random.below(legal.len())]),
            some => Some(*home[random.below(some)]),
        }) else {
            break;
        };
        state = rules.play(&state, &move_).unwrap();
    }
    state
}

/// A position with so many cards, the lower ones being at home: shuffled over
/// the columns, so that it may be hard to win although it is small.
fn small_position(rules: &FreeCell, cards: usize, random: &mut SplitMix64) -> State {
    let mut deck: Vec<Card> = Card::all().collect();
    deck.drain(..deck.len() - cards);
    let mut home = [0; 4];
    for card in Card::all().take(Card::all().len() - cards) {
        home[usize::from(card.suit().index())] = card.rank().value();
    }
    random.shuffle(&mut deck);
    let mut columns = vec![Vec::new(); usize::from(rules.columns)];
    for (index, card) in deck.into_iter().enumerate() {
        columns[index % usize::from(rules.columns)].push(card);
    }
    State {
        columns,
        cells: vec![None; usize::from(rules.cells)],
        home,
    }
}

/// Can it be won? By the reference rules alone, trying everything.
fn can_be_won(rules: &FreeCell, start: &State) -> bool {
    let sorted = |state: &State| {
        let mut state = state.clone();
        state.columns.sort();
        state.cells.sort();
        state
    };
    let mut seen = HashSet::from([sorted(start)]);
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        if rules.is_won(&state) {
            return true;
        }
        for move_ in rules.legal_moves(&state) {
            let next = rules.play(&state, &move_).unwrap();
            if seen.insert(sorted(&next)) {
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn the_first_thousand_deals_are_solved_and_the_rules_agree() {
    for number in 1..=1000 {
        let won = verdict(&RULES, &RULES.deal(number));
        assert_eq!(won, Some(true), "deal {number}");
    }
}

/// All the impossible deals of Microsoft's first million.
const IMPOSSIBLE: [u64; 8] = [
    11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948,
];

fn prove_impossible(deals: &[u64]) {
    for &number in deals {
        let won = verdict(&RULES, &RULES.deal(number));
        assert_eq!(won, Some(false), "deal {number}");
    }
}

#[test]
fn impossible_deals_are_proved() {
    prove_impossible(&IMPOSSIBLE[..2]);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn all_of_the_original_deals_but_one_can_be_won() {
        let lost: Vec<_> = (1..=32_000)
            .filter(|&number| verdict(&RULES, &RULES.deal(number)) != Some(true))
            .collect();
        assert_eq!(lost, [11_982]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_impossible_deals_of_the_first_million_are_proved() {
        prove_impossible(&IMPOSSIBLE);
    }
}

#[test]
fn a_deal_is_answered_the_same_alone_and_after_others() {
    let mut solver = Solver::new(&RULES).unwrap();
    let solve = |solver: &mut Solver, number| {
        let mut budget = Budget::unlimited();
        let answer = solver.solve(&RULES.deal(number), &mut budget);
        (answer, budget.states())
    };
    for number in [5, 617, 11_982, 31_465, 5, 1_000_001] {
        let alone = solve(&mut Solver::new(&RULES).unwrap(), number);
        assert_eq!(solve(&mut solver, number), alone, "deal {number}");
    }
}

#[test]
fn small_positions_get_the_verdict_of_a_search_that_prunes_nothing() {
    let mut random = SplitMix64::new(4);
    let mut verdicts = [0; 2];
    for (columns, cells, cards) in [(4, 0, 16), (4, 1, 18), (5, 0, 18), (6, 0, 20)] {
        let rules = game(columns, cells);
        for _ in 0..40 {
            let start = small_position(&rules, cards, &mut random);
            let expected = can_be_won(&rules, &start);
            let found = verdict(&rules, &start);
            assert_eq!(found, Some(expected), "{start:?}");
            verdicts[usize::from(expected)] += 1;
        }
    }
    // Both verdicts must be frequent, or the test shows little.
    assert!(verdicts.iter().all(|&count| count >= 20), "{verdicts:?}");
}

#[test]
fn suits_columns_and_cells_may_change_places() {
    let mut random = SplitMix64::new(6);
    for number in [11_982, 7, 31_465, 2_000_003] {
        let start = random_play(&RULES, &RULES.deal(number), 6, &mut random);
        let expected = verdict(&RULES, &start);
        assert!(expected.is_some());
        for _ in 0..3 {
            let mut other = start.clone();
            random.shuffle(&mut other.columns);
            random.shuffle(&mut other.cells);
            let swap = |card: Card| {
                let suit = match card.suit() {
                    Suit::Clubs => Suit::Spades,
                    Suit::Spades => Suit::Clubs,
                    Suit::Diamonds => Suit::Hearts,
                    Suit::Hearts => Suit::Diamonds,
                };
                Card::new(card.rank(), suit)
            };
            for card in other.columns.iter_mut().flatten() {
                *card = swap(*card);
            }
            for card in other.cells.iter_mut().flatten() {
                *card = swap(*card);
            }
            other.home.reverse();
            assert_eq!(verdict(&RULES, &other), expected);
        }
    }
}

#[test]
fn other_numbers_of_columns_and_cells_are_solved() {
    for (columns, cells) in [
        (4, 8),
        (6, 6),
        (7, 5),
        (8, 3),
        (8, 8),
        (9, 2),
        (10, 1),
        (13, 0),
    ] {
        let rules = game(columns, cells);
        let won = (1..=20)
            .filter(|&number| {
                let won = verdict(&rules, &rules.deal(number));
                won == Some(true)
            })
            .count();
        assert!(won >= 10, "{columns} columns, {cells} cells: {won} of 20");
    }
}

#[test]
fn positions_without_some_cards_have_answers() {
    // No kings at all: won when the queens are at home.
    let mut start = RULES.deal(3);
    for column in &mut start.columns {
        column.retain(|card| card.rank() != Rank::KING);
    }
    assert_eq!(verdict(&RULES, &start), Some(true));
    // No ace of spades: the spades can never go home.
    let mut start = State {
        columns: vec![Vec::new(); 8],
        cells: vec![None; 4],
        home: [13, 13, 13, 0],
    };
    assert_eq!(verdict(&RULES, &start), Some(true));
    start.columns[0].push(Card::new(Rank::TEN, Suit::Spades));
    assert_eq!(verdict(&RULES, &start), Some(false));
}

#[test]
fn what_is_no_position_of_the_game_is_not_judged() {
    let mut solver = Solver::new(&RULES).unwrap();
    let mut twice = RULES.deal(1);
    twice.cells[0] = twice.columns[0].first().copied();
    for other in [twice, game(9, 4).deal(1)] {
        let answer = solver.solve(&other, &mut Budget::unlimited());
        assert_eq!(answer.outcome, Outcome::Unknown(Stop::Incomplete));
    }
    assert!(Solver::new(&FreeCell::BAKERS_GAME).is_none());
    assert!(Solver::new(&FreeCell::RELAXED_FREECELL).is_none());
}

#[test]
fn a_limit_is_never_a_verdict() {
    let mut solver = Solver::new(&RULES).unwrap();
    for states in [0, 1, 300, 5000, 16_000] {
        let mut budget = Budget::new(Limits {
            states: Some(states),
            ..Limits::NONE
        });
        let outcome = solver.solve(&RULES.deal(11_982), &mut budget).outcome;
        assert_eq!(outcome, Outcome::Unknown(Stop::States));
        assert_eq!(budget.states(), states);
    }
}

/// The rules' move for a step.
fn unpacked(board: &Board, state: &State, step: Step) -> Move {
    let start = record::record(state, board, &[step], GoHome::Safe);
    // Safe cards may go before and after; the step itself is the one that
    // moves the card elsewhere, or the only one that moves it.
    let place = match step.to {
        CELLS => None,
        GONE => Some(Place::Home),
        column => Some(Place::Column(column)),
    };
    *start
        .iter()
        .find(|move_| place.map_or(matches!(move_.to, Place::Cell(_)), |to| move_.to == to))
        .unwrap()
}

#[test]
fn packed_tables_and_the_rules_walk_in_step() {
    let mut random = SplitMix64::new(7);
    for round in 0..200 {
        let rules = game(4 + (round % 10) as u8, (round % 9) as u8);
        let size = size(&rules);
        let mut state = rules.deal(round + 1);
        let mut board = record::pack(&state, size).unwrap();
        let scores = Scores::new(&super::configurations::SETS[0], size.cells);
        let memory = Memory::new(12);
        let mut links = scores.links(&board);
        let mut mark = memory.mark(&board);
        for _ in 0..100 {
            let mut moves = Moves::new();
            candidates(&board, size, GoHome::Safe, 0, &mut moves);
            let steps = moves.as_slice();
            if steps.is_empty() {
                break;
            }
            let (step, over) = steps[random.below(steps.len())];
            assert_eq!(over, board.landing(step.to));
            let from = board.column(step.card);
            let move_ = Move {
                from: if from == CELLS {
                    let held = Card::from_index(step.card);
                    let cell = state.cells.iter().position(|cell| *cell == held).unwrap();
                    Place::Cell(cell as u8)
                } else {
                    Place::Column(from)
                },
                to: match step.to {
                    CELLS => {
                        let cell = state.cells.iter().position(Option::is_none).unwrap();
                        Place::Cell(cell as u8)
                    }
                    GONE => Place::Home,
                    column => Place::Column(column),
                },
                cards: if from == CELLS {
                    1
                } else {
                    board.cards_from(step.card)
                },
            };
            state = rules.play(&state, &move_).unwrap();
            board.apply(step, &mut |card, from, to| {
                links += scores.link(card, to) - scores.link(card, from);
                mark = memory.changed(mark, card, from, to);
            });
            let fresh = record::pack(&state, size).unwrap();
            assert_eq!(board.below[..52], fresh.below[..52]);
            assert_eq!(board.top, fresh.top);
            assert_eq!(board.height, fresh.height);
            assert_eq!((board.tops, board.nexts), (fresh.tops, fresh.nexts));
            assert_eq!(board.ordered, fresh.ordered);
            assert_eq!(
                (board.cells, board.home, board.left),
                (fresh.cells, fresh.home, fresh.left)
            );
            assert_eq!(
                (board.used_cells, board.empty_columns),
                (fresh.used_cells, fresh.empty_columns)
            );
            assert_eq!(links, scores.links(&fresh));
            assert_eq!(mark, memory.mark(&fresh));
            let standing = Standing::of(&board, &scores.weights);
            assert_eq!(standing.score, Standing::of(&fresh, &scores.weights).score);
            assert_eq!(board.is_won(), rules.is_won(&state));
        }
    }
}

#[test]
fn a_card_sent_home_leaves_the_board_that_the_move_would() {
    let mut compared = 0;
    for rules in [game(8, 4), game(13, 2), game(6, 8)] {
        // The first moves of a few random games.
        for (deal, moves) in (1..=10).flat_map(|deal| (0..40).map(move |moves| (deal, moves))) {
            let mut random = SplitMix64::new(deal);
            let state = random_play(&rules, &rules.deal(deal), moves, &mut random);
            let mut board = record::pack(&state, size(&rules)).unwrap();
            while let Some(card) = board.goes_home(GoHome::All) {
                let (mut moved, mut links) = (board, [Vec::new(), Vec::new()]);
                moved.apply(Step { card, to: GONE }, &mut |card, from, to| {
                    links[0].push((card, from, to));
                });
                board.send(card, &mut |card, from, to| links[1].push((card, from, to)));
                assert_eq!(format!("{moved:?}"), format!("{board:?}"));
                assert_eq!(links[0], links[1]);
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn candidates_are_legal() {
    let mut random = SplitMix64::new(9);
    let mut compared = 0;
    for round in 0..1000 {
        let rules = game(4 + (round % 10) as u8, (round % 9) as u8);
        let size = size(&rules);
        let state = random_play(&rules, &rules.deal(round + 1), 30, &mut random);
        let mut board = record::pack(&state, size).unwrap();
        // Only boards where nothing goes home automatically are ever opened.
        let before = board.left;
        board.go_home(GoHome::Safe, &mut |_, _, _| {});
        if board.left != before {
            continue;
        }
        let legal = rules.legal_moves(&state);
        let mut moves = Moves::new();
        candidates(&board, size, GoHome::Safe, 0, &mut moves);
        for &(step, _) in moves.as_slice() {
            let move_ = unpacked(&board, &state, step);
            assert!(legal.contains(&move_), "{move_:?}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}
