//! The complete search by several threads.
//!
//! All of them enter positions into one table. The thread that enters a position
//! also searches it, unless another one has nothing to do: that one takes over half
//! of what waits. All threads together enter the same positions as one thread
//! would: if there is no solution, all that can be reached. If there is one, the
//! first that any thread meets is the answer, which may be another one each time.
//!
//! As on one thread, searches with other weights have turns. Each of them belongs
//! to one thread.

use std::sync::{Mutex, PoisonError};

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{BucketQueue, Budget, Shelf};

use super::board::{Board, Step, Undo};
use super::complete::{Hunt, OTHERS, SHARE, Turns, Waiting};
use super::distance::{Weights, distance};
use super::play::Play;
use super::relaxed::{Relaxed, Standing};
use super::seen::Link;
use crate::solver::packing::Key;
use crate::solver::shared::{Index, Number, Own, SharedStore};

/// Positions that a thread expands before it lets go of the index.
const BATCH: usize = 16;
/// The number of the start: it is entered first.
const START: Number = 0;

/// A position on its way to another thread, with its distance.
type Item = (u32, Waiting);

/// What a thread leaves behind.
struct Left {
    waiting: usize,
    found: Result<Found, Stop>,
}

/// What a thread has found.
enum Found {
    /// Nothing, and nobody has work left; or another thread has found something.
    Nothing,
    /// The last step of a solution, and where it is made.
    Last(Number, Step),
    /// A search with other weights came to its end.
    Decided(Outcome<Vec<Step>>),
}

/// Positions of a search with other weights before the thread looks whether all is
/// over.
const SLICE: u64 = 10_000;

/// Goes on with a search that one thread began. If there is no room for another
/// table while that of the one thread is copied, the search is given back.
pub(super) fn take_over<'a, const W: usize>(
    turns: Turns<'a, W>,
    threads: usize,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Step>>, Box<Turns<'a, W>>> {
    let bytes = turns.bytes();
    let store = SharedStore::new();
    let mut own = Own::default();
    if copy(&turns, &store, &mut own, threads, budget).is_err() {
        // That is less than before.
        let _ = budget.use_bytes(bytes);
        return Err(Box::new(turns));
    }
    let Turns {
        start,
        usual,
        relaxed,
        turn,
        number,
        ..
    } = turns;
    let Hunt {
        play,
        seen,
        queue,
        states,
        ..
    } = usual;
    drop(seen);
    let _ = budget.add_bytes(-(bytes as i64));
    let begun = Mutex::new(Some((own, queue)));
    let shelf = Shelf::new(threads);
    let left = budget.share(threads, |me, budget| {
        let _guard = shelf.guard();
        // What one thread began belongs to the first.
        let begun = || begun.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (own, queue) = if me == 0 { begun() } else { None }.unwrap_or_default();
        let mut thread = Thread {
            me,
            threads,
            store: &store,
            shelf: &shelf,
            play,
            relaxed: relaxed.clone(),
            weights: Weights::usual(play.terms),
            board: start.clone(),
            own,
            queue,
            steps: Vec::new(),
            children: Vec::new(),
            undos: Vec::new(),
            states: states / threads as u64,
            turn,
            number,
            next_count: 0,
        };
        let found = thread.run(start, budget);
        if !matches!(found, Ok(Found::Nothing)) {
            shelf.end();
        }
        Left {
            waiting: thread.queue.len(),
            found,
        }
    });
    // What was found counts, even if a limit stopped another thread.
    let mut stopped = None;
    for thread in &left {
        match &thread.found {
            Ok(Found::Last(before, step)) => {
                return Ok(Outcome::Solved(path(&store, *before, *step)));
            }
            Ok(Found::Decided(outcome)) => return Ok(outcome.clone()),
            Ok(Found::Nothing) => {}
            Err(stop) => stopped = Some(*stop),
        }
    }
    if let Some(stop) = stopped {
        return Ok(Outcome::Unknown(stop));
    }
    // Nobody stopped: nothing waits, neither at a thread nor between them.
    let waiting = left.iter().map(|left| left.waiting).sum::<usize>() + shelf.into_rest().len();
    Ok(Exhausted::claim(waiting as u64, 0).into())
}

