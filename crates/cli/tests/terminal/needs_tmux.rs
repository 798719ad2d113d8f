//! Whole games and their ends, driven through tmux.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::PATIENCE;
use crate::tmux::{LONGEST, Terminal};

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
#[ignore = "needs tmux"]
fn a_whole_game_is_played_to_the_win_with_a_break_in_between() {
    let folder = tempfile::tempdir().unwrap();
    let line = solution("pyramid", "3");
    let command = format!("'{PATIENCE}' play pyramid --deal 3; '{PATIENCE}' play pyramid");
    let terminal = Terminal::start(folder.path(), &command);
    terminal.see("0 moves");
    let middle = line.len() / 2;
    for (index, move_) in line[..middle].iter().enumerate() {
        terminal.make(move_);
        terminal.see(&format!(" {} move", index + 1));
    }
    terminal.key("u");
    terminal.see("1 undone");
    terminal.key("r");
    terminal.see(&format!(" {middle} moves\n"));
    terminal.key("q");
    // The second one goes on where the first one was left.
    terminal.see(&format!("Where you left off, after {middle} moves"));
    for (index, move_) in line[middle..].iter().enumerate() {
        terminal.make(move_);
        terminal.see(&format!(" {} moves", middle + index + 1));
    }
    let screen = terminal.see("Won in");
    assert!(screen.contains("1,290 points"), "{screen}");
    terminal.key("q");
    terminal.see("ended with 0");
    terminal.assert_restored(folder.path());
    let statistics = fs::read_to_string(folder.path().join("statistics.json")).unwrap();
    assert!(statistics.contains("\"won\": 1"), "{statistics}");
}

#[test]
#[ignore = "needs tmux"]
fn the_mouse_works_in_a_real_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play pyramid --deal 3");
    let terminal = Terminal::start(folder.path(), &command);
    terminal.see("0 moves");
    terminal.key("d");
    terminal.see("1 move");
    // Undo is the first button of the lowest line.
    terminal.type_text("\u{1b}[<0;3;24M");
    terminal.see("0 moves");
}

#[test]
#[ignore = "needs tmux"]
fn control_c_restores_the_terminal_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play freecell --deal 164");
    let terminal = Terminal::start(folder.path(), &command);
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
#[ignore = "needs tmux"]
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
    let terminal = Terminal::start(folder.path(), &command);
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
#[ignore = "needs tmux"]
fn a_terminal_that_goes_away_ends_the_program_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let process = process_in_closed_terminal(folder.path());
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
fn process_in_closed_terminal(folder: &Path) -> String {
    let command = format!(
        "sh -c 'echo $$ >\"{}/process\"; exec \"{PATIENCE}\" play freecell --deal 164'",
        folder.display()
    );
    let terminal = Terminal::start(folder, &command);
    terminal.see("0 moves");
    terminal.type_text("1a");
    terminal.key("Enter");
    terminal.see("1 move");
    let process = fs::read_to_string(folder.join("process")).unwrap();
    process.trim().to_owned()
}

#[test]
#[ignore = "needs tmux"]
fn a_damaged_save_is_said_in_the_terminal_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("games")).unwrap();
    fs::write(
        folder.path().join("games/freecell.json"),
        "{\"version\": 1, \"go",
    )
    .unwrap();
    let command = format!("'{PATIENCE}' play");
    let terminal = Terminal::start(folder.path(), &command);
    terminal.see("games/freecell.json cannot be read");
    terminal.key("q");
    terminal.see("ended with 0");
    assert!(folder.path().join("games/freecell.json.bad-1").exists());
}

#[test]
#[ignore = "needs tmux"]
fn esc_in_the_menu_and_a_new_deal_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play freecell --deal 164");
    let terminal = Terminal::start(folder.path(), &command);
    terminal.see("0 moves");
    terminal.make("1a");
    terminal.see("1 move");
    terminal.key("m");
    terminal.see("Pyramid");
    terminal.key("Escape");
    terminal.see("deal 164");
    terminal.see("1 move");
    terminal.key("n");
    terminal.see("p goes back");
    terminal.key("p");
    terminal.see("deal 164");
    terminal.see("1 move");
}

#[test]
#[ignore = "needs tmux"]
fn a_dumb_terminal_gets_one_line_and_no_codes() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "TERM=dumb '{PATIENCE}' play freecell 2>'{}/said'",
        folder.path().display()
    );
    let terminal = Terminal::start(folder.path(), &command);
    terminal.see("ended with 2");
    terminal.assert_restored(folder.path());
    let said = fs::read_to_string(folder.path().join("said")).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("TERM=dumb") && !said.contains('\u{1b}'),
        "{said}"
    );
}

