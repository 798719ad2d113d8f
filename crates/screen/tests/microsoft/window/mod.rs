//! A window like those of Microsoft Solitaire Collection: it plays by our rules,
//! answers clicks and drags, asks before it undoes a board, says when no move is
//! left, shows a panel at the end of a game, and adverts.

mod device;
mod drawing;
mod program;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use patience::layout::{Pile, Spot};
use patience::{Layout, Table, find_game};
use patience_screen::Frame;
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::profile::{PilePlace, PileRole, Profile};
use patience_screen::vision::Face;

use crate::art::Art;

/// The inside of the window, and where it is on the screen.
const SIZE: (f32, f32) = (1440.0, 900.0);
const PLACE: (i32, i32) = (60, 40);
/// A card's paper begins so far before its glyph box.
const PAPER: (f32, f32) = (6.0, 2.0);
/// How low a column may reach.
const LOWEST: f32 = 880.0;
/// Buttons of the window: upper left corner and size.
pub const UNDO_BOARD: [f32; 4] = [60.0, 835.0, 34.0, 34.0];
pub const NEW_GAME: [f32; 4] = [160.0, 835.0, 36.0, 36.0];
const SIGN: (f32, f32) = (24.0, 20.0);
/// The question before a board is undone, and its OK.
const QUESTION: [f32; 4] = [440.0, 320.0, 560.0, 290.0];
const QUESTION_SIGN: (f32, f32) = (460.0, 350.0);
const OK: [f32; 4] = [529.0, 547.0, 41.0, 23.0];
/// The panel that says that no move is left, and its "undo last move".
const STUCK_SIGN: (f32, f32) = (470.0, 380.0);
const UNDO_LAST: [f32; 4] = [781.0, 542.0, 214.0, 23.0];
/// The panel at the end of a game.
const END: [f32; 4] = [380.0, 200.0, 680.0, 460.0];
const END_SIGN: (f32, f32) = (690.0, 230.0);
const END_NEXT: [f32; 4] = [700.0, 600.0, 36.0, 36.0];
/// An advert covers all; its mark closes it.
const CLOSE: [f32; 4] = [1380.0, 40.0, 36.0, 36.0];
/// How long after a move a panel comes up.
const PANEL_DELAY: Duration = Duration::from_millis(60);

/// What is in front of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    Question,
    Stuck,
    End,
    Advert,
}

/// What the last frame showed; none while something was over it.
pub type Truth = Rc<RefCell<Option<Vec<KnownPile>>>>;

/// The window.
pub struct Window {
    pub profile: Profile,
    art: Art,
    pub scale: f32,
    /// A title bar inside of what is captured, in pixels.
    bar: u32,
    pub number: u64,
    start: Box<dyn Table>,
    pub table: Box<dyn Table>,
    before: Vec<Box<dyn Table>>,
    selected: Option<Spot>,
    /// Which of the table's homes each home of the window is.
    homes: [Option<usize>; 4],
    pub overlay: Option<Overlay>,
    pending: Option<(Instant, Overlay)>,
    pub panel_delay: Duration,
    /// Presses at which an advert comes up, and presses that are lost.
    pub adverts: Vec<u32>,
    pub lost: Vec<u32>,
    /// The button that undoes the board is shown.
    has_undo: bool,
    /// Every second time it asks before it undoes the board.
    pub undone: u32,
    pub presses: u32,
    /// Clicks and drags that were no legal move, or hit nothing.
    pub refused: Vec<String>,
    /// Games that were ended by the player: won, or left.
    pub finished: Vec<(u64, bool)>,
    pub truth: Truth,
    cards: HashMap<String, Frame>,
    cloth: Frame,
    shown: Option<Frame>,
    moved: Option<(Instant, Frame)>,
    animation: Duration,
    pointer: (i32, i32),
    held: Option<(i32, i32)>,
}

fn pixel(scale: f32, at: f32) -> i32 {
    (at * scale).round() as i32
}

fn is_in(place: [f32; 4], at: (f32, f32)) -> bool {
    let [left, top, width, height] = place;
    (left..left + width).contains(&at.0) && (top..top + height).contains(&at.1)
}

impl Window {
    pub fn new(profile: Profile, art: Art, number: u64, scale: f32, bar: u32) -> Self {
        let game = profile.game().expect("a game");
        let table = game.deal(number, &profile.settings).expect("a deal");
        let mut window = Self {
            start: table.boxed_clone(),
            table,
            profile,
            art,
            scale,
            bar,
            number,
            before: Vec::new(),
            selected: None,
            homes: [None; 4],
            overlay: None,
            pending: None,
            panel_delay: PANEL_DELAY,
            adverts: Vec::new(),
            lost: Vec::new(),
            has_undo: true,
            undone: 0,
            presses: 0,
            refused: Vec::new(),
            finished: Vec::new(),
            truth: Truth::default(),
            cards: HashMap::new(),
            cloth: Frame::filled(1, 1, [0; 3]),
            shown: None,
            moved: None,
            animation: Duration::from_millis(6),
            pointer: (1000, 20),
            held: None,
        };
        window.cloth = window.empty();
        window
    }

