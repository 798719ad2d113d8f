//! `cargo xtask wheels`: the Python package as people get it: a wheel for Linux that
//! old systems take, too, one for Windows, and the source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::MetadataCommand;

use crate::programs;

const PYTHON: &str = "python3 (3.11 or newer, with venv)";
/// Both come from PyPI into an environment of their own. Zig links against the
/// symbols of an old glibc, which the compiler of this system cannot.
const TOOLS: [&str; 2] = ["maturin>=1.9.4,<2", "ziglang"];

/// Builds the wheels and the source into `target/wheels`.
pub fn build() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let built = metadata.target_directory.as_std_path();
    let folder = built.join("wheels");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let tools = tools(root, &built.join("wheel-tools"))?;
    let maturin = |words: &[&str]| {
        let mut command = Command::new(tools.join("maturin"));
        command.args(words).arg("--out").arg(&folder);
        // Zig is found by the Python that has it.
        command.env("CARGO_ZIGBUILD_PYTHON_PATH", tools.join("python"));
        command.current_dir(root);
        programs::run_command(command, PYTHON)
    };

    println!("== the source");
    maturin(&["sdist"])?;
    println!("== a wheel for Linux");
    let old = ["--zig", "--compatibility", "manylinux2014"];
    maturin(&[&["build", "--release", "--locked"], &old[..]].concat())?;
    if programs::has_mingw() {
        println!("== a wheel for Windows");
        programs::add_target(programs::WINDOWS, root)?;
        let target = ["--target", programs::WINDOWS];
        maturin(&[&["build", "--release", "--locked"], &target[..]].concat())?;
    }
    Ok(())
}

/// Where the tools are, installed if they are missing.
fn tools(root: &Path, place: &Path) -> anyhow::Result<PathBuf> {
    let folder = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if !folder.join("maturin").exists() {
        println!("== maturin and zig");
        let place = place.to_string_lossy();
        programs::run("python3", &["-m", "venv", &place], root, PYTHON)?;
        let pip = folder.join("pip");
        let words = [&["install", "--quiet"], &TOOLS[..]].concat();
        programs::run(&pip.to_string_lossy(), &words, root, PYTHON)?;
    }
    Ok(folder)
}
