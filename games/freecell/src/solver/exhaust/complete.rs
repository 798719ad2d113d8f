//! The complete search: best positions first, none left out.
//!
//! Every position is entered once and waits in a queue; the one that looks
//! nearest to a win comes first. If a win is reached, the links give the path. If
//! the queue becomes empty, all reachable positions were searched, and there is
//! no win.

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{BucketQueue, Budget};

use super::board::{Board, Step, Undo};
use super::distance::{Weights, distance};
use super::play::Play;
use super::relaxed::{Relaxed, Standing};
use super::seen::{Link, Seen};
use crate::solver::packing::Key;

/// A position that waits, and how many steps led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub number: u32,
    pub depth: u32,
}

/// How many positions the search with the usual weights may have searched when
/// its first turn ends; twice as many after each later turn.
pub(super) const FIRST_TURN: u64 = 100_000;

/// When the usual search has searched so many positions, the relaxed game is played from the
/// start; again whenever that number has doubled.
const FIRST_RELAXED: u64 = 40_000;

/// Where that has not decided it while the usual search had searched fewer positions than
/// this, it rarely does: then it gets this share of the usual search.
const MOSTLY_RELAXED: u64 = 300_000;
const LATER_SHARE: u64 = 8;

/// Searches with other weights after each turn, and the share of the turn that
/// each of them gets. Together they take half as long as the usual one.
pub(super) const OTHERS: usize = 8;
pub(super) const SHARE: u64 = 16;

/// Positions of the usual search in one part of the work.
const SLICE: u64 = 10_000;

/// The complete search on one thread, which can be paused.
///
/// How long a search takes for a deal that can be won has a heavy tail: where
/// one order of search finds nothing in a million positions, another finds a
/// solution in a thousand. So searches with other weights take turns with the
/// usual one, each from the start. Each of them is complete, too.
///
/// Where the hunts of `fast` have found nothing, other orders rarely do: then
/// the usual search is `alone`.
pub(super) struct Turns<'a, const W: usize> {
    pub start: &'a Board<W>,
    pub usual: Hunt<'a, W>,
    pub relaxed: Relaxed<'a>,
    /// When the usual search has searched so many positions, others have their turn.
    pub turn: u64,
    /// The number of the next one of them, and how many are left in this turn.
    pub number: u64,
    others: usize,
    /// When the usual search has searched so many positions, the relaxed game is played
    /// from the start.
    next_relaxed: u64,
}

impl<'a, const W: usize> Turns<'a, W> {
    pub fn new(
        start: &'a Board<W>,
        play: Play<'a, W>,
        relaxed: Relaxed<'a>,
        alone: bool,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        Ok(Self {
            start,
            relaxed,
            usual: Hunt::new(start, play, Weights::usual(play.terms), budget)?,
            turn: if alone { u64::MAX } else { FIRST_TURN },
            number: 1,
            others: 0,
            next_relaxed: FIRST_RELAXED,
        })
    }

    /// Bytes of its arrays.
    pub fn bytes(&self) -> u64 {
        self.usual.bytes() + self.relaxed.bytes()
    }

    /// Have all searches with other weights ended their turn?
    pub const fn is_between_turns(&self) -> bool {
        self.others == 0
    }

    /// Plays the relaxed game from the start, at first with as much work as went into the usual
    /// search so far: if it cannot be won, all is decided. (Whoever asks about positions on the way
    /// only never gets so far.)
    fn play_relaxed(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Step>>>, Stop> {
        let share = if self.usual.states < MOSTLY_RELAXED {
            1
        } else {
            LATER_SHARE
        };
        self.relaxed.allow(self.usual.states / share);
        let packing = self.usual.play.packing;
        let is_hopeless = self.relaxed.is_hopeless(self.start, packing, budget)?;
        Ok(is_hopeless.then(|| Exhausted::claim(0, 0).into()))
    }

    /// Does a part of the work: the steps of a solution, as [`Play`] makes them, or
    /// the proof that there is none; none if that does not decide it.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Step>>>, Stop> {
        if self.usual.states >= self.next_relaxed {
            self.next_relaxed = 2 * self.usual.states;
            if let Some(impossible) = self.play_relaxed(budget)? {
                return Ok(Some(impossible));
            }
        }
        if self.others == 0 {
            let until = self.turn.min(self.usual.states + SLICE);
            let decided = self.usual.run(until, 0, &mut self.relaxed, budget)?;
            if self.usual.states >= self.turn {
                self.others = OTHERS;
            }
            return Ok(decided);
        }
        let play = self.usual.play;
        let weights = Weights::varied(play.terms, self.number);
        let most = self.turn / SHARE;
        self.number += 1;
        self.others -= 1;
        if self.others == 0 {
            self.turn = self.turn.saturating_mul(2);
        }
        let mut other = Hunt::new(self.start, play, weights, budget)?;
        match other.run(most, self.usual.bytes(), &mut self.relaxed, budget) {
            // The usual search may still have room.
            Err(Stop::Memory) => Ok(None),
            decided => decided,
        }
    }
}

