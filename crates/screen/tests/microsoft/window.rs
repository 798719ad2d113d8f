//! A window like those of Microsoft Solitaire Collection: it plays by our rules,
//! answers clicks and drags, asks before it undoes a board, says when no move is
//! left, shows a panel at the end of a game, and adverts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use patience::layout::{Role, Spot};
use patience::{Action, Layout, Settings, Table, find_game};
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::hands::{Button, Eyes, Hands, WindowId};
use patience_screen::profile::{self, PilePlace, PileRole, Profile};
use patience_screen::vision::Face;
use patience_screen::{Error, Frame, Rectangle};

use crate::art::{Art, copy, put};

const WINDOW: WindowId = WindowId(1);
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
    /// Presses at which an advert comes up, and presses that are lost.
    pub adverts: Vec<u32>,
    pub lost: Vec<u32>,
    /// Every second time it asks before it undoes the board.
    undone: u32,
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
            adverts: Vec::new(),
            lost: Vec::new(),
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

    /// The window's size in pixels.
    fn size(&self) -> (u32, u32) {
        let (width, height) = (SIZE.0 * self.scale, SIZE.1 * self.scale);
        (width as u32, height as u32 + self.bar)
    }

    fn fill(&self, frame: &mut Frame, place: [f32; 4], colour: [u8; 3]) {
        let [left, top, width, height] = place.map(|it| pixel(self.scale, it));
        for y in top..top + height {
            for x in left..left + width {
                frame.set(x, y + self.bar as i32, colour);
            }
        }
    }

    fn piece(&self, frame: &mut Frame, name: &str, at: (f32, f32)) {
        let at = (
            pixel(self.scale, at.0),
            pixel(self.scale, at.1) + self.bar as i32,
        );
        put(frame, &self.art.piece(name), at, self.scale);
    }

    /// Everything but cards and panels.
    fn empty(&self) -> Frame {
        let (width, height) = self.size();
        let mut frame = Frame::filled(width, height, [32, 34, 38]);
        for y in self.bar as i32..height as i32 {
            for x in 0..width as i32 {
                let light = (36 * (x + y) / (width + height) as i32) as u8;
                frame.set(x, y, [12 + light / 2, 86 + light, 58 + light / 2]);
            }
        }
        self.piece(&mut frame, "sign", SIGN);
        self.piece(&mut frame, "undo-board", (UNDO_BOARD[0], UNDO_BOARD[1]));
        self.piece(&mut frame, "new-game", (NEW_GAME[0], NEW_GAME[1]));
        for pile in self.profile.piles() {
            if pile.role == PileRole::Button {
                let place = [pile.at[0], pile.at[1], 50.0, 33.0];
                self.fill(&mut frame, place, [200, 160, 40]);
            }
        }
        frame
    }

    fn card(&mut self, name: &str) -> Frame {
        let (art, scale) = (&self.art, self.scale);
        let drawn = self
            .cards
            .entry(name.to_owned())
            .or_insert_with(|| match name {
                "" => art.back(scale),
                card => art.card(card, scale),
            });
        drawn.clone()
    }

    /// The layout as the player sees it.
    fn seen(&self) -> Layout {
        let concealed = match self.profile.look.back {
            Some(_) => self.table.concealed(),
            None => None,
        };
        concealed.as_deref().unwrap_or(&*self.table).layout()
    }

    /// The table's pile that a pile of the window shows.
    fn pile_of(&self, layout: &Layout, name: &str) -> Option<usize> {
        match name
            .strip_prefix("home ")
            .and_then(|it| it.parse::<usize>().ok())
        {
            Some(home) => self.homes[home - 1],
            None => layout.pile(name),
        }
    }

    /// The corner of a card in units.
    fn corner(place: &PilePlace, count: usize, index: usize) -> (f32, f32) {
        let step = match place.role {
            PileRole::Column if count > 1 => {
                let room = (LOWEST - place.at[1] - 163.0) / (count - 1) as f32;
                place.step[1].min(room)
            }
            _ => 0.0,
        };
        (place.at[0], place.at[1] + step * index as f32)
    }

    fn draw_table(&mut self) -> Frame {
        let mut frame = self.cloth.clone();
        let layout = self.seen();
        for place in self.profile.piles() {
            if place.role == PileRole::Button {
                continue;
            }
            let Some(pile) = self.pile_of(&layout, &place.name) else {
                continue;
            };
            let cards = &layout.piles[pile].cards;
            let first = match place.role {
                PileRole::Column => 0,
                _ => cards.len().saturating_sub(1),
            };
            for (index, card) in cards.iter().enumerate().skip(first) {
                let is_down = !card.up || place.role == PileRole::Stock;
                let name = if is_down { "" } else { card.card.as_str() };
                let picture = self.card(name);
                let corner = Self::corner(&place, cards.len(), index);
                let at = (
                    pixel(self.scale, corner.0) - pixel(self.scale, PAPER.0),
                    pixel(self.scale, corner.1) - pixel(self.scale, PAPER.1) + self.bar as i32,
                );
                copy(&mut frame, &picture, at);
            }
        }
        // The button looks different under the pointer.
        if is_in(UNDO_BOARD, self.units(self.pointer)) {
            self.piece(
                &mut frame,
                "undo-board-hover",
                (UNDO_BOARD[0], UNDO_BOARD[1]),
            );
        }
        frame
    }

    fn draw(&mut self) -> Frame {
        let mut frame = self.draw_table();
        match self.overlay {
            None => {}
            Some(Overlay::Question) => {
                self.fill(&mut frame, QUESTION, [236, 236, 236]);
                self.piece(&mut frame, "question", QUESTION_SIGN);
                self.fill(&mut frame, OK, [40, 110, 200]);
            }
            Some(Overlay::Stuck) => {
                self.fill(&mut frame, QUESTION, [230, 226, 214]);
                self.piece(&mut frame, "no-more-moves", STUCK_SIGN);
                self.fill(&mut frame, UNDO_LAST, [40, 110, 200]);
            }
            Some(Overlay::End) => {
                self.fill(&mut frame, END, [36, 60, 110]);
                self.piece(&mut frame, "end-of-game", END_SIGN);
                self.piece(&mut frame, "new-game", (END_NEXT[0], END_NEXT[1]));
            }
            Some(Overlay::Advert) => {
                self.fill(&mut frame, [0.0, 0.0, SIZE.0, SIZE.1], [250, 240, 90]);
                self.piece(&mut frame, "advert", (CLOSE[0], CLOSE[1]));
            }
        }
        frame
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

    fn changed(&mut self) {
        if let Some(old) = self.shown.take() {
            self.moved = Some((Instant::now(), old));
        }
    }

    fn show(&mut self, after: Box<dyn Table>) {
        let before = std::mem::replace(&mut self.table, after);
        self.before.push(before);
        self.after_move();
    }

    fn after_move(&mut self) {
        self.selected = None;
        self.changed();
        let at = Instant::now() + PANEL_DELAY;
        if self.table.is_won() {
            self.pending = Some((at, Overlay::End));
        } else if self.table.legal_moves().is_empty() {
            self.pending = Some((at, Overlay::Stuck));
        }
    }

    fn undo_board(&mut self) {
        self.table = self.start.boxed_clone();
        self.before.clear();
        self.homes = [None; 4];
        self.selected = None;
        self.changed();
    }

    fn undo_move(&mut self) {
        if let Some(before) = self.before.pop() {
            self.table = before;
            self.changed();
        }
    }

    fn new_game(&mut self) {
        self.finished.push((self.number, self.table.is_won()));
        self.number += 1;
        let game = find_game(self.table.about().name).expect("a game");
        let settings: &Settings = &self.profile.settings;
        self.start = game.deal(self.number, settings).expect("a deal");
        self.undo_board();
    }

    fn refuse(&mut self, why: &str) {
        self.refused.push(format!("press {}: {why}", self.presses));
    }

    /// The pile of the window and the card at a place.
    fn spot_at(&self, at: (f32, f32)) -> Option<(PilePlace, Option<Spot>)> {
        let layout = self.table.layout();
        for place in self.profile.piles().into_iter().rev() {
            let pile = self.pile_of(&layout, &place.name);
            let count = pile.map_or(0, |pile| layout.piles[pile].cards.len());
            let is_on = |corner: (f32, f32)| {
                let paper = [corner.0 - PAPER.0, corner.1 - PAPER.1, 120.0, 168.0];
                is_in(paper, at)
            };
            for card in (0..count).rev() {
                if is_on(Self::corner(&place, count, card)) {
                    let pile = pile.expect("a pile with cards");
                    return Some((place, Some(Spot { pile, card })));
                }
            }
            let is_target = !matches!(place.role, PileRole::Slot | PileRole::Button);
            if count == 0 && is_target && is_on((place.at[0], place.at[1])) {
                return Some((place, None));
            }
        }
        None
    }

    fn play(&mut self, move_: Option<patience::Move>) -> bool {
        let played = move_.and_then(|move_| self.table.play(&move_).ok());
        match played {
            Some((after, _)) => {
                self.show(after);
                true
            }
            None => false,
        }
    }

    fn draw_or_recycle(&mut self) -> bool {
        let moves = self.table.legal_moves().into_iter();
        let mut draws = moves.filter(|move_| {
            let action = self.table.action(move_);
            matches!(action, Ok(Action::Draw | Action::Recycle))
        });
        let draw = draws.next();
        self.play(draw)
    }

    fn click(&mut self, at: (f32, f32)) {
        match self.overlay {
            Some(Overlay::Question) => {
                if is_in(OK, at) || is_in(Self::ok(), at) {
                    self.overlay = None;
                    self.undo_board();
                } else {
                    self.refuse("beside the OK");
                }
                return;
            }
            Some(Overlay::Stuck) => {
                if is_in(UNDO_LAST, at) {
                    self.overlay = None;
                    self.undo_move();
                } else {
                    self.refuse("beside the answer");
                }
                return;
            }
            Some(Overlay::End) => {
                if is_in(END_NEXT, at) {
                    self.overlay = None;
                    self.new_game();
                } else {
                    self.refuse("beside the next game");
                }
                return;
            }
            Some(Overlay::Advert) => {
                if is_in(CLOSE, at) {
                    self.overlay = None;
                    self.changed();
                } else {
                    self.refuse("on the advert");
                }
                return;
            }
            None => {}
        }
        if is_in(UNDO_BOARD, at) {
            self.pending = None;
            self.undone += 1;
            if self.undone % 2 == 1 {
                self.overlay = Some(Overlay::Question);
                self.changed();
            } else {
                self.undo_board();
            }
            return;
        }
        if is_in(NEW_GAME, at) {
            self.pending = None;
            return self.new_game();
        }
        let piles = self.profile.piles().into_iter();
        let mut buttons = piles.filter(|pile| pile.role == PileRole::Button);
        if buttons.any(|pile| is_in([pile.at[0], pile.at[1], 50.0, 33.0], at)) {
            if !self.draw_or_recycle() {
                self.refuse("nothing to draw");
            }
            return;
        }
        let Some((place, Some(spot))) = self.spot_at(at) else {
            return self.refuse("a click beside the cards");
        };
        if place.role == PileRole::Stock {
            if !self.draw_or_recycle() {
                self.refuse("nothing to draw");
            }
            return;
        }
        let gestures = self.table.gestures();
        let alone = gestures
            .of_card(spot)
            .find(|it| it.to.is_none() || self.profile.moves.play == profile::MouseGesture::Click);
        if let Some(gesture) = alone {
            let move_ = gesture.move_.clone();
            self.play(Some(move_));
            return;
        }
        let pair = self.selected.and_then(|first| {
            let there = gestures.between(first, Some(spot.pile));
            there.or_else(|| gestures.between(spot, Some(first.pile)))
        });
        match (pair.map(|it| it.move_.clone()), self.selected) {
            (Some(move_), _) => {
                self.play(Some(move_));
            }
            // A second click on a card lets go of it.
            (None, Some(first)) if first == spot => self.selected = None,
            (None, Some(_)) => {
                self.selected = None;
                self.refuse("no pair");
            }
            (None, None) => self.selected = Some(spot),
        }
    }

    fn drag(&mut self, from: (f32, f32), to: (f32, f32)) {
        if self.overlay.is_some() {
            return self.refuse("a drag under a panel");
        }
        let Some((_, Some(spot))) = self.spot_at(from) else {
            return self.refuse("a drag of nothing");
        };
        let Some((target, _)) = self.spot_at(to) else {
            return self.refuse("a drag to nowhere");
        };
        let layout = self.table.layout();
        let gestures = self.table.gestures();
        let home = target
            .name
            .strip_prefix("home ")
            .and_then(|it| it.parse::<usize>().ok());
        let pile = match home {
            Some(_) => {
                let homes = gestures.of_card(spot);
                let to = homes.filter_map(|it| it.to);
                let mut to = to.filter(|to| layout.piles[*to].role == Role::Home);
                to.next()
            }
            None => layout.pile(&target.name),
        };
        if let (Some(home), Some(pile)) = (home, pile) {
            let own = self.homes[home - 1];
            let is_free = own.is_none_or(|own| own == pile || layout.piles[own].cards.is_empty());
            if !is_free {
                return self.refuse("another suit's home");
            }
            self.homes
                .iter_mut()
                .filter(|it| **it == Some(pile))
                .for_each(|it| *it = None);
            self.homes[home - 1] = Some(pile);
        }
        let gesture = pile.and_then(|pile| gestures.between(spot, Some(pile)));
        let move_ = gesture.map(|it| it.move_.clone());
        if !self.play(move_) {
            self.refuse(&format!("no move from {spot:?} to {}", target.name));
        }
    }
}

