//! The search for a win or the proof that there is none, by several threads.
//!
//! Every thread dives by itself. All of them use one table, so that a position is
//! searched by whoever enters it first. A thread without work takes over half of
//! what waits in another's dive, together with the path that leads to it.
//!
//! The proof that the search is complete (`methods.md`, section 2) does not ask in
//! which order positions are expanded, only that all that were entered are. So
//! when no thread has work left, there is no win. Which win is found, and how many
//! positions it takes, depends on who is quicker.
//!
//! While the easy game is not decided, all threads search it and the game itself by
//! turns. Then each thread asks it about its own path.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use patience_core::{Exhausted, IN_A_PAGE, Stop};
use patience_search::{Budget, Shelf};

use super::{Asked, Dive, End, Hunt, Open, Search, leave_what_is_lost};
use crate::solver::layout::{Layout, Packed};
use crate::solver::table::Shared;

/// Positions that a thread expands before it looks whether another one needs work.
const BATCH: u64 = 64;

/// Positions that wait, and the path that leads to them.
#[derive(Debug)]
struct Gift {
    path: Vec<Open>,
    stack: Vec<Open>,
    /// See [`Asked::known`].
    known: usize,
}

/// One thread.
#[derive(Debug)]
struct Worker {
    hunt: Hunt,
    gifts: Vec<Gift>,
    asked: Asked,
    /// How many of [`Task::lost`] it knows.
    lost_known: usize,
    /// Where it asks the easy game about its path.
    easy: Dive,
}

/// A depth-first search by several threads.
#[derive(Debug)]
struct Team {
    seen: Shared,
    workers: Vec<Mutex<Worker>>,
    /// What waits and belongs to no thread.
    rest: Vec<Gift>,
    /// Positions before several threads began.
    before: u64,
    /// The thread that has won.
    winner: Option<usize>,
}

/// The easy game: its layout, and the length of the next turn if it is not decided
/// yet.
pub(super) type Easy<'a> = (&'a Layout, Option<u64>);

impl Search {
    /// Goes on with several threads. True if there is a win; then the path of the
    /// dive leads to it.
    pub(super) fn together(
        &mut self,
        layout: &Layout,
        easy: Option<Easy<'_>>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        // A page has one thread and never comes here. This lets the compiler leave the
        // rest out there.
        if IN_A_PAGE {
            return Err(Stop::Incomplete);
        }
        let threads = budget.threads();
        let mut team = Team::new(&mut self.dive, threads);
        let found = match easy {
            None => {
                budget.use_bytes(team.seen.bytes())?;
                team.go(layout, u64::MAX, budget)
            }
            Some((easy, turn)) => {
                self.beside_the_easy_game_together(&mut team, layout, easy, turn, budget)
            }
        };
        let found = found?;
        self.dive.hunt.nodes = team.nodes();
        budget.use_bytes(0)?;
        match (found, team.take_winner()) {
            (End::Won, Some(hunt)) => {
                self.dive.hunt.path = hunt.path;
                self.dive.hunt.expander = hunt.expander;
                Ok(true)
            }
            (End::Lost, None) => Ok(false),
            // Nobody pauses without going on.
            _ => Err(Stop::Incomplete),
        }
    }

    fn beside_the_easy_game_together(
        &mut self,
        team: &mut Team,
        layout: &Layout,
        easy: &Layout,
        turn: Option<u64>,
        budget: &mut Budget,
    ) -> Result<End, Stop> {
        if let Some(mut turn) = turn {
            let mut easy_team = Team::new(&mut self.easy, budget.threads());
            budget.use_bytes(team.seen.bytes() + easy_team.seen.bytes())?;
            loop {
                match easy_team.go(easy, turn, budget)? {
                    End::Won => break,
                    End::Lost => return Ok(End::Lost),
                    End::Paused => {}
                }
                turn += turn.div_ceil(2);
                match team.go(layout, turn, budget)? {
                    End::Paused => {}
                    end => return Ok(end),
                }
            }
        }
        self.easy = Dive::new(self.prunings);
        budget.use_bytes(team.seen.bytes())?;
        team.go_asking(layout, easy, self.first_turn, budget)
    }
}