/// Copies the table of one thread, with the same numbers.
fn copy<const W: usize>(
    turns: &Turns<W>,
    store: &SharedStore<W>,
    own: &mut Own,
    threads: usize,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let seen = &turns.usual.seen;
    budget.use_bytes(turns.bytes())?;
    budget.add_bytes(SharedStore::<W>::FIRST_BYTES as i64)?;
    for first in (0..seen.len()).step_by(BATCH) {
        let index = store.open(own, threads, BATCH, budget)?;
        for number in first..seen.len().min(first + BATCH as u32) {
            let Link { before, step } = seen.link(number);
            let parent = if number == START { START } else { before };
            let node = (*seen.key(number), parent, note(step));
            let copied = store.add(&index, own, node, budget)?;
            debug_assert_eq!(copied, Some(number));
        }
    }
    Ok(())
}

struct Thread<'a, const W: usize> {
    me: usize,
    threads: usize,
    store: &'a SharedStore<W>,
    shelf: &'a Shelf<Item>,
    play: Play<'a, W>,
    relaxed: Relaxed<'a>,
    weights: Weights,
    board: Board<W>,
    own: Own,
    queue: BucketQueue<Waiting>,
    steps: Vec<Step>,
    /// Where the steps lead.
    children: Vec<(Step, Key<W>)>,
    undos: Vec<Undo>,
    /// Positions searched by this thread.
    states: u64,
    /// After so many of all threads other searches have their turn.
    turn: u64,
    /// The number of the first of these.
    number: u64,
    /// The bytes of the queue are counted when so many nodes are entered.
    next_count: usize,
}

