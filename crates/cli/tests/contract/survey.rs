//! `survey`: nothing is lost or doubled, whatever happens to the command.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::common::{command, patience};
use crate::json;

fn survey(args: &[&str]) -> crate::common::Run {
    patience(&[&["survey"], args].concat())
}

fn status(folder: &Path) -> Value {
    let folder = folder.to_str().expect("a name");
    let run = survey(&["status", folder, "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    json(&run.out)
}

/// A survey of Golf that takes a second or so.
const QUESTION: [&str; 5] = ["golf", "--deals", "1..600", "--shard-size", "16"];

fn run_args(folder: &str) -> Vec<&str> {
    [&["survey", "run", folder][..], &QUESTION, &["-q"]].concat()
}

#[test]
fn a_survey_that_is_killed_thirty_times_finds_what_one_left_alone_does() {
    let place = tempfile::tempdir().expect("a folder");
    let alone = place.path().join("alone");
    let run = patience(&run_args(alone.to_str().expect("a name")));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let killed = place.path().join("killed");
    let folder = killed.to_str().expect("a name");
    for kill in 0..30 {
        let mut child = command(&run_args(folder))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        sleep(Duration::from_millis(7 * kill % 60));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let run = patience(&run_args(folder));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (alone, killed) = (status(&alone), status(&killed));
    assert_eq!(alone["digest"], killed["digest"]);
    assert_eq!(killed["deals"], 600);
    assert_eq!(killed["shards"]["done"], killed["shards"]["all"]);
    // Nothing is left lying about but what was cut off in the middle of writing.
    let open = fs::read_dir(place.path().join("killed/open")).expect("a folder");
    assert_eq!(open.count(), 0);
}

#[test]
fn two_commands_share_a_folder() {
    let place = tempfile::tempdir().expect("a folder");
    let shared = place.path().join("shared");
    let folder = shared.to_str().expect("a name");
    let children: Vec<_> = (0..2)
        .map(|_| {
            let mut command = command(&run_args(folder));
            command.stdout(Stdio::null()).stderr(Stdio::piped());
            command.spawn().expect("it starts")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    assert_eq!(status(&shared)["deals"], 600);
    let parts = place.path().join("parts");
    let folder = parts.to_str().expect("a name");
    for part in ["0/2", "1/2"] {
        let args = [run_args(folder), vec!["--part", part]].concat();
        assert_eq!(patience(&args).code, Some(0));
    }
    assert_eq!(status(&parts)["digest"], status(&shared)["digest"]);
}

#[test]
fn the_same_line_resumes_and_another_question_is_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("fc");
    let folder = folder.to_str().expect("a name");
    let first = [
        "run", folder, "freecell", "--fast", "--deals", "1..100", "-q",
    ];
    let run = survey(&first);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out
            .contains("FreeCell, goal board, first solution: deals 1 to 100")
    );
    assert!(run.out.contains("all shards are done"), "{}", run.out);
    assert_eq!(survey(&first).code, Some(0));
    assert_eq!(survey(&["run", folder, "-q"]).code, Some(0));
    let other = survey(&[
        "run", folder, "freecell", "--fast", "--deals", "1..101", "-q",
    ]);
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("holds another survey"), "{}", other.err);
    let checked = survey(&["check", folder, "--again", "100%", "-q"]);
    assert!(
        checked.out.contains("100 were solved again"),
        "{}",
        checked.out
    );
}

#[test]
fn a_report_is_one_file_with_everything_in_it() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("golf");
    let folder = folder.to_str().expect("a name");
    assert_eq!(patience(&run_args(folder)).code, Some(0));
    let run = survey(&["report", folder, "-o", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for part in [
        "<!doctype html>",
        "can be won",
        "<svg",
        "patience solve golf --deal",
        "SHA-256",
    ] {
        assert!(run.out.contains(part), "{part}");
    }
    // Nothing comes from outside.
    for part in ["http://", "https://", "<script", "<link", "src="] {
        assert!(!run.out.contains(part), "{part}");
    }
}

#[test]
fn stricter_rules_win_no_deal_that_the_others_lose() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = |cells: &str| {
        place
            .path()
            .join(cells)
            .to_str()
            .expect("a name")
            .to_owned()
    };
    for cells in ["1", "2"] {
        let run = survey(&[
            "run",
            &folder(cells),
            "freecell",
            "--fast",
            "--cells",
            cells,
            "--deals",
            "1..40",
            "--max-states",
            "100000",
            "-q",
        ]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    let strict = survey(&["compare", &folder("1"), &folder("2"), "--stricter"]);
    assert_eq!(strict.code, Some(0), "{}", strict.err);
    assert!(strict.out.contains("exact McNemar"), "{}", strict.out);
    // The other way round it must be noticed.
    let loose = survey(&["compare", &folder("2"), &folder("1"), "--stricter"]);
    assert_eq!(loose.code, Some(2));
    assert!(loose.err.contains("One answer is wrong"), "{}", loose.err);
}

#[test]
fn what_is_no_survey_is_refused_in_plain_words() {
    let place = tempfile::tempdir().expect("a folder");
    let empty = place.path().to_str().expect("a name");
    for (args, wanted) in [
        (vec!["status", empty], "has no plan.json"),
        (vec!["run", empty], "needs a game"),
        (vec!["run", empty, "golf"], "--deals A..B or --sample N"),
        (
            vec!["run", empty, "golf", "--sample", "0"],
            "a sample of 0 deals",
        ),
        (
            vec!["run", empty, "golf", "--deals", "1..9", "--goal", "score"],
            "score",
        ),
        (
            vec!["run", empty, "golf", "--deals", "1..9", "--part", "2/2"],
            "not a part",
        ),
        (
            vec!["run", empty, "golf", "--deals", "1..9", "--until", "2"],
            "not a share",
        ),
        (
            vec!["run", empty, "golf", "--deals", "1..9", "--shard-size", "0"],
            "a shard has",
        ),
    ] {
        let run = survey(&args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.err.contains(wanted), "{args:?}: {}", run.err);
    }
    // Nothing was begun.
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 0);
    fs::write(place.path().join("plan.json"), "noise").expect("written");
    let run = survey(&["status", empty]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("damaged"), "{}", run.err);
}
