//! `patience hint`: the next move, and why.

use std::io::Write as _;

use patience::{Budget, Hint, Outcome, wire};

use super::solve::exit_of;
use crate::args::{Common, Format, HintArgs};
use crate::exit::Exit;
use crate::progress::Spinner;
use crate::words::counted;
use crate::{input, interrupt, paint};

/// Runs the command.
pub fn run(args: &HintArgs, common: &Common) -> anyhow::Result<Exit> {
    let request = args.search.request(args.goal.target()?);
    let given = input::table(&args.source)?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let budget = Budget::new(args.search.limits()).with_cancel(&cancel);
    let (mut budget, spinner) = Spinner::watch(budget, common);
    let hint = given.table.hint(&request, &mut budget);
    spinner.finish();
    let hint = hint?;
    let mut out = anstream::stdout().lock();
    match args.format.format {
        Format::Json => {
            let game = given.table.about().name;
            let answer = wire::HintAnswer::new(game, Some(given.deal), &request, &hint);
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        }
        Format::Text => {
            if let Some(played) = &hint.played {
                paint::played(&mut out, played)?;
                if !hint.reason.is_empty() {
                    write!(out, ": {}", hint.reason)?;
                }
                writeln!(out, ".")?;
            } else {
                writeln!(out, "No move to advise: {}.", hint.reason)?;
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
            format!(
                "{} to the goal. ",
                counted(line.length.into(), line.count.word())
            )
        }
        _ => String::new(),
    };
    let winnable = match hint.winnable {
        Some(true) => "The board can still be cleared.",
        Some(false) => "The board can not be cleared any more.",
        None => "Whether the board can be cleared is not known.",
    };
    format!("{left}{winnable}")
}
