//! New deals, deals by number, and games that were left off.

use patience::difficulty::Daily;
use patience::{Cancel, Date, Game, Goal, Session, Settings, Target, find_game, random_deal};

use super::{App, Dealt, Effect, Overlay, Play, Prompt, Purpose, Screen, Search};
use crate::shelf::Deals;
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

/// What is known of a deal before it is played.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    grade: Option<patience::Grade>,
    is_winnable: bool,
    daily: Option<Date>,
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
            self.deal_number(&wanted, number, Known::default());
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

    pub(super) fn put_on_table(&mut self, play: Play) {
        self.shelf.preferences.last_game = play.game().to_owned();
        self.screen = Screen::Game(Box::new(play));
        self.overlay = None;
        self.behind = None;
        self.pressed = None;
        self.is_dirty = false;
        self.keep_preferences();
        self.judge();
        self.consult();
    }

    /// A random deal, as the settings want it.
    fn deal_any(&mut self, wanted: Wanted) {
        let seed = self.random.below(u32::MAX as usize) as u64;
        let search = match self.shelf.preferences.deals.offered(wanted.game.about()) {
            Deals::Any => None,
            Deals::Winnable => Some(Search::Winnable(seed)),
            Deals::Graded(grade) => Some(Search::Graded(grade, seed)),
        };
        if let Some(search) = search {
            self.find(wanted, search);
            return;
        }
        match random_deal(
            wanted.game,
            &wanted.settings,
            false,
            seed,
            &Cancel::default(),
        ) {
            Ok(Some(found)) => self.deal_number(&wanted, found.number, Known::default()),
            Ok(None) => {}
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// Looks for a deal; the game on the table waits.
    fn find(&mut self, wanted: Wanted, search: Search) {
        let which = match search {
            Search::Winnable(_) => "a deal that can be won",
            Search::Graded(grade, _) => match grade {
                patience::Grade::Easy => "an easy deal",
                patience::Grade::Medium => "a medium deal",
                patience::Grade::Hard => "a hard deal",
                patience::Grade::Brutal => "a brutal deal",
            },
            Search::Daily(_) => "the daily deal",
        };
        self.say(format!("Looking for {which} .. Esc stops."));
        self.effects.push(Effect::FindDeal {
            game: wanted.game,
            settings: wanted.settings.clone(),
            search,
        });
        self.is_finding = Some(wanted);
        self.is_finding_daily = match search {
            Search::Daily(day) => Some(day),
            _ => None,
        };
    }

    /// The daily deal of today.
    pub(super) fn start_daily(&mut self) {
        let day = self.today;
        let daily = Daily::of(day);
        let Ok(game) = find_game(daily.game) else {
            return;
        };
        let wanted = Wanted {
            game,
            target: Target::BOARD,
            settings: Settings::default(),
        };
        // Where it was left, if it was begun and is still there.
        let is_it = |play: &Play| play.daily == Some(day);
        let saved = self.shelf.saves.get(daily.game);
        if saved.is_some_and(|saved| saved.daily == Some(day)) && self.resume(&wanted, None) {
            return;
        }
        if !self.play().is_some_and(is_it) {
            self.find(wanted, Search::Daily(day));
        }
    }

    /// Back to the game that another deal took the place of; that one waits.
    pub(super) fn go_to_previous(&mut self) {
        let Some(name) = self.play().map(Play::game) else {
            return;
        };
        let Some(before) = self.shelf.before.remove(name) else {
            self.say("There is no game before this one.");
            return;
        };
        let about = match find_game(name) {
            Ok(game) => game.about(),
            Err(_) => return,
        };
        match Play::load(&before, self.shelf.preferences.is_face_down(about)) {
            Ok(play) => {
                self.keep_before(name);
                let moves = words::counted(play.moves_made(), "moves");
                self.put_on_table(play);
                self.keep();
                self.say(format!("The game before, after {moves}. p goes back."));
            }
            Err(reason) => self.alarm(reason),
        }
    }

    /// Keeps the game of this name, if it was begun and is not over, as the one
    /// to go back to.
    fn keep_before(&mut self, name: &'static str) {
        let saved = match &self.screen {
            Screen::Game(play) if play.game() == name => {
                (play.is_counted && !play.is_over).then(|| play.save())
            }
            _ => self
                .shelf
                .saves
                .get(name)
                .filter(|saved| saved.is_counted)
                .cloned(),
        };
        if let Some(saved) = saved {
            self.shelf.before.insert(name.to_owned(), saved.clone());
            self.effects.push(Effect::KeepBefore(name, Box::new(saved)));
        }
    }

    fn deal_number(&mut self, wanted: &Wanted, number: u64, known: Known) {
        let name = wanted.game.about().name;
        match Session::deal(name, number, &wanted.settings) {
            Ok(mut session) => {
                session.set_autoplay(self.shelf.preferences.autoplay());
                let had_one = self.give_up(name);
                self.keep_before(name);
                let about = wanted.game.about();
                let is_face_down = self.shelf.preferences.is_face_down(about);
                let mut play = Play::new(session, wanted.target, is_face_down);
                play.daily = known.daily;
                play.grade = known.grade;
                play.is_winnable = known.is_winnable;
                self.put_on_table(play);
                self.keep();
                let number = words::grouped(number);
                let what = match (known.daily, known.is_winnable) {
                    (Some(day), _) => format!("The daily deal of {day}. It can be won."),
                    (None, true) => format!("Deal {number} can be won."),
                    (None, false) => String::new(),
                };
                let back = if had_one {
                    " p goes back to the game before."
                } else {
                    ""
                };
                if !what.is_empty() || !back.is_empty() {
                    self.say(format!("{what}{back}").trim());
                }
            }
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// The game before, if it was begun and not won, is lost; says whether it is.
    fn give_up(&mut self, name: &str) -> bool {
        let was_open = match &self.screen {
            Screen::Game(play) if play.game() == name => play.is_counted && !play.is_over,
            _ => self
                .shelf
                .saves
                .get(name)
                .is_some_and(|saved| saved.is_counted),
        };
        if was_open {
            let ended = patience::records::Ended {
                won: false,
                moves: 0,
                score: None,
                help: patience::records::Help::None,
            };
            self.shelf.statistics.end(name, &ended);
            self.keep_statistics();
        }
        was_open
    }

    /// A deal was found, or not.
    pub(super) fn dealt(&mut self, found: Result<Dealt, String>) {
        let Some(wanted) = self.is_finding.take() else {
            return;
        };
        match found {
            Ok(dealt) => {
                let alarm = self.message.take().filter(|message| message.is_alarm);
                let known = Known {
                    grade: dealt.grade,
                    is_winnable: true,
                    daily: self.is_finding_daily.take(),
                };
                self.deal_number(&wanted, dealt.number, known);
                // Bad news that the player has not had time to read stays.
                self.message = alarm.or(self.message.take());
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
