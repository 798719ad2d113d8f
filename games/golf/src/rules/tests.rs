//! Facts about Golf, from hand-written positions.

use patience_core::Target;
use patience_rules::perft::perft;
use patience_rules::verify::{replay_text, verify};

use super::*;

/// Deal 1 of the project's own numbering.
const DEAL_1: &str = "
Qs Qd Td Jh Ac
9d Kh Tc 2d 8h
5s 3h 4s 9c 3s
Ts 3d 2c 7s 2s
Js 7d 6h 7h 5d
4d Ad 3c As 4h
8s Ah Ks Qh 8c
Qc 2h Jd 6c 5h 7c 5c 9h 4c 6s Jc 9s Kd 6d Kc Th 8d";

/// A position with few cards.
const MIDDLE: &str = "Columns:
9d Kh
--
4s 3s
--
--
2d
--
Waste: Qs
Stock: 2c Kd
";

fn state(text: &str) -> State {
    Golf.read_state(text).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = Golf.read_state(text).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn played(start: &State, moves: &[&str]) -> State {
    replay_text(&Golf, start, moves).unwrap().end
}

fn written(start: &State) -> Vec<String> {
    let moves = Golf.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

fn refusal(start: &State, text: &str) -> String {
    let move_ = text.parse().unwrap();
    Golf.play(start, &move_).unwrap_err().to_string()
}

#[test]
fn a_deal_is_the_columns_then_the_waste_then_the_stock() {
    let start = state(DEAL_1);
    assert_eq!(start, Golf.deal(1));
    assert_eq!(start.waste.to_string(), "Qc");
    assert_eq!(start.stock.len(), STOCK);
    assert_eq!(start.cards_left(), 35);
    assert_eq!(Golf.write_state(&start).trim(), DEAL_1.trim());
    let one_line = DEAL_1.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(state(&one_line), start);
}

#[test]
fn neighbours_of_the_waste_can_be_played() {
    let start = state(MIDDLE);
    assert_eq!(written(&start), ["Play Kh", "Draw"]);
    assert_eq!(refusal(&start, "Play 3s"), "3s does not go onto Qs");
    assert_eq!(refusal(&start, "Play 9d"), "9d is covered");
    assert_eq!(refusal(&start, "Play Kd"), "Kd is in no column");
    let now = played(&start, &["Draw"]);
    assert_eq!(written(&now), ["Play 3s", "Draw"]);
    let now = played(&now, &["Play 3s"]);
    assert_eq!(written(&now), ["Play 4s", "Play 2d", "Draw"]);
}

#[test]
fn only_a_queen_goes_onto_a_king_and_only_a_2_onto_an_ace() {
    let on = |waste: &str| {
        let text = format!("Ah\n2h\nKh\nQh\n--\n--\n--\nWaste: {waste}");
        written(&state(&text))
    };
    assert_eq!(on("Kd"), ["Play Qh"]);
    assert_eq!(on("Ad"), ["Play 2h"]);
    assert_eq!(on("Qd"), ["Play Kh"]);
    assert_eq!(on("2d"), ["Play Ah"]);
}

#[test]
fn there_is_one_pass_through_the_stock() {
    let start = state(MIDDLE);
    let now = played(&start, &["Draw", "Draw"]);
    assert_eq!(written(&now), Vec::<String>::new());
    assert_eq!(refusal(&now, "Draw"), "the stock is empty");
}

#[test]
fn the_game_ends_when_the_columns_are_empty() {
    let start = state("Ah\n--\n--\n--\n--\n--\n--\nWaste: 2h\nStock: 9c 8c");
    let end = played(&start, &["Play Ah"]);
    assert!(Golf.is_won(&end));
    assert!(Golf.legal_moves(&end).is_empty());
    assert_eq!(refusal(&end, "Draw"), "the game is already won");
    assert!(verify(&Golf, &start, &Target::BOARD, &["Play Ah".parse().unwrap()]).is_ok());
    assert!(verify(&Golf, &start, &Target::BOARD, &[Move::Draw]).is_err());
}

#[test]
fn two_ways_to_the_same_cards_are_the_same_position() {
    let start = state("7h\n7s\n6h\n6s\n--\n--\n--\nWaste: 8c\nStock: 8d");
    let one = played(&start, &["Play 7h", "Play 6h", "Play 7s", "Play 6s"]);
    let other = played(&start, &["Play 7s", "Play 6h", "Play 7h", "Play 6s"]);
    assert_eq!(one, other);
    assert_ne!(one, played(&start, &["Play 7h", "Play 6h", "Play 7s"]));
}

#[test]
fn moves_are_read_in_either_case() {
    for (text, wanted) in [
        ("draw", "Draw"),
        (" PLAY  10h", "Play Th"),
        ("Play t♥", "Play Th"),
    ] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), wanted);
    }
    for text in [
        "",
        "Draw Draw",
        "Play",
        "Play 1x",
        "Play 7h 8h",
        "Remove Kd",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn a_position_reads_back_what_it_writes() {
    assert_eq!(Golf.write_state(&state(MIDDLE)), MIDDLE);
    for number in 1..=60 {
        let mut now = Golf.deal(number);
        let mut numbers = numbering::SplitMix64::new(number);
        loop {
            let again = Golf.read_state(&Golf.write_state(&now));
            assert_eq!(again.as_ref(), Ok(&now));
            let moves = Golf.legal_moves(&now);
            let Some(next) = (!moves.is_empty()).then(|| moves[numbers.below(moves.len())]) else {
                break;
            };
            assert_eq!(next.to_string().parse(), Ok(next));
            now = Golf.play(&now, &next).unwrap();
        }
    }
}

#[test]
fn of_the_waste_the_top_card_is_enough() {
    let whole = MIDDLE.replace("Waste: Qs", "Waste: 5d Jd Qs");
    assert_eq!(state(&whole), state(MIDDLE));
}

#[test]
fn labels_that_are_not_needed_may_be_left_out() {
    let bare = MIDDLE.replace("Columns:\n", "");
    assert_eq!(state(&bare), state(MIDDLE));
    let no_stock = MIDDLE.replace("Stock: 2c Kd\n", "");
    let empty_stock = MIDDLE.replace("2c Kd", "--");
    assert_eq!(state(&no_stock), state(&empty_stock));
    assert!(state(&no_stock).stock.is_empty());
}

#[test]
fn a_deal_with_labels_is_a_deal() {
    let mut lines: Vec<_> = DEAL_1.trim().lines().map(str::to_owned).collect();
    let rest = lines.pop().unwrap();
    let (waste, stock) = rest.split_once(' ').unwrap();
    let text = format!("{}\nWaste: {waste}\nStock: {stock}", lines.join("\n"));
    assert_eq!(state(&text), Golf.deal(1));
}

#[test]
fn a_single_unknown_card_is_the_one_that_is_missing() {
    assert_eq!(state(&DEAL_1.replace("8d", "??")), Golf.deal(1));
    let text = format!("# ?? # {DEAL_1}").replace("Kh", "??");
    assert_eq!(state(&text), Golf.deal(1));
    let two = DEAL_1.replace("8d", "??").replace("Th", "??");
    assert_eq!(
        faults(&two),
        [
            "9:46: `??` is not a card",
            "9:49: `??` is not a card",
            "2 cards are missing: 8d Th",
            "50 cards; a deck has 52",
        ]
    );
    let middle = MIDDLE.replace("2c Kd", "2c ??");
    assert_eq!(faults(&middle), ["10:11: `??` is not a card"]);
}

#[test]
fn everything_wrong_with_a_deal_is_reported_at_once() {
    let text = DEAL_1.replace("Kh", "1x").replace("9c", "9d");
    assert_eq!(
        faults(&text),
        [
            "3:4: `1x` is not a card",
            "4:10: 9d appears twice, first at line 3, column 1",
            "2 cards are missing: 9c Kh",
            "51 cards; a deck has 52",
        ]
    );
    assert_eq!(faults(""), ["no cards; a deck has 52"]);
}

#[test]
fn everything_wrong_with_a_position_is_reported_at_once() {
    let text = "Columns:
9d Kh 2h 3h 4h 5h
-- 7c
4s foo
--
--
Stock: 9d 1x
";
    assert_eq!(
        faults(text),
        [
            "2:16: 6 cards in a column; there are never more than 5",
            "3:1: `--` is not a card",
            "4:4: `foo` is not a card",
            "7:8: 9d appears twice, first at line 2, column 1",
            "7:11: `1x` is not a card",
            "5 columns; there are 7, one a line (`--` is an empty one)",
            "no card on the waste; there is always one",
        ]
    );
}

#[test]
fn unknown_labels_are_reported() {
    let text = MIDDLE.replace("Stock:", "Talon:");
    assert_eq!(faults(&text), ["10:1: `Talon` is not a card"]);
}

#[test]
fn too_many_columns_or_stock_cards_are_refused() {
    let text = MIDDLE.replace("Waste:", "8h\n8c\nWaste:");
    assert_eq!(faults(&text), ["9:1: 9 columns; there are 7"]);
    let stock = "Ac Ad Ah As 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c";
    let text = MIDDLE.replace("2c Kd", stock);
    assert_eq!(
        faults(&text),
        ["10:56: 17 cards in the stock; there are never more than 16"]
    );
}

#[test]
fn a_card_of_the_waste_lies_nowhere_else() {
    let text = MIDDLE.replace("Waste: Qs", "Waste: 9d Qs");
    assert_eq!(
        faults(&text),
        ["9:8: 9d appears twice, first at line 2, column 1"]
    );
    assert_eq!(
        faults(&MIDDLE.replace("Waste: Qs", "Waste: --")),
        ["no card on the waste; there is always one"]
    );
    assert_eq!(
        faults(&MIDDLE.replace("Waste: Qs", "Waste: Q")),
        ["9:8: `Q` is not a card"]
    );
}

#[test]
fn perft_starts_with_the_legal_moves() {
    let start = Golf.deal(1);
    assert_eq!(perft(&Golf, &start, 0), 1);
    assert_eq!(
        perft(&Golf, &start, 1),
        Golf.legal_moves(&start).len() as u64
    );
}

/// The position that the rules page shows.
#[test]
fn the_example_of_the_rules_page_is_a_position() {
    let page = include_str!("../../rules.md");
    let example = page.split("```text\nColumns:").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    assert_eq!(state(example).cards_left(), 13);
}
