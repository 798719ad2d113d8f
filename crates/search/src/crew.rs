//! How the threads of one search work together.
//!
//! - [`Post`]: every thread owns a part of the states, and what belongs to
//!   another is sent there.
//! - [`Shelf`]: a thread without work takes over some of another's.
//!
//! Both know when all work is done: when every thread waits and nothing is on
//! its way. Items travel in batches, so one lock for all of them is enough.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Waits for the lock. A thread that panicked has ended the work already, so
/// what it left behind is not used.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, T>(signal: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    signal.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Looks into the box before a thread sleeps: some 20 microseconds.
const LOOKS: u32 = 1000;

/// Letters between the threads of a search.
///
/// ```
/// use patience_search::Post;
/// let post = Post::new(2);
/// // Each thread counts down and sends what is left to the other one.
/// let sums: Vec<u32> = std::thread::scope(|scope| {
///     let threads: Vec<_> = (0..2)
///         .map(|me| {
///             let post = &post;
///             scope.spawn(move || {
///                 let mut sum = 0;
///                 if me == 0 {
///                     post.send(1, vec![10]);
///                 }
///                 while let Some(letters) = post.wait(me) {
///                     for number in letters {
///                         sum += number;
///                         if number > 0 {
///                             post.send(1 - me, vec![number - 1]);
///                         }
///                     }
///                 }
///                 sum
///             })
///         })
///         .collect();
///     threads.into_iter().map(|thread| thread.join().unwrap()).collect()
/// });
/// assert_eq!(sums, [9 + 7 + 5 + 3 + 1, 10 + 8 + 6 + 4 + 2]);
/// ```
#[derive(Debug)]
pub struct Post<T> {
    state: Mutex<Boxes<T>>,
    arrived: Condvar,
    /// Something lies in this thread's box. Read without the lock.
    has_letters: Vec<AtomicBool>,
    is_over: AtomicBool,
}

#[derive(Debug)]
struct Boxes<T> {
    boxes: Vec<Vec<T>>,
    busy: usize,
    /// For each thread that waits: the layer that it has work for.
    next: Vec<Option<u32>>,
    /// The layer that began last, and how many have begun.
    layer: u32,
    layers: u64,
}

/// What a thread waited for, see [`Post::wait_in_layer`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrived<T> {
    /// Letters for it.
    Letters(Vec<T>),
    /// The layer is through, and this one begins.
    Layer(u32),
    /// Nobody has anything left, or somebody ended the work.
    Nothing,
}

impl<T> Post<T> {
    /// For so many threads, all of them at work.
    pub fn new(threads: usize) -> Self {
        Self {
            state: Mutex::new(Boxes {
                boxes: (0..threads).map(|_| Vec::new()).collect(),
                busy: threads,
                next: vec![None; threads],
                layer: 0,
                layers: 0,
            }),
            arrived: Condvar::new(),
            has_letters: (0..threads).map(|_| AtomicBool::new(false)).collect(),
            is_over: AtomicBool::new(false),
        }
    }

    /// Puts items into a thread's box.
    pub fn send(&self, to: usize, mut items: Vec<T>) {
        if items.is_empty() {
            return;
        }
        let mut state = lock(&self.state);
        if state.boxes[to].is_empty() {
            state.boxes[to] = items;
        } else {
            state.boxes[to].append(&mut items);
        }
        self.has_letters[to].store(true, Ordering::Release);
        drop(state);
        self.arrived.notify_all();
    }

    /// What lies in a thread's box now, without waiting.
    pub fn collect(&self, me: usize) -> Vec<T> {
        if !self.has_letters[me].load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut state = lock(&self.state);
        self.has_letters[me].store(false, Ordering::Release);
        std::mem::take(&mut state.boxes[me])
    }

    /// Waits for items. None when every thread waits and all boxes are empty, or
    /// when somebody ended the work.
    pub fn wait(&self, me: usize) -> Option<Vec<T>> {
        let mut state = lock(&self.state);
        state.busy -= 1;
        loop {
            if self.is_over.load(Ordering::Acquire) {
                return None;
            }
            if !state.boxes[me].is_empty() {
                state.busy += 1;
                self.has_letters[me].store(false, Ordering::Release);
                return Some(std::mem::take(&mut state.boxes[me]));
            }
            if state.busy == 0 && state.boxes.iter().all(Vec::is_empty) {
                drop(state);
                self.end();
                return None;
            }
            state = wait(&self.arrived, state);
        }
    }

