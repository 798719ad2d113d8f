//! The fewest moves, or the most points, by several threads.
//!
//! Every position belongs to one thread, by its key. That thread alone stores
//! and expands it, so nothing is locked; a position that another thread reaches
//! is sent to it.
//!
//! The search goes in layers: all positions whose moves so far and bound make the
//! same sum. A layer is through when no thread has any left. So when a win comes
//! out, no shorter one exists, whoever was quicker: the length and the proof do
//! not depend on the threads. Which of several shortest wins is found does.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use patience_core::{Exhausted, IN_A_PAGE, Stop};
use patience_search::{Arrived, Budget, Post};

use super::{Best, Node, Store, code, decode};
use crate::solver::exact::{Aim, Exact, Key, Terms};
use crate::solver::expand::Step;

/// Letters that are sent at once.
const LETTERS: usize = 128;
/// Positions that a thread expands before it looks into its box.
const BATCH: u32 = 32;
const NO_PARENT: u32 = super::NO_PARENT;

/// A position that belongs to another thread.
#[derive(Clone, Copy, Debug)]
struct Letter {
    node: Node,
    priority: u32,
}

/// The positions of one thread.
#[derive(Debug, Default)]
struct Part {
    store: Store,
    /// Something was left out because it is too long.
    is_cut: bool,
    /// When points are the aim: the least loss so far, and where.
    least: Option<(u32, u32)>,
}

/// What was found, and the best game for points, in case that the search was
/// stopped.
pub type Together = (Result<Best, Stop>, Option<(Vec<Step>, u32)>);

/// The thread to which a position belongs.
#[inline]
fn owner(key: Key, threads: usize) -> usize {
    // The index of a store uses other bits of the product.
    let mixed = (key[0].rotate_left(29) ^ key[1]).wrapping_mul(super::GOLDEN);
    (mixed >> 40) as usize % threads
}

/// Looks for a win in fewer than `limit` moves, as [`Shortest::run`] with equal
/// weights and everywhere.
///
/// [`Shortest::run`]: super::Shortest::run
pub fn run_together(
    terms: &Terms,
    start: &Exact,
    limit: u32,
    threads: usize,
    budget: &mut Budget,
) -> Together {
    // A page has one thread and never comes here. This lets the compiler leave the
    // rest out there.
    if IN_A_PAGE {
        return (Err(Stop::Incomplete), None);
    }
    let mut crew = Crew {
        terms,
        limit,
        parts: (0..threads).map(|_| Mutex::default()).collect(),
    };
    let found = crew.run(start, budget);
    let least = crew
        .least()
        .map(|(loss, number)| (crew.steps(number), loss));
    (found, least)
}

struct Crew<'a> {
    terms: &'a Terms,
    limit: u32,
    parts: Vec<Mutex<Part>>,
}

impl Crew<'_> {
    fn run(&mut self, start: &Exact, budget: &mut Budget) -> Result<Best, Stop> {
        let threads = self.parts.len();
        // What searches before this one used is free again.
        budget.use_bytes(0)?;
        for it in &mut self.parts {
            part(it).store.clear();
        }
        let key = self.terms.key(start);
        let first = Node {
            key,
            parent: NO_PARENT,
            step: 0,
            moves: 0,
        };
        let bound = self.terms.lower_bound(start);
        let store = &mut part(&mut self.parts[owner(key, threads)]).store;
        store.add(first, bound, budget)?;
        budget.use_bytes(0)?;
        let post = Post::new(threads);
        let least = AtomicU32::new(u32::MAX);
        let (terms, limit, parts) = (self.terms, self.limit, &self.parts);
        let goals = budget.share(threads, |me, budget| {
            let _guard = post.guard();
            let mut part = parts[me].lock().unwrap_or_else(PoisonError::into_inner);
            let mut thread = Thread {
                me,
                layer: 0,
                limit,
                terms,
                post: &post,
                least: &least,
                out: vec![Vec::new(); threads],
                part: &mut part,
            };
            let goal = thread.run(budget);
            if !matches!(goal, Ok(None)) {
                post.end();
            }
            goal
        });
        let is_for_points = self.terms.aim == Aim::Points;
        if !is_for_points {
            budget.set_lower_bound(post.layer());
        }
        // A win counts, even if a limit stopped another thread.
        let goal = goals
            .iter()
            .find_map(|goal| goal.as_ref().ok().copied().flatten());
        match goal {
            Some(goal) if !is_for_points => {
                let moves = self.node(goal).moves;
                return Ok(Best::Win(self.steps(goal), u32::from(moves)));
            }
            Some(_) => {}
            None => {
                for goal in goals {
                    goal?;
                }
            }
        }
        if let Some((loss, number)) = self.least() {
            return Ok(Best::Win(self.steps(number), loss));
        }
        if is_for_points || self.parts.iter_mut().any(|it| part(it).is_cut) {
            return Ok(Best::NothingShorter);
        }
        let waiting = self.parts.iter_mut().map(|it| part(it).store.queue.len());
        Exhausted::claim(waiting.sum::<usize>() as u64, 0).map(Best::Nothing)
    }

    /// The least loss, and where.
    fn least(&mut self) -> Option<(u32, u32)> {
        self.parts.iter_mut().filter_map(|it| part(it).least).min()
    }

    fn node(&mut self, number: u32) -> Node {
        let threads = self.parts.len() as u32;
        let part = part(&mut self.parts[(number % threads) as usize]);
        part.store.nodes[(number / threads) as usize]
    }

    fn steps(&mut self, last: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut node = self.node(last);
        while node.parent != NO_PARENT {
            steps.push(decode(node.step));
            node = self.node(node.parent);
        }
        steps.reverse();
        steps
    }
}

