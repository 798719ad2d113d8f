//! `patience calibrate --new GAME`: describes a program that no profile knows.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anstyle::{Color, RgbColor, Style};
use anyhow::{Context as _, bail};
use patience::words::counted;
use patience::{Game, Settings};
use patience_screen::discover::{self, Asks, NewProfile, Program, Question, Topic};
use patience_screen::hands::{self, Device};
use patience_screen::profile::{Profile, Window};
use patience_screen::{Error, Frame, WindowId, store};

use super::calibrate::answer;
use crate::args::CalibrateArgs;
use crate::exit::Exit;

/// The most columns of the terminal that a picture takes.
const MOST_COLUMNS: u32 = 100;

/// The window that is described, if it is not a picture.
struct Live {
    device: Box<dyn Device>,
    window: WindowId,
}

/// Runs the command.
pub fn run(args: &CalibrateArgs, game: &'static dyn Game, data: &Path) -> anyhow::Result<Exit> {
    let settings = Settings::default();
    let pictures = args.log.clone().unwrap_or_else(|| data.join("new"));
    fs::create_dir_all(&pictures)
        .with_context(|| format!("cannot make the folder {}", pictures.display()))?;
    let title_of_game = game.about().title;
    let (frames, program, mut live) = match args.image.frames()?.as_deref() {
        Some(frames) => {
            let name = args.name.clone().unwrap_or_else(|| slug(title_of_game));
            let title = Window::titled(title_of_game).title;
            let about = format!("A program that shows {title_of_game}, from a picture");
            let program = Program {
                name,
                about,
                title,
                deal_in_title: None,
                deals: args.deal.into_iter().collect(),
            };
            (frames.to_vec(), program, None)
        }
        None => {
            let mut live = the_window(args)?;
            let title = live.device.title(live.window)?;
            anstream::eprintln!("The window: {title}");
            live.device.focus(live.window)?;
            let name = args.name.clone().unwrap_or_else(|| slug(&title));
            (Vec::new(), Program::titled(&name, &title), Some(live))
        }
    };
    if Profile::built_in(&program.name).is_some() {
        bail!(
            "there is a profile called `{}` already; choose another name with --name",
            program.name
        );
    }
    let mut terminal = Terminal {
        folder: pictures.clone(),
        pointer: match &live {
            Some(live) => Some((hands::open()?, live.window)),
            None => None,
        },
    };
    let learned = match &mut live {
        Some(Live { device, window }) => {
            let device = &mut **device;
            discover::explore(device, *window, game, &settings, &program, &mut terminal)
        }
        None => {
            let place = discover::find(&frames[0], game, &settings, &mut terminal);
            place.and_then(|place| {
                discover::learn_from(place, &frames, game, &settings, &program, &mut terminal)
            })
        }
    };
    let mut new = match learned {
        Ok(new) => new,
        Err(failure) => {
            let path = save(&failure.picture, &pictures, "failed")?;
            bail!(
                "{}\n{} shows what was looked at, and what it was taken for",
                failure.error,
                path.display()
            );
        }
    };
    if live.is_none() {
        let by_picture = "the window's title, and how a card is moved: a picture shows neither";
        new.unsure.push(by_picture.to_owned());
    }
    finish(&new, data, &pictures)
}

/// Saves the profile and the cards, and reports them.
fn finish(new: &NewProfile, data: &Path, pictures: &Path) -> anyhow::Result<Exit> {
    let name = &new.profile.name;
    let folder = data.join("profiles");
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let path = folder.join(format!("{name}.toml"));
    fs::write(&path, &new.text).with_context(|| format!("cannot write {}", path.display()))?;
    store::save(&new.deck, data)?;
    let picture = save(&new.picture, pictures, name)?;
    let margins = new.reading.cards().map(|(_, _, card)| card.margin);
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{} read back correctly, {} doubtful, smallest margin {:.2}; {} asked.",
        counted(new.reading.cards().count() as u64, "cards"),
        new.reading.doubtful(),
        margins.fold(1.0, f32::min),
        counted(u64::from(new.questions), "questions"),
    )?;
    for unsure in &new.unsure {
        writeln!(out, "Unsure: {unsure}.")?;
    }
    writeln!(out, "The profile:  {}", path.display())?;
    writeln!(out, "The picture:  {}", picture.display())?;
    writeln!(
        out,
        "Now try `patience scan {} --profile {name}`.",
        new.profile.game
    )?;
    out.flush()?;
    Ok(Exit::Done)
}

