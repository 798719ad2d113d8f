//! KPatience on a desk: a game, dealt by number. Also for the tests of the
//! command line.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience_screen::hands::x11::X11;
use patience_screen::{Eyes as _, Frame, Hands as _, Profile, WindowId};

use crate::desk::{Desk, RETRIES, report_retry};

const CONFIGURATION: &str = "[General Settings]
Autodrop=false
Solver=false
RememberStateOnExit=false
";

/// Starts KPatience with a game, by its name or from a file, and a line of its
/// configuration.
pub fn start(
    desk: &mut Desk,
    hands: &mut X11,
    game: &str,
    file: Option<&str>,
    option: &str,
) -> WindowId {
    let configuration = format!("{CONFIGURATION}{option}\n");
    std::fs::write(desk.file(".config/kpatrc"), configuration).expect("written");
    let profile = Profile::built_in(&format!("kpatience-{game}")).expect("built in");
    let arguments = match file {
        Some(file) => vec![file],
        None => vec!["--gametype", game],
    };
    let window = desk.open(hands, "kpat", &arguments, &profile.window);
    sleep(Duration::from_millis(1500));
    desk.resize(window, 1120, 840);
    window
}

/// Deals a number, by the keyboard. If KPatience missed the keys, they are
/// typed again.
pub fn deal(hands: &mut X11, window: WindowId, number: u64) {
    let mut retries = 0;
    loop {
        hands.focus(window).expect("focus");
        sleep(Duration::from_millis(300));
        hands.key("ctrl+d").expect("typed");
        sleep(Duration::from_millis(700));
        for digit in number.to_string().chars() {
            hands.key(&digit.to_string()).expect("typed");
        }
        hands.key("Return").expect("typed");
        if is_dealt(hands, window, number) {
            break;
        }
        assert!(retries < RETRIES, "deal {number} is not dealt");
        report_retry(&format!("kpat did not deal {number}"));
        retries += 1;
    }
    at_rest(hands, window);
}

/// Waits until the title has the number of the deal; false after a while.
fn is_dealt(hands: &mut X11, window: WindowId, number: u64) -> bool {
    let in_title = format!(" - {number} ");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(15) {
        sleep(Duration::from_millis(1000));
        if hands.title(window).expect("a title").contains(&in_title) {
            return true;
        }
        // A game that has begun is asked about.
        if !hands.dialogs(window).expect("dialogs").is_empty() {
            hands.key("Return").expect("typed");
        }
    }
    false
}

/// Waits until the picture does not change.
pub fn at_rest(hands: &mut X11, window: WindowId) -> Frame {
    let mut last = hands.capture(window).expect("a frame");
    let mut same = 0;
    while same < 8 {
        sleep(Duration::from_millis(50));
        let frame = hands.capture(window).expect("a frame");
        same = if frame == last { same + 1 } else { 0 };
        last = frame;
    }
    last
}
