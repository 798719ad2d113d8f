//! `patience calibrate`: learns a program's cards from one deal that is known.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use patience::{Table, Variation, find_game};
use patience_screen::profile::{Profile, data_folder};
use patience_screen::{calibrate, store};

use crate::exit::Exit;
use crate::input;
use crate::window::LookArgs;
use crate::words::counted;

#[derive(Args, Debug)]
pub struct CalibrateArgs {
    /// The profile (`patience profiles` lists them)
    pub profile: String,
    #[command(flatten)]
    pub look: LookArgs,
    /// The number of the deal that is shown
    #[arg(long, value_name = "N", conflicts_with = "cards")]
    pub deal: Option<u64>,
    /// A file with the cards that are shown, as `solve` reads them (`-` reads
    /// standard input)
    #[arg(long, value_name = "FILE")]
    pub cards: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &CalibrateArgs) -> anyhow::Result<Exit> {
    let data = data_folder().context("no folder to keep what is learned; set PATIENCE_DATA")?;
    let profile = Profile::find(&args.profile, Some(&data))?;
    let looked = args.look.look(&profile)?;
    let [frame] = looked.frames.as_slice() else {
        bail!("one picture at a time; what it does not show is kept from before");
    };
    let (table, whose) = shown(args, &profile, looked.title.as_deref())?;
    let known = calibrate::known_in(&profile, &*table);
    let earlier = store::load(&profile, Some(&data)).ok();
    let deck = calibrate::learn(frame, &profile, &known, earlier.as_ref())?;
    let reading = calibrate::check(frame, &profile, &known, &deck)?;
    let folder = store::save(&deck, &data)?;
    let mut out = anstream::stdout().lock();
    let read = reading.cards().count() as u64;
    let margins = reading.cards().map(|(_, _, card)| card.margin);
    writeln!(
        out,
        "Learned from {whose}: {} read back rightly, {} doubtful, least margin {:.2}.",
        counted(read, "cards"),
        reading.doubtful(),
        margins.fold(1.0, f32::min),
    )?;
    writeln!(out, "Kept in {}", folder.display())?;
    let missing = deck.missing();
    if !missing.is_empty() {
        writeln!(
            out,
            "Not seen yet: {}. Calibrate again with a deal that shows them.",
            missing.join(" ")
        )?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The table that is shown, and what to call it.
fn shown(
    args: &CalibrateArgs,
    profile: &Profile,
    title: Option<&str>,
) -> anyhow::Result<(Box<dyn Table>, String)> {
    let game = find_game(&profile.game)?;
    if let Some(path) = &args.cards {
        let given = input::read_table(game, path, &Variation::default())?;
        return Ok((given.table, input::name_of(path)));
    }
    let from_title = || patience_screen::profile::deal_in_title(profile, title?);
    match args.deal.or_else(from_title) {
        Some(number) => Ok((
            game.deal(number, &Variation::default())?,
            format!("deal {number}"),
        )),
        None => bail!("which cards are shown? Say --deal N or --cards FILE"),
    }
}
