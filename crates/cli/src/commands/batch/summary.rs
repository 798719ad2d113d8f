//! What a batch comes to: counts, shares with intervals, means.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use patience::{About, Outcome, Request, Statistics};

use patience::words::grouped;

/// Counts over a batch.
#[derive(Debug)]
pub struct Summary {
    started: Instant,
    solved: u64,
    impossible: u64,
    unknown: u64,
    total_length: u64,
    longest: u32,
    states: u64,
    /// Time of all deals, and the part of it that the rules took to replay them.
    time: Duration,
    replay: Duration,
}

impl Summary {
    /// Nothing counted yet; the clock starts.
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            solved: 0,
            impossible: 0,
            unknown: 0,
            total_length: 0,
            longest: 0,
            states: 0,
            time: Duration::ZERO,
            replay: Duration::ZERO,
        }
    }

    /// Counts a result.
    pub fn add(&mut self, outcome: &Outcome<()>, length: Option<u32>, took: &Statistics) {
        match outcome {
            Outcome::Solved(()) => self.solved += 1,
            Outcome::Impossible(_) => self.impossible += 1,
            Outcome::Unknown(_) => self.unknown += 1,
        }
        let length = length.unwrap_or(0);
        self.total_length += u64::from(length);
        self.longest = self.longest.max(length);
        self.states += took.states;
        self.time += took.time;
        self.replay += took.replay;
    }

    /// How many results were counted.
    pub const fn deals(&self) -> u64 {
        self.solved + self.impossible + self.unknown
    }

    /// The summary as text, on demand with what the replay took.
    pub fn text(&self, about: &About, request: &Request, with_replay: bool) -> String {
        let deals = self.deals();
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{}, goal {}: {} deals",
            about.title,
            request.target.goal,
            grouped(deals)
        );
        for (word, count) in [
            ("solved", self.solved),
            ("impossible", self.impossible),
            ("unknown", self.unknown),
        ] {
            let _ = writeln!(
                text,
                "  {word:<11}{:>12}{}",
                grouped(count),
                share(count, deals)
            );
        }
        if self.solved > 0 {
            let count = request.count.unwrap_or(about.counts[0]);
            let mean = self.total_length as f64 / self.solved as f64;
            let _ = writeln!(
                text,
                "  {:<11}{mean:>12.2}  mean, {} at most",
                count.word(),
                self.longest
            );
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let _ = writeln!(text, "  {:<11}{:>12}", "states", grouped(self.states));
        let rate = (deals as f64 / seconds.max(1e-9)) as u64;
        let _ = writeln!(
            text,
            "  {:<11}{seconds:>12.2}  {} deals a second",
            "seconds",
            grouped(rate)
        );
        if with_replay {
            let replay = self.replay.as_secs_f64();
            let share = 100.0 * replay / self.time.as_secs_f64().max(1e-9);
            let _ = writeln!(
                text,
                "  {:<11}{replay:>12.2}  {share:.1}% of the time of the deals",
                "replay"
            );
        }
        text
    }
}

/// The share of a count with its 95% interval.
fn share(count: u64, deals: u64) -> String {
    if deals == 0 {
        return String::new();
    }
    let interval = patience::wilson_95(count, deals);
    format!(
        "  {:6.2}%  (95% interval {:.2} to {:.2})",
        100.0 * count as f64 / deals as f64,
        100.0 * interval.start(),
        100.0 * interval.end()
    )
}
