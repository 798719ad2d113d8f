//! The state of the program, and what every event makes of it. Nothing here
//! touches the terminal, the disk, a thread or the clock: events come in,
//! effects go out, and `draw` shows what there is.

mod action;
mod deals;
mod event;
mod hand;
mod help;
mod keys;
mod menu;
mod play;
mod prompt;
mod review;
pub mod screen;
mod thinking;
mod watch;

use std::time::Duration;

use patience::layout::Spot;
use patience::records::{Counted, Help};
use patience::{Autoplay, Date, Played, SplitMix64};

pub use action::{Action, Button, buttons};
pub use deals::{Wanted, offered};
pub use event::{Dealt, Effect, Event, Insight, Search};
pub use help::{HELP, HelpLine};
pub use menu::{Clicked, FIRST_GOAL_LINE, FIRST_LINE, LIST_WIDTH, Menu};
pub use play::{Hand, Play, Standing, Wish};
pub use prompt::{Prompt, Purpose};
pub use review::{ReviewLine, line_of_turn, review_lines};
pub use watch::Watch;

use crate::shelf::{OracleMode, Shelf};
use crate::theme::Theme;
use crate::words;

/// What fills the screen.
#[derive(Debug)]
pub enum Screen {
    /// The list of games.
    Menu(Menu),
    /// A game.
    Game(Box<Play>),
}

/// What lies over it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// What the keys do, from this line on.
    Help(usize),
    /// What has been played, from this line on.
    Statistics(usize),
    /// The rules of a game, from this line on.
    Rules(&'static str, usize),
    /// The review of the game, with this line chosen.
    Review(usize),
    /// A line to be typed.
    Prompt(Prompt),
}

/// A message in the message line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The words.
    pub text: String,
    /// It is bad news.
    pub is_alarm: bool,
}

/// The state of the program.
#[derive(Debug)]
pub struct App {
    /// Columns and lines of the terminal.
    pub size: (u16, u16),
    /// The colours.
    pub theme: Theme,
    /// What is kept.
    pub shelf: Shelf,
    /// What fills the screen.
    pub screen: Screen,
    /// What lies over it.
    pub overlay: Option<Overlay>,
    /// What the program says.
    pub message: Option<Message>,
    /// A deal is being looked for.
    pub is_finding: Option<Wanted>,
    /// It is the daily deal of this day.
    is_finding_daily: Option<Date>,
    /// Which day it is.
    pub today: Date,
    /// The game that the menu lies over.
    behind: Option<Box<Play>>,
    /// The card on which the mouse button went down, and whether the mouse has
    /// left it since.
    pressed: Option<(Spot, bool)>,
    now: Duration,
    random: SplitMix64,
    effects: Vec<Effect>,
    /// The game has changed since it was kept.
    is_dirty: bool,
}

impl App {
    /// The menu, with what was kept and any message about it.
    pub fn new(shelf: Shelf, notes: Vec<String>, theme: Theme, seed: u64) -> Self {
        let menu = Menu::at(&shelf.preferences.last_game);
        let mut app = Self {
            size: (80, 24),
            theme,
            shelf,
            screen: Screen::Menu(menu),
            overlay: None,
            message: None,
            is_finding: None,
            is_finding_daily: None,
            today: Date::from_unix_seconds(0),
            behind: None,
            pressed: None,
            now: Duration::ZERO,
            random: SplitMix64::new(seed),
            effects: Vec::new(),
            is_dirty: false,
        };
        if !notes.is_empty() {
            app.alarm(notes.join("; "));
        }
        app
    }

