//! `cargo xtask dist`: an archive of the command for each target, with manual
//! page, completions, licences and a checksum, and a Debian package for Linux.
//! The same commit gives the same archives: every file has the commit's date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use cargo_metadata::MetadataCommand;
use sha2::{Digest as _, Sha256};

use crate::archive::{self, Entry};
use crate::{deb, licences, programs, web};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const PROFILE: &str = "archive";
/// The command itself must stay below this.
const MOST_BYTES: u64 = 8_000_000;

/// What the command writes about itself, whatever the target.
pub struct Papers {
    pub manual: Vec<u8>,
    pub bash: Vec<u8>,
    pub zsh: Vec<u8>,
    pub fish: Vec<u8>,
    pub powershell: Vec<u8>,
}

/// Builds the archives into `target/dist`; the first target must run here.
pub fn build(targets: &[&str]) -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let built = metadata.target_directory.as_std_path();
    if !web::page(root).join("index.html").exists() {
        bail!("the page is missing, and the command would be without it: run `cargo xtask web`");
    }
    let targets = match targets {
        [] => usual_targets()?,
        named => named.iter().map(|&target| target.to_owned()).collect(),
    };
    let folder = built.join("dist");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let date = commit_date(root)?;
    let mut papers = None;
    for target in &targets {
        println!("== {target}");
        let command = compile(target, root, built)?;
        if papers.is_none() {
            papers = Some(Papers::of(&command)?);
        }
        let papers = papers.as_ref().context("no target runs here")?;
        let files = files(target, root, &command, papers)?;
        finish(&archive::write(&folder, target, &files, date)?)?;
        if let Some(architecture) = deb::architecture(target) {
            finish(&deb::write(&folder, architecture, &files, papers, date)?)?;
        }
    }
    Ok(())
}

/// What can be built here: Linux without any library of the system, and Windows
/// where its linker is installed; elsewhere the system itself.
fn usual_targets() -> anyhow::Result<Vec<String>> {
    let about = programs::output("rustc", &["-vV"], "rustc (rustup.rs)")?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not name its system")?;
    let mut targets = vec![host.replace("-gnu", "-musl")];
    if cfg!(windows) {
        targets = vec![host.to_owned()];
    } else if programs::has_mingw() {
        targets.push(programs::WINDOWS.to_owned());
    }
    Ok(targets)
}

/// Compiles the command, and returns where it is.
fn compile(target: &str, root: &Path, built: &Path) -> anyhow::Result<PathBuf> {
    programs::add_target(target, root)?;
    let words = [
        "build",
        "--locked",
        "--package",
        "patience-cli",
        "--profile",
        PROFILE,
        "--target",
        target,
    ];
    programs::cargo(&words, root)?;
    let name = program_name(target);
    let command = built.join(target).join(PROFILE).join(name);
    let bytes = fs::metadata(&command)?.len();
    println!("{:>9.2} MB  {name}", bytes as f64 / 1e6);
    if bytes > MOST_BYTES {
        bail!("{name} has {bytes} bytes; it must stay under {MOST_BYTES}");
    }
    Ok(command)
}

fn program_name(target: &str) -> &'static str {
    if target.contains("windows") {
        "patience.exe"
    } else {
        "patience"
    }
}

impl Papers {
    fn of(command: &Path) -> anyhow::Result<Self> {
        let printed = |words: &[&str]| -> anyhow::Result<Vec<u8>> {
            let output = Command::new(command).args(words).output();
            let output = output.with_context(|| {
                format!(
                    "{} does not run here; name first a target that does",
                    command.display()
                )
            })?;
            if !output.status.success() {
                bail!("patience {}: {}", words.join(" "), output.status);
            }
            Ok(output.stdout)
        };
        Ok(Self {
            manual: printed(&["man"])?,
            bash: printed(&["completions", "bash"])?,
            zsh: printed(&["completions", "zsh"])?,
            fish: printed(&["completions", "fish"])?,
            powershell: printed(&["completions", "powershell"])?,
        })
    }
}

/// Everything in the archive of a target; the command comes first.
fn files(target: &str, root: &Path, command: &Path, papers: &Papers) -> anyhow::Result<Vec<Entry>> {
    let mut files = vec![Entry {
        name: program_name(target).to_owned(),
        contents: fs::read(command)?,
        runs: true,
    }];
    let mut add = |name: &str, contents: Vec<u8>| {
        files.push(Entry {
            name: name.to_owned(),
            contents,
            runs: false,
        });
    };
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        add(name, fs::read(root.join(name))?);
    }
    add("LICENSES-OTHERS.txt", licences::texts(target)?.into_bytes());
    add("man/patience.1", papers.manual.clone());
    add("completions/patience.bash", papers.bash.clone());
    add("completions/_patience", papers.zsh.clone());
    add("completions/patience.fish", papers.fish.clone());
    add("completions/_patience.ps1", papers.powershell.clone());
    Ok(files)
}

/// When the commit was made, in seconds since 1970.
fn commit_date(root: &Path) -> anyhow::Result<u64> {
    if let Ok(date) = std::env::var("SOURCE_DATE_EPOCH") {
        return date.parse().context("SOURCE_DATE_EPOCH");
    }
    let root = root.to_string_lossy();
    let words = ["-C", &root, "log", "-1", "--format=%ct"];
    let date = programs::output("git", &words, "git")?;
    date.parse().context("the date of the commit")
}

/// Writes the checksum beside a file, as `sha256sum --check` reads it.
fn finish(file: &Path) -> anyhow::Result<()> {
    let contents = fs::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let sum = Sha256::digest(&contents);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let beside = file.with_file_name(format!("{name}.sha256"));
    fs::write(beside, format!("{sum}  {name}\n"))?;
    println!("{:>9.2} MB  {name}", contents.len() as f64 / 1e6);
    Ok(())
}

/// The name of a release's files without their ending.
pub fn name(target: &str) -> String {
    format!("patience-{VERSION}-{target}")
}
