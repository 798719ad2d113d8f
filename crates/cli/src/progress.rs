//! Progress on a terminal, for anything that takes over a second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use patience::Budget;

use crate::args::Common;
use patience::words::{counted, grouped};

/// Quick searches show nothing.
const SHOW_AFTER: Duration = Duration::from_secs(1);
const REDRAW_EVERY: Duration = Duration::from_millis(200);

/// A spinner for one search; it shows itself after a second, on a terminal
/// only.
#[derive(Debug)]
pub struct Spinner(ProgressBar);

impl Spinner {
    /// A budget that tells its progress to a spinner.
    pub fn watch(budget: Budget, common: &Common) -> (Budget, Self) {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if common.quiet {
            return (budget, Self(bar));
        }
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let shown = bar.clone();
        let started = Instant::now();
        let next_draw = AtomicU64::new(SHOW_AFTER.as_millis() as u64);
        let budget = budget.with_progress(move |progress| {
            let now = started.elapsed().as_millis() as u64;
            if now < next_draw.load(Ordering::Relaxed) {
                return;
            }
            if shown.is_hidden() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
            }
            next_draw.store(now + REDRAW_EVERY.as_millis() as u64, Ordering::Relaxed);
            let bound = progress
                .lower_bound
                .map_or_else(String::new, |bound| format!(", at least {bound}"));
            let memory = progress.bytes / (1 << 20);
            shown.set_message(format!(
                "{}, {} MiB{bound}",
                counted(progress.states, "states"),
                grouped(memory)
            ));
            shown.tick();
        });
        (budget, Self(bar))
    }

    /// Takes the spinner away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// What is being done at the moment, for work that is not counted in states; on
/// a terminal only.
#[derive(Debug)]
pub struct Waiting(ProgressBar);

impl Waiting {
    /// Nothing is shown yet.
    pub fn new(common: &Common) -> Self {
        let target = match common.quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Says what is being done from now on.
    pub fn say(&self, what: impl Into<String>) {
        if self.0.is_finished() {
            self.0.reset();
        }
        self.0.set_message(what.into());
        self.0.enable_steady_tick(REDRAW_EVERY);
    }

    /// Prints a line above it.
    pub fn print(&self, line: &str) {
        self.0.suspend(|| anstream::eprintln!("{line}"));
    }

    /// Takes it away, until the next word.
    pub fn finish(&self) {
        self.0.disable_steady_tick();
        self.0.finish_and_clear();
    }
}

/// A bar for a survey, on a terminal only; the message is the rest of its line.
pub fn survey_bar(common: &Common) -> ProgressBar {
    let bar = deals_bar(Some(0), common);
    let template = "{bar:20} {human_pos}/{human_len} deals, {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A bar for a batch of deals, on a terminal only.
pub fn deals_bar(total: Option<u64>, common: &Common) -> ProgressBar {
    let target = if common.quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let bar = ProgressBar::with_draw_target(total, target);
    let template = match total {
        Some(_) => "{bar:30} {human_pos}/{human_len} deals, {elapsed}, {eta} left",
        None => "{spinner} {human_pos} deals, {elapsed}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