/// A part that no thread uses now.
fn part(part: &mut Mutex<Part>) -> &mut Part {
    part.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// A thread in a layer.
struct Thread<'a> {
    me: usize,
    layer: u32,
    limit: u32,
    terms: &'a Terms,
    post: &'a Post<Letter>,
    /// When points are the aim: the least loss of all threads.
    least: &'a AtomicU32,
    /// Letters for each thread that are not yet sent.
    out: Vec<Vec<Letter>>,
    part: &'a mut Part,
}

impl Thread<'_> {
    /// Works until nobody has anything left. Gives a goal, if this thread has met
    /// the end of the search.
    fn run(&mut self, budget: &mut Budget) -> Result<Option<u32>, Stop> {
        loop {
            let mut next = None;
            for _ in 0..BATCH {
                let queue = &mut self.part.store.queue;
                next = queue.first();
                if next.is_none_or(|next| next > self.layer) {
                    break;
                }
                let Some((priority, number)) = queue.pop() else {
                    break;
                };
                if let Some(goal) = self.expand(priority, number, budget)? {
                    return Ok(Some(goal));
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
                    Arrived::Layer(layer) => {
                        self.layer = layer;
                        // Nothing that waits can lose less than it has lost already.
                        if layer >= self.least.load(Ordering::Relaxed) {
                            self.post.end();
                            return Ok(None);
                        }
                        if self.terms.aim != Aim::Points {
                            budget.set_lower_bound(layer);
                        }
                    }
                    Arrived::Nothing => return Ok(None),
                }
            }
            for letter in letters {
                self.enter(letter, budget)?;
            }
        }
    }

    /// A position of this thread waits for its turn.
    #[inline]
    fn enter(&mut self, letter: Letter, budget: &mut Budget) -> Result<(), Stop> {
        let threads = self.out.len() as u32;
        if self.part.store.nodes.len() as u32 >= (u32::MAX - 1) / threads {
            return Err(Stop::Memory);
        }
        self.part.store.add(letter.node, letter.priority, budget)
    }

    /// Every step from a position. Gives its number if it is a goal.
    fn expand(
        &mut self,
        priority: u32,
        number: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stop> {
        let threads = self.out.len();
        let terms = self.terms;
        let node = self.part.store.nodes[number as usize];
        let exact = terms.position(node.key);
        let moves = u32::from(node.moves);
        // 1. A cheaper way may have been found since.
        if priority != moves + terms.lower_bound(&exact) {
            return Ok(None);
        }
        let number = number * threads as u32 + self.me as u32;
        // 2. A game for points may end anywhere.
        if terms.aim == Aim::Points {
            let least = self.part.least.map_or(self.limit, |(loss, _)| loss);
            let loss = moves + terms.loss(&exact);
            if loss < least {
                self.part.least = Some((loss, number));
                self.least.fetch_min(loss, Ordering::Relaxed);
                if loss <= terms.enough {
                    return Ok(Some(number));
                }
            }
        }
        // 3. All layers before this one are through, so that this is the shortest.
        if terms.is_reached(&exact) {
            return Ok(Some(number));
        }
        budget.count_state()?;
        // 4. Every step.
        let mut result = Ok(());
        terms.steps(&exact, |step, mut next, cost| {
            if terms.aim == Aim::Points {
                terms.without_costs(&mut next);
            }
            let moves = moves + terms.cost(step, cost);
            let priority = moves + terms.lower_bound(&next);
            if priority >= self.limit {
                self.part.is_cut = true;
                return;
            }
            let node = Node {
                key: terms.key(&next),
                parent: number,
                step: code(step),
                moves: moves as u16,
            };
            let letter = Letter { node, priority };
            let owner = owner(node.key, threads);
            if owner != self.me {
                self.out[owner].push(letter);
                if self.out[owner].len() >= LETTERS {
                    let letters =
                        std::mem::replace(&mut self.out[owner], Vec::with_capacity(LETTERS));
                    self.post.send(owner, letters);
                }
            } else if result.is_ok() {
                result = self.enter(letter, budget);
            }
        });
        result?;
        Ok(None)
    }
}
