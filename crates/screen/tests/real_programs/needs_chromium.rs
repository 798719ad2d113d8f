//! Patience's own web page in Chromium, read and played by screen alone; the
//! page itself counts the games that were won.

mod new_program;

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Game, Limits, Line, Mode, Request, Settings, Table, Target, find_game};
use patience_screen::hands::x11::X11;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::{Ended, Manner, Player};
use patience_screen::profile::Window;
use patience_screen::vision::Deck;
use patience_screen::{Eyes as _, Frame, Hands as _, Profile, WindowId, calibrate};

use crate::Certain;
use crate::desk::Desk;
use crate::served::{QUIET, serve};

/// A deal of Cluj that cannot be won without a cheat.
const CLUJ: u64 = 5;

/// The page as it is built.
fn dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site/page")
}

struct Browser {
    desk: Desk,
    hands: X11,
    port: u16,
    /// The size of its window.
    size: (u32, u32),
    /// No card goes home by itself.
    is_quiet: bool,
}

/// The usual size of the window.
const SIZE: (u32, u32) = (1200, 960);

/// The page with one deal.
struct Page<'b> {
    browser: &'b mut Browser,
    window: WindowId,
    /// Some games have no built-in one.
    profile: Option<Profile>,
}

impl Browser {
    fn new() -> Self {
        let desk = Desk::new();
        let hands = desk.hands();
        let port = serve(dist());
        Self {
            desk,
            hands,
            port,
            size: SIZE,
            is_quiet: false,
        }
    }

    fn open(&mut self, game: &str, number: u64) -> Page<'_> {
        let profile = Profile::built_in(&format!("patience-web-{game}"));
        let start = if self.is_quiet { QUIET } else { "" };
        let window = self.show(&format!("{start}#{game}/{number}"), title(game));
        let mut page = Page {
            browser: self,
            window,
            profile,
        };
        page.at_rest();
        page
    }

    /// Opens a page in a window of its own, which has this title.
    fn show(&mut self, address: &str, title: String) -> WindowId {
        let address = format!("--app=http://127.0.0.1:{}/{address}", self.port);
        let data = format!("--user-data-dir={}", self.desk.file("browser").display());
        let size = format!("--window-size={},{}", self.size.0, self.size.1);
        let arguments = [
            "--no-sandbox",
            "--test-type",
            "--no-first-run",
            "--disable-gpu",
            "--disable-extensions",
            "--window-position=40,30",
            &size,
            &data,
            &address,
        ];
        let wanted = Window {
            title,
            ..Window::titled("")
        };
        let (desk, hands) = (&mut self.desk, &mut self.hands);
        desk.open(hands, "chromium", &arguments, &wanted)
    }

    /// The page has written this down.
    fn has(&self, text: &str) -> bool {
        self.kept().contains(text)
    }

    /// What the page has written down: the number after this word.
    fn statistic(&self, word: &str) -> Option<u32> {
        let text = self.kept();
        let numbers = text.match_indices(word).filter_map(|(at, _)| {
            let digits = text[at + word.len()..].chars();
            let digits: String = digits.take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        });
        numbers.max()
    }

    /// Everything that the browser keeps for the page.
    fn kept(&self) -> String {
        let folder = self.desk.file("browser/Default/Local Storage/leveldb");
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let texts = files.filter_map(|file| std::fs::read(file.path()).ok());
        texts
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .collect()
    }
}

/// A game and its settings, as a link has them: `klondike;draw=1`.
fn chosen(game: &str) -> (&'static dyn Game, Settings) {
    let mut words = game.split(';');
    let game = find_game(words.next().unwrap_or_default()).expect("a game");
    let settings = words.map(|word| word.split_once('=').expect("a setting"));
    let settings = settings.fold(Settings::default(), |all, (key, value)| {
        all.with(key, value.parse::<u32>().expect("a number"))
    });
    (game, settings)
}

/// A pattern of the page's title.
fn title(game: &str) -> String {
    let game = chosen(game).0.about().title;
    format!("^{game}.*Patience$")
}

