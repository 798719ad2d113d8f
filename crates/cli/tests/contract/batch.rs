//! `batch`: order, threads, files, formats.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::common::{command, patience, patience_with_input};
use crate::{deck_text, json};

#[test]
fn a_batch_gives_results_in_order_on_any_number_of_threads() {
    let rows = |threads: &str| -> Vec<Value> {
        let run = patience(&[
            "batch",
            "pyramid",
            "--deals",
            "1..30",
            "--threads",
            threads,
            "-q",
        ]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        run.out
            .lines()
            .map(|line| {
                let mut row = json(line);
                row["seconds"] = Value::Null;
                row
            })
            .collect()
    };
    let one = rows("1");
    assert_eq!(one.len(), 30);
    assert!(
        one.iter()
            .zip(1u64..)
            .all(|(row, number)| row["deal"] == number)
    );
    assert_eq!(one, rows("3"));
}

#[test]
fn a_batch_of_a_file_names_the_lines() {
    let deal = |number: &str| {
        let text = patience(&["deal", "pyramid", "--deal", number]).out;
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let file = format!("# two deals\n\n{}\n{}\n", deal("1"), deal("2"));
    let run = patience_with_input(&["batch", "pyramid", "-", "-q"], file.as_bytes());
    let lines: Vec<_> = run
        .out
        .lines()
        .map(|line| json(line)["deal"].as_u64())
        .collect();
    assert_eq!((run.code, lines), (Some(0), vec![Some(3), Some(4)]));
}

#[test]
fn a_bad_line_is_named_and_the_others_are_solved() {
    let good = deck_text();
    let bad = good.replace("7h", "7x");
    let file = format!("{good}\n{bad}\n{good}\n");
    let run = patience_with_input(&["batch", "pyramid", "-", "-q"], file.as_bytes());
    assert_eq!(run.code, Some(2));
    assert_eq!(run.out.lines().count(), 2);
    assert!(run.err.contains("standard input:2:"), "{}", run.err);
    assert!(run.err.contains("`7x` is not a card"), "{}", run.err);
}

#[test]
fn csv_and_summary_say_the_same() {
    let csv = patience(&[
        "batch", "pyramid", "--deals", "1..20", "--format", "csv", "-q",
    ]);
    let mut lines = csv.out.lines();
    let header = lines.next().unwrap_or_default();
    assert_eq!(
        header,
        "deal,outcome,proved,length,count,score,cards,cleared,states,seconds"
    );
    let solved = lines.filter(|line| line.contains(",solved,")).count();
    let summary = patience(&[
        "batch", "pyramid", "--deals", "1..20", "--format", "summary",
    ]);
    let counted = summary.out.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix("solved")?;
        rest.split_whitespace().next()?.parse::<usize>().ok()
    });
    assert_eq!((solved, counted), (12, Some(12)));
    assert!(!summary.out.contains("replay"), "{}", summary.out);
    let words = [
        "batch", "pyramid", "--deals", "1..20", "--format", "summary",
    ];
    let verbose = patience(&[&words[..], &["--verbose"]].concat());
    assert!(verbose.out.contains("  replay "), "{}", verbose.out);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(&["batch", "pyramid", "--deals", "1..1000000", "-q"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

mod needs_reference {
    use super::{json, patience};
    use crate::common::reference;

    #[test]
    #[ignore = "needs ../shared/reference"]
    fn the_reference_decks_have_the_known_lengths() {
        let decks = reference("pyramid-decks.txt");
        let run = patience(&[
            "batch",
            "pyramid",
            decks.to_str().expect("a name"),
            "--format",
            "jsonl",
            "-q",
        ]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let lengths = std::fs::read_to_string(reference("pyramid-lengths.txt")).expect("read");
        let mut rows = 0;
        for (row, length) in run.out.lines().map(json).zip(lengths.lines()) {
            rows += 1;
            if length == "0" {
                assert_eq!(row["outcome"], "impossible", "deck {rows}");
            } else {
                assert_eq!(row["length"].to_string(), length, "deck {rows}");
                assert_eq!(row["proved"], "shortest", "deck {rows}");
            }
        }
        assert_eq!(rows, 300);
    }
}
