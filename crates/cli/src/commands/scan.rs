//! `patience scan`: the cards in another program's window, as text.

use std::io::Write as _;
use std::path::Path;

use patience::{Game, data_folder, find_game};
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::{Consent, Log, Manner, Player, Stopped};
use patience_screen::position::{self, Doubt};
use patience_screen::vision::{Deck, Reader, Reading};
use patience_screen::{Frame, Landmarks, Profile, annotate, store};

use crate::args::{Common, Format, ScanArgs};
use crate::confirm::Asking;
use crate::exit::Exit;
use crate::progress::Waiting;
use crate::window::profile_for_pictures;
use crate::{input, interrupt};

/// Runs the command.
pub fn run(args: &ScanArgs, common: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let data = data_folder();
    let (profile, mut readings) = match args.image.frames()? {
        Some(frames) => {
            let profile = profile_for_pictures(&args.profile, game, data.as_deref())?;
            let deck = store::load(&profile, data.as_deref())?;
            let readings = read(&profile, &deck, &frames)?;
            show(args, data.as_deref(), &frames, &readings)?;
            (profile, readings)
        }
        None => match look(args, common, game)? {
            Ok(seen) => seen,
            Err(stopped) => return Ok(super::autoplay::report_stopped(&stopped, None)),
        },
    };
    let asking = Asking::new(game, &profile.settings, &args.confirm, common);
    match asking.confirm(&mut readings)? {
        Consent::Yes | Consent::NobodyToAsk => print(args, game, &profile, &readings),
        Consent::No => Ok(super::autoplay::report_stopped(
            &Stopped::NotConfirmed,
            None,
        )),
        Consent::Interrupted => Ok(Exit::Interrupted),
    }
}

/// Saves what was read of each picture: in the folder of `--log`, or, if a card is
/// doubtful, in the data folder.
fn show(
    args: &ScanArgs,
    data: Option<&Path>,
    frames: &[Frame],
    readings: &[Reading],
) -> anyhow::Result<()> {
    let pairs = frames.iter().zip(readings);
    for (index, (frame, reading)) in pairs.enumerate() {
        let path = match (&args.log, data) {
            (Some(folder), _) => {
                std::fs::create_dir_all(folder)?;
                folder.join(format!("read-{}.png", index + 1))
            }
            (None, Some(data)) if reading.doubtful() > 0 => data.join("looked.png"),
            _ => continue,
        };
        annotate::reading(frame, reading).save(&path)?;
        anstream::eprintln!("{} shows what was read", path.display());
    }
    Ok(())
}

/// Looks at the window, and draws through the stock if there is one.
fn look(
    args: &ScanArgs,
    common: &Common,
    game: &dyn Game,
) -> anyhow::Result<Result<(Profile, Vec<Reading>), Stopped>> {
    let data = data_folder();
    let mut found = args
        .window
        .find_game(&args.profile, game, data.as_deref())?;
    found.report_choice(common.quiet);
    let deck = store::load(&found.profile, data.as_deref())?;
    let manner = Manner::of(&found.profile);
    let landmarks = Landmarks::load(&found.profile, data.as_deref())?;
    let mut reader = ProfileReader::new(found.profile.clone(), deck).with_landmarks(landmarks);
    if let Some(data) = &data {
        reader = reader.showing_where(data.join("looked.png"));
    }
    let may_draw = game.about().stock.is_some() && !args.no_draw;
    let _lock = match may_draw {
        true => super::autoplay::only_one()?,
        false => None,
    };
    let waiting = Waiting::new(common);
    waiting.say(match may_draw {
        true => "reading the table; drawing through the stock and back (Escape stops it)",
        false => "reading the table",
    });
    let cancel = interrupt::cancel_on_ctrl_c();
    let mut player = Player::new(&mut *found.device, &reader, &manner, found.window, cancel);
    if let Some(folder) = &args.log {
        player = player.with_log(Log::in_folder(folder)?);
    }
    let scanned = player.scan(game, may_draw);
    waiting.finish();
    Ok(scanned.map(|readings| (found.profile, readings)))
}

fn print(
    args: &ScanArgs,
    game: &dyn Game,
    profile: &Profile,
    readings: &[Reading],
) -> anyhow::Result<Exit> {
    position::check_cards(readings)?;
    let text = position::text(game, readings)?;
    let read = game.read(&text, &profile.settings);
    // As the game itself writes it, if it is a position.
    let text = read.as_ref().map_or(text, |table| table.text());
    let doubts = position::doubts(readings);
    let is_cut_short = position::is_stock_cut_short(game.about().stock, readings);
    let mut out = anstream::stdout().lock();
    match args.format.format {
        Format::Text => write!(out, "{text}")?,
        Format::Json => {
            let doubtful: Vec<_> = doubts.iter().map(json).collect();
            let answer = serde_json::json!({
                "version": patience::wire::VERSION,
                "game": game.about().name,
                "profile": profile.name,
                "text": text,
                "cards": readings[0].cards().count(),
                "stock_seen": !is_cut_short,
                "doubtful": doubtful,
            });
            writeln!(out, "{answer}")?;
        }
    }
    out.flush()?;
    drop(out);
    for doubt in &doubts {
        writeln!(
            anstream::stderr(),
            "doubtful: {} is read as {} (margin {:.2})",
            doubt.place(),
            doubt.read,
            doubt.margin
        )?;
    }
    // The faults that the rules find: a card that was not seen is missing.
    read.map_err(|error| input::with_name(error, "what was read", 0))?;
    if is_cut_short {
        let what_to_do = match args.image.image.is_empty() {
            true => "without --no-draw they are drawn",
            false => "give a picture after each draw, too",
        };
        anstream::eprintln!("some cards of the stock were not seen and are missing; {what_to_do}");
    }
    Ok(match doubts.is_empty() && !is_cut_short {
        true => Exit::Done,
        false => Exit::Unknown,
    })
}

fn read(profile: &Profile, deck: &Deck, frames: &[Frame]) -> anyhow::Result<Vec<Reading>> {
    let mut reader: Option<Reader> = None;
    let mut readings = Vec::with_capacity(frames.len());
    for frame in frames {
        let fits = reader
            .as_ref()
            .is_some_and(|reader| reader.geometry().suits(frame));
        if !fits {
            reader = Some(Reader::new(profile, deck, frame)?);
        }
        if let Some(reader) = &reader {
            readings.push(reader.read(frame)?);
        }
    }
    Ok(readings)
}

fn json(doubt: &Doubt) -> serde_json::Value {
    serde_json::json!({
        "pile": doubt.pile,
        "card": doubt.card,
        "read": doubt.read,
        "margin": (f64::from(doubt.margin) * 100.0).round() / 100.0,
    })
}
