//! Builds what cargo alone does not: the page for the browser, the book, the npm
//! package, the wheels for Python, the archives of a release. Each command sets up what it needs.

mod archive;
mod bindings;
mod book;
mod deb;
mod dist;
mod licences;
mod npm;
mod programs;
mod sizes;
mod web;
mod wheels;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask web|types|book|npm|wheels|dist|licences

  web            build the page for the browser into crates/site/page; a
                 `patience` built after it carries the page inside
  types          write web/src/types.ts from the types of crates/web
  book           build the book into target/book/html, with the page beside it
                 in play/ if it was built
  npm            build the package patience-solitaire into target/npm
  wheels         build the package for Python into target/wheels: for Linux, for Windows
                 where MinGW is installed, and the source
  dist [TARGET..]  build archives of the command with all that belongs to it into
                 target/dist, and a Debian package; the first target must run here
                 [default: Linux, and Windows where MinGW is installed]
  licences       list the packages of others that ship, and their licences";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["web"] => web::build(),
        ["types"] => web::write_types(),
        ["book"] => book::build(),
        ["npm"] => npm::build(),
        ["wheels"] => wheels::build(),
        ["dist", targets @ ..] => dist::build(targets),
        ["licences"] => licences::list(),
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
