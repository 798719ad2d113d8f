//! `cargo xtask web`: Rust to WebAssembly, its bindings, then the page.
//! `cargo xtask types`: the types that the page shares with Rust.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use cargo_metadata::MetadataCommand;

use crate::{bindings, programs, sizes};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "web";
const NODE: &str = "Node.js 20.19 or newer with npm (nodejs.org)";
const RUSTUP: &str = "rustup (rustup.rs), to add the target wasm32-unknown-unknown";

/// Builds the page into `web/dist`.
pub fn build() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let web = root.join("web");
    let generated = web.join("generated");

    step("WebAssembly");
    add_target(root)?;
    let words = [
        "build",
        "--package",
        "patience-web",
        "--profile",
        PROFILE,
        "--target",
        TARGET,
    ];
    cargo(&words, root)?;
    let built = metadata
        .target_directory
        .as_std_path()
        .join(TARGET)
        .join(PROFILE);
    bindings::write(&built.join("patience_web.wasm"), &generated)?;

    step("npm packages");
    install_packages(&web)?;

    step("page");
    let dist = web.join("dist");
    empty(&dist).with_context(|| dist.display().to_string())?;
    programs::run("npm", &["run", "--silent", "build"], &web, NODE)?;
    sizes::report(&dist)?;
    println!("\nThe page is in web/dist: put it on any static host, or serve it with");
    println!("  cargo run --release -- serve");
    Ok(())
}

/// Writes `web/src/types.ts`. A test of the crate does it, since its types are
/// only tests' to see as TypeScript.
pub fn write_types() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let words = [
        "--config",
        "env.PATIENCE_UPDATE=\"1\"",
        "test",
        "--quiet",
        "--package",
        "patience-web",
        "--lib",
        "the_types_of_the_page",
    ];
    cargo(&words, metadata.workspace_root.as_std_path())
}

fn cargo(words: &[&str], root: &Path) -> anyhow::Result<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    programs::run(&cargo, words, root, "cargo (rustup.rs)")
}

fn step(name: &str) {
    println!("== {name}");
}

/// Adds the target if the toolchain does not have it.
fn add_target(root: &Path) -> anyhow::Result<()> {
    let sysroot = programs::output("rustc", &["--print", "sysroot"], "rustc (rustup.rs)")?;
    let library = Path::new(&sysroot).join("lib/rustlib").join(TARGET);
    if library.exists() {
        return Ok(());
    }
    programs::run("rustup", &["target", "add", TARGET], root, RUSTUP)
}

/// Installs what the lock file says, unless that was done before.
fn install_packages(web: &Path) -> anyhow::Result<()> {
    let changed = |name: &str| fs::metadata(web.join(name)).and_then(|data| data.modified());
    // npm writes its own copy of the lock file when it is done.
    let wanted = changed("package-lock.json").context("web/package-lock.json")?;
    if changed("node_modules/.package-lock.json").is_ok_and(|done| done >= wanted) {
        println!("as the lock file says, already");
        return Ok(());
    }
    programs::run("npm", &["ci", "--no-audit", "--no-fund"], web, NODE)
}

/// Removes what an earlier build left; the folder itself belongs to the
/// repository, with the file that keeps it there.
fn empty(dist: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(dist)? {
        let entry = entry?;
        if entry.file_name() == ".gitignore" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
