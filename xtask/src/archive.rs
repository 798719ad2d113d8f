//! Archives: zip for Windows, tar.gz for everybody else. Everything is in one
//! folder of the archive's name.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;

use crate::dist;

/// A file in an archive.
pub struct Entry {
    /// Its name, with `/` between folders.
    pub name: String,
    pub contents: Vec<u8>,
    /// It is a program.
    pub runs: bool,
}

impl Entry {
    const fn mode(&self) -> u32 {
        if self.runs { 0o755 } else { 0o644 }
    }
}

/// Writes the archive for a target; all files get this date.
pub fn write(folder: &Path, target: &str, files: &[Entry], date: u64) -> anyhow::Result<PathBuf> {
    let top = dist::name(target);
    if target.contains("windows") {
        let path = folder.join(format!("{top}.zip"));
        zip(&path, &top, files)?;
        Ok(path)
    } else {
        let path = folder.join(format!("{top}.tar.gz"));
        tar(&path, &top, files, date)?;
        Ok(path)
    }
}

fn tar(path: &Path, top: &str, files: &[Entry], date: u64) -> anyhow::Result<()> {
    let file = BufWriter::new(File::create(path)?);
    // The compressed file has no date of its own.
    let packed = GzBuilder::new().mtime(0).write(file, Compression::best());
    let mut archive = tar::Builder::new(packed);
    for entry in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.contents.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(date);
        header.set_uid(0);
        header.set_gid(0);
        let name = format!("{top}/{}", entry.name);
        archive.append_data(&mut header, name, entry.contents.as_slice())?;
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(())
}

/// The files of a zip archive have its oldest date, 1980: the format knows no
/// time zones.
fn zip(path: &Path, top: &str, files: &[Entry]) -> anyhow::Result<()> {
    let mut archive = zip::ZipWriter::new(BufWriter::new(File::create(path)?));
    for entry in files {
        let options = SimpleFileOptions::default().unix_permissions(entry.mode());
        archive.start_file(format!("{top}/{}", entry.name), options)?;
        archive.write_all(&entry.contents)?;
    }
    archive.finish()?.flush()?;
    Ok(())
}
