//! The complete search by several threads.
//!
//! Every position belongs to one thread, by its hash. That thread alone enters
//! it, so nothing is locked; a position that is reached by another thread is
//! sent to it. All threads together enter the same positions as one thread
//! would: if there is no solution, all that can be reached. If there is one, the
//! first that any thread meets is the answer, which may be another one each time.
//!
//! As on one thread, searches with other weights have turns. Each of them belongs
//! to one thread.

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{BucketQueue, Budget, Post};

use super::board::{Board, Step, Undo};
use super::complete::{self, Hunt, OTHERS, SHARE, Waiting};
use super::distance::{Weights, distance};
use super::play::Play;
use super::seen::{Link, Seen, mix};
use crate::solver::packing::Key;

/// Letters that are sent at once.
const LETTERS: usize = 64;
/// Letters that are looked up at once.
const AT_ONCE: usize = 16;
/// Positions that a thread expands before it looks into its box.
const BATCH: u32 = 32;

/// A position that belongs to another thread.
#[derive(Clone, Copy, Debug)]
struct Letter<const W: usize> {
    key: Key<W>,
    link: Link,
    depth: u32,
    distance: u32,
}

/// What a thread leaves behind.
struct Left<const W: usize> {
    seen: Seen<W>,
    waiting: usize,
    found: Result<Found, Stop>,
}

/// What a thread has found.
enum Found {
    /// Nothing, and nobody has work left; or another thread has found something.
    Nothing,
    /// The last step of a solution.
    Last(Link),
    /// A search with other weights came to its end.
    Decided(Outcome<Vec<Step>>),
}

/// Where the turns of searches with other weights begin: the second turn. The first
/// one was before several threads began.
const FIRST_TURN: u64 = 2 * complete::FIRST_TURN;
const FIRST_NUMBER: u64 = OTHERS as u64 + 1;
/// Positions of such a search before the thread looks whether all is over.
const SLICE: u64 = 10_000;

/// The steps of a solution, or the proof that there is none, as from
/// [`complete::search`](super::complete::search).
pub(super) fn search<const W: usize>(
    start: &Board<W>,
    play: Play<W>,
    alone: bool,
    threads: usize,
    budget: &mut Budget,
) -> Outcome<Vec<Step>> {
    let mut board = start.clone();
    play.begin(&mut board, |_, _| ());
    if board.is_won() {
        return Outcome::Solved(Vec::new());
    }
    let post = Post::new(threads);
    let first = Letter {
        key: board.key,
        link: Link::START,
        depth: 0,
        distance: 0,
    };
    post.send(owner(&board.key, threads), vec![first]);
    let left = budget.share(threads, |me, budget| {
        let _guard = post.guard();
        let mut thread = Thread {
            me,
            threads,
            post: &post,
            play,
            weights: Weights::usual(play.terms),
            seen: Seen::new(),
            queue: BucketQueue::new(),
            out: vec![Vec::new(); threads],
            sent: Sent::new(),
            states: 0,
            turn: if alone { u64::MAX } else { FIRST_TURN },
            numbers: FIRST_NUMBER,
        };
        let found = thread.run(start, budget);
        if !matches!(found, Ok(Found::Nothing)) {
            post.end();
        }
        Left {
            waiting: thread.queue.len() + thread.out.iter().map(Vec::len).sum::<usize>(),
            seen: thread.seen,
            found,
        }
    });
    // What was found counts, even if a limit stopped another thread.
    let mut stopped = None;
    for thread in &left {
        match &thread.found {
            Ok(Found::Last(last)) => return Outcome::Solved(path(&left, *last)),
            Ok(Found::Decided(outcome)) => return outcome.clone(),
            Ok(Found::Nothing) => {}
            Err(stop) => stopped = Some(*stop),
        }
    }
    if let Some(stop) = stopped {
        return Outcome::Unknown(stop);
    }
    // Nobody stopped: every box, every queue and every list is empty.
    let waiting: usize = left.iter().map(|left| left.waiting).sum();
    Exhausted::claim(waiting as u64, 0).into()
}

/// The thread to which a position belongs. Its table uses other bits.
#[inline]
fn owner<const W: usize>(key: &Key<W>, threads: usize) -> usize {
    (mix(key) & 0xffff) as usize % threads
}

/// Positions that were sent lately. Three of five that a thread would send are
/// among them.
struct Sent<const W: usize>(Vec<Option<Key<W>>>);

impl<const W: usize> Sent<W> {
    const SLOTS: usize = 1 << 14;

    fn new() -> Self {
        Self(vec![None; Self::SLOTS])
    }

    /// Was this one not sent lately? Notes it.
    #[inline]
    fn is_new(&mut self, key: &Key<W>) -> bool {
        let slot = &mut self.0[(mix(key) >> 16) as usize % Self::SLOTS];
        if slot.as_ref() == Some(key) {
            return false;
        }
        *slot = Some(*key);
        true
    }
}

struct Thread<'a, const W: usize> {
    me: usize,
    threads: usize,
    post: &'a Post<Letter<W>>,
    play: Play<'a, W>,
    weights: Weights,
    seen: Seen<W>,
    queue: BucketQueue<Waiting>,
    /// Letters for each thread that are not yet sent.
    out: Vec<Vec<Letter<W>>>,
    sent: Sent<W>,
    /// Positions searched by this thread.
    states: u64,
    /// After so many of all threads other searches have their turn.
    turn: u64,
    /// The number of the first of these.
    numbers: u64,
}

