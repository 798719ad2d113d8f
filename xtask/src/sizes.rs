//! How large the page is for those who load it: every file of its folder, each
//! compressed with gzip as any host can send it. Most visitors load less: the
//! larger icons are for those who install it, and some hosts send Brotli.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::bail;
use flate2::{Compression, write::GzEncoder};

/// The whole page, WebAssembly included, must stay below this.
const MOST_BYTES: usize = 600_000;

/// Prints the size of every file, and refuses a page that is too large.
pub fn report(site: &Path) -> anyhow::Result<()> {
    let mut files = Vec::new();
    collect(site, &mut files)?;
    files.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let total: usize = files.iter().map(|(_, bytes)| bytes).sum();
    for (name, bytes) in &files {
        println!("{:>9}  {name}", kilobytes(*bytes));
    }
    println!("{:>9}  in all, compressed", kilobytes(total));
    if total > MOST_BYTES {
        bail!("the page has {total} bytes compressed; it must stay under {MOST_BYTES}");
    }
    Ok(())
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1} kB", bytes as f64 / 1000.0)
}

fn collect(folder: &Path, files: &mut Vec<(String, usize)>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&path, files)?;
        } else if !name.starts_with('.') {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&fs::read(&path)?)?;
            files.push((name.into_owned(), encoder.finish()?.len()));
        }
    }
    Ok(())
}
