//! AisleRiot's deals, read, solved and played; its own dialog and its own
//! statistics are the judges. `./test` has the same deals every time, `./test --all`
//! others each time.
//!
//! Nobody knows the cards of a random deal. The user who confirms one is
//! played by [`Art`]: the pictures that AisleRiot itself makes its cards from.

mod new_program;

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Limits, Mode, Request, Settings, find_game};
use patience_screen::hands::x11::X11;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::{Ended, FrameReader as _, Log, Manner, Player};
use patience_screen::vision::{Deck, Face, Reading};
use patience_screen::{Eyes as _, Frame, Hands as _, Profile, WindowId, calibrate, position};

use crate::Certain;
use crate::art::{self, Art};
use crate::desk::Desk;

/// The window's inside.
const SIZE: (u32, u32) = (1400, 1100);

/// The same for Klondike, where columns grow long.
const HIGH: (u32, u32) = (1000, 1100);

/// The same for Spider, with ten columns.
const SPIDER: (u32, u32) = (1400, 1400);

/// The deals of `./test`.
const SEED: Option<u32> = Some(1);

/// Deals that it may take to see all ranks and suits.
const MOST_DEALS: u32 = 8;

/// Steps until a deal that is lost is at its end: 28 cards and 23 draws.
const MOST_STEPS: u32 = 80;

struct Aisleriot<'d> {
    desk: &'d mut Desk,
    hands: X11,
    window: WindowId,
    profile: Profile,
    /// The deck that it shows.
    deck: &'static str,
}

impl<'d> Aisleriot<'d> {
    fn start(desk: &'d mut Desk, variation: &str) -> Self {
        Self::start_with(desk, variation, art::USUAL)
    }

    /// Starts it with another deck.
    fn start_with(desk: &'d mut Desk, variation: &str, deck: &'static str) -> Self {
        if deck != art::USUAL {
            let folder = desk.file(".config/gnome-games");
            std::fs::create_dir_all(&folder).expect("a folder");
            let settings = format!("[Aisleriot Config]\nTheme=svg:{deck}.svgz\n");
            std::fs::write(folder.join("aisleriot"), settings).expect("written");
        }
        let mut hands = desk.hands();
        let profile = Profile::built_in(&format!("aisleriot-{variation}")).expect("built in");
        let argument = format!("--variation={variation}");
        let window = desk.open(&mut hands, "sol", &[&argument], &profile.window);
        sleep(Duration::from_millis(1500));
        desk.resize(window, SIZE.0, SIZE.1);
        Self {
            desk,
            hands,
            window,
            profile,
            deck,
        }
    }

    /// Waits until the table does not change; the clock below it always does.
    fn at_rest(&mut self) -> Frame {
        let above_the_clock = |frame: &Frame| {
            let rows = frame.height as usize - 60;
            frame.rgb[..3 * frame.width as usize * rows].to_vec()
        };
        let start = Instant::now();
        let mut last = self.hands.capture(self.window).expect("a frame");
        let mut same = 0;
        while same < 8 {
            assert!(start.elapsed() < Duration::from_secs(60), "never at rest");
            sleep(Duration::from_millis(60));
            let frame = self.hands.capture(self.window).expect("a frame");
            let is_same = above_the_clock(&frame) == above_the_clock(&last);
            same = if is_same { same + 1 } else { 0 };
            last = frame;
        }
        last
    }

    fn key(&mut self, chord: &str) {
        self.hands.focus(self.window).expect("focus");
        sleep(Duration::from_millis(300));
        self.hands.key(chord).expect("typed");
        sleep(Duration::from_millis(500));
    }

