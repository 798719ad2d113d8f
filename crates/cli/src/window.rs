//! Windows of other programs: which one, and which profile reads it. Every
//! command that looks at a window finds it here.

use std::path::Path;

use anyhow::bail;
use patience::{Game, Settings};
use patience_screen::hands::{self, Device};
use patience_screen::profile::{Profile, Window, all_profiles};
use patience_screen::{Frame, WindowId, store};

use crate::args::{ImageArgs, ProfileArgs, WindowArgs};

impl ImageArgs {
    /// The pictures; none if a window is meant.
    pub fn frames(&self) -> anyhow::Result<Option<Vec<Frame>>> {
        if self.image.is_empty() {
            return Ok(None);
        }
        let frames = self.image.iter().map(|path| Frame::load(path));
        Ok(Some(frames.collect::<Result<_, _>>()?))
    }
}

/// A window that was found.
pub struct FoundWindow {
    /// Eyes and hands.
    pub device: Box<dyn Device>,
    /// The window.
    pub window: WindowId,
    /// Its title.
    pub title: String,
    /// How to read it.
    pub profile: Profile,
    /// How many windows match; the topmost one is taken.
    pub alike: usize,
    /// What the window refused when it was made ready, if it did.
    pub refused: Option<String>,
}

impl FoundWindow {
    /// Warns if more than one window matches, or it is not where it should be.
    pub fn report_choice(&self, is_quiet: bool) {
        if let (Some(refused), false) = (&self.refused, is_quiet) {
            anstream::eprintln!("warning: {refused}");
        }
        if self.alike > 1 && !is_quiet {
            anstream::eprintln!(
                "{} windows match; the topmost one is taken: {}",
                self.alike,
                self.title
            );
        }
    }
}

impl ProfileArgs {
    /// The profile with the settings that are given.
    fn with_settings(&self, profile: Profile) -> anyhow::Result<Profile> {
        let mut settings = Settings::default();
        for (key, value) in self.set.iter().flat_map(Settings::iter) {
            settings.set(key, value.clone());
        }
        let about = profile.game()?.about();
        settings.check(about.name, about.settings)?;
        Ok(profile.with_settings(&settings))
    }
}

impl WindowArgs {
    /// The window that a profile describes.
    pub fn find(&self, profile: Profile) -> anyhow::Result<FoundWindow> {
        let mut device = hands::open()?;
        let found = match (device.find_all(&self.wanted(&profile)), &self.window) {
            (Ok(found), _) => found,
            (Err(_), Some(title)) => bail!(no_such_title(title, &mut *device)),
            (Err(error), None) => return Err(error.into()),
        };
        let Some(&window) = found.first() else {
            bail!("the window was closed");
        };
        let refused = hands::make_ready(&mut *device, window, profile.window.place.as_ref())?;
        let place = device.place(window)?;
        let other_shape = || profile.layout.other_shape(place.width, place.height);
        let refused = refused.or_else(other_shape);
        Ok(FoundWindow {
            refused,
            title: device.title(window)?,
            device,
            window,
            profile,
            alike: found.len(),
        })
    }

    /// The window of a game: of the profile that is named, or of the only one
    /// whose window is open.
    pub fn find_game(
        &self,
        named: &ProfileArgs,
        game: &dyn Game,
        data: Option<&Path>,
    ) -> anyhow::Result<FoundWindow> {
        if let Some(name) = &named.profile {
            return self.find(named.with_settings(of_game(name, game, data)?)?);
        }
        let all = all_of_game(game, data)?;
        let mut device = hands::open()?;
        let mut open: Vec<&Profile> = Vec::new();
        for profile in &all {
            let is_open = device.find_all(&profile.window).is_ok();
            let is_wanted = device.find_all(&self.wanted(profile)).is_ok();
            if is_open && is_wanted {
                open.push(profile);
            }
        }
        if open.len() > 1 && open.iter().any(|profile| is_learned(profile, data)) {
            open.retain(|profile| is_learned(profile, data));
        }
        match open.as_slice() {
            [only] => self.find(named.with_settings((*only).clone())?),
            [] => match &self.window {
                Some(title) if device.find_all(&Window::titled(title)).is_err() => {
                    bail!(no_such_title(title, &mut *device))
                }
                Some(title) => bail!(
                    "no profile knows the window `{title}`; choose one with --profile: {}",
                    names(&all.iter().collect::<Vec<_>>())
                ),
                None => bail!(
                    "no window of {} is open that a profile knows ({}); open are: {}",
                    game.about().title,
                    names(&all.iter().collect::<Vec<_>>()),
                    open_titles(&mut *device)
                ),
            },
            several => bail!(
                "windows of several programs show {}; choose one with --profile: {}",
                game.about().title,
                names(several)
            ),
        }
    }

    /// The window that is wanted.
    fn wanted(&self, profile: &Profile) -> Window {
        match &self.window {
            None => profile.window.clone(),
            Some(title) => Window::titled(title),
        }
    }
}

fn no_such_title(title: &str, device: &mut dyn Device) -> String {
    let titles = open_titles(device);
    format!("no window has `{title}` in its title; open are: {titles}")
}

fn open_titles(device: &mut dyn Device) -> String {
    let windows = device.find_all(&Window::titled("")).unwrap_or_default();
    let titles = windows
        .into_iter()
        .filter_map(|window| device.title(window).ok());
    let titles: Vec<_> = titles.filter(|title| !title.is_empty()).collect();
    match titles.is_empty() {
        true => "none".to_owned(),
        false => titles.join(", "),
    }
}

/// The profile with a name, if it is one of this game.
fn of_game(name: &str, game: &dyn Game, data: Option<&Path>) -> anyhow::Result<Profile> {
    let profile = Profile::find(name, data)?;
    let own = profile.game()?.about().name;
    let wanted = game.about().name;
    if own != wanted {
        bail!("the profile `{name}` is for {own}, not for {wanted}");
    }
    Ok(profile)
}

fn all_of_game(game: &dyn Game, data: Option<&Path>) -> anyhow::Result<Vec<Profile>> {
    let name = game.about().name;
    let shows_it = |profile: &Profile| {
        let own = profile.game();
        own.is_ok_and(|own| own.about().name == name)
    };
    let all: Vec<_> = all_profiles(data)
        .into_iter()
        .filter_map(|listed| listed.profile.ok())
        .filter(shows_it)
        .collect();
    if all.is_empty() {
        bail!("there is no profile for {name}; the guide explains how to write one");
    }
    Ok(all)
}

fn is_learned(profile: &Profile, data: Option<&Path>) -> bool {
    store::load(profile, data).is_ok()
}

/// The profile for pictures of a game: the one that is named, or the only one
/// that has learned its cards.
pub fn profile_for_pictures(
    named: &ProfileArgs,
    game: &dyn Game,
    data: Option<&Path>,
) -> anyhow::Result<Profile> {
    if let Some(name) = &named.profile {
        return named.with_settings(of_game(name, game, data)?);
    }
    let all = all_of_game(game, data)?;
    let learned: Vec<_> = all
        .iter()
        .filter(|profile| is_learned(profile, data))
        .collect();
    let name = game.about().name;
    match learned.as_slice() {
        [only] => named.with_settings((*only).clone()),
        [] => bail!(
            "no profile for {name} has been calibrated; `patience calibrate PROFILE` learns its \
             cards: {}",
            names(&all.iter().collect::<Vec<_>>())
        ),
        several => bail!(
            "several profiles fit {name}; choose one with --profile: {}",
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
