//! Tells the command which commit it was built from: by git in a checkout, by the
//! file that cargo puts into packages elsewhere. Without either, the version has no
//! commit. The date is that of the commit, so that builds can be repeated.
//!
//! For Windows it adds the manifest: there a program says that it reckons with the
//! real pixels of every monitor, before any of its code runs.

use std::path::Path;
use std::process::Command;

use embed_manifest::manifest::{DpiAwareness, Setting};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = packaged().or_else(checked_out);
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=PATIENCE_VERSION={version}");
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=PATIENCE_TARGET={target}");
    if target.contains("windows") {
        let manifest = embed_manifest::new_manifest("Patience")
            .dpi_awareness(DpiAwareness::PerMonitorV2)
            .long_path_aware(Setting::Enabled);
        if let Err(error) = embed_manifest::embed_manifest(manifest) {
            println!("cargo::error=the manifest for Windows: {error}");
        }
    }
}

/// The commit that a package was made from. Packages do not have its date.
fn packaged() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let after = info.split("\"sha1\": \"").nth(1)?;
    let commit = after.get(..SHORT)?;
    Some(commit.to_owned())
}

/// As many letters as git prints of a commit.
const SHORT: usize = 9;

/// The commit that is checked out, and its date.
fn checked_out() -> Option<String> {
    // Sources unpacked inside somebody else's checkout have no commit of their own.
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    // It changes with every commit, and with every checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    let abbreviate = format!("--abbrev={SHORT}");
    git(&["log", "-1", &abbreviate, "--format=%h %cs"])
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
