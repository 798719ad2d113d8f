//! The complete search against known verdicts and against plain searches by
//! the reference rules.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::rules::{EmptyColumn, Home, Place};
use patience_core::numbering::SplitMix64;
use patience_core::{Card, Limits, Suit};
use patience_rules::Rules;
use patience_search::BucketQueue;

use super::*;

/// Solves, replays the solution by the rules, and gives the word of the outcome.
pub(super) fn verdict(rules: &FreeCell, start: &State, most_states: u64) -> &'static str {
    let mut budget = Budget::new(Limits {
        states: Some(most_states),
        ..Limits::NONE
    });
    replayed(rules, start, &solve(rules, start, &mut budget))
}

/// Replays a solution by the rules, and gives the word of the outcome.
fn replayed(rules: &FreeCell, start: &State, answer: &Answer<Move>) -> &'static str {
    if let Outcome::Solved(solution) = &answer.outcome {
        let mut state = start.clone();
        for move_ in &solution.moves {
            let legal = rules.apply(&mut state, move_);
            assert!(legal.is_ok(), "{move_:?}: {legal:?}\n{state:?}");
        }
        assert_eq!(state.cards().count(), 0, "not won");
    }
    answer.outcome.word()
}

pub(super) fn cells(cells: u8) -> FreeCell {
    FreeCell::FREECELL.with_cells(cells).unwrap()
}

/// How positions are searched, whatever [`solve`] would choose. Hopeless ones are, too.
#[derive(Clone, Debug)]
pub(super) enum Manner {
    /// As [`solve`] does while memory is enough.
    InMemory,
    Together(usize),
    OnDisk(patience_search::Disk),
}

/// Solves in this manner, replays the solution, and gives the word of the
/// outcome.
pub(super) fn verdict_by(
    manner: &Manner,
    rules: &FreeCell,
    start: &State,
    budget: &mut Budget,
) -> &'static str {
    let search = By {
        manner,
        rules,
        start,
        budget,
    };
    replayed(rules, start, &with_packing(rules, start, search))
}

struct By<'a> {
    manner: &'a Manner,
    rules: &'a FreeCell,
    start: &'a State,
    budget: &'a mut Budget,
}

impl Search for By<'_> {
    fn go_home(&self) -> Option<GoHome> {
        Some(GoHome::Safe)
    }

    fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
        let board = Board::at(self.start, packing);
        let play = Play::new(terms, packing).with_hopeless();
        let outcome = match self.manner {
            Manner::Together(threads) => {
                let relaxed = Relaxed::new(play, &board, self.budget.limits());
                let begun = Turns::new(&board, play, relaxed, true, self.budget);
                let taken = begun.map(|turns| together::take_over(turns, *threads, self.budget));
                match taken {
                    Ok(Ok(outcome)) => outcome,
                    Ok(Err(_)) => Outcome::Unknown(Stop::Memory),
                    Err(stop) => Outcome::Unknown(stop),
                }
            }
            Manner::InMemory => {
                let found = in_memory(&board, play, is_freecell(self.rules), self.budget);
                found.unwrap_or_else(Outcome::Unknown)
            }
            Manner::OnDisk(disk) => {
                let question = format!("{:?} {:?}", self.rules, self.start);
                stages::search(&board, play, (disk, &question), self.budget)
            }
        };
        Answer::only(outcome.map(|steps| {
            let steps = play.single_steps(&board, &steps);
            Solution {
                moves: start::moves(self.start, &steps, terms, packing, Some(GoHome::Safe)),
                proof: None,
            }
        }))
    }
}

#[test]
fn deal_11982_cannot_be_won() {
    let mut budget = Budget::unlimited();
    let answer = solve(
        &FreeCell::FREECELL,
        &FreeCell::FREECELL.deal(11982),
        &mut budget,
    );
    assert_eq!(answer.outcome.word(), "impossible");
    // Tidy positions, which `play` compares with the 61,643 that an independent program
    // counts, too.
    assert_eq!(budget.states(), 29_358);
}

