//! The files of the page.

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name, with `/` between folders.
    pub name: &'static str,
    /// A tag of its contents, in quotes as HTTP wants it.
    pub tag: &'static str,
    /// Its contents, compressed with gzip.
    pub packed: &'static [u8],
}

impl File {
    /// Its contents.
    pub fn contents(&self) -> io::Result<Vec<u8>> {
        let mut contents = Vec::new();
        GzDecoder::new(self.packed).read_to_end(&mut contents)?;
        Ok(contents)
    }

    /// What a browser must know to use it. WebAssembly compiles while it loads
    /// only under its own type.
    pub fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("wasm") => "application/wasm",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("json") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("txt") => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }

    /// Its name has a hash of its contents, so that it never changes.
    pub fn never_changes(&self) -> bool {
        self.name.starts_with("assets/")
    }
}

/// All files of the page.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    files: &'static [File],
}

/// The page that this program was built with.
pub const SITE: Site = Site {
    files: include!(concat!(env!("OUT_DIR"), "/files.rs")),
};

impl Site {
    /// A site of these files.
    pub const fn new(files: &'static [File]) -> Self {
        Self { files }
    }

    /// The page in a folder, for a program that was built without it. The files
    /// are read once and stay until the program ends.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        collect(folder, "", &mut files)?;
        Ok(Self {
            files: files.leak(),
        })
    }

    /// The program was built without the page.
    pub fn is_missing(&self) -> bool {
        self.find("").is_none()
    }

    /// The file with this name; the empty name is the page itself. A name is
    /// only compared, so there is no way out of the folder.
    pub fn find(&self, name: &str) -> Option<&'static File> {
        let name = if name.is_empty() { "index.html" } else { name };
        self.files.iter().find(|file| file.name == name)
    }

    /// Every file.
    pub fn files(&self) -> &'static [File] {
        self.files
    }
}

/// Names with `/` between folders, whatever the system writes; files with a point
/// in front belong to the repository.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(pack(name, &fs::read(entry.path())?)?);
        }
    }
    Ok(())
}

fn pack(name: String, contents: &[u8]) -> io::Result<File> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(contents)?;
    let mut hasher = DefaultHasher::new();
    hasher.write(contents);
    Ok(File {
        name: name.leak(),
        tag: format!("\"{:016x}\"", hasher.finish()).leak(),
        packed: encoder.finish()?.leak(),
    })
}