    /// Without the button that undoes the board.
    pub fn without_undo(mut self) -> Self {
        self.has_undo = false;
        self.cloth = self.empty();
        self
    }

    /// The window's size in pixels.
    fn size(&self) -> (u32, u32) {
        let (width, height) = (SIZE.0 * self.scale, SIZE.1 * self.scale);
        (width as u32, height as u32 + self.bar)
    }

    /// The table's pile that a pile of the window shows.
    fn pile_of(&self, layout: &Layout, name: &str) -> Option<usize> {
        let home = name
            .strip_prefix("home ")
            .and_then(|it| it.parse::<usize>().ok());
        let of_any_suit = || self.homes.get(home? - 1).copied().flatten();
        layout.pile(name).or_else(of_any_suit)
    }

    /// The corner of a card in units. A long column is pressed together, backs and
    /// faces alike.
    /// How far below the first card of a column another one lies, if nothing is pressed.
    fn below(place: &PilePlace, backs: usize, index: usize) -> f32 {
        let down = place.step[1];
        let back_step = place.back_step.map_or(down, |[_, down]| down);
        let faces = index.saturating_sub(backs) as f32;
        index.min(backs) as f32 * back_step + faces * down
    }

    /// From card to card in a column of so many cards, which is pressed to fit the window.
    pub fn step(place: &PilePlace, backs: usize, cards: usize) -> f32 {
        let room = LOWEST - place.at[1] - 163.0;
        let whole = Self::below(place, backs, cards.saturating_sub(1));
        (room / whole.max(1.0)).min(1.0) * place.step[1]
    }

    fn corner(place: &PilePlace, pile: &Pile, index: usize) -> (f32, f32) {
        let [across, down] = place.step;
        match place.role {
            PileRole::Column => {
                let backs = pile.cards.iter().take_while(|card| !card.up).count();
                let pressed = Self::step(place, backs, pile.cards.len()) / down;
                let below = Self::below(place, backs, index);
                (place.at[0], place.at[1] + pressed * below)
            }
            // Where a draw turns one card, the waste does not lie in a fan.
            PileRole::Waste if pile.step[0] > 0.0 => {
                let in_fan = index.saturating_sub(pile.heap) as f32;
                (place.at[0] + in_fan * across, place.at[1])
            }
            _ => (place.at[0], place.at[1]),
        }
    }

    /// A pixel of the screen in units of the window.
    fn units(&self, at: (i32, i32)) -> (f32, f32) {
        (
            (at.0 - PLACE.0) as f32 / self.scale,
            (at.1 - PLACE.1 - self.bar as i32) as f32 / self.scale,
        )
    }

    /// Shows a position instead of the deal.
    pub fn lay(&mut self, text: &str) {
        let game = find_game(self.table.about().name).expect("a game");
        let table = game.read(text, &self.profile.settings);
        self.start = table.expect("a position");
        self.table = self.start.boxed_clone();
        self.shown = None;
    }

    /// Makes a move before anybody looks.
    pub fn make(&mut self, move_: &patience::Move) {
        let (after, _) = self.table.play(move_).expect("a legal move");
        let before = std::mem::replace(&mut self.table, after);
        self.before.push(before);
        self.shown = None;
    }

    /// A pixel of the frame in the middle of a place.
    pub fn middle(&self, [left, top, width, height]: [f32; 4]) -> (i32, i32) {
        (
            pixel(self.scale, left + width / 2.0),
            pixel(self.scale, top + height / 2.0) + self.bar as i32,
        )
    }

    /// What a player would point at, by the names that the profiles use: the
    /// panel that shows it, if one does, and its place.
    pub fn landmarks() -> [(&'static str, Option<Overlay>, [f32; 4]); 5] {
        let around = |(left, top): (f32, f32)| [left, top, 36.0, 36.0];
        [
            ("new-game", None, NEW_GAME),
            ("new-game", Some(Overlay::End), END_NEXT),
            ("no-more-moves", Some(Overlay::Stuck), around(STUCK_SIGN)),
            ("end-of-game", Some(Overlay::End), around(END_SIGN)),
            ("advert", Some(Overlay::Advert), CLOSE),
        ]
    }

    /// Where the sign of the game is.
    pub const fn sign() -> [f32; 4] {
        [SIGN.0, SIGN.1, 36.0, 34.0]
    }

    /// Where the OK of the question is.
    pub const fn ok() -> [f32; 4] {
        [QUESTION_SIGN.0 + 20.0, QUESTION_SIGN.1 + 30.0, 60.0, 70.0]
    }

    /// What the player sees, known without looking.
    fn known(&self) -> Vec<KnownPile> {
        let mut known = calibrate::known_in(&self.profile, &*self.table);
        for (index, home) in self.homes.iter().enumerate() {
            let layout = self.table.layout();
            let cards = home.map_or_else(Vec::new, |pile| {
                let top = layout.piles[pile].cards.last();
                top.map(|top| Face::Up(top.card.clone()))
                    .into_iter()
                    .collect()
            });
            known.push(KnownPile {
                pile: format!("home {}", index + 1),
                cards,
            });
        }
        known
    }
}
