//! `patience play`: a game in the terminal.

use clap::Args;
use patience_tui::{Ended, Options};

use crate::args::{Common, GameName, GoalArgs, SettingsArgs};
use crate::exit::Exit;

/// What to play.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The game (`patience games` lists them) [default: a menu]
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: Option<String>,
    /// The deal with this number [default: where you left off, else a random deal]
    #[arg(long, value_name = "N", requires = "game")]
    pub deal: Option<u64>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
}

/// Runs the command.
pub fn run(args: &PlayArgs, common: &Common) -> anyhow::Result<Exit> {
    let options = Options {
        game: args.game.clone(),
        deal: args.deal,
        target: args.goal.target()?,
        settings: (&args.settings).into(),
        has_colour: common.color.has_colour(),
    };
    Ok(match patience_tui::run(&options)? {
        Ended::Left => Exit::Done,
        Ended::Interrupted => Exit::Interrupted,
    })
}
