//! `patience play`: a game in the terminal.

use clap::Args;
use patience_tui::{Ended, Options};

use crate::args::{Common, GoalArgs, VariationArgs};
use crate::exit::Exit;

/// What to play.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The game (`patience games` lists them); a menu if not said
    pub game: Option<String>,
    /// The deal with this number; where you left off, or a random deal, if not said
    #[arg(long, value_name = "N", requires = "game")]
    pub deal: Option<u64>,
    #[command(flatten)]
    pub variation: VariationArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
}

/// Runs the command.
pub fn run(args: &PlayArgs, common: &Common) -> anyhow::Result<Exit> {
    let options = Options {
        game: args.game.clone(),
        deal: args.deal,
        target: args.goal.target()?,
        variation: args.variation.into(),
        has_colour: common.color.has_colour(),
    };
    Ok(match patience_tui::run(&options)? {
        Ended::Left => Exit::Done,
        Ended::Interrupted => Exit::Interrupted,
    })
}