/// The order of columns and the names of the suits within a colour do not
/// matter: the same positions are searched.
#[test]
fn columns_and_suits_of_a_colour_may_change_places() {
    let rules = FreeCell::FREECELL;
    for (clubs_and_spades, diamonds_and_hearts) in [(true, false), (false, true), (true, true)] {
        let mut start = rules.deal(11982);
        start.columns.rotate_left(3);
        start.columns.swap(0, 5);
        for card in start.columns.iter_mut().flatten() {
            let suit = match card.suit() {
                Suit::Clubs if clubs_and_spades => Suit::Spades,
                Suit::Spades if clubs_and_spades => Suit::Clubs,
                Suit::Diamonds if diamonds_and_hearts => Suit::Hearts,
                Suit::Hearts if diamonds_and_hearts => Suit::Diamonds,
                same => same,
            };
            *card = Card::new(card.rank(), suit);
        }
        let mut budget = Budget::unlimited();
        let answer = solve(&rules, &start, &mut budget);
        assert_eq!(answer.outcome.word(), "impossible");
        assert_eq!(budget.states(), 29_358);
    }
}

/// The search itself moves single cards; its solutions do not.
#[test]
fn detours_are_removed_from_solutions() {
    let rules = FreeCell::BAKERS_GAME;
    let mut runs = 0;
    for deal in 1..=8 {
        let start = rules.deal(deal);
        assert_eq!(verdict(&rules, &start, 100_000), "solved");
        let answer = solve(&rules, &start, &mut Budget::unlimited());
        let moves = &answer.outcome.solution().unwrap().moves;
        runs += moves.iter().filter(|move_| move_.cards > 1).count();
    }
    assert!(runs >= 10, "{runs} runs in eight solutions");
}

#[test]
fn a_full_memory_is_unknown() {
    let mut budget = Budget::new(Limits {
        bytes: Some(1 << 20),
        ..Limits::NONE
    });
    let answer = solve(
        &FreeCell::FREECELL,
        &FreeCell::FREECELL.deal(11982),
        &mut budget,
    );
    assert_eq!(answer.outcome, Outcome::Unknown(Stop::Memory));
    assert!(budget.peak_bytes() <= 1 << 20);
}

/// In Microsoft's first million these and 11982 are all there are.
#[test]
fn the_impossible_deals_of_a_million_are_proved() {
    for deal in [
        146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948,
    ] {
        let start = FreeCell::FREECELL.deal(deal);
        assert_eq!(
            verdict(&FreeCell::FREECELL, &start, 100_000),
            "impossible",
            "deal {deal}"
        );
    }
}

#[test]
fn a_limit_is_unknown_and_never_impossible() {
    let freecell = cells(4);
    let deal = freecell.deal(11982);
    assert_eq!(verdict(&freecell, &deal, 29_357), "unknown");
    assert_eq!(verdict(&freecell, &deal, 29_358), "impossible");
    // Outlines of the relaxed game are states, too.
    let streets = FreeCell::named("streets-and-alleys").unwrap();
    let deal = streets.deal(523);
    let mut budget = Budget::unlimited();
    let answer = solve(&streets, &deal, &mut budget);
    assert_eq!(answer.outcome.word(), "impossible");
    let states = budget.states();
    assert_eq!(verdict(&streets, &deal, states - 1), "unknown");
    assert_eq!(verdict(&streets, &deal, states), "impossible");
}

mod needs_reference {
    use super::*;

