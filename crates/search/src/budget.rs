//! What a search may use, and how it hears that it must stop.
//!
//! A search counts each state that it expands. Every [`CHECK_EVERY`] states the
//! budget looks at the clock, the memory and the cancel flag; between these it
//! costs an addition and a comparison. Without a time limit the clock is never
//! read, so that searches also run where there is none (WebAssembly).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use patience_core::{IN_A_PAGE, Limits, Stop};

/// States between two looks at clock, memory and cancel flag.
const CHECK_EVERY: u64 = 1024;

/// A flag that stops searches from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks every search that holds this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has anybody asked?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many threads each search of a batch may use; clones share it. It grows when
/// there are fewer searches than threads.
#[derive(Clone, Debug)]
pub struct Threads(Arc<AtomicUsize>);

impl Threads {
    /// So many for now.
    pub fn new(threads: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(threads.max(1))))
    }

    /// So many from now on.
    pub fn set(&self, threads: usize) {
        self.0.store(threads.max(1), Ordering::Relaxed);
    }

    /// How many.
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// States expanded so far.
    pub states: u64,
    /// Bytes of the tables now.
    pub bytes: u64,
    /// Nothing shorter exists than this, as far as the search knows.
    pub lower_bound: Option<u32>,
}

/// Where a search may continue when its memory is full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disk {
    /// A folder. Every search makes its own inside it, and removes it when it
    /// has an answer; otherwise the next search for the same answer goes on from
    /// there.
    pub folder: PathBuf,
    /// The most bytes of files.
    pub most_bytes: u64,
}

type Report = dyn Fn(&Progress) + Send + Sync;

/// States, time and memory that a search may use.
///
/// ```
/// use patience_core::{Limits, Stop};
/// use patience_search::Budget;
/// let mut budget = Budget::new(Limits { states: Some(2), ..Limits::NONE });
/// assert_eq!(budget.count_state(), Ok(()));
/// assert_eq!(budget.count_state(), Ok(()));
/// assert_eq!(budget.count_state(), Err(Stop::States));
/// assert_eq!(budget.states(), 2);
/// ```
#[derive(Clone)]
pub struct Budget {
    limits: Limits,
    cancel: Cancel,
    report: Option<Arc<Report>>,
    started: Option<Instant>,
    states: u64,
    next_check: u64,
    bytes: u64,
    peak_bytes: u64,
    lower_bound: Option<u32>,
    threads: usize,
    shared_threads: Option<Threads>,
    disk: Option<Arc<Disk>>,
    /// What this budget shares with others; then it is a part of a budget.
    pool: Option<Arc<Pool>>,
}