    /// Learns what this table shows, and says aloud if it is read back wrongly.
    fn learn(&mut self, earlier: Option<&Deck>) -> Deck {
        let frame = self.at_rest();
        let known = Art::new(&frame, &self.profile, self.deck).known(&frame, &self.profile);
        let deck = calibrate::learn(&frame, &self.profile, &known, earlier).expect("learned");
        let again = calibrate::check(&frame, &self.profile, &known, &deck);
        if let (Err(_), Some(folder)) = (&again, std::env::var_os("PATIENCE_TEST_LOG")) {
            let file = std::path::Path::new(&folder).join("not-learned.png");
            frame.save(&file).expect("saved");
        }
        again.expect("read again");
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            patience_screen::store::save(&deck, folder.as_ref()).expect("kept");
        }
        deck
    }

    /// Every card with its face up is the one of the program's own picture.
    fn assert_read(&mut self, reader: &ProfileReader) {
        let frame = self.at_rest();
        let known = Art::new(&frame, &self.profile, self.deck).known(&frame, &self.profile);
        let reading = reader.read(&frame).expect("read");
        assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
        let is_up = |face: &Face| matches!(face, Face::Up(_));
        let truth = known.iter().flat_map(|known| &known.cards);
        assert_eq!(
            reading
                .cards()
                .filter(|(_, _, card)| is_up(&card.face))
                .count(),
            truth.filter(|face| is_up(face)).count(),
        );
        let margins = reading.cards().map(|(_, _, card)| card.margin);
        eprintln!(
            "{} cards, {} in doubt, least margin {:.2}",
            reading.cards().count(),
            reading.doubtful(),
            margins.fold(1.0, f32::min)
        );
    }

    /// Draws through the stock: all cards are read but the 21 that lie face down.
    fn assert_stock_is_read(&mut self, reader: &ProfileReader) {
        let manner = Manner::of(&self.profile);
        let game = find_game(&self.profile.game).expect("a game");
        let window = self.window;
        let mut player = Player::new(&mut self.hands, reader, &manner, window, Default::default());
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            player = player.with_log(Log::in_folder(folder.as_ref()).expect("a log"));
        }
        let readings = player.scan(game, true).expect("drawn through");
        let text = position::text(game, &readings).expect("a position");
        let table = game.read(&text, &self.profile.settings).expect("a table");
        assert_eq!(table.unknown_cards(), 21, "{text}");
    }

    fn play(&mut self, reader: &ProfileReader, mode: Mode) -> Ended {
        let manner = Manner::of(&self.profile);
        let game = find_game(&self.profile.game).expect("a game");
        let request = Request::default().with_mode(mode);
        let start = Instant::now();
        let window = self.window;
        let mut player = Player::new(&mut self.hands, reader, &manner, window, Default::default());
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            player = player.with_log(Log::in_folder(folder.as_ref()).expect("a log"));
        }
        let limits = Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let ended = player.play(game, &request, &limits, false, &mut Certain);
        let figures = player.figures();
        eprintln!(
            "{}: {:.1} s, {} moves, {} again, {} plans, {} ms a reading",
            self.profile.name,
            start.elapsed().as_secs_f64(),
            figures.moves,
            figures.again,
            figures.plans,
            figures.reading.as_millis() / u128::from(figures.readings.max(1)),
        );
        ended.expect("played")
    }

    /// The next deal, as the player makes it.
    fn deal_next(&mut self, reader: &ProfileReader) {
        let manner = Manner::of(&self.profile);
        let window = self.window;
        let mut player = Player::new(&mut self.hands, reader, &manner, window, Default::default());
        player.deal_next().expect("dealt");
        self.at_rest();
    }

    /// The program says by a dialog that the game is over.
    fn has_dialog(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < patience {
            if !self.hands.dialogs(self.window).expect("dialogs").is_empty() {
                return true;
            }
            sleep(Duration::from_millis(50));
        }
        false
    }

    /// Plays on, any card that goes, until the program says that nothing goes
    /// any more.
    fn play_to_the_dead_end(&mut self, reader: &ProfileReader) {
        for _ in 0..MOST_STEPS {
            if self.has_dialog(Duration::from_millis(400)) {
                return;
            }
            let frame = self.at_rest();
            let reading = reader.read(&frame).expect("read");
            let at = playable(&reading)
                .or_else(|| Some(reading.pile("stock")?.place.middle()))
                .expect("a stock");
            let place = self.hands.place(self.window).expect("a place");
            self.hands
                .click(place.x + at.0, place.y + at.1, 1)
                .expect("clicked");
        }
        panic!("the program does not say that the game is over");
    }

    /// Ends the program.
    fn close(&mut self) {
        for dialog in self.hands.dialogs(self.window).expect("dialogs") {
            self.hands.focus(dialog).expect("focus");
            sleep(Duration::from_millis(300));
            self.hands.key("Escape").expect("typed");
            sleep(Duration::from_millis(300));
        }
        self.key("ctrl+w");
        self.desk.wait_for_end();
    }

    /// Ends the program, which then writes its statistics down: games won.
    fn own_count_of_wins(mut self) -> u32 {
        self.close();
        let file = self.desk.file(".config/gnome-games/aisleriot");
        let text = std::fs::read_to_string(file).expect("its statistics");
        let variation = &self.profile.name["aisleriot-".len()..];
        let section = format!("[{}.scm]", variation.replace('-', "_"));
        let own = text.split(&section).nth(1).expect("its own part");
        let line = own.lines().find_map(|line| line.strip_prefix("Statistic="));
        let won = line.and_then(|line| line.split(';').next());
        won.and_then(|won| won.parse().ok()).expect("a number")
    }
}

