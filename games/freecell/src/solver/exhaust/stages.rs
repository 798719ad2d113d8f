//! The complete search in little memory, with the help of a disk.
//!
//! # Stages
//! The *stage* of a position is the set of cards that still lie where they lay at
//! the start, on a card that they could not be built on, together with the
//! cards at home. No step leads back to an earlier stage:
//!
//! - Such a card can leave its place, but never return: a card that is put onto
//!   another one is built there. (A card that moves with others of a run keeps
//!   what lies under it, and in a run every card but the deepest is built.)
//! - A card at home stays there.
//!
//! The *rank* of a stage is the number of cards that have left such a place plus
//! the number of cards that have gone home. A step that changes the stage makes
//! the rank larger; a step that does not change the rank does not change the
//! stage. So the positions of one stage can be searched, and forgotten, as soon
//! as all stages of smaller ranks are done:
//!
//! 1. The ranks are searched one after the other, and every rank in *parts*. A
//!    part is a number of whole stages, chosen by a hash of the stage.
//! 2. A part begins with its *seeds*: the positions that were reached from
//!    smaller ranks. It is searched to its end in memory, with the same exact
//!    table as the search in memory.
//! 3. A step to a larger rank makes a seed of that rank, which is written to the
//!    file of its rank, unless it is [hopeless](super::relaxed). Seeds may be written
//!    several times; the table of the part enters each once.
//! 4. If a part does not fit into memory, it is searched again in eight smaller
//!    parts. (Seeds that it has written are written again; that changes nothing.)
//!
//! 5. If one stage alone does not fit, everything that can be reached from its
//!    seeds is searched in memory, one seed after the other, best positions first.
//!    That often finds a win, or shows that a seed leads nowhere; otherwise the
//!    answer is "unknown".
//!
//! Several threads search different parts of a rank. What does not fit into memory
//! beside another part is searched again, alone.
//!
//! Nothing is left out that the search in memory looks at, so the verdict is the
//! same.
//!
//! # A solution
//! A seed is written with the position before it. So a solution is read
//! backwards: from the won position to the seed of its stage, from there to the
//! position before it, whose stage is searched again until that position is met,
//! and so on to the start.

mod files;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{Budget, Disk};

use self::files::{Files, RANKS, Seed};
use super::board::{Board, Step, Undo};
use super::complete;
use super::play::Play;
use super::relaxed::Relaxed;
use super::seen::{Link, Seen};
use crate::solver::packing::{Key, mix};

pub(super) use self::files::has_begun;

/// So many seeds are remembered after they were written, so that most are written once.
const LATELY: usize = 1 << 15;
/// How much work may have to be done again after a search was killed, if the
/// parts are not larger.
const STATES_BETWEEN_NOTES: u64 = 50_000;
/// A part of a rank is divided into so many smaller ones, as a power of two.
const DIVISION: u32 = 3;
/// Bits of the hash of a stage that choose a part.
const MOST_BITS: u32 = 48;

/// The steps of a solution, or the proof that there is none, as from
/// [`complete::search`](super::complete::search).
pub(super) fn search<const W: usize>(
    start: &Board<W>,
    play: Play<W>,
    (disk, question): (&Disk, &str),
    budget: &mut Budget,
) -> Outcome<Vec<Step>> {
    let mut root = start.clone();
    play.begin(&mut root, |_, _| ());
    if root.is_won() {
        return Outcome::Solved(Vec::new());
    }
    let mut run = || -> Result<Outcome<Vec<Step>>, Stop> {
        let stages = Stages {
            play,
            first_unbuilt: root.unbuilt,
            first_left: root.left,
            files: Mutex::new(Files::open(disk, question, Seed::<W>::BYTES)?),
        };
        let outcome = stages.run(&root, budget)?;
        stages.files().remove();
        Ok(outcome)
    };
    run().unwrap_or_else(Outcome::Unknown)
}

/// Whole stages of a rank: those whose hash begins with these bits.
#[derive(Clone, Copy, Debug)]
struct Part {
    bits: u32,
    value: u64,
}

impl Part {
    /// The part with just this stage (or one more with the same hash).
    const fn only(stage: u64) -> Self {
        Self {
            bits: 64,
            value: stage,
        }
    }

    fn holds(self, stage: u64) -> bool {
        self.bits == 0 || stage >> (64 - self.bits) == self.value
    }