impl<const W: usize> Thread<'_, W> {
    /// Works until nobody has work.
    fn run(&mut self, start: &Board<W>, budget: &mut Budget) -> Result<Found, Stop> {
        let store = self.store;
        loop {
            // 1. A batch of positions.
            let index = store.open(&mut self.own, self.threads, BATCH, budget)?;
            for _ in 0..BATCH {
                let Some((_, waiting)) = self.queue.pop() else {
                    break;
                };
                if let Some(last) = self.expand(waiting, &index, budget)? {
                    return Ok(Found::Last(waiting.number, last));
                }
            }
            drop(index);
            self.count_bytes(budget)?;
            // 2. Other weights, when it is their turn.
            if self.states >= self.turn / self.threads as u64 {
                let outcome = self.try_others(start, budget)?;
                if let Some(outcome) = outcome {
                    return Ok(Found::Decided(outcome));
                }
            }
            if self.shelf.is_over() {
                return Ok(Found::Nothing);
            }
            // 3. Somebody has nothing to do, or this thread has not.
            if self.shelf.is_wanted() && self.queue.len() > 1 {
                self.shelf.give(self.queue.take_half());
            }
            if self.queue.is_empty() {
                let Some(items) = self.shelf.take() else {
                    return Ok(Found::Nothing);
                };
                for (distance, waiting) in items {
                    self.queue.push(distance, waiting);
                }
            }
        }
    }

    /// Enters the positions after this one. A step that wins ends it.
    fn expand(
        &mut self,
        waiting: Waiting,
        index: &Index,
        budget: &mut Budget,
    ) -> Result<Option<Step>, Stop> {
        let Self {
            store,
            play,
            relaxed,
            board,
            steps,
            children,
            undos,
            ..
        } = self;
        budget.count_state()?;
        self.states += 1;
        let key = store.key(waiting.number);
        board.unpack(&key, play.packing);
        steps.clear();
        play.add_steps(board, steps);
        children.clear();
        let before = Standing::of(board);
        for &step in steps.iter() {
            play.make(board, step, |_, undo| undos.push(undo));
            if board.is_won() {
                return Ok(Some(step));
            }
            if !relaxed.has_become_hopeless(board, before, play.packing, budget)? {
                children.push((step, board.key));
            }
            play.take_back(board, undos);
        }
        // Memory is asked for all of them at once.
        let mut glanced = 0;
        for (_, key) in children.iter() {
            glanced |= index.glance(key);
        }
        std::hint::black_box(glanced);
        let depth = waiting.depth + 1;
        for &(step, key) in children.iter() {
            let node = (key, waiting.number, note(step));
            let Some(number) = store.add(index, &mut self.own, node, budget)? else {
                continue;
            };
            play.make(board, step, |_, undo| undos.push(undo));
            let distance = distance(board, play.terms, &self.weights, depth);
            play.take_back(board, undos);
            self.queue.push(distance, Waiting { number, depth });
        }
        Ok(None)
    }

    /// Bytes that belong to this thread alone. (The queue may double before they are
    /// counted again.)
    fn bytes(&self) -> u64 {
        2 * self.queue.bytes() + self.relaxed.bytes()
    }

    /// Counts the bytes that belong to this thread alone, from time to time.
    fn count_bytes(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.own.len() >= self.next_count {
            budget.use_bytes(self.bytes())?;
            self.next_count = self.own.len() + self.own.len() / 4 + 1_000;
        }
        Ok(())
    }

    /// The turn of searches with other weights, of those that belong to this
    /// thread.
    fn try_others(
        &mut self,
        start: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Outcome<Vec<Step>>>, Stop> {
        let most = self.turn / SHARE;
        self.turn = self.turn.saturating_mul(2);
        let first = self.number;
        self.number += OTHERS as u64;
        let bytes = self.bytes();
        for number in first..self.number {
            if number % self.threads as u64 != self.me as u64 {
                continue;
            }
            let weights = Weights::varied(self.play.terms, number);
            let mut other = Hunt::new(start, self.play, weights, budget)?;
            for until in (SLICE..most + SLICE).step_by(SLICE as usize) {
                if self.shelf.is_over() {
                    return Ok(None);
                }
                match other.run(until.min(most), bytes, &mut self.relaxed, budget) {
                    Ok(None) => {}
                    Ok(decided) => return Ok(decided),
                    // The usual search may still have room.
                    Err(Stop::Memory) => break,
                    Err(stop) => return Err(stop),
                }
            }
        }
        budget.use_bytes(bytes)?;
        Ok(None)
    }
}

/// A step as the note of a node.
fn note(step: Step) -> u16 {
    u16::from_le_bytes([step.card, step.onto])
}

