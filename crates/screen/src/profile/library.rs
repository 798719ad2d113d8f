//! The profiles there are: those built in, and the user's own.

use std::path::{Path, PathBuf};

use super::Profile;
use crate::Error;

macro_rules! built_in {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../profiles/", $name, ".toml")),
        )
    };
}

/// The files of the built-in profiles.
const BUILT_IN: [(&str, &str); 11] = [
    built_in!("kpatience-freecell"),
    built_in!("aisleriot-triple-peaks"),
    built_in!("aisleriot-freecell"),
    built_in!("patience-web-pyramid"),
    built_in!("patience-web-tripeaks"),
    built_in!("patience-web-freecell"),
    built_in!("patience-web-cluj"),
    built_in!("microsoft-pyramid"),
    built_in!("microsoft-tripeaks"),
    built_in!("microsoft-freecell"),
    built_in!("molek-syntez"),
];

/// Where a profile comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Built in.
    BuiltIn,
    /// The user's own file.
    File(PathBuf),
}

/// A profile's file: its text, and what it says or what is wrong with it.
#[derive(Debug)]
pub struct Shelf {
    /// The name it is found by.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its text.
    pub text: String,
    /// The profile, or what is wrong with it.
    pub profile: Result<Profile, Error>,
}

impl Profile {
    /// The profile with this name: the user's own first, then the built-in one.
    /// A name that is a file is read as one.
    pub fn find(name: &str, data: Option<&Path>) -> Result<Self, Error> {
        if name.ends_with(".toml") {
            return read(Path::new(name))?.profile;
        }
        let found = shelf(data).into_iter().find(|shelf| shelf.name == name);
        match found {
            Some(shelf) => shelf.profile,
            None => Err(Error::NoSuchProfile {
                name: name.to_owned(),
            }),
        }
    }

    /// The built-in profile with this name.
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name)?;
        Self::parse(text, name).ok()
    }
}

/// Every profile there is, the user's own first; a name is listed once.
pub fn shelf(data: Option<&Path>) -> Vec<Shelf> {
    let mut shelves = Vec::new();
    if let Some(entries) = data.and_then(|data| std::fs::read_dir(data.join("profiles")).ok()) {
        let mut files: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .collect();
        files.sort();
        shelves.extend(files.iter().filter_map(|path| read(path).ok()));
    }
    for (name, text) in BUILT_IN {
        if shelves.iter().all(|shelf| shelf.name != name) {
            shelves.push(Shelf {
                name: name.to_owned(),
                origin: Origin::BuiltIn,
                text: text.to_owned(),
                profile: Profile::parse(text, name),
            });
        }
    }
    shelves
}

fn read(path: &Path) -> Result<Shelf, Error> {
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Error::File {
        name: shown.clone(),
        reason: match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            std::io::ErrorKind::InvalidData => "is not a text file".to_owned(),
            std::io::ErrorKind::IsADirectory => "is a directory, not a file".to_owned(),
            _ => error.to_string(),
        },
    })?;
    let profile = Profile::parse(&text, &shown);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    Ok(Shelf {
        name: match &profile {
            Ok(profile) => profile.name.clone(),
            Err(_) => stem.unwrap_or_default().into_owned(),
        },
        origin: Origin::File(path.to_owned()),
        text,
        profile,
    })
}

/// The folder of the user's own profiles and of what was learned:
/// `PATIENCE_DATA` if set, else the system's usual place.
pub fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| {
        let value = std::env::var_os(name)?;
        (!value.is_empty()).then(|| PathBuf::from(value))
    };
    if let Some(folder) = set("PATIENCE_DATA") {
        return Some(folder);
    }
    let usual = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    usual.map(|folder| folder.join("patience"))
}
