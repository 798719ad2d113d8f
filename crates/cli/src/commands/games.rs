//! `patience games`: what there is.

use std::io::Write as _;

use patience::{Setting, Values, games, wire};

use crate::args::{Format, GamesArgs};
use crate::exit::Exit;
use patience::words::grouped;

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
    let width = games()
        .iter()
        .map(|game| game.about().name.len())
        .max()
        .unwrap_or(0);
    let bold = anstyle::Style::new().bold();
    for game in games() {
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
        if !about.settings.is_empty() {
            let settings = about.settings.iter();
            let settings: Vec<_> = settings
                .map(|one| {
                    format!(
                        "{}={} [default: {}]",
                        one.key,
                        one.range(),
                        one.write(one.default)
                    )
                })
                .collect();
            writeln!(out, "{:indent$}settings: {}", "", settings.join(", "))?;
        }
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
    for game in games() {
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
            "settings": about.settings.iter().map(setting).collect::<Vec<_>>(),
        });
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// A setting as the game declares it.
fn setting(setting: &Setting) -> serde_json::Value {
    let values = match setting.values {
        Values::Range { first, last } => serde_json::json!({ "first": first, "last": last }),
        Values::Choices(choices) => choices.iter().map(|choice| choice.word).collect(),
    };
    serde_json::json!({
        "key": setting.key,
        "title": setting.title,
        "values": values,
        "default": setting.write(setting.default),
    })
}
