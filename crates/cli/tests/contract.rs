//! The contract of the command line: words, JSON fields, exit codes. One test
//! program, so that all of them share one build of the common part.

mod common;
mod tripeaks;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use common::{command, patience, patience_with_input, reference};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A full deck that is nobody's deal.
fn deck_text() -> String {
    let cards = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")));
    cards.collect::<Vec<_>>().join(" ")
}

// ---- solve ----------------------------------------------------------------

#[test]
fn a_numbered_deal_is_solved_in_words_with_the_verdict_first() {
    let run = patience(&["solve", "pyramid", "--deal", "4"]);
    let first = run.out.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("Solved in ") || first.starts_with("Impossible"),
        "{}",
        run.out
    );
    assert_eq!(run.err, "");
}

#[test]
fn json_has_every_field_of_the_contract() {
    let solved = (1..50)
        .map(|number| {
            patience(&[
                "solve",
                "pyramid",
                "--deal",
                &number.to_string(),
                "--format",
                "json",
            ])
        })
        .find(|run| run.code == Some(0))
        .expect("some deal is solved");
    let answer = json(&solved.out);
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["game"], "pyramid");
    assert!(answer["deal"].is_u64());
    assert_eq!(answer["goal"], "board");
    assert_eq!(answer["outcome"], "solved");
    assert_eq!(answer["proved"], "shortest");
    assert_eq!(answer["count"], "steps");
    assert_eq!(answer["cleared"], true);
    assert!(answer["score"].is_u64());
    assert!(answer["states"].is_u64() && answer["seconds"].is_f64());
    assert_eq!(answer["alternatives"], json("[]"));
    let moves = answer["moves"].as_array().expect("a list of moves");
    assert_eq!(
        moves.len() as u64,
        answer["length"].as_u64().expect("a length")
    );
    assert!(answer.get("cards").is_none(), "no card goal, no cards");
}

#[test]
fn every_field_of_an_answer_is_in_the_schema() {
    let schema = json(&patience(&["games", "--schema"]).out);
    let known = schema["properties"].as_object().expect("properties");
    for goal in [
        "board",
        "score",
        "score=100",
        "score=5000",
        "cards=1K",
        "cards=9A",
    ] {
        let run = patience(&[
            "solve", "pyramid", "--deal", "2", "--goal", goal, "--format", "json",
        ]);
        let answer = json(&run.out);
        let fields = answer.as_object().expect("an object");
        for field in fields.keys() {
            assert!(known.contains_key(field), "{field} is not in the schema");
        }
        for field in schema["required"]
            .as_array()
            .expect("required")
            .iter()
            .filter_map(Value::as_str)
        {
            assert!(fields.contains_key(field), "{field} is missing for {goal}");
        }
    }
}

#[test]
fn the_exit_code_tells_the_outcome() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 1..=40 {
        let run = patience(&[
            "solve",
            "pyramid",
            "--deal",
            &number.to_string(),
            "--format",
            "json",
        ]);
        let outcome = json(&run.out)["outcome"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let expected = match outcome.as_str() {
            "solved" => 0,
            "impossible" => 1,
            _ => 3,
        };
        assert_eq!(run.code, Some(expected), "deal {number}");
        seen.insert(outcome);
    }
    assert!(
        seen.contains("solved") && seen.contains("impossible"),
        "{seen:?}"
    );
}

#[test]
fn a_limit_is_unknown_and_never_impossible() {
    for limit in [["--max-states", "1"], ["--max-time", "0s"]] {
        let mut codes = std::collections::BTreeSet::new();
        for number in 1..=10 {
            let number = number.to_string();
            let words = [
                "solve", "pyramid", "--deal", &number, "--goal", "score", "--format", "json",
            ];
            let run = patience(&[&words[..], &limit[..]].concat());
            let answer = json(&run.out);
            assert_ne!(answer["outcome"], "impossible");
            codes.insert(run.code);
        }
        assert!(codes.contains(&Some(3)), "{limit:?}: {codes:?}");
    }
}

#[test]
fn a_target_out_of_reach_is_no_and_says_the_best_there_is() {
    let run = patience(&[
        "solve",
        "pyramid",
        "--deal",
        "1",
        "--goal",
        "score=5000",
        "--format",
        "json",
    ]);
    let answer = json(&run.out);
    assert_eq!(run.code, Some(1));
    assert_eq!(answer["outcome"], "impossible");
    let best = &answer["alternatives"][0];
    assert_eq!(best["proved"], "best");
    let free = json(
        &patience(&[
            "solve", "pyramid", "--deal", "1", "--goal", "score", "--format", "json",
        ])
        .out,
    );
    assert_eq!(best["score"], free["score"]);
    assert_eq!(best["length"], free["length"]);
}

