//! Where cards come from: a file, standard input, or a deal number.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use anyhow::{Context as _, bail};
use encoding_rs_io::DecodeReaderBytesBuilder;
use patience::{Error, Game, Settings, Table, find_game, wire};

use crate::args::Source;
use crate::failure::BadInput;

/// No deal and no solution is longer than this.
const MOST_BYTES: u64 = 1 << 20;

/// A table, and what to call its deal in an answer.
#[derive(Debug)]
pub struct Given {
    /// The cards.
    pub table: Box<dyn Table>,
    /// Where they come from.
    pub source: wire::Source,
}

impl Given {
    /// How people call it: "Pyramid deal 1", "this Pyramid position".
    pub fn name(&self) -> String {
        let title = self.table.about().title;
        match self.source {
            wire::Source::Number(number) => format!("{title}, deal {number}"),
            wire::Source::Line(_) => title.to_owned(),
        }
    }
}

/// The table that the command line asks for.
pub fn table(source: &Source) -> anyhow::Result<Given> {
    let game = find_game(&source.game)?;
    let settings = Settings::from(&source.settings);
    if let Some(number) = source.deal {
        return Ok(Given {
            table: game.deal(number, &settings)?,
            source: wire::Source::Number(number),
        });
    }
    let path = source.file.as_deref();
    if path.is_none() && io::stdin().is_terminal() {
        bail!(
            "no cards: give a FILE, `-` to read standard input, or --deal N\n\
             hint: `patience deal {} --random` prints a deal to start from",
            game.about().name
        );
    }
    let path = path.unwrap_or(Path::new("-"));
    read_table(game, path, &settings)
}

/// The table in a file (`-` is standard input).
pub fn read_table(game: &dyn Game, path: &Path, settings: &Settings) -> anyhow::Result<Given> {
    let text = read_text(path)?;
    let table = game
        .read(&text, settings)
        .map_err(|error| with_name(error, &name_of(path), 0))?;
    Ok(Given {
        table,
        source: wire::Source::Line(first_line(&text)),
    })
}

/// The first line of a text that says anything, counted from one.
fn first_line(text: &str) -> u64 {
    let says = |line: &str| !line.split('#').next().unwrap_or_default().trim().is_empty();
    text.lines()
        .position(says)
        .map_or(1, |index| index as u64 + 1)
}

/// Puts the file's name in front of the faults of its text.
pub fn with_name(error: Error, name: &str, lines_before: usize) -> anyhow::Error {
    match error {
        Error::BadText(faults) => BadInput {
            name: name.to_owned(),
            lines_before,
            faults,
        }
        .into(),
        other => other.into(),
    }
}

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if is_stdin(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Text as UTF-8, whatever wrote it: a byte order mark is dropped, and UTF-16
/// with one (what PowerShell's `>` writes) is converted.
fn decoded<R: Read>(bytes: R) -> impl Read {
    DecodeReaderBytesBuilder::new()
        .utf8_passthru(true)
        .strip_bom(true)
        .build(bytes)
}

/// Opens a text file, or standard input for `-`.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    if is_stdin(path) {
        return Ok(Box::new(decoded(io::stdin())));
    }
    let name = name_of(path);
    // Windows calls this "no permission".
    if path.is_dir() {
        bail!("{name}: is a directory, not a file");
    }
    let file = File::open(path)
        .map_err(|error| plain(&error))
        .with_context(|| name.clone())?;
    Ok(Box::new(decoded(file)))
}

/// The whole text of a file that holds one deal or one solution.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let name = name_of(path);
    let mut bytes = Vec::new();
    open(path)?
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| plain(&error))
        .with_context(|| name.clone())?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name}: too large; one deal is never more than 1 MiB");
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{name}: not a text file (byte {} is not UTF-8)", at + 1)
    })
}

/// The system's words without "(os error 2)".
fn plain(error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file"),
        io::ErrorKind::PermissionDenied => anyhow::anyhow!("no permission to read it"),
        io::ErrorKind::IsADirectory => anyhow::anyhow!("is a directory, not a file"),
        _ => anyhow::anyhow!("{error}"),
    }
}
