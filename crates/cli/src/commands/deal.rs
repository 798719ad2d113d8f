//! `patience deal`: prints a deal, by number or at random.

use std::io::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use patience::{Budget, Game, Limits, Mode, Outcome, Request, Table, Variation, find_game};

use crate::args::{Common, DealArgs, Format};
use crate::exit::Exit;
use crate::interrupt;

/// Random deals have numbers that people can read out.
const MOST_RANDOM: u64 = 1_000_000;

/// A deal that is not decided within this many states is passed over: another
/// one comes sooner.
const STATES_TO_DECIDE: u64 = 1_000_000;

/// After this many deals without one that can be won, there is none to be had.
const MOST_TRIES: u32 = 10_000;

/// Runs the command.
pub fn run(args: &DealArgs, _: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let variation = args.variation.into();
    let (number, table) = match args.deal {
        Some(number) => (number, game.deal(number, &variation)?),
        None => match random(game, &variation, args)? {
            Some(found) => found,
            None => return Ok(Exit::Interrupted),
        },
    };
    let about = game.about();
    let mut out = anstream::stdout().lock();
    match args.format {
        Format::Json => {
            let text = table.text();
            let deal = serde_json::json!({
                "version": patience::wire::VERSION, "game": about.name, "deal": number, "text": text,
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
    variation: &Variation,
    args: &DealArgs,
) -> anyhow::Result<Option<(u64, Box<dyn Table>)>> {
    let seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32
    });
    let mut numbers = patience::SplitMix64::new(seed);
    let last = (*game.about().numbers.end()).min(MOST_RANDOM);
    let cancel = interrupt::cancel_on_ctrl_c();
    for _ in 0..MOST_TRIES {
        let number = 1 + numbers.below(last as usize) as u64;
        let table = game.deal(number, variation)?;
        if !args.winnable {
            return Ok(Some((number, table)));
        }
        let request = Request {
            mode: Mode::Fast,
            ..Request::default()
        };
        let limits = Limits {
            states: Some(STATES_TO_DECIDE),
            ..Limits::NONE
        };
        let mut budget = Budget::new(limits).with_cancel(&cancel);
        if let Outcome::Solved(_) = table.solve(&request, &mut budget)?.outcome {
            return Ok(Some((number, table)));
        }
        if cancel.is_cancelled() {
            return Ok(None);
        }
    }
    anyhow::bail!("none of {MOST_TRIES} random deals is known to be winnable")
}
