//! Play while cards lie face down: nobody looks, samples agree with what was
//! seen, undecided samples are counted, and every game ends.

use std::collections::HashSet;

use patience_core::{ChanceOptions, Limits, Stop, Target};
use patience_rules::{Rules, verify};
use patience_search::Budget;
use patience_spider::rules::{Move, Removal, Spider, State};
use patience_spider::solver::{Effort, Question, Solver};
use patience_spider::unseen::{Chances, Dealer, Player, Ways, chances};

const RULES: Spider = Spider::SPIDER;

/// More moves than any game takes that makes progress.
const MANY_MOVES: usize = 1_000;

/// Plays to the end; the line and whether it is won.
fn play(rules: &Spider, start: &State, player: &mut Player) -> (Vec<Move>, bool) {
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

/// A position of a game with this many unknown cards, or fewer.
fn with_unknown(rules: &Spider, deal: u64, most: usize) -> Option<State> {
    let mut dealer = Dealer::new(rules, &rules.deal(deal));
    let mut player = Player::greedy();
    loop {
        let seen = dealer.seen();
        if seen.unknown() <= most {
            return (seen.unknown() > 0).then_some(seen);
        }
        for played in player.next_moves(rules, &seen)? {
            dealer.play(&played).expect("a legal move");
        }
    }
}

fn chances_of(rules: &Spider, state: &State, samples: u64) -> Chances {
    let options = ChanceOptions {
        samples: Some(samples),
        ..ChanceOptions::default()
    };
    chances(rules, state, &options, &mut Budget::unlimited()).expect("samples")
}

#[test]
fn a_sample_agrees_with_what_was_seen() {
    for suits in [1, 2, 4] {
        let rules = Spider::with_suits(suits);
        let seen = with_unknown(&rules, 3, 60).expect("a position");
        let ways = Ways::new(&rules, &seen).expect("ways");
        let all = |state: &State| {
            let mut cards: Vec<_> = state.faces().flatten().map(|card| card.index()).collect();
            cards.sort_unstable();
            cards
        };
        let truth = all(&ways.sample(1, 0));
        for index in 0..20 {
            let sample = ways.sample(7, index);
            let mut pairs = seen.faces().zip(sample.faces());
            assert!(pairs.all(|(seen, face)| seen.is_none() || seen == face));
            assert_eq!(all(&sample), truth, "the decks are the same");
        }
    }
}

#[test]
fn ways_that_look_alike_are_counted_once() {
    let rules = Spider {
        ranks: 4,
        ..Spider::with_suits(2)
    };
    let text = "1: ?? ?? ?? | 3s\n2: | 4s 3h\n3: | 4h\n4: | 2s\nStock: ?? ?? ?? ??\nHome: 4h";
    let small = Spider { decks: 1, ..rules };
    let seen = small.read_state(text).expect("a position");
    let ways = Ways::new(&small, &seen).expect("ways");
    let all: HashSet<_> = (0..ways.count()).map(|index| ways.way(index)).collect();
    assert_eq!(all.len() as u64, ways.count());
    // Seven cards: the Aces and twos that are left, and two cards of their own.
    assert!(ways.count() < 5040);
}

#[test]
fn undecided_samples_are_counted_and_not_won() {
    let seen = with_unknown(&RULES, 1, 94).expect("a position");
    let found = chances_of(&RULES, &seen, 4);
    assert_eq!(found.samples, 4);
    assert!(found.board.wins + found.board.undecided <= found.board.of);
    assert!(!found.board.is_exact);
    for (_, chance) in &found.moves {
        assert!(chance.wins <= found.board.wins, "a move is no better");
        assert_eq!(chance.of, 4);
    }
    let wins: Vec<_> = found.moves.iter().map(|(_, chance)| chance.wins).collect();
    assert!(wins.is_sorted_by(|one, next| one >= next));
}

#[test]
fn what_counts_as_won_is_won() {
    let rules = Spider::with_suits(1);
    let seen = with_unknown(&rules, 2, 30).expect("a position");
    let found = chances_of(&rules, &seen, 4);
    let ways = Ways::new(&rules, &seen).expect("ways");
    let question = Question::new(&rules, Target::BOARD, Effort::Fast);
    let mut wins = 0;
    for index in 0..4 {
        let state = ways.sample(ChanceOptions::default().seed, index);
        let mut budget = Budget::unlimited();
        let answer = Solver::new().solve(&question, &state, &mut budget, &mut |_| {});
        if let Some(solution) = answer.outcome.solution() {
            let replay = verify::replay(&rules, &state, &solution.moves).expect("legal");
            assert!(rules.is_won(&replay.end));
            wins += 1;
        }
    }
    assert!(found.board.wins <= wins && found.board.wins + found.board.undecided >= wins);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let rules = Spider::with_suits(2);
    // The greedy player does not come so far in every deal.
    let mut positions = (1..20).filter_map(|deal| with_unknown(&rules, deal, 20));
    let seen = positions.next().expect("a position");
    let found = [1, 3].map(|threads| {
        let options = ChanceOptions {
            samples: Some(5),
            threads,
            ..ChanceOptions::default()
        };
        chances(&rules, &seen, &options, &mut Budget::unlimited())
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].as_ref().map(|found| found.samples), Ok(5));
}

#[test]
fn a_limit_leaves_fewer_samples() {
    let rules = Spider::with_suits(1);
    let seen = with_unknown(&rules, 5, 90).expect("a position");
    let limited = |states| {
        let mut budget = Budget::new(Limits {
            states: Some(states),
            ..Limits::NONE
        });
        chances(&rules, &seen, &ChanceOptions::default(), &mut budget)
    };
    assert_eq!(limited(10), Err(Stop::States));
    let some = limited(200_000).expect("a sample");
    assert_eq!(some.stopped, Some(Stop::States));
    assert!(!some.board.is_exact && some.board.of == some.samples);
}

/// The same face-up cards over other face-down cards and another stock: until a
/// card is shown, the player does the same.
#[test]
fn the_player_does_not_look() {
    for deal in 1..=6 {
        let one = RULES.deal(deal);
        let seen = Dealer::new(&RULES, &one).seen();
        let ways = Ways::new(&RULES, &seen).expect("ways");
        let other = ways.sample(deal, 1);
        assert_ne!(one, other);
        for player in [Player::greedy, Player::careful] {
            let moves = [&one, &other].map(|start| {
                let seen = Dealer::new(&RULES, start).seen();
                player().next_moves(&RULES, &seen)
            });
            assert_eq!(moves[0], moves[1], "{deal}");
            assert!(moves[0].is_some());
        }
    }
}

#[test]
fn moves_end_with_the_first_card_that_is_shown() {
    for deal in 1..=5 {
        let mut dealer = Dealer::new(&RULES, &RULES.deal(deal));
        let mut player = Player::greedy();
        while dealer.seen().unknown() > 0
            && let Some(moves) = player.next_moves(&RULES, &dealer.seen())
        {
            let mut seen = dealer.seen();
            let shows = |seen: &State| {
                let mut up = seen.columns.iter().flat_map(|column| &column.up);
                up.any(Option::is_none)
            };
            for (index, played) in moves.iter().enumerate() {
                seen = RULES.play(&seen, played).expect("legal with unknown cards");
                assert_eq!(shows(&seen), index + 1 == moves.len(), "{deal}");
                dealer.play(played).expect("a legal move");
            }
        }
    }
}

#[test]
fn the_careful_player_plays_a_deal_the_same_way_again() {
    let rules = Spider::with_suits(2);
    let game = || play(&rules, &rules.deal(1), &mut Player::careful());
    assert_eq!(game(), game());
}

#[test]
fn every_game_ends_and_every_move_is_legal() {
    let variants = [
        Spider::with_suits(1),
        Spider::with_suits(2),
        Spider {
            deals_on_empty: true,
            ..Spider::with_suits(2)
        },
        Spider {
            removal: Removal::ByChoice,
            ..Spider::with_suits(1)
        },
        Spider {
            suits: 1,
            ..Spider::SPIDERETTE
        },
        Spider {
            suits: 1,
            ..Spider::WILL_O_THE_WISP
        },
    ];
    for rules in variants {
        let games = (1..=10).map(|deal| play(&rules, &rules.deal(deal), &mut Player::greedy()).1);
        let won = games.filter(|won| *won).count();
        assert!(won > 0, "{rules:?}");
        play(&rules, &rules.deal(1), &mut Player::careful());
    }
}

#[test]
fn where_nothing_can_be_done_the_player_does_nothing() {
    let rules = Spider {
        ranks: 4,
        decks: 1,
        sizes: &[5, 5, 1, 1],
        ..Spider::with_suits(2)
    };
    let text = "1: ?? ?? ?? ?? | As\n2: ?? ?? ?? ?? | As\n3: | 4h\n4: | 4s\nHome: 4h";
    let seen = rules.read_state(text);
    let seen = seen.unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(Player::greedy().next_moves(&rules, &seen), None);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn greedy_play_wins_a_third_of_the_deals_with_two_suits() {
        let rules = Spider::with_suits(2);
        let games = (1..=200).map(|deal| play(&rules, &rules.deal(deal), &mut Player::greedy()).1);
        let won = games.filter(|won| *won).count();
        assert!(won >= 66, "{won}");
    }
}
