//! A small program that plays by our rules in a window that is only pixels:
//! it responds to clicks, drags and keys, and can misbehave on demand.
//!
//! Its cards have no pictures: the colour of the upper left corner encodes the
//! card, so that tests of the player do not depend on recognition. With
//! [`Program::with_faces`] they have, for tests of a program that nobody has described.

mod drawing;
mod faces;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use patience::layout::{Role, Spot};
use patience::{Action, Layout, Move, Settings, Table, find_game};

use super::{Button, Eyes, Hands, WindowId};
use crate::profile::{self, WindowPlace};
use crate::{Error, Frame, Rectangle};

pub use drawing::MarkReader;

use drawing::Style;

/// The only window, and its only dialog.
const WINDOW: WindowId = WindowId(1);
const DIALOG: WindowId = WindowId(2);
const SCREEN: Rectangle = Rectangle {
    x: 0,
    y: 0,
    width: 2400,
    height: 1800,
};
/// A release within this many pixels of the press is a click.
const MOST_CLICK_PIXELS: i32 = 5;

/// What a press has done is seen so long after the computer wakes up.
const WAKES_UP: Duration = Duration::from_millis(30);

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The click does nothing.
    LostClick,
    /// The window moves.
    WindowMoves,
    /// Another window comes to the front.
    Covered {
        /// It goes back when the window gets the focus.
        yields: bool,
    },
    /// A dialog opens.
    Dialog {
        /// Escape closes it.
        yields: bool,
    },
    /// A dialog says that the game is over, if this press makes a move. Escape closes
    /// it and takes the move back; it can be moved.
    DeadEnd,
    /// For this time, if this press makes a move, the program shows a card that lies
    /// elsewhere where one was turned up; it is not busy.
    ShowsAnother(Duration),
    /// The program ends.
    Dies,
    /// The user moves the mouse for this time, and the click is lost.
    UserGrabs(Duration),
    /// The user moves the mouse to a corner.
    UserToCorner,
    /// The user presses Escape.
    UserEscapes,
    /// The user makes a move of their own.
    UserPlays,
    /// Other cards are dealt.
    OtherDeal,
    /// The system asks for a permission: everything is out of reach.
    SystemAsks,
    /// The program is busy for this time, and shows a card off the table until then.
    Hangs(Duration),
    /// The computer sleeps for this time, and with it the program and the player; what
    /// this press does is seen a moment after that.
    Sleeps(Duration),
}

/// What programs do that is no fault, but that a player has to cope with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// For this time after a card has left the stock, its place looks empty.
    LateStock(Duration),
    /// A press on the stock draws: no drag begins there.
    DealsOnPress,
    /// After a move, a card is drawn if none lies on the waste.
    DrawsByItself,
    /// A clock runs in the bar at the bottom.
    Clock,
    /// A card that lies face down, but was seen before, shows its face on other paper.
    ShowsSeen,
}

/// The program.
#[derive(Debug)]
pub struct Program {
    number: u64,
    start: Box<dyn Table>,
    table: Box<dyn Table>,
    before: Vec<Box<dyn Table>>,
    place: Rectangle,
    /// How long a card is on its way.
    pub animation: Duration,
    /// What goes wrong, with the number of the press at which it does.
    pub faults: Vec<(u32, Fault)>,
    /// What it does besides.
    pub habits: Vec<Habit>,
    style: Style,
    last_drawn: RefCell<Option<(Layout, Frame)>>,
    /// When a card left the stock.
    stock_changed: Option<Instant>,
    started: Instant,
    presses: u32,
    refused: u32,
    pointer: (i32, i32),
    held: Option<(i32, i32)>,
    flying: Option<(Instant, Frame)>,
    cover: Option<bool>,
    /// How long it takes to come to the front.
    pub raise_delay: Duration,
    raising: Option<Instant>,
    dialog: Option<bool>,
    /// Where the dialog was moved to.
    dialog_at: Option<(i32, i32)>,
    /// Closing the dialog takes back the last move.
    takes_back: bool,
    /// Until then cards that were just turned up show another one.
    shows_another: Option<Instant>,
    is_dead: bool,
    grabbed: Option<Instant>,
    hangs: Option<Instant>,
    /// The computer sleeps at the next look..
    sleeps: Option<Duration>,
    /// .. and the table is as before until then.
    wakes: Option<Instant>,
    wobble: i32,
    escape: bool,
    is_out_of_reach: bool,
}

impl Program {
    /// Deals a game.
    pub fn deal(game: &str, number: u64) -> Result<Self, patience::Error> {
        Self::deal_with(game, number, &Settings::default())
    }

