//! A round of the image game by several threads.
//!
//! Every image belongs to one thread, on all levels. That thread alone stores and
//! expands it; what another thread reaches is sent to it. The threads tell each
//! other what they find in the loose game.
//!
//! The search goes in layers: everything of one priority. A layer is through when no
//! thread has any left. So the first goal is one with the fewest moves, whoever was
//! quicker, and when its layer is through, all images on shortest paths are known.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use patience_core::{IN_A_PAGE, Stop};
use patience_search::{Arrived, Budget, Post};

use super::{From, Levels, Part, Reached, START, Task, owner};
use crate::solver::aside::CardsAside;
use crate::solver::image::{Image, ImageKey};

/// Letters that are sent at once.
const LETTERS: usize = 64;
/// States that a thread searches before it looks into its box.
const BATCH: u32 = 32;

/// What one thread works with.
struct Worker<'a, K> {
    part: Part<K>,
    aside: Option<CardsAside<'a>>,
    goals: Vec<(usize, u32)>,
    /// Letters for each thread that are not yet sent.
    out: Vec<Vec<Reached<K>>>,
}

impl<'a, K: ImageKey> Levels<'a, K> {
    /// A round by several threads, up to the first goal; without a start, the rest of
    /// its layer.
    pub(super) fn together(
        &mut self,
        start: Option<&Image>,
        most: u32,
        mut aside: Option<&mut CardsAside<'a>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // A page has one thread and never comes here. This lets the compiler leave the
        // rest out there.
        if IN_A_PAGE {
            return Err(Stop::Incomplete);
        }
        let task = self.task(most);
        let threads = self.parts.len();
        budget.use_bytes(0)?;
        if let Some(aside) = &mut aside {
            aside.share(most);
        }
        let worker = |part| {
            Mutex::new(Worker {
                part,
                aside: aside.as_deref().cloned(),
                goals: Vec::new(),
                out: vec![Vec::new(); threads],
            })
        };
        let workers: Vec<Mutex<Worker<'a, K>>> = self.parts.drain(..).map(worker).collect();
        let post = Post::new(threads);
        if let Some(start) = start
            && let Some(first) = task.look(*start, START, None, budget)?
        {
            post.send(owner(first.key, threads), vec![first]);
        }
        let last = AtomicU32::new(self.last);
        let done = budget.share(threads, |me, budget| {
            let _guard = post.guard();
            let mut worker = workers[me].lock().unwrap_or_else(PoisonError::into_inner);
            let mut thread = Thread {
                me,
                layer: 0,
                task,
                post: &post,
                last: &last,
                worker: &mut worker,
            };
            let done = thread.run(start.is_some(), budget);
            post.end();
            done
        });
        // What was on its way is entered where it belongs: the layer may go on.
        let mut rest = post.into_rest();
        for worker in workers {
            let worker = worker.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.parts.push(worker.part);
            // What the thread that knows most has learned is kept.
            if let (Some(aside), Some(other)) = (&mut aside, worker.aside)
                && other.bytes() >= aside.bytes()
            {
                **aside = other;
            }
            self.goals.extend(worker.goals);
            for (to, letters) in worker.out.into_iter().enumerate() {
                rest[to].extend(letters);
            }
        }
        if let Some(aside) = &mut aside {
            aside.keep_to_itself();
        }
        for done in done {
            done?;
        }
        for (part, letters) in self.parts.iter_mut().zip(rest) {
            for letter in letters {
                part.enter(letter, || 0, budget)?;
            }
        }
        self.last = last.into_inner();
        let beside = aside.as_deref().map_or(0, CardsAside::bytes);
        budget.use_bytes(self.parts.iter().map(Part::bytes).sum::<u64>() + beside)
    }
}

/// A thread in a layer.
struct Thread<'a, 'b, K> {
    me: usize,
    layer: u32,
    task: Task<'a>,
    post: &'b Post<Reached<K>>,
    /// The layer in which a goal was met: it is the last.
    last: &'b AtomicU32,
    worker: &'b mut Worker<'a, K>,
}

impl<K: ImageKey> Thread<'_, '_, K> {
    /// Works until nobody has anything left, or a goal was met, or its layer is through.
    fn run(&mut self, until_goal: bool, budget: &mut Budget) -> Result<(), Stop> {
        loop {
            let mut next = None;
            for _ in 0..BATCH {
                next = self.worker.part.queue.first();
                if next.is_none_or(|next| next > self.layer) {
                    break;
                }
                if let Some(goal) = self.next(budget)? {
                    self.worker.goals.push(goal);
                    self.last.fetch_min(self.layer, Ordering::Relaxed);
                    if until_goal {
                        return Ok(());
                    }
                }
            }
            if self.post.is_over() {
                return Ok(());
            }
            let mut letters = self.post.collect(self.me);
            if letters.is_empty() && next.is_none_or(|next| next > self.layer) {
                for (to, letters) in self.worker.out.iter_mut().enumerate() {
                    self.post.send(to, std::mem::take(letters));
                }
                match self.post.wait_in_layer(self.me, next) {
                    Arrived::Letters(arrived) => letters = arrived,
                    // (The lock of the post has ordered this after the change.)
                    Arrived::Layer(layer) if layer > self.last.load(Ordering::Relaxed) => {
                        return Ok(());
                    }
                    Arrived::Layer(layer) => self.layer = layer,
                    Arrived::Nothing => return Ok(()),
                }
            }
            for letter in letters {
                self.enter(letter, budget)?;
            }
        }
    }

    #[inline]
    fn enter(&mut self, reached: Reached<K>, budget: &mut Budget) -> Result<(), Stop> {
        let Worker {
            part, aside, out, ..
        } = &mut *self.worker;
        let most = (u32::MAX - 1) / out.len() as u32;
        if part.levels[reached.from.level].nodes.len() as u32 >= most {
            return Err(Stop::Memory);
        }
        part.enter(
            reached,
            || aside.as_ref().map_or(0, CardsAside::bytes),
            budget,
        )
    }

    /// The next node of the queue. Gives its level and number if it is the goal.
    fn next(&mut self, budget: &mut Budget) -> Result<Option<(usize, u32)>, Stop> {
        let task = self.task;
        let Some((node, level, index)) = self.worker.part.next(self.layer) else {
            return Ok(None);
        };
        budget.count_state()?;
        let Some(pool) = node.image.pool(task.layout) else {
            return Ok(None);
        };
        let threads = self.worker.out.len();
        let number = index * threads as u32 + self.me as u32;
        if pool.misplaced == 0 {
            return Ok(Some((level, number)));
        }
        let from = From {
            level,
            moves: node.moves + 1,
            parent: number,
            by_cheat: false,
        };
        task.expand(&node, &pool, from, |image, from| {
            let reached = task.look(image, from, self.worker.aside.as_mut(), budget)?;
            let Some(reached) = reached else {
                return Ok(());
            };
            let owner = owner(reached.key, threads);
            if owner == self.me {
                return self.enter(reached, budget);
            }
            let out = &mut self.worker.out[owner];
            out.push(reached);
            if out.len() >= LETTERS {
                let letters = std::mem::replace(out, Vec::with_capacity(LETTERS));
                self.post.send(owner, letters);
            }
            Ok(())
        })?;
        Ok(None)
    }
}