impl<const W: usize> Thread<'_, W> {
    /// Works until nobody has work.
    fn run(&mut self, start: &Board<W>, budget: &mut Budget) -> Result<Found, Stop> {
        let play = self.play;
        let mut board = start.clone();
        let mut steps = Vec::new();
        let mut undos: Vec<Undo> = Vec::new();
        let mut own: Vec<(Step, Key<W>)> = Vec::new();
        loop {
            for _ in 0..BATCH {
                let Some((_, waiting)) = self.queue.pop() else {
                    break;
                };
                budget.count_state()?;
                self.states += 1;
                let key = *self.seen.key(waiting.number);
                board.unpack(&key, play.packing);
                steps.clear();
                play.add_steps(&board, &mut steps);
                // 1. Where the steps lead. What belongs to another thread is sent
                //    there, unless it was sent lately.
                let depth = waiting.depth + 1;
                let before = waiting.number * self.threads as u32 + self.me as u32;
                own.clear();
                for &step in &steps {
                    play.make(&mut board, step, |_, undo| undos.push(undo));
                    let link = Link { before, step };
                    if board.is_won() {
                        return Ok(Found::Last(link));
                    }
                    let owner = owner(&board.key, self.threads);
                    if owner == self.me {
                        own.push((step, board.key));
                    } else if self.sent.is_new(&board.key) {
                        self.out[owner].push(Letter {
                            key: board.key,
                            link,
                            depth,
                            distance: distance(&board, play.terms, &self.weights, depth),
                        });
                        if self.out[owner].len() >= LETTERS {
                            self.post.send(owner, std::mem::take(&mut self.out[owner]));
                        }
                    }
                    play.take_back(&mut board, &mut undos);
                }
                // 2. What belongs to this one is entered.
                self.seen.glance_at(own.iter().map(|(_, key)| key));
                for &(step, key) in &own {
                    let (terms, weights) = (play.terms, self.weights);
                    let distance = || {
                        play.make(&mut board, step, |_, undo| undos.push(undo));
                        let distance = distance(&board, terms, &weights, depth);
                        play.take_back(&mut board, &mut undos);
                        distance
                    };
                    self.enter(&key, Link { before, step }, depth, distance, budget)?;
                }
            }
            if self.states >= self.turn / self.threads as u64 {
                let outcome = self.try_others(start, budget)?;
                if let Some(outcome) = outcome {
                    return Ok(Found::Decided(outcome));
                }
            }
            if self.post.is_over() {
                return Ok(Found::Nothing);
            }
            let mut letters = self.post.collect(self.me);
            if letters.is_empty() && self.queue.is_empty() {
                for (to, letters) in self.out.iter_mut().enumerate() {
                    self.post.send(to, std::mem::take(letters));
                }
                match self.post.wait(self.me) {
                    Some(arrived) => letters = arrived,
                    None => return Ok(Found::Nothing),
                }
            }
            for letters in letters.chunks(AT_ONCE) {
                self.seen.glance_at(letters.iter().map(|letter| &letter.key));
                for letter in letters {
                    let distance = || letter.distance;
                    self.enter(&letter.key, letter.link, letter.depth, distance, budget)?;
                }
            }
        }
    }

    /// The turn of searches with other weights, of those that belong to this
    /// thread.
    fn try_others(
        &mut self,
        start: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Outcome<Vec<Step>>>, Stop> {
        let most = self.turn / SHARE;
        self.turn *= 2;
        let first = self.numbers;
        self.numbers += OTHERS as u64;
        let bytes = self.seen.bytes() + self.queue.bytes();
        for number in first..self.numbers {
            if number % self.threads as u64 != self.me as u64 {
                continue;
            }
            let weights = Weights::varied(self.play.terms, number);
            let mut other = Hunt::new(start, self.play, weights, budget)?;
            for until in (SLICE..most + SLICE).step_by(SLICE as usize) {
                if self.post.is_over() {
                    return Ok(None);
                }
                match other.run(until.min(most), bytes, budget) {
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

    /// A new position of this thread waits for its turn.
    fn enter(
        &mut self,
        key: &Key<W>,
        link: Link,
        depth: u32,
        distance: impl FnOnce() -> u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // (The queue may double before the table asks for memory again.)
        let others = || 2 * self.queue.bytes();
        let (number, new) = self.seen.enter(key, link, others, budget)?;
        if number >= u32::MAX / self.threads as u32 {
            return Err(Stop::Memory);
        }
        if new {
            self.queue.push(distance(), Waiting { number, depth });
        }
        Ok(())
    }
}

/// The steps from the start to the end of this link.
fn path<const W: usize>(left: &[Left<W>], last: Link) -> Vec<Step> {
    let threads = left.len() as u32;
    let mut steps = Vec::new();
    let mut link = last;
    while link.before != Link::START.before {
        steps.push(link.step);
        let thread = (link.before % threads) as usize;
        link = left[thread].seen.link(link.before / threads);
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
    use patience_search::Cancel;

    /// Any number of threads gives the verdict of one, and all of them together
    /// look at the same positions if there is no solution.
    fn agree(rules: &FreeCell, start: &State, threads: usize) {
        let mut alone = Budget::unlimited();
        let expected = super::super::solve(rules, start, &mut alone).outcome.word();
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

    /// By searches with other weights, if not by the usual ones.
    #[test]
    fn deals_that_take_several_turns_are_won() {
        let rules = FreeCell::named("streets-and-alleys").unwrap();
        for deal in [29, 40] {
            let mut budget = Budget::unlimited().with_threads(3);
            let answer = super::super::solve(&rules, &rules.deal(deal), &mut budget);
            assert_eq!(answer.outcome.word(), "solved", "deal {deal}");
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
