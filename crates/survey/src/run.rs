//! Computes what is missing of a survey, on several threads.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use patience::{Cancel, Game, Limits};

use crate::Error;
use crate::folder::{Folder, Journal};
use crate::intake::Intake;
use crate::plan::{Deals, Plan};
use crate::row::{Row, Verdict};
use crate::shard::{self, Footer};

/// Rows are kept in the journal after this time, and from then on each time it
/// has passed again: no more than that is lost when a machine dies.
const KEEP_AFTER: Duration = Duration::from_secs(2);

/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Which shards one of several commands computes: those whose numbers leave
/// `index` when divided by `of`. Neighbouring shards go to different parts, so
/// that no part gets only hard deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Which part, from 0.
    pub index: u64,
    /// How many parts.
    pub of: u64,
}

impl Part {
    /// The whole.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// The part has this shard.
    pub(crate) const fn has(self, shard: u64) -> bool {
        shard % self.of == self.index
    }
}

impl FromStr for Part {
    type Err = ParsePartError;

    fn from_str(text: &str) -> Result<Self, ParsePartError> {
        let read = || {
            let (index, of) = text.split_once('/')?;
            let part = Self {
                index: index.parse().ok()?,
                of: of.parse().ok()?,
            };
            (part.index < part.of).then_some(part)
        };
        read().ok_or(ParsePartError)
    }
}

/// The text is no part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a part: I/N with I from 0 to N-1, such as 0/4")]
pub struct ParsePartError;

/// How to compute a survey.
#[derive(Clone, Debug)]
pub struct Run {
    /// Threads.
    pub threads: usize,
    /// Which shards.
    pub part: Part,
    /// Stop when the interval of the share that can be won is this narrow, from
    /// one side to the other.
    pub until: Option<f64>,
    /// Stops everything, with nothing lost but the deals in work.
    pub cancel: Cancel,
}

impl Default for Run {
    /// Everything, on one thread.
    fn default() -> Self {
        Self {
            threads: 1,
            part: Part::ALL,
            until: None,
            cancel: Cancel::default(),
        }
    }
}

/// How far a survey is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Deals that are done, in finished shards and in those in work.
    pub done: u64,
    /// Deals to be done by this command, with those that were done before.
    pub all: u64,
    /// Deals in finished shards of the survey..
    pub counted: u64,
    /// .. of which so many can be won..
    pub solved: u64,
    /// .. and so many are unknown.
    pub unknown: u64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All shards of this part are there.
    Complete,
    /// The interval is narrow enough.
    Narrow,
    /// It was interrupted.
    Interrupted,
}

/// What the threads share.
struct Work<'s> {
    folder: &'s Folder,
    game: &'static dyn Game,
    cancel: &'s Cancel,
    /// Shards that nobody has taken.
    waiting: Mutex<VecDeque<u64>>,
    /// Deals done.
    done: AtomicU64,
    /// Somebody has had an error, or enough is known.
    is_over: AtomicBool,
}