/// The search with the usual weights alone, to its end.
pub(super) fn search<const W: usize>(
    start: &Board<W>,
    play: Play<W>,
    relaxed: &mut Relaxed<'_>,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Step>>, Stop> {
    let mut usual = Hunt::new(start, play, Weights::usual(play.terms), budget)?;
    loop {
        if let Some(outcome) = usual.run(u64::MAX, 0, relaxed, budget)? {
            return Ok(outcome);
        }
    }
}

/// A search that can be paused.
pub(super) struct Hunt<'a, const W: usize> {
    pub play: Play<'a, W>,
    weights: Weights,
    board: Board<W>,
    pub seen: Seen<W>,
    pub queue: BucketQueue<Waiting>,
    /// Positions searched so far.
    pub states: u64,
    steps: Vec<Step>,
    /// Where the steps lead.
    children: Vec<(Step, Key<W>)>,
    undos: Vec<Undo>,
}

impl<'a, const W: usize> Hunt<'a, W> {
    pub fn new(
        start: &Board<W>,
        play: Play<'a, W>,
        weights: Weights,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut board = start.clone();
        play.begin(&mut board, |_, _| ());
        let mut seen = Seen::new();
        let mut queue = BucketQueue::new();
        let (number, _) = seen.enter(&board.key, Link::START, || 0, budget)?;
        queue.push(0, Waiting { number, depth: 0 });
        Ok(Self {
            play,
            weights,
            board,
            seen,
            queue,
            states: 0,
            steps: Vec::new(),
            children: Vec::new(),
            undos: Vec::new(),
        })
    }

    /// Goes on until so many positions were searched in all; none if that does
    /// not decide it. `others` are the bytes that are in use elsewhere.
    pub fn run(
        &mut self,
        until: u64,
        others: u64,
        relaxed: &mut Relaxed<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Outcome<Vec<Step>>>, Stop> {
        let Self {
            play,
            board,
            seen,
            queue,
            steps,
            children,
            undos,
            ..
        } = self;
        if board.is_won() {
            return Ok(Some(Outcome::Solved(Vec::new())));
        }
        // 1. Take the position that looks best.
        while self.states < until {
            let Some((_, waiting)) = queue.pop() else {
                // Nothing waits, and nothing was dropped: there is no solution.
                return Ok(Some(Exhausted::claim(queue.len() as u64, 0).into()));
            };
            budget.count_state()?;
            self.states += 1;
            let key = *seen.key(waiting.number);
            board.unpack(&key, play.packing);
            // 2. List what can be done there.
            steps.clear();
            play.add_steps(board, steps);
            // 3. Do it, note where it leads, and take it back. Whether that is new
            //    is asked afterwards: most of the time is spent waiting for memory,
            //    and so it answers for all of them at once.
            let depth = waiting.depth + 1;
            let before = Standing::of(board);
            children.clear();
            for &step in steps.iter() {
                play.make(board, step, |_, undo| undos.push(undo));
                if board.is_won() {
                    let last = Link {
                        before: waiting.number,
                        step,
                    };
                    return Ok(Some(Outcome::Solved(path(seen, last))));
                }
                if !relaxed.has_become_hopeless(board, before, play.packing, budget)? {
                    children.push((step, board.key));
                }
                play.take_back(board, undos);
                debug_assert_eq!(board.key, key);
            }
            seen.glance_at(children.iter().map(|(_, key)| key));
            // 4. New positions wait for their turn.
            for &(step, key) in children.iter() {
                let link = Link {
                    before: waiting.number,
                    step,
                };
                // (The queue may double before the table asks for memory again.)
                let others = || others + 2 * queue.bytes() + relaxed.bytes();
                let (number, new) = seen.enter(&key, link, others, budget)?;
                if new {
                    play.make(board, step, |_, undo| undos.push(undo));
                    let distance = distance(board, play.terms, &self.weights, depth);
                    play.take_back(board, undos);
                    queue.push(distance, Waiting { number, depth });
                }
            }
        }
        Ok(None)
    }

    /// Bytes of its arrays.
    pub fn bytes(&self) -> u64 {
        self.seen.bytes() + self.queue.bytes()
    }
}

/// The steps from the start to the end of this link.
pub(super) fn path<const W: usize>(seen: &Seen<W>, last: Link) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut link = last;
    while link.before != Link::START.before {
        steps.push(link.step);
        link = seen.link(link.before);
    }
    steps.reverse();
    steps
}