/// A card on the peaks that goes on the waste.
fn playable(reading: &Reading) -> Option<(i32, i32)> {
    let rank = |face: &Face| match face {
        Face::Up(card) => "A23456789TJQK".find(&card[..1]),
        Face::Down => None,
    };
    let waste = rank(&reading.pile("waste")?.cards.last()?.face)?;
    let rows = reading.cards().filter(|(pile, _, card)| {
        let goes = |own: usize| matches!((own + 13 - waste) % 13, 1 | 12);
        pile.name.starts_with("row") && rank(&card.face).is_some_and(goes)
    });
    rows.map(|(_, _, card)| card.grip()).next()
}

/// All ranks and suits, from deals of FreeCell that the user confirms: one, or
/// more where a suit's sign is covered by half on every card of the first.
fn learn_from_freecell(program: &mut Aisleriot<'_>) -> Deck {
    let mut deck = program.learn(None);
    for _ in 0..MOST_DEALS {
        if deck.missing().is_empty() {
            break;
        }
        eprintln!("not seen yet: {:?}", deck.missing());
        program.key("ctrl+n");
        deck = program.learn(Some(&deck));
    }
    assert!(deck.missing().is_empty());
    deck
}

/// Windows of other shapes and sizes: wide, high, flat, small.
const SHAPES: [(u32, u32); 12] = [
    (1000, 1000),
    (1280, 720),
    (1800, 800),
    (2200, 1000),
    (1100, 1500),
    (800, 1100),
    (2100, 1600),
    (2200, 1700),
    (1400, 700),
    (934, 734),
    (900, 1400),
    (1600, 1600),
];

/// Reads so many deals in windows of many shapes. What they are is known from the
/// window of the usual size.
fn read_in_all_shapes(deals: u32, seed: Option<u32>) {
    let mut desk = Desk::dealing(seed);
    let mut program = Aisleriot::start(&mut desk, "freecell");
    let deck = learn_from_freecell(&mut program);
    for deal in 1..=deals {
        let frame = program.at_rest();
        let art = Art::new(&frame, &program.profile, program.deck);
        let known = art.known(&frame, &program.profile);
        for (width, height) in SHAPES {
            program.desk.resize(program.window, width, height);
            let frame = program.at_rest();
            let what = format!("deal {deal}, {} by {}", frame.width, frame.height);
            if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
                let file = std::path::Path::new(&folder).join(format!("{width}x{height}.png"));
                frame.save(&file).expect("saved");
            }
            let reader = ProfileReader::new(program.profile.clone(), deck.clone());
            let reading = reader.read(&frame);
            let reading = reading.unwrap_or_else(|error| panic!("{what}: {error}"));
            let margins = reading.cards().map(|(_, _, card)| card.margin);
            eprintln!(
                "{what}: {} in doubt, least margin {:.2}",
                reading.doubtful(),
                margins.fold(1.0, f32::min)
            );
            assert_eq!(calibrate::differences(&reading, &known), [""; 0], "{what}");
            assert_eq!(reading.cards().count(), 52, "{what}");
        }
        program.desk.resize(program.window, SIZE.0, SIZE.1);
        let reader = ProfileReader::new(program.profile.clone(), deck.clone());
        program.deal_next(&reader);
    }
}

/// Plays deals of FreeCell, each to the end that the program itself reports.
fn play_freecell(deals: u32, seed: Option<u32>) {
    let mut desk = Desk::dealing(seed);
    let mut program = Aisleriot::start(&mut desk, "freecell");
    let deck = learn_from_freecell(&mut program);
    let reader = ProfileReader::new(program.profile.clone(), deck);
    for deal in 1..=deals {
        program.deal_next(&reader);
        program.assert_read(&reader);
        let ended = program.play(&reader, Mode::Fast);
        assert!(matches!(ended, Ended::Won { .. }), "deal {deal}: {ended:?}");
        assert!(
            program.has_dialog(Duration::from_secs(10)),
            "the program does not say that deal {deal} is won"
        );
    }
    assert_eq!(program.own_count_of_wins(), deals);
}