impl Run {
    /// Computes what is missing.
    pub fn all(&self, folder: &Folder, mut report: impl FnMut(&Progress)) -> Result<Ended, Error> {
        let mut intake = Intake::begin(folder, self)?;
        let work = Work {
            folder,
            game: folder.plan().game()?,
            cancel: &self.cancel,
            waiting: Mutex::new(intake.missing().into()),
            done: AtomicU64::new(intake.progress().done),
            is_over: AtomicBool::new(intake.is_enough()),
        };
        let (sender, receiver) = channel();
        let mut ended = thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (work, sender) = (&work, sender.clone());
                scope.spawn(move || work.run(&sender));
            }
            drop(sender);
            let mut error = None;
            loop {
                match receiver.recv_timeout(REPORT_EVERY) {
                    Ok(Ok(footer)) => {
                        intake.add(&footer);
                        if intake.is_enough() {
                            work.is_over.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(Err(found)) => {
                        work.is_over.store(true, Ordering::Relaxed);
                        error.get_or_insert(found);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                report(&Progress {
                    done: work.done.load(Ordering::Relaxed),
                    ..intake.progress()
                });
            }
            error.map_or(Ok(Ended::Complete), Err)
        })?;
        if self.cancel.is_cancelled() {
            ended = Ended::Interrupted;
        } else if work.is_over.load(Ordering::Relaxed) {
            ended = Ended::Narrow;
        }
        report(&Progress {
            done: work.done.load(Ordering::Relaxed),
            ..intake.progress()
        });
        Ok(ended)
    }
}

impl Work<'_> {
    /// A thread's work: shards, until there are no more.
    fn run(&self, sender: &Sender<Result<Footer, Error>>) {
        while let Some(shard) = self.next() {
            match self.shard(shard) {
                Ok(Some(footer)) => {
                    let _ = sender.send(Ok(footer));
                }
                Ok(None) => {}
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        }
    }

    fn must_stop(&self) -> bool {
        self.cancel.is_cancelled() || self.is_over.load(Ordering::Relaxed)
    }

    fn next(&self) -> Option<u64> {
        if self.must_stop() {
            return None;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.pop_front()
    }

    /// Computes a shard; none if another command has done it, or it was
    /// interrupted.
    fn shard(&self, shard: u64) -> Result<Option<Footer>, Error> {
        let path = self.folder.shard_path(shard);
        loop {
            if let Some(journal) = self.folder.take(shard)? {
                return self.compute(shard, journal);
            }
            if path.exists() {
                let footer = shard::read_footer(&path)?;
                self.done
                    .fetch_add(footer.totals.deals(), Ordering::Relaxed);
                return Ok(Some(footer));
            }
            if self.must_stop() {
                return Ok(None);
            }
            // Another command works on it. Do something else meanwhile; if it
            // dies, the shard is free.
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if !waiting.is_empty() {
                waiting.push_back(shard);
                return Ok(None);
            }
            drop(waiting);
            thread::sleep(REPORT_EVERY);
        }
    }

    fn compute(&self, shard: u64, mut journal: Journal) -> Result<Option<Footer>, Error> {
        let plan = self.folder.plan();
        let deals = plan.deals_of(shard);
        let mut rows = journal.rows(&deals)?;
        self.done.fetch_add(rows.len() as u64, Ordering::Relaxed);
        let mut kept = rows.len();
        let mut last = Instant::now();
        for &deal in &deals[rows.len()..] {
            let row = match self.must_stop() {
                true => None,
                false => plan.solve(self.game, deal, self.cancel)?,
            };
            let Some(row) = row else {
                journal.keep(&rows[kept..])?;
                return Ok(None);
            };
            rows.push(row);
            self.done.fetch_add(1, Ordering::Relaxed);
            if last.elapsed() >= KEEP_AFTER {
                journal.keep(&rows[kept..])?;
                kept = rows.len();
                last = Instant::now();
            }
        }
        let footer = self.folder.put(shard, &rows)?;
        journal.remove();
        Ok(Some(footer))
    }
}

/// The survey of the deals that are still undecided, with these limits. It is
/// resumed if it has begun.
pub fn retry(folder: &Folder, limits: Limits) -> Result<Option<Folder>, Error> {
    let mut levels = vec![folder.clone()];
    levels.extend(folder.retries()?);
    let level = levels.len();
    let last = &levels[level - 1];
    let finished = last.finished()?;
    let all = last.plan().shard_count();
    if (finished.len() as u64) < all {
        if level > 1 && last.plan().limits == limits.into() {
            return Ok(Some(last.clone()));
        }
        return Err(Error::Unfinished {
            done: finished.len() as u64,
            all,
        });
    }
    let mut list = Vec::new();
    for shard in finished {
        let path = last.shard_path(shard);
        if shard::read_footer(&path)?.totals.undecided_deals() > 0 {
            let (rows, _) = shard::read(&path)?;
            let unknown = rows.iter().filter(|row| row.outcome == Verdict::Unknown);
            list.extend(unknown.map(|row: &Row| row.deal));
        }
    }
    if list.is_empty() {
        return Ok(None);
    }
    list.sort_unstable();
    let plan = Plan {
        limits: limits.into(),
        shard_size: (list.len() as u64 / 32).clamp(1, folder.plan().shard_size),
        deals: Deals::List { list },
        ..folder.plan().clone()
    };
    let path = folder.path().join(format!("retries/{level}"));
    Folder::begin(&path, plan).map(Some)
}
