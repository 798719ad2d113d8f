//! An answer as a player likes to read it: the verdict first, then the table,
//! then the steps.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use patience::{Line, Outcome, Report, Request, Table, words};

use crate::paint;

/// How much to show.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// The table after every move.
    pub boards: bool,
    /// Every move in words behind its notation, where that says more.
    pub words: bool,
}

/// Writes an answer.
pub fn write(
    out: &mut dyn Write,
    name: &str,
    table: &dyn Table,
    request: &Request,
    report: &Report,
    detail: Detail,
) -> io::Result<()> {
    let bold = verdict_style(report);
    writeln!(out, "{bold}{}{bold:#}", words::answer(request, report))?;
    match report.definitive {
        Some(true) => writeln!(out, "No card still to be turned up can change that.")?,
        Some(false) => writeln!(out, "Cards still to be turned up may change that.")?,
        None => {}
    }
    if let Some(bound) = report.lower_bound {
        let count = report
            .outcome
            .solution()
            .map_or("steps", |line| line.count.word());
        writeln!(
            out,
            "No solution is shorter than {}.",
            words::counted(bound, count)
        )?;
    }
    writeln!(out)?;
    let faint = paint::style(patience::Tone::Faint);
    writeln!(out, "{faint}{name}{faint:#}")?;
    writeln!(out)?;
    paint::picture(out, &table.picture(), 2)?;
    if let Some(line) = report.outcome.solution() {
        steps(out, table, line, detail)?;
    }
    for line in &report.alternatives {
        let bold = Style::new().bold();
        writeln!(out)?;
        writeln!(
            out,
            "{bold}{}{bold:#}",
            words::alternative(request, report, line)
        )?;
        steps(out, table, line, detail)?;
    }
    Ok(())
}

fn verdict_style(report: &Report) -> Style {
    let colour = match report.outcome {
        Outcome::Solved(_) => AnsiColor::Green,
        Outcome::Impossible(_) => AnsiColor::Red,
        Outcome::Unknown(_) => AnsiColor::Yellow,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

fn steps(out: &mut dyn Write, table: &dyn Table, line: &Line, detail: Detail) -> io::Result<()> {
    if line.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let width = line.moves.len().to_string().len().max(3);
    let faint = paint::style(patience::Tone::Faint);
    let mut now = table.boxed_clone();
    for (index, move_) in line.moves.iter().enumerate() {
        write!(out, "{:>width$}. ", index + 1)?;
        paint::move_(out, move_)?;
        // The line was replayed by the rules, so no move is refused here.
        let Ok((after, _)) = now.play(move_) else {
            break;
        };
        let phrase = now.phrase(move_).ok().filter(|_| detail.words);
        if let Some(phrase) = phrase.filter(|phrase| move_ != phrase.as_str()) {
            // As a comment, so that a copied solution can be verified.
            let blanks = 6usize.saturating_sub(move_.len());
            write!(out, "{:blanks$}{faint}# ", "")?;
            write!(out, "{phrase}{faint:#}")?;
        }
        writeln!(out)?;
        now = after;
        if detail.boards {
            writeln!(out)?;
            paint::picture(out, &now.picture(), width + 2)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
