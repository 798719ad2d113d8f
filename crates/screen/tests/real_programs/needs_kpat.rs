//! KPatience: dealt by number, read, solved, played to its own end. Here
//! FreeCell; `klondike` and `spider` are games with cards face down.

mod columns;
mod klondike;
mod new_program;
mod spider;

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Cancel, Limits, Mode, Request, Table};
use patience_screen::hands::make_ready;
use patience_screen::hands::x11::X11;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::{Ended, Figures, FrameReader as _, Manner, Player, compare::compare};
use patience_screen::profile::{PileRole, WindowPlace};
use patience_screen::vision::Deck;
use patience_screen::{Error, Eyes as _, Frame, Hands as _, Profile, WindowId, calibrate};

use crate::desk::Desk;
use crate::{Certain, kpat};

struct Kpatience {
    desk: Desk,
    hands: X11,
    window: WindowId,
    profile: Profile,
    deck: Option<Deck>,
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
    fn start(game: &str) -> Self {
        Self::start_with(game, None, "")
    }

    /// Starts a game, by its name or from a file, with a line of its
    /// configuration.
    fn start_with(game: &str, file: Option<&str>, option: &str) -> Self {
        let mut desk = Desk::new();
        let mut hands = desk.hands();
        let window = kpat::start(&mut desk, &mut hands, game, file, option);
        let profile = Profile::built_in(&format!("kpatience-{game}")).expect("built in");
        Self {
            desk,
            hands,
            window,
            profile,
            deck: None,
        }
    }

    /// The table that a number deals.
    fn truth(&self, number: u64) -> Box<dyn Table> {
        let game = self.profile.game().expect("a game");
        game.deal(number, &self.profile.settings).expect("a deal")
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
        let known = calibrate::known(&*self.truth(number));
        let earlier = self.deck.as_ref();
        let deck = calibrate::learn(&frame, &self.profile, &known, earlier).expect("learned");
        calibrate::check(&frame, &self.profile, &known, &deck).expect("read again");
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            patience_screen::store::save(&deck, folder.as_ref()).expect("kept");
        }
        self.deck = Some(deck);
    }

    fn reader(&self) -> ProfileReader {
        let deck = self.deck.clone().expect("calibrated");
        ProfileReader::new(self.profile.clone(), deck)
    }

    /// Reads the deal and compares it with the number; no card may be wrong.
    fn assert_read(&mut self, number: u64) {
        let frame = self.at_rest();
        let reader = self.reader();
        let start = Instant::now();
        let reading = reader.read(&frame).expect("read");
        let first = start.elapsed();
        let start = Instant::now();
        self.hands.capture(self.window).expect("a frame");
        let capture = start.elapsed();
        eprintln!(
            "deal {number}: the first look took {} ms, taking the picture {} ms",
            first.as_millis(),
            capture.as_millis()
        );
        let compared = compare(&self.truth(number).layout(), &reading);
        assert_eq!(compared, Ok(Vec::new()), "deal {number}");
    }

    fn play(&mut self, mode: Mode) -> Figures {
        let reader = self.reader();
        let manner = Manner::of(&self.profile);
        let game = self.profile.game().expect("a game");
        let request = Request::default().with_mode(mode);
        let hands = &mut self.hands;
        let mut player = Player::new(hands, &reader, &manner, self.window, Cancel::default());
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            let log = patience_screen::player::Log::in_folder(folder.as_ref());
            player = player.with_log(log.expect("a log"));
        }
        let limits = Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let ended = player.play(game, &request, &limits, false, &mut Certain);
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
    fn win(&mut self, number: u64, mode: Mode) {
        self.deal(number);
        self.assert_read(number);
        let start = Instant::now();
        let figures = self.play(mode);
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("deal {number}: {seconds:.1} s, {}", told(&figures));
    }
}

