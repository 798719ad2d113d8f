//! How one program shows one game, in a readable file.

use serde::Deserialize;

/// How to know the window.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// A regular expression that the title matches.
    pub title: String,
    /// The window's class, if that helps to tell it from others.
    pub class: Option<String>,
}

/// A profile.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name on the command line.
    pub name: String,
    /// The game, as `patience games` calls it.
    pub game: String,
    /// One sentence.
    pub about: String,
    /// How to know the window.
    pub window: Window,
}