    fn divided(self) -> impl Iterator<Item = Self> {
        (0..1 << DIVISION).map(move |more| Self {
            bits: self.bits + DIVISION,
            value: self.value << DIVISION | more,
        })
    }
}

/// What the search of a part found: a position, and the way to it from a seed.
struct Way<const W: usize> {
    seed: Key<W>,
    steps: Vec<Step>,
}

struct Stages<'a, const W: usize> {
    play: Play<'a, W>,
    first_unbuilt: u32,
    first_left: u32,
    files: Mutex<Files>,
}

/// What one thread remembers from part to part.
struct Memory<'a, const W: usize> {
    /// Seeds that it has written lately, by their hash.
    lately: Vec<Key<W>>,
    relaxed: Relaxed<'a>,
}

/// The parts of a rank, for several threads.
struct Parts<const W: usize> {
    next: AtomicU64,
    end: u64,
    /// There is one thread. What does not fit into memory is divided at once.
    is_alone: bool,
    results: Mutex<Results<W>>,
}

/// What became of the parts.
struct Results<const W: usize> {
    /// Those that are done, from the first one on.
    done: Vec<bool>,
    /// Those that did not fit into memory beside the others.
    too_large: Vec<u64>,
    won: Option<Way<W>>,
    /// States searched since progress was noted.
    since: u64,
}

impl<const W: usize> Parts<W> {
    fn results(&self) -> MutexGuard<'_, Results<W>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next part that nobody has taken.
    fn take(&self) -> Option<u64> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.end).then_some(next)
    }

    /// Nobody takes another part.
    fn end(&self) {
        self.next.store(self.end, Ordering::Relaxed);
    }
}