/// The position as KPatience saves it.
fn saved(table: &dyn Table, game: &str) -> String {
    let columns = match game {
        "freecell" => "store",
        _ => "play",
    };
    let mut text = format!(
        "<kpat-game game-type=\"{game}\" game-type-options=\"1\" deal-number=\"1\"><state>"
    );
    for pile in table.layout().piles {
        let name = match (pile.role, pile.name.strip_prefix("column ")) {
            (PileRole::Stock, _) => "talon".to_owned(),
            (_, Some(column)) => format!(
                "{columns}{}",
                column.parse::<usize>().expect("a column") - 1
            ),
            _ if pile.cards.is_empty() => continue,
            (role, _) => panic!("{role:?}"),
        };
        text += &format!("<move pile=\"{name}\" position=\"0\">");
        for face in pile.cards {
            let place = |letters: &str, letter: &str| letters.find(letter).expect("a card");
            let rank = place("A23456789TJQK", &face.card[..1]);
            let suit = place("cdhs", &face.card[1..]);
            let id = (4 * rank + suit) << 16 | suit << 8 | (rank + 1);
            let ranks = "ace two three four five six seven eight nine ten jack queen king";
            let rank = ranks.split(' ').nth(rank).expect("a rank");
            let suit = ["clubs", "diamonds", "hearts", "spades"][suit];
            let turn = if face.up { "face-up" } else { "face-down" };
            text +=
                &format!("<card id=\"{id:07}\" suit=\"{suit}\" rank=\"{rank}\" turn=\"{turn}\"/>");
        }
        text += "</move>";
    }
    text + "</state></kpat-game>"
}

/// Windows: as KPatience likes it, half as large again, two thirds.
const NATIVE: (u32, u32) = (1120, 840);
const LARGE: (u32, u32) = (1680, 1260);
const SMALL: (u32, u32) = (747, 560);

/// The deals by number, each with the size of its window.
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

/// Plays some of the deals and reads others, in the windows of their sizes.
fn play_and_read(played: &[(u64, (u32, u32))], read: &[(u64, (u32, u32))]) {
    let mut program = Kpatience::start("freecell");
    program.calibrate(617);
    for (number, (width, height)) in played {
        program.desk.resize(program.window, *width, *height);
        program.win(*number, Mode::Fast);
    }
    for (number, (width, height)) in read {
        program.desk.resize(program.window, *width, *height);
        program.deal(*number);
        program.assert_read(*number);
    }
    assert_eq!(program.own_count_of_wins() as usize, played.len());
}

#[test]
#[ignore = "needs KPatience"]
fn kpatience_is_read_and_played_to_its_own_end() {
    // To play in the large window takes longer.
    play_and_read(&DEALS[..2], &DEALS[2..3]);
}

#[test]
#[ignore = "needs KPatience"]
fn the_program_answers_when_it_has_handled_everything() {
    let mut program = Kpatience::start("freecell");
    let start = Instant::now();
    while !program
        .hands
        .has_handled_all(program.window)
        .expect("asked")
    {
        assert!(start.elapsed() < Duration::from_secs(10), "no answer");
        sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "needs KPatience"]
fn a_window_is_restored_and_put_where_it_is_wanted() {
    let Kpatience {
        desk,
        mut hands,
        window,
        profile,
        ..
    } = Kpatience::start("freecell");
    desk.minimise(window);
    assert!(matches!(hands.place(window), Err(Error::Minimised)));
    let found = hands.find_all(&profile.window).expect("still there");
    assert_eq!(found, [window]);
    let wanted = WindowPlace {
        at: Some([50, 70]),
        size: Some([1000, 800]),
    };
    let refused = make_ready(&mut hands, window, Some(&wanted)).expect("ready");
    assert_eq!(refused, None);
    let place = hands.place(window).expect("shown");
    assert_eq!((place.width, place.height), (1000, 800));

    // Partly outside of the screen: moved back.
    let away = WindowPlace {
        at: Some([1500, 1200]),
        size: None,
    };
    hands.put(window, &away).expect("asked");
    sleep(Duration::from_millis(500));
    assert!(hands.capture(window).is_err(), "it is not seen as a whole");
    assert_eq!(make_ready(&mut hands, window, None).expect("ready"), None);
    hands.capture(window).expect("seen");

    // Smaller than it can be: reported.
    let tiny = WindowPlace {
        at: None,
        size: Some([100, 90]),
    };
    let refused = make_ready(&mut hands, window, Some(&tiny)).expect("ready");
    let refused = refused.expect("KPatience is never so small");
    assert!(refused.contains("does not go where"), "{refused}");
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn nineteen_deals_of_kpatience_are_played_to_their_own_end() {
        play_and_read(&DEALS, &[]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn kpatience_is_taken_up_from_the_middle() {
        let mut program = Kpatience::start("freecell");
        program.calibrate(617);
        program.deal(1);
        // Somebody has played: two cards to cells, by double clicks.
        let frame = program.at_rest();
        let reading = program.reader().read(&frame).expect("read");
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
        program.play(Mode::Fast);
        assert_eq!(program.own_count_of_wins(), 1);
    }
}
