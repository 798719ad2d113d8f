//! `patience autoplay`: reads another program's table, solves it and plays it.

use std::fs::{self, File};
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use patience::{Campaign, Cancel, Challenge, Game, Line, Move, Outcome, data_folder, find_game};
use patience_screen::hands::Device;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::{
    Asks, Consent, DealEnd, Ended, Figures, Log, Manner, Player, Stopped, log,
};
use patience_screen::vision::Reading;
use patience_screen::{Landmarks, store};

use crate::args::{AutoplayArgs, Common, Confirm, ProfileArgs, Speed};
use crate::commands::challenge;
use crate::confirm::Asking;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Waiting;
use crate::window::profile_for_pictures;
use patience::words::{counted, grouped};

impl Speed {
    const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 1000,
            Self::Steady => 250,
            Self::Full => 0,
        })
    }
}

/// Runs the command.
pub fn run(args: &AutoplayArgs, common: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    if let Some(folder) = &args.replay {
        return replay(folder, game, args);
    }
    let data = data_folder();
    let mut found = args
        .window
        .find_game(&args.profile, game, data.as_deref())?;
    let profile = &found.profile;
    let deck = store::load(profile, data.as_deref())?;
    let _lock = only_one()?;
    let log = match &args.log {
        Some(folder) => start_log(folder, &profile.name)?,
        None => Log::none(),
    };
    found.report_choice(common.quiet);
    let mut manner = Manner::of(profile);
    manner.pace.pause = args.speed.pause();
    let landmarks = Landmarks::load(profile, data.as_deref())?;
    let mut reader = ProfileReader::new(profile.clone(), deck).with_landmarks(landmarks);
    if let Some(data) = &data {
        reader = reader.showing_where(data.join("looked.png"));
    }
    let cancel = interrupt::cancel_on_ctrl_c();
    let mut user = User {
        asking: Asking::new(game, &profile.settings, &args.confirm, common),
        waiting: Waiting::new(common),
        is_quiet: common.quiet,
        may_start_over: args.start_over,
    };
    let device = &mut *found.device;
    let mut player =
        Player::new(device, &reader, &manner, found.window, cancel.clone()).with_log(log);
    match args.challenge {
        Some(challenge) => {
            let campaign = Campaign::new(challenge, args.goal.so_far, game.about().cards)?;
            challenge::check_goal(game.about(), &campaign)?;
            play_challenge(&mut player, args, game, campaign, &mut user)
        }
        None => play_all(&mut player, args, common, game, &cancel, &mut user),
    }
}

/// Plays a challenge, and reports deal by deal.
fn play_challenge(
    player: &mut Player<'_, dyn Device>,
    args: &AutoplayArgs,
    game: &dyn Game,
    mut campaign: Campaign,
    user: &mut User<'_>,
) -> anyhow::Result<Exit> {
    let request = args.search.request(campaign.target());
    let limits = args.search.limits();
    let mut report = |campaign: &Campaign, end: DealEnd| {
        let number = campaign.deals().len();
        let what = match end {
            DealEnd::Played(brought) => campaign.amount(brought),
            DealEnd::Skipped => "cannot help; left".to_owned(),
            DealEnd::Unknown(stop) => format!("unknown ({stop}); left"),
        };
        let _ = writeln!(
            anstream::stdout(),
            "{number} of {}  {what}; {} so far",
            campaign.challenge().deals,
            grouped(campaign.so_far().into())
        );
    };
    let state = player.play_challenge(game, &mut campaign, &request, &limits, user, &mut report);
    user.waiting.finish();
    match state {
        Ok(state) => {
            challenge::write_end(&mut anstream::stdout(), &campaign)?;
            Ok(challenge::exit_of(state))
        }
        Err(stopped) => {
            let exit = report_stopped(&stopped, Some(player.figures()));
            if let Some(words) = words_to_go_on(&campaign) {
                anstream::eprintln!("To go on from there: {words}");
            }
            Ok(exit)
        }
    }
}

/// How to go on with a challenge after some of its deals; none if nothing has been
/// finished yet.
fn words_to_go_on(campaign: &Campaign) -> Option<String> {
    let rest = Challenge {
        deals: campaign.deals_left(),
        ..campaign.challenge()
    };
    let so_far = campaign.so_far();
    let has_deals = !campaign.deals().is_empty();
    has_deals.then(|| format!("--challenge \"{rest}\" --so-far {so_far}"))
}

/// A log in a folder that contains none yet.
fn start_log(folder: &Path, profile: &str) -> anyhow::Result<Log> {
    if folder.join(log::FILE).exists() {
        bail!(
            "{}: contains a log already; choose another folder",
            folder.display()
        );
    }
    let mut log = Log::in_folder(folder)?;
    log.note(log::START, None, None, profile);
    Ok(log)
}