/// Plays a deal of FreeCell in windows of these shapes. The cards are learned in the
/// usual one.
fn play_freecell_in(shapes: &[(u32, u32)]) {
    let mut desk = Desk::dealing(None);
    let mut program = Aisleriot::start(&mut desk, "freecell");
    let deck = learn_from_freecell(&mut program);
    for (width, height) in shapes {
        program.desk.resize(program.window, *width, *height);
        let reader = ProfileReader::new(program.profile.clone(), deck.clone());
        program.deal_next(&reader);
        let ended = program.play(&reader, Mode::Fast);
        let what = format!("{width} by {height}");
        assert!(matches!(ended, Ended::Won { .. }), "{what}: {ended:?}");
        assert!(
            program.has_dialog(Duration::from_secs(10)),
            "the program does not say that {what} is won"
        );
    }
    assert_eq!(program.own_count_of_wins() as usize, shapes.len());
}

/// Plays deals of Triple Peaks. A deal that cannot be won is played until the
/// program itself says that nothing goes any more.
fn play_triple_peaks(deals: u32, seed: Option<u32>) {
    let mut desk = Desk::dealing(seed);
    // One deck for both games: what FreeCell shows is known in Triple Peaks.
    let mut program = Aisleriot::start(&mut desk, "freecell");
    let deck = learn_from_freecell(&mut program);
    program.close();
    let mut program = Aisleriot::start(&mut desk, "triple-peaks");
    let deck = program.learn(Some(&deck));
    let reader = ProfileReader::new(program.profile.clone(), deck);
    let mut won = 0;
    for deal in 1..=deals {
        program.assert_read(&reader);
        match program.play(&reader, Mode::default()) {
            Ended::Won { .. } => {
                won += 1;
                assert!(
                    program.has_dialog(Duration::from_secs(10)),
                    "the program does not say that deal {deal} is won"
                );
            }
            Ended::Lost => program.play_to_the_dead_end(&reader),
            other => panic!("deal {deal}: {other:?}"),
        }
        if deal < deals {
            program.deal_next(&reader);
        }
    }
    let own = program.own_count_of_wins();
    assert_eq!(own, won, "the program counts {own} games as won");
}

/// Klondike with so many cards a draw, and the cards that FreeCell shows.
fn open_klondike(desk: &mut Desk, draw: u32) -> (Aisleriot<'_>, Deck) {
    let mut program = Aisleriot::start(desk, "freecell");
    let deck = learn_from_freecell(&mut program);
    program.close();
    // The first of its options is three card deals, the second single card deals.
    let option = if draw == 3 { 1 } else { 2 };
    let file = desk.file(".config/gnome-games/aisleriot");
    let mut settings = std::fs::read_to_string(&file).expect("its settings");
    settings.push_str(&format!("\n[klondike.scm]\nOptions={option}\n"));
    std::fs::write(file, settings).expect("written");
    let mut program = Aisleriot::start(desk, "klondike");
    let wanted = Settings::default().with("draw", draw);
    program.profile = program.profile.with_settings(&wanted);
    program.desk.resize(program.window, HIGH.0, HIGH.1);
    (program, deck)
}

/// The same, and a reader that has learned the cards in both.
fn start_klondike(desk: &mut Desk, draw: u32) -> (Aisleriot<'_>, ProfileReader) {
    let (mut program, deck) = open_klondike(desk, draw);
    let deck = program.learn(Some(&deck));
    let reader = ProfileReader::new(program.profile.clone(), deck);
    (program, reader)
}

/// Learns the cards of so many deals, each alone and with what FreeCell shows.
fn learn_klondike(deals: u32) {
    let mut desk = Desk::dealing(None);
    let (mut program, deck) = open_klondike(&mut desk, 1);
    for _ in 0..deals {
        program.learn(None);
        program.learn(Some(&deck));
        program.key("ctrl+n");
    }
}

/// Turns up the cards of Klondike and plays until so many deals are won. A deal
/// that cannot be won, or whose cards cannot all be seen, is left.
fn play_klondike(wins: u32, draw: u32) {
    let mut desk = Desk::dealing(None);
    let (mut program, reader) = start_klondike(&mut desk, draw);
    let mut won = 0;
    // Two of five deals with three cards a draw are left.
    for deal in 1..=3 * wins + 9 {
        program.assert_read(&reader);
        let ended = program.play(&reader, Mode::Short);
        eprintln!("deal {deal}: {}", matches!(ended, Ended::Won { .. }));
        if matches!(ended, Ended::Won { .. }) {
            won += 1;
            assert!(
                program.has_dialog(Duration::from_secs(10)),
                "the program does not say that deal {deal} is won"
            );
        } else {
            assert!(
                matches!(ended, Ended::Lost | Ended::Unknown(_)),
                "{ended:?}"
            );
        }
        if won == wins {
            break;
        }
        program.deal_next(&reader);
    }
    assert_eq!(won, wins, "deals that were won");
    let own = program.own_count_of_wins();
    assert_eq!(own, won, "the program counts {own} games as won");
}

