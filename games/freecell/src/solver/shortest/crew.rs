//! The layers of the search, each searched by several threads.
//!
//! Within a layer the order does not matter: what a position costs is known from
//! its layer and its bound, whoever reaches it first. A layer is through when
//! every thread is without work. So the layers, and what is stored in each, are
//! the same for any number of threads; only in the last layer, which ends with
//! the first goal, threads may see more or fewer positions and find another
//! solution of the same length.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use patience_core::{Exhausted, Stop};
use patience_search::{Budget, Shelf};

use super::search::{Expander, Layer, Nodes, Phase, Position, Search};
use super::store::Store;
use crate::solver::packed::Board;
use crate::solver::packed::candidates::Play;
use crate::solver::shared::{Index, Number, Own, SharedStore};

/// The fewest parents that a thread takes at once.
const CHUNK: usize = 64;
/// Positions that a thread expands before it lets go of the index.
const BATCH: usize = 16;

/// The search of several threads.
pub(super) struct Crew {
    store: SharedStore<2>,
    workers: Vec<Mutex<Worker>>,
    layer: u32,
    /// The first node of each layer, from the root's layer on, by thread.
    first_of_layer: Vec<Vec<usize>>,
}

/// One thread.
struct Worker {
    expander: Expander,
    own: Own,
    /// Positions of the current layer that wait for phase 0.
    open: Vec<Number>,
}

/// Children of an older layer that belong to this one: nodes of one thread.
struct Job {
    thread: usize,
    first: usize,
    last: usize,
    phase: Phase,
    age: u32,
}

/// The store while a thread holds the index.
struct Access<'a> {
    store: &'a SharedStore<2>,
    index: &'a Index,
    own: &'a mut Own,
}

/// A key as the store has it.
const fn words(key: u128) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

/// .. and back.
const fn number_of([low, high]: [u64; 2]) -> u128 {
    (high as u128) << 64 | low as u128
}

impl Nodes for Access<'_> {
    #[inline]
    fn glance(&self, key: u128) -> u32 {
        self.index.glance(&words(key))
    }

    #[inline]
    fn holds(&self, key: u128) -> bool {
        self.store.holds(self.index, &words(key))
    }

    #[inline]
    fn add(
        &mut self,
        key: u128,
        parent: Number,
        cost: u8,
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop> {
        let node = (words(key), parent, u16::from(cost));
        self.store.add(self.index, self.own, node, budget)
    }
}

impl Crew {
    pub fn new(start: Board, play: Play, threads: usize) -> Self {
        let worker = || Worker {
            expander: Expander::new(start, play),
            own: Own::default(),
            open: Vec::new(),
        };
        Self {
            store: SharedStore::new(),
            workers: (0..threads).map(|_| Mutex::new(worker())).collect(),
            layer: 0,
            first_of_layer: Vec::new(),
        }
    }

    /// Goes on with a search that one thread began, between two layers. If there is no
    /// room for another store while that of the one thread is copied, the search is
    /// given back.
    pub fn take_over(
        search: Search,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<Self, Box<Search>> {
        let bytes = search.store().bytes();
        let mut crew = Self::new(search.expander().start(), search.expander().play(), threads);
        if crew.copy(search.store(), budget).is_err() {
            // That is less than before.
            let _ = budget.use_bytes(bytes);
            return Err(Box::new(search));
        }
        crew.layer = search.layer();
        // Everything so far belongs to the first thread.
        let first = |&first| {
            (0..threads)
                .map(|me| if me == 0 { first } else { 0 })
                .collect()
        };
        crew.first_of_layer = search.first_of_layer().iter().map(first).collect();
        drop(search);
        let _ = budget.add_bytes(-(bytes as i64));
        Ok(crew)
    }

    /// Copies the nodes of one thread, with the same numbers.
    fn copy(&mut self, store: &Store, budget: &mut Budget) -> Result<(), Stop> {
        budget.add_bytes(SharedStore::<2>::FIRST_BYTES as i64)?;
        let threads = self.workers.len();
        let own = &mut worker(&mut self.workers[0]).own;
        for first in (0..store.len()).step_by(BATCH) {
            let index = self.store.open(own, threads, BATCH, budget)?;
            for number in first..store.len().min(first + BATCH) {
                let number = number as Number;
                let key = words(store.key(number));
                let node = (key, store.parent(number), u16::from(store.cost(number)));
                let copied = self.store.add(&index, own, node, budget)?;
                debug_assert_eq!(copied, Some(number));
            }
        }
        Ok(())
    }

    /// Puts the root into its layer. Must be called first, once.
    pub fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        budget.add_bytes(SharedStore::<2>::FIRST_BYTES as i64)?;
        let threads = self.workers.len();
        let worker = worker(&mut self.workers[0]);
        let (key, layer) = worker.expander.root();
        self.layer = layer;
        let index = self.store.open(&mut worker.own, threads, BATCH, budget)?;
        let root = (words(key), 0, 0);
        let added = self.store.add(&index, &mut worker.own, root, budget)?;
        worker.open.extend(added);
        Ok(())
    }

