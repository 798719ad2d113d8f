//! `patience calibrate`: learns a program's cards from one deal that is known.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use patience::{Table, data_folder};
use patience_screen::hands::Device;
use patience_screen::landmark::{self, Look, Unknown};
use patience_screen::profile::{Profile, deal_in_title};
use patience_screen::vision::{Deck, Geometry};
use patience_screen::{Frame, Landmarks, WindowId, calibrate, store};

use crate::args::{CalibrateArgs, Common};
use crate::exit::Exit;
use crate::input;
use crate::window::FoundWindow;
use patience::words::counted;

/// A window that has not changed for this time is at rest..
const REST: Duration = Duration::from_millis(500);
/// .. and is not waited for any longer than this.
const MOST_WAIT: Duration = Duration::from_secs(5);
const NO_CARDS: &str = "which cards are shown? Give --deal N or --cards FILE";

/// Runs the command.
pub fn run(args: &CalibrateArgs, common: &Common) -> anyhow::Result<Exit> {
    let data =
        data_folder().context("there is no folder for what is learned; set PATIENCE_DATA")?;
    if let Some(game) = &args.new {
        return super::new_program::run(args, patience::find_game(game)?, &data);
    }
    let named = args.profile.as_deref().unwrap_or_default();
    let profile = Profile::find(named, Some(&data))?;
    if !args.point.is_empty() {
        return point(args, &profile, &data, common);
    }
    let mut found = None;
    let (frame, title) = match args.image.frames()?.as_deref() {
        Some([frame]) => (frame.clone(), None),
        Some(_) => bail!("give one picture at a time; what it does not show is kept from before"),
        None => {
            let window = found.insert(args.window.find(profile.clone())?);
            window.report_choice(common.quiet);
            let frame = at_rest(&mut *window.device, window.window)?;
            (frame, Some(window.title.clone()))
        }
    };
    let (table, whose) = shown(args, &profile, title.as_deref())?;
    let earlier = store::load(&profile, Some(&data)).ok();
    let mut deck = learn(&profile, &frame, (&*table, &whose), earlier.as_ref(), &data)?;
    if let Some(window) = found.as_mut().filter(|_| can_ask()) {
        ask_for_more_cards(window, &mut deck, &data)?;
        ask_for_needed_pictures(window, &data)?;
    }
    let mut out = anstream::stdout().lock();
    let missing = deck.missing();
    if !missing.is_empty() {
        writeln!(
            out,
            "Not seen yet: {}. Calibrate again with a deal that shows them.",
            missing.join(" ")
        )?;
    }
    let landmarks = Landmarks::load(&profile, Some(&data))?;
    let unknown = landmark::unknown(&profile, &landmarks);
    if !unknown.is_empty() {
        writeln!(out, "Not shown yet (point at it once):")?;
    }
    for Unknown {
        picture,
        about,
        is_needed,
    } in unknown
    {
        let needed = if is_needed { "" } else { ", if you want" };
        writeln!(
            out,
            "  patience calibrate {} --point {picture}   {about}{needed}",
            profile.name
        )?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Learns the cards of a table, reads them back, and saves them.
fn learn(
    profile: &Profile,
    frame: &Frame,
    (table, whose): (&dyn Table, &str),
    earlier: Option<&Deck>,
    data: &Path,
) -> anyhow::Result<Deck> {
    let known = calibrate::known_in(profile, table);
    let deck = calibrate::learn(frame, profile, &known, earlier)?;
    let reading = calibrate::check(frame, profile, &known, &deck)?;
    let folder = store::save(&deck, data)?;
    let mut out = anstream::stdout().lock();
    let read = reading.cards().count() as u64;
    let margins = reading.cards().map(|(_, _, card)| card.margin);
    writeln!(
        out,
        "Learned from {whose}: {} read back correctly, {} doubtful, smallest margin {:.2}.",
        counted(read, "cards"),
        reading.doubtful(),
        margins.fold(1.0, f32::min),
    )?;
    writeln!(out, "Saved in {}", folder.display())?;
    out.flush()?;
    Ok(deck)
}

/// Somebody is at a terminal.
fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// The answer to a question; none at the end of the input.
pub(super) fn answer() -> io::Result<Option<String>> {
    let mut line = String::new();
    let length = io::stdin().lock().read_line(&mut line)?;
    Ok((length > 0).then(|| line.trim_end().to_owned()))
}

/// The table that the user types, as `solve` reads it; none if nothing is typed.
fn ask_for_table(profile: &Profile) -> anyhow::Result<Option<Box<dyn Table>>> {
    let game = profile.game()?;
    loop {
        let mut text = String::new();
        while let Some(line) = answer()?.filter(|line| !line.is_empty()) {
            text.push_str(&line);
            text.push('\n');
        }
        if text.is_empty() {
            return Ok(None);
        }
        match game.read(&text, &profile.settings) {
            Ok(table) => return Ok(Some(table)),
            Err(error) => {
                let error = input::with_name(error, "the cards", 0);
                anstream::eprintln!("{error:#}\nType them again, or only press Return.");
            }
        }
    }
}

/// Asks for further tables until every rank and suit has been seen.
fn ask_for_more_cards(found: &mut FoundWindow, deck: &mut Deck, data: &Path) -> anyhow::Result<()> {
    while !deck.missing().is_empty() {
        anstream::eprintln!(
            "Not seen yet: {}. Deal a game that shows some of them, and type its cards as `patience \
             solve` reads them, then an empty line. If you only press Return, they stay unknown.",
            deck.missing().join(" ")
        );
        let Some(table) = ask_for_table(&found.profile)? else {
            break;
        };
        let frame = at_rest(&mut *found.device, found.window)?;
        let typed = (&*table, "the cards that you typed");
        match learn(&found.profile, &frame, typed, Some(deck), data) {
            Ok(more) => *deck = more,
            Err(error) => anstream::eprintln!("{error:#}"),
        }
    }
    Ok(())
}

/// Asks for the buttons without which nothing is played.
fn ask_for_needed_pictures(found: &mut FoundWindow, data: &Path) -> anyhow::Result<()> {
    let mut landmarks = Landmarks::load(&found.profile, Some(data))?;
    let unknown = landmark::unknown(&found.profile, &landmarks);
    'next: for Unknown { picture, about, .. } in unknown.into_iter().filter(|it| it.is_needed) {
        loop {
            anstream::eprintln!(
                "Point at {about} and press Return here (`s` and Return skips it)."
            );
            match answer()? {
                None => break 'next,
                Some(word) if word.trim() == "s" => continue 'next,
                Some(_) => {}
            }
            match point_at(found, &picture, &mut landmarks, data) {
                Ok(()) => break,
                Err(error) => anstream::eprintln!("{error:#}"),
            }
        }
        landmarks.save(&found.profile, data)?;
    }
    Ok(())
}

/// Learns what the player points at, or pictures of it.
fn point(
    args: &CalibrateArgs,
    profile: &Profile,
    data: &Path,
    common: &Common,
) -> anyhow::Result<Exit> {
    let mut landmarks = Landmarks::load(profile, Some(data))?;
    let named = landmark::unknown(profile, &Landmarks::default());
    let mut found = None;
    for point in &args.point {
        let (name, file) = match point.split_once('=') {
            Some((name, file)) => (name, Some(Path::new(file))),
            None => (point.as_str(), None),
        };
        let Some(about) = named
            .iter()
            .find(|it| it.picture == name)
            .map(|it| &it.about)
        else {
            let names: Vec<_> = named.iter().map(|it| it.picture.as_str()).collect();
            bail!(
                "the profile `{}` names no picture `{name}`; it has: {}",
                profile.name,
                names.join(", ")
            );
        };
        if let Some(file) = file {
            // A picture of one's own is one of a window at 100 %.
            let look = Look {
                picture: Frame::load(file)?,
                unit: 1.0,
                at: None,
            };
            landmarks.add(name, look);
            continue;
        }
        if found.is_none() {
            let window = args.window.find(profile.clone())?;
            window.report_choice(common.quiet);
            found = Some(window);
        }
        let Some(window) = &mut found else { continue };
        anstream::eprintln!("Point at {about} and press Return here.");
        if answer()?.is_none() {
            bail!("nobody pressed Return");
        }
        point_at(window, name, &mut landmarks, data)?;
    }
    let folder = landmarks.save(profile, data)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "Saved in {}", folder.display())?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Learns what is under the mouse.
fn point_at(
    found: &mut FoundWindow,
    name: &str,
    landmarks: &mut Landmarks,
    data: &Path,
) -> anyhow::Result<()> {
    let profile = &found.profile;
    let geometry_of = |frame: &Frame| match store::load(profile, Some(data)) {
        Ok(deck) => {
            Geometry::find_by(frame, profile, &deck).or_else(|_| Geometry::find(frame, profile))
        }
        Err(_) => Geometry::find(frame, profile),
    };
    let pointer = found.device.pointer()?;
    let place = found.device.place(found.window)?;
    if !place.contains(pointer.0, pointer.1) {
        bail!("the mouse is not over the window `{}`", found.title);
    }
    let at = (pointer.0 - place.x, pointer.1 - place.y);
    // Under the mouse a button may look different: both looks are learned.
    let under = found.device.capture(found.window)?;
    landmarks.add_at(name, &under, &geometry_of(&under)?, at);
    found
        .device
        .move_to(place.x + 2, place.y + place.height as i32 - 3)?;
    sleep(REST);
    let away = found.device.capture(found.window)?;
    landmarks.add_at(name, &away, &geometry_of(&away)?, at);
    Ok(())
}

/// The window when it is at rest: cards that are still being dealt cannot be
/// learned.
pub(super) fn at_rest(device: &mut dyn Device, window: WindowId) -> anyhow::Result<Frame> {
    let start = Instant::now();
    let place = device.place(window)?;
    if let Some(other) = device.covered_by(window, place)? {
        device.focus(window)?;
        sleep(REST);
        if device.covered_by(window, place)?.is_some() {
            bail!("`{other}` is in front of the window; move it away");
        }
    }
    let mut last = device.capture(window)?;
    let mut changed = start;
    while changed.elapsed() < REST {
        sleep(REST / 10);
        let frame = device.capture(window)?;
        if frame != last {
            (last, changed) = (frame, Instant::now());
        }
        if start.elapsed() > MOST_WAIT {
            break; // there may be a clock in it; the check decides
        }
    }
    Ok(last)
}

/// The table that is shown, and what to call it.
fn shown(
    args: &CalibrateArgs,
    profile: &Profile,
    title: Option<&str>,
) -> anyhow::Result<(Box<dyn Table>, String)> {
    let game = profile.game()?;
    if let Some(path) = &args.cards {
        let given = input::read_table(game, path, &profile.settings)?;
        return Ok((given.table, input::name_of(path)));
    }
    let from_title = || deal_in_title(profile, title?);
    match args.deal.or_else(from_title) {
        Some(number) => Ok((
            game.deal(number, &profile.settings)?,
            format!("deal {number}"),
        )),
        None if can_ask() => {
            anstream::eprintln!(
                "Which cards are shown? Type them as `patience solve` reads them, then an empty line."
            );
            match ask_for_table(profile)? {
                Some(table) => Ok((table, "the cards that you typed".to_owned())),
                None => bail!(NO_CARDS),
            }
        }
        None => bail!(NO_CARDS),
    }
}