impl Eyes for Window {
    fn find_all(&mut self, _: &profile::Window) -> Result<Vec<WindowId>, Error> {
        Ok(vec![WINDOW])
    }

    fn place(&mut self, _: WindowId) -> Result<Rectangle, Error> {
        let (width, height) = self.size();
        Ok(Rectangle {
            x: PLACE.0,
            y: PLACE.1,
            width,
            height,
        })
    }

    fn title(&mut self, _: WindowId) -> Result<String, Error> {
        Ok("Solitaire & Casual Games".to_owned())
    }

    fn capture(&mut self, _: WindowId) -> Result<Frame, Error> {
        if let Some((_, overlay)) = self.pending.take_if(|(when, _)| *when <= Instant::now()) {
            self.overlay = Some(overlay);
            self.shown = None;
        }
        if let Some((since, old)) = &self.moved {
            if since.elapsed() < self.animation {
                *self.truth.borrow_mut() = None;
                return Ok(old.clone());
            }
            self.moved = None;
        }
        let is_clean = self.overlay.is_none();
        *self.truth.borrow_mut() = is_clean.then(|| self.known());
        if self.shown.is_none() {
            let frame = self.draw();
            self.shown = Some(frame);
        }
        Ok(self.shown.clone().expect("drawn"))
    }

