//! The built-in profiles for Microsoft Solitaire Collection play a window like
//! its own: from the first look to the last panel, at several scales.

mod art;
mod challenges;
mod columns;
mod play;
mod window;

use std::time::Duration;

use patience::{Cancel, Game, Line, find_game};
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::landmark::{Landmarks, Look};
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::manner::{Manner, Pace};
use patience_screen::player::{Asks, Consent, FrameReader, Player};
use patience_screen::profile::PileRole;
use patience_screen::vision::{Deck, Face, Geometry, Reading};
use patience_screen::{Error, Eyes as _, Frame, Profile, Rectangle, WindowId};

use art::Art;
use window::{Truth, Window};

/// The only window.
const WINDOW: WindowId = WindowId(1);

/// The names of the games in the folder of art.
fn art_of(game: &str) -> &'static str {
    match game.split(' ').next() {
        Some("pyramid") => "Pyramid",
        Some("tripeaks") => "TriPeaks",
        Some("klondike") => "Klondike",
        Some("spider") => "Spider",
        _ => "FreeCell",
    }
}

/// The profile of a game; settings may follow its name, as in `klondike draw=3`.
fn profile(game: &str) -> Profile {
    let (game, settings) = game.split_once(' ').unwrap_or((game, ""));
    let name = format!("microsoft-{game}");
    let profile = Profile::built_in(&name).unwrap_or_else(|| panic!("{name} is built in"));
    profile.with_settings(&settings.parse().expect("settings"))
}

/// Nobody to ask: a doubtful card is a failure.
pub struct Nobody;

impl Asks for Nobody {
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent {
        for doubt in patience_screen::position::doubts(readings) {
            eprintln!("in doubt: {doubt:?}");
        }
        Consent::NobodyToAsk
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn report(&mut self, _: &str) {}
}

/// Lets a game that has begun be started over.
pub struct Agrees;

impl Asks for Agrees {
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent {
        Nobody.confirm(readings)
    }

    fn start_over(&mut self) -> Consent {
        Consent::Yes
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn report(&mut self, _: &str) {}
}

/// Reads, and compares every reading with what the window showed.
pub struct Checked {
    reader: ProfileReader,
    profile: Profile,
    truth: Truth,
}

impl Checked {
    /// The window does not press this column so much that parts of the ranks are covered.
    fn shows_ranks(&self, column: &str, cards: &[&Face]) -> bool {
        let piles = self.profile.piles();
        let place = piles.iter().find(|pile| pile.name == column);
        let place = place.expect("a column");
        let backs = cards.iter().filter(|face| ***face == Face::Down).count();
        let step = Window::step(place, backs, cards.len());
        step >= self.profile.look.rank[3] * self.profile.layout.card[1]
    }

    fn compare(&self, reading: &Reading, truth: &[KnownPile]) {
        for pile in reading
            .piles
            .iter()
            .filter(|pile| pile.role != PileRole::Button)
        {
            let known = truth.iter().find(|known| known.pile == pile.name);
            let known = known.unwrap_or_else(|| panic!("{}", pile.name));
            let cards: Vec<&Face> = match pile.role {
                PileRole::Column => known.cards.iter().collect(),
                // A draw of three cards lies side by side.
                PileRole::Waste if pile.cards.len() > 1 => {
                    let shown = known.cards.len().min(3);
                    known.cards.iter().skip(known.cards.len() - shown).collect()
                }
                PileRole::Stock => known
                    .cards
                    .last()
                    .map(|_| &Face::Down)
                    .into_iter()
                    .collect(),
                _ => known.cards.last().into_iter().collect(),
            };
            if pile.role == PileRole::Column && !self.shows_ranks(&pile.name, &cards) {
                // It is not read, and then its faces are missing; none is wrong.
                let is_down = |face: &&&Face| **face == &Face::Down;
                let backs = cards.iter().take_while(is_down).count();
                let is_all = pile.cards.len() == cards.len();
                assert!(is_all || pile.cards.len() == backs, "{known:?}: {pile:?}");
                if !is_all {
                    continue;
                }
            }
            assert_eq!(pile.cards.len(), cards.len(), "{}: {known:?}", pile.name);
            let is_fan = pile.role == PileRole::Waste && pile.cards.len() > 1;
            for (read, is) in pile.cards.iter().zip(cards) {
                let is_covered = is_fan && read.face == Face::Down;
                let is_marked = read.doubtful || read.guessed || is_covered;
                assert!(
                    read.face == *is || is_marked,
                    "{}: {read:?} is {is:?}",
                    pile.name
                );
            }
        }
    }
}

impl FrameReader for Checked {
    fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        let reading = self.reader.read(frame)?;
        if let Some(truth) = &*self.truth.borrow() {
            self.compare(&reading, truth);
        }
        Ok(reading)
    }

