//! A player in front of the program: presses keys, clicks, and looks. The
//! oracle thinks at once and so far only as it is asked to, so that the same
//! test always sees the same frame.

use std::time::Duration;

use patience::layout::Spot;
use patience::oracle::{Oracle, Reviewer};
use patience::{Budget, Cancel, Gesture, Mode, Move, Request, Target, find_game};
use patience_tui::app::{App, Effect, Event, Insight, Play, Wanted, screen};
use patience_tui::desk::find;
use patience_tui::draw::draw;
use patience_tui::shelf::Shelf;
use patience_tui::store::Store;
use patience_tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// States for each unit of thought, and the most units.
const STATES: u64 = 20_000;
const UNITS: usize = 40;

pub struct Player {
    pub app: App,
    pub store: Store,
    pub has_ended: bool,
    pub now: Duration,
}

impl Player {
    /// The menu, with nothing kept.
    pub fn new() -> Self {
        Self::with(Store::nowhere())
    }

    /// The menu, with what a store has.
    pub fn with(store: Store) -> Self {
        let (shelf, notes) = store.read();
        Self::from(shelf, notes, store)
    }

    fn from(shelf: Shelf, notes: Vec<String>, store: Store) -> Self {
        let app = App::new(shelf, notes, Theme { has_colour: false }, 1);
        Self {
            app,
            store,
            has_ended: false,
            now: Duration::ZERO,
        }
    }

    /// A numbered deal on the table, no oracle.
    pub fn at(game: &str, deal: u64) -> Self {
        let mut player = Self::new();
        player.app.shelf.preferences.oracle = patience_tui::shelf::OracleMode::Off;
        player.uncover("tripeaks");
        player.deal(game, deal, Target::BOARD);
        player
    }

    /// Covered cards of this game lie open.
    pub fn uncover(&mut self, game: &str) {
        let preferences = &mut self.app.shelf.preferences;
        preferences.covered.insert(game.to_owned(), false);
    }

    /// Covered cards of this game lie face down.
    pub fn cover(&mut self, game: &str) {
        let preferences = &mut self.app.shelf.preferences;
        preferences.covered.insert(game.to_owned(), true);
    }

    pub fn deal(&mut self, game: &str, deal: u64, target: Target) {
        let wanted = Wanted {
            game: find_game(game).unwrap(),
            target,
            settings: Default::default(),
        };
        self.app.start_deal(wanted, deal);
        let effects = self.app.take_effects();
        self.carry_out(effects);
    }

    pub fn send(&mut self, event: Event) {
        let effects = self.app.update(event);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut answers = Vec::new();
        for effect in effects {
            match effect {
                Effect::Consult {
                    table,
                    request,
                    autoplay,
                } => {
                    let mut oracle = Oracle::new(request).with_autoplay(autoplay);
                    oracle.look_at(&*table).unwrap();
                    for _ in 0..UNITS {
                        if !oracle.think(&Cancel::default(), STATES).unwrap() {
                            break;
                        }
                    }
                    answers.push(Event::Insight(Box::new(Insight {
                        look: oracle.look(),
                        line: oracle.line(),
                        advice: Some(oracle.advice()),
                        ..Insight::default()
                    })));
                }
                Effect::AskWhereLost {
                    session,
                    request,
                    autoplay,
                } => {
                    let mut oracle = Oracle::new(request).with_autoplay(autoplay);
                    let lost = oracle
                        .where_lost(&session, &Cancel::default(), 1_000_000)
                        .unwrap();
                    answers.push(Event::Insight(Box::new(Insight {
                        lost: Some(lost),
                        ..Insight::default()
                    })));
                }
                Effect::AskReview {
                    session, request, ..
                } => {
                    let mut reviewer = Reviewer::new(&session, request).unwrap();
                    for _ in 0..UNITS {
                        if !reviewer.think(&Cancel::default(), STATES).unwrap() {
                            break;
                        }
                    }
                    answers.push(Event::Insight(Box::new(Insight {
                        review: Some(reviewer.review()),
                        ..Insight::default()
                    })));
                }
                Effect::FindDeal {
                    game,
                    settings,
                    search,
                } => {
                    let found = find(game, &settings, search, &Cancel::default());
                    answers.push(Event::Dealt(Ok(found.unwrap().unwrap())));
                }
                Effect::KeepBefore(game, saved) => self.store.write_before(game, &saved).unwrap(),
                Effect::Keep(game, saved) => self.store.write_save(game, &saved).unwrap(),
                Effect::Forget(game) => self.store.remove_save(game).unwrap(),
                Effect::KeepPreferences(settings) => {
                    self.store.write_preferences(&settings).unwrap()
                }
                Effect::KeepStatistics(statistics) => {
                    self.store.write_statistics(&statistics).unwrap();
                }
                Effect::PutAside(game) => {
                    let file = patience_tui::store::save_file(game);
                    self.store.put_aside(&file, "");
                }
                Effect::Quit { .. } => self.has_ended = true,
                Effect::Dismiss | Effect::StopFinding => {}
            }
        }
        for answer in answers {
            self.send(answer);
        }
    }

