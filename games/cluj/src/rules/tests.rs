//! Facts about Cluj, from hand-written positions.

use patience_core::Target;
use patience_core::numbering::SplitMix64;

use super::*;
use patience_rules::verify::{replay_text, verify};

const DEAL: &str = "VT6699.76TV68.T0TD80.DKKK9D.8VKD80.V07977.";

/// Three columns are locked; nine cards are left to play with.
const THREE_LOCKED: &str = "TKDV09876.TKDV09876.TKDV09876.";

fn state(text: &str) -> State {
    Cluj.read_state(text).unwrap()
}

fn small(rest: &str) -> String {
    format!("{THREE_LOCKED}{rest}")
}

fn written(start: &State) -> Vec<String> {
    let moves = Cluj.legal_moves(start);
    moves.iter().map(ToString::to_string).collect()
}

/// The last three columns after these moves.
fn after(rest: &str, moves: &[&str]) -> String {
    let end = replay_text(&Cluj, &state(&small(rest)), moves).unwrap().end;
    let text = Cluj.write_state(&end);
    text[THREE_LOCKED.len()..].to_owned()
}

fn refusal(rest: &str, move_: &str) -> String {
    let move_ = move_.parse().unwrap();
    let start = state(&small(rest));
    Cluj.play(&start, &move_).unwrap_err().to_string()
}

fn faults(text: &str) -> String {
    Cluj.read_state(text).unwrap_err().to_string()
}

#[test]
fn a_run_goes_onto_the_next_higher_card_or_into_an_empty_column() {
    assert_eq!(after("TKDV0.876.9.", &["4 0 -> 5 1"]), "TKDV0..9876.");
    assert_eq!(after("TKDV0.9876..", &["4 1 -> 5 0"]), "TKDV0.9.876.");
    assert_eq!(after("TKDV0.9876..", &["4 3 -> 5 0"]), "TKDV0.987.6.");
    assert_eq!(
        refusal("TKDV0.8769..", "4 2 -> 5 0"),
        "the cards from 4 2 on are not a run"
    );
    assert_eq!(
        refusal("TKDV0.876.9.", "4 0 -> 3 5"),
        "8 does not fit onto 10"
    );
}

#[test]
fn a_cheat_moves_exactly_one_card_to_where_it_does_not_fit() {
    assert_eq!(after("TKDV0.8769..", &["4 3 -> 3 5"]), "TKDV09.876..");
    assert_eq!(after("TKDV0.876.9.", &["4 2 !> 3 5"]), "TKDV06!87.9.");
    assert_eq!(
        refusal("TKDV0.876.9.", "4 1 !> 3 5"),
        "a cheat moves one card"
    );
    assert_eq!(
        refusal("TKDV0.876.9.", "5 0 !> 3 5"),
        "9 fits there: that is not a cheat"
    );
    assert_eq!(
        refusal("TKDV0.8769..", "4 3 !> 5 0"),
        "9 fits there: that is not a cheat"
    );
}

#[test]
fn a_cheated_card_freezes_its_column_until_it_leaves_to_where_it_fits() {
    let frozen = "TKDV06!87.9.";
    assert_eq!(
        refusal(frozen, "3 4 -> 5 0"),
        "10 at 3 4 lies under a cheated card"
    );
    assert_eq!(
        refusal(frozen, "5 0 -> 3 6"),
        "a cheated card lies on column 3"
    );
    assert_eq!(
        refusal(frozen, "3 5 !> 5 1"),
        "the cheated 6 leaves only to where it fits"
    );
    assert_eq!(after(frozen, &["3 5 -> 4 2"]), "TKDV0.876.9.");
    let moves = written(&state(&small(frozen)));
    assert!(moves.iter().all(|move_| !move_.ends_with("3 6")));
}

#[test]
fn a_cheated_card_loses_its_mark_in_an_empty_column() {
    assert_eq!(after("TKDV06!987..", &["3 5 -> 5 0"]), "TKDV0.987.6.");
}

#[test]
fn a_whole_column_from_t_to_6_locks_and_a_run_on_other_cards_does_not() {
    let start = state("TKDV09876.TKDV09876.TKDV0987.6TKDV09876...");
    let locked: Vec<_> = start.columns.iter().map(Column::is_locked).collect();
    assert_eq!(locked, [true, true, false, false, false, false]);
    let play = |text: &str| Cluj.play(&start, &text.parse().unwrap());
    assert_eq!(
        play("0 8 -> 4 0").unwrap_err().to_string(),
        "column 0 is locked"
    );
    assert_eq!(
        play("3 9 !> 0 9").unwrap_err().to_string(),
        "column 0 is locked"
    );
    let next = play("3 1 -> 4 0").unwrap();
    assert!(next.columns[4].is_locked());
    let end = Cluj.play(&next, &"3 0 -> 2 8".parse().unwrap()).unwrap();
    assert!(Cluj.is_won(&end));
    assert!(Cluj.legal_moves(&end).is_empty());
}

#[test]
fn a_solution_is_verified_to_the_last_move() {
    let start = state("TKDV09876.TKDV09876.TKDV0987.6TKDV09876...");
    let moves = ["3 1 -> 4 0", "3 0 -> 2 8"].map(|text| text.parse().unwrap());
    assert!(verify(&Cluj, &start, &Target::BOARD, &moves).is_ok());
    assert!(verify(&Cluj, &start, &Target::BOARD, &moves[..1]).is_err());
}

