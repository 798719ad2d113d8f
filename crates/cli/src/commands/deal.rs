//! `patience deal`: prints a deal, by number or at random.

use std::io::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use patience::{Game, Settings, Table, find_game, random_deal};

use crate::args::{Common, DealArgs, Format};
use crate::exit::Exit;
use crate::interrupt;

/// Runs the command.
pub fn run(args: &DealArgs, _: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let settings = (&args.settings).into();
    let (number, table) = match args.deal {
        Some(number) => (number, game.deal(number, &settings)?),
        None => match random(game, &settings, args)? {
            Some(found) => found,
            None => return Ok(Exit::Interrupted),
        },
    };
    let about = game.about();
    let mut out = anstream::stdout().lock();
    match args.format.format {
        Format::Json => {
            let text = table.text();
            let deal = serde_json::json!({
                "version": patience::wire::VERSION, "game": about.name, "deal": number,
                "number": number, "text": text,
            });
            writeln!(out, "{deal}")?;
        }
        Format::Text => {
            writeln!(out, "# {}, deal {number}", about.title)?;
            write!(out, "{}", table.text())?;
            if !table.text().ends_with('\n') {
                writeln!(out)?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// A random deal; none if it was interrupted.
fn random(
    game: &dyn Game,
    settings: &Settings,
    args: &DealArgs,
) -> anyhow::Result<Option<(u64, Box<dyn Table>)>> {
    let seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32
    });
    let cancel = interrupt::cancel_on_ctrl_c();
    let found = random_deal(game, settings, args.winnable, seed, &cancel)?;
    Ok(found.map(|found| (found.number, found.table)))
}
