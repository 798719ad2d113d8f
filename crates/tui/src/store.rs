//! The shelf on the disk: one small JSON file for each unfinished game, one for
//! the statistics and one for the preferences.
//!
//! A file is written beside its place and then moved there, so that it is
//! whole at every moment. A file that cannot be read is never overwritten: it
//! is put aside under another name, and a message tells the player.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Serialize;
use serde::de::DeserializeOwned;

use patience::records::Records;

use crate::shelf::{Preferences, SavedGame, Shelf, VERSION};

/// A folder on the disk; or nothing is kept.
#[derive(Clone, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// Keeps everything in this folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
        }
    }

    /// Keeps nothing.
    pub const fn nowhere() -> Self {
        Self { folder: None }
    }

    /// Keeps everything in the [data folder](patience::data_folder).
    pub fn usual() -> Self {
        Self {
            folder: patience::data_folder(),
        }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Reads everything; what cannot be read is put aside, with a note.
    pub fn read(&self) -> (Shelf, Vec<String>) {
        let mut notes = Vec::new();
        let mut shelf = Shelf {
            preferences: self
                .read_file::<Preferences>("settings.json", &mut notes)
                .unwrap_or_default(),
            statistics: self
                .read_file::<Records>("statistics.json", &mut notes)
                .unwrap_or_default(),
            saves: Default::default(),
            before: Default::default(),
        };
        for game in patience::games() {
            let name = game.about().name;
            if let Some(saved) = self.read_save(&save_file(name), &mut notes) {
                shelf.saves.insert(name.to_owned(), saved);
            }
            if let Some(saved) = self.read_save(&before_file(name), &mut notes) {
                shelf.before.insert(name.to_owned(), saved);
            }
        }
        (shelf, notes)
    }

    fn read_save(&self, file: &str, notes: &mut Vec<String>) -> Option<SavedGame> {
        let saved = self.read_file::<SavedGame>(file, notes)?;
        if saved.version > VERSION {
            notes.push(self.put_aside(file, "it is from a newer Patience"));
            return None;
        }
        Some(saved)
    }

    fn read_file<T: DeserializeOwned>(&self, name: &str, notes: &mut Vec<String>) -> Option<T> {
        let path = self.folder.as_ref()?.join(name);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                notes.push(self.put_aside(name, &error.to_string()));
                return None;
            }
        };
        match serde_json::from_str(&text) {
            Ok(value) => Some(value),
            Err(error) => {
                notes.push(self.put_aside(name, &error.to_string()));
                None
            }
        }
    }

    /// Moves a file that cannot be read out of the way, under a name that is
    /// still free, and says so.
    pub fn put_aside(&self, name: &str, reason: &str) -> String {
        let Some(folder) = &self.folder else {
            return format!("{name} cannot be read: {reason}");
        };
        let free = (1..)
            .map(|number| format!("{name}.bad-{number}"))
            .find(|other| !folder.join(other).exists())
            .unwrap_or_else(|| format!("{name}.bad"));
        match fs::rename(folder.join(name), folder.join(&free)) {
            Ok(()) => format!("{name} cannot be read ({reason}); it is kept as {free}"),
            Err(error) => {
                format!("{name} cannot be read ({reason}), nor moved away: {error}")
            }
        }
    }

    /// Writes the preferences.
    pub fn write_preferences(&self, preferences: &Preferences) -> io::Result<()> {
        self.write("settings.json", preferences)
    }

    /// Writes the statistics.
    pub fn write_statistics(&self, statistics: &Records) -> io::Result<()> {
        self.write("statistics.json", statistics)
    }

    /// Writes an unfinished game.
    pub fn write_save(&self, game: &str, saved: &SavedGame) -> io::Result<()> {
        self.write(&save_file(game), saved)
    }

    /// Writes the game that another deal took the place of.
    pub fn write_before(&self, game: &str, saved: &SavedGame) -> io::Result<()> {
        self.write(&before_file(game), saved)
    }

    /// Removes a game that is over.
    pub fn remove_save(&self, game: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        match fs::remove_file(folder.join(save_file(game))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn write(&self, name: &str, value: &impl Serialize) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        let mut text = serde_json::to_string_pretty(value)?;
        text.push('\n');
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        fs::write(&beside, text)?;
        fs::rename(&beside, &path).inspect_err(|_| {
            // The old file is still whole; only the new one is in the way.
            let _ = fs::remove_file(&beside);
        })
    }
}

/// The file of the game that another deal took the place of, in the folder.
pub fn before_file(game: &str) -> String {
    format!("games/{game}.before.json")
}

/// The file of an unfinished game, in the folder.
pub fn save_file(game: &str) -> String {
    format!("games/{game}.json")
}
