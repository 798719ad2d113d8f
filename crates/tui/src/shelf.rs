//! What is kept from one evening to the next: unfinished games, statistics and
//! settings. Here it is only data; `store` brings it to the disk and back.

use std::collections::BTreeMap;

use patience::records::{Help, Records};
use patience::{About, Autoplay, Date, Grade, difficulty};
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

/// Which deals are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deals {
    /// Any.
    Any,
    /// Such as can be won.
    #[default]
    Winnable,
    /// Such as can be won and have this grade.
    #[serde(untagged)]
    Graded(Grade),
}

impl Deals {
    /// The one after it, among those that a game offers: without a scale there
    /// are no grades.
    pub fn next(self, about: &About) -> Self {
        let has_grades = difficulty::scale(about).is_some();
        match self {
            Self::Any => Self::Winnable,
            Self::Winnable if has_grades => Self::Graded(Grade::Easy),
            Self::Winnable => Self::Any,
            Self::Graded(grade) => {
                let next = Grade::ALL.into_iter().find(|one| *one > grade);
                next.map_or(Self::Any, Self::Graded)
            }
        }
    }

    /// As far as a game offers it.
    #[must_use]
    pub fn offered(self, about: &About) -> Self {
        match self {
            Self::Graded(_) if difficulty::scale(about).is_none() => Self::Winnable,
            _ => self,
        }
    }

    /// In words: `any`, `winnable`, `easy`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Winnable => "winnable",
            Self::Graded(grade) => grade.word(),
        }
    }
}

/// What the player has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// How much the oracle shows.
    pub oracle: OracleMode,
    /// Which deals are dealt.
    pub deals: Deals,
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
            deals: Deals::Winnable,
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
    /// Patience has made moves in it: as the first version wrote it.
    #[serde(default, skip_serializing)]
    pub is_helped: bool,
    /// The most help that it has had.
    #[serde(default)]
    pub help: Help,
    /// The day whose daily deal it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<Date>,
    /// The grade of its deal, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// The session, as `Session::save` writes it.
    pub session: String,
}

/// Everything that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf {
    /// What the player has chosen.
    pub preferences: Preferences,
    /// What has been played.
    pub statistics: Records,
    /// Unfinished games, by the name of the game.
    pub saves: BTreeMap<String, SavedGame>,
    /// The games that another deal took the place of, by the name of the game.
    pub before: BTreeMap<String, SavedGame>,
}