#[test]
fn a_target_already_met_needs_no_moves() {
    let words = [
        "solve", "pyramid", "--deal", "1", "--goal", "cards=3A", "--so-far", "3", "--format",
        "json",
    ];
    let run = patience(&words);
    let answer = json(&run.out);
    assert_eq!(run.code, Some(0));
    assert_eq!(answer["moves"], json("[]"));
    assert_eq!(answer["length"], 0);
}

#[test]
fn nonsense_goals_are_errors() {
    for words in [
        &["--goal", "cards=3Z"][..],
        &["--goal", "points"],
        &["--goal", "cards=3A", "--so-far", "4"],
        &["--so-far", "4"],
        &["--goal", "score=-1"],
        &["--count", "clicks"],
        &["--no-cheat"],
        &["--cells", "3"],
        &["--fast", "--shortest"],
    ] {
        let run = patience(&[&["solve", "pyramid", "--deal", "1"], words].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.err);
        assert_eq!(run.out, "");
        assert!(run.err.contains("error"), "{words:?}: {}", run.err);
    }
}

#[test]
fn steps_draws_the_board_after_every_step() {
    let plain = patience(&["solve", "pyramid", "--deal", "4"]);
    let drawn = patience(&["solve", "pyramid", "--deal", "4", "--steps"]);
    if plain.code == Some(0) {
        let boards = drawn.out.matches("Pass ").count();
        let steps = plain
            .out
            .lines()
            .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()))
            .count();
        assert_eq!(boards, steps + 1);
    }
}

#[test]
fn colour_is_only_where_it_was_asked_for() {
    let plain = patience(&["solve", "pyramid", "--deal", "1"]);
    assert!(!plain.out.contains('\u{1b}'));
    let coloured = patience(&["solve", "pyramid", "--deal", "1", "--color", "always"]);
    assert!(coloured.out.contains('\u{1b}'));
    assert_ne!(plain.out, coloured.out);
}

// ---- deal, verify, hint, perft ---------------------------------------------

#[test]
fn what_solve_prints_verify_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a name")
            .to_owned()
    };
    for game in ["pyramid"] {
        let deal = patience(&["deal", game, "--deal", "4"]);
        fs::write(file("deal"), &deal.out).expect("written");
        for goal in ["board", "score", "cards=1K"] {
            for format in ["text", "json"] {
                let words = [
                    "solve",
                    game,
                    &file("deal"),
                    "--goal",
                    goal,
                    "--format",
                    format,
                ];
                let run = patience(&words);
                if run.code != Some(0) {
                    continue;
                }
                fs::write(file("solution"), &run.out).expect("written");
                let verify = patience(&[
                    "verify",
                    game,
                    &file("deal"),
                    &file("solution"),
                    "--goal",
                    goal,
                ]);
                assert_eq!(
                    verify.code,
                    Some(0),
                    "{goal} {format}: {}{}",
                    verify.out,
                    verify.err
                );
                let by_number = patience(&["verify", game, "4", &file("solution"), "--goal", goal]);
                assert_eq!(
                    by_number.code,
                    Some(0),
                    "{goal} {format}: {}",
                    by_number.err
                );
            }
        }
    }
}

#[test]
fn a_wrong_solution_is_refused_with_its_step() {
    let run = patience_with_input(
        &["verify", "pyramid", "--deal", "1", "-"],
        b"Draw\nRemove Ks\n",
    );
    assert_eq!(run.code, Some(1));
    assert!(
        run.out.starts_with("Wrong: step 2, `Remove Ks`"),
        "{}",
        run.out
    );
    let run = patience_with_input(&["verify", "pyramid", "--deal", "1", "-"], b"Draw\n");
    assert_eq!(
        (run.code, run.out.as_str()),
        (Some(1), "Wrong: the board is not cleared.\n")
    );
    let run = patience_with_input(&["verify", "pyramid", "--deal", "1", "-"], b"Fold\n");
    assert_eq!(run.code, Some(1), "{}", run.out);
}

#[test]
fn a_seed_deals_the_same_cards_again() {
    let deal = || patience(&["deal", "pyramid", "--random", "--seed", "7", "--winnable"]);
    let first = deal();
    assert_eq!(first.code, Some(0));
    assert_eq!(first.out, deal().out);
    let solved = patience_with_input(&["solve", "pyramid", "-"], first.out.as_bytes());
    assert_eq!(solved.code, Some(0), "a winnable deal can be won");
}

#[test]
fn a_hint_names_a_move_and_a_reason() {
    let run = patience(&["hint", "pyramid", "--deal", "4", "--format", "json"]);
    let hint = json(&run.out);
    if run.code == Some(0) {
        assert_eq!(hint["move"], hint["moves"][0]);
        assert_eq!(hint["winnable"], true);
    } else {
        assert_eq!(hint["winnable"], false);
    }
    assert!(!hint["why"].as_str().unwrap_or_default().is_empty());
}