/// The steps from the start to the end of the last one.
fn path<const W: usize>(store: &SharedStore<W>, before: Number, last: Step) -> Vec<Step> {
    let mut steps = vec![last];
    let mut number = before;
    while number != START {
        let [card, onto] = store.note(number).to_le_bytes();
        steps.push(Step { card, onto });
        number = store.parent(number);
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Manner, cells, verdict, verdict_by};
    use super::*;
    use crate::rules::{FreeCell, State};
    use patience_core::Limits;
    use patience_search::{Cancel, Threads};

    /// Any number of threads gives the verdict of one, and all of them together
    /// look at the same positions if there is no solution.
    fn agree(rules: &FreeCell, start: &State, threads: usize) {
        let expected = verdict(rules, start, u64::MAX);
        let mut alone = Budget::unlimited();
        verdict_by(&Manner::Together(1), rules, start, &mut alone);
        let mut budget = Budget::unlimited();
        let found = verdict_by(&Manner::Together(threads), rules, start, &mut budget);
        assert_eq!(found, expected, "{threads} threads");
        if expected == "impossible" {
            assert_eq!(budget.states(), alone.states(), "{threads} threads");
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_verdict() {
        for threads in [1, 2, 3, 8] {
            for deal in 1..=12 {
                for free in 0..=2 {
                    let rules = cells(free);
                    agree(&rules, &rules.deal(deal), threads);
                }
            }
            for game in ["bakers-game", "simple-simon", "beleaguered-castle"] {
                let rules = FreeCell::named(game).unwrap();
                agree(&rules, &rules.deal(3), threads);
            }
        }
    }

    /// As in a batch, when other searches end.
    #[test]
    fn a_search_goes_on_with_more_threads() {
        let rules = cells(1);
        let start = rules.deal(90);
        for room in [None, Some(40 << 20)] {
            let threads = Threads::new(1);
            let limits = Limits {
                bytes: room,
                ..Limits::NONE
            };
            let mut budget = Budget::new(limits).with_shared_threads(&threads);
            threads.set(3);
            let found = verdict_by(&Manner::InMemory, &rules, &start, &mut budget);
            assert_eq!(found, "impossible");
            assert_eq!((budget.states(), budget.threads()), (523_202, 3));
        }
    }

    /// Each thread has a relaxed game of its own.
    #[test]
    fn threads_that_leave_out_hopeless_positions_give_the_same_verdict() {
        for (rules, deal, expected) in [
            (FreeCell::FREECELL, 6_687_921_694, "impossible"),
            (cells(1), 90, "impossible"),
            (FreeCell::named("forecell").unwrap(), 527, "impossible"),
            (
                FreeCell::named("beleaguered-castle").unwrap(),
                557,
                "solved",
            ),
        ] {
            for threads in [1, 2, 3, 8] {
                let mut budget = Budget::unlimited().with_threads(threads);
                let answer = super::super::solve(&rules, &rules.deal(deal), &mut budget);
                let found = answer.outcome.word();
                assert_eq!(found, expected, "{} {deal}, {threads} threads", rules.name);
            }
        }
    }

    /// By searches with other weights, if not by the usual ones.
    #[test]
    fn deals_that_take_several_turns_are_won() {
        let rules = FreeCell::named("streets-and-alleys").unwrap();
        for deal in [29, 40] {
            let mut budget = Budget::unlimited().with_threads(3);
            let found = verdict_by(&Manner::InMemory, &rules, &rules.deal(deal), &mut budget);
            assert_eq!(found, "solved", "deal {deal}");
            assert!(budget.states() > 150_000, "{}", budget.states());
        }
    }

    #[test]
    fn a_limit_or_a_wish_stops_all_threads() {
        let rules = cells(1);
        let start = rules.deal(90);
        let limits = [
            Limits {
                states: Some(5_000),
                ..Limits::NONE
            },
            Limits {
                bytes: Some(1 << 20),
                ..Limits::NONE
            },
        ];
        for limits in limits {
            let mut budget = Budget::new(limits);
            let found = verdict_by(&Manner::Together(3), &rules, &start, &mut budget);
            assert_eq!(found, "unknown", "{limits:?}");
            assert!(limits.states.is_none_or(|most| budget.states() <= most));
            assert!(limits.bytes.is_none_or(|most| budget.peak_bytes() <= most));
        }
        let cancel = Cancel::default();
        cancel.cancel();
        let mut budget = Budget::unlimited().with_cancel(&cancel);
        let found = verdict_by(&Manner::Together(3), &rules, &start, &mut budget);
        assert_eq!(found, "unknown");
        assert_eq!(verdict(&rules, &start, 2_000), "unknown");
    }

    mod slow {
        use super::*;

        #[test]
        #[ignore = "slow: ./test --all runs it"]
        fn fifty_runs_give_the_same_verdict() {
            let rules = cells(2);
            for threads in [2, 3, 8] {
                for _ in 0..50 {
                    for deal in [3, 5, 11, 12] {
                        agree(&rules, &rules.deal(deal), threads);
                    }
                }
            }
        }
    }
}
