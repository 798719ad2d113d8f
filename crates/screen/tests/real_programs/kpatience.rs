//! KPatience's FreeCell: dealt by number, read, solved, played to its own end.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Cancel, Limits, Mode, Request, Table, Variation, find_game};
use patience_screen::hands::x11::X11;
use patience_screen::player::sight::ProfileSight;
use patience_screen::player::{Ended, Figures, Manner, Player, Sight as _, compare::compare};
use patience_screen::vision::Deck;
use patience_screen::{Eyes as _, Frame, Hands as _, Profile, WindowId, calibrate};

use crate::desk::{Desk, missing};
use crate::{Certain, all_wanted, kpat};

struct Kpatience {
    desk: Desk,
    hands: X11,
    window: WindowId,
    profile: Profile,
    deck: Option<Deck>,
}

fn truth(number: u64) -> Box<dyn Table> {
    let game = find_game("freecell").expect("a game");
    game.deal(number, &Variation::default()).expect("a deal")
}

fn told(figures: &Figures) -> String {
    format!(
        "{} moves, {} again, {} plans; {} ms a reading ({}); a move: {} ms of animation, {} ms beyond it",
        figures.moves,
        figures.again,
        figures.plans,
        figures.time_of_a_reading().as_millis(),
        figures.readings,
        (figures.animation / figures.timed.max(1)).as_millis(),
        figures.overhead_of_a_move().as_millis(),
    )
}

impl Kpatience {
    fn start() -> Self {
        let mut desk = Desk::new();
        let mut hands = desk.hands();
        let window = kpat::start(&mut desk, &mut hands);
        let profile = Profile::built_in("kpatience-freecell").expect("built in");
        Self {
            desk,
            hands,
            window,
            profile,
            deck: None,
        }
    }

    /// Deals a number, by the keyboard.
    fn deal(&mut self, number: u64) {
        kpat::deal(&mut self.hands, self.window, number);
    }

    /// Waits until the picture does not change.
    fn at_rest(&mut self) -> Frame {
        kpat::at_rest(&mut self.hands, self.window)
    }

    fn calibrate(&mut self, number: u64) {
        self.deal(number);
        let frame = self.at_rest();
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            let file = std::path::Path::new(&folder).with_extension("calibrated.png");
            frame.save(&file).expect("kept");
        }
        let known = calibrate::known(&*truth(number));
        let deck = calibrate::learn(&frame, &self.profile, &known, None).expect("learned");
        calibrate::check(&frame, &self.profile, &known, &deck).expect("read again");
        self.deck = Some(deck);
    }

    fn sight(&self) -> ProfileSight {
        let deck = self.deck.clone().expect("calibrated");
        ProfileSight::new(self.profile.clone(), deck)
    }

    /// Reads the deal and compares it with the number; no card may be wrong.
    fn assert_read(&mut self, number: u64) {
        let frame = self.at_rest();
        let sight = self.sight();
        let start = Instant::now();
        let reading = sight.read(&frame).expect("read");
        let first = start.elapsed();
        let start = Instant::now();
        self.hands.capture(self.window).expect("a frame");
        let capture = start.elapsed();
        eprintln!(
            "deal {number}: the first look took {} ms, taking the picture {} ms",
            first.as_millis(),
            capture.as_millis()
        );
        let compared = compare(&truth(number).layout(), &reading);
        assert_eq!(compared, Ok(Vec::new()), "deal {number}");
    }

    fn play(&mut self) -> Figures {
        let sight = self.sight();
        let manner = Manner::of(&self.profile);
        let game = find_game("freecell").expect("a game");
        let request = Request {
            mode: Mode::Fast,
            ..Request::default()
        };
        let hands = &mut self.hands;
        let mut player = Player::new(hands, &sight, &manner, self.window, Cancel::default());
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            let log = patience_screen::player::Log::in_folder(folder.as_ref());
            player = player.with_log(log.expect("a log"));
        }
        let ended = player.play(game, &request, &Limits::default(), false, &mut Certain);
        assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
        player.figures()
    }

    /// Games that KPatience itself counts as won. It writes that down when it
    /// ends.
    fn own_count_of_wins(mut self) -> u32 {
        self.hands.focus(self.window).expect("focus");
        sleep(Duration::from_millis(300));
        self.hands.key("ctrl+q").expect("typed");
        let start = Instant::now();
        while self.hands.place(self.window).is_ok() {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "KPatience does not end"
            );
            sleep(Duration::from_millis(200));
        }
        sleep(Duration::from_millis(1000));
        let text = std::fs::read_to_string(self.desk.file(".config/kpatrc")).unwrap_or_default();
        let won = text.lines().filter_map(|line| line.strip_prefix("won"));
        let counts = won.filter_map(|line| line.split_once('=')?.1.trim().parse::<u32>().ok());
        counts.sum()
    }

    /// Deals, reads, plays, and asks the program whether that was a win.
    fn win(&mut self, number: u64) {
        self.deal(number);
        self.assert_read(number);
        let start = Instant::now();
        let figures = self.play();
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("deal {number}: {seconds:.1} s, {}", told(&figures));
    }
}

