//! `patience scan`: the cards in another program's window, as text.

use std::io::{self, IsTerminal as _, Write as _};

use clap::{Args, ValueEnum};
use patience::{Variation, find_game};
use patience_screen::profile::data_folder;
use patience_screen::table::{self, Doubt};
use patience_screen::vision::{Deck, Face, Names, Reader, Reading};
use patience_screen::{Frame, Profile, store};

use crate::args::Format;
use crate::exit::Exit;
use crate::window::{self, LookArgs};
use crate::{input, paint};

#[derive(Args, Debug)]
pub struct ScanArgs {
    /// The game (`patience games` lists them)
    pub game: String,
    #[command(flatten)]
    pub look: LookArgs,
    /// The profile (`patience profiles` lists them); the one that fits if not said
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// When to ask about cards, on a terminal
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "doubt",
        hide_default_value = true
    )]
    pub confirm: Confirm,
    /// The form of the answer
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_default_value = true
    )]
    pub format: Format,
}

/// When to ask about cards.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// Every time
    Always,
    /// Where a card is in doubt
    Doubt,
    /// Never: doubtful cards are only marked
    Never,
}

/// Runs the command.
pub fn run(args: &ScanArgs) -> anyhow::Result<Exit> {
    let data = data_folder();
    let profile = window::profile(args.profile.as_deref(), &args.game, data.as_deref())?;
    let looked = args.look.look(&profile)?;
    let deck = store::load(&profile, data.as_deref())?;
    let mut readings = read(&profile, &deck, &looked.frames)?;
    confirm(&mut readings, &args.game, args.confirm, Names::of(&profile))?;
    let text = table::text(&args.game, &readings)?;
    let doubts = table::doubts(&readings);
    let mut out = anstream::stdout().lock();
    match args.format {
        Format::Text => write!(out, "{text}")?,
        Format::Json => {
            let doubtful: Vec<_> = doubts.iter().map(json).collect();
            let answer = serde_json::json!({
                "version": patience::wire::VERSION,
                "game": find_game(&args.game)?.about().name,
                "profile": profile.name,
                "text": text,
                "cards": readings[0].cards().count(),
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
            "doubtful: {}, card {} is read as {} (margin {:.2})",
            doubt.pile,
            doubt.card,
            doubt.read,
            doubt.margin
        )?;
    }
    // What the rules say of it: a card that was not seen is missing here.
    find_game(&args.game)?
        .read(&text, &Variation::default())
        .map_err(|error| input::with_name(error, "what was read", 0))?;
    Ok(if doubts.is_empty() {
        Exit::Done
    } else {
        Exit::Unknown
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

/// Lets the user correct what was read, where there is a terminal to ask at.
pub fn confirm(
    readings: &mut [Reading],
    game: &str,
    when: Confirm,
    names: Names,
) -> anyhow::Result<()> {
    let can_ask = io::stdin().is_terminal() && io::stderr().is_terminal();
    let doubts = table::doubts(readings);
    if !can_ask || when == Confirm::Never || (when == Confirm::Doubt && doubts.is_empty()) {
        return Ok(());
    }
    let mut err = anstream::stderr();
    for doubt in doubts {
        let name = format!("{}, card {}", doubt.pile, doubt.card);
        loop {
            let bold = paint::style(patience::Tone::Bright);
            write!(
                err,
                "{name}: {bold}{}{bold:#}? Return if so, else the card: ",
                doubt.read
            )?;
            err.flush()?;
            let Some(answer) = line()? else { return Ok(()) };
            let card = if answer.is_empty() {
                doubt.read.clone()
            } else {
                answer
            };
            if let Some(card) = names.find(&card) {
                let place = (doubt.reading, doubt.pile.as_str(), doubt.card);
                set(readings, place, &names.name(card));
                break;
            }
            writeln!(
                err,
                "`{card}` is not a card: a rank and a suit, such as 7h or Tc"
            )?;
        }
    }
    loop {
        show(readings, game)?;
        write!(
            err,
            "Return if that is right, else a place and its card, such as `column 3, 2 = 7h`: "
        )?;
        err.flush()?;
        let Some(answer) = line()? else { return Ok(()) };
        if answer.is_empty() {
            return Ok(());
        }
        match place(&answer, names) {
            Some((pile, card, name)) if set(readings, (0, &pile, card), &name) => {}
            _ => writeln!(err, "no such place or card: `{answer}`")?,
        }
    }
}

/// The table as it was read, with its doubtful cards standing out.
fn show(readings: &[Reading], game: &str) -> anyhow::Result<()> {
    let mut err = anstream::stderr();
    let text = table::text(game, readings)?;
    let doubtful: Vec<_> = table::doubts(readings)
        .into_iter()
        .map(|doubt| doubt.read)
        .collect();
    for line in text.lines() {
        write!(err, "  ")?;
        for word in line.split(' ') {
            if doubtful.iter().any(|card| card == word) {
                let bold = paint::style(patience::Tone::Bright);
                write!(err, "{bold}{word}{bold:#} ")?;
            } else {
                paint::played(&mut err, word)?;
                write!(err, " ")?;
            }
        }
        writeln!(err)?;
    }
    Ok(())
}

/// A line of the user; none at the end of the input.
fn line() -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = io::stdin().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

/// `column 3, 2 = 7h`.
fn place(answer: &str, names: Names) -> Option<(String, usize, String)> {
    let (place, card) = answer.split_once('=')?;
    let card = names.name(names.find(card)?);
    match place.trim().rsplit_once(',') {
        Some((pile, number)) if number.trim().parse::<usize>().is_ok() => {
            Some((pile.trim().to_owned(), number.trim().parse().ok()?, card))
        }
        _ => Some((place.trim().to_owned(), 1, card)),
    }
}

/// Sets a card that the user knows; tells whether there is such a place.
fn set(readings: &mut [Reading], (reading, pile, card): (usize, &str, usize), name: &str) -> bool {
    let found = readings
        .get_mut(reading)
        .and_then(|reading| reading.piles.iter_mut().find(|found| found.name == pile))
        .and_then(|pile| pile.cards.get_mut(card.wrapping_sub(1)));
    match found {
        Some(read) => {
            read.face = Face::Up(name.to_owned());
            read.doubtful = false;
            read.margin = 1.0;
            true
        }
        None => false,
    }
}
