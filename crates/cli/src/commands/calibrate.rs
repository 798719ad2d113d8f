//! `patience calibrate`: learns a program's cards from one deal that is known.

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use patience::{Table, data_folder};
use patience_screen::hands::Device;
use patience_screen::landmark::{self, Look, Unknown};
use patience_screen::profile::{Profile, deal_in_title};
use patience_screen::vision::Geometry;
use patience_screen::{Frame, Landmarks, WindowId, calibrate, store};

use crate::args::{CalibrateArgs, Common};
use crate::exit::Exit;
use crate::input;
use patience::words::counted;

/// A window that has not changed for this time is at rest..
const REST: Duration = Duration::from_millis(500);
/// .. and is not waited for any longer than this.
const MOST_WAIT: Duration = Duration::from_secs(5);

/// Runs the command.
pub fn run(args: &CalibrateArgs, common: &Common) -> anyhow::Result<Exit> {
    let data =
        data_folder().context("there is no folder for what is learned; set PATIENCE_DATA")?;
    let profile = Profile::find(&args.profile, Some(&data))?;
    if !args.point.is_empty() {
        return point(args, &profile, &data, common);
    }
    let (frame, title) = match args.image.frames()?.as_deref() {
        Some([frame]) => (frame.clone(), None),
        Some(_) => bail!("give one picture at a time; what it does not show is kept from before"),
        None => {
            let mut found = args.window.find(profile.clone())?;
            found.report_choice(common.quiet);
            (
                at_rest(&mut *found.device, found.window)?,
                Some(found.title),
            )
        }
    };
    let (table, whose) = shown(args, &profile, title.as_deref())?;
    let known = calibrate::known_in(&profile, &*table);
    let earlier = store::load(&profile, Some(&data)).ok();
    let deck = calibrate::learn(&frame, &profile, &known, earlier.as_ref())?;
    let reading = calibrate::check(&frame, &profile, &known, &deck)?;
    let folder = store::save(&deck, &data)?;
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
        let geometry_of = |frame: &Frame| match store::load(profile, Some(data)) {
            Ok(deck) => {
                Geometry::find_by(frame, profile, &deck).or_else(|_| Geometry::find(frame, profile))
            }
            Err(_) => Geometry::find(frame, profile),
        };
        anstream::eprintln!("Point at {about} and press Return here.");
        let mut answer = String::new();
        if io::stdin().lock().read_line(&mut answer)? == 0 {
            bail!("nobody pressed Return");
        }
        let pointer = window.device.pointer()?;
        let place = window.device.place(window.window)?;
        if !place.contains(pointer.0, pointer.1) {
            bail!("the mouse is not over the window `{}`", window.title);
        }
        let at = (pointer.0 - place.x, pointer.1 - place.y);
        // Under the mouse a button may look different: both looks are learned.
        let under = window.device.capture(window.window)?;
        landmarks.add_at(name, &under, &geometry_of(&under)?, at);
        window
            .device
            .move_to(place.x + 2, place.y + place.height as i32 - 3)?;
        sleep(REST);
        let away = window.device.capture(window.window)?;
        landmarks.add_at(name, &away, &geometry_of(&away)?, at);
    }
    let folder = landmarks.save(profile, data)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "Saved in {}", folder.display())?;
    out.flush()?;
    Ok(Exit::Done)
}

/// The window when it is at rest: cards that are still being dealt cannot be
/// learned.
fn at_rest(device: &mut dyn Device, window: WindowId) -> anyhow::Result<Frame> {
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
        None => bail!("which cards are shown? Give --deal N or --cards FILE"),
    }
}
