//! Which cards go home without being asked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which cards go home by themselves after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Autoplay {
    /// Only cards that can never be missed.
    #[default]
    Safe,
    /// Every card that can.
    All,
    /// None.
    Off,
}

impl Autoplay {
    /// Every setting, the default first.
    pub const ALL: [Self; 3] = [Self::Safe, Self::All, Self::Off];

    /// `safe`, `all` or `off`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::All => "all",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for Autoplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The text is none of `safe`, `all` and `off`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("autoplay is `safe`, `all` or `off`")]
pub struct ParseAutoplayError;

impl FromStr for Autoplay {
    type Err = ParseAutoplayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|one| one.word() == text);
        found.ok_or(ParseAutoplayError)
    }
}