/// The column and the line of the first place of a text, from 1.
fn place_of(screen: &str, text: &str) -> (usize, usize) {
    let found = screen.lines().enumerate().find_map(|(line, words)| {
        let at = words.find(text)?;
        Some((words[..at].chars().count() + 1, line + 1))
    });
    found.unwrap_or_else(|| panic!("no `{text}`:\n{screen}"))
}

#[test]
#[ignore = "needs tmux"]
fn a_card_is_dragged_in_a_real_terminal_and_the_keys_for_the_hand_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play freecell --deal 164");
    let terminal = Terminal::start(folder.path(), &command);
    let screen = terminal.see("0 moves");
    let (from, to) = (place_of(&screen, "6♥"), place_of(&screen, "╭─b─╮"));
    let mouse = |code: u8, (x, y): (usize, usize), end: char| {
        terminal.type_text(&format!("\u{1b}[<{code};{x};{y}{end}"));
    };
    let (goal, halfway) = ((to.0 + 2, to.1 + 1), (from.0 + 2, from.1 - 2));
    mouse(0, from, 'M');
    mouse(32, halfway, 'M');
    // What the hand can do now stands in the lowest line.
    terminal.see("Esc");
    mouse(32, goal, 'M');
    mouse(0, goal, 'm');
    let screen = terminal.see("1 move");
    assert_eq!(place_of(&screen, "6♥").1, goal.1, "{screen}");
}

#[test]
#[ignore = "needs tmux"]
fn a_lost_game_is_reviewed_in_a_real_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play golf --deal 1");
    let terminal = Terminal::start(folder.path(), &command);
    terminal.see("0 moves");
    // Through the whole stock without a card: that loses somewhere.
    for drawn in 1..=10 {
        terminal.key("d");
        terminal.see(&format!(" {drawn} move"));
    }
    terminal.key("v");
    let screen = terminal.see("lost here");
    terminal.see("Better: ");
    assert!(screen.contains('█') || screen.contains('▇'), "{screen}");
    terminal.key("Enter");
    terminal.see("undone");
}

/// The number before ` move` or ` moves` that follows these words on a screen.
fn moves_after(screen: &str, words: &str) -> Option<usize> {
    let rest = &screen[screen.find(words)? + words.len()..];
    let number = rest.split_whitespace().next()?;
    number.parse().ok()
}

#[test]
#[ignore = "needs tmux"]
fn whoever_follows_the_hints_wins_in_as_many_moves_as_the_light_promises() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play freecell --deal 164");
    let terminal = Terminal::start(folder.path(), &command);
    let mut promised = usize::MAX;
    for made in 0.. {
        terminal.see(&format!(" {made} move"));
        terminal.key("h");
        // However long it is, at 80 columns it is there to its end.
        let screen = terminal.see_words("Enter plays it.");
        let left = moves_after(&screen, "can be won in ").expect("the light shows a length");
        assert!(
            made + left <= promised,
            "{promised} moves became {}:\n{screen}",
            made + left
        );
        promised = made + left;
        terminal.key("Enter");
        if left == 1 {
            break;
        }
    }
    let screen = terminal.see("Won in");
    assert_eq!(moves_after(&screen, "Won in "), Some(promised), "{screen}");
    assert!(screen.contains("with hints"), "{screen}");
    terminal.key("t");
    // Played once, won without help never, with hints once.
    let screen = terminal.see("Statistics");
    let row = screen
        .lines()
        .find(|line| line.contains("FreeCell  "))
        .expect("a row");
    let numbers: Vec<_> = row
        .split_whitespace()
        .filter(|word| word.parse::<u32>().is_ok())
        .collect();
    assert_eq!(&numbers[..3], ["1", "0", "1"], "{screen}");
}

#[test]
#[ignore = "needs tmux"]
fn rules_days_grades_and_larger_cards_are_there_in_a_real_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("'{PATIENCE}' play freecell --deal 164");
    let terminal = Terminal::start(folder.path(), &command);
    let screen = terminal.see("0 moves");
    assert!(screen.contains("╭─1─╮"), "{screen}");
    terminal.key("i");
    // The picture of the table comes before the words.
    terminal.see("Rules of FreeCell");
    terminal.see("a   b   c   d");
    terminal.key("q");
    terminal.key("t");
    terminal.see("Daily deals");
    terminal.see(" Mo   Tu   We   Th   Fr   Sa   Su");
    terminal.key("q");
    for grade in ["easy", "medium", "hard", "brutal"] {
        terminal.key("W");
        terminal.see(&format!("New deals: {grade}."));
    }
    terminal.tmux(&["resize-window", "-x", "120", "-y", "40"]);
    terminal.see("╭─────1─────╮");
}