#[test]
fn the_two_forms_of_a_position_mean_the_same() {
    let lines = "V T 6 6 9 9\n7 6 T V 6 8\nT10TD8 0\n# a comment\ndkkk9d\n8VKD80\nV 10 7 9 7 7\n";
    assert_eq!(state(lines), state(DEAL));
    assert_eq!(Cluj.write_state(&state(lines)), DEAL);
    let marked = "TKDV09876\nTKDV09876\nTKDV09876\nTKDV06!\n87\n9\n";
    assert_eq!(state(marked), state(&small("TKDV06!87.9.")));
    let gaps = "TKDV09876\n\nTKDV09876\nTKDV09876\nTKDV09876\n-\n";
    assert!(Cluj.is_won(&state(gaps)));
}

#[test]
fn numbered_deals_never_change() {
    let deals = [1, 2, (1 << 53) - 1].map(|number| Cluj.write_state(&Cluj.deal(number)));
    assert_eq!(deals, GOLDEN);
}

const GOLDEN: [&str; 3] = [
    "7DK068.8K976T.K70600.DV689D.K8V79T.VT9TDV.",
    "909608.69KVVD.T7D660.7K7TT9.K807KT.88DVDV.",
    "996D7V.D9VDD6.8K80T0.976KV6.KTV0TT.K88077.",
];

#[test]
fn a_wrong_letter_is_shown_with_its_place() {
    assert_eq!(
        faults("VT6699.76TV68.T0TD80.\nDKKX9D.8VKD80.V07977."),
        "2:4: `X` is not a card: 6 7 8 9 10 V D K T"
    );
    assert_eq!(
        faults("VT6699.76TV68.T1TD80.DKKK9D.8VKD80.V07977."),
        "1:16: `1` is not a card: 6 7 8 9 10 V D K T"
    );
}

#[test]
fn nothing_may_follow_the_sixth_column() {
    let start = "1:43: nothing may follow the sixth column";
    assert!(faults(&format!("{DEAL}6.")).starts_with(start));
    assert!(faults(&format!("{DEAL}.")).starts_with(start));
    let seven = "VT6699\n76TV68\nT0TD80\nDKKK9D\n8VKD80\nV079\n77\n";
    assert_eq!(faults(seven), "7:1: nothing may follow the sixth column");
    assert_eq!(faults("VT6699.76TV68."), "2 columns, not 6");
    assert_eq!(
        faults(DEAL.trim_end_matches('.')),
        "1:41: this column is not ended by `.` or `!`"
    );
}

#[test]
fn a_wrong_count_of_a_rank_is_shown_at_the_card_too_many() {
    assert_eq!(
        faults("VT6699.76TV68.T0TD80.DKKK9D.8VKD80.V07976."),
        "1:41: 5 cards of rank 6, not 4\n3 cards of rank 7, not 4"
    );
}

#[test]
fn a_column_has_fifteen_cards_at_most() {
    let full = "VT669976TV68T0T.D80.DKKK9D.8VKD80.V07977..";
    assert_eq!(state(full).columns[0].cards.len(), 15);
    assert_eq!(
        faults("VT669976TV68T0TD.80.DKKK9D.8VKD80.V07977.."),
        "1:16: 16 cards in a column; there are never more than 15"
    );
}

#[test]
fn a_mark_lies_on_a_top_card_that_does_not_fit() {
    let lines = "V T 6! 6 9 9\n7 6 T V 6 8\nT0TD80\nDKKK9D\n8VKD80\nV 10 7 9 7 7\n";
    assert_eq!(
        faults(lines),
        "1:6: only the top card of a column can be cheated"
    );
    assert_eq!(
        faults("VT!6699.76TV68.T0TD80.DKKK9D.8VKD80.V07977.")
            .lines()
            .next(),
        Some(
            "1:37: nothing may follow the sixth column (only the top card of a column can be marked with `!`)"
        )
    );
    assert_eq!(
        faults(&small("TKDV0987.6.!")),
        "1:42: an empty column has no cheated card"
    );
    assert_eq!(
        faults(&small("TKDV0987.6!.")),
        "1:41: a cheated card never lies alone in its column"
    );
    assert_eq!(
        faults(&small("TKDV0.9876!.")),
        "1:41: 6 fits onto 7: it cannot have been cheated there"
    );
}

#[test]
fn every_legal_move_is_accepted_and_every_other_refused() {
    for number in 1..=30 {
        let mut now = Cluj.deal(number);
        let mut numbers = SplitMix64::new(number);
        for _ in 0..120 {
            let moves = Cluj.legal_moves(&now);
            let mut accepted = Vec::new();
            for from in all_places() {
                for to in 0..COLUMNS {
                    for cheat in [false, true] {
                        let row = now.columns[to].cards.len();
                        let to = place(to, row);
                        let move_ = Move { from, to, cheat };
                        if Cluj.play(&now, &move_).is_ok() {
                            accepted.push(move_);
                        }
                    }
                }
            }
            assert_eq!(accepted.len(), moves.len());
            assert!(moves.iter().all(|move_| accepted.contains(move_)));
            let text = Cluj.write_state(&now);
            assert_eq!(Cluj.read_state(&text).as_ref(), Ok(&now));
            if moves.is_empty() {
                break;
            }
            let next = moves[numbers.below(moves.len())];
            assert_eq!(next.to_string().parse(), Ok(next));
            now = Cluj.play(&now, &next).unwrap();
            assert!(
                now.columns
                    .iter()
                    .all(|column| column.cards.len() <= MOST_CARDS)
            );
        }
    }
}

fn all_places() -> impl Iterator<Item = Place> {
    (0..COLUMNS).flat_map(|column| (0..MOST_CARDS).map(move |row| place(column, row)))
}
