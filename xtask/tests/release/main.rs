//! What people install: crates, the npm package, wheels, archives, and what the host reads.

mod crates;
mod dist;
mod hosting;
mod npm;
#[cfg(target_os = "linux")]
mod wheels;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo builds.
fn target() -> PathBuf {
    let metadata = cargo_metadata::MetadataCommand::new().no_deps().exec();
    metadata.expect("cargo metadata").target_directory.into()
}

/// The page was built.
fn has_page() -> bool {
    root().join("crates/site/page/index.html").exists()
}

/// What a program prints; it must succeed.
fn printed(command: &mut Command) -> String {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let Output { stdout, stderr, .. } = &output;
    let words = String::from_utf8_lossy(stdout).into_owned();
    assert!(
        output.status.success(),
        "{command:?}\n{words}\n{}",
        String::from_utf8_lossy(stderr)
    );
    words
}

/// This project's builder of packages.
fn xtask(word: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg(word);
    command
}

/// The blocks of a language in a page.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let begin = format!("```{language}\n");
    let parts = page.split(&begin).skip(1);
    let blocks = parts.filter_map(|part| part.split("\n```").next());
    blocks.map(str::to_owned).collect()
}