/// Windows: as KPatience likes it, half as large again, two thirds.
const NATIVE: (u32, u32) = (1120, 840);
const LARGE: (u32, u32) = (1680, 1260);
const SMALL: (u32, u32) = (747, 560);

/// The deals by number, each with the size of its window. The first ones are
/// always played; with the one from the middle they are twenty.
const DEALS: [(u64, (u32, u32)); 19] = [
    (164, NATIVE),
    (3, SMALL),
    (25, LARGE),
    (1001, NATIVE),
    (1002, NATIVE),
    (1003, NATIVE),
    (1004, NATIVE),
    (1005, NATIVE),
    (1006, NATIVE),
    (1007, NATIVE),
    (1008, NATIVE),
    (1009, NATIVE),
    (1010, NATIVE),
    (1011, NATIVE),
    (1012, NATIVE),
    (1013, NATIVE),
    (1014, NATIVE),
    (1015, NATIVE),
    (1016, NATIVE),
];
const ALWAYS: usize = 2;

/// The deals to play: some, all, or those that `PATIENCE_TEST_DEALS` lists.
fn wanted_deals() -> Vec<(u64, (u32, u32))> {
    if let Ok(list) = std::env::var("PATIENCE_TEST_DEALS") {
        let is_listed = |number: u64| list.split(',').any(|it| it.parse() == Ok(number));
        return DEALS.into_iter().filter(|it| is_listed(it.0)).collect();
    }
    let count = if all_wanted() { DEALS.len() } else { ALWAYS };
    DEALS[..count].to_vec()
}

#[test]
fn kpatience_is_read_and_played_to_its_own_end() {
    if let Some(missing) = missing("kpat") {
        eprintln!("left out: playing KPatience; missing: {missing}");
        return;
    }
    let mut program = Kpatience::start();
    program.calibrate(617);
    let deals = wanted_deals();
    for (number, (width, height)) in &deals {
        program.desk.resize(program.window, *width, *height);
        program.win(*number);
    }
    if !all_wanted() && std::env::var_os("PATIENCE_TEST_DEALS").is_none() {
        // Other windows are read; to play in them takes longer.
        for (number, (width, height)) in &DEALS[ALWAYS..3] {
            program.desk.resize(program.window, *width, *height);
            program.deal(*number);
            program.assert_read(*number);
        }
        eprintln!("left out: more deals; PATIENCE_TEST_ALL=1 plays them");
    }
    assert_eq!(program.own_count_of_wins() as usize, deals.len());
}

#[test]
fn kpatience_is_taken_up_from_the_middle() {
    if let Some(missing) = missing("kpat") {
        eprintln!("left out: playing KPatience; missing: {missing}");
        return;
    }
    if !all_wanted() {
        eprintln!("left out: a game from the middle; PATIENCE_TEST_ALL=1 plays it");
        return;
    }
    let mut program = Kpatience::start();
    program.calibrate(617);
    program.deal(1);
    // Somebody has played: two cards to cells, by double clicks.
    let frame = program.at_rest();
    let reading = program.sight().read(&frame).expect("read");
    let place = program.hands.place(program.window).expect("a place");
    for column in ["column 1", "column 5"] {
        let card = reading.pile(column).and_then(|pile| pile.cards.last());
        let at = card.expect("a card").grip();
        program
            .hands
            .click(place.x + at.0, place.y + at.1, 2)
            .expect("clicked");
        sleep(Duration::from_millis(1000));
    }
    program.play();
    assert_eq!(program.own_count_of_wins(), 1);
}
