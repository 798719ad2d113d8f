//! Dependencies point one way, games do not know each other, and the rules of a
//! game do not know its solver.
//!
//! Crates are checked by their manifests. Within a game's crate, rules and
//! solver are folders, and their imports are checked instead: a crate for each
//! would double the number of crates for the same promise.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// The layers, lowest first; a crate may use crates of lower layers only.
/// `games/*` stands for the crate of every game.
const LAYERS: [&[&str]; 8] = [
    &["patience-core"],
    &["patience-rules", "patience-search"],
    &["patience-game"],
    &["games/*"],
    &["patience-games"],
    &["patience"],
    &[
        "patience-screen",
        "patience-site",
        "patience-survey",
        "patience-tui",
        "patience-web",
    ],
    &["patience-cli", "patience-python", "xtask"],
];

/// What only surfaces may know.
const FOR_SURFACES: [&str; 8] = [
    "clap",
    "anstream",
    "indicatif",
    "ctrlc",
    "tokio",
    "ratatui",
    "wasm-bindgen",
    "pyo3",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().no_deps().exec();
    metadata.expect("cargo metadata").packages
}

/// The package is the crate of a game.
fn is_game(package: &Package) -> bool {
    let folder = package.manifest_path.parent();
    let above = folder.and_then(|folder| folder.parent());
    above.is_some_and(|above| above.file_name() == Some("games"))
}

/// The folders of the games.
fn games() -> Vec<PathBuf> {
    let packages = packages();
    let games = packages.iter().filter(|package| is_game(package));
    let folders = games.filter_map(|package| package.manifest_path.parent());
    let folders: Vec<PathBuf> = folders.map(Into::into).collect();
    assert!(folders.len() >= 4, "{folders:?}");
    folders
}

#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    let layer_of = |package: &Package| {
        let name = if is_game(package) {
            "games/*"
        } else {
            &package.name
        };
        let layer = LAYERS.iter().position(|layer| layer.contains(&name));
        layer.unwrap_or_else(|| panic!("{name} has no layer: give it one in this test"))
    };
    let layers: BTreeMap<String, usize> = packages
        .iter()
        .map(|package| (package.name.to_string(), layer_of(package)))
        .collect();
    for package in &packages {
        let layer = layers[&package.name.to_string()];
        let normal = package
            .dependencies
            .iter()
            .filter(|used| used.kind == DependencyKind::Normal);
        for used in normal {
            if let Some(below) = layers.get(&used.name) {
                assert!(
                    *below < layer,
                    "{} must not use {}",
                    package.name,
                    used.name
                );
            }
            assert!(
                layer > layers["patience"] || !FOR_SURFACES.contains(&used.name.as_str()),
                "{} is below the surfaces and must not use {}",
                package.name,
                used.name
            );
        }
    }
}

#[test]
fn rules_and_search_do_not_know_each_other() {
    let packages = packages();
    for (one, other) in [
        ("patience-rules", "patience-search"),
        ("patience-search", "patience-rules"),
    ] {
        let package = packages.iter().find(|package| *package.name == one);
        let package = package.expect("the crate is there");
        assert!(package.dependencies.iter().all(|used| used.name != other));
    }
}

/// The Rust files below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a file that are code, without its comments.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let lines = text.lines().map(|line| line.trim().to_owned());
    lines.filter(|line| !line.starts_with("//")).collect()
}

/// Every path in a line that begins with this word and `::`: what follows it.
fn paths<'l>(line: &'l str, word: &str) -> Vec<&'l str> {
    let start = format!("{word}::");
    let places = line.match_indices(&start);
    let whole = places.filter(|(at, _)| {
        let before = line[..*at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':')
    });
    whole.map(|(at, _)| &line[at + start.len()..]).collect()
}

/// Checks what the code of a folder of every game may name: of its own crate,
/// and of ours.
fn check_imports(folder: &str, own: &[&str], ours: &[&str]) {
    for game in games() {
        let mut files = Vec::new();
        rust_files(&game.join("src").join(folder), &mut files);
        assert!(!files.is_empty(), "{game:?} has no {folder}");
        for file in files {
            for line in code(&file) {
                for path in paths(&line, "crate") {
                    assert!(
                        own.iter().any(|own| path.starts_with(own)),
                        "{file:?}: {folder} may not name `crate::{path}`"
                    );
                }
                for (at, _) in line.match_indices("patience_") {
                    let name: String = line[at..]
                        .chars()
                        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                        .collect();
                    let is_path = line[at + name.len()..].starts_with("::");
                    assert!(
                        !is_path || ours.contains(&name.as_str()),
                        "{file:?}: {folder} may not name `{name}`"
                    );
                }
            }
        }
    }
}

#[test]
fn the_rules_of_a_game_know_no_solver() {
    check_imports("rules", &["rules"], &["patience_core", "patience_rules"]);
}

#[test]
fn the_solver_of_a_game_knows_its_rules_and_nothing_above() {
    check_imports(
        "solver",
        &["rules", "solver"],
        &["patience_core", "patience_rules", "patience_search"],
    );
}

#[test]
fn the_top_of_the_rules_does_not_reach_out_of_them() {
    for game in games() {
        let code = code(&game.join("src/rules/mod.rs"));
        let own = code
            .iter()
            .take_while(|line| !line.starts_with("mod tests {"));
        for line in own {
            assert!(paths(line, "super").is_empty(), "{game:?}: {line}");
        }
    }
}

#[test]
fn no_surface_knows_a_game_by_name() {
    let mut names: Vec<String> = Vec::new();
    for game in patience::games() {
        names.push(game.about().name.to_owned());
        names.extend(game.about().aliases.iter().map(|name| (*name).to_owned()));
    }
    for surface in ["python", "screen", "tui", "web", "site"] {
        let mut files = Vec::new();
        rust_files(&root().join("crates").join(surface).join("src"), &mut files);
        for file in files {
            let code = code(&file);
            // Unit tests stand at the end of a file and may name games.
            let own = code
                .iter()
                .take_while(|line| !line.starts_with("mod tests"));
            for line in own.filter(|line| line.contains('"')) {
                for name in &names {
                    assert!(
                        !line.contains(&format!("\"{name}\"")),
                        "{file:?} names {name}: {line}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_game_brings_all_that_a_folder_has() {
    for game in games() {
        for file in [
            "rules.md",
            "methods.md",
            "perft.txt",
            "bench.txt",
            "src/rules/mod.rs",
        ] {
            assert!(game.join(file).is_file(), "{game:?}: {file}");
        }
    }
    for game in patience::games() {
        let about = game.about();
        assert!(!about.rules.is_empty(), "{}: rules.md", about.name);
        let rows = about.perft.lines().filter(|line| !line.starts_with('#'));
        assert!(rows.count() > 0, "{}: perft.txt", about.name);
    }
}
