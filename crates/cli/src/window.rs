//! Pictures of other programs' windows: from a window, or from a file.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use patience_screen::profile::{self, Profile};
use patience_screen::{Eyes, Frame};

/// Where to look.
#[derive(Args, Debug, Clone)]
pub struct LookArgs {
    /// The window whose title matches; the profile's own title if not said
    #[arg(long, value_name = "TITLE", conflicts_with = "image")]
    pub window: Option<String>,
    /// A picture of the window (PNG or JPEG) instead of the window itself;
    /// several, in order, show the table and then the stock drawn card by card
    #[arg(long, value_name = "FILE")]
    pub image: Vec<PathBuf>,
}

/// What was seen.
#[derive(Debug)]
pub struct Looked {
    /// The pictures.
    pub frames: Vec<Frame>,
    /// The window's title, if it was a window.
    pub title: Option<String>,
}

impl LookArgs {
    /// Looks at the window of a profile, or at the pictures.
    pub fn look(&self, profile: &Profile) -> anyhow::Result<Looked> {
        if !self.image.is_empty() {
            let frames = self.image.iter().map(|path| Frame::load(path));
            return Ok(Looked {
                frames: frames.collect::<Result<_, _>>()?,
                title: None,
            });
        }
        let mut eyes = open_eyes()?;
        let window = eyes.find(&self.wanted(profile))?;
        Ok(Looked {
            title: Some(eyes.title(window)?),
            frames: vec![eyes.capture(window)?],
        })
    }

    /// The window that is wanted.
    pub fn wanted(&self, profile: &Profile) -> profile::Window {
        match &self.window {
            None => profile.window.clone(),
            Some(title) => profile::Window {
                title: title.clone(),
                class: None,
            },
        }
    }
}

/// The eyes of this system.
fn open_eyes() -> anyhow::Result<Box<dyn Eyes>> {
    #[cfg(unix)]
    {
        Ok(Box::new(patience_screen::hands::x11::X11::open()?))
    }
    #[cfg(not(unix))]
    bail!("windows can not be looked at in this build; --image FILE reads a picture of one")
}

/// The profile with a name, or the one that fits a game: the only one that has
/// learned its cards, or the only one there is.
pub fn profile(name: Option<&str>, game: &str, data: Option<&Path>) -> anyhow::Result<Profile> {
    let game = patience::find_game(game)?.about().name;
    if let Some(name) = name {
        let profile = Profile::find(name, data)?;
        let its_game = patience::find_game(&profile.game)?.about().name;
        if its_game != game {
            bail!("the profile `{name}` is for {its_game}, not for {game}");
        }
        return Ok(profile);
    }
    let fits = |profile: &Profile| {
        patience::find_game(&profile.game).is_ok_and(|other| other.about().name == game)
    };
    let shelf = profile::shelf(data).into_iter();
    let all: Vec<_> = shelf
        .filter_map(|shelf| shelf.profile.ok())
        .filter(fits)
        .collect();
    let is_learned = |profile: &&Profile| patience_screen::store::load(profile, data).is_ok();
    let learned: Vec<_> = all.iter().filter(is_learned).collect();
    match (learned.as_slice(), all.as_slice()) {
        ([only], _) => Ok((*only).clone()),
        ([], []) => bail!("there is no profile for {game}; the guide tells how to write one"),
        ([], _) => bail!(
            "no profile for {game} has been calibrated; `patience calibrate PROFILE` learns its \
             cards: {}",
            names(&all.iter().collect::<Vec<_>>())
        ),
        (several, _) => bail!(
            "several profiles fit {game}; say --profile: {}",
            names(several)
        ),
    }
}

fn names(profiles: &[&Profile]) -> String {
    let names: Vec<_> = profiles
        .iter()
        .map(|profile| profile.name.as_str())
        .collect();
    names.join(", ")
}
