//! The program in a real terminal: raw mode, events, signals, and everything
//! as it was when it ends, in whatever way.

use std::io::{self, IsTerminal as _};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use patience::{Date, Settings, Target, find_game};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event as TerminalEvent,
};
use ratatui::crossterm::execute;

use crate::app::{App, Effect, Event, Wanted, offered};
use crate::desk::Desk;
use crate::draw::draw;
use crate::store::Store;
use crate::theme::Theme;

/// What the command line asks for.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game; none for the menu.
    pub game: Option<String>,
    /// The deal; none for the unfinished game or a random deal.
    pub deal: Option<u64>,
    /// What to reach.
    pub target: Target,
    /// Settings of a family of games.
    pub settings: Settings,
    /// Colours may be used.
    pub has_colour: bool,
}

/// How the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The player has left.
    Left,
    /// Ctrl-C, or a signal.
    Interrupted,
}

/// Why the program could not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is nobody who could play.
    #[error("`play` needs a terminal: its input and output must not be a pipe or a file")]
    NoTerminal,
    /// The terminal cannot show a table.
    #[error(
        "`play` needs a terminal that can move its cursor, and this one (TERM={0}) cannot; \
         `patience solve` and `patience hint` work in every terminal"
    )]
    NoScreen(String),
    /// The game or the deal does not exist.
    #[error(transparent)]
    Patience(#[from] patience::Error),
    /// The game does not have this goal.
    #[error("{0}")]
    Goal(String),
    /// The terminal failed.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
}

/// How often the oracle is looked at, and a solution goes on.
const TICK: Duration = Duration::from_millis(50);

/// Plays until the player leaves.
pub fn run(options: &Options) -> Result<Ended, Error> {
    let wanted = wanted(options)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Error::NoTerminal);
    }
    check_terminal(std::env::var("TERM").ok())?;
    let store = Store::usual();
    let (shelf, notes) = store.read();
    let theme = Theme {
        has_colour: options.has_colour,
    };
    let mut app = App::new(shelf, notes, theme, seed());
    app.today = today();
    match (wanted, options.deal) {
        (Some(wanted), Some(number)) => app.start_deal(wanted, number),
        (Some(wanted), None) => app.start(wanted),
        (None, _) => {}
    }
    let asked_to_end = listen_for_signals();
    ratatui::crossterm::style::force_color_output(options.has_colour);
    let mut terminal = Screen::open()?;
    play(&mut terminal.0, &mut app, Desk::new(store), &asked_to_end)
}

/// A terminal that says of itself that it knows no codes gets none.
fn check_terminal(kind: Option<String>) -> Result<(), Error> {
    match kind {
        Some(kind) if kind == "dumb" => Err(Error::NoScreen(kind)),
        _ => Ok(()),
    }
}

/// The game that the command line names, if it does; checked before anything
/// happens to the terminal.
fn wanted(options: &Options) -> Result<Option<Wanted>, Error> {
    let Some(name) = &options.game else {
        return Ok(None);
    };
    let game = find_game(name)?;
    offered(game, options.target.goal).map_err(Error::Goal)?;
    game.deal(options.deal.unwrap_or(1), &options.settings)?;
    Ok(Some(Wanted {
        game,
        target: options.target,
        settings: options.settings.clone(),
    }))
}

/// The day in universal time: a daily deal is the same for everybody.
fn today() -> Date {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Date::from_unix_seconds(now.unwrap_or_default().as_secs() as i64)
}

fn seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32
}

/// A flag that the signals raise which ask a program to end.
fn listen_for_signals() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGHUP,
    ] {
        // Without a handler the signal ends the program at once.
        let _ = signal_hook::flag::register(signal, asked.clone());
    }
    asked
}

fn play(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    mut desk: Desk,
    asked_to_end: &AtomicBool,
) -> Result<Ended, Error> {
    let started = Instant::now();
    let input = listen();
    let size = terminal.size()?;
    let mut effects = app.take_effects();
    effects.extend(app.update(Event::Resize(size.width, size.height)));
    let mut is_changed = true;
    loop {
        if let Some(ended) = carry_out(app, &mut desk, effects) {
            return Ok(ended);
        }
        if is_changed {
            terminal.draw(|frame| draw(frame, app))?;
        }
        let (keys, is_closed) = waiting_events(&input);
        // What the oracle knows is about the table as it was before these keys: it
        // comes first, or a hint would be about the table before.
        let mut events = desk.poll();
        events.extend(keys);
        if is_closed || asked_to_end.load(Ordering::Relaxed) {
            events.push(Event::Terminate);
        }
        let is_watching = app.play().is_some_and(|play| play.watch.is_some());
        is_changed = is_watching || !events.is_empty();
        // A day may begin while one plays.
        app.today = today();
        effects = app.update(Event::Tick(started.elapsed()));
        for event in events {
            effects.extend(app.update(event));
        }
    }
}

