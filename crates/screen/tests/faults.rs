//! The player against a program that misbehaves: it recovers, or stops with
//! one clear line, and never plays on wrong cards.

use std::time::Duration;

use patience::{Cancel, Game, Limits, Line, Request, find_game};
use patience_screen::hands::simulated::{Fault, Habit, Program};
use patience_screen::player::manner::{Manner, Pace};
use patience_screen::player::{Asks, Consent, Ended, FrameReader, Player, Stopped};
use patience_screen::profile::{Carry, Control, Controls, MouseGesture, Signs, Window};
use patience_screen::vision::{Face, Reading};
use patience_screen::{Error, Eyes as _, Frame, Hands as _, Rectangle};

struct Silent;

impl Asks for Silent {
    fn confirm(&mut self, _: &mut [Reading]) -> Consent {
        Consent::Yes
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn report(&mut self, _: &str) {}
}

fn key(chord: &str) -> Option<Control> {
    Some(Control {
        keys: vec![chord.to_owned()],
        ..Control::default()
    })
}

/// A player with the short waits that these quick programs need.
fn manner(play: MouseGesture) -> Manner {
    Manner {
        settings: Default::default(),
        play,
        carry: Carry::Run,
        controls: Controls {
            undo: key("ctrl+z"),
            restart: key("ctrl+r"),
            new_game: key("ctrl+n"),
            ..Controls::default()
        },
        signs: Signs {
            dismiss: Some("Escape".to_owned()),
            ..Signs::default()
        },
        panels: Vec::new(),
        other_signs: Vec::new(),
        pace: Pace {
            poll: Duration::from_millis(1),
            calm: Duration::from_millis(6),
            still: Duration::from_millis(30),
            lost: Duration::from_millis(90),
            give_up: Duration::from_secs(10),
            user: Duration::from_secs(3),
            pause: Duration::ZERO,
            tries: 3,
        },
    }
}

fn gesture_of(game: &str) -> MouseGesture {
    match game {
        "tripeaks" => MouseGesture::Click,
        _ => MouseGesture::Drag,
    }
}

fn play(program: &mut Program) -> Result<Ended, Stopped> {
    let reader = program.reader();
    play_by(program, &reader, &mut Silent)
}

fn play_by(
    program: &mut Program,
    reader: &dyn FrameReader,
    asks: &mut dyn Asks,
) -> Result<Ended, Stopped> {
    let manner = manner(gesture_of(program.table().about().name));
    play_in(program, reader, &manner, asks)
}

fn play_in(
    program: &mut Program,
    reader: &dyn FrameReader,
    manner: &Manner,
    asks: &mut dyn Asks,
) -> Result<Ended, Stopped> {
    let name = program.table().about().name;
    let window = program.find(&Window::titled("")).expect("there is one");
    let mut player = Player::new(program, reader, manner, window, Cancel::default());
    let request = Request::default().with_mode(patience::Mode::Fast);
    let game = find_game(name).expect("a game");
    player.play(game, &request, &Limits::default(), false, asks)
}

fn freecell(faults: &[(u32, Fault)]) -> Program {
    let mut program = Program::deal("freecell", 164).expect("a deal");
    program.faults = faults.to_vec();
    program
}

/// Plays to the end, whatever happens on the way.
fn wins(faults: &[(u32, Fault)]) -> Program {
    let mut program = freecell(faults);
    let ended = play(&mut program);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(program.table().is_won());
    program
}

/// Stops, and the line says why.
fn stops(faults: &[(u32, Fault)], why: &str) -> Program {
    let mut program = freecell(faults);
    let stopped = play(&mut program).expect_err("it must stop");
    assert!(stopped.to_string().contains(why), "{stopped}");
    assert!(!program.table().is_won());
    program
}

#[test]
fn a_deal_is_played_to_its_end_without_a_wrong_click() {
    assert_eq!(wins(&[]).refused(), 0);
}

#[test]
fn a_game_is_taken_up_from_the_middle() {
    let mut program = freecell(&[]);
    let line = program
        .table()
        .solve(&Request::default(), &mut patience::Budget::unlimited());
    let moves = line.unwrap().outcome.solution().unwrap().moves.clone();
    program.play(&moves[..moves.len() / 2]);
    assert!(matches!(play(&mut program), Ok(Ended::Won { .. })));
    assert!(program.table().is_won());
}

#[test]
fn a_click_that_gets_lost_is_made_again() {
    let lost = [
        (1, Fault::LostClick),
        (7, Fault::LostClick),
        (8, Fault::LostClick),
    ];
    assert_eq!(wins(&lost).refused(), 0);
}

#[test]
fn clicks_that_never_arrive_stop_it() {
    let lost: Vec<_> = (5..40).map(|press| (press, Fault::LostClick)).collect();
    stops(&lost, "had no effect");
}

#[test]
fn a_window_that_moves_is_followed() {
    assert_eq!(
        wins(&[(4, Fault::WindowMoves), (9, Fault::WindowMoves)]).refused(),
        0
    );
}

#[test]
fn a_window_in_front_is_sent_back() {
    assert_eq!(wins(&[(4, Fault::Covered { yields: true })]).refused(), 0);
}

#[test]
fn a_window_that_comes_to_the_front_slowly_is_waited_for() {
    let mut program = freecell(&[(4, Fault::Covered { yields: true })]);
    program.raise_delay = Duration::from_millis(900);
    let ended = play(&mut program);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert_eq!(program.refused(), 0);
}

#[test]
fn a_window_that_stays_in_front_stops_it() {
    let program = stops(
        &[(4, Fault::Covered { yields: false })],
        "`Mail` is in front",
    );
    assert_eq!(program.refused(), 0);
    assert!(
        program.presses() <= 6,
        "it clicked on: {}",
        program.presses()
    );
}

#[test]
fn an_animation_three_times_as_slow_is_waited_for() {
    let mut program = freecell(&[]);
    program.animation *= 3;
    assert!(matches!(play(&mut program), Ok(Ended::Won { .. })));
    assert_eq!(program.refused(), 0);
}

#[test]
fn a_busy_program_that_still_holds_a_card_is_waited_for() {
    let hangs = Fault::Hangs(Duration::from_millis(400));
    assert_eq!(wins(&[(4, hangs), (7, hangs)]).refused(), 0);
}

#[test]
fn a_computer_that_sleeps_loses_no_click() {
    let sleeps = Fault::Sleeps(Duration::from_millis(400));
    let program = wins(&[(4, sleeps), (7, sleeps)]);
    assert_eq!(program.refused(), 0);
    assert_eq!(program.presses(), wins(&[]).presses());
}

#[test]
fn a_dialog_that_yields_is_sent_away() {
    assert_eq!(wins(&[(5, Fault::Dialog { yields: true })]).refused(), 0);
}

#[test]
fn a_dialog_that_stays_stops_it() {
    let program = stops(&[(5, Fault::Dialog { yields: false })], "is in front");
    assert_eq!(program.refused(), 0);
}

/// It may be a question. To move it aside and play on would be to ignore it.
#[test]
fn a_dialog_that_the_profile_cannot_answer_stops_it() {
    let mut program = freecell(&[(5, Fault::Dialog { yields: true })]);
    let mut manner = manner(MouseGesture::Drag);
    manner.signs.dismiss = None;
    let reader = program.reader();
    let stopped = play_in(&mut program, &reader, &manner, &mut Silent).expect_err("it must stop");
    assert!(
        stopped.to_string().contains("`Advert` is in front"),
        "{stopped}"
    );
}

/// The dialog hides cards that the move turned up, and takes the move back when it is
/// closed.
#[test]
fn what_lies_behind_a_dialog_is_seen_before_the_dialog_is_closed() {
    let mut program = Program::deal("tripeaks", 2).expect("a deal");
    program.faults = (1..200).map(|press| (press, Fault::DeadEnd)).collect();
    let ended = play(&mut program);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(program.table().is_won());
    assert_eq!(program.refused(), 0);
}

#[test]
fn a_card_that_cannot_be_there_is_looked_at_once_more() {
    let mut program = Program::deal("tripeaks", 2).expect("a deal");
    let another = Fault::ShowsAnother(Duration::from_millis(70));
    program.faults = (1..200).map(|press| (press, another)).collect();
    let ended = play(&mut program);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(program.table().is_won());
    assert_eq!(program.refused(), 0);
}

#[test]
fn a_card_that_stays_impossible_stops_it() {
    let mut program = Program::deal("tripeaks", 2).expect("a deal");
    let another = Fault::ShowsAnother(Duration::from_secs(60));
    program.faults = (1..200).map(|press| (press, another)).collect();
    let stopped = play(&mut program).expect_err("it must stop");
    let why = "cannot be the card that is turned up";
    assert!(stopped.to_string().contains(why), "{stopped}");
    assert_eq!(program.refused(), 0);
}

#[test]
fn a_program_that_dies_stops_it() {
    stops(&[(6, Fault::Dies)], "the window was closed");
}

#[test]
fn a_user_who_grabs_the_mouse_is_waited_for() {
    let grabs = [(3, Fault::UserGrabs(Duration::from_millis(300)))];
    assert_eq!(wins(&grabs).refused(), 0);
}

#[test]
fn a_user_who_keeps_the_mouse_stops_it() {
    let grabs = [(3, Fault::UserGrabs(Duration::from_secs(60)))];
    stops(&grabs, "somebody else moves the mouse");
}

#[test]
fn a_mouse_in_the_corner_stops_it_at_once() {
    let program = stops(&[(3, Fault::UserToCorner)], "corner");
    assert_eq!(program.presses(), 3);
}

#[test]
fn escape_stops_it_at_once() {
    let program = stops(&[(3, Fault::UserEscapes)], "Escape");
    assert_eq!(program.presses(), 3);
}

/// UAC's secure desktop: no click can be meant for what is behind it.
#[test]
fn a_system_that_asks_for_a_permission_stops_it_at_once() {
    let program = stops(&[(3, Fault::SystemAsks)], "asks for a permission");
    assert_eq!(program.presses(), 3);
}

#[test]
fn a_table_that_is_not_what_was_solved_is_solved_again() {
    assert_eq!(wins(&[(4, Fault::UserPlays)]).refused(), 0);
    assert_eq!(wins(&[(6, Fault::OtherDeal)]).refused(), 0);
}

/// Plays a deal of a quick program to its end; no click may be refused.
fn play_quickly(game: &str, number: u64) -> (Ended, Program) {
    let mut program = Program::deal(game, number).expect("a deal");
    program.animation = Duration::from_millis(3);
    let ended = play(&mut program).unwrap_or_else(|stopped| panic!("{game} {number}: {stopped}"));
    assert_eq!(program.refused(), 0, "{game} {number}");
    (ended, program)
}

fn wins_quickly(game: &str, number: u64) {
    let (ended, program) = play_quickly(game, number);
    assert!(
        matches!(ended, Ended::Won { .. }),
        "{game} {number}: {ended:?}"
    );
    assert!(program.table().is_won(), "{game} {number}");
}

/// A deal that cannot be won is found out to be one.
fn loses_quickly(game: &str, number: u64) {
    let (ended, _) = play_quickly(game, number);
    assert!(matches!(ended, Ended::Lost), "{game} {number}: {ended:?}");
}

#[test]
fn tripeaks_is_turned_up_card_by_card_until_the_answer_is_certain() {
    (1..=6).for_each(|number| wins_quickly("tripeaks", number));
    loses_quickly("tripeaks", 57);
}

#[test]
fn pyramid_is_drawn_through_and_played() {
    wins_quickly("pyramid", 3);
    loses_quickly("pyramid", 4);
}

#[test]
fn a_stock_that_was_drawn_from_before_is_read_from_a_restart() {
    let mut program = Program::deal("pyramid", 1).expect("a deal");
    program.animation = Duration::from_millis(3);
    program.play(&["Draw".into(), "Draw".into(), "Draw".into()]);
    let ended = play(&mut program);
    assert!(
        matches!(ended, Ok(Ended::Won { .. } | Ended::Lost)),
        "{ended:?}"
    );
    assert_eq!(program.refused(), 0);
}

/// Wins a Pyramid of a program with habits of its own; no click may be refused.
fn wins_with(habits: &[Habit], number: u64) -> Program {
    let mut program = Program::deal("pyramid", number).expect("a deal");
    program.animation = Duration::from_millis(3);
    program.habits = habits.to_vec();
    let ended = play(&mut program);
    assert!(
        matches!(ended, Ok(Ended::Won { .. })),
        "{number}: {ended:?}"
    );
    assert!(program.table().is_won(), "{number}");
    assert_eq!(program.refused(), 0, "{number}");
    program
}

/// Longer than a table has to stand still.
#[test]
fn a_stock_that_shows_its_next_card_late_is_waited_for() {
    wins_with(&[Habit::LateStock(Duration::from_millis(60))], 3);
}

/// The first look comes while the program still deals.
#[test]
fn a_deal_whose_stock_comes_late_is_waited_for() {
    let mut program = Program::deal("pyramid", 2).expect("a deal");
    program.animation = Duration::from_millis(3);
    program.habits = vec![Habit::LateStock(Duration::from_millis(60))];
    program.key("ctrl+n").expect("typed");
    let ended = play(&mut program);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(program.table().is_won());
}

#[test]
fn a_stock_that_deals_on_press_is_dragged_onto() {
    PYRAMIDS.into_iter().for_each(|number| {
        wins_with(&[Habit::DealsOnPress], number);
    });
}

#[test]
fn a_card_that_the_program_draws_by_itself_is_planned_with() {
    PYRAMIDS.into_iter().for_each(|number| {
        wins_with(&[Habit::DrawsByItself], number);
    });
}

/// Deals of Pyramid that can be won.
const PYRAMIDS: [u64; 2] = [3, 5];

/// One game of each family: the games of a family share the page of their rules.
fn one_of_each_family() -> Vec<&'static dyn Game> {
    let mut games: Vec<&dyn Game> = Vec::new();
    for game in patience::games() {
        if games
            .iter()
            .all(|known| known.about().rules != game.about().rules)
        {
            games.push(*game);
        }
    }
    games
}