/// Spider, and a reader that has learned its cards, most of them in FreeCell.
fn start_spider(desk: &mut Desk) -> (Aisleriot<'_>, ProfileReader) {
    let mut program = Aisleriot::start(desk, "freecell");
    let deck = learn_from_freecell(&mut program);
    program.close();
    let mut program = Aisleriot::start(desk, "spider");
    program.desk.resize(program.window, SPIDER.0, SPIDER.1);
    let deck = program.learn(Some(&deck));
    let reader = ProfileReader::new(program.profile.clone(), deck);
    (program, reader)
}

/// Turns up the cards of Spider and plays until so many deals are won. A deal whose
/// cards are not all found, or that is not solved in time, is left.
fn play_spider(wins: u32) {
    let mut desk = Desk::dealing(None);
    let (mut program, reader) = start_spider(&mut desk);
    let mut won = 0;
    for deal in 1..=2 * wins + 2 {
        program.assert_read(&reader);
        let ended = program.play(&reader, Mode::Short);
        eprintln!("deal {deal}: {}", matches!(ended, Ended::Won { .. }));
        if matches!(ended, Ended::Won { .. }) {
            won += 1;
            assert!(
                program.has_dialog(Duration::from_secs(10)),
                "the program does not say that deal {deal} is won"
            );
        } else {
            assert!(matches!(ended, Ended::Unknown(_)), "{ended:?}");
        }
        if won == wins {
            break;
        }
        program.deal_next(&reader);
    }
    assert_eq!(won, wins, "deals that were won");
    let own = program.own_count_of_wins();
    assert_eq!(own, won, "the program counts {own} games as won");
}

#[test]
#[ignore = "needs AisleRiot"]
fn three_deals_of_spider_are_read() {
    let mut desk = Desk::dealing(SEED);
    let (mut program, reader) = start_spider(&mut desk);
    for _ in 0..3 {
        program.assert_read(&reader);
        program.deal_next(&reader);
    }
}

#[test]
#[ignore = "needs AisleRiot"]
fn three_deals_of_klondike_are_read() {
    let mut desk = Desk::dealing(SEED);
    let (mut program, reader) = start_klondike(&mut desk, 1);
    for _ in 0..3 {
        program.assert_read(&reader);
        program.deal_next(&reader);
    }
}

#[test]
#[ignore = "needs AisleRiot"]
fn the_stock_of_klondike_by_three_is_read() {
    let mut desk = Desk::dealing(SEED);
    let (mut program, reader) = start_klondike(&mut desk, 3);
    for _ in 0..3 {
        program.assert_read(&reader);
        program.assert_stock_is_read(&reader);
        program.deal_next(&reader);
    }
}

#[test]
#[ignore = "needs AisleRiot"]
fn freecell_of_aisleriot_is_read_and_played_to_its_own_end() {
    play_freecell(1, SEED);
}

#[test]
#[ignore = "needs AisleRiot"]
fn triple_peaks_of_aisleriot_is_played_from_face_down_to_won_or_proved_lost() {
    play_triple_peaks(2, SEED);
}

#[test]
#[ignore = "needs AisleRiot"]
fn freecell_of_aisleriot_is_found_and_read_in_windows_of_any_shape() {
    read_in_all_shapes(1, SEED);
}

mod slow {
    use super::{
        learn_klondike, play_freecell, play_freecell_in, play_klondike, play_spider,
        play_triple_peaks, read_in_all_shapes,
    };

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn freecell_is_won_in_a_wide_and_in_a_high_window() {
        play_freecell_in(&[(1800, 900), (1000, 1500)]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn five_deals_of_freecell_are_read_in_windows_of_any_shape() {
        read_in_all_shapes(5, None);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn five_deals_of_spider_are_turned_up_and_played_to_their_own_end() {
        play_spider(5);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn twenty_deals_of_spider_are_turned_up_and_played_to_their_own_end() {
        play_spider(20);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn thirty_deals_of_klondike_are_learned() {
        learn_klondike(30);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn twenty_deals_of_klondike_are_turned_up_and_played_to_their_own_end() {
        play_klondike(20, 1);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn five_deals_of_klondike_by_three_are_turned_up_and_played_to_their_own_end() {
        play_klondike(5, 3);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn three_deals_of_freecell_are_played_to_their_own_end() {
        play_freecell(3, None);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn ten_deals_of_triple_peaks_are_played_to_won_or_proved_lost() {
        play_triple_peaks(10, None);
    }
}