    /// Deals a game with settings.
    pub fn deal_with(
        game: &str,
        number: u64,
        settings: &Settings,
    ) -> Result<Self, patience::Error> {
        let table = find_game(game)?.deal(number, settings)?;
        let style = Style::MARKED;
        let (width, height) = style.size(&table.layout());
        Ok(Self {
            number,
            start: table.boxed_clone(),
            table,
            before: Vec::new(),
            place: Rectangle {
                x: 300,
                y: 200,
                width,
                height,
            },
            animation: Duration::from_millis(20),
            faults: Vec::new(),
            habits: Vec::new(),
            style,
            last_drawn: RefCell::default(),
            stock_changed: None,
            started: Instant::now(),
            presses: 0,
            refused: 0,
            pointer: (900, 900),
            held: None,
            flying: None,
            cover: None,
            raise_delay: Duration::ZERO,
            raising: None,
            dialog: None,
            dialog_at: None,
            takes_back: false,
            shows_another: None,
            is_dead: false,
            grabbed: None,
            hangs: None,
            sleeps: None,
            wakes: None,
            wobble: 0,
            escape: false,
            is_out_of_reach: false,
        })
    }

    /// The same with cards that have to be recognised, so many pixels wide, and with
    /// bars of so many pixels at the top and the bottom of the window.
    #[must_use]
    pub fn with_faces(mut self, card: u32, bars: [u32; 2]) -> Self {
        let width = card as f32;
        self.style = Style {
            card: (width, (1.4 * width).round()),
            has_faces: true,
            shows_seen: false,
            bars,
        };
        self.last_drawn = RefCell::default();
        (self.place.width, self.place.height) = self.style.size(&self.table.layout());
        self
    }

    /// The middle of a pile's place, in pixels of the window.
    pub fn middle_of(&self, pile: &str) -> Option<(i32, i32)> {
        let layout = self.start.layout();
        let pile = layout.pile(pile)?;
        Some(self.style.middle(&layout.piles[pile]))
    }

    /// Plays some moves before anybody looks.
    pub fn play(&mut self, moves: &[Move]) {
        for move_ in moves {
            if let Ok((after, _)) = self.table.play(move_) {
                self.table = after;
            }
        }
    }

    /// The table as it is.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Clicks and drags that were no legal move.
    pub fn refused(&self) -> u32 {
        self.refused
    }

    /// Presses of the button.
    pub fn presses(&self) -> u32 {
        self.presses
    }

    /// A reader for this program.
    pub fn reader(&self) -> MarkReader {
        MarkReader::new(&self.start.layout(), self.style)
    }

    /// The window with this table. It is looked at often, and changes seldom.
    fn drawn(&self, layout: &Layout) -> Frame {
        let mut last = self.last_drawn.borrow_mut();
        let size = (self.place.width, self.place.height);
        if let Some((known, frame)) = &*last
            && known == layout
            && (frame.width, frame.height) == size
        {
            return frame.clone();
        }
        let style = Style {
            shows_seen: self.habits.contains(&Habit::ShowsSeen),
            ..self.style
        };
        let frame = drawing::draw(layout, self.place, &style);
        *last = Some((layout.clone(), frame.clone()));
        frame
    }

    /// What a player sees: covered cards and a closed stock are face down.
    fn shown(&self) -> Layout {
        let concealed = self.table.concealed();
        let mut layout = self.laid_out(concealed.as_deref().unwrap_or(&*self.table));
        if self.stock_is_late() {
            let piles = layout.piles.iter_mut();
            let stock = piles.filter(|pile| pile.role == Role::Stock);
            stock.for_each(|pile| pile.cards.clear());
        }
        let stock = self.table.about().stock;
        if stock.is_some_and(|stock| !stock.is_open) {
            let piles = layout.piles.iter_mut();
            for stock in piles.filter(|pile| pile.role == Role::Stock) {
                stock.cards.iter_mut().for_each(|card| card.up = false);
            }
        }
        layout
    }

    /// Where this program draws the cards of a table: its columns are never pressed.
    fn laid_out(&self, table: &dyn Table) -> Layout {
        let mut layout = table.layout();
        let start = self.start.layout();
        for pile in &mut layout.piles {
            if let Some(dealt) = start.pile(&pile.name) {
                pile.step = start.piles[dealt].step;
            }
        }
        layout
    }

    fn alive(&self, window: WindowId) -> Result<(), Error> {
        match window == WINDOW && !self.is_dead {
            true => Ok(()),
            false => Err(Error::WindowClosed),
        }
    }

