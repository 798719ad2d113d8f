//! Other programs: run one, and say in one line what to do when it fails.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

/// Windows as it is compiled for on other systems, and the linker for that.
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// The linker for Windows is installed; if it is not, that is printed.
pub fn has_mingw() -> bool {
    let is_there = Command::new(MINGW).arg("--version").output().is_ok();
    if !is_there {
        println!("left out: Windows; missing: {MINGW} (Debian: gcc-mingw-w64-x86-64)");
    }
    is_there
}

/// Runs a program in a folder; what it prints goes to the terminal.
pub fn run(program: &str, words: &[&str], folder: &Path, missing: &str) -> anyhow::Result<()> {
    let mut command = Command::new(file(program));
    command.args(words).current_dir(folder);
    run_command(command, missing)
}

/// The same for a command with an environment of its own.
pub fn run_command(mut command: Command, missing: &str) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| explain(&program, &error, missing))?;
    if !status.success() {
        let words: Vec<_> = command
            .get_args()
            .map(|word| word.to_string_lossy())
            .collect();
        bail!("`{program} {}` failed ({status})", words.join(" "));
    }
    Ok(())
}

/// On Windows npm is a script, which is only found by its whole name.
fn file(program: &str) -> &str {
    match program {
        "npm" if cfg!(windows) => "npm.cmd",
        _ => program,
    }
}

/// What a program prints.
pub fn output(program: &str, words: &[&str], missing: &str) -> anyhow::Result<String> {
    let output = Command::new(program)
        .args(words)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| explain(program, &error, missing))?;
    if !output.status.success() {
        bail!("`{program} {}` failed ({})", words.join(" "), output.status);
    }
    let text = String::from_utf8(output.stdout).with_context(|| program.to_owned())?;
    Ok(text.trim().to_owned())
}

/// Runs cargo, the one that runs this program.
pub fn cargo(words: &[&str], root: &Path) -> anyhow::Result<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    run(&cargo, words, root, "cargo (rustup.rs)")
}

/// Adds a target if the toolchain does not have it.
pub fn add_target(target: &str, root: &Path) -> anyhow::Result<()> {
    let sysroot = output("rustc", &["--print", "sysroot"], "rustc (rustup.rs)")?;
    let library = Path::new(&sysroot).join("lib/rustlib").join(target);
    if library.exists() {
        return Ok(());
    }
    let missing = format!("rustup (rustup.rs), to add the target {target}");
    run("rustup", &["target", "add", target], root, &missing)
}

fn explain(program: &str, error: &io::Error, missing: &str) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("missing: {missing}"),
        _ => anyhow::anyhow!("{program}: {error}"),
    }
}