impl Page<'_> {
    fn profile(&self) -> &Profile {
        self.profile.as_ref().expect("built in")
    }

    /// Waits until the table does not change.
    fn at_rest(&mut self) -> Frame {
        let hands = &mut self.browser.hands;
        let start = Instant::now();
        let mut last = hands.capture(self.window).expect("a frame");
        let mut same = 0;
        while same < 15 {
            assert!(start.elapsed() < Duration::from_secs(60), "never at rest");
            sleep(Duration::from_millis(100));
            let frame = hands.capture(self.window).expect("a frame");
            same = if frame == last { same + 1 } else { 0 };
            last = frame;
        }
        last
    }

    fn learn(&mut self, table: &dyn Table) -> Deck {
        let frame = self.at_rest();
        let profile = self.profile();
        let known = calibrate::known_in(profile, table);
        let deck = calibrate::learn(&frame, profile, &known, None).expect("learned");
        calibrate::check(&frame, profile, &known, &deck).expect("read again");
        deck
    }

    /// Plays what is there to its end.
    fn play(&mut self, deck: &Deck, request: &Request) -> Ended {
        let profile = self.profile().clone();
        let reader = ProfileReader::new(profile.clone(), deck.clone());
        let manner = Manner::of(&profile);
        let game = find_game(&profile.game).expect("a game");
        let hands = &mut self.browser.hands;
        let start = Instant::now();
        let mut player = Player::new(hands, &reader, &manner, self.window, Default::default());
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            let log = patience_screen::player::Log::in_folder(folder.as_ref());
            player = player.with_log(log.expect("a log"));
        }
        let ended = player.play(game, request, &Limits::default(), false, &mut Certain);
        let figures = player.figures();
        eprintln!(
            "{}: {:.1} s, {} moves, {} again, {} plans, {} ms a reading",
            profile.name,
            start.elapsed().as_secs_f64(),
            figures.moves,
            figures.again,
            figures.plans,
            figures.reading.as_millis() / u128::from(figures.readings.max(1)),
        );
        ended.expect("played")
    }

    /// Closes the page; the browser writes down what it kept.
    fn close(self) {
        self.browser.hands.focus(self.window).expect("focus");
        sleep(Duration::from_millis(500));
        self.browser.hands.key("ctrl+w").expect("typed");
        self.browser.desk.wait_for_end();
    }
}

fn deal(game: &str, number: u64) -> Box<dyn Table> {
    let (game, settings) = chosen(game);
    game.deal(number, &settings).expect("a deal")
}

fn won(ended: Ended) -> Line {
    match ended {
        Ended::Won { line } => line,
        other => panic!("{other:?}"),
    }
}

#[test]
#[ignore = "needs Chromium and the page (cargo xtask web)"]
fn freecell_on_our_own_page_is_won_by_screen_alone() {
    let mut browser = Browser::new();
    let mut page = browser.open("freecell", 617);
    let deck = page.learn(&*deal("freecell", 617));
    let request = Request::default().with_mode(Mode::Fast);
    won(page.play(&deck, &request));
    page.close();
    assert_eq!(browser.statistic("\"won\":"), Some(1));
}

#[test]
#[ignore = "needs Chromium and the page (cargo xtask web)"]
fn cluj_on_our_own_page_is_won_with_a_cheat() {
    let mut browser = Browser::new();
    let mut page = browser.open("cluj", CLUJ);
    let deck = page.learn(&*deal("cluj", CLUJ));
    let line = won(page.play(&deck, &Request::default()));
    assert_eq!(line.cheats, Some(1), "{line:?}");
    page.close();
    assert_eq!(browser.statistic("\"won\":"), Some(1));
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn tripeaks_and_a_score_in_pyramid_are_won_with_the_cards_of_freecell() {
        let mut browser = Browser::new();
        let mut page = browser.open("freecell", 617);
        let deck = page.learn(&*deal("freecell", 617));
        page.close();
        let mut page = browser.open("tripeaks", 617);
        won(page.play(&deck, &Request::default()));
        page.close();
        assert_eq!(browser.statistic("\"won\":"), Some(1));
        let mut page = browser.open("pyramid", 617);
        let goal = "score=1290".parse().expect("a goal");
        let target = Target::new(goal, 0).expect("a target");
        let line = won(page.play(&deck, &Request::for_target(target)));
        eprintln!("{:?}", line.tally);
        page.close();
        assert!(
            browser.has("\"bestScore\":1290}"),
            "the page knows of no such score"
        );
    }
}
