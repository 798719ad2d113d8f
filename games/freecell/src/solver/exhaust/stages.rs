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
//!    file of its rank. Seeds may be written several times; the table of the
//!    part enters each once.
//! 4. If a part does not fit into memory, it is searched again in eight smaller
//!    parts. (Seeds that it has written are written again; that changes nothing.)
//!
//! 5. If one stage alone does not fit, everything that can be reached from its
//!    seeds is searched in memory, one seed after the other, best positions first.
//!    That often finds a win, or shows that a seed leads nowhere; otherwise the
//!    answer is "unknown".
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

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{Budget, Disk};

use self::files::{Files, RANKS, Seed};
use super::board::{Board, Step, Undo};
use super::complete;
use super::play::Play;
use super::seen::{Link, Seen, mix};
use crate::solver::packing::Key;

pub(super) use self::files::has_begun;

/// Seeds that were written lately, by their hash, so that most are written once.
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
        let mut stages = Stages {
            play,
            first_unbuilt: root.unbuilt,
            first_left: root.left,
            files: Files::open(disk, question, Seed::<W>::BYTES)?,
            lately: vec![[u64::MAX; W]; LATELY],
        };
        let outcome = stages.run(&root, budget)?;
        stages.files.remove();
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
    files: Files,
    lately: Vec<Key<W>>,
}

impl<const W: usize> Stages<'_, W> {
    fn rank(&self, board: &Board<W>) -> usize {
        (self.first_unbuilt - board.unbuilt + self.first_left - board.left) as usize
    }

    fn run(&mut self, root: &Board<W>, budget: &mut Budget) -> Result<Outcome<Vec<Step>>, Stop> {
        if self.files.next_rank == 0 && self.files.lens[0] == 0 {
            let seed = Seed {
                key: root.key,
                before: root.key,
                stage: root.stage(self.play.packing),
            };
            self.files.add(0, &seed)?;
            self.files.flush()?;
        }
        let mut noted = budget.states();
        while self.files.next_rank < RANKS {
            let rank = self.files.next_rank;
            // The file of this rank does not grow any more, so its parts are the
            // same when the search goes on later.
            let bits = self.files.bits(rank);
            while self.files.next_part < 1 << bits {
                let part = Part {
                    bits,
                    value: self.files.next_part,
                };
                if let Some(way) = self.search_rank(rank, part, root, budget)? {
                    self.files.flush()?;
                    return Ok(Outcome::Solved(self.whole_way(rank, way, root, budget)?));
                }
                self.files.next_part += 1;
                if budget.states() - noted > STATES_BETWEEN_NOTES {
                    noted = budget.states();
                    self.files.flush()?;
                    self.files.note_progress()?;
                }
            }
            self.files.next_rank = rank + 1;
            self.files.next_part = 0;
            self.files.flush()?;
        }
        // No seed is left, and none was dropped: there is no solution.
        Ok(Exhausted::claim(0, 0).into())
    }

    /// Searches a part of a rank, divided if need be.
    fn search_rank(
        &mut self,
        rank: usize,
        part: Part,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        match self.search_part(rank, part, None, root, budget) {
            Err(Stop::Memory) if self.has_several_stages(rank, part)? => {
                for smaller in part.divided() {
                    let won = self.search_rank(rank, smaller, root, budget)?;
                    if won.is_some() {
                        return Ok(won);
                    }
                }
                Ok(None)
            }
            Err(Stop::Memory) => self.search_seeds(rank, part, root, budget),
            found => found,
        }
    }

    /// Searches everything from each seed of a stage that is too large, best
    /// positions first: it may be won long before the stage is through. A seed from
    /// which there is no win needs no other search.
    fn search_seeds(
        &mut self,
        rank: usize,
        part: Part,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        let mut seeds = Vec::new();
        self.files.read(rank, |seed: Seed<W>| {
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
            match complete::search(&board, self.play, true, budget) {
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
        self.files.read(rank, |seed: Seed<W>| {
            if part.holds(seed.stage) {
                several = *first.get_or_insert(seed.stage) != seed.stage;
            }
            !several
        })?;
        Ok(several && part.bits < MOST_BITS)
    }

    /// Searches a part of a rank: for a won position, or for this one.
    fn search_part(
        &mut self,
        rank: usize,
        part: Part,
        wanted: Option<&Key<W>>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Option<Way<W>>, Stop> {
        let mut seen = Seen::new();
        let mut open: Vec<u32> = Vec::new();
        let fixed = (self.files.bytes() + LATELY * size_of::<Key<W>>()) as u64;
        let others = |open: &Vec<u32>| fixed + 8 * open.capacity() as u64;
        // 1. The seeds.
        let mut result = Ok(());
        let mut read = 0u32;
        self.files.read(rank, |seed: Seed<W>| {
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
                    self.leave(&board, &key)?;
                }
                play.take_back(&mut board, &mut undos);
            }
        }
        Ok(None)
    }

    /// Writes the seed of a larger rank.
    fn leave(&mut self, board: &Board<W>, before: &Key<W>) -> Result<(), Stop> {
        let lately = &mut self.lately[mix(&board.key) as usize % LATELY];
        if *lately == board.key {
            return Ok(());
        }
        *lately = board.key;
        let seed = Seed {
            key: board.key,
            before: *before,
            stage: board.stage(self.play.packing),
        };
        self.files.add(self.rank(board), &seed)
    }

    /// The way from the start to the end of a way within a rank.
    fn whole_way(
        &mut self,
        rank: usize,
        last: Way<W>,
        root: &Board<W>,
        budget: &mut Budget,
    ) -> Result<Vec<Step>, Stop> {
        let mut parts = vec![last.steps];
        let (mut rank, mut seed) = (rank, last.seed);
        let mut board = root.clone();
        while seed != root.key {
            // 1. The step from a smaller rank to this seed.
            let before = self.files.before(rank, &seed)?;
            board.unpack(&before, self.play.packing);
            parts.push(vec![self.step_to(&mut board, &seed).ok_or(Stop::Disk)?]);
            // 2. The way from a seed of that rank.
            rank = self.rank(&board);
            let stage = board.stage(self.play.packing);
            let part = Part::only(stage);
            let way = self.search_part(rank, part, Some(&before), root, budget)?;
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