#[test]
fn every_game_is_read_and_played_by_what_it_says_of_itself() {
    for game in one_of_each_family() {
        let name = game.about().name;
        let mut program = Program::deal(name, 2).expect("a deal");
        program.animation = Duration::from_millis(3);
        let ended = play(&mut program);
        match &ended {
            Ok(Ended::Won { .. }) => assert!(program.table().is_won(), "{name}"),
            Ok(Ended::Lost) => {}
            other => panic!("{name}: {other:?}"),
        }
        assert_eq!(program.refused(), 0, "{name}: {ended:?}");
    }
}

#[test]
fn cluj_is_played() {
    wins_quickly("cluj", 1);
}

/// Recognises no card: what is drawn in the columns looks like locks.
struct OnlyLocks<R>(R);

impl<R: FrameReader> FrameReader for OnlyLocks<R> {
    fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        let mut reading = self.0.read(frame)?;
        for (index, pile) in reading.piles.iter_mut().enumerate() {
            pile.cards.clear();
            pile.locked = index < 4;
        }
        Ok(reading)
    }

    fn table_area(&self, frame: &Frame) -> Rectangle {
        self.0.table_area(frame)
    }

    fn pixel(&self, frame: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error> {
        self.0.pixel(frame, at)
    }
}

#[test]
fn a_table_without_a_card_is_not_a_cluj_that_is_won() {
    let mut program = Program::deal("cluj", 1).expect("a deal");
    let reader = OnlyLocks(program.reader());
    let stopped = play_by(&mut program, &reader, &mut Silent).expect_err("no card");
    assert!(stopped.to_string().contains("no card is seen"), "{stopped}");
    assert_eq!(program.presses(), 0);
}