/// Only one player can use the mouse: a lock that is released when it is dropped.
/// Where no file can be written, there is no lock.
pub fn only_one() -> anyhow::Result<Option<File>> {
    let Some(data) = data_folder() else {
        return Ok(None);
    };
    let display = std::env::var("DISPLAY").unwrap_or_default();
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '.';
    let display: String = display.chars().filter(is_plain).collect();
    let opened = fs::create_dir_all(&data)
        .and_then(|()| File::create(data.join(format!("autoplay{display}.lock"))));
    let Ok(lock) = opened else {
        return Ok(None);
    };
    match lock.try_lock() {
        Err(fs::TryLockError::WouldBlock) => {
            bail!("another `patience` is using the mouse; wait until it is done, or stop it")
        }
        _ => Ok(Some(lock)),
    }
}

/// Plays as many deals as were asked for.
fn play_all(
    player: &mut Player<'_, dyn Device>,
    args: &AutoplayArgs,
    common: &Common,
    game: &dyn Game,
    cancel: &Cancel,
    user: &mut User<'_>,
) -> anyhow::Result<Exit> {
    let request = args.search.request(args.goal.target()?);
    let limits = args.search.limits();
    let mut exit = Exit::Done;
    let mut tally = Tally::default();
    for deal in 1..=args.repeat {
        let before = player.figures();
        user.waiting.say("reading the table");
        let dealt = if deal > 1 { player.deal_next() } else { Ok(()) };
        let ended = dealt.and_then(|()| player.play(game, &request, &limits, args.dry_run, user));
        user.waiting.finish();
        let ended = match ended {
            Ok(ended) => ended,
            Err(_) if cancel.is_cancelled() => {
                return Ok(report_stopped(
                    &Stopped::Interrupted,
                    Some(player.figures()),
                ));
            }
            Err(stopped) => return Ok(report_stopped(&stopped, Some(player.figures()))),
        };
        let number = (args.repeat > 1).then_some(deal);
        exit = print_end(&ended, number, args.repeat)?;
        tally.add(&ended);
        if common.verbose {
            print_figures(before, player.figures());
        }
    }
    if args.repeat > 1 {
        tally.print()?;
        exit = Exit::Done;
    }
    Ok(exit)
}

/// How several deals ended.
#[derive(Default)]
struct Tally {
    won: u64,
    lost: u64,
    open: u64,
}

impl Tally {
    fn add(&mut self, ended: &Ended) {
        match ended {
            Ended::Won { .. } => self.won += 1,
            Ended::Lost => self.lost += 1,
            Ended::Unknown(_) | Ended::Planned(_) => self.open += 1,
        }
    }

    fn print(&self) -> io::Result<()> {
        let Self { won, lost, open } = self;
        let deals = counted(won + lost + open, "deals");
        writeln!(
            anstream::stdout(),
            "{deals}: {won} won, {lost} proved lost, {open} unknown"
        )
    }
}

/// Prints how a deal ended.
fn print_end(ended: &Ended, deal: Option<u32>, of: u32) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if let Some(deal) = deal {
        let width = of.to_string().len();
        write!(out, "{deal:width$} of {of}  ")?;
    }
    let exit = match ended {
        Ended::Won { line } => {
            let length = counted(line.length, line.count.word());
            match line.moves.len() == line.length as usize {
                true => writeln!(out, "Won in {length}.")?,
                false => writeln!(
                    out,
                    "Won in {length} ({moves} moves).",
                    moves = line.moves.len()
                )?,
            }
            Exit::Done
        }
        Ended::Lost => {
            writeln!(out, "Lost: it is proved that there is no solution.")?;
            Exit::No
        }
        Ended::Unknown(stop) => {
            writeln!(out, "Unknown: {stop}.")?;
            Exit::Unknown
        }
        Ended::Planned(answer) => match &answer.report.outcome {
            Outcome::Solved(line) => {
                let moves = counted(line.length, line.count.word());
                writeln!(out, "Solved in {moves}.\n\n{}", answer.text)?;
                let moves: Vec<_> = line.moves.iter().map(Move::as_str).collect();
                writeln!(out, "{}", moves.join(" "))?;
                Exit::Done
            }
            Outcome::Impossible(_) => {
                writeln!(out, "Impossible.\n\n{}", answer.text.trim_end())?;
                Exit::No
            }
            Outcome::Unknown(stop) => {
                writeln!(out, "Unknown: {stop}.\n\n{}", answer.text.trim_end())?;
                Exit::Unknown
            }
        },
    };
    out.flush()?;
    Ok(exit)
}

/// Why it stopped, and after how many moves, in one line.
pub fn report_stopped(stopped: &Stopped, figures: Option<Figures>) -> Exit {
    match figures {
        Some(figures) => {
            let moves = counted(figures.moves, "moves");
            anstream::eprintln!("{stopped} ({moves} made)");
        }
        None => anstream::eprintln!("{stopped}"),
    }
    match stopped {
        Stopped::Interrupted => Exit::Interrupted,
        _ if stopped.is_wanted() => Exit::Unknown,
        _ => Exit::Error,
    }
}

