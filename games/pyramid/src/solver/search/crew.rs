//! The search by several threads.
//!
//! Every node belongs to one thread, by its shape and set, so that a thread has all
//! nodes that could dominate each other. It alone stores and expands them; what
//! another thread reaches is sent to it.
//!
//! The search goes in layers: everything of one priority. A layer is through when no
//! thread has any left. So the first answer is the shortest, whoever was quicker:
//! the verdict and the number of steps do not depend on the threads. Which of several
//! shortest solutions is found does, and a node may be expanded before one comes
//! in the same layer that dominates it.

use std::sync::{Mutex, PoisonError};

use patience_core::{Exhausted, Stop};
use patience_search::{Arrived, Budget, Post};

use super::{Expander, Found, Store, after, candidates_of, way};
use crate::solver::candidates::Candidates;
use crate::solver::node::{NONE, Node};
use crate::solver::state::Packed;

/// Letters that are sent at once.
const LETTERS: usize = 64;
/// States that a thread searches before it looks into its box.
const BATCH: u32 = 32;
/// States between two checks of the memory in use.
const MEASURE_EVERY: u32 = 256;

/// A node that belongs to another thread, and its priority.
type Letter = (Node, u32);

/// What belongs to one thread.
#[derive(Debug, Default)]
struct Part {
    store: Store,
    expander: Expander,
    /// States since the memory was measured.
    states: u32,
}

/// The thread to which a node belongs.
#[inline]
fn owner(node: &Node, threads: usize) -> usize {
    // The table of the thread uses the high bits of another product.
    let key = u64::from(node.shape) << 32 | u64::from(node.set);
    let mixed = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 40) as usize % threads
}

/// Looks for the fewest steps, as [`Search::alone`](super::Search).
pub(super) fn search<const ALL: bool>(
    candidates: &Candidates<'_, ALL>,
    start: Packed,
    threads: usize,
    budget: &mut Budget,
) -> Result<Found, Stop> {
    // What was used before is free again.
    budget.use_bytes(0)?;
    let mut parts: Vec<Mutex<Part>> = (0..threads).map(|_| Mutex::default()).collect();
    let root = part(&mut parts[0])
        .expander
        .root(candidates, start, budget)?;
    if let Some((node, priority)) = root {
        let store = &mut part(&mut parts[owner(&node, threads)]).store;
        let across_times = candidates.prunings().dominance;
        store.enter(node, priority, across_times, 0, budget)?;
    }
    budget.use_bytes(0)?;
    let post = Post::new(threads);
    let met = budget.share(threads, |me, budget| {
        let _guard = post.guard();
        let mut part = parts[me].lock().unwrap_or_else(PoisonError::into_inner);
        let mut thread = Thread {
            me,
            layer: 0,
            candidates,
            post: &post,
            out: vec![Vec::new(); threads],
            part: &mut part,
        };
        let met = thread.run(budget);
        if !matches!(met, Ok(None)) {
            post.end();
        }
        met
    });
    let mut parts: Vec<Part> = parts.into_iter().map(whole).collect();
    // A solution counts, even if a limit stopped another thread.
    let first = met
        .iter()
        .find_map(|met| met.as_ref().ok().copied().flatten());
    if let Some(last) = first {
        let node = |number: u32| {
            let number = number as usize;
            parts[number % threads].store.nodes[number / threads]
        };
        return Ok(Found::Solution(way(last, node)));
    }
    for met in met {
        met?;
    }
    // Nobody stopped: every box, every queue and every list is empty.
    let waiting: usize = parts.iter_mut().map(|part| part.store.queue.len()).sum();
    Exhausted::claim(waiting as u64, 0).map(Found::Nothing)
}

/// A part that no thread uses now.
fn part(part: &mut Mutex<Part>) -> &mut Part {
    part.get_mut().unwrap_or_else(PoisonError::into_inner)
}

fn whole(part: Mutex<Part>) -> Part {
    part.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A thread in a layer.
struct Thread<'a, const ALL: bool> {
    me: usize,
    layer: u32,
    candidates: &'a Candidates<'a, ALL>,
    post: &'a Post<Letter>,
    /// Letters for each thread that are not yet sent.
    out: Vec<Vec<Letter>>,
    part: &'a mut Part,
}

