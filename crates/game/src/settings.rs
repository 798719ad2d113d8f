//! Settings of a game: what it declares, and what a player chose.
//!
//! A game declares each [`Setting`] once: its key, its words, its values and its
//! default. The command line, the terminal, the page, links and saved games all
//! work from that declaration. [`Settings`] are what a player chose; the game
//! checks them and gets [`Chosen`] values, with its defaults filled in.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A setting that a game declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Setting {
    /// The key, as in `--set cells=2`.
    pub key: &'static str,
    /// What it is, for a label: `Free cells`.
    pub title: &'static str,
    /// The values that there are.
    pub values: Values,
    /// The value that the game has unless another is chosen: for
    /// [`Values::Range`] the number, for [`Values::Choices`] the place in the
    /// list.
    pub default: u32,
}

/// The values of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// A number, both ends included.
    Range {
        /// The least.
        first: u32,
        /// The greatest.
        last: u32,
    },
    /// One of these.
    Choices(&'static [Choice]),
}

/// A value of a setting that is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Choice {
    /// As it is written: `worry-back`.
    pub word: &'static str,
    /// What it means, for a label.
    pub title: &'static str,
}

impl Setting {
    /// A setting that is a number from `first` to `last`.
    pub const fn number(
        key: &'static str,
        title: &'static str,
        first: u32,
        last: u32,
        default: u32,
    ) -> Self {
        Self {
            key,
            title,
            values: Values::Range { first, last },
            default,
        }
    }

    /// A setting that is one of several words; the first is the default.
    pub const fn choice(
        key: &'static str,
        title: &'static str,
        choices: &'static [Choice],
    ) -> Self {
        Self {
            key,
            title,
            values: Values::Choices(choices),
            default: 0,
        }
    }

    /// The value as it is written.
    pub fn write(&self, value: u32) -> Value {
        match self.values {
            Values::Range { .. } => Value::Number(value),
            Values::Choices(choices) => {
                let choice = choices.get(value as usize).or(choices.first());
                Value::Word(choice.map_or("", |choice| choice.word).to_owned())
            }
        }
    }

    /// The value that this is, or none if the setting does not have it.
    fn read(&self, value: &Value) -> Option<u32> {
        match (self.values, value) {
            (Values::Range { first, last }, Value::Number(number)) => {
                (first..=last).contains(number).then_some(*number)
            }
            (Values::Range { .. }, Value::Word(_)) => None,
            (Values::Choices(choices), value) => {
                let word = value.to_string();
                let place = choices.iter().position(|choice| choice.word == word)?;
                Some(place as u32)
            }
        }
    }

    /// The values in words: `0 to 8`, `yes or no`.
    pub fn range(&self) -> String {
        match self.values {
            Values::Range { first, last } => format!("{first} to {last}"),
            Values::Choices(choices) => {
                let words: Vec<_> = choices.iter().map(|choice| choice.word).collect();
                words.join(" or ")
            }
        }
    }
}

/// A value as a player writes it.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u32),
    /// A word.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        let text = text.trim();
        text.parse()
            .map_or_else(|_| Self::Word(text.to_ascii_lowercase()), Self::Number)
    }
}

/// What a player chose, where it differs from the game's defaults. It is
/// checked by the game that it is given to.
///
/// ```
/// use patience_game::Settings;
/// let settings: Settings = "cells=2,columns=9".parse()?;
/// assert_eq!(settings, Settings::default().with("cells", 2).with("columns", 9));
/// assert_eq!(settings.to_string(), "cells=2,columns=9");
/// assert!("cells".parse::<Settings>().is_err());
/// # Ok::<(), patience_game::SettingError>(())
/// ```
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(as = "BTreeMap<String, Value>")
)]
#[serde(transparent)]
pub struct Settings {
    values: BTreeMap<String, Value>,
}

