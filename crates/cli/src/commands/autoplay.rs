//! `patience autoplay`: reads another program's table, solves it and plays it.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use patience::{Cancel, Game, Line, Outcome, find_game};
use patience_screen::player::{Asks, Ended, Log, Manner, Player, Stopped, sight::ProfileSight};
use patience_screen::profile;
use patience_screen::vision::Reading;
use patience_screen::{Eyes, Hands, Profile, store};

use crate::args::{Common, GoalArgs, SearchArgs};
use crate::exit::Exit;
use crate::words::counted;
use crate::{interrupt, paint};

/// Read another program's table, solve it and play it
#[derive(Args, Debug)]
pub struct AutoplayArgs {
    /// The game (`patience games` lists them)
    pub game: String,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// How the program shows the game (`patience profiles` lists them)
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// The window's title, if it is another one than the profile says
    #[arg(long, value_name = "TITLE")]
    pub window: Option<String>,
    /// Play so many deals, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// How fast: slow and steady are for watching
    #[arg(
        long,
        value_name = "SPEED",
        default_value = "full",
        hide_default_value = true
    )]
    pub speed: Speed,
    /// When to ask whether the table was read right
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "doubt",
        hide_default_value = true
    )]
    pub confirm: Confirm,
    /// Read and solve only; click nothing but the stock
    #[arg(long)]
    pub dry_run: bool,
    /// Keep every frame and every decision in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    pub log: Option<PathBuf>,
    /// Read the frames of a log again, and compare with what was decided then
    #[arg(long, value_name = "DIR")]
    pub replay: Option<PathBuf>,
}

/// How fast.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speed {
    /// A second before every move
    Slow,
    /// A quarter of a second before every move
    Steady,
    /// As fast as the program allows
    Full,
}

impl Speed {
    const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 1000,
            Self::Steady => 250,
            Self::Full => 0,
        })
    }
}

/// When to ask.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// Every time
    Always,
    /// When a card is in doubt
    Doubt,
    /// Never: with a card in doubt nothing is played
    Never,
}

/// Runs the command.
pub fn run(args: &AutoplayArgs, common: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let profile = find_profile(args, game)?;
    let deck = store::load(&profile, profile::data_folder().as_deref())?;
    let mut manner = Manner::of(&profile);
    manner.pace.pause = args.speed.pause();
    let sight = ProfileSight::new(profile.clone(), deck);
    if let Some(folder) = &args.replay {
        return replay(folder, game, &sight);
    }
    let mut device = open_device()?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let window = device.find(&profile.window)?;
    let mut player = Player::new(&mut device, &sight, &manner, window, cancel.clone());
    if let Some(folder) = &args.log {
        player = player.with_log(Log::in_folder(folder)?);
    }
    let mut user = User {
        game,
        confirm: args.confirm,
        quiet: common.quiet,
    };
    play_all(&mut player, args, common, game, &cancel, &mut user)
}

/// Plays as many deals as were asked for.
fn play_all<D: Eyes + Hands>(
    player: &mut Player<'_, D>,
    args: &AutoplayArgs,
    common: &Common,
    game: &dyn Game,
    cancel: &Cancel,
    user: &mut User<'_>,
) -> anyhow::Result<Exit> {
    let request = args.search.request(args.goal.target()?);
    let limits = args.search.limits();
    let mut exit = Exit::Done;
    for deal in 1..=args.repeat {
        if deal > 1
            && let Err(stopped) = player.deal_next()
        {
            return Ok(tell_stopped(&stopped, player, cancel));
        }
        let ended = player.play(game, &request, &limits, args.dry_run, user);
        let ended = match ended {
            Ok(ended) => ended,
            Err(stopped) => return Ok(tell_stopped(&stopped, player, cancel)),
        };
        exit = tell_end(&ended)?;
        if common.verbose {
            tell_figures(player);
        }
    }
    Ok(if args.repeat > 1 { Exit::Done } else { exit })
}

/// How a deal ended, on standard output.
fn tell_end(ended: &Ended) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    let exit = match ended {
        Ended::Won { line } => {
            let moves = counted(line.length.into(), line.count.word());
            writeln!(out, "Won in {moves}.")?;
            Exit::Done
        }
        Ended::Lost => {
            writeln!(out, "Lost: it is proved that there is no way.")?;
            Exit::No
        }
        Ended::Unknown(stop) => {
            writeln!(out, "Unknown: {stop}.")?;
            Exit::Unknown
        }
        Ended::Planned(answer) => {
            write!(out, "{}", answer.text)?;
            match &answer.report.outcome {
                Outcome::Solved(line) => {
                    writeln!(out, "\n{}", line.moves.join(" "))?;
                    Exit::Done
                }
                Outcome::Impossible(_) => {
                    writeln!(out, "\nImpossible.")?;
                    Exit::No
                }
                Outcome::Unknown(stop) => {
                    writeln!(out, "\nUnknown: {stop}.")?;
                    Exit::Unknown
                }
            }
        }
    };
    out.flush()?;
    Ok(exit)
}

/// Why it stopped and where it stands, in one line.
fn tell_stopped<D: Eyes + Hands>(
    stopped: &Stopped,
    player: &Player<'_, D>,
    cancel: &Cancel,
) -> Exit {
    let moves = counted(player.figures().moves.into(), "moves");
    anstream::eprintln!("{stopped} ({moves} made)");
    match stopped {
        Stopped::Interrupted => Exit::Interrupted,
        _ if cancel.is_cancelled() => Exit::Interrupted,
        _ if stopped.is_wanted() => Exit::Unknown,
        _ => Exit::Error,
    }
}

