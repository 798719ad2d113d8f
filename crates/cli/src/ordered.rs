//! Work shared over threads, results in the order of the items.
//!
//! Workers take the next item under a lock (an item is a whole search, so the
//! lock is never contended), and put the result where the caller, who emits
//! them in order, waits for it. Workers run at most [`WINDOW`] items ahead of
//! the caller, so that one long search does not pile up results without end.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How far the workers may run ahead of the results emitted.
const WINDOW: usize = 1 << 14;

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

/// Maps the items on `threads` threads and emits the results in order. `emit`
/// may end it early with an error. `may_continue` is asked before each item.
pub fn map_in_order<I, R, E>(
    items: I,
    threads: usize,
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
    let take = || {
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
        let Some(item) = state.items.next() else {
            state.is_closed = true;
            changed.notify_all();
            return None;
        };
        state.taken += 1;
        state.results.push_back(None);
        Some((state.taken - 1, item))
    };
    let put = |index: usize, result: R| {
        let mut state = lock(&shared);
        let place = index - state.emitted;
        state.results[place] = Some(result);
        if place == 0 {
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _guard = BreakOnPanic(&shared, &changed);
                while let Some((index, item)) = take() {
                    put(index, work(item));
                }
            });
        }
        let mut state = lock(&shared);
        loop {
            if let Some(Some(result)) = state.results.pop_front_if(|front| front.is_some()) {
                state.emitted += 1;
                drop(state);
                changed.notify_all();
                let emitted = emit(result);
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
                std::thread::sleep(std::time::Duration::from_micros(item % 7 * 100));
                item * 2
            };
            let emit = |result| {
                seen.push(result);
                Ok::<(), ()>(())
            };
            map_in_order(0..300, threads, || true, slow_ones, emit).unwrap();
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
            map_in_order(0.., 2, || true, |item: u64| item, emit),
            Err("closed")
        );
    }

    #[test]
    fn no_items_are_no_results() {
        let emit = |_: u64| Err("called");
        assert_eq!(
            map_in_order(std::iter::empty(), 2, || true, |item| item, emit),
            Ok(())
        );
    }
}
