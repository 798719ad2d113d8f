//! The reference rules against the replayer of this folder: the same number of
//! games at every depth, in every game of the family.

use patience_core::numbering::SplitMix64;
use patience_freecell::rules::FreeCell;
use patience_rules::Rules as _;
use patience_rules::perft::perft;

use crate::replayer;

/// Positions with empty cells and columns, where runs matter.
#[test]
fn both_allow_the_same_moves_late_in_a_game() {
    for game in replayer::GAMES {
        let rules = FreeCell::named(game.name).unwrap();
        for number in 1..=20 {
            let mut now = rules.deal(number);
            let mut numbers = SplitMix64::new(number);
            for step in 0..120 {
                let mut moves = rules.all_home_moves(&now);
                if moves.is_empty() {
                    // Long runs first, so that columns get empty.
                    moves = rules.legal_moves(&now);
                    let longest = moves.iter().map(|move_| move_.cards).max().unwrap_or(0);
                    if numbers.below(2) == 0 {
                        moves.retain(|move_| move_.cards == longest);
                    }
                }
                let Some(move_) = moves.get(numbers.below(moves.len().max(1))) else {
                    break;
                };
                let board = rules.write_state(&now);
                if step % 5 == 0 {
                    let table = game.read(&board);
                    let both = (perft(&rules, &now, 1), game.perft(&table, 1));
                    assert_eq!(both.0, both.1, "{}\n{board}", game.name);
                }
                let mut table = game.read(&board);
                let text = rules.write_move(&now, move_);
                assert_eq!(game.play_text(&mut table, &text), Ok(()), "{board}");
                rules.apply(&mut now, move_).unwrap();
                assert_eq!(
                    table,
                    game.read(&rules.write_state(&now)),
                    "{text}\n{board}"
                );
            }
        }
    }
}

#[test]
fn both_deal_the_same_cards() {
    for number in [1, 24, 617, 11_982, 1_000_000, 2_147_483_647] {
        for rules in FreeCell::ALL {
            let read = rules.read_state(&replayer::microsoft(number));
            assert_eq!(read, Ok(rules.deal(u64::from(number))), "{}", rules.name);
        }
    }
}

#[test]
fn a_solution_that_leaves_cards_or_breaks_a_rule_is_refused() {
    let game = replayer::GAMES[0];
    let board = "Foundations: H-Q C-K D-K S-Q\nFreecells: - - - -\n: KH\n: KS\n";
    let replay = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        game.replay(board, &moves)
    };
    assert_eq!(replay(&["1a", "ah", "2h"]), Ok(()));
    assert_eq!(replay(&["1h"]), Err("1 cards are not at home".into()));
    assert!(replay(&["12", "1h", "2h"]).is_err());
    assert!(replay(&["1h", "1h", "2h"]).is_err());
}
