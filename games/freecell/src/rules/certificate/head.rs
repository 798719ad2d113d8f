//! The head of a certificate: which game, which start, how many positions.

use std::io::{self, BufRead, Write};

use crate::rules::{FreeCell, State};
use patience_rules::Rules;

const FIRST_LINE: &str = "patience certificate 1";

/// No head is longer than this.
const MOST_LINES: usize = 64;
const LONGEST_LINE: u64 = 4096;

/// Why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    reason: String,
}

impl Refusal {
    pub(super) fn because(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::because(format!("it cannot be read: {error}"))
    }
}

/// Which cards go home automatically between two positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum HomeMoves {
    /// None.
    Free,
    /// Safe ones: [`FreeCell::is_safe_at_home`].
    Safe,
}

impl HomeMoves {
    const fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Safe => "safe",
        }
    }
}

/// What a certificate is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game.
    pub rules: FreeCell,
    /// The position that cannot be won.
    pub start: State,
    /// Which cards go home automatically.
    pub home: HomeMoves,
    /// How many positions there are, the start among them.
    pub positions: u64,
}

impl Head {
    /// Writes the head, with the empty line that ends it. A game that differs
    /// from that of its name in more than columns and cells has no certificate.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let rules = &self.rules;
        let board = rules.write_state(&self.start);
        if game(rules.name, rules.columns, rules.cells).as_ref() != Ok(rules)
            || rules.read_state(&board).as_ref() != Ok(&self.start)
        {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a certificate cannot describe this game and start",
            ));
        }
        writeln!(out, "{FIRST_LINE}")?;
        writeln!(out, "game {}", rules.name)?;
        writeln!(out, "columns {}", rules.columns)?;
        writeln!(out, "cells {}", rules.cells)?;
        writeln!(out, "home {}", self.home.word())?;
        writeln!(out, "positions {}", self.positions)?;
        writeln!(out, "{}\n", board.trim_end())
    }

    /// Reads the head, with the empty line that ends it.
    pub fn read(reader: &mut impl BufRead) -> Result<Self, Refusal> {
        if line(reader)? != FIRST_LINE {
            return Err(Refusal::because(format!(
                "it is not a certificate: the first line is not `{FIRST_LINE}`"
            )));
        }
        let name = field(reader, "game")?;
        let columns = number(reader, "columns")?;
        let cells = number(reader, "cells")?;
        let rules = game(&name, columns, cells).map_err(Refusal::because)?;
        let home = match field(reader, "home")?.as_str() {
            "free" => HomeMoves::Free,
            "safe" => HomeMoves::Safe,
            other => return Err(Refusal::because(format!("`home {other}` is unknown"))),
        };
        let positions = number(reader, "positions")?;
        let mut board = String::new();
        for _ in 0..MOST_LINES {
            let line = line(reader)?;
            if line.is_empty() {
                let start = rules.read_state(&board).map_err(|faults| {
                    Refusal::because(format!("the start is not a position: {faults}"))
                })?;
                return Ok(Self {
                    rules,
                    start,
                    home,
                    positions,
                });
            }
            board.push_str(&line);
            board.push('\n');
        }
        Err(Refusal::because("the head does not end with an empty line"))
    }
}

fn game(name: &str, columns: u8, cells: u8) -> Result<FreeCell, String> {
    let rules = FreeCell::named(name).ok_or_else(|| format!("no game is called `{name}`"))?;
    let sized = rules
        .with_columns(columns)
        .and_then(|rules| rules.with_cells(cells));
    sized.map_err(|error| error.to_string())
}

fn line(reader: &mut impl BufRead) -> Result<String, Refusal> {
    let mut line = String::new();
    io::Read::take(reader, LONGEST_LINE).read_line(&mut line)?;
    match line.strip_suffix('\n') {
        Some(line) => Ok(line.to_owned()),
        None => Err(Refusal::because("the head is cut off")),
    }
}

fn field(reader: &mut impl BufRead, name: &str) -> Result<String, Refusal> {
    let line = line(reader)?;
    let value = line
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix(' '));
    value
        .map(str::to_owned)
        .ok_or_else(|| Refusal::because(format!("expected `{name}` in the head, found `{line}`")))
}

fn number<N: std::str::FromStr>(reader: &mut impl BufRead, name: &str) -> Result<N, Refusal> {
    let text = field(reader, name)?;
    text.parse()
        .map_err(|_| Refusal::because(format!("`{name} {text}` is not a valid number")))
}
