//! Puts the built page into the program: each file compressed, with its type
//! and a tag of its contents. Without a built page there are no files.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env("CARGO_MANIFEST_DIR")).join("page");
    // The folder is in the repository, empty: cargo would look again at every
    // build for one that is missing.
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env("OUT_DIR"));
    let mut names = Vec::new();
    if root.is_dir() {
        collect(&root, "", &mut names)?;
    }
    names.sort();
    let mut code = String::from("&[\n");
    for (number, name) in names.iter().enumerate() {
        let contents = fs::read(root.join(name))?;
        let packed = out.join(format!("{number}.gz"));
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&contents)?;
        fs::write(&packed, encoder.finish()?)?;
        let mut hasher = DefaultHasher::new();
        hasher.write(&contents);
        let tag = hasher.finish();
        let _ = writeln!(
            code,
            "    File {{ name: {name:?}, tag: \"\\\"{tag:016x}\\\"\", packed: include_bytes!({packed:?}) }},",
        );
    }
    code.push(']');
    fs::write(out.join("files.rs"), code)
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// Names with `/` between folders, whatever the system writes.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Files with a point in front belong to the repository, not to the page.
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
