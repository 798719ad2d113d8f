//! TriPeaks on the command line: unknown cards, `reveal` and `chances`.

use crate::common::{patience, patience_with_input};
use crate::json;

/// Deal 2 with some of its face-down cards unknown.
fn hidden(places: &[usize]) -> String {
    let deal = patience(&["deal", "tripeaks", "--deal", "2"]).out;
    let cards = deal.lines().filter(|line| !line.starts_with('#'));
    let mut words: Vec<_> = cards.flat_map(str::split_whitespace).collect();
    assert_eq!(words.len(), 52);
    for &place in places {
        words[place] = "??";
    }
    words.join(" ")
}

#[test]
fn an_answer_with_unknown_cards_says_whether_it_is_definitive() {
    let all: Vec<_> = (0..18).collect();
    let words = ["solve", "tripeaks", "-", "--format", "json"];
    let run = patience_with_input(&words, hidden(&all).as_bytes());
    let answer = json(&run.out);
    assert_eq!(answer["outcome"], "unknown");
    assert_eq!(answer["definitive"], false);
    assert_eq!(run.code, Some(3));
    // A single unknown card is the one that is missing.
    let run = patience_with_input(&words, hidden(&[0]).as_bytes());
    let answer = json(&run.out);
    assert_eq!(answer["outcome"], "solved");
    assert!(answer.get("definitive").is_none());
}

#[test]
fn reveal_gives_a_line_and_ends() {
    let all: Vec<_> = (0..18).collect();
    let words = ["reveal", "tripeaks", "-", "--format", "json"];
    let run = patience_with_input(&words, hidden(&all).as_bytes());
    let answer = json(&run.out);
    assert_eq!(answer["outcome"], "line");
    assert_eq!(answer["moves"], serde_json::json!(["Play 4d", "Play 5s"]));
    assert_eq!(run.code, Some(0));
    let run = patience(&["reveal", "tripeaks", "--deal", "2", "--format", "json"]);
    assert_eq!(json(&run.out)["outcome"], "all-known");
    let run = patience(&["reveal", "pyramid", "--deal", "1"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("pyramid has no unknown cards"),
        "{}",
        run.err
    );
}

#[test]
fn chances_are_exact_for_few_cards_and_repeatable_for_many() {
    let words = ["chances", "tripeaks", "-", "--format", "json"];
    let run = patience_with_input(&words, hidden(&[0, 1, 2, 5]).as_bytes());
    let answer = json(&run.out);
    assert_eq!(answer["exact"], true);
    assert_eq!(answer["low"], answer["high"]);
    assert_eq!(run.code, Some(0));
    let all: Vec<_> = (0..18).collect();
    let sampled = |threads: &str| {
        let more = ["--samples", "128", "--threads", threads];
        let run = patience_with_input(&[&words[..], &more].concat(), hidden(&all).as_bytes());
        let mut answer = json(&run.out);
        answer["seconds"] = serde_json::Value::Null;
        answer
    };
    let one = sampled("1");
    assert_eq!(one["exact"], false);
    assert_eq!(one["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(one, sampled("2"));
}

#[test]
fn the_peaks_are_drawn_with_backs() {
    let all: Vec<_> = (0..18).collect();
    let run = patience_with_input(
        &["chances", "tripeaks", "-", "--samples", "64"],
        hidden(&all).as_bytes(),
    );
    assert!(
        run.out.contains("        ▒▒          ▒▒          ▒▒\n"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .starts_with("The board can be cleared with a chance of ")
    );
}

#[test]
fn an_unknown_card_where_none_can_be_is_a_fault_with_its_place() {
    let run = patience_with_input(&["solve", "tripeaks", "-"], hidden(&[20]).as_bytes());
    assert_eq!(run.code, Some(2));
    assert!(
        run.err
            .contains("1:61: no card can be unknown here: the bottom row lies face up"),
        "{}",
        run.err
    );
}

mod needs_reference {
    use super::{json, patience};
    use crate::common::reference;

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn the_300_reference_boards_come_out_of_a_batch() {
        let decks = reference("pyramid-decks.txt")
            .to_string_lossy()
            .into_owned();
        let run = patience(&["batch", "tripeaks", &decks, "--format", "jsonl", "-q"]);
        let answers = reference("tripeaks-answers.csv");
        let answers = std::fs::read_to_string(answers).expect("the answers");
        let expected: Vec<u64> = answers
            .lines()
            .skip(1)
            .map(|row| {
                let steps = row.split(',').nth(1).and_then(|steps| steps.parse().ok());
                steps.unwrap_or(0)
            })
            .collect();
        let found: Vec<u64> = run
            .out
            .lines()
            .map(|line| {
                let answer = json(line);
                match answer["outcome"].as_str() {
                    Some("solved") => {
                        assert_eq!(answer["proved"], "shortest");
                        answer["length"].as_u64().expect("a length")
                    }
                    Some("impossible") => 0,
                    other => panic!("{other:?}"),
                }
            })
            .collect();
        assert_eq!(expected.len(), 300);
        assert_eq!(found, expected);
    }
}