fn print_figures(before: Figures, now: Figures) {
    let each = |time: Duration, count: u32| time.as_secs_f64() * 1000.0 / f64::from(count.max(1));
    let moves = now.moves - before.moves;
    let readings = now.readings - before.readings;
    anstream::eprintln!(
        "{}, {} repeated, {}; {} of {:.0} ms; {:.0} ms per move beyond the animation",
        counted(moves, "moves"),
        now.again - before.again,
        counted(now.plans - before.plans, "new plans"),
        counted(readings, "readings"),
        each(now.reading - before.reading, readings),
        each(now.overhead - before.overhead, now.timed - before.timed),
    );
}

/// The person at the terminal.
struct User<'g> {
    asking: Asking<'g>,
    waiting: Waiting,
    is_quiet: bool,
    may_start_over: bool,
}

impl Asks for User<'_> {
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent {
        self.waiting.finish();
        // If the terminal fails, nobody can be asked.
        let consent = self.asking.confirm(readings);
        self.waiting.say("solving");
        consent.unwrap_or(Consent::NobodyToAsk)
    }

    fn start_over(&mut self) -> Consent {
        if self.may_start_over {
            return Consent::Yes;
        }
        if !self.asking.can_ask() {
            return Consent::NobodyToAsk;
        }
        self.waiting.finish();
        anstream::eprint!(
            "The game has begun, and some of its cards are seen only after starting it over. Your \
             moves are lost. Start over? [y/N] "
        );
        let mut answer = String::new();
        let _ = io::stdin().lock().read_line(&mut answer);
        match answer.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => Consent::Yes,
            _ => Consent::No,
        }
    }

    fn wants_choice(&self) -> bool {
        self.asking.when == Confirm::Always && self.asking.can_ask()
    }

    fn choose(&mut self, lines: &[&Line]) -> usize {
        if !self.wants_choice() {
            return 0;
        }
        self.waiting.finish();
        for (index, line) in lines.iter().enumerate() {
            anstream::eprintln!("{}. {}", index + 1, in_short(line));
        }
        anstream::eprint!("Which one? [1] ");
        let mut answer = String::new();
        let _ = io::stdin().lock().read_line(&mut answer);
        answer.trim().parse::<usize>().unwrap_or(1).max(1) - 1
    }

    fn report(&mut self, what: &str) {
        if !self.is_quiet {
            self.waiting.print(what);
        }
    }

    fn progress(&mut self, made: usize, of: usize) {
        let what = format!("move {} of {of}; Escape stops it", made + 1);
        self.waiting.say(what);
    }
}

/// A solution to choose, in a few words.
fn in_short(line: &Line) -> String {
    let mut words = counted(line.length, line.count.word());
    if let Some(score) = line.tally.score {
        let board = match line.tally.cleared {
            true => "the board cleared",
            false => "the board not cleared",
        };
        words += &format!(", {}, {board}", counted(score, "points"));
    }
    words
}

/// Repeats the decisions of a log, and reports what is now decided differently.
fn replay(folder: &Path, game: &dyn Game, args: &AutoplayArgs) -> anyhow::Result<Exit> {
    let data = data_folder();
    let named = ProfileArgs {
        profile: match &args.profile.profile {
            Some(name) => Some(name.clone()),
            None => log::profile_of(folder)?,
        },
        set: args.profile.set.clone(),
    };
    let profile = profile_for_pictures(&named, game, data.as_deref())?;
    let deck = store::load(&profile, data.as_deref())?;
    let manner = Manner::of(&profile);
    let reader = ProfileReader::new(profile, deck);
    let mut out = anstream::stdout().lock();
    let (mut decisions, mut differences) = (0u32, 0u32);
    for step in log::replay(folder, game, &reader, &manner)? {
        let step = step?;
        decisions += 1;
        let mark = if step.is_same { ' ' } else { '!' };
        let (time, what) = (step.entry.time, &step.entry.what);
        writeln!(out, "{mark} {time:>8} ms  {what:<6} {}", step.now)?;
        if !step.is_same {
            writeln!(out, "{:22}then: {}", "", step.entry.outcome)?;
            differences += 1;
        }
    }
    writeln!(
        out,
        "{}, {differences} decided differently now",
        counted(decisions, "decisions"),
    )?;
    out.flush()?;
    Ok(match differences {
        0 => Exit::Done,
        _ => Exit::No,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience::CardNames;

    #[test]
    fn a_challenge_that_was_stopped_says_how_to_go_on() {
        let challenge = "score=2400 in 3 deals".parse().expect("a challenge");
        let mut campaign = Campaign::new(challenge, 100, CardNames::USUAL).expect("a beginning");
        assert_eq!(words_to_go_on(&campaign), None);
        campaign.record(800);
        assert_eq!(
            words_to_go_on(&campaign).as_deref(),
            Some("--challenge \"score=2400 in 2 deals\" --so-far 900")
        );
    }
}
