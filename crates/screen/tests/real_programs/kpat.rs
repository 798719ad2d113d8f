//! KPatience on a desk: FreeCell, dealt by number. Also for the tests of the
//! command line.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience_screen::hands::x11::X11;
use patience_screen::{Eyes as _, Frame, Hands as _, Profile, WindowId};

use crate::desk::Desk;

const CONFIGURATION: &str = "[General Settings]
Autodrop=false
Solver=false
RememberStateOnExit=false
";

/// Starts KPatience with FreeCell.
pub fn start(desk: &mut Desk, hands: &mut X11) -> WindowId {
    std::fs::write(desk.file(".config/kpatrc"), CONFIGURATION).expect("written");
    desk.start("kpat", &["--gametype", "freecell"]);
    let profile = Profile::built_in("kpatience-freecell").expect("built in");
    let window = desk.wait_for(hands, &profile.window);
    sleep(Duration::from_millis(1500));
    desk.resize(window, 1120, 840);
    window
}

/// Deals a number, by the keyboard.
pub fn deal(hands: &mut X11, window: WindowId, number: u64) {
    let title = format!("Freecell - {number} ");
    let start = Instant::now();
    while !hands.title(window).expect("a title").starts_with(&title) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "deal {number} is not dealt"
        );
        hands.focus(window).expect("focus");
        sleep(Duration::from_millis(300));
        hands.key("ctrl+d").expect("typed");
        sleep(Duration::from_millis(700));
        for digit in number.to_string().chars() {
            hands.key(&digit.to_string()).expect("typed");
        }
        hands.key("Return").expect("typed");
        sleep(Duration::from_millis(1000));
        // A game that has begun is asked about.
        if !hands.dialogs(window).expect("dialogs").is_empty() {
            hands.key("Return").expect("typed");
            sleep(Duration::from_millis(1000));
        }
    }
    at_rest(hands, window);
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
