//! What the host of the repository reads, which nothing here runs.

use std::fs;

use crate::root;

#[test]
fn the_version_and_the_address_are_the_same_everywhere() {
    let metadata = cargo_metadata::MetadataCommand::new().no_deps().exec();
    let packages = metadata.expect("cargo metadata").packages;
    let library = packages.iter().find(|package| *package.name == "patience");
    let library = library.expect("the library");
    let (version, address) = (&library.version, library.repository.as_deref());
    let address = address.expect("an address");
    let page = library.homepage.as_deref().expect("an address");
    for (file, word) in [
        ("CITATION.cff", format!("version: {version}")),
        ("CITATION.cff", format!("repository-code: {address}")),
        ("README.md", format!("{address}/releases")),
        ("README.md", format!("({page}play/)")),
        ("docs/src/guide/install.md", format!("({page}play/)")),
        ("docs/src/guide/install.md", format!("patience-{version}-")),
        ("web/npm/package.json", format!("git+{address}.git")),
        ("web/npm/package.json", format!("\"homepage\": \"{page}\"")),
    ] {
        let text = fs::read_to_string(root().join(file)).expect(file);
        assert!(text.contains(&word), "{file} lacks {word}");
    }
    for package in &packages {
        assert_eq!(package.version, *version, "{}", package.name);
        for used in &package.dependencies {
            if used.path.is_some() {
                let wanted = used.req.to_string();
                assert_eq!(
                    wanted,
                    format!("^{version}"),
                    "{}: {}",
                    package.name,
                    used.name
                );
            }
        }
    }
}

mod needs_node {
    use std::process::Command;

    use super::*;
    use crate::printed;

    #[test]
    #[ignore = "needs Node.js"]
    fn the_workflows_and_forms_are_well_formed() {
        let script = root().join("web/check-hosting.mjs");
        assert_eq!(printed(Command::new("node").arg(script)), "");
    }
}
