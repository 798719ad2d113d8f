//! New deals, deals by number, and games that were left off.

use patience::{Cancel, Game, Goal, Session, Settings, Target, find_game, random_deal};

use super::{App, Effect, Overlay, Play, Prompt, Purpose, Screen};
use crate::words;

/// A deal that is looked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Of this game.
    pub game: &'static dyn Game,
    /// For this goal.
    pub target: Target,
    /// With these settings.
    pub settings: Settings,
}

/// The target for a goal that the game has; or why not.
pub fn offered(game: &dyn Game, goal: Goal) -> Result<Target, String> {
    let about = game.about();
    let written = goal.to_string();
    let word = written.split('=').next().unwrap_or_default();
    let has_it = about
        .goals
        .iter()
        .any(|listed| listed.split('=').next() == Some(word));
    if has_it {
        Target::new(goal, 0).map_err(|error| error.to_string())
    } else {
        Err(format!(
            "{} has no goal `{word}`; its goals: {}",
            about.name,
            about.goals.join(", ")
        ))
    }
}

impl App {
    /// Goes on with the unfinished game, if there is one for this goal, else
    /// deals.
    pub fn start(&mut self, wanted: Wanted) {
        if !self.resume(&wanted, None) {
            self.deal_any(wanted);
        }
    }

    /// Deals this number; if that is the unfinished game, goes on with it.
    pub fn start_deal(&mut self, wanted: Wanted, number: u64) {
        if !self.resume(&wanted, Some(number)) {
            self.deal_number(&wanted, number);
        }
    }

    /// Goes on with the unfinished game, if there is one like this.
    fn resume(&mut self, wanted: &Wanted, number: Option<u64>) -> bool {
        let name = wanted.game.about().name;
        let Some(saved) = self.shelf.saves.get(name) else {
            return false;
        };
        let is_face_down = self.shelf.preferences.is_face_down(wanted.game.about());
        let play = match Play::load(saved, is_face_down) {
            Ok(play) => play,
            Err(reason) => {
                self.shelf.saves.remove(name);
                self.effects.push(Effect::PutAside(name));
                self.deal_any(wanted.clone());
                self.alarm(format!(
                    "The unfinished game could not be read ({}); its file is put aside.",
                    reason.replace('\n', "; ")
                ));
                return true;
            }
        };
        // Who asks for nothing special goes on with whatever was left.
        let is_usual = wanted.target == Target::BOARD && wanted.settings.is_default();
        let is_same = play.target == wanted.target && *play.session.settings() == wanted.settings;
        let is_like_this = (is_same || (is_usual && number.is_none()))
            && number.is_none_or(|number| play.session.deal_number() == Some(number));
        if !is_like_this {
            return false;
        }
        let moves = play.moves_made();
        self.put_on_table(play);
        if moves > 0 {
            self.say(format!(
                "Where you left off, after {}. R starts over, n deals a new game.",
                words::counted(moves, "moves")
            ));
        }
        true
    }

    fn put_on_table(&mut self, play: Play) {
        self.shelf.preferences.last_game = play.game().to_owned();
        self.screen = Screen::Game(Box::new(play));
        self.overlay = None;
        self.is_dirty = false;
        self.keep_preferences();
        self.judge();
        self.consult();
    }

    /// A random deal, as the settings want it.
    fn deal_any(&mut self, wanted: Wanted) {
        let seed = self.random.below(u32::MAX as usize) as u64;
        if self.shelf.preferences.winnable {
            self.say("Looking for a deal that can be won .. Esc stops.");
            self.effects.push(Effect::FindDeal {
                game: wanted.game,
                settings: wanted.settings.clone(),
                seed,
            });
            self.is_finding = Some(wanted);
            return;
        }
        match random_deal(
            wanted.game,
            &wanted.settings,
            false,
            seed,
            &Cancel::default(),
        ) {
            Ok(Some(found)) => self.deal_number(&wanted, found.number),
            Ok(None) => {}
            Err(error) => self.alarm(error.to_string()),
        }
    }

