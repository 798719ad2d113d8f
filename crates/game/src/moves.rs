//! A move as everybody but its own game sees it.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A move in its game's notation: `Remove 6h 7c`, `26`, `Draw`.
///
/// Any text can be put into one. Whether it is a move, and a legal one, is for
/// the [`Table`](crate::Table) that it is played on to say; the moves that a
/// table gives out are legal and written in full.
///
/// ```
/// use patience_game::Move;
/// let draw: Move = " Draw ".into();
/// assert_eq!(draw, "Draw");
/// assert_eq!(draw.to_string(), "Draw");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Move(String);

impl Move {
    /// A move as its game writes it, without a look at its ends.
    pub(crate) const fn written(text: String) -> Self {
        Self(text)
    }

    /// The move as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Move {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Move {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Move {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Move {
    fn from(text: &str) -> Self {
        Self(text.trim().to_owned())
    }
}

impl From<String> for Move {
    fn from(text: String) -> Self {
        match text.trim().len() == text.len() {
            true => Self(text),
            false => Self(text.trim().to_owned()),
        }
    }
}

impl FromStr for Move {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl PartialEq<str> for Move {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Move {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl schemars::JsonSchema for Move {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Move".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
