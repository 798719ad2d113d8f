//! Builds what cargo alone does not: `cargo xtask web` the page for the browser,
//! `cargo xtask book` the book. Both set up what they need. `cargo xtask types`
//! writes the types that the page shares with Rust.

mod bindings;
mod book;
mod programs;
mod sizes;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask web|types|book

  web    build the page for the browser into web/dist; a `patience` built after
         it carries the page inside (`patience serve`)
  types  write web/src/types.ts from the types of crates/web
  book   put the pages of the book together in target/book, and build it if
         mdbook is installed";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["web"] => web::build(),
        ["types"] => web::write_types(),
        ["book"] => book::build(),
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