    fn show(&mut self, after: Box<dyn Table>) {
        let old = self.drawn(&self.shown());
        self.flying = Some((Instant::now(), old));
        if self.in_stock(&*after) != self.in_stock(&*self.table) {
            self.stock_changed = Some(Instant::now());
        }
        let before = std::mem::replace(&mut self.table, after);
        self.before.push(before);
    }

    /// Cards in the stock of a table.
    fn in_stock(&self, table: &dyn Table) -> usize {
        let layout = table.layout();
        let stock = layout.piles.iter().filter(|pile| pile.role == Role::Stock);
        stock.map(|pile| pile.cards.len()).sum()
    }

    /// The stock's place looks empty.
    fn stock_is_late(&self) -> bool {
        let late = |habit: &Habit| match habit {
            Habit::LateStock(time) => Some(*time),
            _ => None,
        };
        let late = self.habits.iter().find_map(late).unwrap_or_default();
        self.stock_changed
            .is_some_and(|since| since.elapsed() < late + self.animation)
    }

    /// Shows the table after a move of the player; the program may then draw.
    fn played(&mut self, after: Box<dyn Table>) {
        let layout = after.layout();
        let waste = layout.piles.iter().find(|pile| pile.role == Role::Waste);
        let is_wanted = waste.is_some_and(|pile| pile.cards.is_empty());
        let draw = (is_wanted && self.habits.contains(&Habit::DrawsByItself))
            .then(|| draw(&*after))
            .flatten();
        // One undo takes back both.
        self.show(draw.unwrap_or(after));
    }

    /// What is at a point of the screen.
    fn spot_at(&self, layout: &Layout, at: (i32, i32)) -> Option<Spot> {
        let at = (at.0 - self.place.x, at.1 - self.place.y);
        drawing::spot_at(layout, at, &self.style)
    }

    fn released(&mut self, from: (i32, i32), to: (i32, i32)) {
        let layout = self.laid_out(&*self.table);
        let Some(spot) = self.spot_at(&layout, from) else {
            self.refused += 1;
            return;
        };
        let is_click = (from.0 - to.0).abs().max((from.1 - to.1).abs()) <= MOST_CLICK_PIXELS;
        let gestures = self.table.gestures();
        let gesture = if is_click {
            gestures.of_card(spot).next()
        } else {
            let target = self.spot_at(&layout, to).map(|spot| spot.pile);
            target.and_then(|target| gestures.between(spot, Some(target)))
        };
        let move_ = gesture.map(|gesture| gesture.move_.clone());
        match move_.and_then(|move_| self.table.play(&move_).ok()) {
            Some((after, _)) => {
                self.played(after);
                self.misbehave_after_move();
            }
            None => self.refused += 1,
        }
    }

    fn misbehave_after_move(&mut self) {
        for (press, fault) in &self.faults {
            match fault {
                Fault::DeadEnd if *press == self.presses => {
                    (self.dialog, self.dialog_at) = (Some(true), None);
                    self.takes_back = true;
                }
                Fault::ShowsAnother(time) if *press == self.presses => {
                    self.shows_another = Some(Instant::now() + *time);
                }
                _ => {}
            }
        }
    }

    /// A press on the stock draws, if that is this program's habit.
    fn deals_at(&mut self, at: (i32, i32)) -> bool {
        let layout = self.laid_out(&*self.table);
        let spot = self.spot_at(&layout, at);
        let is_stock = spot.is_some_and(|spot| layout.piles[spot.pile].role == Role::Stock);
        if !is_stock || !self.habits.contains(&Habit::DealsOnPress) {
            return false;
        }
        match draw(&*self.table) {
            Some(after) => self.played(after),
            None => self.refused += 1,
        }
        true
    }