    fn deal_number(&mut self, wanted: &Wanted, number: u64) {
        let name = wanted.game.about().name;
        match Session::deal(name, number, &wanted.settings) {
            Ok(mut session) => {
                session.set_autoplay(self.shelf.preferences.autoplay());
                self.give_up(name);
                let about = wanted.game.about();
                let is_face_down = self.shelf.preferences.is_face_down(about);
                let play = Play::new(session, wanted.target, is_face_down);
                self.put_on_table(play);
                self.keep();
            }
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// The game before, if it was begun and not won, is lost.
    fn give_up(&mut self, name: &str) {
        let was_open = match &self.screen {
            Screen::Game(play) if play.game() == name => play.is_counted && !play.is_over,
            _ => self
                .shelf
                .saves
                .get(name)
                .is_some_and(|saved| saved.is_counted),
        };
        if was_open {
            self.shelf.record(name).lose();
            self.keep_statistics();
        }
    }

    /// A deal was found, or not.
    pub(super) fn dealt(&mut self, found: Result<u64, String>) {
        let Some(wanted) = self.is_finding.take() else {
            return;
        };
        match found {
            Ok(number) => {
                self.message = None;
                self.deal_number(&wanted, number);
            }
            Err(reason) => self.alarm(reason),
        }
    }

    /// Stops looking for a deal; true if one was looked for.
    pub(super) fn stop_finding(&mut self) -> bool {
        let was_finding = self.is_finding.take().is_some();
        if was_finding {
            self.effects.push(Effect::StopFinding);
            self.say("Stopped.");
        }
        was_finding
    }

    /// What the game on the table, or the menu, is about.
    fn wanted(&self) -> Option<Wanted> {
        match &self.screen {
            Screen::Game(play) => Some(Wanted {
                game: find_game(play.game()).ok()?,
                target: play.target,
                settings: play.session.settings().clone(),
            }),
            Screen::Menu(menu) => {
                let goal = menu.goals()[menu.goal].parse().ok()?;
                Some(Wanted {
                    game: menu.chosen(),
                    target: Target::new(goal, 0).ok()?,
                    settings: menu.settings.clone(),
                })
            }
        }
    }

    /// Another deal of the same game.
    pub(super) fn new_deal(&mut self) {
        if let Some(wanted) = self.wanted() {
            self.deal_any(wanted);
        } else {
            self.ask_goal();
        }
    }

    /// Starts what is chosen in the menu; asks for a goal that needs a number.
    pub(super) fn start_chosen(&mut self) {
        match self.wanted() {
            Some(wanted) => self.start(wanted),
            None => self.ask_goal(),
        }
    }

    /// The goal as it is listed has places for numbers: the player fills them.
    fn ask_goal(&mut self) {
        if let Screen::Menu(menu) = &self.screen {
            let listed = menu.goals()[menu.goal];
            let begun = listed.split_once('=').map_or("", |(word, _)| word);
            let text = if begun.is_empty() {
                String::new()
            } else {
                format!("{begun}=")
            };
            self.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Goal, text)));
        }
    }

    /// A line was typed.
    pub(super) fn typed(&mut self, purpose: Purpose, text: &str) {
        if text.is_empty() {
            return;
        }
        match purpose {
            Purpose::Move => self.make(text),
            Purpose::Deal => self.typed_deal(text),
            Purpose::Goal => self.typed_goal(text),
        }
    }

    fn typed_deal(&mut self, text: &str) {
        let digits = text.replace([',', '_', ' ', '#'], "");
        let Ok(number) = digits.parse() else {
            self.alarm(format!("`{text}` is no deal number."));
            return;
        };
        match self.wanted() {
            Some(wanted) => self.start_deal(wanted, number),
            None => self.alarm("Choose a goal first."),
        }
    }

    fn typed_goal(&mut self, text: &str) {
        let Screen::Menu(menu) = &self.screen else {
            return;
        };
        let (game, settings) = (menu.chosen(), menu.settings.clone());
        let target = text
            .parse()
            .map_err(|error: <Goal as std::str::FromStr>::Err| error.to_string())
            .and_then(|goal| offered(game, goal));
        match target {
            Ok(target) => self.start(Wanted {
                game,
                target,
                settings,
            }),
            Err(reason) => self.alarm(reason),
        }
    }
}
