//! Facts about Pyramid, from hand-written positions.

use patience_core::{Goal, Target};

use super::*;
use patience_rules::verify::{replay_text, verify};

const DECK: &str =
    "6d 5h Ah Jd 4s Ks 6s 8c 2h 4d 9s Kd 6c Ad 8s Ac 5c 9d 7h 3h 8d 5s 4c Qc Jh Kc Kh 3c
                    3s 9c As 5d Qh Ts 4h 7s Td 9h Th 7c 8h 2c 7d Tc 2d 6h 2s Js Qd 3d Qs Jc";

fn state(text: &str) -> State {
    Pyramid::USUAL.read_state(text).unwrap()
}

fn after(start: &State, moves: &[&str]) -> State {
    replay_text(&Pyramid::USUAL, start, moves).unwrap().end
}

fn written(start: &State) -> Vec<String> {
    let moves = Pyramid::USUAL.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn a_new_game_offers_the_bottom_row_and_the_stock() {
    let start = state(DECK);
    assert_eq!(start.available().len(), 8);
    assert_eq!(written(&start), ["Remove Kc", "Remove Kh", "Draw"]);
}

#[test]
fn the_stock_top_is_playable_without_drawing_it() {
    let start = state(DECK);
    let next = after(&start, &["Draw", "Remove 4c 9c"]);
    assert_eq!(next.stock[0].to_string(), "As");
}

#[test]
fn stock_top_and_waste_top_go_together() {
    let text = "6d -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Waste: 6h
                Stock: 7h 7d";
    assert_eq!(
        written(&state(text)),
        ["Remove 6d 7h", "Remove 6h 7h", "Draw"]
    );
}

#[test]
fn a_card_and_the_card_it_covers_do_not_go_together() {
    // 6d lies under 7c alone; both add up to 13, but 6d is covered.
    let text = "6d 7c -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Stock: 6c 7d";
    let start = state(text);
    assert_eq!(written(&start), ["Remove 6c 7c", "Draw"]);
    let refusal = Pyramid::USUAL
        .play(&start, &"Remove 6d 7c".parse().unwrap())
        .unwrap_err();
    assert_eq!(refusal.to_string(), "6d is covered");
}

#[test]
fn the_waste_is_recycled_twice_in_the_same_order() {
    let text = "6d -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Stock: 7d 8c 5c";
    let start = state(text);
    let draws = ["Draw", "Draw", "Draw"];
    let mut now = after(&start, &draws);
    for pass in 2..=PASSES {
        now = after(&now, &["Recycle"]);
        assert_eq!((now.stock.clone(), now.pass), (start.stock.clone(), pass));
        now = after(&now, &draws);
    }
    assert_eq!(written(&now), Vec::<String>::new());
    let refusal = Pyramid::USUAL.play(&now, &Move::Recycle).unwrap_err();
    assert_eq!(refusal.to_string(), "no passes through the stock are left");
}

#[test]
fn the_game_ends_when_the_pyramid_is_gone() {
    let text = "Kd -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
                Stock: 7d 6c";
    let end = after(&state(text), &["Remove Kd"]);
    assert!(Pyramid::USUAL.is_won(&end));
    assert!(Pyramid::USUAL.legal_moves(&end).is_empty());
    assert!(Pyramid::USUAL.play(&end, &Move::Draw).is_err());
}

#[test]
fn kings_and_pairs_earn_five_and_rows_their_bonus() {
    let start = state(DECK);
    assert_eq!(Pyramid::USUAL.tally(&start).score, Some(0));
    let next = after(&start, &["Remove Kc", "Remove Kh"]);
    assert_eq!(Pyramid::USUAL.tally(&next).score, Some(10));
    // Everything gone: 24 pairs, 4 kings and all rows.
    let empty = State {
        pyramid: [None; CARDS],
        waste: Vec::new(),
        stock: Vec::new(),
        pass: 1,
    };
    assert_eq!(Pyramid::USUAL.tally(&empty).score, Some(1290));
}

#[test]
fn cards_count_wherever_they_lie() {
    let start = state(DECK);
    let next = after(&start, &["Remove Kc", "Remove Kh"]);
    let goal = Goal::Cards {
        count: 2,
        rank: Rank::KING,
    };
    assert_eq!(Pyramid::USUAL.tally(&next).cards(&goal), Some(2));
    let moves = ["Remove Kc", "Remove Kh"].map(|text| text.parse().unwrap());
    let target = Target::new(goal, 0).unwrap();
    assert!(verify(&Pyramid::USUAL, &start, &target, &moves).is_ok());
    assert!(verify(&Pyramid::USUAL, &start, &target, &moves[..1]).is_err());
}

#[test]
fn positions_read_back_what_they_write() {
    for number in 1..=40 {
        let mut now = Pyramid::USUAL.deal(number);
        let mut numbers = numbering::SplitMix64::new(number);
        loop {
            let again = Pyramid::USUAL.read_state(&Pyramid::USUAL.write_state(&now));
            assert_eq!(again.as_ref(), Ok(&now));
            let moves = Pyramid::USUAL.legal_moves(&now);
            let Some(next) = (!moves.is_empty()).then(|| &moves[numbers.below(moves.len())]) else {
                break;
            };
            assert_eq!(next.to_string().parse().as_ref(), Ok(next));
            now = Pyramid::USUAL.play(&now, next).unwrap();
        }
    }
}

#[test]
fn a_wrong_position_says_everything_that_is_wrong() {
    let text =
        "6d 7c 1x -- -- 5c -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
Waste: 6d
Pass: 4";
    let faults = Pyramid::USUAL.read_state(text).unwrap_err();
    let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "1:7: `1x` is not a card",
            "2:8: 6d appears twice, first at line 1, column 1",
            "3:7: `4` is not a pass: 1, 2 or 3",
        ]
    );
}

#[test]
fn a_gap_cannot_lie_under_a_card() {
    let text = "-- 7c -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\nStock: 6c";
    let faults = Pyramid::USUAL.read_state(text).unwrap_err().to_string();
    assert_eq!(
        faults,
        "1:1: no card can be gone here: 7c still covers the place"
    );
}

#[test]
fn a_forgotten_card_of_a_position_is_noticed() {
    let text = "6d -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\nStock: 8c";
    let faults = Pyramid::USUAL.read_state(text).unwrap_err().to_string();
    assert!(
        faults.contains("0 of rank 5 are left but 1 of rank 8"),
        "{faults}"
    );
    assert!(
        faults.contains("1 of rank 6 are left but 0 of rank 7"),
        "{faults}"
    );
}

#[test]
fn where_all_cards_must_go_a_game_goes_on_without_a_pyramid() {
    let gone = "-- ".repeat(CARDS);
    let state = Pyramid::USUAL.read_state(&format!("{gone}\nStock: Kc 6d 7c"));
    let state = state.unwrap();
    assert!(Pyramid::USUAL.is_won(&state));
    assert_eq!(Pyramid::USUAL.legal_moves(&state), []);
    let rules = Pyramid { win: Win::All };
    assert!(!rules.is_won(&state));
    let mut left = state;
    for text in ["Remove Kc", "Draw", "Remove 6d 7c"] {
        left = rules.play(&left, &text.parse().unwrap()).unwrap();
    }
    assert!(rules.is_won(&left));
}