    /// The same for a search in layers. `next` is the first layer for which the
    /// thread has work, if it has any. When every thread waits and all boxes are
    /// empty, the first of these layers begins for all of them.
    ///
    /// ```
    /// use patience_search::{Arrived, Post};
    /// let post = Post::<()>::new(2);
    /// let layers: Vec<Vec<u32>> = std::thread::scope(|scope| {
    ///     let threads = [vec![1, 4], vec![2, 4, 7]].map(|work| {
    ///         let post = &post;
    ///         scope.spawn(move || {
    ///             let me = usize::from(work.len() > 2);
    ///             let (mut done, mut layers) = (0, Vec::new());
    ///             while let Arrived::Layer(layer) = post.wait_in_layer(me, work.get(done).copied()) {
    ///                 layers.push(layer);
    ///                 done += usize::from(work.get(done) == Some(&layer));
    ///             }
    ///             layers
    ///         })
    ///     });
    ///     threads.map(|thread| thread.join().unwrap()).into()
    /// });
    /// assert_eq!(layers, [[1, 2, 4, 7]; 2]);
    /// ```
    pub fn wait_in_layer(&self, me: usize, next: Option<u32>) -> Arrived<T> {
        if self.look(me) {
            return Arrived::Letters(self.collect(me));
        }
        let mut state = lock(&self.state);
        state.busy -= 1;
        state.next[me] = next;
        let layers = state.layers;
        loop {
            if self.is_over.load(Ordering::Acquire) {
                return Arrived::Nothing;
            }
            if state.layers != layers {
                return Arrived::Layer(state.layer);
            }
            if !state.boxes[me].is_empty() {
                state.busy += 1;
                self.has_letters[me].store(false, Ordering::Release);
                return Arrived::Letters(std::mem::take(&mut state.boxes[me]));
            }
            if state.busy == 0 && state.boxes.iter().all(Vec::is_empty) {
                let Some(layer) = state.next.iter().flatten().min().copied() else {
                    drop(state);
                    self.end();
                    return Arrived::Nothing;
                };
                state.layer = layer;
                state.layers += 1;
                state.busy = state.boxes.len();
                drop(state);
                self.arrived.notify_all();
                return Arrived::Layer(layer);
            }
            state = wait(&self.arrived, state);
        }
    }

    /// What lies in the boxes when all threads have left, by thread.
    pub fn into_rest(self) -> Vec<Vec<T>> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).boxes
    }

    /// The layer that began last.
    pub fn layer(&self) -> u32 {
        lock(&self.state).layer
    }

    /// Waits a moment for letters. One is often on its way, and to sleep and to be
    /// woken takes longer than to look for it.
    fn look(&self, me: usize) -> bool {
        (0..LOOKS).any(|_| {
            std::hint::spin_loop();
            self.has_letters[me].load(Ordering::Acquire)
        })
    }

    /// Ends the work of all threads.
    pub fn end(&self) {
        // Under the lock, so that nobody misses it between looking and waiting.
        let state = lock(&self.state);
        self.is_over.store(true, Ordering::Release);
        drop(state);
        self.arrived.notify_all();
    }

    /// Has somebody ended the work?
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Ends the work if this thread panics, so that no other waits for it.
    pub fn guard(&self) -> impl Drop + '_ {
        Guard(|| self.end())
    }
}

/// Work that threads without any take over from the others.
#[derive(Debug)]
pub struct Shelf<T> {
    state: Mutex<Shelved<T>>,
    arrived: Condvar,
    waiting: AtomicUsize,
    is_over: AtomicBool,
}

#[derive(Debug)]
struct Shelved<T> {
    items: Vec<T>,
    busy: usize,
}