/// The window with the title that is given, or the one under the mouse.
fn the_window(args: &CalibrateArgs) -> anyhow::Result<Live> {
    let mut device = hands::open()?;
    let wanted = Window::titled(args.window.window.as_deref().unwrap_or_default());
    if args.window.window.is_none() {
        anstream::eprintln!(
            "Deal a new game. Point at its window with the mouse and press Return here."
        );
        if answer()?.is_none() {
            bail!("nobody pressed Return; --window TITLE chooses a window, too");
        }
    }
    let pointer = device.pointer()?;
    for window in device.find_all(&wanted)? {
        let place = device.place(window)?;
        if args.window.window.is_some() || place.contains(pointer.0, pointer.1) {
            return Ok(Live { device, window });
        }
    }
    bail!("there is no window under the mouse; --window TITLE chooses one")
}

/// A profile's name from the title of a window.
fn slug(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphabetic());
    let words: Vec<_> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    match words.is_empty() {
        true => "my-program".to_owned(),
        false => format!("my-{}", words.join("-")),
    }
}

fn save(picture: &Frame, folder: &Path, name: &str) -> Result<PathBuf, Error> {
    let path = folder.join(format!("{name}.png"));
    picture.save(&path)?;
    Ok(path)
}

/// Questions in the terminal, their pictures as blocks and as files.
struct Terminal {
    folder: PathBuf,
    /// The window that the player points into, if it is not a picture.
    pointer: Option<(Box<dyn Device>, WindowId)>,
}

impl Terminal {
    /// Where the mouse is in the window.
    fn pointed(&mut self) -> Result<Option<String>, Error> {
        let Some((device, window)) = &mut self.pointer else {
            return Ok(None);
        };
        let (place, at) = (device.place(*window)?, device.pointer()?);
        Ok(Some(format!("{} {}", at.0 - place.x, at.1 - place.y)))
    }
}

impl Asks for Terminal {
    fn answer(&mut self, question: &Question) -> Result<Option<String>, Error> {
        if let Some(picture) = &question.picture {
            let path = save(picture, &self.folder, file_name(question.topic))?;
            // A whole table in blocks shows nothing.
            if question.topic != Topic::Right && io::stderr().is_terminal() {
                anstream::eprint!("{}", blocks(picture));
            }
            anstream::eprintln!("(as a picture: {})", path.display());
        }
        anstream::eprint!("{}\n> ", question.words);
        let typed = answer().map_err(|error| Error::NotRead(error.to_string()))?;
        let is_return = typed.as_ref().is_some_and(|typed| typed.trim().is_empty());
        match question.topic == Topic::Place && is_return {
            true => self.pointed(),
            false => Ok(typed),
        }
    }

    fn report(&mut self, what: &str) {
        anstream::eprintln!("{what}");
    }
}

const fn file_name(topic: Topic) -> &'static str {
    match topic {
        Topic::Ranks => "ranks",
        Topic::Suits => "suits",
        Topic::Cards => "cards",
        Topic::Homes => "homes",
        Topic::Place => "place",
        Topic::Restart => "restart",
        Topic::Undo => "undo",
        Topic::NewGame => "new-game",
        Topic::Right => "table",
    }
}

/// A picture made of blocks, two pixels in each.
fn blocks(picture: &Frame) -> String {
    let columns = picture.width.min(MOST_COLUMNS);
    let scale = picture.width as f32 / columns as f32;
    let rows = (picture.height as f32 / scale / 2.0) as u32;
    let mut text = String::new();
    for row in 0..rows {
        for column in 0..columns {
            let colour = |half: u32| {
                let x = (column as f32 + 0.5) * scale;
                let y = ((2 * row + half) as f32 + 0.5) * scale;
                let [red, green, blue] = mean(picture, x, y, scale);
                Color::Rgb(RgbColor(red, green, blue))
            };
            let style = Style::new()
                .fg_color(Some(colour(0)))
                .bg_color(Some(colour(1)));
            text.push_str(&format!("{style}▀{style:#}"));
        }
        text.push('\n');
    }
    text
}

/// The mean colour around a place.
fn mean(picture: &Frame, x: f32, y: f32, size: f32) -> [u8; 3] {
    let half = (size / 2.0) as i32;
    let (mut sum, mut count) = ([0_u32; 3], 0);
    for down in -half..=half {
        for across in -half..=half {
            let pixel = picture.at(x as i32 + across, y as i32 + down);
            for (sum, value) in sum.iter_mut().zip(pixel) {
                *sum += u32::from(value);
            }
            count += 1;
        }
    }
    sum.map(|sum| (sum / count) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_the_name_of_a_profile() {
        assert_eq!(slug("Freecell - 617 — KPatience"), "my-freecell-kpatience");
        assert_eq!(slug("123"), "my-program");
    }

    #[test]
    fn a_picture_of_two_rows_is_a_line_of_blocks() {
        let picture = Frame::filled(3, 2, [255, 0, 0]);
        let text = blocks(&picture);
        assert_eq!(text.lines().count(), 1);
        assert_eq!(text.matches('▀').count(), 3);
    }
}
