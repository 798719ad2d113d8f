//! `patience play` in a real terminal, and without one.

mod needs_tmux;
#[path = "../tmux/mod.rs"]
mod tmux;

use std::process::{Command, Stdio};

const PATIENCE: &str = env!("CARGO_BIN_EXE_patience");

#[test]
fn without_a_terminal_there_is_one_line_and_exit_2() {
    let output = Command::new(PATIENCE)
        .args(["play", "freecell"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("needs a terminal"), "{error}");
}

#[test]
fn what_cannot_be_played_is_reported_before_the_terminal_changes() {
    for (arguments, reason) in [
        (&["play", "bridge"][..], "no game called"),
        (&["play", "frecell"], "did you mean freecell?"),
        (&["play", "freecell", "--goal", "score"], "no goal `score`"),
        (&["play", "freecell", "--deal", "0"], "has deals"),
        (
            &["play", "pyramid", "--cells", "3"],
            "has no setting `cells`",
        ),
    ] {
        let output = Command::new(PATIENCE).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}
