//! What is kept from one evening to the next: unfinished games, statistics and
//! settings. Here it is only data; `store` brings it to the disk and back.

use std::collections::BTreeMap;

use patience::{About, Autoplay};
use serde::{Deserialize, Serialize};

/// The version of the files.
pub const VERSION: u32 = 1;

/// How much the oracle shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OracleMode {
    /// Nothing.
    Off,
    /// A light in the status line.
    #[default]
    Light,
    /// A mark on every card that can move, too.
    Moves,
}

impl OracleMode {
    /// The one after it.
    pub const fn next(self) -> Self {
        match self {
            Self::Off => Self::Light,
            Self::Light => Self::Moves,
            Self::Moves => Self::Off,
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Light => "a light in the status line",
            Self::Moves => "on every move",
        }
    }
}

/// What the player has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// How much the oracle shows.
    pub oracle: OracleMode,
    /// New deals can be won for sure.
    pub winnable: bool,
    /// Whether covered cards lie face down, by the name of the game, where that
    /// is not as the game has it.
    pub covered: BTreeMap<String, bool>,
    /// Which cards go home by themselves: `safe`, `all` or `off`.
    pub autoplay: String,
    /// The game that was played last.
    pub last_game: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            oracle: OracleMode::Light,
            winnable: false,
            covered: BTreeMap::new(),
            autoplay: Autoplay::Safe.word().to_owned(),
            last_game: patience::FIRST_GAME.to_owned(),
        }
    }
}

impl Preferences {
    /// Covered cards of this game lie face down.
    pub fn is_face_down(&self, about: &About) -> bool {
        let chosen = self.covered.get(about.name);
        chosen.copied().unwrap_or(about.face_down)
    }

    /// Which cards go home by themselves.
    pub fn autoplay(&self) -> Autoplay {
        [Autoplay::Safe, Autoplay::All, Autoplay::Off]
            .into_iter()
            .find(|setting| setting.word() == self.autoplay)
            .unwrap_or_default()
    }
}

/// An unfinished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedGame {
    /// The version of the file.
    pub version: u32,
    /// The goal, as it is written.
    pub goal: String,
    /// What earlier deals have brought towards it.
    #[serde(default)]
    pub so_far: u32,
    /// The statistics have this game already.
    #[serde(default)]
    pub is_counted: bool,
    /// Patience has made moves in it.
    #[serde(default)]
    pub is_helped: bool,
    /// The session, as `Session::save` writes it.
    pub session: String,
}

/// What has been played of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Games that were begun.
    pub played: u32,
    /// Games that were won without help.
    pub won: u32,
    /// Won in a row, up to now.
    pub streak: u32,
    /// Most won in a row.
    pub longest_streak: u32,
    /// The fewest moves of a win.
    pub fewest_moves: Option<u32>,
    /// The most points.
    pub best_score: Option<u32>,
}

impl Record {
    /// A game was begun. It counts as lost until it is won.
    pub fn begin(&mut self) {
        self.played += 1;
    }

    /// A game that was begun has been won.
    pub fn win(&mut self, moves: u32) {
        self.won += 1;
        self.streak += 1;
        self.longest_streak = self.longest_streak.max(self.streak);
        let fewest = self.fewest_moves.unwrap_or(u32::MAX);
        self.fewest_moves = Some(fewest.min(moves));
    }

    /// A game that was begun is over without a win.
    pub fn lose(&mut self) {
        self.streak = 0;
    }

    /// Points were made.
    pub fn score(&mut self, points: u32) {
        self.best_score = Some(self.best_score.unwrap_or(0).max(points));
    }
}

/// The records of all games, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// The version of the file.
    pub version: u32,
    /// By the name of the game.
    pub games: BTreeMap<String, Record>,
}

/// Everything that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf {
    /// What the player has chosen.
    pub preferences: Preferences,
    /// What has been played.
    pub statistics: Statistics,
    /// Unfinished games, by the name of the game.
    pub saves: BTreeMap<String, SavedGame>,
}

impl Shelf {
    /// The record of a game, to be changed.
    pub fn record(&mut self, game: &str) -> &mut Record {
        self.statistics.version = VERSION;
        self.statistics.games.entry(game.to_owned()).or_default()
    }
}