impl Team {
    /// The first thread goes on where one thread was.
    fn new(dive: &mut Dive, threads: usize) -> Self {
        let prunings = dive.hunt.expander.prunings;
        let wanted = dive.hunt.expander.wanted;
        let mut dive = std::mem::replace(dive, {
            let mut empty = Dive::new(prunings);
            empty.hunt.expander.wanted = wanted;
            empty
        });
        let before = dive.hunt.nodes;
        let mut workers = Vec::new();
        for me in 0..threads {
            let mut hunt = Hunt::new(prunings);
            if me == 0 {
                std::mem::swap(&mut hunt, &mut dive.hunt);
            }
            // How long the easy game is asked depends on this.
            hunt.nodes = before;
            hunt.expander.wanted = wanted;
            workers.push(Mutex::new(Worker {
                hunt,
                gifts: Vec::new(),
                asked: Asked::default(),
                lost_known: 0,
                easy: Dive::new(prunings),
            }));
        }
        Self {
            seen: Shared::new(dive.seen, threads),
            workers,
            rest: Vec::new(),
            before,
            winner: None,
        }
    }

    /// Positions looked at, those before this included.
    fn nodes(&mut self) -> u64 {
        let before = self.before;
        let more = |it: &mut Mutex<Worker>| worker(it).hunt.nodes - before;
        before + self.workers.iter_mut().map(more).sum::<u64>()
    }

    fn take_winner(self) -> Option<Hunt> {
        let worker = self.workers.into_iter().nth(self.winner?)?;
        let worker = worker.into_inner();
        Some(worker.unwrap_or_else(PoisonError::into_inner).hunt)
    }

    /// Goes on for about so many positions.
    fn go(&mut self, layout: &Layout, most: u64, budget: &mut Budget) -> Result<End, Stop> {
        let share = most.div_ceil(self.workers.len() as u64);
        self.share(budget, |worker, task, budget| {
            worker.work(layout, task, share, budget)
        })
    }

    /// Goes on to the end, without what is lost in the easy game.
    fn go_asking(
        &mut self,
        layout: &Layout,
        easy: &Layout,
        first_turn: u64,
        budget: &mut Budget,
    ) -> Result<End, Stop> {
        self.share(budget, |worker, task, budget| {
            let mut turn = first_turn;
            worker.lost_known = 0;
            loop {
                match worker.work(layout, task, turn, budget)? {
                    End::Paused if !task.shelf.is_over() => {}
                    end => return Ok(end),
                }
                let before = worker.easy.hunt.nodes;
                let known = worker.asked.known;
                let Worker {
                    hunt,
                    asked,
                    easy: dive,
                    ..
                } = worker;
                let lost = leave_what_is_lost(hunt, dive, easy, asked, budget, |hunt| {
                    task.give_part_of(hunt, known);
                    task.shelf.is_over()
                })?;
                if let Some((depth, at)) = lost {
                    task.tell_lost(depth, at);
                }
                // Half of the time for each.
                turn = first_turn + 2 * (worker.easy.hunt.nodes - before);
            }
        })
    }

    /// Lets all threads work until one comes to an end that matters, or nobody has
    /// work.
    fn share(
        &mut self,
        budget: &mut Budget,
        work: impl Fn(&mut Worker, &Task<'_>, &mut Budget) -> Result<End, Stop> + Sync,
    ) -> Result<End, Stop> {
        let task = Task {
            seen: &self.seen,
            shelf: Shelf::new(self.workers.len()),
            lost: RwLock::default(),
            lost_count: AtomicUsize::new(0),
        };
        task.shelf.give(self.rest.drain(..));
        let workers = &self.workers;
        let ends = budget.share(workers.len(), |me, budget| {
            let _guard = task.shelf.guard();
            let mut worker = workers[me].lock().unwrap_or_else(PoisonError::into_inner);
            let end = work(&mut worker, &task, budget);
            if !matches!(end, Ok(End::Lost)) {
                task.shelf.end();
            }
            end
        });
        self.rest = task.shelf.into_rest();
        // A win counts, even if a limit stopped another thread.
        self.winner = ends.iter().position(|end| matches!(end, Ok(End::Won)));
        if self.winner.is_some() {
            return Ok(End::Won);
        }
        let mut is_paused = false;
        for end in ends {
            is_paused |= matches!(end?, End::Paused);
        }
        if is_paused {
            return Ok(End::Paused);
        }
        // Nobody paused: everything that was entered was expanded.
        let waits = |it: &mut Mutex<Worker>| {
            let worker = worker(it);
            worker.hunt.stack.len() + worker.gifts.len()
        };
        let waiting = self.workers.iter_mut().map(waits).sum::<usize>() + self.rest.len();
        Exhausted::claim(waiting as u64, 0).map(|_| End::Lost)
    }
}

/// A worker that no thread uses now.
fn worker(worker: &mut Mutex<Worker>) -> &mut Worker {
    worker.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// What the threads share.
struct Task<'a> {
    seen: &'a Shared,
    shelf: Shelf<Gift>,
    /// Positions on the paths that are lost in the easy game, with their depths.
    lost: RwLock<Vec<(usize, Packed)>>,
    /// How many they are.
    lost_count: AtomicUsize,
}

impl Task<'_> {
    /// Tells all threads that a position is lost: others may have taken over some
    /// of what lies below it.
    fn tell_lost(&self, depth: usize, at: Packed) {
        let mut lost = self.lost.write().unwrap_or_else(PoisonError::into_inner);
        lost.push((depth, at));
        self.lost_count.store(lost.len(), Ordering::Release);
    }

