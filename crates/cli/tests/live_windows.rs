//! The commands that look at other programs' windows, on KPatience under a
//! virtual display: calibrate, scan, autoplay, its log and the replay of it,
//! and the sheet on which cards are corrected.
#![cfg(unix)]

#[path = "../../screen/tests/real_programs/desk.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod desk;
#[path = "../../screen/tests/real_programs/kpat.rs"]
mod kpat;
#[expect(dead_code, reason = "other tests use more of it")]
mod tmux;

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use desk::Desk;
use patience_screen::hands::x11::X11;
use patience_screen::{Hands as _, WindowId};
use tmux::Terminal;

const PATIENCE: &str = env!("CARGO_BIN_EXE_patience");
/// A deal that is solved in a moment.
const DEAL: u64 = 164;

/// KPatience with one deal, and a folder for what is learned.
struct Live {
    desk: Desk,
    hands: X11,
    window: WindowId,
}

impl Live {
    fn start() -> Self {
        let mut desk = Desk::new();
        let mut hands = desk.hands();
        let window = kpat::start(&mut desk, &mut hands, "freecell", None, "");
        kpat::deal(&mut hands, window, DEAL);
        Self {
            desk,
            hands,
            window,
        }
    }

    fn data(&self) -> PathBuf {
        self.desk.file("data")
    }

    /// Runs the command on the display.
    fn patience(&self, words: &[&str]) -> Output {
        self.desk
            .command(PATIENCE)
            .args(words)
            .env("PATIENCE_DATA", self.data())
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .expect("it runs")
    }

    /// Runs the command, which must succeed; what it prints.
    fn good(&self, words: &[&str]) -> String {
        let output = self.patience(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {error}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs the command, which must fail with one line.
    fn bad(&self, words: &[&str]) -> String {
        let output = self.patience(words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "one line: {error}");
        error
    }
}

/// The lines of a text that are no remarks.
fn cards(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

/// The first frame of the log, on the sheet: a card is made wrong and right
/// again.
fn corrected_in_place(data: &Path, frame: &Path, dealt: &str) {
    let command = format!(
        "NO_COLOR=1 '{PATIENCE}' scan freecell --confirm always --image '{}' >'{}/read'",
        frame.display(),
        data.display()
    );
    let terminal = Terminal::start(data, &command);
    let first = cards(dealt)[0].split(' ').next().unwrap_or_default();
    terminal.see("52 cards, none in doubt");
    terminal.see("column 1, card 1:");
    let wrong = if first == "KS" { "kh" } else { "ks" };
    terminal.type_text(wrong);
    terminal.see("is there twice: column 1, card 1 and");
    terminal.see(&format!("missing: {}", to_small_suit(first)));
    terminal.key("Enter");
    terminal.see("Return again takes it as it is");
    terminal.type_text(first);
    terminal.see(&format!("column 1, card 1: {}", to_small_suit(first)));
    terminal.key("Enter");
    terminal.see("ended with 0");
    terminal.assert_restored(data);
    let read = std::fs::read_to_string(data.join("read")).expect("what was read");
    assert_eq!(cards(&read), cards(dealt));
}

/// `7H` as a reading calls it: `7h`.
fn to_small_suit(card: &str) -> String {
    let (rank, suit) = card.split_at(1);
    format!("{rank}{}", suit.to_ascii_lowercase())
}

/// Waits until the log has a move.
fn wait_for_a_move(log: &Path) {
    let start = Instant::now();
    let has_move = || {
        let text = std::fs::read_to_string(log.join("log.jsonl")).unwrap_or_default();
        text.contains("\"what\":\"move\"")
    };
    while !has_move() {
        assert!(start.elapsed() < Duration::from_secs(60), "no move");
        std::thread::sleep(Duration::from_millis(100));
    }
}

mod needs_kpat {
    use super::*;

    #[test]
    #[ignore = "needs KPatience"]
    fn escape_stops_it_and_says_where_it_stands() {
        let mut live = Live::start();
        live.good(&["calibrate", "kpatience-freecell"]);
        let log = live.desk.file("log");
        let child = live
            .desk
            .command(PATIENCE)
            .args(["autoplay", "freecell", "--fast", "--speed", "slow", "--log"])
            .arg(&log)
            .env("PATIENCE_DATA", live.data())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        wait_for_a_move(&log);
        let error = live.bad(&["autoplay", "freecell"]);
        assert!(error.contains("is using the mouse"), "{error}");
        live.hands.key("Escape").expect("typed");
        let output = child.wait_with_output().expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{error}");
        let last = error.lines().last().unwrap_or_default();
        assert!(last.starts_with("stopped: Escape was pressed ("), "{error}");
        assert!(output.stdout.is_empty());
    }

    mod needs_tmux {
        use super::*;

        #[test]
        #[ignore = "needs KPatience and tmux"]
        fn a_window_is_learned_read_played_and_the_log_replayed() {
            let mut live = Live::start();
            let error = live.bad(&["scan", "freecell"]);
            assert!(error.contains("has not been calibrated"), "{error}");
            let error = live.bad(&["scan", "tripeaks"]);
            assert!(error.contains("open are: Freecell - 164"), "{error}");
            let error = live.bad(&["scan", "freecell", "--window", "Spider"]);
            assert!(error.contains("no window has `Spider`"), "{error}");

            // The title tells which deal it is.
            let learned = live.good(&["calibrate", "kpatience-freecell"]);
            assert!(
                learned.contains("Learned from deal 164: 52 cards"),
                "{learned}"
            );
            let read = live.good(&["scan", "freecell"]);
            let dealt = live.good(&["deal", "freecell", "--deal", "164"]);
            assert_eq!(cards(&read), cards(&dealt));
            let error = live.bad(&["calibrate", "kpatience-freecell", "--deal", "165"]);
            assert!(error.contains("is it the right deal"), "{error}");

            let planned = live.good(&["autoplay", "freecell", "--fast", "--dry-run"]);
            assert!(planned.starts_with("Solved in"), "{planned}");
            let log = live.desk.file("log");
            let log = log.to_str().expect("a name");
            let played = live.good(&["autoplay", "freecell", "--fast", "--log", log]);
            assert!(played.starts_with("Won in"), "{played}");
            let error = live.bad(&["autoplay", "freecell", "--log", log]);
            assert!(error.contains("contains a log already"), "{error}");

            // The log is enough: the program may be gone.
            live.hands.focus(live.window).expect("focus");
            live.hands.key("ctrl+q").expect("typed");
            let replayed = live.good(&["autoplay", "freecell", "--replay", log]);
            let last = replayed.lines().last().unwrap_or_default();
            assert!(
                last.ends_with("decisions, 0 decided differently now"),
                "{last}"
            );
            corrected_in_place(&live.data(), &Path::new(log).join("00001.png"), &dealt);
        }
    }
}
