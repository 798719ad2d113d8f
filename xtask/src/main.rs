//! Builds what cargo alone does not. `cargo xtask web` builds the page for the
//! browser into `web/dist`, and sets up what it needs for that itself.

mod bindings;
mod programs;
mod sizes;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask web

  web    build the page for the browser into web/dist; a `patience` built after
         it carries the page inside (`patience serve`)";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["web"] => web::build(),
        ["--help" | "-h" | "help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
