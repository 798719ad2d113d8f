//! The list of games and their goals.

use patience::{Game, list_of_games};
use ratatui::layout::{Position, Rect};

/// The first line of the list of games.
pub const FIRST_LINE: u16 = 3;
/// The columns of the list of games.
pub const LIST_WIDTH: u16 = 28;
/// The first line of the goals, in the right half.
pub const FIRST_GOAL_LINE: u16 = 7;

/// The menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Menu {
    /// The game that is chosen.
    pub game: usize,
    /// The goal that is chosen, among the game's.
    pub goal: usize,
}

/// What was clicked in the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clicked {
    /// A game.
    Game(usize),
    /// A goal.
    Goal(usize),
}

impl Menu {
    /// The menu with a game chosen.
    pub fn at(name: &str) -> Self {
        let found = list_of_games()
            .iter()
            .position(|game| game.about().name == name);
        Self {
            game: found.unwrap_or(0),
            goal: 0,
        }
    }

    /// The game that is chosen.
    pub fn chosen(&self) -> &'static dyn Game {
        list_of_games()[self.game]
    }

    /// The goals of that game.
    pub fn goals(&self) -> &'static [&'static str] {
        self.chosen().about().goals
    }

    /// Another game, further down or up.
    pub fn step_game(&mut self, down: bool) {
        let games = list_of_games().len();
        self.game = (self.game + if down { 1 } else { games - 1 }) % games;
        self.goal = 0;
    }

    /// Another goal.
    pub fn step_goal(&mut self, further: bool) {
        let goals = self.goals().len();
        self.goal = (self.goal + if further { 1 } else { goals - 1 }) % goals;
    }

    /// What lies under a point of the screen.
    pub fn clicked(&self, point: Position, screen: Rect) -> Option<Clicked> {
        let line = usize::from(point.y.checked_sub(screen.y)?);
        if point.x < screen.x + LIST_WIDTH {
            let game = line.checked_sub(usize::from(FIRST_LINE))?;
            return (game < list_of_games().len()).then_some(Clicked::Game(game));
        }
        let goal = line.checked_sub(usize::from(FIRST_GOAL_LINE))?;
        (goal < self.goals().len()).then_some(Clicked::Goal(goal))
    }
}
