//! `patience play` in a real terminal, driven through tmux. Without tmux these
//! tests say so and are left out.

mod tmux;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tmux::{LONGEST, Terminal};

const PATIENCE: &str = env!("CARGO_BIN_EXE_patience");

fn solution(game: &str, deal: &str) -> Vec<String> {
    let arguments = [
        "solve",
        game,
        "--deal",
        deal,
        "--fast",
        "--notation",
        "lines",
    ];
    let output = Command::new(PATIENCE).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_whole_game_is_played_to_the_win_with_a_break_in_between() {
    let folder = tempfile::tempdir().unwrap();
    let line = solution("pyramid", "3");
    let command = format!("'{PATIENCE}' play pyramid --deal 3; '{PATIENCE}' play pyramid");
    let Some(terminal) = Terminal::start(folder.path(), &command) else {
        return;
    };
    terminal.see("0 moves");
    let middle = line.len() / 2;
    for (index, played) in line[..middle].iter().enumerate() {
        terminal.make(played);
        terminal.see(&format!(" {} move", index + 1));
    }
    terminal.key("u");
    terminal.see("1 undone");
    terminal.key("r");
    terminal.see(&format!(" {middle} moves\n"));
    terminal.key("q");
    // The second one goes on where the first one was left.
    terminal.see(&format!("Where you left off, after {middle} moves"));
    for (index, played) in line[middle..].iter().enumerate() {
        terminal.make(played);
        terminal.see(&format!(" {} moves", middle + index + 1));
    }
    let screen = terminal.see("Won in");
    assert!(screen.contains("1290 points"), "{screen}");
    terminal.key("q");
    terminal.see("ended with 0");
    terminal.assert_restored(folder.path());
    let statistics = fs::read_to_string(folder.path().join("statistics.json")).unwrap();
    assert!(statistics.contains("\"won\": 1"), "{statistics}");
}

#[test]
fn the_mouse_works_in_a_real_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play pyramid --deal 3");
    let Some(terminal) = Terminal::start(folder.path(), &command) else {
        return;
    };
    terminal.see("0 moves");
    terminal.key("d");
    terminal.see("1 move");
    // Undo is the first button of the lowest line.
    terminal.type_text("\u{1b}[<0;3;24M");
    terminal.see("0 moves");
}

#[test]
fn control_c_restores_the_terminal_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play freecell --deal 164");
    let Some(terminal) = Terminal::start(folder.path(), &command) else {
        return;
    };
    terminal.see("0 moves");
    terminal.type_text("1a");
    terminal.key("Enter");
    terminal.see("1 move");
    terminal.key("C-c");
    terminal.see("ended with 130");
    terminal.assert_restored(folder.path());
    let saved = fs::read_to_string(folder.path().join("games/freecell.json")).unwrap();
    assert!(saved.contains("  1a"), "{saved}");
}

#[test]
fn a_signal_restores_the_terminal_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "(exec '{PATIENCE}' play freecell --deal 164) & echo $! >'{}/process'; wait $!",
        folder.path().display()
    );
    // A background job may not read the terminal: the shell must not make jobs.
    let command = command
        .replace(") &", ") <&3 &")
        .replacen("(exec", "exec 3<&0; (exec", 1);
    let Some(terminal) = Terminal::start(folder.path(), &command) else {
        return;
    };
    terminal.see("0 moves");
    terminal.type_text("1a");
    terminal.key("Enter");
    terminal.see("1 move");
    let process = fs::read_to_string(folder.path().join("process")).unwrap();
    let killed = Command::new("kill")
        .args(["-TERM", process.trim()])
        .status();
    assert!(killed.unwrap().success());
    terminal.see("ended with 130");
    terminal.assert_restored(folder.path());
    assert!(folder.path().join("games/freecell.json").exists());
}

/// A window that is closed must leave no process behind.
#[test]
fn a_terminal_that_goes_away_ends_the_program_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let Some(process) = process_in_closed_terminal(folder.path()) else {
        return;
    };
    let started = Instant::now();
    let is_running = || {
        let status = Command::new("kill").args(["-0", &process]).output();
        status.unwrap().status.success()
    };
    while is_running() {
        assert!(started.elapsed() < LONGEST, "{process} is still running");
        thread::sleep(Duration::from_millis(50));
    }
    let saved = fs::read_to_string(folder.path().join("games/freecell.json")).unwrap();
    assert!(saved.contains("  1a"), "{saved}");
}

/// The process of a game whose terminal has been closed.
fn process_in_closed_terminal(folder: &Path) -> Option<String> {
    let command = format!(
        "sh -c 'echo $$ >\"{}/process\"; exec \"{PATIENCE}\" play freecell --deal 164'",
        folder.display()
    );
    let terminal = Terminal::start(folder, &command)?;
    terminal.see("0 moves");
    terminal.type_text("1a");
    terminal.key("Enter");
    terminal.see("1 move");
    let process = fs::read_to_string(folder.join("process")).unwrap();
    Some(process.trim().to_owned())
}

#[test]
fn a_damaged_save_is_said_in_the_terminal_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("games")).unwrap();
    fs::write(
        folder.path().join("games/freecell.json"),
        "{\"version\": 1, \"go",
    )
    .unwrap();
    let command = format!("'{PATIENCE}' play");
    let Some(terminal) = Terminal::start(folder.path(), &command) else {
        return;
    };
    terminal.see("games/freecell.json can not be read");
    terminal.key("q");
    terminal.see("ended with 0");
    assert!(folder.path().join("games/freecell.json.bad-1").exists());
}

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
fn what_can_not_be_played_is_said_before_the_terminal_changes() {
    for (arguments, reason) in [
        (&["play", "bridge"][..], "no game called"),
        (&["play", "freecell", "--goal", "score"], "no goal `score`"),
        (&["play", "freecell", "--deal", "0"], "has deals"),
        (&["play", "pyramid", "--cells", "3"], "no other cells"),
    ] {
        let output = Command::new(PATIENCE).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}