    /// The public table of the fewest cells that each deal needs.
    fn known_verdicts_of(deals: usize) {
        let table = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../../shared/reference/freecell-min-cells.txt");
        let text = std::fs::read_to_string(table).unwrap();
        let mut checked = 0;
        for line in text.lines().take(deals) {
            let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap());
            let (deal, needed): (u64, u64) = (numbers.next().unwrap(), numbers.next().unwrap());
            for count in 0..=3 {
                let expected = match u64::from(count) >= needed {
                    true => "solved",
                    false => "impossible",
                };
                let rules = cells(count);
                assert_eq!(
                    verdict(&rules, &rules.deal(deal), 4_000_000),
                    expected,
                    "deal {deal} with {count} cells"
                );
                checked += 1;
            }
        }
        assert_eq!(checked, 4 * deals);
    }

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn fewer_cells_give_the_known_verdicts() {
        known_verdicts_of(60);
    }

    mod slow {
        #[test]
        #[ignore = "slow: ./test --all runs it; needs ../shared/reference"]
        fn fewer_cells_give_the_known_verdicts_of_200_deals() {
            super::known_verdicts_of(200);
        }
    }
}

/// Small positions of every game, searched by the rules alone: every legal move,
/// no order, no pruning.
#[test]
fn every_game_agrees_with_a_plain_search_on_small_decks() {
    for rules in FreeCell::ALL {
        let (mut won, mut lost) = (0, 0);
        for number in 1..=24 {
            let (rules, start) = small_game(&rules, number);
            let expected = match plain_shortest(&rules, &start, Count::Moves) {
                Some(_) => "solved",
                None => "impossible",
            };
            let name = rules.name;
            assert_eq!(
                verdict(&rules, &start, u64::MAX),
                expected,
                "{name} small deal {number}: {start:?}"
            );
            match expected {
                "solved" => won += 1,
                _ => lost += 1,
            }
        }
        let both = won > 0 && lost > 0;
        assert!(both, "{}: {won} won, {lost} lost", rules.name);
    }
}

#[test]
fn shortest_is_what_a_plain_search_finds_in_every_game_and_count() {
    for rules in FreeCell::ALL {
        for number in 1..=9 {
            let (rules, start) = small_game(&rules, number);
            for count in [Count::Steps, Count::Moves, Count::Clicks] {
                let answer = shortest(&rules, &start, count, &mut Budget::unlimited());
                let found = answer.outcome.solution().map(|solution| {
                    assert_eq!(solution.proof, Some(Proof::Shortest));
                    let mut state = start.clone();
                    let mut total = 0;
                    for move_ in &solution.moves {
                        total += rules.cost(&state, move_, count);
                        rules.apply(&mut state, move_).unwrap();
                    }
                    assert_eq!(state.cards().count(), 0);
                    total
                });
                assert_eq!(
                    found,
                    plain_shortest(&rules, &start, count),
                    "{} small deal {number} in {count}: {start:?}",
                    rules.name
                );
            }
        }
    }
}

/// The lemma of safe cards, by the rules alone: if a safe card can go home, a
/// shortest solution can begin with that, in moves and in steps. Of other cards
/// this is not true.
#[test]
fn a_safe_card_that_goes_home_costs_nothing() {
    let mut regretted = 0;
    // Each kind of building, with each kind of empty column that there is.
    for rules in [
        FreeCell::FREECELL,
        FreeCell::FORECELL,
        FreeCell::BAKERS_GAME,
        FreeCell::EIGHT_OFF,
        FreeCell::STREETS_AND_ALLEYS,
        FreeCell::BAKERS_DOZEN,
    ] {
        let (mut solved, mut impossible) = (0, 0);
        for number in 1..=100 {
            let (rules, state) = late_position(&rules, number);
            let count = [Count::Moves, Count::Steps][number as usize % 2];
            let length = plain_shortest(&rules, &state, count);
            for move_ in rules.all_home_moves(&state) {
                let next = rules.play(&state, &move_).unwrap();
                let rest = plain_shortest(&rules, &next, count);
                let after = rest.map(|rest| rest + rules.cost(&state, &move_, count));
                if rules.safe_home_moves(&state).contains(&move_) {
                    assert_eq!(after, length, "{} {move_:?} {state:?}", rules.name);
                    solved += u32::from(length.is_some());
                    impossible += u32::from(length.is_none());
                } else {
                    regretted += u32::from(after != length);
                }
            }
        }
        let seen = format!("{}: {solved} solved, {impossible} impossible", rules.name);
        assert!(solved > 80 && impossible > 5, "{seen}");
    }
    assert!(regretted > 0, "no home move was ever a mistake");
}

