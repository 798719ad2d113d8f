//! The sheet in a real terminal. It is drawn on the error stream: standard
//! output may be a pipe into another command.

use std::io::{self, Stderr};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::{Editor, Judge, Sheet, Verdict, draw};
use crate::theme::Theme;

/// How often a signal is looked for.
const TICK: Duration = Duration::from_millis(100);

/// Shows a sheet until the user has decided; the sheet as it was corrected.
pub fn confirm(sheet: Sheet, judge: &dyn Judge, has_colour: bool) -> io::Result<(Sheet, Verdict)> {
    let mut editor = Editor::new(sheet, judge);
    ratatui::crossterm::style::force_color_output(has_colour);
    let mut screen = ErrorScreen::open()?;
    let verdict = loop {
        screen
            .0
            .draw(|frame| draw(frame, &editor, Theme { has_colour }))?;
        if signals::asked_to_end() {
            break Verdict::Interrupted;
        }
        // Not in a thread of its own: it would go on taking keys afterwards.
        if event::poll(TICK)?
            && let Event::Key(key) = event::read()?
            && let Some(verdict) = editor.key(key)
        {
            break verdict;
        }
    };
    Ok((editor.sheet, verdict))
}

/// The error stream's terminal while it is ours; dropping it gives it back.
struct ErrorScreen(Terminal<CrosstermBackend<Stderr>>);

impl ErrorScreen {
    fn open() -> io::Result<Self> {
        signals::hold();
        enable_raw_mode()?;
        execute!(io::stderr(), EnterAlternateScreen)?;
        Ok(Self(Terminal::new(CrosstermBackend::new(io::stderr()))?))
    }
}

impl Drop for ErrorScreen {
    fn drop(&mut self) {
        // Nothing can be done if the terminal is gone.
        let _ = self.0.show_cursor();
        let _ = execute!(io::stderr(), LeaveAlternateScreen);
        let _ = disable_raw_mode();
        signals::release();
    }
}

/// Signals that end a program must not end it before the terminal is given
/// back. Ctrl-C is a key here.
#[cfg(unix)]
mod signals {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::flag;

    #[derive(Default)]
    struct Flags {
        asked: Arc<AtomicBool>,
        /// The signals do what they always do.
        is_usual: Arc<AtomicBool>,
    }

    /// Handlers stay for ever, so they are registered once.
    static FLAGS: OnceLock<Flags> = OnceLock::new();

    fn flags() -> &'static Flags {
        FLAGS.get_or_init(|| {
            let flags = Flags::default();
            for signal in [SIGTERM, SIGHUP] {
                // Without a handler the signal ends the program at once.
                let _ = flag::register(signal, flags.asked.clone());
                let _ = flag::register_conditional_default(signal, flags.is_usual.clone());
            }
            flags
        })
    }

    pub(super) fn hold() {
        let flags = flags();
        flags.is_usual.store(false, Ordering::Relaxed);
        flags.asked.store(false, Ordering::Relaxed);
    }

    pub(super) fn release() {
        flags().is_usual.store(true, Ordering::Relaxed);
    }

    pub(super) fn asked_to_end() -> bool {
        flags().asked.load(Ordering::Relaxed)
    }
}

/// Elsewhere a program that is ended is ended at once.
#[cfg(not(unix))]
mod signals {
    pub(super) const fn hold() {}

    pub(super) const fn release() {}

    pub(super) const fn asked_to_end() -> bool {
        false
    }
}
