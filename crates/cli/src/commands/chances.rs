//! `patience chances`: how likely the board can be cleared, and which move is
//! best for that.

use std::io::Write;

use patience::{Budget, Chance, ChanceOptions, Chances, Move, Stop, wire};

use crate::args::{ChancesArgs, Common, Format};
use crate::exit::Exit;
use crate::progress::Spinner;
use crate::{input, interrupt, paint};
use patience::words::{counted, grouped};

/// Runs the command.
pub fn run(args: &ChancesArgs, common: &Common) -> anyhow::Result<Exit> {
    let given = input::table(&args.source)?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let budget = Budget::new(args.limits.limits()).with_cancel(&cancel);
    let (mut budget, spinner) = Spinner::watch(budget, common);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = ChanceOptions {
        samples: args.samples,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, |threads| threads as usize),
    };
    let found = given.table.chances(&options, &mut budget);
    spinner.finish();
    let player = match args.player {
        true => Some(given.table.advise(args.seed)?),
        false => None,
    };
    let mut out = anstream::stdout().lock();
    let found = match found? {
        Ok(found) => found,
        Err(stop) => {
            anstream::eprintln!("Unknown: {stop}.");
            return Ok(exit_of(Some(stop), true));
        }
    };
    match args.format.format {
        Format::Json => {
            let game = given.table.about().name;
            let mut answer = wire::ChancesAnswer::new(game, given.source, args.seed, &found);
            answer.player = player;
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        }
        Format::Text => {
            let bold = anstyle::Style::new().bold();
            writeln!(out, "{bold}{}{bold:#}", sentence(&found, args.seed))?;
            writeln!(out)?;
            paint::picture(&mut out, &given.table.picture(), 2)?;
            ranking(&mut out, &found)?;
            if let Some(moves) = player {
                advice(&mut out, &moves)?;
            }
        }
    }
    out.flush()?;
    Ok(exit_of(found.stopped, false))
}

/// A limit that leaves fewer samples leaves a wider interval, which is shown;
/// only without any result is the answer unknown.
fn exit_of(stop: Option<Stop>, nothing: bool) -> Exit {
    match stop {
        Some(Stop::Cancelled) => Exit::Interrupted,
        Some(_) if nothing => Exit::Unknown,
        _ => Exit::Done,
    }
}

fn sentence(found: &Chances, seed: u64) -> String {
    let chance = percent(found.board.share());
    let unknown = counted(found.unknown, "unknown cards");
    if found.board.is_exact {
        let ways = counted(found.samples, "ways");
        return format!(
            "The board can be cleared with a chance of {chance}, exactly: {unknown}, {ways} to lie."
        );
    }
    let undecided = match found.board.undecided {
        0 => String::new(),
        some => format!(", {} of them undecided", grouped(some)),
    };
    let stopped = found
        .stopped
        .map_or_else(String::new, |stop| format!("; {stop}"));
    format!(
        "The board can be cleared with a chance of {chance}, {} (95%): {unknown}, {} samples{undecided}, seed {seed}{stopped}.",
        interval(&found.board),
        grouped(found.samples)
    )
}

fn ranking(out: &mut dyn Write, found: &Chances) -> std::io::Result<()> {
    if found.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    for (index, (move_, chance)) in found.moves.iter().enumerate() {
        write!(out, "{:>3}. ", index + 1)?;
        paint::move_(out, move_)?;
        let blanks = 10usize.saturating_sub(move_.len());
        write!(out, "{:blanks$} {:>7}", "", percent(chance.share()))?;
        if !chance.is_exact {
            write!(out, "  {}", interval(chance))?;
        }
        if found.equal_to_best > 1 && index < found.equal_to_best {
            let words = if chance.is_exact {
                "equal"
            } else {
                "equal within the interval"
            };
            write!(out, "  {words}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn advice(out: &mut dyn Write, moves: &[Move]) -> std::io::Result<()> {
    write!(out, "\nThe player goes on with:")?;
    for move_ in moves {
        write!(out, " ")?;
        paint::move_(out, move_)?;
    }
    writeln!(out, "{}", if moves.is_empty() { " nothing" } else { "" })
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn interval(chance: &Chance) -> String {
    let interval = chance.interval();
    format!(
        "{:.1} to {:.1}%",
        100.0 * interval.start(),
        100.0 * interval.end()
    )
}
