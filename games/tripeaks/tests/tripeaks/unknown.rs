//! Unknown cards: what to turn up, and the chances, against enumeration.

use crate::support::{fillings, hidden, late};
use patience_core::{Chance, ChanceOptions};
use patience_core::{Outcome, Target};
use patience_rules::Rules as _;
use patience_rules::verify::replay;
use patience_search::Budget;
use patience_tripeaks::rules::{CARDS, Move, Slot, State, TriPeaks};
use patience_tripeaks::solver::chances::chances;
use patience_tripeaks::solver::packed::{Packed, Unknown};
use patience_tripeaks::solver::shapes::{Shapes, slots};
use patience_tripeaks::solver::stage::Stage;
use patience_tripeaks::solver::together::{LANES, Together};
use patience_tripeaks::solver::won::Won;
use patience_tripeaks::solver::{Reveal, Solver, reveal};

fn can_win(solver: &mut Solver, state: &State) -> bool {
    let answer = solver.solve(state, &Target::BOARD, &mut Budget::unlimited());
    matches!(answer.outcome, Outcome::Solved(_))
}

fn options(samples: u64, seed: u64, threads: usize) -> ChanceOptions {
    ChanceOptions {
        samples: Some(samples),
        seed,
        threads,
    }
}

/// The deal with its 18 face-down cards unknown.
fn face_down(number: u64) -> State {
    let mut state = TriPeaks.deal(number);
    for slot in 0..18 {
        state.tableau[slot] = Slot::Here(None);
    }
    state
}

#[test]
fn exact_chances_agree_with_full_enumeration() {
    let mut solver = Solver::new();
    let mut tried = [0; 7];
    for number in 1..=80 {
        let count = 1 + number as usize % 6;
        // Six cards lie in 720 ways; a few such positions are enough.
        if tried[count] == if count > 4 { 3 } else { 8 } {
            continue;
        }
        let state = late(number, 9..=16).and_then(|state| hidden(&state, count, number));
        let Some(state) = state else {
            continue;
        };
        tried[count] += 1;
        let ways = fillings(&state);
        let found = chances(&state, &options(1_000, 1, 1), &mut Budget::unlimited());
        let found = found.expect("chances");
        assert!(found.board.is_exact);
        assert_eq!(found.board.of, ways.len() as u64);
        let wins = ways.iter().filter(|way| can_win(&mut solver, way)).count();
        assert_eq!(found.board.wins, wins as u64, "deal {number}");
        for (move_, chance) in &found.moves {
            let after = |way: &State| TriPeaks.play(way, move_).expect("a legal move");
            let wins = ways.iter().filter(|way| can_win(&mut solver, &after(way)));
            assert_eq!(chance.wins, wins.count() as u64, "deal {number}, {move_}");
        }
    }
    assert!(tried[1..].iter().all(|&tried| tried >= 2), "{tried:?}");
}

/// A position that does not say which cards are gone, so that a few unknown
/// cards may be many.
fn nameless(mut state: State) -> State {
    for slot in &mut state.tableau {
        if slot.is_gone() {
            *slot = Slot::Gone(None);
        }
    }
    state.waste.drain(..state.waste.len() - 1);
    state
}

#[test]
fn sampled_intervals_cover_the_exact_chance_in_95_percent() {
    // A position whose chance is neither near 0 nor near 1.
    let (state, exact) = (1..2_000)
        .find_map(|number| {
            let state = late(number, 4..=8).and_then(|state| hidden(&state, 2, number))?;
            let state = nameless(state);
            let found = chances(&state, &options(400, 1, 1), &mut Budget::unlimited());
            let chance = found.ok()?.board;
            let share = chance.share();
            (chance.is_exact && (0.3..0.7).contains(&share)).then_some((state, share))
        })
        .expect("such a position");
    let covered = (0..1_000)
        .filter(|&seed| {
            let found = chances(&state, &options(100, seed, 1), &mut Budget::unlimited());
            let board = found.expect("chances").board;
            assert!(!board.is_exact);
            board.interval().contains(&exact)
        })
        .count();
    assert!((930..=970).contains(&covered), "{covered} of 1000");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let state = face_down(2);
    let of = |threads| chances(&state, &options(640, 7, threads), &mut Budget::unlimited());
    let one = of(1);
    assert_eq!(one, of(2));
    assert_eq!(one, of(5));
    let other = chances(&state, &options(640, 8, 2), &mut Budget::unlimited());
    assert_ne!(one, other);
}