    /// Leaves what others found to be lost, since so many of these.
    #[inline]
    fn leave_lost(&self, hunt: &mut Hunt, since: &mut usize) {
        if self.lost_count.load(Ordering::Acquire) == *since {
            return;
        }
        let lost = self.lost.read().unwrap_or_else(PoisonError::into_inner);
        for &(depth, at) in &lost[*since..] {
            if hunt.path.get(depth).is_some_and(|open| open.at == at) {
                hunt.leave(depth);
            }
        }
        *since = lost.len();
    }

    /// If another thread waits for work: every second position that waits here, so
    /// that both threads go on in about the order of one. (With those nearest to
    /// the start, wins took up to five times as many positions.)
    #[inline]
    fn give_part_of(&self, hunt: &mut Hunt, known: usize) {
        if !self.shelf.is_wanted() || hunt.stack.len() < 2 {
            return;
        }
        let mut stack = Vec::with_capacity(hunt.stack.len() / 2 + 1);
        let mut is_given = hunt.stack.len() % 2 == 1;
        hunt.stack.retain(|open| {
            is_given = !is_given;
            if is_given {
                stack.push(*open);
            }
            !is_given
        });
        // All that waits lies beside the path, what is nearer to the start first.
        let depth = stack.last().map_or(0, |last| usize::from(last.depth));
        self.shelf.give([Gift {
            path: hunt.path[..depth].to_vec(),
            stack,
            known: known.min(depth).max(1),
        }]);
    }
}

impl Worker {
    /// Goes on for so many positions. "Lost" means that nobody has work, or that
    /// another thread has ended it.
    fn work(
        &mut self,
        layout: &Layout,
        task: &Task<'_>,
        most: u64,
        budget: &mut Budget,
    ) -> Result<End, Stop> {
        let pause = self.hunt.nodes.saturating_add(most);
        let mut seen = task.seen.access();
        loop {
            let batch = BATCH.min(pause - self.hunt.nodes);
            let end = self.hunt.go(layout, batch, budget, |child, budget| {
                seen.add(layout, &child.at, child.ranks, budget)
            })?;
            seen.release();
            if matches!(end, End::Won) {
                return Ok(End::Won);
            }
            if task.shelf.is_over() {
                return Ok(End::Paused);
            }
            task.leave_lost(&mut self.hunt, &mut self.lost_known);
            if task.shelf.is_wanted() {
                task.shelf.give(self.gifts.drain(..));
                task.give_part_of(&mut self.hunt, self.asked.known);
            }
            if self.hunt.stack.is_empty() {
                if self.gifts.is_empty() {
                    let Some(gifts) = task.shelf.take() else {
                        return Ok(End::Lost);
                    };
                    self.gifts = gifts;
                }
                if let Some(gift) = self.gifts.pop() {
                    self.hunt.path = gift.path;
                    self.hunt.stack = gift.stack;
                    self.asked.known = gift.known;
                    // What was found since it was given, too.
                    self.lost_known = 0;
                    task.leave_lost(&mut self.hunt, &mut self.lost_known);
                }
            } else if self.hunt.nodes >= pause {
                return Ok(End::Paused);
            }
        }
    }
}
