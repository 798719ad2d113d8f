//! Dependencies point one way: core <- rules <- solvers <- patience <- surfaces,
//! and core <- search <- solvers.

use std::collections::BTreeSet;

use cargo_metadata::{DependencyKind, MetadataCommand};

/// The layers, lowest first; a crate may use crates of lower layers only.
const LAYERS: [&[&str]; 6] = [
    &["patience-core"],
    &["patience-rules", "patience-search"],
    &[
        "patience-pyramid",
        "patience-tripeaks",
        "patience-freecell",
        "patience-cluj",
    ],
    &["patience"],
    &[
        "patience-screen",
        "patience-site",
        "patience-tui",
        "patience-web",
    ],
    &["patience-cli", "xtask"],
];

/// What only surfaces may know.
const FOR_SURFACES: [&str; 7] = [
    "clap",
    "anstream",
    "indicatif",
    "ctrlc",
    "tokio",
    "ratatui",
    "wasm-bindgen",
];

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[test]
fn dependencies_point_one_way() {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .expect("cargo metadata");
    let ours: BTreeSet<_> = metadata
        .packages
        .iter()
        .map(|package| package.name.to_string())
        .collect();
    for package in &metadata.packages {
        let layer = layer_of(&package.name)
            .unwrap_or_else(|| panic!("{} has no layer: give it one in this test", package.name));
        let normal = package
            .dependencies
            .iter()
            .filter(|used| used.kind == DependencyKind::Normal);
        for used in normal {
            if ours.contains(&used.name) {
                let below = layer_of(&used.name).expect("all our crates have layers");
                assert!(below < layer, "{} must not use {}", package.name, used.name);
            }
            assert!(
                Some(layer) > layer_of("patience") || !FOR_SURFACES.contains(&used.name.as_str()),
                "{} is below the surfaces and must not use {}",
                package.name,
                used.name
            );
        }
    }
}

#[test]
fn rules_and_search_do_not_know_each_other() {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .expect("cargo metadata");
    for (one, other) in [
        ("patience-rules", "patience-search"),
        ("patience-search", "patience-rules"),
    ] {
        let package = metadata
            .packages
            .iter()
            .find(|package| *package.name == one);
        let package = package.expect("the crate is there");
        assert!(package.dependencies.iter().all(|used| used.name != other));
    }
}
