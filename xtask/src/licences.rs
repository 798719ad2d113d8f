//! `cargo xtask licences`: what ships besides our own code, under which licences,
//! and their texts, which go into every archive.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use anyhow::Context as _;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};

/// What programs for everybody may be made of: licences that ask for no more
/// than their text.
#[cfg(test)]
const PERMISSIVE: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Prints the packages of others that ship, with their licences, and those that
/// ship in several versions.
pub fn list() -> anyhow::Result<()> {
    let metadata = resolved(None)?;
    let shipped = shipped(&metadata, &published(&metadata))?;
    for package in &shipped {
        println!("{} {}: {}", package.name, package.version, licence(package));
    }
    println!();
    for (name, versions) in duplicates(&shipped) {
        println!("{name} in several versions: {}", versions.join(", "));
    }
    Ok(())
}

/// The names, licences and licence texts of what is inside the command for a
/// target.
pub fn texts(target: &str) -> anyhow::Result<String> {
    let metadata = resolved(Some(target))?;
    let shipped = shipped(&metadata, &["patience-cli".to_owned()])?;
    let mut text = String::from(
        "Patience contains these packages, each under its own licence. The texts follow.\n\n",
    );
    let mut of_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in shipped {
        let name = format!("{} {}", package.name, package.version);
        writeln!(text, "{name}: {}", licence(package))?;
        for licence in licence_texts(package)? {
            of_text.entry(licence).or_default().push(name.clone());
        }
    }
    for (licence, names) in of_text {
        writeln!(
            text,
            "\n{}\n{}\n\n{licence}",
            "-".repeat(72),
            names.join(", ")
        )?;
    }
    Ok(text)
}

/// The packages with all their dependencies, for every target or one.
fn resolved(target: Option<&str>) -> anyhow::Result<Metadata> {
    let mut options = vec!["--locked".to_owned()];
    options.extend(target.map(|target| format!("--filter-platform={target}")));
    Ok(MetadataCommand::new().other_options(options).exec()?)
}

/// Our packages that are published.
fn published(metadata: &Metadata) -> Vec<String> {
    let ours = metadata.workspace_packages().into_iter();
    let ours = ours.filter(|package| package.publish.as_ref().is_none_or(|to| !to.is_empty()));
    ours.map(|package| package.name.to_string()).collect()
}

/// The packages of others that ship in these of ours, by name and version. What
/// is only needed to build or to test does not ship.
fn shipped<'a>(metadata: &'a Metadata, ours: &[String]) -> anyhow::Result<Vec<&'a Package>> {
    let resolve = metadata.resolve.as_ref().context("no dependencies")?;
    let is_macro = |id: &PackageId| metadata[id].targets.iter().any(|one| one.is_proc_macro());
    let mut seen: BTreeSet<&PackageId> = BTreeSet::new();
    let named = metadata.packages.iter();
    let named = named.filter(|package| ours.contains(&package.name.to_string()));
    let mut open: Vec<_> = named.map(|package| &package.id).collect();
    while let Some(id) = open.pop() {
        if is_macro(id) || !seen.insert(id) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == *id);
        for used in &node.context("a package without a node")?.deps {
            let kinds = used.dep_kinds.iter();
            if kinds
                .clone()
                .any(|kind| kind.kind == DependencyKind::Normal)
            {
                open.push(&used.pkg);
            }
        }
    }
    let all = seen.into_iter().map(|id| &metadata[id]);
    let mut others: Vec<_> = all.filter(|package| package.source.is_some()).collect();
    others.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(others)
}

fn licence(package: &Package) -> &str {
    package.license.as_deref().unwrap_or("no licence named")
}

/// The licence files beside a package's manifest.
fn licence_texts(package: &Package) -> anyhow::Result<BTreeSet<String>> {
    let folder = package.manifest_path.parent().context("a folder")?;
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let is_licence = ["licen", "copying", "notice", "unlicense"]
            .iter()
            .any(|start| name.starts_with(start));
        if is_licence && entry.file_type()?.is_file() {
            let bytes = fs::read(entry.path())?;
            texts.insert(String::from_utf8_lossy(&bytes).trim().replace('\r', ""));
        }
    }
    Ok(texts)
}

