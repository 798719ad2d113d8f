//! Facts about Klondike, from hand-written positions.

use patience_core::Count;
use patience_rules::perft::perft;
use patience_rules::verify::replay_text;

use super::*;

const RULES: Klondike = Klondike::DRAW_THREE;

fn state(text: &str) -> State {
    RULES.read_state(text).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = RULES.read_state(text).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn written(rules: &Klondike, start: &State) -> Vec<String> {
    let moves = rules.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

fn refusal(rules: &Klondike, start: &State, text: &str) -> String {
    let played = text.parse().unwrap();
    rules.play(start, &played).unwrap_err().to_string()
}

/// All cards are home but these; small games need few words.
const LAST: &str = "
1: 5d | Qs Jd
2: | Kh
3: | Kc
4:
Stock: Qd
Waste: Ks Kd
Home: Jc 4d Qh Js";

/// The same with the rest of the diamonds named.
fn last() -> String {
    format!("{LAST}\n5: 6d 7d 8d 9d | Td\n6: | Qc")
}

#[test]
fn a_deal_is_the_columns_and_then_the_stock() {
    let start = RULES.deal(1);
    let sizes: Vec<_> = start
        .columns
        .iter()
        .map(|column| column.down.len())
        .collect();
    assert_eq!(sizes, [0, 1, 2, 3, 4, 5, 6]);
    assert!(start.columns.iter().all(|column| column.up.len() == 1));
    assert_eq!((start.stock.len(), start.waste.len()), (24, 0));
    let deck: Vec<_> = start
        .faces()
        .map(|face| face.unwrap().to_string())
        .collect();
    assert_eq!(state(&deck.join(" ")), start);
    assert_eq!(state(&RULES.write_state(&start)), start);
}

#[test]
fn deal_1_never_changes() {
    let start = RULES.deal(1);
    let line: Vec<_> = start
        .faces()
        .map(|face| face.unwrap().to_string())
        .collect();
    assert_eq!(line.join(" "), GOLDEN_DEAL_1);
}

const GOLDEN_DEAL_1: &str = "Qs Qd Td Jh Ac 9d Kh Tc 2d 8h 5s 3h 4s 9c 3s Ts 3d 2c 7s 2s Js 7d 6h 7h 5d 4d Ad 3c As 4h 8s Ah Ks Qh 8c Qc 2h Jd 6c 5h 7c 5c 9h 4c 6s Jc 9s Kd 6d Kc Th 8d";

#[test]
fn positions_read_back_what_was_written() {
    let start = state(&last());
    assert_eq!(state(&RULES.write_state(&start)), start);
    let limited = Klondike {
        passes: Some(3),
        ..RULES
    };
    let text = format!("{}\nPass: 2 Score: -15", last());
    let start = limited.read_state(&text).unwrap();
    assert_eq!((start.pass, start.score), (2, -15));
    assert_eq!(limited.read_state(&limited.write_state(&start)), Ok(start));
}

#[test]
fn runs_kings_waste_and_home_play_by_the_rules() {
    let start = state(&last());
    assert_eq!(
        written(&RULES, &start),
        [
            "12", "16", "2h", "24", "27", "34", "37", "6h", "62", "w4", "w7", "hh3", "Draw"
        ]
    );
    assert_eq!(
        refusal(&RULES, &start, "1h"),
        "Jd is not the next of its suit"
    );
    assert_eq!(refusal(&RULES, &start, "13"), "Jd does not go onto Kc");
    assert_eq!(
        refusal(&RULES, &start, "64"),
        "only a King goes onto an empty column, not Qc"
    );
    assert_eq!(
        refusal(&RULES, &start, "Recycle"),
        "the stock is not empty yet"
    );
    assert_eq!(
        refusal(&RULES, &start, "11"),
        "a column does not go onto itself"
    );
    assert_eq!(
        refusal(&RULES, &start, "81"),
        "there is no column 8; there are 7"
    );
}

#[test]
fn a_run_goes_with_everything_on_it_and_turns_up_a_card() {
    let start = state(&last());
    let now = replay_text(&RULES, &start, &["12"]).unwrap().end;
    assert_eq!(now.columns[1].up.len(), 3);
    assert_eq!(now.columns[0].top().unwrap().to_string(), "5d");
    assert_eq!(now.score, TURN_POINTS);
}

#[test]
fn points_are_for_home_for_the_waste_and_for_cards_turned_up() {
    let start = state(&last());
    let score = |moves: &[&str]| replay_text(&RULES, &start, moves).unwrap().end.score;
    assert_eq!(score(&["6h"]), 10);
    assert_eq!(score(&["w4"]), 5);
    assert_eq!(score(&["hh3"]), -15);
    assert_eq!(score(&["12", "1h"]), 5 + 10);
    let now = replay_text(&RULES, &start, &["hh3"]).unwrap().end;
    assert_eq!(
        RULES.tally(&now).score,
        Some(0),
        "less than nothing is nothing"
    );
}

#[test]
fn worrying_back_can_be_forbidden() {
    let strict = Klondike {
        worrying_back: false,
        ..RULES
    };
    let start = state(&last());
    assert_eq!(
        refusal(&strict, &start, "hh3"),
        "cards do not come back from home in this game"
    );
    assert!(written(&strict, &start).iter().all(|text| text.len() != 3));
}

#[test]
fn three_cards_are_drawn_and_at_the_end_fewer() {
    let start = RULES.deal(1);
    let now = replay_text(&RULES, &start, &["Draw"; 8]).unwrap().end;
    assert_eq!((now.stock.len(), now.waste.len()), (0, 24));
    let again = replay_text(&RULES, &now, &["Recycle"]).unwrap().end;
    assert_eq!((&again.stock, again.pass), (&start.stock, 1));
    assert!(again.has_seen_stock && state(&RULES.write_state(&again)) == again);
    let later = replay_text(&RULES, &again, &[vec!["Draw"; 8], vec!["Recycle"]].concat());
    assert_eq!(later.unwrap().end, again, "passes are not counted");
    let two = Klondike { draw: 2, ..RULES };
    let now = replay_text(&two, &start, &["Draw"; 2]).unwrap().end;
    assert_eq!(now.waste.len(), 4);
}

#[test]
fn passes_can_be_limited() {
    let rules = Klondike {
        passes: Some(2),
        ..RULES
    };
    let start = rules.deal(1);
    let moves = [vec!["Draw"; 8], vec!["Recycle"], vec!["Draw"; 8]].concat();
    let now = replay_text(&rules, &start, &moves).unwrap().end;
    assert_eq!(now.pass, 2);
    assert_eq!(
        refusal(&rules, &now, "Recycle"),
        "this is the last pass through the stock"
    );
}

#[test]
fn a_game_is_won_when_all_cards_are_home() {
    let start = state("1: | Ks\nHome: Kc Kd Kh Qs");
    assert!(!RULES.is_won(&start));
    let end = replay_text(&RULES, &start, &["1h"]).unwrap();
    assert!(RULES.is_won(&end.end) && RULES.legal_moves(&end.end).is_empty());
    assert_eq!(end.tally.gone, Some([4; 13]));
}

#[test]
fn turning_the_waste_over_is_a_move_but_no_step() {
    let start = state("1: | Qs\nStock: Ks\nHome: Kc Kd Kh Js");
    let replay = replay_text(&RULES, &start, &["Draw", "1h", "wh"]).unwrap();
    assert_eq!(replay.length.in_count(Count::Moves), 3);
    let cost = |count| RULES.cost(&start, &Move::Recycle, count);
    assert_eq!((cost(Count::Moves), cost(Count::Steps)), (1, 0));
}

#[test]
fn unknown_cards_can_neither_move_nor_be_covered() {
    let start = state("1: ?? | Qs\n2: | Kh\nStock: ??\nHome: Kc Qd Qh Js");
    let now = replay_text(&RULES, &start, &["12", "Draw"]).unwrap().end;
    assert_eq!(
        written(&RULES, &now),
        [
            "2h", "23", "24", "25", "26", "27", "hc3", "hc4", "hc5", "hc6", "hc7", "Recycle"
        ]
    );
    assert_eq!(refusal(&RULES, &now, "1h"), "nobody knows this card yet");
    assert_eq!(
        refusal(&RULES, &now, "wh"),
        "nobody knows the card on the waste yet"
    );
    assert_eq!(
        refusal(&RULES, &now, "hh1"),
        "nobody knows the card there yet"
    );
}

#[test]
fn all_faults_are_found_at_once() {
    assert_eq!(
        faults("1: | 7h 7h\n2: 3c |\nStock: 1x"),
        [
            "1:9: 7h does not go onto 7h",
            "1:9: 7h appears twice, first at line 1, column 6",
            "2:4: the last card of a column lies face up",
            "3:8: `1x` is not a card",
        ]
    );
    assert_eq!(
        faults("1: | Ks\nHome: Kc Kd Kh Js"),
        ["Qs is neither on the table nor at home"]
    );
    assert_eq!(
        faults("7h 7h"),
        [
            "1:4: 7h appears twice, first at line 1, column 1",
            "2 cards; a deck has 52"
        ]
    );
}

#[test]
fn a_single_unknown_card_gets_its_name() {
    let start = state("1: ?? | Ks\nHome: Kc Kd Kh Js");
    assert_eq!(start.columns[0].down[0].unwrap().to_string(), "Qs");
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let lines = include_str!("../../perft.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    let row = |line: &str| -> Vec<u64> {
        let words = line.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    };
    let rows: Vec<_> = lines.by_ref().map(row).collect();
    let counted: Vec<_> = rows
        .iter()
        .map(|row| {
            let start = RULES.deal(row[0]);
            let depths = 1..row.len() as u32;
            let counts = depths.map(|depth| perft(&RULES, &start, depth));
            [row[0]].into_iter().chain(counts).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(counted, rows);
}

#[test]
fn seeds_of_solvitaire_are_those_of_the_reference_file() {
    let line = |seed| {
        let state = from_solvitaire(&RULES, seed);
        let faces: Vec<_> = state
            .faces()
            .map(|face| face.unwrap().to_string())
            .collect();
        faces.join(" ")
    };
    assert!(line(1).starts_with("9d 4c As Qd Td Jc 9s Js"));
    assert!(line(1).ends_with("Qs Qc 4h 2s Ac Qh Tc Ks 6h"));
    assert!(line(2).starts_with("5h 9s 8s Tc Jc Ts 4s Td"));
}

#[test]
fn numbers_of_kpatience_are_those_of_the_program() {
    let rules = Klondike {
        numbers: Numbers::Kpatience,
        ..RULES
    };
    // As KPatience 22.12 deals them.
    let known = [
        (
            153_976_585,
            "2s 3d 5d Jd Js Qs Tc 4d Jh 3c 5h Kd 4c 4h Ac Jc Ts 5c Th 8d 9h Kh 9c Td Kc Ah 3s Qd 6s 5s 2h 7h 6h 8s 7d 6d Ad Ks As 8c 4s 3h 9s 2d Qh 7c 9d 8h Qc 7s 2c 6c",
        ),
        (
            973_735_793,
            "4d 8h Tc 5h 3c 9d 7d 2c 9s 6d Jd Qh Ah 3s Td 5c Ac 6s 7s 3d 4s Kd 8s 8c 8d 2d Ad 4c 9h 2h Kh Jh 7c 6h Qs 9c Qd 7h Jc Js 4h 5s 2s Ks 6c 5d Th As Kc Qc 3h Ts",
        ),
    ];
    for (number, deal) in known {
        assert_eq!(rules.deal(number), state(deal), "{number}");
    }
    assert_eq!(rules.deal(1 << 31), rules.deal(1));
}

#[test]
fn microsoft_numbers_are_digits_of_mixed_bases() {
    // Number 0 swaps every card with the first one, a rotation: the reversed
    // deck begins with the Ace of spades.
    let deck = microsoft_deck("0").unwrap();
    assert_eq!(deck[0].to_string(), "As");
    let last = "80658175170943878571660636856403766975289505440883277823999999999999";
    assert_eq!(last.len(), 68);
    assert!(microsoft_deck(last).is_some());
    let one_more = "80658175170943878571660636856403766975289505440883277824000000000000";
    assert!(microsoft_deck(one_more).is_none());
}