#[test]
fn the_position_is_as_good_as_its_best_move_at_most() {
    for number in 1..=6 {
        let found = chances(
            &face_down(number),
            &options(256, 1, 2),
            &mut Budget::unlimited(),
        );
        let found = found.expect("chances");
        let best = found.moves.first().expect("a move").1;
        assert!(best.wins > 0 && best.wins <= found.board.wins);
        let total: u64 = found.moves.iter().map(|(_, chance)| chance.wins).sum();
        assert!(found.board.wins <= total);
        assert!(
            found
                .moves
                .is_sorted_by_key(|(_, chance)| std::cmp::Reverse(chance.wins))
        );
        assert!(Chance::equal_to_best(&found.moves) >= 1);
    }
}

#[test]
fn fewer_samples_within_a_limit_are_said_and_repeatable() {
    let limited = |threads| {
        let mut budget = Budget::new(patience_core::Limits {
            states: Some(4_000_000),
            ..Default::default()
        });
        chances(&face_down(2), &options(100_000, 1, threads), &mut budget).expect("chances")
    };
    let found = limited(1);
    assert!(found.stopped.is_some() && found.samples < 100_000);
    assert_eq!(found, limited(2));
}

/// The pass backwards, for one deal and for several at once, and the pass forwards
/// agree.
#[test]
fn all_three_ways_to_decide_a_board_agree() {
    let mut solver = Solver::new();
    let (mut together, mut won) = (Together::new(), Won::new());
    let mut budget = Budget::unlimited();
    let mut lost = 0;
    for first in (1..=300).step_by(LANES) {
        together.forget();
        let numbers = first..first + LANES as u64;
        let deals: Vec<State> = numbers.map(|number| TriPeaks.deal(number)).collect();
        let pack = |deal: &State| Packed::new(deal, Unknown::Dead).expect("a position");
        let packed: Vec<Packed> = deals.iter().map(pack).collect();
        for (lane, packed) in packed.iter().enumerate() {
            together.put(lane, packed);
        }
        together.run(&packed[0], &mut budget).expect("no limit");
        for (lane, packed) in packed.iter().enumerate() {
            let start = Stage::start(packed);
            won.run(packed, &mut budget).expect("no limit");
            // Each card, also where it does not fit, and the draw.
            for slot in slots(Shapes::get().uncovered[usize::from(packed.shape)]) {
                let expected = won.is_won(start.play(packed, slot));
                assert_eq!(together.after_play(packed, slot)[lane], expected);
            }
            let drawn = start.draw(packed).expect("a stock");
            assert_eq!(together.after_draw()[lane], won.is_won(drawn));
            let expected = can_win(&mut solver, &deals[lane]);
            assert_eq!(won.is_won(start), expected, "lane {lane} from {first}");
            lost += u32::from(!expected);
        }
    }
    assert!((5..150).contains(&lost), "{lost} of 304 deals are lost");
}

/// The same in the middle of games: shapes that the start does not allow are left out.
#[test]
fn several_positions_at_once_are_decided_like_one() {
    let mut together = Together::new();
    let (mut won, mut budget) = (Won::new(), Budget::unlimited());
    let mut wins = 0;
    for number in 1..=40 {
        let Some(state) = late(number, 6..=20) else {
            continue;
        };
        let packed = Packed::new(&state, Unknown::Dead).expect("a position");
        together.forget();
        together.put(3, &packed);
        together.run(&packed, &mut budget).expect("no limit");
        won.run(&packed, &mut budget).expect("no limit");
        let start = Stage::start(&packed);
        for slot in slots(Shapes::get().uncovered[usize::from(packed.shape)]) {
            let expected = won.is_won(start.play(&packed, slot));
            assert_eq!(together.after_play(&packed, slot)[3], expected);
            wins += u32::from(expected);
        }
        if let Some(drawn) = start.draw(&packed) {
            assert_eq!(together.after_draw()[3], won.is_won(drawn));
        }
    }
    assert!(wins > 0);
}