/// Hears the terminal in a thread of its own. Reading from a terminal that has
/// gone away never returns: then the signal that tells of it must still find
/// somebody who keeps the game and ends the program.
fn listen() -> Receiver<Event> {
    let (sender, input) = channel();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if let Some(event) = translated(event)
                && sender.send(event).is_err()
            {
                return;
            }
        }
    });
    input
}

/// What has come in, after a short wait; and whether nothing will come any more.
fn waiting_events(input: &Receiver<Event>) -> (Vec<Event>, bool) {
    match input.recv_timeout(TICK) {
        Ok(first) => (
            std::iter::once(first).chain(input.try_iter()).collect(),
            false,
        ),
        Err(RecvTimeoutError::Timeout) => (Vec::new(), false),
        Err(RecvTimeoutError::Disconnected) => (Vec::new(), true),
    }
}

/// Does what the state asks for; says how the program ends, if it does.
fn carry_out(app: &mut App, desk: &mut Desk, effects: Vec<Effect>) -> Option<Ended> {
    let mut ended = None;
    for effect in effects {
        if let Effect::Quit { is_interrupted } = effect {
            ended = Some(if is_interrupted {
                Ended::Interrupted
            } else {
                Ended::Left
            });
        }
        if let Some(trouble) = desk.carry_out(effect) {
            app.update(trouble);
        }
    }
    ended
}

fn translated(event: TerminalEvent) -> Option<Event> {
    match event {
        TerminalEvent::Key(key) => Some(Event::Key(key)),
        TerminalEvent::Mouse(mouse) => Some(Event::Mouse(mouse)),
        TerminalEvent::Paste(text) => Some(Event::Paste(text)),
        TerminalEvent::Resize(width, height) => Some(Event::Resize(width, height)),
        TerminalEvent::FocusGained | TerminalEvent::FocusLost => None,
    }
}

/// The terminal while it is ours; dropping it gives it back.
struct Screen(DefaultTerminal);

impl Screen {
    fn open() -> io::Result<Self> {
        // Ratatui's hook restores the terminal before a panic is reported; the
        // mouse and pasting are ours.
        let terminal = ratatui::try_init()?;
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            release_extras();
            report(about);
        }));
        let screen = Self(terminal);
        execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The hook has done it already; leaving the screen twice would put the
        // cursor back over the report.
        if thread::panicking() {
            return;
        }
        release_extras();
        ratatui::restore();
    }
}

/// Nothing can be done if the terminal is gone.
fn release_extras() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture);
}

#[cfg(test)]
mod tests {
    use super::check_terminal;

    #[test]
    fn a_dumb_terminal_gets_a_message_and_no_codes() {
        let refused = check_terminal(Some("dumb".to_owned())).unwrap_err();
        assert!(refused.to_string().contains("TERM=dumb"), "{refused}");
        assert!(!refused.to_string().contains('\u{1b}'));
        assert!(check_terminal(Some("xterm-256color".to_owned())).is_ok());
        assert!(check_terminal(None).is_ok());
    }
}

#[cfg(test)]
mod needs_tmux {
    use std::process::{Command, Output};
    use std::time::{Duration, Instant};
    use std::{env, thread};

    use super::Screen;

    /// Set where this test runs once more, in a terminal of its own.
    const PANICS: &str = "PATIENCE_TEST_PANIC";

    #[test]
    #[ignore = "needs tmux"]
    fn a_panic_restores_the_terminal() {
        if env::var_os(PANICS).is_some() {
            let _screen = Screen::open().expect("a terminal");
            panic!("on purpose");
        }
        let server = format!("patience-panic-{}", std::process::id());
        let tmux = |arguments: &[&str]| -> Output {
            let mut command = Command::new("tmux");
            command.args(["-L", &server, "-f", "/dev/null"]);
            command.args(arguments).output().expect("tmux runs")
        };
        let program = env::current_exe().unwrap();
        let command = format!(
            "{PANICS}=1 '{}' --ignored --exact run::needs_tmux::a_panic_restores_the_terminal \
             --nocapture; echo all done; exec sleep 600",
            program.display()
        );
        let started = tmux(&["new-session", "-d", "-x", "200", "-y", "50", &command]);
        assert!(started.status.success(), "{started:?}");
        let text = |arguments: &[&str]| {
            let output = tmux(arguments);
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let started = Instant::now();
        let mut screen = String::new();
        while started.elapsed() < Duration::from_secs(60) && !screen.contains("all done") {
            thread::sleep(Duration::from_millis(50));
            screen = text(&["capture-pane", "-p"]);
        }
        let state = text(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag}"]);
        tmux(&["kill-server"]);
        // The report is readable, on the usual screen.
        assert!(screen.contains("on purpose"), "{screen}");
        assert_eq!(state.trim(), "0 0", "{screen}");
    }
}
