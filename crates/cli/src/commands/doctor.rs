//! `patience doctor`: what a bug report needs to know about this machine. It
//! changes nothing and sends nothing.

use std::env;
use std::fmt::Display;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use patience::data_folder;
use patience::words::counted;
use patience_screen::hands;
use patience_screen::profile::all_profiles;
use patience_screen::store;
use patience_site::SITE;

use crate::exit::Exit;

/// Runs the command.
pub fn run() -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    let bold = anstyle::Style::new().bold();
    for (name, text) in findings() {
        writeln!(out, "{bold}{name:12}{bold:#}{text}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn findings() -> Vec<(&'static str, String)> {
    vec![
        ("patience", env!("PATIENCE_VERSION").to_owned()),
        ("build", build()),
        ("system", system()),
        ("cores", cores()),
        ("terminal", terminal()),
        ("display", display()),
        ("fonts", fonts()),
        ("data", data()),
        ("calibrated", calibrated()),
        ("page", page()),
        ("games", counted(patience::games().len(), "games")),
    ]
}

fn build() -> String {
    let kind = if cfg!(debug_assertions) {
        "with checks"
    } else {
        "optimised"
    };
    format!("{}, {kind}", env!("PATIENCE_TARGET"))
}

/// The system by the name it gives itself, where it has a file for that.
fn system() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let named = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let parts = [
        Some(env::consts::OS),
        named.map(|name| name.trim_matches('"')),
        Some(kernel.trim()).filter(|kernel| !kernel.is_empty()),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

fn cores() -> String {
    or_error(std::thread::available_parallelism())
}

fn terminal() -> String {
    if !std::io::stdout().is_terminal() {
        return "standard output is no terminal".to_owned();
    }
    let names = ["TERM", "COLORTERM", "LANG"];
    variables(&names).unwrap_or_else(|| "yes".to_owned())
}

/// The display, and whether the command reaches it.
fn display() -> String {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"];
    let named = variables(&names).map_or_else(String::new, |named| format!(" ({named})"));
    let screen = hands::open().and_then(|mut device| device.screen());
    match screen {
        Ok(screen) => format!("{} by {} pixels{named}", screen.width, screen.height),
        Err(error) => {
            let error = error.to_string();
            format!("{}{named}", error.lines().next().unwrap_or_default())
        }
    }
}

/// The variables of the environment that are set.
fn variables(names: &[&str]) -> Option<String> {
    let set = names.iter().filter_map(|name| {
        let value = env::var(name).ok().filter(|value| !value.is_empty())?;
        Some(format!("{name}={value}"))
    });
    let set: Vec<_> = set.collect();
    (!set.is_empty()).then(|| set.join(" "))
}

/// The fonts that the test pictures and many games draw their cards with. Other
/// fonts make other cards, which have to be learned.
fn fonts() -> String {
    let known = [
        ("DejaVu", "/usr/share/fonts/truetype/dejavu"),
        ("Liberation", "/usr/share/fonts/truetype/liberation2"),
        ("the system's", "/System/Library/Fonts"),
        ("the system's", "C:\\Windows\\Fonts"),
    ];
    let found = known.iter().filter(|(_, path)| Path::new(path).is_dir());
    let found: Vec<_> = found.map(|(name, _)| *name).collect();
    match found.as_slice() {
        [] => "none in the usual places".to_owned(),
        names => names.join(", "),
    }
}

fn data() -> String {
    match data_folder() {
        None => "no folder: there is no home".to_owned(),
        Some(folder) if folder.is_dir() => folder.display().to_string(),
        Some(folder) => format!("{} (not there yet)", folder.display()),
    }
}

/// The profiles whose cards are learned, and those that cannot be read.
fn calibrated() -> String {
    let data = data_folder();
    let mut parts = Vec::new();
    for listed in all_profiles(data.as_deref()) {
        match &listed.profile {
            Ok(profile) => match store::load(profile, data.as_deref()) {
                Ok(deck) if deck.missing().is_empty() => parts.push(listed.name),
                Ok(_) => parts.push(format!("{} (partly)", listed.name)),
                Err(patience_screen::Error::NotCalibrated { .. }) => {}
                Err(error) => parts.push(format!("{} ({error})", listed.name)),
            },
            Err(error) => parts.push(format!("{} ({error})", listed.name)),
        }
    }
    match parts.as_slice() {
        [] => "no program".to_owned(),
        parts => parts.join(", "),
    }
}

fn page() -> String {
    if SITE.is_missing() {
        return "not inside: built without `cargo xtask web`".to_owned();
    }
    let bytes: usize = SITE.files().iter().map(|file| file.packed.len()).sum();
    let files = counted(SITE.files().len(), "files");
    format!("inside: {files}, {} kB", bytes / 1000)
}

fn or_error<T: Display, E: Display>(found: Result<T, E>) -> String {
    found.map_or_else(|error| error.to_string(), |found| found.to_string())
}
