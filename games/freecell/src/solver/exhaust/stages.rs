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
//!
//! # Files
//! ```text
//! position      which question this is, as text
//! progress      the rank and the part that come next, and how long the files
//!               were then
//! seeds-RRR     key, key of the position before, hash of the stage; 64-bit words,
//!               little end first
//! ```
//! A search that was killed goes on with the part at which it was. What it had
//! written for larger ranks are seeds like all others; half a seed at the end is
//! cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{Budget, Disk};

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, add_candidates, settle};
use super::complete;
use super::seen::{Link, Seen, mix};
use crate::solver::home::GoHome;
use crate::solver::packing::{Key, Packing};
use crate::solver::terms::Terms;

/// Every card leaves its place once and goes home once.
const RANKS: usize = 2 * 52 + 1;
/// Bytes of seeds of one rank that wait to be written.
const BUFFER: usize = 1 << 16;
/// Seeds that were written lately, by their hash, so that most are written once.
const LATELY: usize = 1 << 15;
/// Bytes of seeds in a part of a rank, about, and the most parts as a power of two.
const PART: u64 = 1 << 18;
const MOST_PARTS: u32 = 6;
/// How much work may have to be done again after a search was killed, if the
/// parts are not larger.
const STATES_BETWEEN_NOTES: u64 = 50_000;
/// A part of a rank is divided into so many smaller ones, as a power of two.
const DIVISION: u32 = 3;
/// Bits of the hash of a stage that choose a part.
const MOST_BITS: u32 = 48;

/// Has a search for this answer begun, and not ended?
pub(super) fn has_begun(disk: &Disk, question: &str) -> bool {
    folder(disk, question).join("progress").exists()
}

fn folder(disk: &Disk, question: &str) -> PathBuf {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in question.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    disk.folder.join(format!("freecell-{hash:016x}"))
}