    /// What goes wrong with this press; true if the click is lost by it.
    fn misbehave(&mut self) -> bool {
        let presses = self.presses;
        let now: Vec<_> = self.faults.iter().filter(|it| it.0 == presses).collect();
        let now: Vec<Fault> = now.into_iter().map(|it| it.1).collect();
        let mut is_lost = false;
        for fault in now {
            match fault {
                Fault::LostClick => is_lost = true,
                Fault::WindowMoves => {
                    self.place.x += 170;
                    self.place.y += 60;
                    is_lost = true;
                }
                Fault::Covered { yields } => self.cover = Some(yields),
                Fault::Dialog { yields } => self.dialog = Some(yields),
                // After the move.
                Fault::DeadEnd | Fault::ShowsAnother(_) => {}
                Fault::Dies => self.is_dead = true,
                Fault::UserGrabs(time) => {
                    self.grabbed = Some(Instant::now() + time);
                    is_lost = true;
                }
                Fault::UserToCorner => {
                    self.pointer = (0, 0);
                    is_lost = true;
                }
                Fault::UserEscapes => self.escape = true,
                Fault::UserPlays => {
                    is_lost = true;
                    let other = self.table.legal_moves().into_iter().next_back();
                    if let Some((after, _)) = other.and_then(|it| self.table.play(&it).ok()) {
                        self.show(after);
                    }
                }
                Fault::OtherDeal => {
                    is_lost = true;
                    self.new_deal();
                }
                Fault::SystemAsks => {
                    self.is_out_of_reach = true;
                    is_lost = true;
                }
                Fault::Hangs(time) => self.hangs = Some(Instant::now() + time),
                Fault::Sleeps(time) => self.sleeps = Some(time),
            }
        }
        is_lost
    }

    fn new_deal(&mut self) {
        self.number += 1;
        let name = self.table.about().name;
        let dealt = find_game(name).and_then(|game| game.deal(self.number, &Settings::default()));
        if let Ok(dealt) = dealt {
            self.start = dealt.boxed_clone();
            self.show(dealt);
            self.stock_changed = Some(Instant::now());
            self.before.clear();
        }
    }

    /// The window in front goes back, if it was asked to long enough ago.
    fn come_to_front(&mut self) {
        let delay = self.raise_delay;
        if self
            .raising
            .take_if(|since| since.elapsed() >= delay)
            .is_some()
        {
            self.cover = None;
        }
    }

    fn hangs(&self) -> bool {
        self.hangs.is_some_and(|until| Instant::now() < until)
    }

    /// What is shown, without the last card of a column.
    fn without_a_card(&self) -> Layout {
        let mut layout = self.shown();
        let piles = layout.piles.iter_mut();
        let mut columns = piles.filter(|pile| pile.role == Role::Column);
        if let Some(column) = columns.find(|pile| !pile.cards.is_empty()) {
            column.cards.pop();
        }
        layout
    }

    /// What is shown, but cards that the last move turned up are one that lies
    /// elsewhere.
    fn with_another_card(&self) -> Layout {
        let mut layout = self.shown();
        let concealed = self.before.last().and_then(|before| before.concealed());
        let before = concealed.map(|before| self.laid_out(&*before));
        let waste = layout.piles.iter().find(|pile| pile.role == Role::Waste);
        let elsewhere = waste.and_then(|pile| pile.cards.last()).cloned();
        if let (Some(before), Some(elsewhere)) = (before, elsewhere) {
            for (pile, was) in layout.piles.iter_mut().zip(&before.piles) {
                for (card, was) in pile.cards.iter_mut().zip(&was.cards) {
                    if card.up && !was.up && pile.role == Role::Slot {
                        card.card.clone_from(&elsewhere.card);
                    }
                }
            }
        }
        layout
    }

    /// Escape in the dialog.
    fn close_dialog(&mut self) {
        self.dialog = None;
        if std::mem::take(&mut self.takes_back) {
            self.take_back();
        }
    }

    fn take_back(&mut self) {
        if let Some(before) = self.before.pop() {
            self.show(before);
            self.before.pop();
        }
    }

    /// The part that a dialog or another window covers.
    fn front(&self) -> Rectangle {
        let moved = self.dialog_at.filter(|_| self.dialog.is_some());
        let (x, y) = moved.unwrap_or((self.place.x + 40, self.place.y + 20));
        Rectangle {
            x,
            y,
            width: self.place.width / 2,
            height: self.place.height / 2,
        }
    }
}

/// The table after a draw, or after the waste was turned over.
fn draw(table: &dyn Table) -> Option<Box<dyn Table>> {
    let is_draw = |move_: &Move| {
        let action = table.action(move_);
        matches!(action, Ok(Action::Draw | Action::Recycle))
    };
    let move_ = table.legal_moves().into_iter().find(is_draw)?;
    Some(table.play(&move_).ok()?.0)
}

impl Eyes for Program {
    fn find_all(&mut self, _: &profile::Window) -> Result<Vec<WindowId>, Error> {
        Ok(vec![WINDOW])
    }

    fn place(&mut self, window: WindowId) -> Result<Rectangle, Error> {
        if window == DIALOG && self.dialog.is_some() {
            return Ok(self.front());
        }
        self.alive(window)?;
        Ok(self.place)
    }

