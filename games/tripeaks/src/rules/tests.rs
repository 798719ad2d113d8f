//! Facts about TriPeaks, from hand-written positions.

use patience_core::{Goal, Target};

use super::*;
use patience_rules::verify::{replay_text, verify};

/// Deal 2 of the project's own numbering.
const DECK: &str = "
      7s          Kc          3h
    Kd  Jc      Ks  As      3c  5h
  Kh  Jh  8c  Ah  6c  6s  2c  6d  7c
Ts  2d  Qc  7h  9c  Ac  4s  4d  5s  7d
3d Js Qh Ad 2h 9h 4c Tc 2s 9s Jd 6h 5d Qs 8s 3s Qd 9d 5c 4h Td 8d Th 8h";

fn state(text: &str) -> State {
    TriPeaks.read_state(text).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = TriPeaks.read_state(text).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn after(start: &State, moves: &[&str]) -> State {
    replay_text(&TriPeaks, start, moves).unwrap().end
}

fn written(start: &State) -> Vec<String> {
    let moves = TriPeaks.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

/// A position with only a few cards left, on the places named.
fn few(here: &[(usize, &str)], rest: &str) -> String {
    let words = (0..CARDS).map(|slot| {
        here.iter()
            .find(|(place, _)| *place == slot)
            .map_or("--", |(_, word)| word)
    });
    format!("{}\n{rest}", words.collect::<Vec<_>>().join(" "))
}

#[test]
fn a_deal_is_the_tableau_then_the_waste_then_the_stock() {
    assert_eq!(state(DECK), TriPeaks.deal(2));
    let start = state(DECK);
    assert_eq!(start.waste_top().unwrap().to_string(), "3d");
    assert_eq!(start.stock.len(), STOCK);
    assert_eq!(TriPeaks.write_state(&start).trim(), DECK.trim());
}

#[test]
fn neighbours_of_the_waste_can_be_played() {
    let start = state(DECK);
    assert_eq!(written(&start), ["Play 2d", "Play 4s", "Play 4d", "Draw"]);
    let refusal = |text: &str| {
        let move_ = text.parse().unwrap();
        TriPeaks.play(&start, &move_).unwrap_err().to_string()
    };
    assert_eq!(refusal("Play 7d"), "7d does not go onto 3d");
    assert_eq!(refusal("Play 2c"), "2c is covered");
    assert_eq!(refusal("Play Js"), "Js does not lie on the tableau");
}

#[test]
fn king_and_ace_are_neighbours() {
    let start = state(&few(&[(0, "Kd"), (1, "Ad")], "Waste: Ah"));
    assert_eq!(written(&start), ["Play Kd"]);
    assert_eq!(written(&after(&start, &["Play Kd"])), ["Play Ad"]);
}

#[test]
fn a_card_turns_up_when_both_cards_on_it_are_gone() {
    let start = state(&few(
        &[(0, "7d"), (3, "6d"), (4, "8d")],
        "Waste: 7h\nStock: 7s",
    ));
    assert_eq!(written(&start), ["Play 6d", "Play 8d", "Draw"]);
    let now = after(&start, &["Play 6d"]);
    assert_eq!(written(&now), ["Draw"]);
    let now = after(&now, &["Draw", "Play 8d"]);
    assert_eq!(written(&now), ["Play 7d"]);
}

#[test]
fn a_streak_earns_more_with_every_card_and_ends_with_a_draw() {
    let start = state(DECK);
    let moves = ["Play 4s", "Play 5s", "Play 4d", "Draw", "Draw"];
    let scores: Vec<_> = (0..=moves.len())
        .map(|steps| {
            let now = after(&start, &moves[..steps]);
            (now.score, now.streak)
        })
        .collect();
    assert_eq!(
        scores,
        [(0, 0), (100, 1), (400, 2), (900, 3), (900, 0), (900, 0)]
    );
}

#[test]
fn peaks_earn_their_bonus_in_the_order_in_which_they_go() {
    let start = state(&few(
        &[(0, "7d"), (1, "8d"), (2, "9d")],
        "Waste: Th\nStock: Kd",
    ));
    let now = after(&start, &["Play 9d"]);
    assert_eq!(now.score, 100 + 500);
    let now = after(&now, &["Play 8d"]);
    assert_eq!(now.score, 600 + 300 + 1_000);
    let now = after(&now, &["Play 7d"]);
    assert_eq!(now.score, 1_900 + 500 + 5_000);
}

#[test]
fn the_most_that_a_game_can_bring_is_one_streak_of_all_cards() {
    let cards: u32 = (0..CARDS as u8).map(card_points).sum();
    assert_eq!(cards + bonus_for_peaks(PEAKS), MOST_POINTS);
}

#[test]
fn the_game_ends_when_the_tableau_is_gone() {
    let start = state(&few(&[(1, "7d")], "Waste: 8d\nStock: 2c"));
    let end = after(&start, &["Play 7d"]);
    assert!(TriPeaks.is_won(&end));
    assert!(TriPeaks.legal_moves(&end).is_empty());
    assert!(TriPeaks.play(&end, &Move::Draw).is_err());
}

#[test]
fn only_cards_of_the_tableau_count_for_card_goals() {
    let start = state(DECK);
    let goal = Goal::Cards {
        count: 2,
        rank: "4".parse().unwrap(),
    };
    let target = Target::new(goal, 0).unwrap();
    let moves = ["Play 4s", "Play 5s", "Play 4d"].map(|text| text.parse().unwrap());
    assert!(verify(&TriPeaks, &start, &target, &moves).is_ok());
    assert!(verify(&TriPeaks, &start, &target, &moves[..2]).is_err());
}

#[test]
fn nothing_can_be_done_with_a_card_that_nobody_has_seen() {
    let start = state(&few(
        &[(0, "??"), (3, "6d"), (1, "6c")],
        "Waste: 7h\nStock: ??",
    ));
    assert_eq!(start.unknown(), 2);
    let now = after(&start, &["Play 6d"]);
    assert_eq!(written(&now), ["Draw"]);
    let now = after(&start, &["Draw"]);
    assert_eq!(written(&now), Vec::<String>::new());
    let refusal = TriPeaks.play(&now, &"Play 6c".parse().unwrap());
    assert_eq!(
        refusal.unwrap_err().to_string(),
        "nobody knows the card on the waste"
    );
}

#[test]
fn a_single_unknown_card_is_the_one_that_is_missing() {
    assert_eq!(state(&DECK.replace("Kc", "??")), state(DECK));
    assert_eq!(state(&DECK.replace("8h", "??")), state(DECK));
    let two = state(&DECK.replace("8h", "??").replace("Kc", "??"));
    let names: Vec<_> = two.candidates().iter().map(ToString::to_string).collect();
    assert_eq!((two.unknown(), names), (2, vec!["8h".into(), "Kc".into()]));
}

#[test]
fn the_start_is_known_when_every_card_that_is_gone_is_named() {
    let start = state(&DECK.replace("Kc", "??").replace("7s", "??"));
    let now = after(&start, &["Play 4s", "Draw", "Draw", "Draw", "Play 2d"]);
    let again = state(&TriPeaks.write_state(&now));
    assert_eq!(again, now);
    assert_eq!(again.start(), Some(start.clone()));
    assert_eq!(after(&again, &["Start over"]), start);
    let nameless = TriPeaks.write_state(&now).replace("-2d", "--");
    assert_eq!(state(&nameless).start(), None);
    assert!(TriPeaks.play(&state(&nameless), &Move::StartOver).is_err());
}

#[test]
fn a_streak_that_is_not_said_is_what_the_cards_say() {
    let start = state(DECK);
    let silent = |moves: &[&str]| {
        let text = TriPeaks.write_state(&after(&start, moves));
        let lines = text.lines().filter(|line| !line.starts_with("Streak"));
        state(&lines.collect::<Vec<_>>().join("\n")).streak
    };
    assert_eq!(silent(&["Play 4s", "Play 5s"]), 2);
    assert_eq!(silent(&["Play 4s", "Draw"]), 0);
    assert_eq!(silent(&["Draw", "Draw", "Draw", "Play 2d"]), 1);
}

#[test]
fn positions_read_back_what_they_write() {
    for number in 1..=60 {
        let mut now = TriPeaks.deal(number);
        let mut numbers = numbering::SplitMix64::new(number);
        loop {
            let again = TriPeaks.read_state(&TriPeaks.write_state(&now));
            assert_eq!(again.as_ref(), Ok(&now));
            let moves = TriPeaks.legal_moves(&now);
            let Some(next) = (!moves.is_empty()).then(|| &moves[numbers.below(moves.len())]) else {
                break;
            };
            assert_eq!(next.to_string().parse().as_ref(), Ok(next));
            now = TriPeaks.play(&now, next).unwrap();
        }
        assert_eq!(now.start(), Some(TriPeaks.deal(number)));
    }
}

#[test]
fn an_unknown_card_where_none_can_be_is_refused() {
    let said = |from: &str| faults(&DECK.replace(from, "??").replace("Kc", "??"));
    assert_eq!(
        said("4s"),
        ["5:25: no card can be unknown here: the bottom row lies face up"]
    );
    assert_eq!(
        said("3d"),
        ["6:1: no card can be unknown here: the waste lies face up"]
    );
    let text = few(&[(0, "??"), (3, "6d"), (1, "??")], "Waste: ??\nStock: 6h");
    assert_eq!(
        faults(&text),
        [
            "1:4: no card can be unknown here: nothing covers it, so it lies face up",
            "2:8: no card can be unknown here: the waste lies face up",
        ]
    );
}

#[test]
fn the_stock_is_closed_so_any_of_its_cards_can_be_unknown() {
    let text = DECK.replace("8d", "??").replace("Kc", "??");
    assert_eq!(state(&text).unknown(), 2);
    let closed = "?? ".repeat(18) + "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc" + &" ??".repeat(23);
    assert_eq!(state(&closed).unknown(), 41);
    assert_eq!(
        state(&TriPeaks.write_state(&state(&closed))),
        state(&closed)
    );
}

#[test]
fn more_unknown_cards_than_lie_face_down_are_refused() {
    let text = "?? ".repeat(20) + &"Ac Ad Ah As 2c 2d 2h 2s ".repeat(4);
    let said = faults(&text).join("\n");
    assert!(said.contains("1:55: no card can be unknown here"), "{said}");
    assert!(said.contains("Ac appears twice"), "{said}");
}

#[test]
fn a_streak_that_cannot_be_is_refused() {
    let with = |rest: &str| faults(&few(&[(0, "6c")], rest));
    assert_eq!(
        with("Waste: 7h\nStreak: 28"),
        ["3:9: a streak of 28 is not possible: only 27 cards of the tableau are gone"]
    );
    assert_eq!(
        with("Waste: 7h 9h\nStreak: 3"),
        ["3:9: a streak of 3 is not possible: 9h does not go onto 7h"]
    );
    assert_eq!(with("Waste: 7h\nStreak: -1"), ["3:9: `-1` is not a streak"]);
    let text = TriPeaks.write_state(&after(&state(DECK), &["Play 4s"]));
    assert_eq!(
        faults(&text.replace("Streak: 1", "Streak: 0")),
        ["8:9: a streak of 0 is not possible: 1 cards were played since the last draw"]
    );
}

#[test]
fn a_score_that_cannot_be_is_refused() {
    let with = |rest: &str| faults(&few(&[(0, "6c")], rest));
    assert_eq!(
        with("Waste: 7h\nScore: 90000"),
        ["3:8: a score of 90000 is not possible: at most 74400 points by now"]
    );
    assert_eq!(
        with("Waste: 7h\nScore: 150"),
        ["3:8: `150` is not a score: points come in hundreds"]
    );
}

#[test]
fn a_wrong_position_says_everything_that_is_wrong() {
    let text = few(&[(0, "6d"), (3, "--"), (1, "1x"), (9, "7c")], "Waste: 6d");
    assert_eq!(
        faults(&text),
        [
            "1:4: `1x` is not a card",
            "1:10: no card can be gone here: another one still covers the place",
            "2:8: 6d appears twice, first at line 1, column 1",
        ]
    );
    assert_eq!(
        faults(&few(&[(0, "6d")], "Stock: 7c")),
        ["no card on the waste; there is always one"]
    );
    assert_eq!(
        faults(&few(&[(0, "6d")], "Waste: 7c\nStock: -8c")),
        ["3:8: only cards of the tableau can be marked gone"]
    );
}

#[test]
fn an_empty_text_has_one_fault() {
    assert_eq!(faults(""), ["no cards; a deck has 52"]);
}