impl Settings {
    /// The same settings with this one.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.set(key, value);
        self
    }

    /// Chooses a value; a second one for the same key replaces the first.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        let key = key.trim().to_ascii_lowercase();
        self.values.insert(key, value.into());
    }

    /// The value of this key, if one was chosen.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// Nothing was chosen: the game as it usually is.
    pub fn is_default(&self) -> bool {
        self.values.is_empty()
    }

    /// Every key and value, by key.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.values.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Checks the settings against what a game declares, and fills in its
    /// defaults.
    pub fn check(
        &self,
        game: &'static str,
        declared: &'static [Setting],
    ) -> Result<Chosen, SettingError> {
        for (key, value) in self.iter() {
            let Some(setting) = declared.iter().find(|setting| setting.key == key) else {
                return Err(SettingError::NoSuchKey {
                    game,
                    key: key.chars().take(40).collect(),
                    keys: declared.iter().map(|setting| setting.key).collect(),
                });
            };
            if setting.read(value).is_none() {
                return Err(SettingError::NoSuchValue {
                    game,
                    key: setting.key,
                    value: value.to_string().chars().take(40).collect(),
                    range: setting.range(),
                });
            }
        }
        let value_of = |setting: &Setting| {
            let value = self.get(setting.key);
            value
                .and_then(|value| setting.read(value))
                .unwrap_or(setting.default)
        };
        Ok(Chosen {
            values: declared.iter().map(value_of).collect(),
            declared,
        })
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{key}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for Settings {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
                    (key, value)
                }
                _ => return Err(SettingError::NotKeyValue(part.trim().to_owned())),
            };
            settings.set(key, value);
        }
        Ok(settings)
    }
}

/// The value of every setting that a game declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    values: Vec<u32>,
    declared: &'static [Setting],
}

impl Chosen {
    /// The value of a setting: the number, or the place of the choice in its
    /// list. 0 for a key that the game does not declare.
    pub fn get(&self, key: &str) -> u32 {
        let place = self.declared.iter().position(|setting| setting.key == key);
        debug_assert!(place.is_some(), "`{key}` is not declared");
        place.map_or(0, |place| self.values[place])
    }

    /// What differs from the defaults.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (setting, value) in self.declared.iter().zip(&self.values) {
            if *value != setting.default {
                settings.set(setting.key, setting.write(*value));
            }
        }
        settings
    }
}

/// Settings that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The game has no setting with this key.
    #[error("{game} has no setting `{key}`{}", known_keys(keys))]
    NoSuchKey {
        /// The game's name.
        game: &'static str,
        /// The key that was given.
        key: String,
        /// The keys that the game has.
        keys: Vec<&'static str>,
    },
    /// The setting has no such value.
    #[error("{game} has {key} {range}, not {value}")]
    NoSuchValue {
        /// The game's name.
        game: &'static str,
        /// The key.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// The values that there are, in words.
        range: String,
    },
    /// The text is not `KEY=VALUE`.
    #[error("`{0}` is not a setting: KEY=VALUE, such as cells=2")]
    NotKeyValue(String),
}

fn known_keys(keys: &[&str]) -> String {
    match keys {
        [] => String::new(),
        keys => format!("; it has {}", keys.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static DECLARED: [Setting; 2] = [
        Setting::number("cells", "Free cells", 0, 8, 4),
        Setting::choice(
            "removal",
            "Removal",
            &[
                Choice {
                    word: "at-once",
                    title: "at once",
                },
                Choice {
                    word: "by-choice",
                    title: "by choice",
                },
            ],
        ),
    ];

    #[test]
    fn what_is_not_chosen_is_the_default() {
        let settings: Settings = "removal=by-choice".parse().unwrap();
        let chosen = settings.check("game", &DECLARED).unwrap();
        assert_eq!((chosen.get("cells"), chosen.get("removal")), (4, 1));
    }

    #[test]
    fn a_default_that_is_chosen_is_no_difference() {
        let settings: Settings = "cells=4,removal=at-once".parse().unwrap();
        let chosen = settings.check("game", &DECLARED).unwrap();
        assert!(chosen.settings().is_default());
    }

    #[test]
    fn keys_and_values_that_are_not_declared_are_refused() {
        let refuse = |text: &str| {
            let settings: Settings = text.parse().unwrap();
            settings.check("game", &DECLARED).unwrap_err().to_string()
        };
        assert_eq!(refuse("cells=9"), "game has cells 0 to 8, not 9");
        assert_eq!(refuse("cells=x"), "game has cells 0 to 8, not x");
        assert_eq!(
            refuse("removal=3"),
            "game has removal at-once or by-choice, not 3"
        );
        assert_eq!(
            refuse("suits=2"),
            "game has no setting `suits`; it has cells, removal"
        );
    }
}
