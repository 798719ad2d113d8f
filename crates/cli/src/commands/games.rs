//! `patience games`: what there is.

use std::io::Write as _;

use patience::{list_of_games, wire};

use crate::args::{Format, GamesArgs};
use crate::exit::Exit;
use crate::words::grouped;

/// Runs the command.
pub fn run(args: &GamesArgs) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if args.schema {
        writeln!(out, "{}", serde_json::to_string_pretty(&wire::schema())?)?;
    } else {
        match args.format.format {
            Format::Text => text(&mut out)?,
            Format::Json => json(&mut out)?,
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn text(out: &mut impl std::io::Write) -> std::io::Result<()> {
    let width = list_of_games()
        .iter()
        .map(|game| game.about().name.len())
        .max()
        .unwrap_or(0);
    let bold = anstyle::Style::new().bold();
    for game in list_of_games() {
        let about = game.about();
        let indent = width + 2;
        writeln!(
            out,
            "{bold}{:width$}{bold:#}  {}",
            about.name, about.summary
        )?;
        writeln!(
            out,
            "{:indent$}goals: {}; deals 1 to {}",
            "",
            about.goals.join(", "),
            grouped(*about.numbers.end())
        )?;
        if !about.aliases.is_empty() {
            writeln!(
                out,
                "{:indent$}also called {}",
                "",
                about.aliases.join(", ")
            )?;
        }
    }
    Ok(())
}

fn json(out: &mut impl std::io::Write) -> anyhow::Result<()> {
    for game in list_of_games() {
        let about = game.about();
        let counts: Vec<_> = about.counts.iter().map(|count| count.word()).collect();
        let row = serde_json::json!({
            "version": wire::VERSION,
            "game": about.name,
            "title": about.title,
            "aliases": about.aliases,
            "summary": about.summary,
            "goals": about.goals,
            "counts": counts,
            "deals": [about.numbers.start(), about.numbers.end()],
        });
        writeln!(out, "{row}")?;
    }
    Ok(())
}