    fn table_area(&self, frame: &Frame) -> Rectangle {
        self.reader.table_area(frame)
    }

    fn pixel(&self, frame: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error> {
        self.reader.pixel(frame, at)
    }

    fn knows(&self, name: &str) -> bool {
        self.reader.knows(name)
    }

    fn landmarks(&self, frame: &Frame, name: &str) -> Vec<(i32, i32)> {
        self.reader.landmarks(frame, name)
    }
}

/// What a player has shown once, at 100 %: the cards of one deal of FreeCell, a
/// back, and everything to click.
pub struct Calibrated {
    /// The cards.
    pub deck: Deck,
    /// The rest.
    pub landmarks: Landmarks,
}

impl Calibrated {
    /// Shows everything once.
    pub fn new(game: &str, may_be_real: bool) -> Self {
        let art = || Art::new(art_of(game), may_be_real);
        // The cards: one deal that shows them all.
        let freecell = profile("freecell");
        let mut window = Window::new(freecell.clone(), art(), 1, 1.0, 0);
        let frame = window.capture(WINDOW).expect("a frame");
        let known = calibrate::known(&*window.table);
        let mut deck = calibrate::learn(&frame, &freecell, &known, None).expect("learned");
        assert!(deck.missing().is_empty());
        let own = profile(game);
        let mut window = Window::new(own.clone(), art(), 1, 1.0, 0);
        let frame = window.capture(WINDOW).expect("a frame");
        if own.look.back.is_some() {
            let known = calibrate::known(&*window.table);
            deck = calibrate::learn(&frame, &own, &known, Some(&deck)).expect("a back");
            calibrate::check(&frame, &own, &known, &deck).expect("read back");
        }
        // Buttons and panels: pointed at once.
        let mut landmarks = Landmarks::default();
        let geometry = Geometry::find_by(&frame, &own, &deck).expect("found");
        let sign = own.signs.game_picture.clone().expect("a sign");
        landmarks.add_at(&sign, &frame, &geometry, window.middle(Window::sign()));
        for (name, overlay, place) in Window::landmarks() {
            let mut shown = Window::new(own.clone(), art(), 1, 1.0, 0);
            shown.overlay = overlay;
            let frame = shown.capture(WINDOW).expect("a frame");
            landmarks.add_at(name, &frame, &geometry, shown.middle(place));
        }
        // The button that undoes the board: pictures of the player's own.
        for look in ["undo-board", "undo-board-hover"] {
            let look = Look {
                picture: art().piece(look),
                unit: 1.0,
                at: None,
            };
            landmarks.add("undo-board", look);
        }
        Self { deck, landmarks }
    }

    /// A reader that compares everything it reads.
    pub fn reader(&self, game: &str, truth: Truth) -> Checked {
        let reader = ProfileReader::new(profile(game), self.deck.clone());
        Checked {
            reader: reader.with_landmarks(self.landmarks.clone()),
            profile: profile(game),
            truth,
        }
    }
}

/// How the built-in profile plays, with the short waits of a quick program.
pub fn manner(game: &str) -> Manner {
    Manner {
        pace: Pace {
            poll: Duration::from_millis(1),
            calm: Duration::from_millis(4),
            still: Duration::from_millis(25),
            lost: Duration::from_millis(120),
            give_up: Duration::from_secs(120),
            user: Duration::from_secs(3),
            pause: Duration::ZERO,
            tries: 4,
        },
        ..Manner::of(&profile(game))
    }
}

/// A window with a deal.
pub fn window(game: &str, number: u64, scale: f32, bar: u32, may_be_real: bool) -> Window {
    let art = Art::new(art_of(game), may_be_real);
    Window::new(profile(game), art, number, scale, bar)
}

/// A player for it.
pub fn player<'a>(
    window: &'a mut Window,
    reader: &'a Checked,
    manner: &'a Manner,
) -> Player<'a, Window> {
    let id = WINDOW;
    Player::new(window, reader, manner, id, Cancel::default())
}

fn game_of(name: &str) -> &'static dyn Game {
    let name = name.split(' ').next().expect("a name");
    find_game(name).expect("a game")
}
