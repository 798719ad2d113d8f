//! What was seen and decided, kept in a folder: one line of JSON a decision in
//! `log.jsonl`, and the frame it was made on as a PNG file.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::{Error, Frame};

/// One decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds since the start.
    pub time: u64,
    /// What it was: `read`, `move`, `key`, `stop` and so on.
    pub what: String,
    /// The frame's file, if it was made on a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// The position that was expected, if any, in the game's text form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What came of it, in words.
    pub outcome: String,
}

/// A log, or none.
#[derive(Debug)]
pub struct Log {
    kept: Option<Kept>,
}

#[derive(Debug)]
struct Kept {
    folder: PathBuf,
    lines: File,
    frames: u32,
    start: Instant,
}

impl Log {
    /// Keeps nothing.
    pub const fn none() -> Self {
        Self { kept: None }
    }

    /// Keeps a log in this folder, which is made if need be.
    pub fn in_folder(folder: &Path) -> Result<Self, Error> {
        let fault = |error: std::io::Error| Error::File {
            name: folder.display().to_string(),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(fault)?;
        let lines = File::create(folder.join("log.jsonl")).map_err(fault)?;
        let kept = Kept {
            folder: folder.to_owned(),
            lines,
            frames: 0,
            start: Instant::now(),
        };
        Ok(Self { kept: Some(kept) })
    }

    /// Something is kept.
    pub const fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Notes a decision. A full disk must not end a game: what can not be
    /// written is not kept.
    pub fn note(
        &mut self,
        what: &str,
        frame: Option<&Frame>,
        expected: Option<String>,
        outcome: impl Into<String>,
    ) {
        let Some(kept) = &mut self.kept else {
            return;
        };
        let name = frame.map(|frame| {
            kept.frames += 1;
            let name = format!("{:05}.png", kept.frames);
            let _ = frame.save(&kept.folder.join(&name));
            name
        });
        let entry = Entry {
            time: u64::try_from(kept.start.elapsed().as_millis()).unwrap_or(u64::MAX),
            what: what.to_owned(),
            frame: name,
            expected,
            outcome: outcome.into(),
        };
        if let Ok(line) = serde_json::to_string(&entry) {
            let _ = writeln!(kept.lines, "{line}");
        }
    }
}

/// Reads the log in a folder.
pub fn read(folder: &Path) -> Result<Vec<Entry>, Error> {
    let path = folder.join("log.jsonl");
    let fault = |reason: String| Error::File {
        name: path.display().to_string(),
        reason,
    };
    let file = File::open(&path).map_err(|error| fault(error.to_string()))?;
    let mut entries = Vec::new();
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| fault(error.to_string()))?;
        let entry = serde_json::from_str(&line)
            .map_err(|error| fault(format!("line {}: {error}", index + 1)))?;
        entries.push(entry);
    }
    Ok(entries)
}

/// A decision of a log, made again.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// What the log says.
    pub entry: Entry,
    /// What comes of it now.
    pub now: String,
    /// It is the same.
    pub is_same: bool,
}

/// Reads every frame of a log again and compares it with the position that was
/// expected then.
pub fn replay(
    folder: &Path,
    game: &dyn patience::Game,
    sight: &dyn super::Sight,
) -> Result<Vec<Replayed>, Error> {
    let mut replayed = Vec::new();
    for entry in read(folder)? {
        let now = match &entry.frame {
            Some(name) => decide(&Frame::load(&folder.join(name))?, &entry, game, sight),
            None => entry.outcome.clone(),
        };
        let is_same = now == entry.outcome;
        replayed.push(Replayed {
            entry,
            now,
            is_same,
        });
    }
    Ok(replayed)
}

fn decide(
    frame: &Frame,
    entry: &Entry,
    game: &dyn patience::Game,
    sight: &dyn super::Sight,
) -> String {
    let reading = match sight.read(frame) {
        Ok(reading) => reading,
        Err(error) => return error.to_string(),
    };
    let Some(expected) = &entry.expected else {
        return entry.outcome.clone();
    };
    let table = match game.read(expected, &patience::Variation::default()) {
        Ok(table) => table,
        Err(error) => return error.to_string(),
    };
    match super::compare::compare(&table.layout(), &reading) {
        Ok(_) => "as expected".to_owned(),
        Err(difference) => difference,
    }
}
