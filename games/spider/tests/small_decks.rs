//! The solver against brute force by the rules, on decks of few ranks and tables
//! of few columns.

use std::ops::Range;

use patience_core::numbering::{SplitMix64, shuffle};
use patience_core::{Count, Faults, Outcome, Proof, Target};
use patience_rules::{Illegal, Rules, Tally, twin, verify::verify};
use patience_search::Budget;
use patience_spider::rules::{Move, Removal, Spider, State};
use patience_spider::solver::exhaust::{self, Found};
use patience_spider::solver::packed::Game;
use patience_spider::solver::{Effort, Question, Solver};

/// The rules without points: a position that comes again is the same one.
struct Pointless(Spider);

impl Rules for Pointless {
    type State = State;
    type Move = Move;

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        self.0.legal_moves(state)
    }

    fn play(&self, state: &State, played: &Move) -> Result<State, Illegal> {
        let mut next = self.0.play(state, played)?;
        next.score = 0;
        Ok(next)
    }

    fn is_won(&self, state: &State) -> bool {
        self.0.is_won(state)
    }

    fn tally(&self, state: &State) -> Tally {
        self.0.tally(state)
    }

    fn write_move(&self, state: &State, played: &Move) -> String {
        self.0.write_move(state, played)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        self.0.read_move(state, text)
    }

    fn write_state(&self, state: &State) -> String {
        self.0.write_state(state)
    }

    fn read_state(&self, text: &str) -> Result<State, Faults> {
        self.0.read_state(text)
    }
}

/// Small tables: ranks, and cards in each column; the rest is the stock.
const TABLES: [(u8, &[u8]); 7] = [
    (3, &[3, 3, 2]),
    (3, &[3, 3]),
    (3, &[2, 1, 1, 2]),
    (4, &[4, 3]),
    (4, &[3, 2, 2]),
    (4, &[6, 5, 5]),
    (2, &[2, 2]),
];

fn all_rules() -> Vec<Spider> {
    let mut all = Vec::new();
    for (ranks, sizes) in TABLES {
        for suits in [1, 2, 4] {
            for (removal, deals_on_empty) in [
                (Removal::AtOnce, false),
                (Removal::AtOnce, true),
                (Removal::ByChoice, false),
            ] {
                all.push(Spider {
                    suits,
                    removal,
                    deals_on_empty,
                    ranks,
                    sizes,
                    decks: 1,
                    ..Spider::SPIDER
                });
            }
        }
    }
    all
}

/// A deal of a small game, or a position some random moves later.
fn position(rules: &Spider, seed: u64) -> State {
    let mut cards = rules.own_cards();
    shuffle(seed, &mut cards);
    let mut state = rules.lay_out(&cards);
    let mut random = SplitMix64::new(seed);
    for _ in 0..seed % 4 * 2 {
        let moves = rules.legal_moves(&state);
        if moves.is_empty() {
            break;
        }
        let played = moves[random.below(moves.len())];
        state = rules.play(&state, &played).expect("a legal move");
    }
    state.score = 0;
    state
}

/// So few that brute force ends soon.
fn is_small(rules: &Spider, state: &State, most: u64) -> bool {
    let (game, node) = Game::new(rules, state).expect("it fits");
    let limits = patience_core::Limits {
        states: Some(most),
        ..patience_core::Limits::NONE
    };
    let found = exhaust::search(&game, &node, rules.runs() + 1, &mut Budget::new(limits));
    matches!(found, Ok(Found::Nothing(_)))
}

fn compare(seeds: Range<u64>, most: u64, least: u32) {
    let (mut won, mut lost) = (0, 0);
    let mut solver = Solver::new();
    for rules in all_rules() {
        for seed in seeds.clone() {
            let state = position(&rules, seed);
            if rules.is_won(&state) || !is_small(&rules, &state, most) {
                continue;
            }
            let truth = twin::fewest_moves(&Pointless(rules), &state);
            let text = rules.write_state(&state);
            for effort in [Effort::Fast, Effort::Short, Effort::Shortest] {
                let question = Question::new(&rules, Target::BOARD, effort);
                let mut budget = Budget::unlimited();
                let answer = solver.solve(&question, &state, &mut budget, &mut |_| {});
                match (&answer.outcome, truth) {
                    (Outcome::Solved(solution), Some(fewest)) => {
                        let replay = verify(&rules, &state, &Target::BOARD, &solution.moves);
                        let length = replay.expect("a win").length.in_count(Count::Moves);
                        assert!(length as usize >= fewest, "{rules:?}\n{text}");
                        if effort == Effort::Shortest {
                            assert_eq!(length as usize, fewest, "{rules:?}\n{text}");
                            assert_eq!(solution.proof, Some(Proof::Shortest));
                        }
                    }
                    (Outcome::Impossible(_), None) => {}
                    (outcome, truth) => panic!("{outcome:?}, {truth:?}: {rules:?}\n{text}"),
                }
            }
            check_relaxed(&rules, &state, truth.is_some());
            *(if truth.is_some() { &mut won } else { &mut lost }) += 1;
        }
    }
    eprintln!("{won} won, {lost} lost");
    assert!(won > least && lost > least, "{won} won, {lost} lost");
}

/// The relaxed game is never impossible where the real one can be won.
fn check_relaxed(rules: &Spider, state: &State, is_won: bool) {
    let (game, node) = Game::new(rules, state).expect("it fits");
    let (game, node) = game.relaxed(&node);
    let limits = patience_core::Limits {
        states: Some(20_000),
        ..patience_core::Limits::NONE
    };
    let found = exhaust::search(&game, &node, rules.runs(), &mut Budget::new(limits));
    if is_won {
        assert!(!matches!(found, Ok(Found::Nothing(_))), "{state:?}");
    }
}

#[test]
fn verdicts_and_fewest_moves_are_those_of_brute_force() {
    compare(1..9, 3_000, 100);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn verdicts_and_fewest_moves_are_those_of_brute_force() {
        compare(100..140, 20_000, 500);
    }
}
