//! The `patience` command: what was typed becomes a question to the facade,
//! and its answer becomes text or JSON.
//!
//! Results go to standard output, everything else to standard error. The exit
//! codes are in `exit`, the words of the command line in `args`.

mod args;
mod commands;
mod confirm;
mod exit;
mod failure;
mod input;
mod interrupt;
mod memory;
mod ordered;
mod paint;
mod progress;
mod report_text;
mod window;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use exit::Exit;

fn main() -> ExitCode {
    let mut cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; clap prints them to the right place.
            let _ = error.print();
            let exit = if error.use_stderr() {
                Exit::Error
            } else {
                Exit::Done
            };
            return exit.into();
        }
    };
    cli.command.settle_goal();
    cli.common.color.apply();
    match run(&cli) {
        Ok(exit) => exit.into(),
        Err(error) => failure::report(&error).into(),
    }
}

fn run(cli: &Cli) -> anyhow::Result<Exit> {
    let common = &cli.common;
    match &cli.command {
        Command::Solve(args) => commands::solve::run(args, common),
        Command::Play(args) => commands::play::run(args, common),
        Command::Batch(args) => commands::batch::run(args, common),
        Command::Survey(args) => commands::survey::run(args, common),
        Command::Deal(args) => commands::deal::run(args, common),
        Command::Verify(args) => commands::verify::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Hint(args) => commands::hint::run(args, common),
        Command::Reveal(args) => commands::reveal::run(args, common),
        Command::Chances(args) => commands::chances::run(args, common),
        Command::Challenge(args) => commands::challenge::run(args, common),
        Command::Autoplay(args) => commands::autoplay::run(args, common),
        Command::Games(args) => commands::games::run(args),
        Command::Scan(args) => commands::scan::run(args, common),
        Command::Calibrate(args) => commands::calibrate::run(args, common),
        Command::Profiles(args) => commands::profiles::run(args),
        Command::Serve(args) => commands::serve::run(args),
        Command::Bench(args) => commands::bench::run(args, common),
        Command::Doctor => commands::doctor::run(),
        Command::Completions(args) => commands::shell::completions(args),
        Command::Man => commands::shell::man(),
    }
}