impl<const W: usize> Stages<'_, W> {
    fn rank(&self, board: &Board<W>) -> usize {
        (self.first_unbuilt - board.unbuilt + self.first_left - board.left) as usize
    }

    fn memory(&self, root: &Board<W>, budget: &Budget) -> Memory<'_, W> {
        Memory {
            lately: vec![[u64::MAX; W]; LATELY],
            relaxed: Relaxed::new(self.play, root, budget.limits()),
        }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, root: &Board<W>, budget: &mut Budget) -> Result<Outcome<Vec<Step>>, Stop> {
        let first = {
            let mut files = self.files();
            if files.next_rank == 0 && files.lens[0] == 0 {
                let seed = Seed {
                    key: root.key,
                    before: root.key,
                    stage: root.stage(self.play.packing),
                };
                files.add(0, &seed)?;
                files.flush()?;
            }
            files.next_rank
        };
        for rank in first..RANKS {
            if let Some(way) = self.search_whole_rank(rank, root, budget)? {
                self.files().flush()?;
                return Ok(Outcome::Solved(self.whole_way(rank, way, root, budget)?));
            }
            let mut files = self.files();
            files.next_rank = rank + 1;
            files.next_part = 0;
            files.flush()?;
        }
        // No seed is left, and none was dropped: there is no solution.
        Ok(Exhausted::claim(0, 0).into())
    }

    /// Searches all parts of a rank that are not done: by all threads, and what
    /// does not fit into memory beside other parts by one.
    fn search_whole_rank(
        &self,
        rank: usize,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        // The file of this rank does not grow any more, so its parts are the
        // same when the search goes on later.
        let (bits, first) = {
            let files = self.files();
            (files.bits(rank), files.next_part)
        };
        let todo = (1usize << bits).saturating_sub(first as usize);
        let threads = budget.threads().min(todo).max(1);
        let parts = Parts {
            next: AtomicU64::new(first),
            end: 1 << bits,
            is_alone: threads == 1,
            results: Mutex::new(Results {
                done: vec![false; todo],
                too_large: Vec::new(),
                won: None,
                since: 0,
            }),
        };
        // Whatever was in use before is free.
        budget.use_bytes(0)?;
        let ends = if threads == 1 {
            vec![self.search_parts(rank, bits, first, &parts, root, budget)]
        } else {
            budget.share(threads, |_, budget| {
                let end = self.search_parts(rank, bits, first, &parts, root, budget);
                if !matches!(end, Ok(())) {
                    parts.end();
                }
                end.and_then(|()| budget.use_bytes(0))
            })
        };
        let mut results = parts
            .results
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if results.won.is_some() {
            return Ok(results.won);
        }
        ends.into_iter().collect::<Result<(), Stop>>()?;
        results.too_large.sort_unstable();
        let mut memory = self.memory(root, budget);
        for value in results.too_large {
            let part = Part { bits, value };
            let won = self.search_rank(rank, part, &mut memory, root, budget)?;
            if won.is_some() {
                return Ok(won);
            }
        }
        Ok(None)
    }

    /// Searches one part after the other, until there are no more.
    fn search_parts(
        &self,
        rank: usize,
        bits: u32,
        first: u64,
        parts: &Parts<W>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut memory = self.memory(root, budget);
        while let Some(value) = parts.take() {
            let part = Part { bits, value };
            let before = budget.states();
            let found = if parts.is_alone {
                self.search_rank(rank, part, &mut memory, root, budget)
            } else {
                self.search_part(rank, part, None, &mut memory, root, budget)
            };
            let mut results = parts.results();
            match found {
                Ok(None) => results.done[(value - first) as usize] = true,
                Ok(won) => {
                    results.won = won;
                    parts.end();
                    return Ok(());
                }
                Err(Stop::Memory) if !parts.is_alone => results.too_large.push(value),
                Err(stop) => return Err(stop),
            }
            // What is done without a gap need not be done again.
            results.since += budget.states() - before;
            if results.since > STATES_BETWEEN_NOTES {
                results.since = 0;
                let done = results.done.iter().take_while(|&&done| done).count();
                let mut files = self.files();
                files.next_part = first + done as u64;
                files.flush()?;
                files.note_progress()?;
            }
        }
        Ok(())
    }

    /// Searches a part of a rank, divided if need be.
    fn search_rank(
        &self,
        rank: usize,
        part: Part,
        memory: &mut Memory<'_, W>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        match self.search_part(rank, part, None, memory, root, budget) {
            Err(Stop::Memory) if self.has_several_stages(rank, part)? => {
                for smaller in part.divided() {
                    let won = self.search_rank(rank, smaller, memory, root, budget)?;
                    if won.is_some() {
                        return Ok(won);
                    }
                }
                Ok(None)
            }
            Err(Stop::Memory) => self.search_seeds(rank, part, memory, root, budget),
            found => found,
        }
    }

    /// Searches everything from each seed of a stage that is too large, best
    /// positions first: it may be won long before the stage is through. A seed from
    /// which there is no win needs no other search.
    fn search_seeds(
        &self,
        rank: usize,
        part: Part,
        memory: &mut Memory<'_, W>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        let mut seeds = Vec::new();
        // (The files are not locked while these are read.)
        let written = self.files().seeds(rank);
        written.read(|seed: Seed<W>| {
            if part.holds(seed.stage) {
                seeds.push(seed.key);
            }
            true
        })?;
        seeds.sort_unstable();
        seeds.dedup();
        let mut board = root.clone();
        for seed in seeds {
            board.unpack(&seed, self.play.packing);
            match complete::search(&board, self.play, &mut memory.relaxed, budget)? {
                Outcome::Solved(steps) => return Ok(Some(Way { seed, steps })),
                Outcome::Impossible(_) => {}
                Outcome::Unknown(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    /// Can a part be divided?
    fn has_several_stages(&self, rank: usize, part: Part) -> Result<bool, Stop> {
        let mut first = None;
        let mut several = false;
        // (The files are not locked while these are read.)
        let written = self.files().seeds(rank);
        written.read(|seed: Seed<W>| {
            if part.holds(seed.stage) {
                several = *first.get_or_insert(seed.stage) != seed.stage;
            }
            !several
        })?;
        Ok(several && part.bits < MOST_BITS)
    }

    /// Searches a part of a rank: for a won position, or for this one.
    fn search_part(
        &self,
        rank: usize,
        part: Part,
        wanted: Option<&Key<W>>,
        memory: &mut Memory<'_, W>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        let mut seen = Seen::new();
        let mut open: Vec<u32> = Vec::new();
        let lately = LATELY * size_of::<Key<W>>();
        // (The table of stages may double.)
        let fixed = (self.files().bytes() + lately) as u64 + 2 * memory.relaxed.bytes();
        let others = |open: &Vec<u32>| fixed + 8 * open.capacity() as u64;
        // 1. The seeds.
        let mut result = Ok(());
        let mut read = 0u32;
        // (The files are not locked while these are read.)
        let written = self.files().seeds(rank);
        written.read(|seed: Seed<W>| {
            read += 1;
            if read.is_multiple_of(1 << 12)
                && let Err(stop) = budget.check()
            {
                result = Err(stop);
                return false;
            }
            if !part.holds(seed.stage) {
                return true;
            }
            match seen.enter(&seed.key, Link::START, || others(&open), budget) {
                Ok((number, true)) => open.push(number),
                Ok((_, false)) => {}
                Err(stop) => result = Err(stop),
            }
            result.is_ok()
        })?;
        result?;
        if let Some(wanted) = wanted
            && open.iter().any(|&number| seen.key(number) == wanted)
        {
            return Ok(Some(Way {
                seed: *wanted,
                steps: Vec::new(),
            }));
        }
        // 2. Everything that can be reached within the stages.
        let play = self.play;
        let mut board = root.clone();
        let mut steps = Vec::new();
        let mut undos: Vec<Undo> = Vec::new();
        while let Some(number) = open.pop() {
            budget.count_state()?;
            let key = *seen.key(number);
            board.unpack(&key, self.play.packing);
            steps.clear();
            play.add_steps(&board, &mut steps);
            for &step in &steps {
                play.make(&mut board, step, |_, undo| undos.push(undo));
                let link = Link {
                    before: number,
                    step,
                };
                if wanted.map_or(board.is_won(), |wanted| board.key == *wanted) {
                    return Ok(Some(way(&seen, link)));
                }
                if self.rank(&board) == rank {
                    let (number, new) = seen.enter(&board.key, link, || others(&open), budget)?;
                    if new {
                        open.push(number);
                    }
                } else if wanted.is_none() {
                    self.leave(&board, &key, memory, budget)?;
                }
                play.take_back(&mut board, &mut undos);
            }
        }
        Ok(None)
    }

    /// Writes the seed of a larger rank.
    fn leave(
        &self,
        board: &Board<W>,
        before: &Key<W>,
        memory: &mut Memory<'_, W>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if memory
            .relaxed
            .is_hopeless(board, self.play.packing, budget)?
        {
            return Ok(());
        }
        let lately = &mut memory.lately[mix(&board.key) as usize % LATELY];
        if *lately == board.key {
            return Ok(());
        }
        *lately = board.key;
        let seed = Seed {
            key: board.key,
            before: *before,
            stage: board.stage(self.play.packing),
        };
        self.files().add(self.rank(board), &seed)
    }

    /// The way from the start to the end of a way within a rank.
    fn whole_way(
        &self,
        rank: usize,
        last: Way<W>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Vec<Step>, Stop> {
        let mut parts = vec![last.steps];
        let (mut rank, mut seed) = (rank, last.seed);
        let mut board = root.clone();
        let mut memory = self.memory(root, budget);
        while seed != root.key {
            // 1. The step from a smaller rank to this seed.
            let written = self.files().seeds(rank);
            let before = written.before(&seed)?;
            board.unpack(&before, self.play.packing);
            parts.push(vec![self.step_to(&mut board, &seed).ok_or(Stop::Disk)?]);
            // 2. The way from a seed of that rank.
            rank = self.rank(&board);
            let stage = board.stage(self.play.packing);
            let part = Part::only(stage);
            let way = self.search_part(rank, part, Some(&before), &mut memory, root, budget)?;
            let way = way.ok_or(Stop::Disk)?;
            parts.push(way.steps);
            seed = way.seed;
        }
        parts.reverse();
        Ok(parts.concat())
    }

    /// The step that leads to a position.
    fn step_to(&self, board: &mut Board<W>, wanted: &Key<W>) -> Option<Step> {
        let mut steps = Vec::new();
        let key = board.key;
        self.play.add_steps(board, &mut steps);
        steps.into_iter().find(|&step| {
            self.play.make(board, step, |_, _| ());
            let found = board.key == *wanted;
            board.unpack(&key, self.play.packing);
            found
        })
    }
}

/// The way to the end of this link, from a seed.
fn way<const W: usize>(seen: &Seen<W>, last: Link) -> Way<W> {
    let mut steps = Vec::new();
    let mut link = last;
    let mut first = last.before;
    while link.before != Link::START.before {
        steps.push(link.step);
        first = link.before;
        link = seen.link(link.before);
    }
    steps.reverse();
    Way {
        seed: *seen.key(first),
        steps,
    }
}