/// What the threads of a search share.
#[derive(Debug)]
struct Pool {
    /// States that threads have asked for, and may have searched.
    claimed: AtomicU64,
    bytes: AtomicU64,
    peak_bytes: AtomicU64,
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.limits)
            .field("states", &self.states)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// A budget whose clock starts now.
    pub fn new(limits: Limits) -> Self {
        let mut budget = Self {
            limits,
            cancel: Cancel::default(),
            report: None,
            started: limits.time.map(|_| Instant::now()),
            states: 0,
            next_check: 0,
            bytes: 0,
            peak_bytes: 0,
            lower_bound: None,
            threads: 1,
            shared_threads: None,
            disk: None,
            pool: None,
        };
        budget.next_check = budget.following_check();
        budget
    }

    /// No limits at all.
    pub fn unlimited() -> Self {
        Self::new(Limits::NONE)
    }

    /// Stops when this flag is raised.
    #[must_use]
    pub fn with_cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Reports progress at every check (about a thousand states apart).
    #[must_use]
    pub fn with_progress(mut self, report: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.report = Some(Arc::new(report));
        self
    }

    /// Lets one search use so many threads. With one thread a search does
    /// exactly the same every time; with more, which of several equal answers
    /// it gives may depend on time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The same for a search among others: how many threads it may use can change
    /// while it runs. A search that can make use of more asks with
    /// [`Budget::update_threads`].
    #[must_use]
    pub fn with_shared_threads(mut self, threads: &Threads) -> Self {
        self.threads = threads.get();
        self.shared_threads = Some(threads.clone());
        self
    }

    /// The threads that this search may use now. They do not become fewer.
    ///
    /// ```
    /// use patience_search::{Budget, Threads};
    /// let threads = Threads::new(1);
    /// let mut budget = Budget::unlimited().with_shared_threads(&threads);
    /// threads.set(2);
    /// assert_eq!(budget.threads(), 1);
    /// assert_eq!(budget.update_threads(), 2);
    /// assert_eq!(budget.threads(), 2);
    /// ```
    #[inline(always)]
    pub fn update_threads(&mut self) -> usize {
        if IN_A_PAGE {
            return 1;
        }
        if let Some(shared) = &self.shared_threads {
            self.threads = self.threads.max(shared.get());
        }
        self.threads()
    }

    /// The threads that one search may use: one in a page, where the compiler then
    /// leaves out what several would do.
    #[inline(always)]
    pub const fn threads(&self) -> usize {
        if IN_A_PAGE { 1 } else { self.threads }
    }

    /// Lets a search that can do so continue on disk when its memory is full.
    #[must_use]
    pub fn with_disk(mut self, disk: Disk) -> Self {
        self.disk = Some(Arc::new(disk));
        self
    }

    /// Where the search may continue when its memory is full.
    pub fn disk(&self) -> Option<Arc<Disk>> {
        if IN_A_PAGE {
            return None;
        }
        self.disk.clone()
    }

    /// Runs the work of a search on so many threads, each with a part of this
    /// budget. The limits hold for all of them together. What they counted and
    /// what memory they still use is counted here afterwards.
    ///
    /// ```
    /// use patience_core::{Limits, Stop};
    /// use patience_search::Budget;
    /// let mut budget = Budget::new(Limits { states: Some(5_000), ..Limits::NONE });
    /// let stops = budget.share(3, |_, part| (0..).find_map(|_| part.count_state().err()));
    /// assert_eq!(stops, [Some(Stop::States); 3]);
    /// assert_eq!(budget.states(), 5_000);
    /// ```
    pub fn share<T: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(usize, &mut Self) -> T + Sync,
    ) -> Vec<T> {
        let pool = Arc::new(Pool {
            claimed: AtomicU64::new(self.states),
            bytes: AtomicU64::new(self.bytes),
            peak_bytes: AtomicU64::new(self.peak_bytes),
        });
        let part = Self {
            states: 0,
            next_check: 0,
            bytes: 0,
            threads: 1,
            shared_threads: None,
            pool: Some(pool.clone()),
            ..self.clone()
        };
        let run = |me| {
            let mut part = part.clone();
            let found = work(me, &mut part);
            (found, part.states)
        };
        let done: Vec<(T, u64)> = std::thread::scope(|scope| {
            let run = &run;
            // This thread is one of them.
            let threads = if IN_A_PAGE { 1 } else { threads };
            let others: Vec<_> = (1..threads)
                .map(|me| scope.spawn(move || run(me)))
                .collect();
            let first = run(0);
            let others = others.into_iter().map(|thread| match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            std::iter::once(first).chain(others).collect()
        });
        self.states += done.iter().map(|(_, states)| states).sum::<u64>();
        self.bytes = pool.bytes.load(Ordering::Relaxed);
        self.peak_bytes = pool.peak_bytes.load(Ordering::Relaxed);
        self.next_check = self.following_check();
        done.into_iter().map(|(found, _)| found).collect()
    }

    /// Counts one expanded state, or says why the search must stop.
    #[inline]
    pub fn count_state(&mut self) -> Result<(), Stop> {
        if self.states >= self.next_check {
            self.check()?;
        }
        self.states += 1;
        Ok(())
    }

    /// Counts many expanded states at once: those of a part of the search that
    /// is too short to be stopped, or that others did on its behalf.
    pub fn add_states(&mut self, states: u64) -> Result<(), Stop> {
        self.states += states;
        if self.states >= self.next_check {
            self.check()?;
        }
        Ok(())
    }

    /// Tells how much memory the search's tables take now. More than the limit
    /// is an error: a table that is about to grow asks first.
    pub fn use_bytes(&mut self, bytes: u64) -> Result<(), Stop> {
        if let Some(pool) = &self.pool {
            let most = self.limits.bytes.unwrap_or(u64::MAX);
            let before = self.bytes;
            let total = |used: u64| used.saturating_sub(before).saturating_add(bytes);
            let allowed = |used| Some(total(used)).filter(|&all| bytes <= before || all <= most);
            let used = pool
                .bytes
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, allowed)
                .map_err(|_| Stop::Memory)?;
            pool.peak_bytes.fetch_max(total(used), Ordering::Relaxed);
            self.bytes = bytes;
            return Ok(());
        }
        if self.limits.bytes.is_some_and(|most| bytes > most) {
            return Err(Stop::Memory);
        }
        self.bytes = bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        Ok(())
    }

    /// The same for a change: so many bytes more, or fewer.
    pub fn add_bytes(&mut self, change: i64) -> Result<(), Stop> {
        let Some(pool) = &self.pool else {
            return self.use_bytes(self.bytes.saturating_add_signed(change));
        };
        let most = self.limits.bytes.unwrap_or(u64::MAX);
        let total = |used: u64| used.saturating_add_signed(change);
        let allowed = |used| Some(total(used)).filter(|&all| change <= 0 || all <= most);
        let used = pool
            .bytes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, allowed)
            .map_err(|_| Stop::Memory)?;
        pool.peak_bytes.fetch_max(total(used), Ordering::Relaxed);
        Ok(())
    }

    /// Notes that nothing shorter exists, for the progress report.
    pub fn set_lower_bound(&mut self, bound: u32) {
        self.lower_bound = Some(bound);
    }

    /// The lower bound that was noted last.
    pub const fn lower_bound(&self) -> Option<u32> {
        self.lower_bound
    }

    /// Must the search stop, by time, memory or wish? For long stretches
    /// without [`Budget::count_state`].
    pub fn check(&mut self) -> Result<(), Stop> {
        if let Some(pool) = self.pool.clone() {
            return self.check_part(&pool);
        }
        if self.limits.states.is_some_and(|most| self.states >= most) {
            return Err(Stop::States);
        }
        self.check_outside()?;
        if let Some(report) = &self.report {
            report(&Progress {
                states: self.states,
                bytes: self.bytes,
                lower_bound: self.lower_bound,
            });
        }
        self.next_check = self.following_check();
        Ok(())
    }

    /// The check of a part of a budget: it claims the states up to the next
    /// one, so that all parts together stay within the limit.
    fn check_part(&mut self, pool: &Pool) -> Result<(), Stop> {
        self.check_outside()?;
        if self.states >= self.next_check {
            let most = self.limits.states.unwrap_or(u64::MAX);
            let more = |claimed: u64| most.saturating_sub(claimed).min(CHECK_EVERY);
            let claim = |claimed| Some(claimed + more(claimed)).filter(|&all| all > claimed);
            let before = pool
                .claimed
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim)
                .map_err(|_| Stop::States)?;
            self.next_check = self.states + more(before);
        }
        if let Some(report) = &self.report {
            report(&Progress {
                states: pool.claimed.load(Ordering::Relaxed),
                bytes: pool.bytes.load(Ordering::Relaxed),
                lower_bound: self.lower_bound,
            });
        }
        Ok(())
    }

    /// Clock and cancel flag.
    fn check_outside(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let (Some(most), Some(started)) = (self.limits.time, self.started)
            && started.elapsed() >= most
        {
            return Err(Stop::Time);
        }
        Ok(())
    }

    fn following_check(&self) -> u64 {
        let next = self.states + CHECK_EVERY;
        self.limits.states.map_or(next, |most| most.min(next))
    }

    /// Gives a search a part of this budget: at most this many states, and never
    /// more than is left. What it counts stays counted. Whether the part or
    /// the whole was too small, [`Budget::states_left`] tells.
    ///
    /// ```
    /// use patience_core::Stop;
    /// use patience_search::Budget;
    /// let mut budget = Budget::unlimited();
    /// let stop = budget.within(5, |part| (0..9).find_map(|_| part.count_state().err()));
    /// assert_eq!((stop, budget.states()), (Some(Stop::States), 5));
    /// assert_eq!(budget.count_state(), Ok(()));
    /// ```
    pub fn within<T>(&mut self, states: u64, search: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.limits.states;
        let part = self.states.saturating_add(states);
        self.limits.states = Some(whole.map_or(part, |most| most.min(part)));
        self.next_check = self.following_check();
        let found = search(self);
        self.limits.states = whole;
        self.next_check = self.following_check();
        found
    }

    /// States expanded so far.
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// States that may still be expanded, if that is limited.
    pub fn states_left(&self) -> Option<u64> {
        self.limits
            .states
            .map(|most| most.saturating_sub(self.states))
    }

    /// The most memory that was in use, in bytes.
    pub const fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn states_until_stop(mut budget: Budget) -> (u64, Stop) {
        loop {
            if let Err(stop) = budget.count_state() {
                return (budget.states(), stop);
            }
        }
    }

    #[test]
    fn the_limit_of_states_is_exact() {
        for most in [0, 1, 1023, 1024, 1025, 5000] {
            let limits = Limits {
                states: Some(most),
                ..Limits::NONE
            };
            assert_eq!(states_until_stop(Budget::new(limits)), (most, Stop::States));
        }
    }

    #[test]
    fn a_raised_flag_stops_the_search_soon() {
        let cancel = Cancel::default();
        let budget = Budget::unlimited().with_cancel(&cancel);
        cancel.cancel();
        assert_eq!(states_until_stop(budget), (CHECK_EVERY, Stop::Cancelled));
    }

    #[test]
    fn threads_share_states_and_memory() {
        for most in [0, 1, 1023, 1024, 5000] {
            let mut budget = Budget::new(Limits {
                states: Some(most),
                bytes: Some(100),
                ..Limits::NONE
            });
            budget.use_bytes(10).unwrap();
            let stops = budget.share(4, |_, part| {
                let taken = part.use_bytes(40).is_ok();
                (taken, (0..).find_map(|_| part.count_state().err()))
            });
            assert_eq!(stops.iter().filter(|(taken, _)| *taken).count(), 2);
            assert!(stops.iter().all(|(_, stop)| *stop == Some(Stop::States)));
            assert_eq!(budget.states(), most);
            assert_eq!(budget.peak_bytes(), 90);
        }
    }

    #[test]
    fn no_time_is_no_search() {
        let limits = Limits {
            time: Some(Duration::ZERO),
            ..Limits::NONE
        };
        assert_eq!(
            states_until_stop(Budget::new(limits)),
            (CHECK_EVERY, Stop::Time)
        );
    }

    #[test]
    fn memory_beyond_the_limit_is_refused_before_it_is_taken() {
        let mut budget = Budget::new(Limits {
            bytes: Some(100),
            ..Limits::NONE
        });
        assert_eq!(budget.use_bytes(100), Ok(()));
        assert_eq!(budget.use_bytes(101), Err(Stop::Memory));
        assert_eq!(budget.peak_bytes(), 100);
    }
}
