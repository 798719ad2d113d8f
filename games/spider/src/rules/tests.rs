//! Facts about Spider, from hand-written positions.

use patience_core::Count;
use patience_rules::perft::perft;
use patience_rules::verify::replay_text;

use super::*;

const RULES: Spider = Spider::SPIDER;
/// Three runs of four ranks in one suit each are enough for most facts.
const SMALL: Spider = Spider {
    suits: 2,
    decks: 1,
    ranks: 4,
    sizes: &[1, 1, 1, 1],
    ..RULES
};

fn small(text: &str) -> State {
    SMALL.read_state(text).unwrap()
}

fn faults(rules: &Spider, text: &str) -> Vec<String> {
    let faults = rules.read_state(text).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn written(rules: &Spider, start: &State) -> Vec<String> {
    let moves = rules.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

fn refusal(rules: &Spider, start: &State, text: &str) -> String {
    let played = text.parse().unwrap();
    rules.play(start, &played).unwrap_err().to_string()
}

fn line(state: &State) -> String {
    let words: Vec<_> = state
        .faces()
        .map(|face| face.unwrap().to_string())
        .collect();
    words.join(" ")
}

#[test]
fn a_deal_is_ten_columns_and_fifty_cards() {
    let start = RULES.deal(1);
    let sizes: Vec<_> = start.columns.iter().map(|column| column.len()).collect();
    assert_eq!(sizes, [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]);
    assert!(start.columns.iter().all(|column| column.up.len() == 1));
    assert_eq!((start.stock.len(), start.score), (50, 500));
    assert_eq!(RULES.read_state(&line(&start)), Ok(start.clone()));
    assert_eq!(RULES.read_state(&RULES.write_state(&start)), Ok(start));
}

#[test]
fn relatives_are_dealt_from_their_own_decks() {
    for (rules, columns, stock, down) in [
        (Spider::SPIDERETTE, 7, 24, 21),
        (Spider::WILL_O_THE_WISP, 7, 31, 14),
        (Spider::MRS_MOP, 13, 0, 0),
    ] {
        for suits in [1, 2, 4] {
            let rules = Spider { suits, ..rules };
            let start = rules.deal(1);
            assert_eq!(start.columns.len(), columns, "{rules:?}");
            assert_eq!((start.stock.len(), start.face_down()), (stock, down));
            assert!(start.candidates(&rules).is_empty());
            assert_eq!(rules.read_state(&rules.write_state(&start)), Ok(start));
        }
    }
}

#[test]
fn deal_1_never_changes() {
    assert_eq!(line(&RULES.deal(1)), GOLDEN_1);
    let two = line(&Spider::with_suits(2).deal(1));
    let expected: String = GOLDEN_1.replace('c', "s").replace('d', "h");
    assert_eq!(two, expected);
    let one = line(&Spider::with_suits(1).deal(1));
    assert_eq!(one, expected.replace('h', "s"));
    assert_eq!(line(&Spider::SPIDERETTE.deal(1)), GOLDEN_SPIDERETTE);
}

const GOLDEN_1: &str = "Qh 9c 9h 7h 3d 3c 8h 2s 4s 4c 7d Jd 7s Th 3s Kh 7c Qd 9c Qd 2d 9s 9d 4s 6c 9s 4c 5d 4d Ks 3c Ts Js 8s Th 6c Ac Ad 3h 5s 6d 9h Ah 6s Td 3h 2s 8d 2c 5s Qs 4d 8h 5c 3s 4h 8c 5h Kd Ac 7d Tc 6d As Js Ad Qc 5c Tc 5d 8s 8c Jh Kd 6h 7h Ah 8d As 6h 3d Jc 2h 2d Jh Ks 5h Jc 4h Ts Kc Jd 2c Td Qh 7s Kh 9d 6s Kc Qc Qs 7c 2h";
const GOLDEN_SPIDERETTE: &str = "Qs Qd Td Jh Ac 9d Kh Tc 2d 8h 5s 3h 4s 9c 3s Ts 3d 2c 7s 2s Js 7d 6h 7h 5d 4d Ad 3c As 4h 8s Ah Ks Qh 8c Qc 2h Jd 6c 5h 7c 5c 9h 4c 6s Jc 9s Kd 6d Kc Th 8d";

#[test]
fn numbers_of_pysol_deal_row_by_row_with_sixth_cards_at_1_4_7_10() {
    let rules = Spider {
        numbers: Numbers::Pysol,
        ..RULES
    };
    let start = rules.deal(14934);
    let sizes: Vec<_> = start.columns.iter().map(|column| column.len()).collect();
    assert_eq!(sizes, [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]);
    assert_eq!(line(&start), GOLDEN_PYSOL);
    let two = Spider { suits: 2, ..rules };
    let expected = GOLDEN_PYSOL.replace('s', "c").replace('d', "h");
    assert_eq!(line(&two.deal(14934)), expected);
    let text = two.write_state(&two.deal(3));
    assert_eq!(two.read_state(&text), Ok(two.deal(3)));
}

/// The first five rows are those that the page of plspider shows.
const GOLDEN_PYSOL: &str = "Ts 3c Ks 4c Jh 5s 2h 4h Kc 3h Kh 4s 3h Tc 4d 2h Qd Qh 7c 7s Qc 2d 3d 8c 8s 2s Jh Td Th 3s 3c 6h 9h 3d 7d 5c Qs 6h As 4d 3s 8c 2c Js 8h 6c Qc Kd Jd Ah 5c 5s Ks 5d 6d Ah Th 9s 9c 6c Ac 6s 9d 4c 5d 9h 6d 8d 9c Kd As Td Qh Js Jc 4h 2s 6s 7h Tc Kh 8d 8h Ad 5h 2c 2d 4s 8s Ac Ts 7h 5h 7c 9d Kc Ad Qd Jc Jd 7s 7d 9s Qs";

#[test]
fn numbers_of_kpatience_deal_the_open_row_from_column_5() {
    let rules = Spider {
        numbers: Numbers::Kpatience,
        ..RULES
    };
    let start = rules.deal(1);
    let sizes: Vec<_> = start.columns.iter().map(|column| column.len()).collect();
    assert_eq!(sizes, [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]);
    assert_eq!(line(&start), GOLDEN_KPATIENCE);
    assert_eq!(rules.deal(1 << 31), start);
    // The open row of KPatience's deal 617 with two suits, as its window shows it.
    let two = Spider { suits: 2, ..rules }.deal(617);
    let tops = two.columns.iter().filter_map(|column| column.top());
    let tops: Vec<_> = tops.map(|card| card.to_string()).collect();
    assert_eq!(tops.join(" "), "5s 4s Js Jh 3h As Jh 9s 3h Kh");
}

const GOLDEN_KPATIENCE: &str = "Jd 4d Ks Qd 4s 7c 8h 2s 7s 6d 3c 3s 3h 2d Kc 9d Qd 2h Th 8s 6c Tc 5c 4s 5d 3d Ac Jh 9d 8h Qh 2h Jc 9s 4c As 7s 8s 7h 4c 6s Ts 9s 3h Qh 3s 9h 2s 8d Kd 8d 6c 4h 9c Kc Qc 7d 5c 4d Ah Td 4h 6d Td Ah 5h Tc Ts 2d 2c Jh 6s Qs 3c Qs 2c 5s 8c 9h Ad 7c 7h 3d Kd 9c Kh Ks 6h Qc 5s Kh 6h Js 7d Ac 5h 5d As Jc 8c Js Th Ad Jd";

/// Fifteen cards of a game with 16 and four ranks: a 3 of spades is in the stock.
const MIDDLE: &str = "
1: 2h | 4s 3s 2s
2: | 4h 3h
3: As | 4s
4:
Stock: 3s As 2s Ah
Home: 4h
";

#[test]
fn runs_of_one_suit_go_onto_a_higher_card_or_an_empty_column() {
    let start = small(MIDDLE);
    assert_eq!(
        written(&SMALL, &start),
        [
            "1 2 1", "1 3 2", "1 4 1", "1 4 2", "1 4 3", "2 3 1", "2 4 1", "2 4 2", "3 4 1"
        ]
    );
    assert_eq!(refusal(&SMALL, &start, "1 2 2"), "3s does not go onto 3h");
    assert_eq!(
        refusal(&SMALL, &start, "1 4 4"),
        "at most 3 cards of column 1 move together"
    );
    assert_eq!(
        refusal(&SMALL, &start, "3 4 2"),
        "only the last card of column 3 can move"
    );
    assert_eq!(refusal(&SMALL, &start, "4 1 1"), "column 4 is empty");
    assert_eq!(
        refusal(&SMALL, &start, "1 1 1"),
        "a column does not go onto itself"
    );
    assert_eq!(
        refusal(&SMALL, &start, "1 9 1"),
        "there is no column 9; there are 4"
    );
    assert_eq!(
        refusal(&SMALL, &start, "Deal"),
        "no deal while a column is empty, and column 4 is"
    );
    assert_eq!(
        refusal(&SMALL, &start, "1 home"),
        "complete runs leave by themselves"
    );
}

#[test]
fn cards_of_two_suits_lie_on_each_other_but_move_alone() {
    let start = small(MIDDLE);
    let now = replay_text(&SMALL, &start, &["1 2 1"]).unwrap().end;
    assert_eq!(now.columns[1].up.len(), 3);
    assert_eq!(
        refusal(&SMALL, &now, "2 4 2"),
        "only the last card of column 2 can move"
    );
}

#[test]
fn a_deal_puts_a_card_on_every_column() {
    let start = small(MIDDLE);
    let now = replay_text(&SMALL, &start, &["1 4 1", "Deal"]).unwrap().end;
    let tops: Vec<_> = now
        .columns
        .iter()
        .map(|column| column.top().unwrap().to_string())
        .collect();
    assert_eq!(tops, ["3s", "As", "2s", "Ah"]);
    assert!(now.stock.is_empty());
    assert_eq!(refusal(&SMALL, &now, "Deal"), "the stock is empty");
    let on_empty = Spider {
        deals_on_empty: true,
        ..SMALL
    };
    let now = on_empty.play(&start, &Move::Deal).unwrap();
    assert_eq!(now.columns[3].top().unwrap().to_string(), "Ah");
}

#[test]
fn a_last_deal_of_few_cards_goes_onto_the_first_columns() {
    let rules = Spider::SPIDERETTE;
    let start = rules.deal(1);
    let now = replay_text(&rules, &start, &["Deal"; 4]).unwrap().end;
    let sizes: Vec<_> = now.columns.iter().map(|column| column.len()).collect();
    assert_eq!(sizes, [5, 6, 7, 7, 8, 9, 10]);
}

#[test]
fn a_complete_run_leaves_at_once_and_turns_a_card_up() {
    let start = small("1: 3s | 4h 3h 2h\n2: | Ah\n3: | 4s 3s 2s As\n4: | 4s 2s As\nHome: 4h");
    assert_eq!(start.home, [0, 0, 1, 1], "a run in a text leaves, too");
    let replay = replay_text(&SMALL, &start, &["2 1 1"]).unwrap();
    assert_eq!(replay.end.home, [0, 0, 2, 1]);
    assert_eq!(replay.end.columns[0].top().unwrap().to_string(), "3s");
    assert_eq!(replay.end.score, start.score - 1 + 100);
    assert_eq!(replay.tally.gone.unwrap()[..5], [3, 3, 3, 3, 0]);
    let end = replay_text(&SMALL, &replay.end, &["4 1 2", "1 4 3"]).unwrap();
    assert!(SMALL.is_won(&end.end) && SMALL.legal_moves(&end.end).is_empty());
    assert_eq!(end.length.in_count(Count::Moves), 2);
    assert_eq!(refusal(&SMALL, &end.end, "Deal"), "the game is won already");
}

#[test]
fn a_deal_can_complete_a_run() {
    let start =
        small("1: | 4h 3h 2h\n2: | 2s\n3: | As 4s\n4: | 2s 3s\nStock: Ah As 4s 3s\nHome: 4h\n");
    let now = SMALL.play(&start, &Move::Deal).unwrap();
    assert_eq!(now.home, [0, 0, 2, 0]);
    assert!(now.columns[0].is_empty());
}

#[test]
fn runs_can_stay_where_leaving_is_a_choice() {
    let rules = Spider {
        removal: Removal::ByChoice,
        ..SMALL
    };
    let text = "1: 3s | 4h 3h 2h\n2: | Ah\n3: | 4s 3s 2s As\n4: | 4s 2s As\nHome: 4h";
    let start = rules.read_state(text).unwrap();
    assert_eq!(start.home, [0, 0, 1, 0]);
    let now = replay_text(&rules, &start, &["2 1 1"]).unwrap().end;
    assert_eq!(now.home, [0, 0, 1, 0]);
    assert_eq!(
        refusal(&rules, &now, "2 home"),
        "column 2 has no complete run"
    );
    let now = replay_text(&rules, &now, &["1 home", "3 home"])
        .unwrap()
        .end;
    assert_eq!(now.home, [0, 0, 2, 1]);
    assert_eq!(now.score, start.score - 3 + 200);
}

#[test]
fn unknown_cards_can_neither_move_nor_be_covered() {
    let start =
        small("1: ?? ?? ?? | 3s\n2: | 4s 3h\n3: | 4h\n4: | 2s\nStock: ?? ?? ?? ??\nHome: 4h");
    assert_eq!(start.unknown(), 7);
    assert_eq!(start.candidates(&SMALL).len(), 7);
    let now = replay_text(&SMALL, &start, &["1 3 1"]).unwrap().end;
    assert_eq!(now.columns[0].up, [None]);
    assert_eq!(refusal(&SMALL, &now, "1 3 1"), "nobody knows this card yet");
    assert_eq!(
        refusal(&SMALL, &now, "4 1 1"),
        "nobody knows the card there yet"
    );
    let now = replay_text(&SMALL, &now, &["4 3 1", "3 4 1", "Deal"])
        .unwrap()
        .end;
    assert_eq!(SMALL.read_state(&SMALL.write_state(&now)), Ok(now));
}

#[test]
fn unknown_cards_that_can_be_only_one_get_their_name() {
    let start = small("1: ?? ?? | 3s\n2: | 4s\n3: | 4s 3s\n4: | As As\nHome: 4h 4h");
    assert_eq!(start.columns[0].down[1].unwrap().to_string(), "2s");
}

#[test]
fn lines_without_labels_are_columns_and_then_the_stock() {
    let labelled =
        small("1: 2h | 4s 3s 2s\n2: | 4h 3h 4h 3h 2h\n3: As | 4s\n4:\nStock: 3s As 2s Ah\n Ah");
    let bare = small("2h | 4s 3s 2s\n| 4h 3h 4h 3h 2h\nAs | 4s\n|\n3s As 2s Ah\nAh\n");
    assert_eq!(labelled, bare);
}

#[test]
fn runs_that_are_gone_follow_from_the_other_cards() {
    let text = MIDDLE.replace("Home: 4h\n", "");
    assert_eq!(small(&text), small(MIDDLE));
}

#[test]
fn all_faults_are_found_at_once() {
    assert_eq!(
        faults(&SMALL, "1: | 4h 4h 4h\n2: 3h |\nStock: 1x 5s 3c\nHome: 2s"),
        [
            "1:12: 4h appears more than 2 times",
            "2:4: the last card of a column lies face up",
            "3:8: `1x` is not a card",
            "3:11: 5s is not in a deck of 4 ranks",
            "3:14: 3c: the game has only hearts and spades",
            "4:7: 2s does not stand for a run: its highest card does",
        ]
    );
    assert_eq!(
        faults(&SMALL, "1: | 4s\nHome: 4h 4h 4s"),
        ["3 cards are missing: As 2s 3s; they are neither on the table nor at home"]
    );
    assert_eq!(faults(&RULES, "7h"), ["1 card; the game has 104"]);
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let lines = include_str!("../../perft.txt").lines();
    let lines: Vec<_> = lines.filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 4);
    for line in lines {
        let row = line.split_whitespace().map(|word| word.parse().unwrap());
        let row: Vec<u64> = row.collect();
        let start = RULES.deal(row[0]);
        for (depth, count) in (1..).zip(&row[1..]) {
            assert_eq!(perft(&RULES, &start, depth), *count, "{line}");
        }
    }
}
