//! What a search may use, and how it hears that it must stop.
//!
//! A search counts each state that it expands. Every [`CHECK_EVERY`] states the
//! budget looks at the clock, the memory and the cancel flag; between these it
//! costs an addition and a comparison. Without a time limit the clock is never
//! read, so that searches also run where there is none (WebAssembly).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use patience_core::{Limits, Stop};

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
        if self.limits.bytes.is_some_and(|most| bytes > most) {
            return Err(Stop::Memory);
        }
        self.bytes = bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
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
        if self.limits.states.is_some_and(|most| self.states >= most) {
            return Err(Stop::States);
        }
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let (Some(most), Some(started)) = (self.limits.time, self.started)
            && started.elapsed() >= most
        {
            return Err(Stop::Time);
        }
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