    pub fn key(&mut self, code: KeyCode) {
        self.send(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses a key for every letter.
    pub fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    /// Types a move into the line for it.
    pub fn type_move(&mut self, move_: &str) {
        self.keys(":");
        self.keys(move_);
        self.key(KeyCode::Enter);
    }

    pub fn wait(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.send(Event::Tick(self.now));
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.send(Event::Resize(width, height));
    }

    pub fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
        self.mouse(MouseEventKind::Up(MouseButton::Left), column, row);
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.send(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// Drags what is seen of a card to another place.
    pub fn drag(&mut self, from: Spot, to: Spot) {
        let (from, to) = (self.place(from), self.place(to));
        self.mouse(MouseEventKind::Down(MouseButton::Left), from.0, from.1);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to.0, to.1);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to.0, to.1);
    }

    /// Clicks the middle of what is seen of a card.
    pub fn click_on(&mut self, spot: Spot) {
        let (column, row) = self.place(spot);
        self.click(column, row);
    }

    /// The middle of what is seen of a card.
    fn place(&self, spot: Spot) -> (u16, u16) {
        let geometry = screen::geometry(&self.app, self.play()).unwrap();
        let (half_columns, line) = geometry.middle(spot).unwrap();
        let strip = geometry.strips.iter().find(|strip| strip.pile == spot.pile);
        let line = (line as u16).clamp(strip.unwrap().area.top(), strip.unwrap().area.bottom() - 1);
        ((half_columns / 2) as u16, line)
    }

    pub fn play(&self) -> &Play {
        self.app.play().expect("a game is on the table")
    }

    pub fn message(&self) -> &str {
        self.app
            .message
            .as_ref()
            .map_or("", |message| &message.text)
    }

    /// What is drawn.
    pub fn buffer(&self) -> Buffer {
        let (width, height) = self.app.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, &self.app)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// What is drawn, as text.
    pub fn frame(&self) -> String {
        let buffer = self.buffer();
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let line: String = (0..buffer.area.width)
                .map(|x| buffer[(x, y)].symbol())
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A short solution of a deal, from the solver.
pub fn solution(game: &str, deal: u64) -> Vec<Move> {
    let table = find_game(game)
        .unwrap()
        .deal(deal, &Default::default())
        .unwrap();
    let request = Request::default().with_mode(Mode::Fast);
    let report = table.solve(&request, &mut Budget::unlimited()).unwrap();
    let line = report.outcome.solution().expect("a deal that can be won");
    line.moves.clone()
}

/// The gesture of the next move of a solution. Moves that the autoplay has
/// made already are passed over.
pub fn next_gesture(play: &Play, line: &mut std::vec::IntoIter<Move>) -> Option<Gesture> {
    line.find_map(|move_| {
        let gestures = &play.gestures;
        gestures.iter().find(|one| one.move_ == move_).cloned()
    })
}

/// A deal of each kind of game that can be won.
pub const WINNABLE: [(&str, u64); 4] = [
    ("pyramid", 3),
    ("tripeaks", 1),
    ("freecell", 164),
    ("cluj", 1),
];
