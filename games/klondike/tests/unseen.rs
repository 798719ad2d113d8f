//! Play while cards lie face down: nobody looks, samples agree with what was
//! seen, chances agree with the solver, and every game ends.

use std::collections::HashSet;

use patience_core::{Chance, ChanceOptions, Limits, Stop, Target};
use patience_klondike::rules::{Klondike, Move, State};
use patience_klondike::solver::{Effort, Question, Solver};
use patience_klondike::unseen::{Chances, Dealer, Player, Ways, chances, conceal};
use patience_rules::Rules;
use patience_search::Budget;

const RULES: Klondike = Klondike::DRAW_THREE;

/// More moves than any game takes that makes progress.
const MANY_MOVES: usize = 3_000;

/// Plays to the end; the line and whether it is won.
fn play(rules: &Klondike, start: &State, player: &mut Player) -> (Vec<Move>, bool) {
    let mut dealer = Dealer::new(rules, start);
    let mut line = Vec::new();
    while let Some(moves) = player.next_moves(rules, &dealer.seen()) {
        assert!(!moves.is_empty(), "the player says what it does");
        for played in moves {
            dealer.play(&played).expect("a legal move");
            line.push(played);
        }
        assert!(line.len() < MANY_MOVES, "the game goes in circles");
    }
    (line, dealer.is_won())
}

/// A position of a game with this many unknown cards, or a few fewer.
fn with_unknown(deal: u64, most: usize) -> Option<State> {
    let mut dealer = Dealer::new(&RULES, &RULES.deal(deal));
    let mut player = Player::greedy();
    loop {
        let seen = dealer.seen();
        if seen.unknown() <= most {
            return (seen.unknown() > 0).then_some(seen);
        }
        for played in player.next_moves(&RULES, &seen)? {
            dealer.play(&played).expect("a legal move");
        }
    }
}

fn is_won(rules: &Klondike, state: &State) -> bool {
    let question = Question::new(rules, Target::BOARD, Effort::Fast);
    let mut budget = Budget::unlimited();
    let answer = Solver::new().solve(&question, state, &mut budget, &mut |_| {});
    answer.outcome.solution().is_some()
}

fn chances_of(state: &State, samples: u64) -> Chances {
    let options = ChanceOptions {
        samples: Some(samples),
        ..ChanceOptions::default()
    };
    chances(&RULES, state, &options, &mut Budget::unlimited()).expect("samples")
}

/// The same face-up cards and stock over other face-down cards.
fn with_others_face_down(start: &State, seed: u64) -> State {
    let seen = conceal(start, false);
    Ways::new(&RULES, &seen).expect("ways").sample(seed, 1)
}

#[test]
fn a_sample_agrees_with_what_was_seen() {
    for deal in 1..20 {
        let Some(seen) = with_unknown(deal, 12) else {
            continue;
        };
        let ways = Ways::new(&RULES, &seen).expect("ways");
        for index in 0..20 {
            let sample = ways.sample(deal, index);
            let mut pairs = seen.faces().zip(sample.faces());
            assert!(pairs.all(|(seen, face)| seen.is_none() || seen == face));
            let cards: HashSet<_> = sample.faces().flatten().collect();
            let on_table = RULES.deck_size() - sample.cards_home() as usize;
            assert_eq!(cards.len(), on_table, "every card is there once");
            assert_eq!(sample.home, seen.home);
        }
    }
}

#[test]
fn all_ways_are_counted_once() {
    let seen = (1..).find_map(|deal| with_unknown(deal, 4).filter(|seen| seen.unknown() == 4));
    let ways = Ways::new(&RULES, &seen.expect("a position")).expect("ways");
    let all: HashSet<_> = (0..ways.count()).map(|index| ways.way(index)).collect();
    assert_eq!((ways.count(), all.len()), (24, 24));
}

#[test]
fn with_no_unknown_card_the_chance_is_0_or_1() {
    let mut verdicts = HashSet::new();
    for deal in 1..=12 {
        let state = RULES.deal(deal);
        let found = chances_of(&state, 10);
        assert!(found.board.is_exact);
        assert_eq!((found.samples, found.board.of), (1, 1));
        assert_eq!(found.board.wins == 1, is_won(&RULES, &state), "{deal}");
        for (played, chance) in &found.moves {
            let after = RULES.play(&state, played).expect("legal");
            assert_eq!(chance.wins == 1, is_won(&RULES, &after), "{deal} {played}");
        }
        verdicts.insert(found.board.wins);
    }
    assert_eq!(verdicts.len(), 2, "some are won, some are lost");
}

#[test]
fn chances_of_few_unknown_cards_are_counted_out() {
    let mut positions = 0;
    for deal in 1..=60 {
        let Some(seen) = with_unknown(deal, 3) else {
            continue;
        };
        let ways = Ways::new(&RULES, &seen).expect("ways");
        let found = chances_of(&seen, 100);
        let all = (0..ways.count()).map(|index| ways.way(index));
        let wins = all.clone().filter(|state| is_won(&RULES, state)).count() as u64;
        assert_eq!((found.board.wins, found.board.of), (wins, ways.count()));
        assert!(found.board.is_exact);
        for (played, chance) in &found.moves {
            let after = all
                .clone()
                .map(|state| RULES.play(&state, played).expect("legal"));
            let wins = after.filter(|state| is_won(&RULES, state)).count() as u64;
            assert_eq!(chance.wins, wins, "{deal} {played}");
        }
        positions += 1;
    }
    assert!(positions >= 10, "{positions}");
}

