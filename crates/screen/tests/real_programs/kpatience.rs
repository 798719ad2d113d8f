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
use crate::{Certain, all_wanted};

const CONFIGURATION: &str = "[General Settings]
Autodrop=false
Solver=false
RememberStateOnExit=false
";

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

impl Kpatience {
    fn start() -> Self {
        let mut desk = Desk::new();
        std::fs::write(desk.file(".config/kpatrc"), CONFIGURATION).expect("written");
        desk.start("kpat", &["--gametype", "freecell"]);
        let mut hands = desk.hands();
        let profile = Profile::built_in("kpatience-freecell").expect("built in");
        let window = desk.wait_for(&mut hands, &profile.window);
        sleep(Duration::from_millis(1500));
        desk.resize(window, 1120, 840);
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
        let title = format!("Freecell - {number} ");
        let start = Instant::now();
        while !self
            .hands
            .title(self.window)
            .expect("a title")
            .starts_with(&title)
        {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "deal {number} is not dealt"
            );
            self.hands.focus(self.window).expect("focus");
            sleep(Duration::from_millis(300));
            self.hands.key("ctrl+d").expect("typed");
            sleep(Duration::from_millis(700));
            for digit in number.to_string().chars() {
                self.hands.key(&digit.to_string()).expect("typed");
            }
            self.hands.key("Return").expect("typed");
            sleep(Duration::from_millis(1000));
            // A game that has begun is asked about.
            if !self.hands.dialogs(self.window).expect("dialogs").is_empty() {
                self.hands.key("Return").expect("typed");
                sleep(Duration::from_millis(1000));
            }
        }
        self.at_rest();
    }

    /// Waits until the picture does not change.
    fn at_rest(&mut self) -> Frame {
        let mut last = self.hands.capture(self.window).expect("a frame");
        let mut same = 0;
        while same < 8 {
            sleep(Duration::from_millis(50));
            let frame = self.hands.capture(self.window).expect("a frame");
            same = if frame == last { same + 1 } else { 0 };
            last = frame;
        }
        last
    }

    fn calibrate(&mut self, number: u64) {
        self.deal(number);
        let frame = self.at_rest();
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
        let reading = self.sight().read(&frame).expect("read");
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
        eprintln!(
            "deal {number}: {seconds:.1} s, {} moves, {} again, {} plans, {} ms a reading, {} ms a move beyond the animation",
            figures.moves,
            figures.again,
            figures.plans,
            figures.reading.as_millis() / u128::from(figures.readings.max(1)),
            figures.overhead.as_millis() / u128::from(figures.moves.max(1)),
        );
    }
}

#[test]
fn kpatience_is_read_and_played_to_its_own_end() {
    if let Some(missing) = missing("kpat") {
        eprintln!("left out: playing KPatience; missing: {missing}");
        return;
    }
    let mut program = Kpatience::start();
    program.calibrate(617);
    program.win(164);
    if !all_wanted() {
        // Larger and smaller windows are read; to play in them takes minutes.
        for (number, width, height) in [(25, 1680, 1260), (3, 747, 560)] {
            program.desk.resize(program.window, width, height);
            program.deal(number);
            program.assert_read(number);
        }
        eprintln!("left out: 18 more deals; PATIENCE_TEST_ALL=1 plays them");
        assert_eq!(program.own_count_of_wins(), 1);
        return;
    }
    program.desk.resize(program.window, 1680, 1260);
    program.win(25);
    program.desk.resize(program.window, 747, 560);
    program.win(3);
    program.desk.resize(program.window, 1120, 840);
    for number in 1..=16 {
        program.win(1000 + number);
    }
    assert_eq!(program.own_count_of_wins(), 19);
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