    fn covered_by(&mut self, _: WindowId, _: Rectangle) -> Result<Option<String>, Error> {
        Ok(None)
    }

    fn dialogs(&mut self, _: WindowId) -> Result<Vec<WindowId>, Error> {
        Ok(Vec::new())
    }

    fn screen(&mut self) -> Result<Rectangle, Error> {
        Ok(Rectangle {
            x: 0,
            y: 0,
            width: 3200,
            height: 2100,
        })
    }
}

impl Hands for Window {
    fn focus(&mut self, _: WindowId) -> Result<(), Error> {
        Ok(())
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error> {
        let (was, now) = (self.units(self.pointer), self.units((x, y)));
        if is_in(UNDO_BOARD, was) != is_in(UNDO_BOARD, now) {
            self.shown = None;
        }
        self.pointer = (x, y);
        Ok(())
    }

    fn press(&mut self, _: Button) -> Result<(), Error> {
        self.presses += 1;
        self.held = Some(self.pointer);
        Ok(())
    }

    fn release(&mut self, _: Button) -> Result<(), Error> {
        let Some(from) = self.held.take() else {
            return Ok(());
        };
        let to = self.pointer;
        if self.lost.contains(&self.presses) {
            return Ok(());
        }
        if self.adverts.contains(&self.presses) {
            self.overlay = Some(Overlay::Advert);
            self.selected = None;
            self.changed();
            return Ok(());
        }
        let is_click = (from.0 - to.0).abs().max((from.1 - to.1).abs()) <= 5;
        let (from, to) = (self.units(from), self.units(to));
        match is_click {
            true => self.click(to),
            false => self.drag(from, to),
        }
        Ok(())
    }

    /// Without the time that a real program needs.
    fn click(&mut self, x: i32, y: i32, times: u32) -> Result<(), Error> {
        self.move_to(x, y)?;
        for _ in 0..times {
            self.press(Button::Left)?;
            self.release(Button::Left)?;
        }
        Ok(())
    }

    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) -> Result<(), Error> {
        self.move_to(from.0, from.1)?;
        self.press(Button::Left)?;
        self.move_to(to.0, to.1)?;
        self.release(Button::Left)
    }

    fn key(&mut self, chord: &str) -> Result<(), Error> {
        self.refuse(&format!("the key {chord}"));
        Ok(())
    }

    fn pointer(&mut self) -> Result<(i32, i32), Error> {
        Ok(self.pointer)
    }

    fn escape_pressed(&mut self) -> Result<bool, Error> {
        Ok(false)
    }
}
