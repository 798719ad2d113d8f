//! What was seen and decided, in a folder: a line of JSON for each decision in
//! `log.jsonl`, and the frame it is based on as a PNG file.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use patience::{Game, Move, Settings};

use super::act::shows_won;
use super::{FrameReader, Manner};
use crate::position;
use crate::vision::Reading;
use crate::{Error, Frame};

/// The file of a log's decisions.
pub const FILE: &str = "log.jsonl";
/// Between the moves of a plan: a move may be more than one word.
const PLAN_SEPARATOR: &str = ", ";
/// What the first entry is: it names the profile.
pub const START: &str = "start";

/// One decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds since the start.
    pub time: u64,
    /// What it was: `read`, `move`, `key`, `stop` and so on.
    pub what: String,
    /// The frame's file, if it is based on a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// The position that was expected, if any, in the game's text form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The result, in words.
    pub outcome: String,
}

/// The moves of a plan in a log.
pub(super) fn plan(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(Move::as_str).collect();
    moves.join(PLAN_SEPARATOR)
}

/// A log, or none.
#[derive(Debug)]
pub struct Log {
    kept: Option<LogFolder>,
}

#[derive(Debug)]
struct LogFolder {
    folder: PathBuf,
    lines: File,
    frames: u32,
    start: Instant,
}

impl Log {
    /// Saves nothing.
    pub const fn none() -> Self {
        Self { kept: None }
    }

    /// Saves a log in this folder, which is created if necessary.
    pub fn in_folder(folder: &Path) -> Result<Self, Error> {
        let fault = |error: std::io::Error| Error::File {
            name: folder.display().to_string(),
            reason: error.to_string(),
        };
        if folder.exists() && !folder.is_dir() {
            return Err(Error::File {
                name: folder.display().to_string(),
                reason: "is a file, not a folder".to_owned(),
            });
        }
        std::fs::create_dir_all(folder).map_err(fault)?;
        let lines = File::create(folder.join(FILE)).map_err(fault)?;
        let kept = LogFolder {
            folder: folder.to_owned(),
            lines,
            frames: 0,
            start: Instant::now(),
        };
        Ok(Self { kept: Some(kept) })
    }

    /// Something is saved.
    pub const fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Adds a decision. A full disk must not stop a game: what cannot be written
    /// is left out.
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
    let path = folder.join(FILE);
    let fault = |reason: String| Error::File {
        name: path.display().to_string(),
        reason,
    };
    let text = std::fs::read_to_string(&path).map_err(|error| {
        fault(match error.kind() {
            std::io::ErrorKind::NotFound => "no such file; is this the folder of a log?".to_owned(),
            std::io::ErrorKind::InvalidData => "is not a log".to_owned(),
            _ => error.to_string(),
        })
    })?;
    let mut entries = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        match serde_json::from_str(line) {
            Ok(entry) => entries.push(entry),
            // A program that was killed leaves an incomplete line.
            Err(_) if !line.ends_with('\n') => {}
            Err(_) => {
                return Err(fault(format!(
                    "line {} is not an entry of a log",
                    index + 1
                )));
            }
        }
    }
    Ok(entries)
}

/// The profile that a log was made with, if the log names it.
pub fn profile_of(folder: &Path) -> Result<Option<String>, Error> {
    let first = read(folder)?.into_iter().next();
    Ok(first
        .filter(|entry| entry.what == START)
        .map(|entry| entry.outcome))
}

/// A decision of a log, repeated.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The entry in the log.
    pub entry: Entry,
    /// The result now.
    pub now: String,
    /// It is the same.
    pub is_same: bool,
}

/// Repeats the decisions of a log: reads every frame and compares it with the
/// position that was expected then; turns what was read into a position again, if
/// one look shows all of it; plays every plan by the rules.
pub fn replay<'r>(
    folder: &'r Path,
    game: &'r dyn Game,
    reader: &'r dyn FrameReader,
    manner: &'r Manner,
) -> Result<impl Iterator<Item = Result<Replayed, Error>> + use<'r>, Error> {
    let mut last = None;
    Ok(read(folder)?.into_iter().map(move |entry| {
        let now = match (&entry.frame, entry.what.as_str(), &entry.expected) {
            (Some(name), ..) => {
                let reading = reader.read(&Frame::load(&folder.join(name))?);
                let now = decide(reading.as_ref(), &entry, game, manner);
                last = reading.ok();
                now
            }
            (None, "scan", Some(text)) => scan_again(text, last.as_ref(), &entry, game),
            (None, "plan", Some(text)) => plan_again(text, &entry, game, &manner.settings),
            _ => entry.outcome.clone(),
        };
        let is_same = now == entry.outcome;
        Ok(Replayed {
            entry,
            now,
            is_same,
        })
    }))
}

/// The position of the table that was read last. A stock that was drawn
/// through is not in one frame: then the result is not checked.
fn scan_again(text: &str, last: Option<&Reading>, entry: &Entry, game: &dyn Game) -> String {
    let Some(reading) = last.filter(|_| game.about().stock.is_none()) else {
        return entry.outcome.clone();
    };
    match position::text(game, std::slice::from_ref(reading)) {
        Ok(now) if now == text => entry.outcome.clone(),
        Ok(now) => format!("another table: {}", now.trim_end().replace('\n', " / ")),
        Err(error) => error.to_string(),
    }
}

/// The moves of a plan, as far as the rules allow them.
fn plan_again(text: &str, entry: &Entry, game: &dyn Game, settings: &Settings) -> String {
    let mut table = match game.read(text, settings) {
        Ok(table) => table,
        Err(error) => return error.to_string(),
    };
    for move_ in entry.outcome.split(PLAN_SEPARATOR) {
        match table.play(move_) {
            Ok((after, _)) => table = after,
            Err(illegal) => return format!("{move_}: {illegal}"),
        }
    }
    entry.outcome.clone()
}

fn decide(
    reading: Result<&Reading, &Error>,
    entry: &Entry,
    game: &dyn Game,
    manner: &Manner,
) -> String {
    let reading = match reading {
        Ok(reading) => reading,
        Err(error) => return error.to_string(),
    };
    let Some(expected) = &entry.expected else {
        return entry.outcome.clone();
    };
    let table = match game.read(expected, &manner.settings) {
        Ok(table) => table,
        Err(error) => return error.to_string(),
    };
    match super::compare::compare(&table.layout(), reading) {
        Ok(_) => "as expected".to_owned(),
        // A program may clear the table when the game is won.
        Err(_) if table.is_won() && shows_won(&manner.signs.won_when_empty, reading) => {
            "as expected".to_owned()
        }
        Err(difference) => difference,
    }
}