impl<const ALL: bool> Thread<'_, ALL> {
    /// Works until nobody has anything left. Gives the end of a solution, if this
    /// thread has met one.
    fn run(&mut self, budget: &mut Budget) -> Result<Option<u32>, Stop> {
        loop {
            let mut next = None;
            for _ in 0..BATCH {
                next = self.part.store.queue.first();
                if next.is_none_or(|next| next > self.layer) {
                    break;
                }
                if let Some(number) = self.next(budget)? {
                    return Ok(Some(number));
                }
            }
            if self.post.is_over() {
                return Ok(None);
            }
            let mut letters = self.post.collect(self.me);
            if letters.is_empty() && next.is_none_or(|next| next > self.layer) {
                for (to, letters) in self.out.iter_mut().enumerate() {
                    self.post.send(to, std::mem::take(letters));
                }
                match self.post.wait_in_layer(self.me, next) {
                    Arrived::Letters(arrived) => letters = arrived,
                    Arrived::Layer(layer) => self.layer = layer,
                    Arrived::Nothing => return Ok(None),
                }
            }
            for (node, priority) in letters {
                self.enter(node, priority, budget)?;
            }
        }
    }

    /// A node of this thread.
    #[inline]
    fn enter(&mut self, node: Node, priority: u32, budget: &mut Budget) -> Result<(), Stop> {
        let Part {
            store, expander, ..
        } = &mut *self.part;
        if store.nodes.len() as u32 >= (NONE - 1) / self.out.len() as u32 {
            return Err(Stop::Memory);
        }
        let across_times = self.candidates.prunings().dominance;
        let beside = expander.relaxed.bytes();
        store.enter(node, priority, across_times, beside, budget)
    }

    /// The next node or stopover of the queue. Gives the node if it is a solution.
    fn next(&mut self, budget: &mut Budget) -> Result<Option<u32>, Stop> {
        let candidates = self.candidates;
        let Some((_, waiting)) = self.part.store.queue.pop() else {
            return Ok(None);
        };
        // 1. A better node may have been found since.
        let node = self.part.store.nodes[waiting.node as usize];
        if node.is_dominated {
            return Ok(None);
        }
        // 2. All layers before this one are through, so that this is the shortest.
        let threads = self.out.len();
        let number = waiting.node * threads as u32 + self.me as u32;
        let worth = candidates.worth;
        if !waiting.is_walk && worth.is_met(node.shape, node.counted) {
            return Ok(Some(number));
        }
        if node.shape == 0 && worth.quest().ends {
            return Ok(None);
        }
        budget.count_state()?;
        self.part.states += 1;
        if self.part.states == MEASURE_EVERY {
            self.part.states = 0;
            budget.use_bytes(self.bytes())?;
        }
        // 3. Removals, and the walk through the stock.
        let mut found = std::mem::take(&mut self.part.expander.found);
        let walk = candidates_of(candidates, &node, &waiting, &mut found);
        for candidate in &found {
            let next = after(candidates, number, &node, candidate);
            let expander = &mut self.part.expander;
            let Some((next, priority)) = expander.complete(candidates, next, node.shape, budget)?
            else {
                continue;
            };
            let priority = priority.max(self.layer);
            let owner = owner(&next, threads);
            if owner == self.me {
                self.enter(next, priority, budget)?;
                continue;
            }
            self.out[owner].push((next, priority));
            if self.out[owner].len() >= LETTERS {
                let letters = Vec::with_capacity(LETTERS);
                let letters = std::mem::replace(&mut self.out[owner], letters);
                self.post.send(owner, letters);
            }
        }
        self.part.expander.found = found;
        if let Some((priority, walk)) = walk {
            self.part.store.queue.push(priority.max(self.layer), walk);
        }
        Ok(None)
    }

    fn bytes(&self) -> u64 {
        self.part.store.bytes() + self.part.expander.relaxed.bytes()
    }
}