    fn title(&mut self, window: WindowId) -> Result<String, Error> {
        match window {
            DIALOG => Ok("Advert".to_owned()),
            _ => Ok(format!("{} {}", self.table.about().title, self.number)),
        }
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, Error> {
        self.alive(window)?;
        if let Some(time) = self.sleeps.take() {
            std::thread::sleep(time);
            self.wakes = Some(Instant::now() + WAKES_UP);
        }
        let is_awake = self.wakes.is_none_or(|since| Instant::now() >= since);
        let mut frame = match &self.flying {
            _ if self.hangs() => self.drawn(&self.without_a_card()),
            Some((_, old)) if !is_awake => old.clone(),
            Some((since, old)) if since.elapsed() < self.animation => {
                let share = since.elapsed().as_secs_f32() / self.animation.as_secs_f32();
                drawing::with_flying(old, share, &self.style)
            }
            _ => {
                self.flying = None;
                let is_late = self
                    .shows_another
                    .is_some_and(|until| Instant::now() < until);
                let layout = match is_late {
                    true => self.with_another_card(),
                    false => self.shown(),
                };
                self.drawn(&layout)
            }
        };
        if self.habits.contains(&Habit::Clock) {
            let ticks = self.started.elapsed().as_millis() / 20;
            frame = drawing::with_clock(frame, ticks, &self.style);
        }
        self.come_to_front();
        if self.cover.is_some() || self.dialog.is_some() {
            let front = self.front();
            let (x, y) = (front.x - self.place.x, front.y - self.place.y);
            drawing::fill(&mut frame, Rectangle { x, y, ..front }, [90, 90, 90]);
        }
        Ok(frame)
    }

    fn covered_by(&mut self, window: WindowId, part: Rectangle) -> Result<Option<String>, Error> {
        self.alive(window)?;
        self.come_to_front();
        let is_covered = self.cover.is_some() || self.dialog.is_some();
        Ok((is_covered && self.front().common(part).is_some()).then(|| "Mail".to_owned()))
    }

    fn dialogs(&mut self, window: WindowId) -> Result<Vec<WindowId>, Error> {
        self.alive(window)?;
        Ok(self.dialog.map(|_| DIALOG).into_iter().collect())
    }

    fn screen(&mut self) -> Result<Rectangle, Error> {
        Ok(SCREEN)
    }
}

impl Hands for Program {
    fn is_busy(&mut self, _: WindowId) -> Result<bool, Error> {
        Ok(self.hangs())
    }

    fn focus(&mut self, window: WindowId) -> Result<(), Error> {
        if window == WINDOW && self.cover == Some(true) {
            self.raising = Some(Instant::now());
        }
        Ok(())
    }

    fn put(&mut self, window: WindowId, place: &WindowPlace) -> Result<(), Error> {
        // Only a dialog that Escape closes can be moved.
        match (window, place.at, self.dialog) {
            (DIALOG, Some([x, y]), Some(true)) => self.dialog_at = Some((x, y)),
            _ => return Err(Error::Window("the window cannot be moved".to_owned())),
        }
        Ok(())
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error> {
        self.pointer = (x, y);
        Ok(())
    }

    fn press(&mut self, _: Button) -> Result<(), Error> {
        self.presses += 1;
        self.held = match self.deals_at(self.pointer) {
            true => None,
            false => Some(self.pointer),
        };
        Ok(())
    }

    fn release(&mut self, _: Button) -> Result<(), Error> {
        let Some(from) = self.held.take() else {
            return Ok(());
        };
        let to = self.pointer;
        let is_lost = self.misbehave();
        if !is_lost && !self.is_dead {
            self.released(from, to);
        }
        Ok(())
    }

    fn key(&mut self, chord: &str) -> Result<(), Error> {
        match chord {
            "ctrl+z" => self.take_back(),
            "ctrl+r" => {
                let start = self.start.boxed_clone();
                self.show(start);
                self.before.clear();
            }
            "ctrl+n" => self.new_deal(),
            "Escape" if self.dialog == Some(true) => self.close_dialog(),
            _ => {}
        }
        Ok(())
    }

    fn pointer(&mut self) -> Result<(i32, i32), Error> {
        if self.is_out_of_reach {
            return Err(Error::OutOfReach);
        }
        if self.grabbed.is_some_and(|until| Instant::now() < until) {
            self.wobble = (self.wobble + 37) % 500;
            self.pointer = (1000 + self.wobble, 900);
        }
        Ok(self.pointer)
    }

    fn escape_pressed(&mut self) -> Result<bool, Error> {
        Ok(std::mem::take(&mut self.escape))
    }
}
