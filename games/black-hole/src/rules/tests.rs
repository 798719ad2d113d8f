//! Facts about Black Hole, from hand-written positions.

use patience_core::Target;
use patience_rules::perft::perft;
use patience_rules::verify::{replay_text, verify};

use super::*;

/// Deal 1: the project's own deck 1 without the Ace of spades.
const DEAL_1: &str = "
Qs Qd Td
Jh Ac 9d
Kh Tc 2d
8h 5s 3h
4s 9c 3s
Ts 3d 2c
7s 2s Js
7d 6h 7h
5d 4d Ad
3c 4h 8s
Ah Ks Qh
8c Qc 2h
Jd 6c 5h
7c 5c 9h
4c 6s Jc
9s Kd 6d
Kc Th 8d";

/// A position with few cards: these columns, and empty ones.
fn few(columns: &[&str], hole: &str) -> String {
    let empty = std::iter::repeat_n(&"--", COLUMNS - columns.len());
    let lines: Vec<_> = columns.iter().chain(empty).copied().collect();
    format!("Columns:\n{}\nHole: {hole}\n", lines.join("\n"))
}

fn state(text: &str) -> State {
    BlackHole.read_state(text).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = BlackHole.read_state(text).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn played(start: &State, moves: &[&str]) -> State {
    replay_text(&BlackHole, start, moves).unwrap().end
}

fn written(start: &State) -> Vec<String> {
    let moves = BlackHole.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

fn refusal(start: &State, text: &str) -> String {
    let move_ = text.parse().unwrap();
    BlackHole.play(start, &move_).unwrap_err().to_string()
}

#[test]
fn a_deal_is_the_own_deck_without_the_ace_of_spades() {
    let start = state(DEAL_1);
    assert_eq!(start, BlackHole.deal(1));
    assert_eq!(start.hole, FIRST);
    assert_eq!(start.cards_left(), CARDS);
    assert_eq!(BlackHole.write_state(&start).trim(), DEAL_1.trim());
    let one_line = DEAL_1.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(state(&one_line), start);
}

#[test]
fn neighbours_of_the_hole_can_be_played() {
    let start = BlackHole.deal(1);
    assert_eq!(written(&start), ["Play 2d", "Play 2c", "Play 2h"]);
    assert_eq!(refusal(&start, "Play 3s"), "3s does not go onto As");
    assert_eq!(refusal(&start, "Play 2s"), "2s is covered");
    assert_eq!(refusal(&start, "Play As"), "As is in no column");
    let now = played(&start, &["Play 2d"]);
    assert_eq!(written(&now), ["Play 3h", "Play 3s", "Play Ad"]);
}

#[test]
fn king_and_ace_are_neighbours() {
    let start = state(&few(&["Ah Kd", "Kh"], "Qs"));
    assert_eq!(written(&start), ["Play Kd", "Play Kh"]);
    let now = played(&start, &["Play Kd", "Play Ah"]);
    assert_eq!(written(&now), ["Play Kh"]);
}

#[test]
fn the_game_is_won_when_all_cards_are_in_the_hole() {
    let start = state(&few(&["Ah", "2h"], "3s"));
    let moves = ["Play 2h", "Play Ah"].map(|text| text.parse().unwrap());
    assert!(verify(&BlackHole, &start, &Target::BOARD, &moves).is_ok());
    assert!(verify(&BlackHole, &start, &Target::BOARD, &moves[..1]).is_err());
    let end = played(&start, &["Play 2h", "Play Ah"]);
    assert!(BlackHole.is_won(&end));
    assert!(BlackHole.legal_moves(&end).is_empty());
}

#[test]
fn two_ways_to_the_same_cards_are_the_same_position() {
    let start = state(&few(&["7h", "7s", "6h", "6s", "Kd"], "8c"));
    let one = played(&start, &["Play 7h", "Play 6h", "Play 7s", "Play 6s"]);
    let other = played(&start, &["Play 7s", "Play 6h", "Play 7h", "Play 6s"]);
    assert_eq!(one, other);
    assert_ne!(one, played(&start, &["Play 7h", "Play 6h", "Play 7s"]));
}

#[test]
fn moves_are_read_in_either_case() {
    for text in ["play th", " PLAY  10h", "Play t♥"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), "Play Th");
    }
    for text in ["", "Draw", "Play", "Play 1x", "Play 7h 8h"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn a_position_reads_back_what_it_writes() {
    let text = few(&["Ah Kd", "Kh"], "Qs");
    assert_eq!(BlackHole.write_state(&state(&text)), text);
    for number in 1..=60 {
        let mut now = BlackHole.deal(number);
        let mut numbers = numbering::SplitMix64::new(number);
        loop {
            let again = BlackHole.read_state(&BlackHole.write_state(&now));
            assert_eq!(again.as_ref(), Ok(&now));
            let moves = BlackHole.legal_moves(&now);
            let Some(next) = (!moves.is_empty()).then(|| moves[numbers.below(moves.len())]) else {
                break;
            };
            assert_eq!(next.to_string().parse(), Ok(next));
            now = BlackHole.play(&now, &next).unwrap();
        }
    }
}

#[test]
fn of_the_hole_the_top_card_is_enough() {
    let start = state(&few(&["Ah Kd", "Kh"], "Qs"));
    assert_eq!(state(&few(&["Ah Kd", "Kh"], "Js Qh Jd Qs")), start);
    let bare = few(&["Ah Kd", "Kh"], "Qs").replace("Columns:\n", "");
    assert_eq!(state(&bare), start);
}

#[test]
fn a_deal_may_be_written_with_labels() {
    let text = format!("Columns:{DEAL_1}\nHole: As");
    assert_eq!(state(&text), BlackHole.deal(1));
}

#[test]
fn everything_wrong_with_a_deal_is_reported_at_once() {
    let text = DEAL_1.replace("Kh", "1x").replace("9c", "9d");
    assert_eq!(
        faults(&text),
        [
            "4:1: `1x` is not a card",
            "6:4: 9d appears twice, first at line 3, column 7",
            "2 cards are missing: 9c Kh",
        ]
    );
    assert_eq!(
        faults(&format!("As{DEAL_1}")),
        [
            "1:1: As lies at the bottom of the hole",
            "52 cards; a deal has 51",
        ]
    );
    assert_eq!(faults(""), ["no cards; a deal has 51"]);
}

#[test]
fn everything_wrong_with_a_position_is_reported_at_once() {
    let text = "9d Kh 2h 3h\n-- 7c\n4s foo\n--\nAs\nHole: 9d 1x\n";
    assert_eq!(
        faults(text),
        [
            "1:10: 4 cards in a column; there are never more than 3",
            "2:1: `--` is not a card",
            "3:4: `foo` is not a card",
            "5:1: As lies at the bottom of the hole",
            "6:7: 9d appears twice, first at line 1, column 1",
            "6:10: `1x` is not a card",
            "5 columns; there are 17, one a line (`--` is an empty one)",
        ]
    );
}

#[test]
fn a_hole_that_cannot_be_is_refused() {
    let hole = |hole: &str| faults(&few(&["Ah Kd", "Kh"], hole));
    assert_eq!(hole("--"), ["no card in the hole; there is always one"]);
    assert_eq!(hole("Q"), ["19:7: `Q` is not a card"]);
    assert_eq!(hole("9s Qs"), ["19:10: Qs does not go onto 9s"]);
    assert_eq!(hole("2s As"), ["19:10: As lies at the bottom of the hole"]);
    let no_hole = few(&["Ah"], "").replace("Hole: \n", "");
    assert_eq!(
        faults(&no_hole),
        ["no card in the hole; there is always one"]
    );
}

#[test]
fn a_hole_that_starts_with_the_ace_of_spades_lacks_no_card() {
    let text = format!("Columns:{DEAL_1}\nHole: As");
    assert_eq!(
        faults(&text.replace("Qs Qd Td", "Qs Qd")),
        ["Td is missing; a hole that starts with As holds every card played"]
    );
    let after_2d = text.replace("Kh Tc 2d", "Kh Tc") + " 2d";
    assert_eq!(state(&after_2d), played(&BlackHole.deal(1), &["Play 2d"]));
}

#[test]
fn unknown_labels_are_reported() {
    let text = few(&["Ah"], "Kd").replace("Hole:", "Foundation:");
    assert_eq!(
        faults(&text),
        [
            "19:1: 18 columns; there are 17",
            "19:1: `Foundation` is not a card",
            "no card in the hole; there is always one",
        ]
    );
}

#[test]
fn perft_starts_with_the_legal_moves() {
    let start = BlackHole.deal(1);
    assert_eq!(perft(&BlackHole, &start, 0), 1);
    assert_eq!(perft(&BlackHole, &start, 1), 3);
}

/// The position that the rules page shows.
#[test]
fn the_example_of_the_rules_page_is_a_position() {
    let page = include_str!("../../rules.md");
    let example = page.split("```text\nColumns:").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    assert_eq!(state(example).cards_left(), 6);
}
