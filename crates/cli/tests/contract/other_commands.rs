//! `deal`, `verify`, `hint`, `perft`, and the commands about the program itself.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use crate::common::{command, patience, patience_with_input};
use crate::json;

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
        let deal = patience(&["deal", game, "--deal", "3"]);
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
                assert_eq!(run.code, Some(0), "{goal} {format}: {}", run.err);
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
                let by_number = patience(&["verify", game, "3", &file("solution"), "--goal", goal]);
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
    for (deal, winnable) in [("3", true), ("4", false)] {
        let run = patience(&["hint", "pyramid", "--deal", deal, "--format", "json"]);
        let hint = json(&run.out);
        assert_eq!(run.code, Some(i32::from(!winnable)), "deal {deal}");
        assert_eq!(hint["winnable"], winnable, "deal {deal}");
        assert!(!hint["why"].as_str().unwrap_or_default().is_empty());
        if winnable {
            assert!(hint["move"].is_string(), "{hint}");
            assert_eq!(hint["move"], hint["moves"][0]);
        }
    }
}

#[test]
fn perft_counts_each_depth() {
    let run = patience(&["perft", "pyramid", "--deal", "1", "4"]);
    assert_eq!(run.out, "1 3\n2 6\n3 11\n4 25\n");
    let deal = patience(&["deal", "pyramid", "--deal", "1"]);
    let piped = patience_with_input(&["perft", "pyramid", "-", "4"], deal.out.as_bytes());
    assert_eq!(piped.out, run.out);
}

#[test]
fn every_shell_gets_its_completions_and_the_manual_names_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = patience(&["completions", shell]);
        assert!(run.code == Some(0) && run.out.contains("patience"));
    }
    let manual = patience(&["man"]).out;
    for command in [
        "SOLVE", "BATCH", "DEAL", "VERIFY", "PERFT", "HINT", "GAMES", "BENCH", "DOCTOR",
    ] {
        assert!(manual.contains(&format!("PATIENCE {command}")), "{command}");
    }
}

#[test]
fn the_version_comes_first_and_then_the_commit() {
    let run = patience(&["--version"]);
    let version = env!("CARGO_PKG_VERSION");
    let rest = run.out.strip_prefix(&format!("patience {version}"));
    let rest = rest.unwrap_or_else(|| panic!("{}", run.out));
    // Outside a checkout there is no commit to name.
    let commit = rest.trim_end().strip_prefix(" (");
    let commit = commit.and_then(|rest| rest.strip_suffix(')'));
    let Some(commit) = commit else {
        assert_eq!(rest, "\n");
        return;
    };
    let (commit, date) = commit.split_once(' ').unwrap_or((commit, "0000-00-00"));
    assert!(commit.len() >= 9, "{commit}");
    assert!(commit.chars().all(|letter| letter.is_ascii_hexdigit()));
    assert_eq!(date.len(), "2026-01-31".len(), "{date}");
}

#[test]
fn the_doctor_prints_what_a_report_needs() {
    let data = tempfile::tempdir().expect("a folder");
    let mut doctor = command(&["doctor"]);
    let output = doctor.env("PATIENCE_DATA", data.path()).output();
    let output = output.expect("the command runs");
    let words = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{words}");
    let version = patience(&["--version"]).out;
    let version = version.trim().trim_start_matches("patience ");
    assert!(
        words.starts_with(&format!("patience    {version}\n")),
        "{words}"
    );
    for line in [
        "system",
        "display",
        "fonts",
        "calibrated  no program",
        "page",
    ] {
        assert!(words.contains(&format!("\n{line}")), "{line}: {words}");
    }
    assert!(
        words.contains(&data.path().display().to_string()),
        "{words}"
    );
}

#[test]
fn the_list_of_games_has_goals_and_numbers() {
    let run = patience(&["games"]);
    assert!(
        run.out.contains("pyramid") && run.out.contains("cards=NR"),
        "{}",
        run.out
    );
    let lines = patience(&["games", "--format", "json"]).out;
    assert_eq!(lines.lines().count(), ::patience::games().len());
    for line in lines.lines() {
        assert!(json(line)["goals"].is_array());
    }
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
