//! Reads a profile and reports what is wrong with it, with the line.

use super::{Find, Profile, plain};
use crate::Error;

/// Reads and checks a profile.
pub(super) fn parse(text: &str, name: &str) -> Result<Profile, Error> {
    let profile: Profile = toml::from_str(text).map_err(|error| Error::Profile {
        name: name.to_owned(),
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        reason: plain::words(error.message()),
    })?;
    match faults(&profile).into_iter().next() {
        None => Ok(profile),
        Some((key, reason)) => Err(Error::Profile {
            name: name.to_owned(),
            line: line_of_key(text, key),
            reason,
        }),
    }
}

/// The line of a byte, counted from one.
fn line_at(text: &str, byte: usize) -> usize {
    let before = &text.as_bytes()[..byte.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// The first line that sets a key (`title`) or opens a table (`[layout]`).
fn line_of_key(text: &str, key: &str) -> usize {
    let sets = |line: &str| {
        let line = line.trim_start();
        match line.strip_prefix(key) {
            Some(rest) => key.starts_with('[') || rest.trim_start().starts_with('='),
            None => false,
        }
    };
    text.lines().position(sets).map_or(1, |index| index + 1)
}

/// What is wrong, each with the key where it is.
fn faults(profile: &Profile) -> Vec<(&'static str, String)> {
    let mut faults = Vec::new();
    match profile.game() {
        Err(error) => faults.push(("game", error.to_string())),
        Ok(game) => {
            let about = game.about();
            let of_program = std::iter::once(("settings", &profile.settings));
            let others = profile.other_settings.iter();
            for (key, settings) in of_program.chain(others.map(|it| ("other-settings", it))) {
                if let Err(error) = settings.check(about.name, about.settings) {
                    faults.push((key, error.to_string()));
                }
            }
        }
    }
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if profile.name.is_empty() || !profile.name.chars().all(is_name) {
        faults.push((
            "name",
            "a name may have only letters, digits and `-`".to_owned(),
        ));
    }
    if profile.deck.is_empty() || !profile.deck.chars().all(is_name) {
        faults.push((
            "deck",
            "a name may have only letters, digits and `-`".to_owned(),
        ));
    }
    let patterns = [
        ("title", Some(&profile.window.title)),
        ("deal-in-title", profile.signs.deal_in_title.as_ref()),
    ];
    for (key, pattern) in patterns {
        if let Some(pattern) = pattern
            && let Err(error) = regex_lite::Regex::new(pattern)
        {
            faults.push((
                key,
                format!("`{pattern}` is not a regular expression: {error}"),
            ));
        }
    }
    if let Some(place) = profile.window.place {
        let is_small = |size: [u32; 2]| size.iter().any(|side| !(50..=16384).contains(side));
        if place.at.is_none() && place.size.is_none() {
            faults.push(("place", "`place` needs `at`, `size` or both".to_owned()));
        }
        if place.size.is_some_and(is_small) {
            faults.push((
                "place",
                "a window's width and height are from 50 to 16384 pixels".to_owned(),
            ));
        }
    }
    layout_faults(profile, &mut faults);
    look_faults(profile, &mut faults);
    super::sense::faults(profile, &mut faults);
    faults
}

fn layout_faults(profile: &Profile, faults: &mut Vec<(&'static str, String)>) {
    let layout = &profile.layout;
    let positive = |size: [f32; 2]| size.iter().all(|side| side.is_finite() && *side > 0.0);
    if !positive(layout.card) {
        faults.push((
            "card",
            "a card needs a width and a height above 0".to_owned(),
        ));
    }
    match (layout.find, layout.size) {
        (Find::Look, _) if !profile.groups.iter().any(|group| group.anchor) => faults.push((
            "find",
            "`look` needs a group of piles with `anchor = true` to find the table by".to_owned(),
        )),
        (Find::Look, _) if layout.shape.is_none_or(|shape| shape <= 0.0) => faults.push((
            "find",
            "`look` needs `shape`, a card's width over its height".to_owned(),
        )),
        (Find::Fit | Find::Whole, None) => faults.push((
            "find",
            "`fit` and `whole` need `size`, the window's inside in units".to_owned(),
        )),
        (_, Some(size)) if !positive(size) => {
            faults.push((
                "size",
                "a size needs a width and a height above 0".to_owned(),
            ));
        }
        _ => {}
    }
    if !(1.0..=3.0).contains(&layout.stretch) {
        faults.push(("stretch", "`stretch` is a number from 1 to 3".to_owned()));
    }
    let mut names: Vec<_> = profile.piles().into_iter().map(|pile| pile.name).collect();
    names.sort();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        faults.push(("[[pile]]", format!("two piles are called `{}`", twice[0])));
    }
    if profile.groups.iter().any(|group| group.back_step.is_some()) && profile.look.back.is_none() {
        faults.push((
            "back-step",
            "`back-step` needs `back`, the part of a back to look at".to_owned(),
        ));
    }
    if profile.look.down_paper.is_some() && profile.look.back.is_none() {
        faults.push((
            "down-paper",
            "`down-paper` needs `back`, the part of the card to look at".to_owned(),
        ));
    }
    if profile.groups.iter().any(|group| group.count > 60) {
        faults.push(("[[pile]]", "a group has at most 60 piles".to_owned()));
    }
}

fn look_faults(profile: &Profile, faults: &mut Vec<(&'static str, String)>) {
    let look = &profile.look;
    let boxes = [
        ("rank", Some(look.rank)),
        ("suit", look.suit),
        ("card", look.card),
        ("back", look.back),
        ("cheated", look.cheated),
    ];
    for (key, place) in boxes {
        if let Some([left, top, right, bottom]) = place
            && !(left < right && top < bottom)
        {
            faults.push((
                key,
                "a box is [left, top, right, bottom], left before right and top before bottom"
                    .to_owned(),
            ));
        }
    }
}
