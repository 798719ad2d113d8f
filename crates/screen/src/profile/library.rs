//! All profiles: those of the games, which are built in, and the user's own.

use std::path::{Path, PathBuf};

use patience::{Game, ProfileFile};

use super::Profile;
use crate::Error;

/// The built-in profiles: those of every game, each once. The games of a family
/// share theirs.
fn built_in() -> Vec<&'static ProfileFile> {
    let mut files: Vec<&ProfileFile> = Vec::new();
    for file in patience::games()
        .iter()
        .flat_map(|game| game.about().profiles)
    {
        if files.iter().all(|known| known.name != file.name) {
            files.push(file);
        }
    }
    files
}

/// Where a profile comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Built in.
    BuiltIn,
    /// The user's own file.
    File(PathBuf),
}

/// A profile in the list of all profiles: its file, and what was read from it.
#[derive(Debug)]
pub struct ListedProfile {
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
        let mut profiles = all_profiles(data).into_iter();
        match profiles.find(|listed| listed.name == name) {
            Some(listed) => listed.profile,
            None => Err(Error::NoSuchProfile {
                name: name.to_owned(),
            }),
        }
    }

    /// The built-in profile with this name.
    pub fn built_in(name: &str) -> Option<Self> {
        let file = built_in().into_iter().find(|file| file.name == name)?;
        Self::parse(file.text, name).ok()
    }

    /// The game that it shows.
    pub fn game(&self) -> Result<&'static dyn Game, Error> {
        Ok(patience::find_game(&self.game)?)
    }
}

/// Every profile there is, the user's own first; a name is listed once.
pub fn all_profiles(data: Option<&Path>) -> Vec<ListedProfile> {
    let mut profiles = Vec::new();
    if let Some(entries) = data.and_then(|data| std::fs::read_dir(data.join("profiles")).ok()) {
        let mut files: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .collect();
        files.sort();
        profiles.extend(files.iter().filter_map(|path| read(path).ok()));
    }
    for file in built_in() {
        if profiles.iter().all(|listed| listed.name != file.name) {
            profiles.push(ListedProfile {
                name: file.name.to_owned(),
                origin: Origin::BuiltIn,
                text: file.text.to_owned(),
                profile: Profile::parse(file.text, file.name),
            });
        }
    }
    profiles
}

fn read(path: &Path) -> Result<ListedProfile, Error> {
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
    Ok(ListedProfile {
        name: match &profile {
            Ok(profile) => profile.name.clone(),
            Err(_) => stem.unwrap_or_default().into_owned(),
        },
        origin: Origin::File(path.to_owned()),
        text,
        profile,
    })
}

#[cfg(test)]
mod tests {
    use patience::Settings;

    use super::*;

    #[test]
    fn every_built_in_profile_is_valid_and_belongs_to_its_game() {
        for game in patience::games() {
            for file in game.about().profiles {
                let profile = Profile::parse(file.text, file.name).expect(file.name);
                assert_eq!(profile.name, file.name);
                let own = profile.game().expect("a game").about();
                let has_it = own.profiles.iter().any(|other| other.name == file.name);
                assert!(has_it, "{} is a profile of {}", file.name, own.name);
            }
        }
    }

    #[test]
    fn a_built_in_profile_is_listed_once() {
        let mut names: Vec<_> = all_profiles(None).into_iter().map(|it| it.name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_place_for_the_window_is_read_and_checked() {
        let file = built_in().into_iter().next().expect("a profile");
        let parse = |place: &str| {
            let lines = format!("[window]\nplace = {place}\n");
            Profile::parse(&file.text.replace("[window]\n", &lines), file.name)
        };
        let place = |text| parse(text).expect(text).window.place.expect("a place");
        let both = place("{ at = [0, -5], size = [1440, 900] }");
        assert_eq!(both.at, Some([0, -5]));
        assert_eq!(both.size, Some([1440, 900]));
        assert_eq!(place("{ at = [7, 7] }").size, None);
        let line = file.text.lines().position(|line| line == "[window]");
        for wrong in ["{}", "{ size = [3, 900] }", "{ at = [1] }"] {
            match parse(wrong) {
                Err(Error::Profile { line: at, .. }) => {
                    assert_eq!(Some(at), line.map(|line| line + 2), "{wrong}");
                }
                other => panic!("{wrong}: {other:?}"),
            }
        }
    }

    #[test]
    fn settings_that_are_wanted_choose_those_of_the_program() {
        let settings = |wanted: &[(&str, &str)]| {
            let profile = Profile::built_in("aisleriot-klondike").expect("built in");
            let wanted = wanted
                .iter()
                .fold(Settings::default(), |settings, (key, value)| {
                    settings.with(key, *value)
                });
            profile.with_settings(&wanted).settings.to_string()
        };
        assert_eq!(settings(&[]), "draw=1,passes=3");
        assert_eq!(settings(&[("draw", "1")]), "draw=1,passes=3");
        assert_eq!(settings(&[("draw", "3")]), "draw=3,passes=0");
        assert_eq!(settings(&[("passes", "1")]), "draw=1,passes=1");
        assert_eq!(
            settings(&[("draw", "3"), ("worrying-back", "no")]),
            "draw=3,passes=0,worrying-back=no"
        );
    }

    #[test]
    fn settings_that_the_game_does_not_have_are_refused_with_their_line() {
        let file = built_in()
            .into_iter()
            .find(|file| file.text.contains("\nsettings ="));
        let file = file.expect("a profile with settings");
        let line = |text: &str| text.starts_with("settings =");
        let place = file.text.lines().position(line).expect("a line") + 1;
        for wrong in ["{ colour = 1 }", "{ draw = 17 }"] {
            let lines = file.text.lines().map(|text| match line(text) {
                true => format!("settings = {wrong}\n"),
                false => format!("{text}\n"),
            });
            match Profile::parse(&lines.collect::<String>(), file.name) {
                Err(Error::Profile { line, .. }) => assert_eq!(line, place, "{wrong}"),
                other => panic!("{wrong}: {other:?}"),
            }
        }
    }
}