    /// The layer that comes next: no solution costs less (home moves aside).
    pub const fn layer(&self) -> u32 {
        self.layer
    }

    /// Searches the next layer. Before that the first thread does something else
    /// (a beam), which may end the search: then there is no answer.
    pub fn advance(
        &mut self,
        before: impl Fn(&mut Budget) -> bool + Sync,
        budget: &mut Budget,
    ) -> Result<Option<Layer>, Stop> {
        let index = self.first_of_layer.len();
        if self.layer == 0 {
            return Ok(Some(Layer::Solved(self.path(0))));
        }
        // The root's own layer begins with the root, which is there already.
        let lens = |workers: &mut Vec<Mutex<Worker>>| -> Vec<usize> {
            workers.iter_mut().map(|it| worker(it).own.len()).collect()
        };
        let first = if index == 0 {
            vec![0; self.workers.len()]
        } else {
            lens(&mut self.workers)
        };
        self.first_of_layer.push(first);
        let jobs = self.jobs(index);
        let owns: Vec<Own> = self
            .workers
            .iter_mut()
            .map(|it| worker(it).own.clone())
            .collect();
        let task = Task {
            store: &self.store,
            jobs: &jobs,
            next_job: AtomicUsize::new(0),
            owns: &owns,
            shelf: Shelf::new(self.workers.len()),
            threads: self.workers.len(),
            layer: self.layer,
        };
        let workers = &self.workers;
        let done = budget.share(workers.len(), |me, budget| {
            let _guard = task.shelf.guard();
            if me == 0 && before(budget) {
                task.shelf.end();
                return Ok(Done::Ended);
            }
            let mut worker = workers[me].lock().unwrap_or_else(PoisonError::into_inner);
            let done = task.run(&mut worker, budget);
            if !matches!(done, Ok(Done::Nothing)) {
                task.shelf.end();
            }
            done
        });
        // A goal counts, even if a limit stopped another thread.
        let goal = done.iter().find_map(|done| match done {
            Ok(Done::Goal(number)) => Some(*number),
            _ => None,
        });
        if let Some(goal) = goal {
            return Ok(Some(Layer::Solved(self.path(goal))));
        }
        for done in done {
            if let Done::Ended = done? {
                return Ok(None);
            }
        }
        // Positions of this layer and the previous one have phases left. If there
        // are none, everything was seen.
        let since = &self.first_of_layer[index.saturating_sub(1)];
        let mut unfinished = 0;
        for (it, first) in self.workers.iter_mut().zip(since) {
            let worker = worker(it);
            unfinished += worker.own.len() - first + worker.open.len();
        }
        if let Ok(exhausted) = Exhausted::claim(unfinished as u64, 0) {
            return Ok(Some(Layer::Impossible(exhausted)));
        }
        self.layer += 1;
        Ok(Some(Layer::Through))
    }