impl<T> Shelf<T> {
    /// For so many threads, all of them at work.
    pub const fn new(threads: usize) -> Self {
        Self {
            state: Mutex::new(Shelved {
                items: Vec::new(),
                busy: threads,
            }),
            arrived: Condvar::new(),
            waiting: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Does a thread wait for work? Costs next to nothing.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Leaves items for others.
    pub fn give(&self, items: impl IntoIterator<Item = T>) {
        let mut state = lock(&self.state);
        state.items.extend(items);
        drop(state);
        self.arrived.notify_all();
    }

    /// Takes items, about a fair part; waits if there are none. None when every
    /// thread waits, or when somebody ended the work.
    pub fn take(&self) -> Option<Vec<T>> {
        let mut state = lock(&self.state);
        state.busy -= 1;
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            if self.is_over.load(Ordering::Acquire) {
                break None;
            }
            if !state.items.is_empty() {
                state.busy += 1;
                let waiting = self.waiting.load(Ordering::Relaxed).max(1);
                let part = state.items.len().div_ceil(waiting);
                let rest = state.items.len() - part;
                break Some(state.items.split_off(rest));
            }
            if state.busy == 0 {
                self.is_over.store(true, Ordering::Release);
                break None;
            }
            state = wait(&self.arrived, state);
        };
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        drop(state);
        if found.is_none() {
            self.arrived.notify_all();
        }
        found
    }

    /// What nobody took, when all threads have left.
    pub fn into_rest(self) -> Vec<T> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).items
    }

    /// Ends the work of all threads.
    pub fn end(&self) {
        let state = lock(&self.state);
        self.is_over.store(true, Ordering::Release);
        drop(state);
        self.arrived.notify_all();
    }

    /// Has somebody ended the work?
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Ends the work if this thread panics, so that no other waits for it.
    pub fn guard(&self) -> impl Drop + '_ {
        Guard(|| self.end())
    }
}

struct Guard<F: FnMut()>(F);

impl<F: FnMut()> Drop for Guard<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// Every number n leads to n / 2 and n / 3: a tree of known size.
    fn tree(n: u64) -> u64 {
        if n == 0 {
            1
        } else {
            1 + tree(n / 2) + tree(n / 3)
        }
    }

    #[test]
    fn every_item_is_worked_on_once_by_any_number_of_threads() {
        let expected = tree(20_000);
        for threads in [1, 2, 3, 8] {
            for _ in 0..10 {
                let count = AtomicU64::new(0);
                let shelf = Shelf::new(threads);
                shelf.give([20_000]);
                std::thread::scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|| {
                            let _guard = shelf.guard();
                            while let Some(mut own) = shelf.take() {
                                while let Some(n) = own.pop() {
                                    count.fetch_add(1, Ordering::Relaxed);
                                    if n > 0 {
                                        own.extend([n / 2, n / 3]);
                                    }
                                    if shelf.is_wanted() && own.len() > 1 {
                                        let half = own.len() / 2;
                                        shelf.give(own.drain(..half));
                                    }
                                }
                            }
                        });
                    }
                });
                assert_eq!(count.into_inner(), expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn every_letter_arrives_and_the_end_is_noticed() {
        let expected = tree(20_000);
        for threads in [1, 2, 3, 8] {
            for _ in 0..10 {
                let count = AtomicU64::new(0);
                let post = Post::new(threads);
                post.send(0, vec![20_000u64]);
                std::thread::scope(|scope| {
                    for me in 0..threads {
                        let (post, count) = (&post, &count);
                        scope.spawn(move || {
                            let _guard = post.guard();
                            while let Some(letters) = post.wait(me) {
                                for n in letters {
                                    count.fetch_add(1, Ordering::Relaxed);
                                    if n > 0 {
                                        post.send(n as usize % threads, vec![n / 2, n / 3]);
                                    }
                                }
                            }
                        });
                    }
                });
                assert_eq!(count.into_inner(), expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn what_nobody_took_is_still_there() {
        let shelf = Shelf::new(1);
        shelf.give([1, 2, 3]);
        shelf.end();
        assert_eq!(shelf.take(), None);
        assert_eq!(shelf.into_rest(), [1, 2, 3]);
        let post = Post::new(2);
        post.send(1, vec![4, 5]);
        post.end();
        assert_eq!(post.wait(1), None);
        assert_eq!(post.into_rest(), [vec![], vec![4, 5]]);
    }

    #[test]
    fn the_end_wakes_those_who_wait() {
        let (post, shelf) = (Post::<u8>::new(2), Shelf::<u8>::new(2));
        std::thread::scope(|scope| {
            let letters = scope.spawn(|| post.wait(0));
            let items = scope.spawn(|| shelf.take());
            post.end();
            shelf.end();
            assert_eq!(letters.join().unwrap(), None);
            assert_eq!(items.join().unwrap(), None);
        });
        assert!(post.is_over() && shelf.is_over());
    }
}