/// Turns cards up as it is told, to the end; `deal` knows them all.
fn follow(deal: &State, from: State) -> (State, usize) {
    let mut state = from;
    for asked in 0..100 {
        let found = reveal(&state, &mut Budget::unlimited()).expect("no limit");
        let Reveal::Line { moves, .. } = found else {
            return (state, asked);
        };
        assert!(!moves[1..].contains(&Move::StartOver));
        let before = state.unknown();
        state = replay(&TriPeaks, &state, &moves).expect("legal moves").end;
        // Look at what lies face up now.
        for slot in 0..CARDS {
            if state.tableau[slot] == Slot::Here(None) && state.is_uncovered(slot) {
                state.tableau[slot] = deal.tableau[slot];
            }
        }
        if let Some(face @ None) = state.waste.last_mut() {
            *face = deal.stock[22];
        }
        assert!(state.unknown() < before, "nothing was turned up");
    }
    panic!("the asking does not end");
}

#[test]
fn asking_for_the_next_card_ends_in_every_deal() {
    let (mut all, mut some) = (0, 0);
    for number in 1..=60 {
        let deal = TriPeaks.deal(number);
        let mut start = face_down(number);
        start.stock[22] = None;
        let (end, asked) = follow(&deal, start);
        assert!(asked >= 1);
        if end.unknown() == 0 {
            all += 1;
        } else {
            some += 1;
            let found = reveal(&end, &mut Budget::unlimited());
            assert_eq!(found, Ok(Reveal::NoMore));
        }
    }
    assert!(all > 20, "{all} {some}");
}

#[test]
fn the_line_to_a_card_is_the_shortest() {
    let (mut lines, mut others) = (0, 0);
    for number in 1..=150 {
        let left = if number <= 40 { 6..=12 } else { 3..=6 };
        let Some(state) = late(number, left).and_then(|state| hidden(&state, 1, number)) else {
            continue;
        };
        let found = reveal(&state, &mut Budget::unlimited()).expect("no limit");
        // Breadth first over the rules, until an unknown card lies uncovered.
        let shows = |state: &State| {
            (0..CARDS)
                .any(|slot| state.tableau[slot] == Slot::Here(None) && state.is_uncovered(slot))
        };
        let mut layer = vec![state.clone()];
        let mut steps = 0;
        let shortest = loop {
            if layer.iter().any(shows) {
                break Some(steps);
            }
            let mut next: Vec<_> = layer
                .iter()
                .flat_map(|state| {
                    let moves = TriPeaks.legal_moves(state);
                    moves
                        .into_iter()
                        .map(|move_| TriPeaks.play(state, &move_).expect("a legal move"))
                })
                .collect();
            let mut seen = std::collections::HashSet::new();
            next.retain(|state| seen.insert((state.tableau, state.waste_top(), state.stock.len())));
            if next.is_empty() {
                break None;
            }
            layer = next;
            steps += 1;
        };
        match (found, shortest) {
            (Reveal::Line { moves, .. }, Some(steps)) => {
                assert_eq!(moves.len(), steps);
                lines += 1;
            }
            (Reveal::Line { moves, .. }, None) => {
                assert_eq!(moves[0], Move::StartOver);
                others += 1;
            }
            (Reveal::NoMore, None) => others += 1,
            (other, shortest) => panic!("deal {number}: {other:?}, {shortest:?}"),
        }
    }
    assert!(lines > 10 && others > 0, "{lines} {others}");
}

#[test]
fn the_last_legal_move_may_turn_up_the_last_card() {
    // One card left that nothing goes onto; the stock is one unknown card.
    let text = "5c -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Waste: 9d\nStock: ??";
    let state = TriPeaks.read_state(text).expect("a position");
    let found = reveal(&state, &mut Budget::unlimited()).expect("no limit");
    let Reveal::Line { moves, .. } = found else {
        panic!("{found:?}");
    };
    assert_eq!(moves, [Move::Draw]);
    let end = TriPeaks.play(&state, &Move::Draw).expect("a legal move");
    assert!(TriPeaks.legal_moves(&end).is_empty());
}

#[test]
fn a_known_deal_has_nothing_to_turn_up() {
    let found = reveal(&TriPeaks.deal(1), &mut Budget::unlimited());
    assert_eq!(found, Ok(Reveal::AllKnown));
}