/// The packages that are there in several versions.
fn duplicates(packages: &[&Package]) -> BTreeMap<String, Vec<String>> {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let of_name = versions.entry(package.name.to_string()).or_default();
        of_name.push(package.version.to_string());
    }
    versions.retain(|_, versions| versions.len() > 1);
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packages that ship in several versions today: those of the windows of other
    /// programs on systems other than X11 (`xcap` and `enigo` do not agree), and
    /// those whose users have not all moved on. A package that leaves the list is
    /// a success; a new one needs a reason.
    const DUPLICATES: [&str; 18] = [
        "drm",
        "getrandom",
        "linux-raw-sys",
        "miniz_oxide",
        "r-efi",
        "rustix",
        "windows",
        "windows-collections",
        "windows-core",
        "windows-future",
        "windows-link",
        "windows-numerics",
        "windows-result",
        "windows-strings",
        "windows-sys",
        "windows-threading",
        "x11rb",
        "x11rb-protocol",
    ];

    /// The licence lets us ship: `OR` needs one side, `AND` both.
    fn is_permissive(licence: &str) -> bool {
        let licence = licence.replace('/', " OR ");
        let licence = licence.trim();
        let parts = |word: &str| split(licence, word);
        let (any, all) = (parts(" OR "), parts(" AND "));
        if any.len() > 1 {
            return any.into_iter().any(is_permissive);
        }
        if all.len() > 1 {
            return all.into_iter().all(is_permissive);
        }
        match licence.strip_prefix('(') {
            Some(inner) => is_permissive(inner.trim_end_matches(')')),
            None => PERMISSIVE.contains(&licence),
        }
    }

    /// The parts of a licence between a word, outside parentheses.
    fn split<'l>(licence: &'l str, word: &str) -> Vec<&'l str> {
        let (mut parts, mut begin) = (Vec::new(), 0);
        for (at, _) in licence.match_indices(word) {
            let before = &licence[..at];
            if before.matches('(').count() == before.matches(')').count() {
                parts.push(&licence[begin..at]);
                begin = at + word.len();
            }
        }
        parts.push(&licence[begin..]);
        parts
    }

    #[test]
    fn a_choice_of_licences_needs_one_that_is_permissive() {
        assert!(is_permissive("MIT OR Apache-2.0 OR LGPL-2.1-or-later"));
        assert!(is_permissive("(MIT OR GPL-3.0) AND Unicode-3.0"));
        assert!(is_permissive("Apache-2.0/MIT"));
        assert!(!is_permissive("(MIT OR Apache-2.0) AND GPL-3.0"));
        assert!(!is_permissive("MPL-2.0"));
        assert!(!is_permissive("no licence named"));
    }

    #[test]
    fn nothing_with_a_licence_that_is_not_permissive_ships() {
        let metadata = resolved(None).unwrap();
        let ours = published(&metadata);
        assert!(ours.len() > 10, "{ours:?}");
        let shipped = shipped(&metadata, &ours).unwrap();
        assert!(shipped.len() > 100, "{}", shipped.len());
        for package in shipped {
            let licence = licence(package);
            println!("{} {}: {licence}", package.name, package.version);
            assert!(is_permissive(licence), "{}: {licence}", package.name);
        }
        // The page and the npm package are made of our own code alone.
        let root = metadata.workspace_root.as_std_path();
        for manifest in ["web/package.json", "web/npm/package.json"] {
            let text = fs::read_to_string(root.join(manifest)).unwrap();
            assert!(!text.contains("\"dependencies\""), "{manifest}");
        }
    }

    #[test]
    fn every_package_in_two_versions_is_known() {
        let metadata = resolved(None).unwrap();
        let shipped = shipped(&metadata, &published(&metadata)).unwrap();
        for (name, versions) in duplicates(&shipped) {
            println!("{name}: {}", versions.join(", "));
            assert!(
                DUPLICATES.contains(&name.as_str()),
                "{name} ships in several versions ({}): agree on one, or give the reason here",
                versions.join(", ")
            );
        }
    }
}
