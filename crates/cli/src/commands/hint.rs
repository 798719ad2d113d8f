//! `patience hint`: the next move, and why.

use std::io::Write as _;

use patience::oracle::{self, Hint};
use patience::{Budget, Outcome, wire};

use super::solve::exit_of;
use crate::args::{Common, Format, HintArgs};
use crate::exit::Exit;
use crate::progress::Spinner;
use crate::{input, interrupt, paint};
use patience::words::counted;

/// Runs the command.
pub fn run(args: &HintArgs, common: &Common) -> anyhow::Result<Exit> {
    let request = args.search.request(args.goal.target()?);
    let given = input::table(&args.source)?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let budget = Budget::new(args.search.limits()).with_cancel(&cancel);
    let (mut budget, spinner) = Spinner::watch(budget, common);
    let hint = oracle::hint(&*given.table, &request, &mut budget);
    spinner.finish();
    let hint = hint?;
    let mut out = anstream::stdout().lock();
    match args.format.format {
        Format::Json => {
            let source = Some(given.source);
            let answer = wire::HintAnswer::new(&*given.table, source, &request, &hint);
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        }
        Format::Text => {
            let reason = &hint.advice.reason;
            if let Some(move_) = hint.move_() {
                paint::move_(&mut out, move_)?;
                if !reason.is_empty() {
                    write!(out, ": {reason}")?;
                }
                writeln!(out, ".")?;
            } else {
                writeln!(out, "No move to advise: {reason}.")?;
            }
            writeln!(out, "{}", outlook(&hint))?;
        }
    }
    out.flush()?;
    Ok(exit_of(&hint.report))
}

/// How the game stands.
fn outlook(hint: &Hint) -> String {
    let left = match &hint.report.outcome {
        Outcome::Solved(line) if !line.moves.is_empty() => {
            format!("{} to the goal. ", counted(line.length, line.count.word()))
        }
        _ => String::new(),
    };
    let winnable = match hint.winnable {
        Some(true) => "The board can still be cleared.",
        Some(false) => "The board cannot be cleared any more.",
        None => "Whether the board can be cleared is not known.",
    };
    format!("{left}{winnable}")
}