    /// Hears an event; says what is to be done.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(&text),
            Event::Resize(width, height) => self.size = (width, height),
            Event::Tick(now) => self.tick(now),
            Event::Insight(insight) => self.learn(*insight),
            Event::Dealt(found) => self.dealt(found),
            Event::NotKept(reason) => self.alarm(format!("could not be kept on disk: {reason}")),
            Event::Terminate => self.quit(true),
        }
        std::mem::take(&mut self.effects)
    }

    /// The effects of what was done before the first event.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The game on the table, if there is one.
    pub fn play(&self) -> Option<&Play> {
        match &self.screen {
            Screen::Game(play) => Some(play),
            Screen::Menu(_) => None,
        }
    }

    fn play_mut(&mut self) -> Option<&mut Play> {
        match &mut self.screen {
            Screen::Game(play) => Some(play),
            Screen::Menu(_) => None,
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            text: text.into(),
            is_alarm: false,
        });
    }

    fn alarm(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            text: text.into(),
            is_alarm: true,
        });
    }

    fn tick(&mut self, now: Duration) {
        self.now = now;
        if self.is_dirty {
            self.keep();
        }
        let Some(play) = self.play_mut() else {
            return;
        };
        let Some(watch) = &mut play.watch else {
            return;
        };
        if watch.tick(now) {
            let is_done = watch.takes_over && watch.is_at_end();
            play.layout = play.seen().layout();
            if is_done {
                self.take_over();
            }
        }
    }

    /// Makes a move of the player.
    fn make(&mut self, move_: &str) {
        let Some(play) = self.play_mut() else {
            return;
        };
        match play.session.play(move_) {
            Played::Refused(reason) => {
                self.alarm(format!("{move_}: {reason}"));
            }
            Played::Made { autoplayed } | Played::Won { autoplayed } => {
                self.message = None;
                match autoplayed.len() {
                    0 => {}
                    cards => self.say(format!("{} went home.", words::counted(cards, "cards"))),
                }
                self.moved();
                self.offer_finish();
            }
        }
    }

    /// Says so when nothing can go wrong any more.
    fn offer_finish(&mut self) {
        let can_finish = self.play().is_some_and(|play| {
            play.standing() == Standing::Open && play.session.finishing_moves().is_some()
        });
        if can_finish {
            self.say("Nothing can go wrong any more: f sends the rest home.");
        }
    }

    /// After a move, by whomever: counts, looks whether it is over, and puts
    /// the new table before the oracle.
    fn moved(&mut self) {
        self.is_dirty = true;
        let Screen::Game(play) = &mut self.screen else {
            return;
        };
        play.refresh();
        let game = play.game();
        if !play.is_counted {
            play.is_counted = true;
            self.shelf.statistics.begin(game);
            if let Some(day) = play.daily {
                self.shelf.statistics.begin_daily(day);
            }
            self.keep_statistics();
        }
        self.judge();
        self.consult();
    }

    /// Says so when the game is won or stuck, and writes down a win.
    fn judge(&mut self) {
        let Screen::Game(play) = &mut self.screen else {
            return;
        };
        let game = play.game();
        let standing = play.standing();
        let ended = play.ended(standing == Standing::Won);
        let points = ended.score.map_or(String::new(), |score| {
            format!(", {}", words::counted(score as usize, "points"))
        });
        match standing {
            Standing::Open => {}
            Standing::Won if play.is_over => {}
            Standing::Won => {
                play.is_over = true;
                let daily = play.daily;
                let counted = self.shelf.statistics.end(game, &ended);
                if let Some(day) = daily {
                    self.shelf.statistics.end_daily(day, self.today, &ended);
                }
                let cheats = match play.cheats_made() {
                    None => String::new(),
                    Some(0) => " without a cheat".to_owned(),
                    Some(cheats) => format!(" with {}", words::counted(cheats, "cheats")),
                };
                let moves = words::counted(ended.moves, "moves") + &cheats;
                let how = match counted {
                    Counted::Helped => format!("Won in {moves}{points}, with hints."),
                    Counted::Shown => {
                        format!("Done in {moves}{points}. The solution was shown: it is no win.")
                    }
                    Counted::Won | Counted::Lost => format!("Won in {moves}{points}!"),
                };
                self.say(format!("{how} v reviews it, n deals a new game."));
                self.keep_statistics();
                self.shelf.saves.remove(game);
                self.effects.push(Effect::Forget(game));
            }
            Standing::Stuck => {
                self.shelf.statistics.score(game, &ended);
                self.keep_statistics();
                self.say(format!(
                    "No move is left{points}. u takes one back, v shows what went wrong."
                ));
            }
        }
    }

    /// Puts the table before the oracle, if anybody wants to know.
    fn consult(&mut self) {
        let oracle = self.shelf.preferences.oracle;
        let Screen::Game(play) = &mut self.screen else {
            self.effects.push(Effect::Dismiss);
            return;
        };
        let is_wanted = oracle != OracleMode::Off || play.wish.is_some();
        if !is_wanted || play.watch.is_some() {
            self.effects.push(Effect::Dismiss);
            return;
        }
        play.note_unless_over(match oracle {
            OracleMode::Off => Help::None,
            OracleMode::Light => Help::Light,
            OracleMode::Moves => Help::Hints,
        });
        self.effects.push(Effect::Consult {
            table: play.seen(),
            request: play.request(),
            autoplay: play.session.autoplay(),
        });
    }

    /// Keeps the game on the table.
    fn keep(&mut self) {
        self.is_dirty = false;
        let Screen::Game(play) = &self.screen else {
            return;
        };
        let game = play.game();
        if play.is_over {
            return;
        }
        let saved = play.save();
        self.shelf.saves.insert(game.to_owned(), saved.clone());
        self.effects.push(Effect::Keep(game, Box::new(saved)));
    }

    fn keep_statistics(&mut self) {
        let statistics = Box::new(self.shelf.statistics.clone());
        self.effects.push(Effect::KeepStatistics(statistics));
    }

    fn keep_preferences(&mut self) {
        let settings = Box::new(self.shelf.preferences.clone());
        self.effects.push(Effect::KeepPreferences(settings));
    }

    fn quit(&mut self, is_interrupted: bool) {
        if self.play().is_some() {
            self.keep();
        }
        self.effects.push(Effect::Quit { is_interrupted });
    }

    /// The menu, over the game: Esc goes back to it.
    fn leave_game(&mut self) {
        let Some(game) = self.play().map(Play::game) else {
            return;
        };
        self.keep();
        self.message = None;
        let menu = Screen::Menu(Menu::at(game));
        if let Screen::Game(play) = std::mem::replace(&mut self.screen, menu) {
            self.behind = Some(play);
        }
        self.effects.push(Effect::Dismiss);
    }

    /// Back from the menu to the game that it lies over.
    fn leave_menu(&mut self) {
        match self.behind.take() {
            Some(play) => {
                self.screen = Screen::Game(play);
                self.consult();
            }
            None => self.say("q quits."),
        }
    }

    /// What a key or a button does.
    fn act(&mut self, action: Action) {
        self.message = None;
        match action {
            Action::Undo => self.turn_back(|play| play.session.undo(), "There is nothing to undo."),
            Action::Redo => self.turn_back(|play| play.session.redo(), "There is nothing to redo."),
            Action::Restart => {
                let restart = |play: &mut Play| {
                    play.session.restart();
                    true
                };
                self.turn_back(restart, "");
                self.say("Back at the start; r makes the moves again.");
            }
            Action::NewDeal => self.new_deal(),
            Action::DealNumber => self.ask(Purpose::Deal, ""),
            Action::Previous => self.go_to_previous(),
            Action::Deals => self.change_deals(),
            Action::Daily => self.start_daily(),
            Action::Rules => self.show_rules(),
            Action::Review => self.ask_review(),
            Action::Hint => self.wish(Wish::Hint),
            Action::Oracle => self.change_oracle(),
            Action::WhereLost => self.ask_where_lost(),
            Action::GoBack => self.go_back(),
            Action::Watch => self.wish(Wish::Watch(self.now)),
            Action::Finish => self.finish(),
            Action::FaceDown => self.toggle_face_down(),
            Action::Autoplay => self.change_autoplay(),
            Action::TypeMove => self.ask(Purpose::Move, ""),
            Action::Draw => self.draw_card(),
            Action::Menu => self.leave_game(),
            Action::Statistics => self.overlay = Some(Overlay::Statistics(0)),
            Action::Help => self.overlay = Some(Overlay::Help(0)),
            Action::Quit => self.quit(false),
        }
    }

    fn ask(&mut self, purpose: Purpose, text: &str) {
        self.overlay = Some(Overlay::Prompt(Prompt::new(purpose, text)));
    }

    fn turn_back(&mut self, change: impl FnOnce(&mut Play) -> bool, otherwise: &str) {
        let Some(play) = self.play_mut() else {
            return;
        };
        if !change(play) {
            self.say(otherwise);
            return;
        }
        play.refresh();
        self.is_dirty = true;
        self.judge();
        self.consult();
    }

    fn change_oracle(&mut self) {
        self.shelf.preferences.oracle = self.shelf.preferences.oracle.next();
        let legend = match self.shelf.preferences.oracle {
            OracleMode::Moves => ": ★ best, ✓ wins, ✗ loses, ? not known, ▁ to █ a chance",
            OracleMode::Light | OracleMode::Off => "",
        };
        self.say(format!(
            "Oracle: {}{legend}.",
            self.shelf.preferences.oracle.words()
        ));
        self.keep_preferences();
        self.consult();
    }

    fn change_autoplay(&mut self) {
        let next = match self.shelf.preferences.autoplay() {
            Autoplay::Safe => Autoplay::All,
            Autoplay::All => Autoplay::Off,
            Autoplay::Off => Autoplay::Safe,
        };
        self.shelf.preferences.autoplay = next.word().to_owned();
        if let Some(play) = self.play_mut() {
            play.session.set_autoplay(next);
        }
        self.say(match next {
            Autoplay::Safe => "Cards that can never be missed go home by themselves.",
            Autoplay::All => "Every card that can goes home by itself.",
            Autoplay::Off => "No card goes home by itself.",
        });
        self.keep_preferences();
        self.consult();
    }

    fn change_deals(&mut self) {
        let about = match &self.screen {
            Screen::Game(play) => play.session.table().about(),
            Screen::Menu(menu) => menu.chosen().about(),
        };
        let deals = &mut self.shelf.preferences.deals;
        *deals = deals.offered(about).next(about);
        let text = format!("New deals: {}.", deals.words());
        self.say(text);
        self.keep_preferences();
    }

    fn show_rules(&mut self) {
        let game = match &self.screen {
            Screen::Game(play) => play.game(),
            Screen::Menu(menu) => menu.chosen().about().name,
        };
        self.overlay = Some(Overlay::Rules(game, 0));
    }

    fn toggle_face_down(&mut self) {
        let Screen::Game(play) = &mut self.screen else {
            return;
        };
        if play.session.position(0).concealed().is_none() {
            self.say("Here every card lies open.");
            return;
        }
        let face_down = !play.is_face_down;
        let game = play.game().to_owned();
        self.shelf.preferences.covered.insert(game, face_down);
        play.is_face_down = face_down;
        play.refresh();
        self.say(if face_down {
            "Covered cards lie face down; the oracle tells chances."
        } else {
            "Every card lies open."
        });
        self.keep_preferences();
        self.consult();
    }
}
