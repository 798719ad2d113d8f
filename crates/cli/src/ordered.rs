//! Work shared over threads, results in the order of the items.
//!
//! Workers take items under a lock and put the results where the caller, who
//! emits them in order, waits for them. Quick items are taken many at a time:
//! with a lock and a wake-up for each, 32,000 FreeCell deals of 40 microseconds
//! took half a second longer. Slow ones are taken one by one, so that results
//! come soon and the work is shared evenly. Workers run at most about
//! [`WINDOW`] items ahead of the caller, so that one long search does not pile
//! up results without end.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use patience::Threads;

/// How far the workers may run ahead of the results emitted.
const WINDOW: usize = 1 << 14;

/// The most items taken at a time, and the time that they may take together.
const MOST_AT_ONCE: usize = 256;
const TIME_AT_ONCE: Duration = Duration::from_millis(4);

/// How many items to take next, from how long the last ones took.
fn next_size(size: usize, took: Duration) -> usize {
    if took < TIME_AT_ONCE / 2 {
        (2 * size).min(MOST_AT_ONCE)
    } else if took > TIME_AT_ONCE {
        (size / 2).max(1)
    } else {
        size
    }
}

struct Shared<I, R> {
    items: I,
    /// Results from the first one not emitted; none while it is worked on.
    results: VecDeque<Option<R>>,
    /// The index of the first result in `results`.
    emitted: usize,
    taken: usize,
    /// No more items are to be taken.
    is_closed: bool,
    /// A worker panicked: its result will never come.
    is_broken: bool,
}

/// Wakes the caller when a worker panics, so that it does not wait for ever.
struct BreakOnPanic<'a, I, R>(&'a Mutex<Shared<I, R>>, &'a Condvar);

impl<I, R> Drop for BreakOnPanic<'_, I, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = lock(self.0);
            state.is_broken = true;
            state.is_closed = true;
            self.1.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, T>(condition: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condition
        .wait(guard)
        .unwrap_or_else(PoisonError::into_inner)
}

/// Maps the items on so many threads and emits the results in order. `emit`
/// may end it early with an error. `may_continue` is asked before each item.
///
/// When there are no more items, `for_each` tells how many threads each item may use
/// that is still worked on.
pub fn map_in_order<I, R, E>(
    items: I,
    threads: usize,
    for_each: &Threads,
    may_continue: impl Fn() -> bool + Sync,
    work: impl Fn(I::Item) -> R + Sync,
    mut emit: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Iterator + Send,
    R: Send,
{
    let shared = Mutex::new(Shared {
        items,
        results: VecDeque::new(),
        emitted: 0,
        taken: 0,
        is_closed: false,
        is_broken: false,
    });
    let changed = Condvar::new();
    let working = AtomicUsize::new(threads);
    // The next items, up to `most`, and the index of the first.
    let take = |most: usize| {
        let mut state = lock(&shared);
        loop {
            if state.is_closed || !may_continue() {
                state.is_closed = true;
                changed.notify_all();
                return None;
            }
            if state.taken - state.emitted < WINDOW {
                break;
            }
            state = wait(&changed, state);
        }
        let batch: Vec<_> = state.items.by_ref().take(most).collect();
        if batch.is_empty() {
            state.is_closed = true;
            changed.notify_all();
            return None;
        }
        let first = state.taken;
        state.taken += batch.len();
        state.results.extend(batch.iter().map(|_| None));
        Some((first, batch))
    };
    let put = |first: usize, results: Vec<R>| {
        let mut state = lock(&shared);
        let place = first - state.emitted;
        for (slot, result) in state.results.range_mut(place..).zip(results) {
            *slot = Some(result);
        }
        if place == 0 {
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _guard = BreakOnPanic(&shared, &changed);
                let mut most = 1;
                while let Some((first, batch)) = take(most) {
                    let started = Instant::now();
                    put(first, batch.into_iter().map(&work).collect());
                    most = next_size(most, started.elapsed());
                }
                let others = working.fetch_sub(1, Ordering::Relaxed) - 1;
                for_each.set(threads / others.max(1));
            });
        }
        let mut state = lock(&shared);
        loop {
            let ready: Vec<R> = std::iter::from_fn(|| {
                state
                    .results
                    .pop_front_if(|front| front.is_some())
                    .flatten()
            })
            .collect();
            if !ready.is_empty() {
                state.emitted += ready.len();
                drop(state);
                changed.notify_all();
                let emitted = ready.into_iter().try_for_each(&mut emit);
                state = lock(&shared);
                if emitted.is_err() {
                    state.is_closed = true;
                    changed.notify_all();
                    return emitted;
                }
            } else if state.is_broken || (state.is_closed && state.results.is_empty()) {
                return Ok(());
            } else {
                state = wait(&changed, state);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let slow_ones = |item: u64| {
                std::thread::sleep(Duration::from_micros(item % 7 * 100));
                item * 2
            };
            let emit = |result| {
                seen.push(result);
                Ok::<(), ()>(())
            };
            map_in_order(0..300, threads, &Threads::new(1), || true, slow_ones, emit).unwrap();
            assert_eq!(seen, (0..300).map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_of_the_reader_ends_the_work() {
        let mut seen = 0;
        let emit = |_| {
            seen += 1;
            if seen == 10 { Err("closed") } else { Ok(()) }
        };
        assert_eq!(
            map_in_order(0.., 2, &Threads::new(1), || true, |item: u64| item, emit),
            Err("closed")
        );
    }

    #[test]
    fn the_last_item_may_use_all_threads() {
        let for_each = Threads::new(1);
        let last_sees = |item: u64| {
            // The others are through with the first three long before.
            let started = Instant::now();
            while item == 3 && for_each.get() < 4 && started.elapsed().as_secs() < 60 {
                std::thread::sleep(Duration::from_millis(1));
            }
            for_each.get()
        };
        let mut seen = Vec::new();
        let emit = |threads| {
            seen.push(threads);
            Ok::<(), ()>(())
        };
        map_in_order(0..4, 4, &for_each, || true, last_sees, emit).unwrap();
        assert_eq!(seen[3], 4);
    }

    #[test]
    fn no_items_are_no_results() {
        let emit = |_: u64| Err("called");
        assert_eq!(
            map_in_order(
                std::iter::empty(),
                2,
                &Threads::new(1),
                || true,
                |item| item,
                emit
            ),
            Ok(())
        );
    }
}