    /// What older layers leave to do for this one. The last parents come first,
    /// because they are nearest to a goal. Jobs are large at first: parents that
    /// follow each other share what the bound remembers, and each thread has its
    /// own memory of that. The last ones are small, so that all threads end
    /// together.
    fn jobs(&self, index: usize) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (age, phase) in [(1, Phase::Same), (2, Phase::Away)] {
            let Some(parents) = index.checked_sub(age) else {
                continue;
            };
            let at = jobs.len();
            for thread in 0..self.workers.len() {
                let begin = self.first_of_layer[parents][thread];
                let mut last = self.first_of_layer[parents + 1][thread];
                while last > begin {
                    let left = last - begin;
                    let size = (left / (2 * self.workers.len())).max(CHUNK).min(left);
                    jobs.push(Job {
                        thread,
                        first: last - size,
                        last,
                        phase,
                        age: age as u32,
                    });
                    last -= size;
                }
            }
            jobs[at..].sort_by_key(|job| std::cmp::Reverse(job.last - job.first));
        }
        jobs
    }

    fn path(&mut self, goal: Number) -> Vec<crate::rules::Move> {
        let store = &self.store;
        let worker = worker(&mut self.workers[0]);
        let (key, parent) = (
            |number| number_of(store.key(number)),
            |number| store.parent(number),
        );
        worker.expander.path(goal, key, parent)
    }
}

/// A worker that no thread uses now.
fn worker(worker: &mut Mutex<Worker>) -> &mut Worker {
    worker.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// How a thread came to its end.
enum Done {
    /// Without work, as all others, or because another one ended it.
    Nothing,
    /// The end of a shortest solution.
    Goal(Number),
    /// What came before the layer ended the search.
    Ended,
}

/// A layer, as all threads see it.
struct Task<'a> {
    store: &'a SharedStore<2>,
    jobs: &'a [Job],
    next_job: AtomicUsize,
    /// The nodes of all threads before this layer.
    owns: &'a [Own],
    shelf: Shelf<Number>,
    threads: usize,
    layer: u32,
}

impl Task<'_> {
    fn run(&self, worker: &mut Worker, budget: &mut Budget) -> Result<Done, Stop> {
        let mut parents: Option<Job> = None;
        loop {
            // 1. A batch of positions: those of this layer first, so that a goal
            //    is found before the whole layer is searched.
            let index = self
                .store
                .open(&mut worker.own, self.threads, BATCH, budget)?;
            let mut is_idle = false;
            for _ in 0..BATCH {
                let (number, phase, age) = match worker.open.pop() {
                    Some(number) => (number, Phase::Closer, 0),
                    None => match self.next_parent(&mut parents) {
                        Some(parent) => parent,
                        None => {
                            is_idle = true;
                            break;
                        }
                    },
                };
                let position = Position {
                    number,
                    key: number_of(self.store.key(number)),
                    cost: self.store.note(number) as u8,
                    layer: self.layer - age,
                };
                let mut nodes = Access {
                    store: self.store,
                    index: &index,
                    own: &mut worker.own,
                };
                let expander = &mut worker.expander;
                let open = &mut worker.open;
                if let Some(goal) = expander.expand(position, phase, &mut nodes, open, budget)? {
                    return Ok(Done::Goal(goal));
                }
            }
            drop(index);
            if self.shelf.is_over() {
                return Ok(Done::Nothing);
            }
            // 2. Somebody has nothing to do: half of what waits here, the oldest
            //    positions, which lead to the most.
            if self.shelf.is_wanted() && worker.open.len() > 1 {
                let half = worker.open.len() / 2;
                self.shelf.give(worker.open.drain(..half));
            }
            // 3. Nothing to do here.
            if is_idle {
                match self.shelf.take() {
                    Some(open) => worker.open = open,
                    None => return Ok(Done::Nothing),
                }
            }
        }
    }

    /// The next parent, from the rest of a job or from a new one.
    fn next_parent(&self, parents: &mut Option<Job>) -> Option<(Number, Phase, u32)> {
        loop {
            if let Some(job) = parents
                && job.first < job.last
            {
                job.last -= 1;
                let number = self.owns[job.thread].number(job.last);
                return Some((number, job.phase, job.age));
            }
            let next = self.next_job.fetch_add(1, Ordering::Relaxed);
            let job = self.jobs.get(next)?;
            *parents = Some(Job { ..*job });
        }
    }
}