/// The steps of a solution, or the proof that there is none, as from
/// [`complete::search`](super::complete::search).
pub(super) fn search<const W: usize>(
    start: &Board<W>,
    terms: &Terms,
    packing: &Packing<W>,
    (disk, question): (&Disk, &str),
    budget: &mut Budget,
) -> Outcome<Vec<Step>> {
    let mut root = start.clone();
    settle(&mut root, terms, packing, Some(GoHome::Safe), |_, _| ());
    if root.is_won() {
        return Outcome::Solved(Vec::new());
    }
    let mut run = || -> Result<Outcome<Vec<Step>>, Stop> {
        let mut stages = Stages {
            terms,
            packing,
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

/// A position that was reached from a smaller rank.
#[derive(Clone, Copy, Debug)]
struct Seed<const W: usize> {
    key: Key<W>,
    before: Key<W>,
    stage: u64,
}

impl<const W: usize> Seed<W> {
    const BYTES: usize = 8 * (2 * W + 1);

    fn write(&self, buffer: &mut Vec<u8>) {
        let words = self.key.iter().chain(&self.before);
        for word in words.chain([&self.stage]) {
            buffer.extend(word.to_le_bytes());
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[8 * at..8 * at + 8]);
            u64::from_le_bytes(word)
        };
        Self {
            key: std::array::from_fn(word),
            before: std::array::from_fn(|at| word(W + at)),
            stage: word(2 * W),
        }
    }
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
    terms: &'a Terms,
    packing: &'a Packing<W>,
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
                stage: root.stage(self.packing),
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
            board.unpack(&seed, self.packing);
            match complete::search(&board, self.terms, self.packing, budget) {
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
        let mut board = root.clone();
        let mut steps = Vec::new();
        let mut undos: Vec<Undo> = Vec::new();
        while let Some(number) = open.pop() {
            budget.count_state()?;
            let key = *seen.key(number);
            board.unpack(&key, self.packing);
            steps.clear();
            add_candidates(&board, self.terms, RunSteps::Needed, &mut steps);
            for &step in &steps {
                undos.push(board.make(step, self.terms, self.packing));
                let go_home = Some(GoHome::Safe);
                settle(&mut board, self.terms, self.packing, go_home, |_, undo| {
                    undos.push(undo);
                });
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
                while let Some(undo) = undos.pop() {
                    board.take_back(undo, self.terms, self.packing);
                }
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
            stage: board.stage(self.packing),
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
            board.unpack(&before, self.packing);
            parts.push(vec![self.step_to(&mut board, &seed).ok_or(Stop::Disk)?]);
            // 2. The way from a seed of that rank.
            rank = self.rank(&board);
            let stage = board.stage(self.packing);
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
        add_candidates(board, self.terms, RunSteps::Needed, &mut steps);
        steps.into_iter().find(|&step| {
            board.make(step, self.terms, self.packing);
            let go_home = Some(GoHome::Safe);
            settle(board, self.terms, self.packing, go_home, |_, _| ());
            let found = board.key == *wanted;
            board.unpack(&key, self.packing);
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

/// The files of a search.
struct Files {
    folder: PathBuf,
    most_bytes: u64,
    /// Seeds of each rank that are not yet written.
    buffers: Vec<Vec<u8>>,
    /// How long the file of each rank is.
    lens: Vec<u64>,
    /// All ranks below this one are done, and these parts of it.
    next_rank: usize,
    next_part: u64,
    /// Bytes of a seed.
    record: usize,
}

/// Whatever goes wrong with a file ends the search.
fn failed(_: io::Error) -> Stop {
    Stop::Disk
}

impl Files {
    /// Those of the search that was interrupted, or new ones.
    fn open(disk: &Disk, question: &str, record: usize) -> Result<Self, Stop> {
        let mut files = Self {
            folder: folder(disk, question),
            most_bytes: disk.most_bytes,
            buffers: vec![Vec::new(); RANKS],
            lens: vec![0; RANKS],
            next_rank: 0,
            next_part: 0,
            record,
        };
        let position = files.folder.join("position");
        let is_same = fs::read_to_string(&position).is_ok_and(|text| text == question);
        if is_same && files.read_progress().is_some() {
            return Ok(files);
        }
        // There is nothing to go on with.
        if files.folder.exists() {
            fs::remove_dir_all(&files.folder).map_err(failed)?;
        }
        files.lens = vec![0; RANKS];
        files.next_rank = 0;
        files.next_part = 0;
        fs::create_dir_all(&files.folder).map_err(failed)?;
        fs::write(&position, question).map_err(failed)?;
        Ok(files)
    }

    fn path(&self, rank: usize) -> PathBuf {
        self.folder.join(format!("seeds-{rank:03}"))
    }

    fn read_progress(&mut self) -> Option<()> {
        let text = fs::read_to_string(self.folder.join("progress")).ok()?;
        let mut numbers = text.split_whitespace().map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok();
        self.next_rank = usize::try_from(next()?)
            .ok()
            .filter(|&rank| rank <= RANKS)?;
        self.next_part = next()?;
        let record = self.record as u64;
        for rank in 0..RANKS {
            let noted = next()?;
            let path = self.path(rank);
            let len = length(&path).ok()?;
            // What was noted must be there. More than that may be.
            if len < noted {
                return None;
            }
            self.lens[rank] = len / record * record;
            if self.lens[rank] < len {
                let file = OpenOptions::new().write(true).open(path).ok()?;
                file.set_len(self.lens[rank]).ok()?;
            }
        }
        Some(())
    }

    /// Into how many parts a rank is divided, as a power of two.
    fn bits(&self, rank: usize) -> u32 {
        let parts = self.lens[rank].div_ceil(PART).max(1);
        parts.next_power_of_two().trailing_zeros().min(MOST_PARTS)
    }

    /// Everything before the next part is done, and will be after a power cut.
    fn note_progress(&self) -> Result<(), Stop> {
        for rank in (0..RANKS).filter(|&rank| self.lens[rank] > 0) {
            let file = File::open(self.path(rank)).map_err(failed)?;
            file.sync_data().map_err(failed)?;
        }
        let mut text = format!("{} {}", self.next_rank, self.next_part);
        for len in &self.lens {
            text += &format!(" {len}");
        }
        let (new, path) = (
            self.folder.join("progress.new"),
            self.folder.join("progress"),
        );
        fs::write(&new, text).map_err(failed)?;
        fs::rename(new, path).map_err(failed)
    }

    /// Bytes of the buffers.
    fn bytes(&self) -> usize {
        // A few ranks are written to at a time.
        self.buffers.iter().map(Vec::capacity).sum::<usize>() + 8 * BUFFER
    }

    fn add<const W: usize>(&mut self, rank: usize, seed: &Seed<W>) -> Result<(), Stop> {
        let buffer = &mut self.buffers[rank];
        seed.write(buffer);
        if buffer.len() >= BUFFER {
            self.flush_rank(rank)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Stop> {
        (0..RANKS).try_for_each(|rank| self.flush_rank(rank))
    }

    fn flush_rank(&mut self, rank: usize) -> Result<(), Stop> {
        let buffer = std::mem::take(&mut self.buffers[rank]);
        if buffer.is_empty() {
            return Ok(());
        }
        let used: u64 = self.lens.iter().sum();
        if used + buffer.len() as u64 > self.most_bytes {
            return Err(Stop::Disk);
        }
        let path = self.path(rank);
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .map_err(failed)?;
        // Nobody else may have written here.
        if file.metadata().map_err(failed)?.len() != self.lens[rank] {
            return Err(Stop::Disk);
        }
        file.write_all(&buffer).map_err(failed)?;
        self.lens[rank] += buffer.len() as u64;
        Ok(())
    }

    /// Reads the seeds of a rank, until somebody has read enough.
    fn read<const W: usize>(
        &self,
        rank: usize,
        mut found: impl FnMut(Seed<W>) -> bool,
    ) -> Result<(), Stop> {
        if self.lens[rank] == 0 {
            return Ok(());
        }
        let file = File::open(self.path(rank)).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() != self.lens[rank] {
            return Err(Stop::Disk);
        }
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let mut record = vec![0; Seed::<W>::BYTES];
        for _ in 0..self.lens[rank] / Seed::<W>::BYTES as u64 {
            reader.read_exact(&mut record).map_err(failed)?;
            if !found(Seed::read(&record)) {
                break;
            }
        }
        Ok(())
    }

    /// The position before a seed.
    fn before<const W: usize>(&self, rank: usize, key: &Key<W>) -> Result<Key<W>, Stop> {
        let mut before = None;
        self.read(rank, |seed: Seed<W>| {
            if seed.key == *key {
                before = Some(seed.before);
            }
            before.is_none()
        })?;
        before.ok_or(Stop::Disk)
    }

    /// The search has its answer.
    fn remove(&self) {
        // If this fails, files are left over; the answer is the same.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// How long a file is; a file that is not there has no bytes.
fn length(path: &Path) -> io::Result<u64> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Manner, cells, verdict_by};
    use super::*;
    use crate::rules::FreeCell;
    use patience_core::Limits;

    /// A folder of this test alone.
    fn disk(name: &str) -> Disk {
        let own = format!("patience-stages-{}-{name}", std::process::id());
        Disk {
            folder: std::env::temp_dir().join(own),
            most_bytes: 1 << 30,
        }
    }

    fn with_bytes(bytes: u64) -> Budget {
        Budget::new(Limits {
            bytes: Some(bytes),
            ..Limits::NONE
        })
    }

    /// The one folder of a search.
    fn only_folder(disk: &Disk) -> PathBuf {
        let mut folders = fs::read_dir(&disk.folder).unwrap();
        let folder = folders.next().unwrap().unwrap().path();
        assert!(folders.next().is_none());
        folder
    }

    #[test]
    fn little_memory_and_a_disk_give_the_same_verdict_as_memory() {
        let disk = disk("verdict");
        let manner = Manner::OnDisk(disk.clone());
        let mut solved = 0;
        let mut agree = |rules: &FreeCell, deal, most| {
            let start = rules.deal(deal);
            let mut alone = Budget::unlimited();
            let answer = super::super::solve(rules, &start, &mut alone);
            let expected = answer.outcome.word();
            let mut budget = with_bytes(most);
            let found = verdict_by(&manner, rules, &start, &mut budget);
            assert_eq!(found, expected, "{} {deal}", rules.name);
            if expected == "impossible" {
                assert!(budget.states() >= alone.states());
            }
            assert!(budget.peak_bytes() <= most);
            solved += u32::from(found == "solved");
            alone.peak_bytes()
        };
        // Some of these can be won, and have stages that are too large for this.
        for deal in [1, 2, 3, 8] {
            agree(&cells(0), deal, 6 << 20);
            agree(&cells(1), deal, 6 << 20);
        }
        agree(&FreeCell::named("ko-bakers-game").unwrap(), 3, 6 << 20);
        // A fifth of what the search in memory takes.
        let in_memory = agree(&cells(1), 90, 16 << 20);
        assert!(in_memory > 70 << 20, "{in_memory}");
        assert!(solved > 1, "{solved}");
        fs::remove_dir(&disk.folder).unwrap();
    }

    #[test]
    fn a_search_that_was_stopped_goes_on_where_it_was() {
        let disk = disk("again");
        let (rules, manner) = (cells(1), Manner::OnDisk(disk.clone()));
        let start = rules.deal(90);
        let mut whole = with_bytes(64 << 20);
        let found = verdict_by(&manner, &rules, &start, &mut whole);
        assert_eq!(found, "impossible");
        let mut runs = 0;
        let mut states = 0;
        loop {
            let mut budget = Budget::new(Limits {
                states: Some(whole.states() / 2 + 100_000),
                bytes: Some(64 << 20),
                ..Limits::NONE
            });
            let found = verdict_by(&manner, &rules, &start, &mut budget);
            runs += 1;
            states += budget.states();
            if found == "impossible" {
                break;
            }
            assert_eq!(found, "unknown");
            // As if it had been killed while it wrote.
            let folder = only_folder(&disk);
            let last = fs::read_dir(&folder).unwrap();
            let names = last.map(|entry| entry.unwrap().file_name());
            let seeds = names.filter(|name| name.to_string_lossy().starts_with("seeds"));
            let largest = folder.join(seeds.max().unwrap());
            let mut file = OpenOptions::new().append(true).open(largest).unwrap();
            file.write_all(b"half").unwrap();
            assert!(runs < 10, "it begins again and again");
        }
        // Little was done twice.
        assert!(runs > 1, "{runs}");
        assert!(states < whole.states() * 3 / 2, "{states}");
        fs::remove_dir(&disk.folder).unwrap();
    }

    #[test]
    fn files_that_lost_something_are_not_used() {
        let disk = disk("lost");
        let (rules, manner) = (cells(1), Manner::OnDisk(disk.clone()));
        let start = rules.deal(90);
        let mut budget = Budget::new(Limits {
            states: Some(300_000),
            ..Limits::NONE
        });
        assert_eq!(verdict_by(&manner, &rules, &start, &mut budget), "unknown");
        let folder = only_folder(&disk);
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name().to_string_lossy().starts_with("seeds") {
                File::create(entry.path()).unwrap();
            }
        }
        // It begins again.
        let mut budget = Budget::unlimited();
        let found = verdict_by(&manner, &rules, &start, &mut budget);
        assert_eq!(found, "impossible");
        assert!(budget.states() >= 925_229);
        fs::remove_dir(&disk.folder).unwrap();
    }

    #[test]
    fn a_full_disk_and_a_stage_that_is_too_large_are_unknown() {
        let mut disk = disk("full");
        disk.most_bytes = 1 << 20;
        let rules = cells(1);
        let start = rules.deal(90);
        let search = |disk: &Disk, budget: &mut Budget| {
            let manner = Manner::OnDisk(disk.clone());
            verdict_by(&manner, &rules, &start, budget)
        };
        assert_eq!(search(&disk, &mut Budget::unlimited()), "unknown");
        disk.most_bytes = 1 << 30;
        assert_eq!(search(&disk, &mut with_bytes(1 << 20)), "unknown");
        fs::remove_dir_all(&disk.folder).unwrap();
        // The folder is a file.
        fs::write(&disk.folder, "").unwrap();
        assert_eq!(search(&disk, &mut Budget::unlimited()), "unknown");
        fs::remove_file(&disk.folder).unwrap();
    }
}