/// Reads one card wrong, and marks it as doubtful.
struct Blurred<R> {
    reader: R,
    is: String,
    read: String,
}

impl<R: FrameReader> FrameReader for Blurred<R> {
    fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        let mut reading = self.reader.read(frame)?;
        let cards = reading.piles.iter_mut().flat_map(|pile| &mut pile.cards);
        for card in cards.filter(|card| card.face == Face::Up(self.is.clone())) {
            card.face = Face::Up(self.read.clone());
            card.doubtful = true;
        }
        Ok(reading)
    }

    fn table_area(&self, frame: &Frame) -> Rectangle {
        self.reader.table_area(frame)
    }

    fn pixel(&self, frame: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error> {
        self.reader.pixel(frame, at)
    }
}

/// Knows the card that is read wrongly; or is not there.
struct Knows {
    is: String,
    is_there: bool,
    questions: u32,
}

impl Asks for Knows {
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent {
        let piles = readings.iter_mut().flat_map(|reading| &mut reading.piles);
        let cards = piles.flat_map(|pile| &mut pile.cards);
        let doubtful: Vec<_> = cards.filter(|card| card.doubtful).collect();
        if doubtful.is_empty() || !self.is_there {
            return Consent::NobodyToAsk;
        }
        self.questions += 1;
        for card in doubtful {
            card.face = Face::Up(self.is.clone());
            card.doubtful = false;
        }
        Consent::Yes
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn report(&mut self, _: &str) {}
}

/// The peaks of a deal with the card at their top read as another one.
fn blurred_peaks(number: u64, is_there: bool) -> (Result<Ended, Stopped>, u32) {
    let mut program = Program::deal("tripeaks", number).expect("a deal");
    program.animation = Duration::from_millis(3);
    let layout = program.table().layout();
    let top = layout.pile("row 1, card 1").expect("a peak");
    let is = layout.piles[top].cards[0].card.clone();
    let rank = &is[..1];
    let suit = if is.ends_with(['h', 'd']) { 's' } else { 'h' };
    let reader = Blurred {
        reader: program.reader(),
        read: format!("{rank}{suit}"),
        is: is.clone(),
    };
    let mut asks = Knows {
        is,
        is_there,
        questions: 0,
    };
    let ended = play_by(&mut program, &reader, &mut asks);
    if matches!(ended, Ok(Ended::Won { .. })) {
        assert!(program.table().is_won());
    }
    assert_eq!(program.refused(), 0, "deal {number}");
    (ended, asks.questions)
}

#[test]
fn a_card_that_is_turned_up_in_doubt_is_asked_about_and_remembered() {
    let mut asked = 0;
    for number in 1..=6 {
        let (ended, questions) = blurred_peaks(number, true);
        assert!(
            matches!(ended, Ok(Ended::Won { .. })),
            "deal {number}: {ended:?}"
        );
        asked += questions;
    }
    assert!(asked > 0, "no peak was ever turned up");
}

#[test]
fn with_nobody_to_ask_a_card_in_doubt_stops_it() {
    let stopped = (1..=6).filter_map(|number| blurred_peaks(number, false).0.err());
    let reasons: Vec<_> = stopped.map(|stopped| stopped.to_string()).collect();
    assert!(!reasons.is_empty(), "no peak was ever turned up");
    for reason in reasons {
        assert!(reason.contains("row 1, card 1 may be"), "{reason}");
    }
}