#[test]
fn perft_counts_each_depth() {
    let run = patience(&["perft", "pyramid", "--deal", "1", "4"]);
    assert_eq!(run.out, "1 3\n2 6\n3 11\n4 25\n");
    let deal = patience(&["deal", "pyramid", "--deal", "1"]);
    let piped = patience_with_input(&["perft", "pyramid", "-", "4"], deal.out.as_bytes());
    assert_eq!(piped.out, run.out);
}

// ---- batch -----------------------------------------------------------------

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
    assert_eq!(counted, Some(solved));
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

#[test]
fn the_reference_decks_have_the_known_lengths() {
    let (Some(decks), Some(lengths)) = (
        reference("pyramid-decks.txt"),
        reference("pyramid-lengths.txt"),
    ) else {
        return;
    };
    let run = patience(&[
        "batch",
        "pyramid",
        decks.to_str().expect("a name"),
        "--format",
        "jsonl",
        "-q",
    ]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let lengths = fs::read_to_string(lengths).expect("read");
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

// ---- bad input -------------------------------------------------------------

#[test]
fn bad_cards_are_named_with_their_places() {
    let deck = deck_text();
    let cases: [(&str, String, &str); 7] = [
        (
            "an empty file",
            String::new(),
            "standard input: no cards; a deck has 52",
        ),
        (
            "only comments",
            "# nothing\n".into(),
            "standard input: no cards; a deck has 52",
        ),
        ("half a deck", deck[..77].into(), "26 cards are missing"),
        (
            "a card twice",
            deck.replace("7h", "7d"),
            "7d appears twice, first at line 1, column 76",
        ),
        (
            "a malformed card",
            deck.replace("7h", "7x"),
            "standard input:1:79: `7x` is not a card",
        ),
        (
            "a card too many",
            format!("{deck} Ac"),
            "53 cards; a deck has 52",
        ),
        (
            "glued cards",
            deck.replace("Ac Ad", "AcAd"),
            "`AcAd` is not a card",
        ),
    ];
    for (what, text, message) in cases {
        let run = patience_with_input(&["solve", "pyramid", "-"], text.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{what}");
        assert!(run.err.contains(message), "{what}: {}", run.err);
        assert!(run.err.lines().count() <= 4, "{what}: {}", run.err);
    }
}

#[test]
fn files_that_are_none_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    for command in ["solve", "batch", "hint"] {
        let run = patience(&[command, "pyramid", name]);
        assert_eq!(run.code, Some(2));
        assert!(
            run.err.contains("is a directory, not a file"),
            "{}",
            run.err
        );
        let run = patience(&[command, "pyramid", "no-such-file.txt"]);
        assert_eq!(run.code, Some(2));
        assert!(
            run.err.contains("no-such-file.txt: no such file"),
            "{}",
            run.err
        );
    }
}

#[test]
fn ten_megabytes_of_noise_get_one_clear_line() {
    let mut state = 1u32;
    let mut noise = Vec::with_capacity(10 << 20);
    while noise.len() < 10 << 20 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push((state >> 24) as u8);
    }
    let run = patience_with_input(&["solve", "pyramid", "-"], &noise);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    let words = "x1 ".repeat(300_000).into_bytes();
    let run = patience_with_input(&["solve", "pyramid", "-"], &words);
    assert_eq!(run.code, Some(2));
    assert!(run.err.lines().count() < 30, "{}", run.err.lines().count());
    assert!(run.err.contains("more like these"));
}

#[test]
fn a_batch_of_noise_gives_up_soon() {
    let noise = "what is this\n".repeat(5000);
    let run = patience_with_input(&["batch", "pyramid", "-"], noise.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("this is no file of deals"), "{}", run.err);
    assert!(run.err.lines().count() < 100, "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_one_line() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("a full disk");
    let output = command(&["solve", "pyramid", "--deal", "3"])
        .stdout(full)
        .output();
    let output = output.expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: No space left on device\n"
    );
}

#[test]
fn unknown_games_and_deals_out_of_range_are_named() {
    let run = patience(&["solve", "gofish", "--deal", "1"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("there is no game called `gofish`"),
        "{}",
        run.err
    );
    let run = patience(&["solve", "pyramid", "--deal", "0"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("pyramid has deals 1 to "), "{}", run.err);
    let run = patience(&["batch", "pyramid", "--deals", "5..1"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("did you mean 1..5?"), "{}", run.err);
}

// ---- the rest --------------------------------------------------------------

#[test]
fn every_shell_gets_its_completions_and_the_manual_names_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = patience(&["completions", shell]);
        assert!(run.code == Some(0) && run.out.contains("patience"));
    }
    let manual = patience(&["man"]).out;
    for command in [
        "SOLVE", "BATCH", "DEAL", "VERIFY", "PERFT", "HINT", "GAMES", "BENCH",
    ] {
        assert!(manual.contains(&format!("PATIENCE {command}")), "{command}");
    }
}

#[test]
fn the_list_of_games_has_goals_and_numbers() {
    let run = patience(&["games"]);
    assert!(
        run.out.contains("pyramid") && run.out.contains("cards=NR"),
        "{}",
        run.out
    );
    for line in patience(&["games", "--format", "json"]).out.lines() {
        assert!(json(line)["goals"].is_array());
    }
}

#[test]
fn bench_prints_the_same_number_of_states_every_time() {
    let states = || {
        let run = patience(&["bench", "pyramid"]);
        run.out.lines().last().unwrap_or_default().to_owned()
    };
    let first = states();
    assert!(first.starts_with("states searched: "), "{first}");
    assert_eq!(first, states());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_batch_cleanly() {
    let mut child = command(&["batch", "pyramid", "--deals", "1..1000000", "-q"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    reader.read_line(&mut text).expect("a first result");
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
    reader.read_to_string(&mut text).expect("the rest");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    let deals: Vec<_> = text
        .lines()
        .map(|line| json(line)["deal"].as_u64())
        .collect();
    assert!(deals.len() < 1_000_000);
    assert!(
        deals
            .iter()
            .zip(1..)
            .all(|(deal, number)| *deal == Some(number))
    );
}

// ---- FreeCell -------------------------------------------------------------

#[test]
fn a_freecell_solution_is_accepted_by_verify_in_both_forms() {
    for game in ["freecell", "seahaven", "simple-simon"] {
        let solve = ["solve", game, "--deal", "3", "--fast", "--format", "json"];
        let run = patience(&solve);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
        let verify = ["verify", game, "--deal", "3", "-"];
        let json_form = patience_with_input(&verify, run.out.as_bytes());
        assert_eq!(json_form.code, Some(0), "{}", json_form.out);
        let moves = json(&run.out)["moves"].clone();
        let words: Vec<_> = moves.as_array().unwrap().iter().collect();
        let line: Vec<_> = words.iter().filter_map(|word| word.as_str()).collect();
        let words_form = patience_with_input(&verify, line.join(" ").as_bytes());
        assert_eq!(words_form.code, Some(0), "{}", words_form.out);
        let cut = line[..line.len() - 1].join(" ");
        let refused = patience_with_input(&verify, cut.as_bytes());
        assert_eq!(refused.code, Some(1), "{}", refused.out);
    }
}

#[test]
fn cells_and_columns_can_be_set_for_freecell() {
    let board = patience(&["deal", "freecell", "--deal", "1", "--columns", "5"]).out;
    let columns = board.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(columns, 5, "{board}");
    let wrong = patience(&["deal", "freecell", "--deal", "1", "--cells", "9"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("0 to 8"), "{}", wrong.err);
    let none = patience(&["solve", "freecell", "--deal", "1", "--cells", "0", "--fast"]);
    assert_eq!(none.code, Some(1), "deal 1 needs cells\n{}", none.out);
}

#[test]
fn a_certificate_of_impossibility_can_be_checked_and_not_be_altered() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    let name = file.to_str().expect("a name");
    let solve = [
        "solve",
        "freecell",
        "--deal",
        "11982",
        "--certificate",
        name,
    ];
    let run = patience(&solve);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    assert!(run.err.starts_with("certificate: "), "{}", run.err);
    let right = patience(&["verify", "--certificate", name]);
    assert_eq!(right.code, Some(0), "{}", right.out);
    assert!(right.out.contains("can not be won"), "{}", right.out);
    let mut altered = fs::read(&file).expect("the certificate");
    let middle = altered.len() / 2;
    altered[middle] ^= 1;
    fs::write(&file, altered).expect("the certificate");
    let wrong = patience(&["verify", "--certificate", name]);
    assert_eq!(wrong.code, Some(1), "{}", wrong.out);
    // A deal that can be won gets a solution and no file.
    fs::remove_file(&file).expect("the certificate");
    let won = ["solve", "freecell", "--deal", "1", "--certificate", name];
    assert_eq!(patience(&won).code, Some(0));
    assert!(!file.exists());
}

#[test]
fn a_wrong_freecell_board_says_where_and_how_to_mend_it() {
    let deal = patience(&["deal", "freecell", "--deal", "1"]).out;
    let run = patience_with_input(
        &["solve", "freecell", "-"],
        deal.replace(" AD", "").as_bytes(),
    );
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.err,
        "standard input: Ad is missing\nhint: if they are at home, say so: `Foundations: H-0 C-0 D-A S-0`\n"
    );
}
