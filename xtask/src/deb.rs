//! A Debian package of the command, by dpkg-deb. The command needs no library of
//! the system, so the package depends on nothing and fits every release.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use flate2::{Compression, GzBuilder};

use crate::archive::Entry;
use crate::dist::Papers;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What Debian calls the processor of a target; none if it is no Linux target, or
/// if dpkg-deb is not here.
pub fn architecture(target: &str) -> Option<&'static str> {
    let architecture = match target {
        "x86_64-unknown-linux-musl" => "amd64",
        "aarch64-unknown-linux-musl" => "arm64",
        _ => return None,
    };
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        println!("left out: the Debian package; missing: dpkg-deb");
        return None;
    }
    Some(architecture)
}

/// Writes the package into the folder. `files` are those of the archive.
pub fn write(
    folder: &Path,
    architecture: &str,
    files: &[Entry],
    papers: &Papers,
    date: u64,
) -> anyhow::Result<PathBuf> {
    let tree = folder.join("deb");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let archived = |name: &str| {
        let file = files.iter().find(|file| file.name == name);
        let file = file.with_context(|| format!("{name} is not in the archive"));
        file.map(|file| file.contents.as_slice())
    };
    let own = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../LICENSE-MIT"))?;
    let copyright = [
        b"Patience is under the licence below, or under that in\n/usr/share/common-licenses/Apache-2.0, at your option.\n\n",
        own.as_bytes(),
        b"\n",
        archived("LICENSES-OTHERS.txt")?,
    ]
    .concat();
    let share = |place: &str| format!("usr/share/{place}");
    let put = |place: &str, contents: &[u8]| put(&tree, place, contents);
    put("usr/bin/patience", archived("patience")?)?;
    put(&share("man/man1/patience.1.gz"), &packed(&papers.manual)?)?;
    put(&share("bash-completion/completions/patience"), &papers.bash)?;
    put(&share("zsh/vendor-completions/_patience"), &papers.zsh)?;
    put(
        &share("fish/vendor_completions.d/patience.fish"),
        &papers.fish,
    )?;
    put(&share("doc/patience/copyright"), &copyright)?;
    put(
        &share("doc/patience/changelog.gz"),
        &packed(archived("CHANGELOG.md")?)?,
    )?;
    let size: usize = files.iter().map(|file| file.contents.len()).sum();
    let control = format!(
        "Package: patience\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Patience authors <{}>\n\
         Installed-Size: {}\n\
         Section: games\n\
         Priority: optional\n\
         Homepage: {}\n\
         Description: {}\n \
         Give it the cards, and it finds the shortest solution or proves that there\n \
         is none. Plays FreeCell, Klondike, Pyramid, TriPeaks and more in the terminal\n \
         and in the browser, and reads the cards in other programs' windows.\n",
        env!("CARGO_PKG_REPOSITORY"),
        size.div_ceil(1024),
        env!("CARGO_PKG_HOMEPAGE"),
        "solves, plays and proves solitaire",
    );
    put("DEBIAN/control", control.as_bytes())?;
    make_runnable(&tree.join("usr/bin/patience"))?;

    let package = folder.join(format!("patience_{VERSION}_{architecture}.deb"));
    let status = Command::new("dpkg-deb")
        .args(["--root-owner-group", "-Zxz", "--build"])
        .args([&tree, &package])
        .env("SOURCE_DATE_EPOCH", date.to_string())
        .stdout(std::process::Stdio::null())
        .status()?;
    if !status.success() {
        bail!("dpkg-deb: {status}");
    }
    fs::remove_dir_all(&tree)?;
    Ok(package)
}

fn put(tree: &Path, place: &str, contents: &[u8]) -> anyhow::Result<()> {
    let path = tree.join(place);
    fs::create_dir_all(path.parent().context("a folder")?)?;
    fs::write(&path, contents).with_context(|| path.display().to_string())
}

/// Compressed without name and date.
fn packed(contents: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(contents)?;
    Ok(encoder.finish()?)
}

#[cfg(unix)]
fn make_runnable(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(
        path,
        fs::Permissions::from_mode(0o755),
    )?)
}

/// dpkg-deb is on no other system.
#[cfg(not(unix))]
fn make_runnable(_: &Path) -> anyhow::Result<()> {
    Ok(())
}
