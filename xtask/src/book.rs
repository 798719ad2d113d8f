//! `cargo xtask book`: the book, with the pages that every game has in its own
//! folder.
//!
//! A game's pages keep their places relative to each other: `games/golf/rules.md`
//! becomes `target/book/src/games/golf/rules.md`. Links between a game's folder
//! and `docs/src` are rewritten.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cargo_metadata::MetadataCommand;

/// The lines of SUMMARY.md that the pages of the games take the place of.
const RULES: &str = "<!-- the rules of every game -->\n";
const METHODS: &str = "<!-- the methods of every game -->\n";

/// Builds the book into `target/book/html`, with the page beside it in `play` if
/// it was built.
pub(crate) fn build() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let folder = metadata.target_directory.as_std_path().join("book");
    assemble(root, &folder)?;
    html(root, &folder)
}

/// The program was built without mdbook: one with it does the work.
#[cfg(not(feature = "book"))]
fn html(root: &Path, _: &Path) -> anyhow::Result<()> {
    let words = [
        "run",
        "--quiet",
        "--package",
        "xtask",
        "--profile",
        "tool",
        "--features",
        "book",
        "--",
        "book",
    ];
    crate::programs::cargo(&words, root)
}

#[cfg(feature = "book")]
fn html(root: &Path, folder: &Path) -> anyhow::Result<()> {
    mdbook_driver::MDBook::load(folder)?.build()?;
    let html = folder.join("html");
    let page = crate::web::page(root);
    if page.join("index.html").exists() {
        for (place, file) in files(&page)? {
            put(&file, &html.join("play").join(place), str::to_owned)?;
        }
    } else {
        println!("without the page: `cargo xtask web` builds it");
    }
    println!("The book is in {}", html.display());
    Ok(())
}

/// Writes all pages of the book, with links that fit their places there.
fn assemble(root: &Path, folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    fs::copy(root.join("docs/book.toml"), folder.join("book.toml"))?;
    let src = folder.join("src");
    for (place, file) in files(&root.join("docs/src"))? {
        let to = src.join(&place);
        put(&file, &to, |text| {
            text.replace("../../../games/", "../games/")
        })?;
    }
    // The library's own documentation is a page of the guide, too.
    let library = root.join("crates/patience/README.md");
    put(&library, &src.join("guide/library.md"), without_item_links)?;
    let mut rules = String::new();
    let mut methods = String::new();
    for game in games(root)? {
        let from = root.join("games").join(&game);
        let pages = files(&from)?.into_iter();
        let pages: BTreeMap<_, _> = pages
            .filter(|(place, _)| place.extension().is_some_and(|ending| ending == "md"))
            .collect();
        for (place, file) in &pages {
            let to = src.join("games").join(&game).join(place);
            let depth = "../".repeat(place.components().count() + 1);
            let book = |text: &str| text.replace(&format!("{depth}docs/src/"), &depth);
            put(file, &to, book)?;
            let link = format!("games/{game}/{}", place.display());
            let line = format!("- [{}]({link})\n", title(file)?);
            match place.to_str() {
                Some("rules.md") => rules.push_str(&line),
                Some("methods.md") => methods.push_str(&line),
                _ => methods.push_str(&format!("  {line}")),
            }
        }
    }
    let summary = src.join("SUMMARY.md");
    let text = fs::read_to_string(&summary)?;
    fs::write(
        &summary,
        text.replace(RULES, &rules).replace(METHODS, &methods),
    )?;
    Ok(())
}

/// Links to items of the library, which only rustdoc knows, become plain text.
fn without_item_links(text: &str) -> String {
    let text = text.replace("](games)", "]");
    text.replace("[`", "`").replace("`]", "`")
}

/// The folders of the games.
fn games(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(root.join("games"))? {
        let path = entry?.path();
        if path.join("rules.md").is_file() {
            let name = path.file_name().unwrap_or_default();
            games.push(name.to_string_lossy().into_owned());
        }
    }
    games.sort();
    Ok(games)
}

/// Every page and picture below a folder, with its place in it.
fn files(folder: &Path) -> anyhow::Result<Vec<(PathBuf, PathBuf)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).with_context(|| next.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.strip_prefix(folder)?.to_owned(), path));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies a file; the text of a page is changed on the way.
fn put(from: &Path, to: &Path, change: impl Fn(&str) -> String) -> anyhow::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    if from.extension().is_some_and(|ending| ending == "md") {
        fs::write(to, change(&fs::read_to_string(from)?))?;
    } else {
        fs::copy(from, to)?;
    }
    Ok(())
}

/// The first heading of a page.
fn title(page: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(page)?;
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    let heading = heading.with_context(|| format!("{}: no heading", page.display()))?;
    Ok(heading.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The links of a page to other files.
    fn links(text: &str) -> Vec<&str> {
        let parts = text.split("](").skip(1);
        let targets = parts.filter_map(|part| part.split([')', '#']).next());
        let files = targets.filter(|target| !target.contains(':') && !target.is_empty());
        files.collect()
    }

    fn check_links(page: &Path) -> usize {
        let text = fs::read_to_string(page).unwrap();
        let found = links(&text);
        for link in &found {
            let target = page.parent().unwrap().join(link);
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
        }
        found.len()
    }

    #[test]
    fn every_link_of_the_book_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = std::env::temp_dir().join(format!("patience-book-{}", std::process::id()));
        assemble(&root, &folder).unwrap();
        let pages = files(&folder.join("src")).unwrap();
        let pages = pages.into_iter().map(|(_, page)| page);
        let pages = pages.filter(|page| page.extension().is_some_and(|ending| ending == "md"));
        let links: usize = pages.map(|page| check_links(&page)).sum();
        fs::remove_dir_all(&folder).unwrap();
        assert!(links > 20, "{links} links");
    }

    #[test]
    fn every_link_of_the_sources_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for page in [
            "README.md",
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "BENCHMARKS.md",
        ] {
            check_links(&root.join(page));
        }
        for game in games(&root).unwrap() {
            for (place, page) in files(&root.join("games").join(game)).unwrap() {
                if place.extension().is_some_and(|ending| ending == "md") {
                    check_links(&page);
                }
            }
        }
    }
}
