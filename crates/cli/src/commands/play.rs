//! `patience play`: a game in the terminal.

use patience_tui::{Ended, Options};

use crate::args::{Common, PlayArgs};
use crate::exit::Exit;

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