/// A position with few cards of ranks up to 6, where at least one can go home.
fn late_position(rules: &FreeCell, number: u64) -> (FreeCell, State) {
    let mut numbers = SplitMix64::new(number);
    let (rules, mut state) = small_game(rules, number);
    state.home = [(); 4].map(|()| 2 + numbers.below(4) as u8);
    state.columns.iter_mut().for_each(Vec::clear);
    let is_out = |card: &Card| {
        let top = state.home[usize::from(card.suit().index())];
        (top + 1..=6).contains(&card.rank().value())
    };
    let mut cards: Vec<_> = Card::all().filter(is_out).collect();
    numbers.shuffle(&mut cards);
    // One of the next cards comes last, and so lies on top.
    let next = cards.iter().position(|&card| state.is_next_home(card));
    let last = cards.len() - 1;
    cards.swap(next.unwrap(), last);
    let columns = state.columns.len();
    for (index, card) in cards.into_iter().enumerate() {
        state.columns[index % columns].push(card);
    }
    (rules, state)
}

/// A game with few cards, few columns and at most one cell, small enough for a
/// plain search.
pub(super) fn small_game(rules: &FreeCell, number: u64) -> (FreeCell, State) {
    let mut rules = *rules;
    // A whole suit is the least that can go home at once.
    let wanted = |index: u8| match rules.home {
        Home::Cards => index < 4 * 4,
        Home::WholeRuns => index % 4 == (number % 4) as u8,
    };
    let mut cards: Vec<_> = Card::all().filter(|card| wanted(card.index())).collect();
    patience_core::numbering::shuffle(number, &mut cards);
    rules.columns = match (rules.empty_column, rules.home) {
        (EmptyColumn::Nothing, _) => 5,
        (_, Home::WholeRuns) => 5,
        _ => 3 + u8::from(number.is_multiple_of(3)),
    };
    rules.cells = (number % 2) as u8 * rules.cells.min(1);
    let mut state = State {
        columns: vec![Vec::new(); usize::from(rules.columns)],
        cells: vec![None; usize::from(rules.cells)],
        home: [0; 4],
    };
    let columns = state.columns.len();
    for (index, card) in cards.into_iter().enumerate() {
        state.columns[index % columns].push(card);
    }
    (rules, state)
}

/// The length of a shortest solution by the rules: Dijkstra's search over every
/// legal move. In clicks everything that can go home goes first.
fn plain_shortest(rules: &FreeCell, start: &State, count: Count) -> Option<u32> {
    let mut best = HashMap::from([(start.clone(), 0)]);
    let mut queue = BucketQueue::new();
    queue.push(0, start.clone());
    while let Some((cost, state)) = queue.pop() {
        if best[&state] < cost {
            continue;
        }
        if state.cards().count() == 0 {
            return Some(cost);
        }
        let mut moves = rules.legal_moves(&state);
        if count == Count::Clicks && moves.iter().any(|move_| move_.to == Place::Home) {
            moves.retain(|move_| move_.to == Place::Home);
        }
        for move_ in moves {
            let mut next = state.clone();
            let cost = cost + rules.cost(&state, &move_, count);
            rules.apply(&mut next, &move_).unwrap();
            next.columns.sort();
            next.cells.sort();
            if best.get(&next).is_none_or(|&known| cost < known) {
                best.insert(next.clone(), cost);
                queue.push(cost, next);
            }
        }
    }
    None
}
