//! The list of games, their goals and their settings.

use patience::{Game, Setting, Settings, Values, games};
use ratatui::layout::{Position, Rect};

/// The first line of the list of games.
pub const FIRST_LINE: u16 = 3;
/// The columns of the list of games.
pub const LIST_WIDTH: u16 = 28;
/// The first line of the goals, in the right half.
pub const FIRST_GOAL_LINE: u16 = 7;
/// The lines below the list: a blank one, the message, the keys.
const FOOT: u16 = 3;

/// The menu.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Menu {
    /// The game that is chosen.
    pub game: usize,
    /// The goal that is chosen, among the game's.
    pub goal: usize,
    /// The setting that is marked, among the game's.
    pub setting: usize,
    /// The settings that are chosen.
    pub settings: Settings,
}

/// What was clicked in the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clicked {
    /// A game.
    Game(usize),
    /// A goal.
    Goal(usize),
    /// A setting.
    Setting(usize),
}

impl Menu {
    /// The menu with a game chosen.
    pub fn at(name: &str) -> Self {
        let found = games().iter().position(|game| game.about().name == name);
        Self::of(found.unwrap_or(0))
    }

    /// The menu with the game at this place chosen.
    pub fn of(game: usize) -> Self {
        Self {
            game,
            ..Self::default()
        }
    }

    /// The game that is chosen.
    pub fn chosen(&self) -> &'static dyn Game {
        games()[self.game]
    }

    /// The goals of that game.
    pub fn goals(&self) -> &'static [&'static str] {
        self.chosen().about().goals
    }

    /// Another game, further down or up.
    pub fn step_game(&mut self, down: bool) {
        let games = games().len();
        *self = Self::of((self.game + if down { 1 } else { games - 1 }) % games);
    }

    /// The first game of the list.
    pub fn first_game(&mut self) {
        *self = Self::of(0);
    }

    /// The last game of the list.
    pub fn last_game(&mut self) {
        *self = Self::of(games().len() - 1);
    }

    /// Another goal.
    pub fn step_goal(&mut self, further: bool) {
        let goals = self.goals().len();
        self.goal = (self.goal + if further { 1 } else { goals - 1 }) % goals;
    }

    /// The settings that the game declares.
    pub fn declared(&self) -> &'static [Setting] {
        self.chosen().about().settings
    }

    /// The value of a setting, as the game has it with what is chosen.
    pub fn value(&self, setting: &Setting) -> u32 {
        let about = self.chosen().about();
        let chosen = self.settings.check(about.name, about.settings);
        chosen.map_or(setting.default, |chosen| chosen.get(setting.key))
    }

    /// Marks the next setting.
    pub fn next_setting(&mut self) {
        self.setting = (self.setting + 1) % self.declared().len().max(1);
    }

    /// The marked setting's next value, up or down; after the last comes the
    /// first.
    pub fn step_setting(&mut self, up: bool) {
        let Some(setting) = self.declared().get(self.setting) else {
            return;
        };
        let (first, last) = match setting.values {
            Values::Range { first, last } => (first, last),
            Values::Choices(choices) => (0, choices.len() as u32 - 1),
        };
        let value = match (self.value(setting), up) {
            (value, true) if value == last => first,
            (value, false) if value == first => last,
            (value, true) => value + 1,
            (value, false) => value - 1,
        };
        self.settings.set(setting.key, setting.write(value));
    }

    /// The first line of the settings, below the goals and a heading.
    pub fn first_setting_line(&self) -> u16 {
        FIRST_GOAL_LINE + self.goals().len() as u16 + 2
    }

    /// The first game that is shown on a screen of this height: the list is
    /// moved up as far as the chosen game needs it.
    pub fn first_shown(&self, height: u16) -> usize {
        (self.game + 1).saturating_sub(Self::room(height))
    }

    /// The games that a screen of this height has room for.
    pub fn room(height: u16) -> usize {
        usize::from(height.saturating_sub(FIRST_LINE + FOOT)).max(1)
    }

    /// What lies under a point of the screen.
    pub fn clicked(&self, point: Position, screen: Rect) -> Option<Clicked> {
        let line = point.y.checked_sub(screen.y)?;
        let from = |first: u16| line.checked_sub(first).map(usize::from);
        if point.x < screen.x + LIST_WIDTH {
            let game = from(FIRST_LINE)? + self.first_shown(screen.height);
            return (game < games().len()).then_some(Clicked::Game(game));
        }
        if let Some(setting) = from(self.first_setting_line())
            && setting < self.declared().len()
        {
            return Some(Clicked::Setting(setting));
        }
        let goal = from(FIRST_GOAL_LINE)?;
        (goal < self.goals().len()).then_some(Clicked::Goal(goal))
    }
}