#[test]
fn the_first_moves_of_the_ranking_are_the_best() {
    let found = chances_of(&with_unknown(3, 21).expect("a position"), 64);
    let wins: Vec<_> = found.moves.iter().map(|(_, chance)| chance.wins).collect();
    assert!(wins.is_sorted_by(|one, next| one >= next));
    assert!(found.board.wins >= wins[0] && wins[0] > 0, "{found:?}");
    assert!((1..=wins.len()).contains(&Chance::equal_to_best(&found.moves)));
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let seen = with_unknown(5, 21).expect("a position");
    let found = [1, 3].map(|threads| {
        let options = ChanceOptions {
            samples: Some(100),
            threads,
            ..ChanceOptions::default()
        };
        chances(&RULES, &seen, &options, &mut Budget::unlimited())
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].as_ref().map(|found| found.samples), Ok(100));
}

#[test]
fn a_limit_leaves_fewer_samples() {
    let seen = with_unknown(5, 21).expect("a position");
    let options = ChanceOptions::default();
    let limited = |states| {
        let mut budget = Budget::new(Limits {
            states: Some(states),
            ..Limits::NONE
        });
        chances(&RULES, &seen, &options, &mut budget)
    };
    assert_eq!(limited(10), Err(Stop::States));
    let some = limited(2_000_000).expect("a lot");
    assert_eq!(some.stopped, Some(Stop::States));
    assert!(!some.board.is_exact && some.board.of == some.samples);
}

#[test]
fn the_player_does_not_look() {
    for deal in 1..=6 {
        let one = RULES.deal(deal);
        let other = with_others_face_down(&one, deal);
        assert_ne!(one, other);
        let mut lines = Vec::new();
        for start in [&one, &other] {
            let mut dealer = Dealer::new(&RULES, start);
            let mut player = Player::new(60, 7);
            let face_down = |state: &State| -> usize {
                state.columns.iter().map(|column| column.down.len()).sum()
            };
            let mut line = Vec::new();
            // Up to the first card that turns up.
            while face_down(&dealer.seen()) == 21
                && let Some(moves) = player.next_moves(&RULES, &dealer.seen())
            {
                for played in moves {
                    dealer.play(&played).expect("a legal move");
                    line.push(played);
                }
            }
            lines.push(line);
        }
        assert_eq!(lines[0], lines[1], "{deal}");
    }
}

#[test]
fn a_person_sees_the_stock_once_it_was_drawn() {
    let start = RULES.deal(1);
    let mut dealer = Dealer::new(&RULES, &start);
    assert_eq!(dealer.seen().unknown(), 45);
    dealer.play(&Move::Draw).expect("legal");
    assert_eq!(dealer.seen().unknown(), 42);
    for _ in 1..8 {
        dealer.play(&Move::Draw).expect("legal");
    }
    dealer.play(&Move::Recycle).expect("legal");
    let seen = dealer.seen();
    assert_eq!((seen.unknown(), &seen.stock), (21, &start.stock));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for deal in 1..=3 {
        let game = || play(&RULES, &RULES.deal(deal), &mut Player::new(40, 11));
        assert_eq!(game(), game());
    }
}

#[test]
fn every_greedy_game_ends_and_every_move_is_legal() {
    let variants = [
        RULES,
        Klondike::DRAW_ONE,
        Klondike { draw: 2, ..RULES },
        Klondike {
            worrying_back: false,
            ..RULES
        },
        Klondike {
            passes: Some(3),
            ..RULES
        },
        Klondike {
            passes: Some(1),
            ..Klondike::DRAW_ONE
        },
        Klondike {
            ranks: 6,
            columns: 4,
            ..RULES
        },
    ];
    for rules in variants {
        let games = (1..=60).map(|deal| play(&rules, &rules.deal(deal), &mut Player::greedy()).1);
        let won = games.filter(|won| *won).count();
        assert!(won > 0, "{rules:?}");
    }
}

#[test]
fn every_game_with_samples_ends() {
    for rules in [RULES, Klondike::DRAW_ONE] {
        for deal in 1..=4 {
            play(&rules, &rules.deal(deal), &mut Player::new(40, deal));
        }
    }
}

#[test]
fn greedy_play_wins_a_third_of_the_deals() {
    let games = (1..=300).map(|deal| play(&RULES, &RULES.deal(deal), &mut Player::greedy()).1);
    let won = games.filter(|won| *won).count();
    assert!(won >= 100, "{won}");
}

#[test]
fn where_nothing_turns_up_the_player_has_nothing_to_do() {
    let rules = Klondike {
        ranks: 3,
        columns: 2,
        ..RULES
    };
    let text = "1: ?? ?? | 2c\n2: ?? ?? | 2s\nHome: - 3d 3h -";
    let seen = rules.read_state(text).expect("a position");
    assert_eq!(Player::greedy().next_moves(&rules, &seen), None);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn samples_win_more_than_greed() {
        let deals = 1..=100;
        let won = |player: &dyn Fn(u64) -> Player| {
            let games = deals.clone();
            games
                .filter(|&deal| play(&RULES, &RULES.deal(deal), &mut player(deal)).1)
                .count()
        };
        let greedy = won(&|_| Player::greedy());
        let sampled = won(&|deal| Player::new(200, deal));
        assert!(sampled > greedy, "{sampled} against {greedy}");
    }
}
