//! The head of a certificate: which game, which start, how many positions.

use std::io::{self, BufRead, Write};

use crate::rules::{FreeCell, State};
use patience_rules::Rules;
use patience_rules::certificate::{
    FIRST_LINE, Refusal, parse_number, read_field, read_first_line, read_number, read_one_of,
    read_start,
};

/// Which cards go home automatically between two positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum HomeMoves {
    /// None.
    Free,
    /// Safe ones: [`FreeCell::is_safe_at_home`].
    Safe,
}

/// What a certificate counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Counts {
    /// It lists all positions.
    Positions(HomeMoves),
    /// It names the number of [outlines](super::relaxed) of the relaxed game.
    Outlines,
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
    /// What it counts.
    pub counts: Counts,
    /// How many positions or outlines there are, the start among them.
    pub count: u64,
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
        match self.counts {
            Counts::Positions(home) => {
                writeln!(out, "home {}", home.word())?;
                writeln!(out, "positions {}", self.count)?;
            }
            Counts::Outlines => writeln!(out, "outlines {}", self.count)?,
        }
        writeln!(out, "{}\n", board.trim_end())
    }

    /// Reads the head, with the empty line that ends it.
    pub fn read(reader: &mut impl BufRead) -> Result<Self, Refusal> {
        read_first_line(reader)?;
        let name = read_field(reader, "game")?;
        let columns = read_number(reader, "columns")?;
        let cells = read_number(reader, "cells")?;
        let rules = game(&name, columns, cells).map_err(Refusal::because)?;
        let (counts, count) = match read_one_of(reader, &["home", "outlines"])? {
            ("outlines", number) => (Counts::Outlines, parse_number("outlines", &number)?),
            (_, home) => {
                let home = match home.as_str() {
                    "free" => HomeMoves::Free,
                    "safe" => HomeMoves::Safe,
                    other => return Err(Refusal::because(format!("`home {other}` is unknown"))),
                };
                let positions = read_number(reader, "positions")?;
                (Counts::Positions(home), positions)
            }
        };
        let start = read_start(&rules, reader)?;
        Ok(Self {
            rules,
            start,
            counts,
            count,
        })
    }
}

fn game(name: &str, columns: u8, cells: u8) -> Result<FreeCell, String> {
    let rules = FreeCell::named(name).ok_or_else(|| format!("no game is called `{name}`"))?;
    let sized = rules
        .with_columns(columns)
        .and_then(|rules| rules.with_cells(cells));
    sized.map_err(|error| error.to_string())
}
