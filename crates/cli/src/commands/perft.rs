//! `patience perft`: the contract of a move generator.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use patience::find_game;

use crate::args::PerftArgs;
use crate::exit::Exit;
use crate::input;

/// Runs the command.
pub fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let settings = (&args.settings).into();
    let (file, depth) = match (args.words.as_slice(), args.deal) {
        ([depth], Some(_)) => (None, depth),
        ([file, depth], None) => (Some(file), depth),
        ([depth], None) => (None, depth),
        _ => bail!("give either a FILE or --deal N, then the depth"),
    };
    let depth: u32 = depth
        .parse()
        .with_context(|| format!("`{depth}` is not a depth"))?;
    let table = match (args.deal, file) {
        (Some(number), _) => game.deal(number, &settings)?,
        (None, file) => {
            let path = Path::new(file.map_or("-", String::as_str));
            input::read_table(game, path, &settings)?.table
        }
    };
    let mut out = anstream::stdout().lock();
    for depth in 1..=depth {
        writeln!(out, "{depth} {}", table.perft(depth))?;
        out.flush()?;
    }
    Ok(Exit::Done)
}
