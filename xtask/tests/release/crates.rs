//! The packages for crates.io.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;

use crate::{has_page, printed, root};

/// Packs every crate that is published, and returns the folder.
fn pack(words: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates");
    let mut command = Command::new(env!("CARGO"));
    command
        // The page is not in git, so that cargo calls it dirty.
        .args(["package", "--workspace", "--exclude=xtask", "--allow-dirty"])
        .args(words)
        .arg("--target-dir")
        .arg(&folder)
        .current_dir(root());
    printed(&mut command);
    folder.join("package")
}

/// The names of the files in a package, without its own name in front.
fn contents(package: &Path) -> Vec<String> {
    let file = File::open(package).unwrap_or_else(|error| panic!("{package:?}: {error}"));
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let entries = archive.entries().expect("an archive");
    let names = entries.map(|entry| {
        let entry = entry.expect("an entry");
        let path = entry.path().expect("a name");
        let inner: PathBuf = path.components().skip(1).collect();
        inner.to_string_lossy().into_owned()
    });
    names.collect()
}

#[test]
fn every_crate_packs_with_its_licences_and_a_page_of_words() {
    let folder = pack(&["--no-verify"]);
    let metadata = cargo_metadata::MetadataCommand::new().no_deps().exec();
    let packages = metadata.expect("cargo metadata").packages;
    let published = packages.iter().filter(|package| package.publish.is_none());
    let mut count = 0;
    for package in published {
        let name = format!("{}-{}.crate", package.name, package.version);
        let names = contents(&folder.join(&name));
        for needed in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "Cargo.toml"] {
            assert!(names.iter().any(|name| name == needed), "{name}: {needed}");
        }
        assert!(package.repository.is_some() && package.description.is_some());
        if package.name == "patience-site" && has_page() {
            assert!(
                names.iter().any(|name| name == "page/index.html"),
                "{names:?}"
            );
        }
        count += 1;
    }
    assert!(count > 15, "{count} crates");
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn every_packed_crate_builds_by_itself() {
        pack(&[]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_installed_command_has_the_page_inside() {
        assert!(has_page(), "cargo xtask web comes first");
        let folder = tempfile::tempdir().expect("a folder");
        let mut install = Command::new(env!("CARGO"));
        install
            .args(["install", "--locked", "--path", "crates/cli", "--root"])
            .arg(folder.path())
            // As quick to build as can be; it is the same command.
            .args(["--profile", "checked"])
            .current_dir(root());
        printed(&mut install);
        let command = folder.path().join("bin/patience");
        let doctor = printed(Command::new(&command).arg("doctor"));
        assert!(doctor.contains("inside: "), "{doctor}");
        let solved = printed(Command::new(&command).args(["solve", "freecell", "--deal", "164"]));
        assert!(solved.starts_with("Solved in "), "{solved}");
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_libraries_need_no_newer_compiler_than_they_claim() {
        let metadata = cargo_metadata::MetadataCommand::new().no_deps().exec();
        let packages = metadata.expect("cargo metadata").packages;
        let library = packages.iter().find(|package| *package.name == "patience");
        let claimed = library.and_then(|package| package.rust_version.clone());
        let toolchain = claimed.expect("a version").to_string();
        let install = ["toolchain", "install", &toolchain, "--profile", "minimal"];
        printed(Command::new("rustup").args(install));
        let mut check = Command::new("rustup");
        check
            .args(["run", &toolchain, "cargo", "check", "--package", "patience"])
            .args(["--all-features", "--target-dir"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("oldest"))
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO")
            .current_dir(root());
        printed(&mut check);
    }
}
