//! `patience bench`: one number a game that a change of a solver must not
//! change silently.

use std::io::Write as _;
use std::time::Instant;

use patience::{Budget, Game, Limits, Outcome, Request, Settings, find_game, games};

use crate::args::{BenchArgs, Common};
use crate::exit::Exit;
use crate::interrupt;
use patience::words::grouped;

/// Runs the command: one thread, fixed deals, the game's usual answer.
pub fn run(args: &BenchArgs, _: &Common) -> anyhow::Result<Exit> {
    let wanted: Vec<&dyn Game> = if args.games.is_empty() {
        games().to_vec()
    } else {
        args.games
            .iter()
            .map(|name| find_game(name))
            .collect::<Result<_, _>>()?
    };
    let cancel = interrupt::cancel_on_ctrl_c();
    let mut out = anstream::stdout().lock();
    let header = [
        "game",
        "deals",
        "solved",
        "impossible",
        "unknown",
        "states",
        "seconds",
    ];
    writeln!(
        out,
        "{:18}{:>8}{:>8}{:>12}{:>9}{:>15}{:>9}",
        header[0], header[1], header[2], header[3], header[4], header[5], header[6]
    )?;
    let mut total = 0;
    for game in wanted {
        let about = game.about();
        let started = Instant::now();
        let (mut solved, mut impossible, mut unknown, mut states) = (0, 0, 0, 0);
        for number in 1..=about.bench_deals {
            let limits = Limits {
                states: about.bench_states,
                ..Limits::NONE
            };
            let mut budget = Budget::new(limits).with_cancel(&cancel);
            let table = game.deal(number, &Settings::default())?;
            let report = table.solve(&Request::default(), &mut budget)?;
            match report.outcome {
                Outcome::Solved(_) => solved += 1,
                Outcome::Impossible(_) => impossible += 1,
                Outcome::Unknown(_) => unknown += 1,
            }
            states += report.statistics.states;
            if cancel.is_cancelled() {
                return Ok(Exit::Interrupted);
            }
        }
        writeln!(
            out,
            "{:18}{:>8}{solved:>8}{impossible:>12}{unknown:>9}{:>15}{:>9.2}",
            about.name,
            about.bench_deals,
            grouped(states),
            started.elapsed().as_secs_f64(),
        )?;
        out.flush()?;
        total += states;
    }
    writeln!(out, "states searched: {total}")?;
    out.flush()?;
    Ok(Exit::Done)
}
