//! The shelf on the disk: one small JSON file for each unfinished game, one for
//! the statistics and one for the settings.
//!
//! A file is written beside its place and then moved there, so that it is
//! whole at every moment. A file that can not be read is never overwritten: it
//! is put aside under another name, and the player is told.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::shelf::{SavedGame, Settings, Shelf, Statistics, VERSION};

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

    /// Keeps everything where programs keep their data: what `PATIENCE_DATA`
    /// says, else the data folder of the system.
    pub fn usual() -> Self {
        let folder = from_environment("PATIENCE_DATA")
            .or_else(|| system_folder().map(|folder| folder.join("patience")));
        Self { folder }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Reads everything; what can not be read is put aside, and said.
    pub fn read(&self) -> (Shelf, Vec<String>) {
        let mut notes = Vec::new();
        let mut shelf = Shelf {
            settings: self
                .read_file::<Settings>("settings.json", &mut notes)
                .unwrap_or_default(),
            statistics: self
                .read_file::<Statistics>("statistics.json", &mut notes)
                .unwrap_or_default(),
            saves: Default::default(),
        };
        for game in patience::list_of_games() {
            let name = game.about().name;
            let Some(saved) = self.read_file::<SavedGame>(&save_file(name), &mut notes) else {
                continue;
            };
            if saved.version > VERSION {
                notes.push(self.put_aside(&save_file(name), "it is from a newer Patience"));
                continue;
            }
            shelf.saves.insert(name.to_owned(), saved);
        }
        (shelf, notes)
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

    /// Moves a file that can not be read out of the way, under a name that is
    /// still free, and says so.
    pub fn put_aside(&self, name: &str, reason: &str) -> String {
        let Some(folder) = &self.folder else {
            return format!("{name} can not be read: {reason}");
        };
        let free = (1..)
            .map(|number| format!("{name}.bad-{number}"))
            .find(|other| !folder.join(other).exists())
            .unwrap_or_else(|| format!("{name}.bad"));
        match fs::rename(folder.join(name), folder.join(&free)) {
            Ok(()) => format!("{name} can not be read ({reason}); it is kept as {free}"),
            Err(error) => {
                format!("{name} can not be read ({reason}), nor moved away: {error}")
            }
        }
    }

    /// Writes the settings.
    pub fn write_settings(&self, settings: &Settings) -> io::Result<()> {
        self.write("settings.json", settings)
    }

    /// Writes the statistics.
    pub fn write_statistics(&self, statistics: &Statistics) -> io::Result<()> {
        self.write("statistics.json", statistics)
    }

    /// Writes an unfinished game.
    pub fn write_save(&self, game: &str, saved: &SavedGame) -> io::Result<()> {
        self.write(&save_file(game), saved)
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

/// The file of an unfinished game, in the folder.
pub fn save_file(game: &str) -> String {
    format!("games/{game}.json")
}

fn from_environment(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name)?;
    (!value.is_empty()).then(|| value.into())
}

fn system_folder() -> Option<PathBuf> {
    if cfg!(windows) {
        return from_environment("APPDATA");
    }
    let home = || from_environment("HOME");
    if cfg!(target_os = "macos") {
        return home().map(|home| home.join("Library/Application Support"));
    }
    from_environment("XDG_DATA_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| home().map(|home| home.join(".local/share")))
}
