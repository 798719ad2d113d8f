//! `cargo xtask web`: Rust to WebAssembly, its bindings, then the page.
//! `cargo xtask types`: the types that the page shares with Rust.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cargo_metadata::{Metadata, MetadataCommand};

use crate::{bindings, programs, sizes};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "web";
pub const NODE: &str = "Node.js 20.19 or newer with npm (nodejs.org)";

/// Builds the page into `crates/site/page`.
pub fn build() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let web = root.join("web");
    engine(&metadata, &web.join("generated"))?;

    step("npm packages");
    install_packages(&web)?;

    step("page");
    let page = page(root);
    empty(&page).with_context(|| page.display().to_string())?;
    programs::run("npm", &["run", "--silent", "build"], &web, NODE)?;
    sizes::report(&page)?;
    println!("\nThe page is in crates/site/page: put it on any static host, or serve it with");
    println!("  cargo run --release -- serve");
    Ok(())
}

/// Where the built page is: in the crate that carries it, so that the crate's
/// package has it, too. Git ignores the files.
pub fn page(root: &Path) -> PathBuf {
    root.join("crates/site/page")
}

/// Compiles the engine, and writes it with its bindings into a folder.
pub fn engine(metadata: &Metadata, folder: &Path) -> anyhow::Result<()> {
    step("WebAssembly");
    let root = metadata.workspace_root.as_std_path();
    programs::add_target(TARGET, root)?;
    let words = [
        "build",
        "--package",
        "patience-web",
        "--profile",
        PROFILE,
        "--target",
        TARGET,
    ];
    programs::cargo(&words, root)?;
    let built = metadata.target_directory.as_std_path();
    let built = built.join(TARGET).join(PROFILE);
    bindings::write(&built.join("patience_web.wasm"), folder)
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
    programs::cargo(&words, metadata.workspace_root.as_std_path())
}

fn step(name: &str) {
    println!("== {name}");
}

/// Installs what the lock file says, unless that was done before.
pub fn install_packages(web: &Path) -> anyhow::Result<()> {
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
fn empty(page: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(page)? {
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