fn tell_figures<D: Eyes + Hands>(player: &Player<'_, D>) {
    let figures = player.figures();
    let each = |time: Duration, count: u32| time.as_secs_f64() * 1000.0 / f64::from(count.max(1));
    anstream::eprintln!(
        "{} moves, {} made again, {} new plans; {} readings of {:.0} ms; {:.0} ms a move beyond the animation",
        figures.moves,
        figures.again,
        figures.plans,
        figures.readings,
        each(figures.reading, figures.readings),
        each(figures.overhead, figures.timed),
    );
}

/// The profile that was named, or the one whose window is there.
fn find_profile(args: &AutoplayArgs, game: &dyn Game) -> anyhow::Result<Profile> {
    let data = profile::data_folder();
    let mut found = match &args.profile {
        Some(name) => Profile::find(name, data.as_deref())?,
        None => find_by_window(game, data.as_deref())?,
    };
    if found.game != game.about().name {
        bail!(
            "`{}` is a profile of {}, not of {}",
            found.name,
            found.game,
            game.about().name
        );
    }
    if let Some(title) = &args.window {
        found.window.title = escape(title);
        found.window.class = None;
    }
    Ok(found)
}

fn find_by_window(game: &dyn Game, data: Option<&std::path::Path>) -> anyhow::Result<Profile> {
    let mut device = open_device()?;
    let name = game.about().name;
    let shelf = profile::shelf(data).into_iter();
    let mut of_game = shelf
        .filter_map(|shelf| shelf.profile.ok())
        .filter(|profile| profile.game == name);
    match of_game.find(|profile| device.find(&profile.window).is_ok()) {
        Some(profile) => Ok(profile),
        None => bail!(
            "no open window looks like a {name} that a profile knows\n\
             hint: name it with --profile; `patience profiles` lists them"
        ),
    }
}

/// A title taken as it is, not as a pattern.
fn escape(title: &str) -> String {
    let mut pattern = String::new();
    for letter in title.chars() {
        if !letter.is_alphanumeric() && letter.is_ascii() && letter != ' ' {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern
}

#[cfg(all(unix, not(feature = "desktop")))]
fn open_device() -> anyhow::Result<impl Eyes + Hands> {
    Ok(patience_screen::hands::x11::X11::open()?)
}

#[cfg(any(not(unix), feature = "desktop"))]
fn open_device() -> anyhow::Result<impl Eyes + Hands> {
    Ok(patience_screen::hands::desktop::Desktop::open()?)
}

/// The person at the terminal.
struct User<'g> {
    game: &'g dyn Game,
    confirm: Confirm,
    quiet: bool,
}

impl Asks for User<'_> {
    fn confirm(&mut self, text: String, reading: &Reading) -> Option<String> {
        let doubtful = reading.doubtful();
        let must_ask = match self.confirm {
            Confirm::Always => true,
            Confirm::Doubt | Confirm::Never => doubtful > 0,
        };
        if !must_ask {
            return Some(text);
        }
        if let Ok(table) = self.game.read(&text, &Default::default()) {
            let _ = paint::picture(&mut anstream::stderr().lock(), &table.picture(), 2);
        }
        for (pile, index, card) in reading.cards().filter(|(_, _, card)| card.doubtful) {
            anstream::eprintln!(
                "in doubt: {}, card {}: {:?}",
                pile.name,
                index + 1,
                card.face
            );
        }
        if self.confirm == Confirm::Never || !io::stdin().is_terminal() {
            return (doubtful == 0).then_some(text);
        }
        anstream::eprint!("Is this the table? [y/n] ");
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer).ok()?;
        answer.trim().eq_ignore_ascii_case("y").then_some(text)
    }

    fn choose(&mut self, lines: &[&Line]) -> usize {
        if self.quiet || !io::stdin().is_terminal() {
            return 0;
        }
        for (index, line) in lines.iter().enumerate() {
            let length = counted(line.length.into(), line.count.word());
            anstream::eprintln!("{}. {length}", index + 1);
        }
        anstream::eprint!("Which one? [1] ");
        let mut answer = String::new();
        let _ = io::stdin().lock().read_line(&mut answer);
        answer.trim().parse::<usize>().unwrap_or(1).max(1) - 1
    }

    fn tell(&mut self, what: &str) {
        if !self.quiet {
            anstream::eprintln!("{what}");
        }
    }
}

/// Reads the frames of a log again, and compares with what was decided then.
fn replay(folder: &std::path::Path, game: &dyn Game, sight: &ProfileSight) -> anyhow::Result<Exit> {
    let replayed = patience_screen::player::log::replay(folder, game, sight)?;
    let mut out = anstream::stdout().lock();
    let mut differences = 0;
    for step in &replayed {
        let mark = if step.is_same { ' ' } else { '!' };
        writeln!(
            out,
            "{mark} {:>8} ms  {:<6} {}",
            step.entry.time, step.entry.what, step.now
        )?;
        differences += u64::from(!step.is_same);
    }
    writeln!(
        out,
        "{}, {} decided otherwise now",
        counted(replayed.len() as u64, "decisions"),
        differences
    )?;
    Ok(if differences == 0 {
        Exit::Done
    } else {
        Exit::No
    })
}
