//! An answer as a player likes to read it: the verdict first, then the table,
//! then the steps.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use patience::{Cheats, Goal, Line, Outcome, Proof, Report, Request, Table, Target};

use crate::paint;
use crate::words::{counted, grouped};

/// How much to show.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// The table after every step.
    pub boards: bool,
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
    writeln!(out, "{bold}{}{bold:#}", verdict(request, report))?;
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
            counted(bound.into(), count)
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
        writeln!(out, "{bold}{}{bold:#}", alternative(request, report, line))?;
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

/// The answer in a sentence.
pub fn verdict(request: &Request, report: &Report) -> String {
    match &report.outcome {
        Outcome::Solved(line) if line.moves.is_empty() => already(&request.target),
        Outcome::Solved(line) => solved(request, line),
        Outcome::Impossible(_) => impossible(request),
        Outcome::Unknown(stop) => format!("Unknown: {stop}."),
    }
}

fn already(target: &Target) -> String {
    match target.goal {
        Goal::Board => "Already won: nothing to do.".to_owned(),
        Goal::Score { target: None } => "Nothing to gain: no move earns a point.".to_owned(),
        _ => "Already reached: nothing to do.".to_owned(),
    }
}

fn solved(request: &Request, line: &Line) -> String {
    let cheats = line.cheats.map_or_else(String::new, |cheats| match cheats {
        0 => " without cheating".to_owned(),
        cheats => format!(" with {}", counted(cheats.into(), "cheats")),
    });
    let length = counted(line.length.into(), line.count.word());
    let proof = match line.proof {
        Some(Proof::Shortest) => ", the fewest possible",
        Some(Proof::Best) => ", the best possible",
        None => "",
    };
    match request.target.goal {
        Goal::Board => format!("Solved in {length}{cheats}{proof}."),
        Goal::Score { target: None } => format!("{} {}.", sentence(request, line), clears(line)),
        Goal::Score { .. } | Goal::Cards { .. } => {
            format!(
                "Reached: {} in {length}{proof}. {}.",
                achieved(request, line),
                clears(line)
            )
        }
    }
}

/// "1,290 points in 63 steps, the highest score there is."
fn sentence(request: &Request, line: &Line) -> String {
    let length = counted(line.length.into(), line.count.word());
    let proof = match line.proof {
        Some(_) => ", the most there is, in the fewest steps",
        None => "",
    };
    format!("{} in {length}{proof}.", achieved(request, line))
}

fn achieved(request: &Request, line: &Line) -> String {
    let goal = request.target.goal;
    match (goal, line.tally.cards(&goal), line.tally.score) {
        (Goal::Cards { rank, .. }, Some(cards), _) => format!("{cards} of rank {rank} gone"),
        (_, _, Some(score)) => counted(score.into(), "points"),
        _ => "the board cleared".to_owned(),
    }
}

fn clears(line: &Line) -> &'static str {
    if line.tally.cleared {
        "It clears the board"
    } else {
        "It does not clear the board"
    }
}

fn impossible(request: &Request) -> String {
    let wanted = u64::from(request.target.wanted().unwrap_or_default());
    match request.target.goal {
        Goal::Board if request.cheats == Cheats::Never => {
            "Impossible without cheating: no way clears the board. Proved: every way was searched."
                .to_owned()
        }
        Goal::Board => {
            "Impossible: no way clears the board. Proved: every way was searched.".to_owned()
        }
        Goal::Score { .. } => format!(
            "Out of reach: no game of this deal earns {} points. Proved: every way was searched.",
            grouped(wanted)
        ),
        Goal::Cards { rank, .. } => format!(
            "Out of reach: no game of this deal removes {wanted} of rank {rank}. Proved: every way was searched."
        ),
    }
}

fn alternative(request: &Request, report: &Report, line: &Line) -> String {
    let is_only = report.alternatives.len() == 1 && report.outcome.solution().is_none();
    let label = match &report.outcome {
        Outcome::Unknown(_) => "The best found so far",
        _ if line.tally.cleared && !is_only => "The best that clears the board",
        _ => "The best there is",
    };
    let length = counted(line.length.into(), line.count.word());
    format!(
        "{label}: {} in {length}. {}.",
        achieved(request, line),
        clears(line)
    )
}

fn steps(out: &mut dyn Write, table: &dyn Table, line: &Line, detail: Detail) -> io::Result<()> {
    if line.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let width = line.moves.len().to_string().len().max(3);
    let mut now = table.boxed_clone();
    for (index, played) in line.moves.iter().enumerate() {
        write!(out, "{:>width$}. ", index + 1)?;
        paint::played(out, played)?;
        writeln!(out)?;
        if detail.boards {
            // The line was replayed by the rules, so no move is refused here.
            let Ok((after, _)) = now.play(played) else {
                break;
            };
            now = after;
            writeln!(out)?;
            paint::picture(out, &now.picture(), width + 2)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
