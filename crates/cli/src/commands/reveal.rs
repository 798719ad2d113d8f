//! `patience reveal`: the shortest way to a card that nobody has seen.

use std::io::Write as _;

use patience::{Budget, Reveal, Stop, wire};

use crate::args::{Common, Format, RevealArgs};
use crate::exit::Exit;
use crate::progress::Spinner;
use crate::{input, interrupt, paint};
use patience::words::counted;

/// Runs the command.
pub fn run(args: &RevealArgs, common: &Common) -> anyhow::Result<Exit> {
    let given = input::table(&args.source)?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let budget = Budget::new(args.limits.limits()).with_cancel(&cancel);
    let (mut budget, spinner) = Spinner::watch(budget, common);
    let found = given.table.reveal(&mut budget);
    spinner.finish();
    let found = found?;
    let mut out = anstream::stdout().lock();
    match args.format.format {
        Format::Json => {
            let game = given.table.about().name;
            let answer = wire::RevealAnswer::new(game, given.source, &found);
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        }
        Format::Text => {
            let bold = anstyle::Style::new().bold();
            writeln!(out, "{bold}{}{bold:#}", sentence(&found))?;
            writeln!(out)?;
            paint::picture(&mut out, &given.table.picture(), 2)?;
            if let Reveal::Line { moves, .. } = &found {
                writeln!(out)?;
                for (index, move_) in moves.iter().enumerate() {
                    write!(out, "{:>3}. ", index + 1)?;
                    paint::move_(&mut out, move_)?;
                    writeln!(out)?;
                }
            }
        }
    }
    out.flush()?;
    Ok(match found {
        Reveal::Line { .. } | Reveal::AllKnown => Exit::Done,
        Reveal::NoMore | Reveal::NoMoreFromHere => Exit::No,
        Reveal::Unknown(Stop::Cancelled) => Exit::Interrupted,
        Reveal::Unknown(_) => Exit::Unknown,
    })
}

fn sentence(found: &Reveal) -> String {
    match found {
        Reveal::Line { moves, turned_up } => {
            let steps = counted(moves.len(), "steps");
            format!("{steps} turn up {turned_up}.")
        }
        Reveal::AllKnown => "Every card is known: there is nothing to turn up.".to_owned(),
        Reveal::NoMore => {
            "Nothing more can be turned up, neither from here nor from the start.".to_owned()
        }
        Reveal::NoMoreFromHere => "Nothing more can be turned up from here; the position does not \
                                   say how the game began, so starting over cannot be planned."
            .to_owned(),
        Reveal::Unknown(stop) => format!("Unknown: {stop}."),
    }
}
