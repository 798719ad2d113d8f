//! `patience completions` and `patience man`, made from the words of the
//! command line.

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::Exit;

/// Prints a completion script.
pub fn completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    // Into a buffer first: the generator panics when the reader goes away.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "patience", &mut script);
    print(&script)
}

/// Prints the manual page, with a section for every command.
pub fn man() -> anyhow::Result<Exit> {
    let mut page = Vec::new();
    let command = Cli::command().disable_help_subcommand(true);
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for part in command.get_subcommands() {
        writeln!(page, ".SH \"PATIENCE {}\"", part.get_name().to_uppercase())?;
        let part = clap_mangen::Man::new(
            part.clone()
                .bin_name(format!("patience {}", part.get_name())),
        );
        part.render_synopsis_section(&mut page)?;
        part.render_description_section(&mut page)?;
        part.render_options_section(&mut page)?;
    }
    print(&page)
}

fn print(bytes: &[u8]) -> anyhow::Result<Exit> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Done)
}
