//! The folder where Patience keeps what belongs to the user: saved games,
//! statistics, learned cards, profiles. Every surface uses this one.

use std::ffi::OsString;
use std::path::PathBuf;

/// The systems, by where programs keep their data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum System {
    Windows,
    Mac,
    /// Linux and all other systems that follow the XDG specification.
    Xdg,
}

impl System {
    const fn this() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Mac
        } else {
            Self::Xdg
        }
    }
}

/// The folder for the user's data: the one that `PATIENCE_DATA` names, else
/// `patience` in the system's usual place. None if there is no such place. The
/// folder need not exist.
pub fn data_folder() -> Option<PathBuf> {
    folder_on(System::this(), |name| std::env::var_os(name))
}

/// The folder on a system whose environment has these variables.
fn folder_on(system: System, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| {
        let value = variable(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    if let Some(folder) = path("PATIENCE_DATA") {
        return Some(folder);
    }
    let usual = match system {
        System::Windows => path("APPDATA"),
        System::Mac => path("HOME").map(|home| home.join("Library/Application Support")),
        // "All paths set in these environment variables must be absolute. If an
        // implementation encounters a relative path [..] it should consider the
        // path invalid and ignore it." (XDG Base Directory Specification)
        System::Xdg => path("XDG_DATA_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| path("HOME").map(|home| home.join(".local/share"))),
    };
    usual.map(|folder| folder.join("patience"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(system: System, variables: &[(&str, &str)]) -> Option<String> {
        let folder = folder_on(system, |name| {
            let found = variables.iter().find(|(own, _)| *own == name);
            found.map(|(_, value)| value.into())
        });
        // The test runs on any system; joining may write `\`.
        folder.map(|folder| folder.display().to_string().replace('\\', "/"))
    }

    #[test]
    fn a_folder_of_the_users_choice_comes_first() {
        let variables = [
            ("PATIENCE_DATA", "here"),
            ("XDG_DATA_HOME", "/data"),
            ("HOME", "/home/me"),
        ];
        assert_eq!(folder(System::Xdg, &variables), Some("here".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn a_relative_xdg_data_home_is_ignored() {
        let with = |data: &str| folder(System::Xdg, &[("XDG_DATA_HOME", data), ("HOME", "/me")]);
        assert_eq!(with("/data").as_deref(), Some("/data/patience"));
        let usual = "/me/.local/share/patience";
        assert_eq!(with("data").as_deref(), Some(usual));
        assert_eq!(with("").as_deref(), Some(usual));
    }

    #[test]
    fn every_system_has_its_usual_place() {
        let variables = [("HOME", "/me"), ("APPDATA", "C:/me/Roaming")];
        let place = |system| folder(system, &variables).unwrap_or_default();
        assert_eq!(place(System::Windows), "C:/me/Roaming/patience");
        assert_eq!(
            place(System::Mac),
            "/me/Library/Application Support/patience"
        );
        assert_eq!(place(System::Xdg), "/me/.local/share/patience");
    }

    #[test]
    fn without_a_home_there_is_no_folder() {
        assert_eq!(folder(System::Xdg, &[]), None);
        assert_eq!(folder(System::Mac, &[("HOME", "")]), None);
        assert_eq!(folder(System::Windows, &[("HOME", "/me")]), None);
    }
}
