//! `patience profiles`: which programs' windows can be read, and how.

use std::io::Write;

use patience::data_folder;
use patience_screen::profile::{Find, ListedProfile, MouseGesture, Origin, Profile, all_profiles};
use patience_screen::{Error, store};

use crate::args::{Format, ProfilesArgs};
use crate::exit::Exit;
use patience::words::counted;

/// Runs the command.
pub fn run(args: &ProfilesArgs) -> anyhow::Result<Exit> {
    let data = data_folder();
    let profiles = all_profiles(data.as_deref());
    let mut out = anstream::stdout().lock();
    let exit = match &args.name {
        None => list(&mut out, &profiles, args.format.format)?,
        Some(name) => {
            let known = profiles.iter().find(|listed| listed.name == *name);
            match known {
                Some(listed) if args.text => write!(out, "{}", listed.text)?,
                _ => {
                    let profile = Profile::find(name, data.as_deref())?;
                    explain(&mut out, &profile)?;
                }
            }
            Exit::Done
        }
    };
    out.flush()?;
    Ok(exit)
}

fn state(profile: &Profile) -> &'static str {
    match store::load(profile, data_folder().as_deref()) {
        Ok(deck) if deck.missing().is_empty() => "calibrated",
        Ok(_) => "partly calibrated",
        Err(_) => "not calibrated",
    }
}

fn list(out: &mut dyn Write, profiles: &[ListedProfile], format: Format) -> anyhow::Result<Exit> {
    let width = profiles
        .iter()
        .map(|listed| listed.name.len())
        .max()
        .unwrap_or(0);
    let mut exit = Exit::Done;
    for listed in profiles {
        let origin = match &listed.origin {
            Origin::BuiltIn => "built in".to_owned(),
            Origin::File(path) => path.display().to_string(),
        };
        match (&listed.profile, format) {
            (Ok(profile), Format::Text) => {
                let bold = anstyle::Style::new().bold();
                let (name, about) = (&listed.name, &profile.about);
                writeln!(out, "{bold}{name:width$}{bold:#}  {about}")?;
                let indent = width + 2;
                writeln!(
                    out,
                    "{:indent$}{}, {}; {origin}",
                    "",
                    profile.game,
                    state(profile)
                )?;
            }
            (Ok(profile), Format::Json) => {
                let row = serde_json::json!({
                    "version": patience::wire::VERSION,
                    "profile": listed.name,
                    "game": profile.game,
                    "about": profile.about,
                    "deck": profile.deck,
                    "state": state(profile),
                    "from": origin,
                });
                writeln!(out, "{row}")?;
            }
            (Err(error), _) => {
                exit = Exit::Error;
                report(error)?;
            }
        }
    }
    Ok(exit)
}

fn report(error: &Error) -> std::io::Result<()> {
    writeln!(anstream::stderr(), "{error}")
}

fn explain(out: &mut dyn Write, profile: &Profile) -> std::io::Result<()> {
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}  {}", profile.name, profile.about)?;
    writeln!(out)?;
    let mut line = |label: &str, text: String| writeln!(out, "  {label:9} {text}");
    line("game", profile.game.clone())?;
    let class = profile.window.class.as_ref();
    let class = class.map_or_else(String::new, |class| format!(", of class {class}"));
    line(
        "window",
        format!("its title matches {}{class}", profile.window.title),
    )?;
    line(
        "table",
        match (profile.layout.find, profile.layout.size) {
            (Find::Look, _) => "found by looking for the cards".to_owned(),
            (Find::Fit, Some([width, height])) => {
                format!("{width} by {height}, scaled to the window and centred")
            }
            (_, Some([width, height])) => {
                format!("{width} by {height}, scaled by whole numbers and centred")
            }
            (_, None) => "unknown".to_owned(),
        },
    )?;
    let piles = profile.piles();
    let names: Vec<_> = profile
        .groups
        .iter()
        .map(|group| match group.count {
            1 => group.name.clone(),
            count => format!("{} x {count}", group.name),
        })
        .collect();
    line(
        "piles",
        format!("{}: {}", counted(piles.len(), "piles"), names.join("; ")),
    )?;
    line(
        "cards",
        match (profile.look.suit, profile.look.card) {
            (_, Some(_)) => "recognised by their rank, and by the picture beside it".to_owned(),
            (Some(_), None) => "recognised by their rank and their suit sign".to_owned(),
            (None, None) => "recognised by their rank".to_owned(),
        },
    )?;
    line(
        "learned",
        format!("{} (deck {})", state(profile), profile.deck),
    )?;
    line(
        "a move",
        match profile.moves.play {
            MouseGesture::Click => "a click on the card".to_owned(),
            MouseGesture::DoubleClick => "a double click on the card".to_owned(),
            MouseGesture::Drag => "the card is dragged to where it goes".to_owned(),
            MouseGesture::ClickBoth => "a click on the card, then one where it goes".to_owned(),
        },
    )?;
    let controls = [
        ("undo", &profile.controls.undo),
        ("restart", &profile.controls.restart),
        ("new game", &profile.controls.new_game),
        ("draw", &profile.controls.draw),
    ];
    for (label, control) in controls {
        if let Some(control) = control {
            let how = match (&control.picture, control.at) {
                (Some(picture), _) => format!("a click on the picture `{picture}`"),
                (None, Some([x, y])) => format!("a click at {x}, {y}"),
                (None, None) => control.keys.join(", "),
            };
            line(label, how)?;
        }
    }
    Ok(())
}
