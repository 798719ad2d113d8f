//! The files of a search with a disk.
//!
//! ```text
//! position      which question this is, as text
//! progress      the rank and the part that come next, and how long the files
//!               were then
//! seeds-RRR     key, key of the position before, hash of the stage; 64-bit words,
//!               little end first
//! ```
//! A search that was killed goes on with the part at which it was. What it had
//! written since then is cut off, and found again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use patience_core::Stop;
use patience_search::Disk;

use crate::solver::packing::Key;

/// Every card leaves its place once and goes home once.
pub(super) const RANKS: usize = 2 * 52 + 1;
/// Bytes of seeds of one rank that wait to be written.
const BUFFER: usize = 1 << 16;
/// Bytes of seeds in a part of a rank, about, and the most parts as a power of two.
const PART: u64 = 1 << 18;
const MOST_PARTS: u32 = 6;

/// Has a search for this answer begun, and not ended?
pub(in crate::solver::exhaust) fn has_begun(disk: &Disk, question: &str) -> bool {
    folder(disk, question).join("progress").exists()
}

fn folder(disk: &Disk, question: &str) -> PathBuf {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in question.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    disk.folder.join(format!("freecell-{hash:016x}"))
}

/// A position that was reached from a smaller rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed<const W: usize> {
    pub(super) key: Key<W>,
    pub(super) before: Key<W>,
    pub(super) stage: u64,
}

impl<const W: usize> Seed<W> {
    pub(super) const BYTES: usize = 8 * (2 * W + 1);

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

/// The files of a search.
pub(super) struct Files {
    folder: PathBuf,
    most_bytes: u64,
    /// Seeds of each rank that are not yet written.
    buffers: Vec<Vec<u8>>,
    /// How long the file of each rank is.
    pub(super) lens: Vec<u64>,
    /// All ranks below this one are done, and these parts of it.
    pub(super) next_rank: usize,
    pub(super) next_part: u64,
    /// Bytes of a seed.
    record: usize,
}

/// Whatever goes wrong with a file ends the search.
fn failed(_: io::Error) -> Stop {
    Stop::Disk
}

impl Files {
    /// Those of the search that was interrupted, or new ones.
    pub(super) fn open(disk: &Disk, question: &str, record: usize) -> Result<Self, Stop> {
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
            // What was noted must be there. What came later may be damaged.
            if len < noted || noted % record != 0 {
                return None;
            }
            self.lens[rank] = noted;
            if noted < len {
                let file = OpenOptions::new().write(true).open(path).ok()?;
                file.set_len(noted).ok()?;
            }
        }
        Some(())
    }

    /// Into how many parts a rank is divided, as a power of two.
    pub(super) fn bits(&self, rank: usize) -> u32 {
        let parts = self.lens[rank].div_ceil(PART).max(1);
        parts.next_power_of_two().trailing_zeros().min(MOST_PARTS)
    }

    /// Everything before the next part is done, and will be after a power cut.
    pub(super) fn note_progress(&self) -> Result<(), Stop> {
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
    pub(super) fn bytes(&self) -> usize {
        // A few ranks are written to at a time.
        self.buffers.iter().map(Vec::capacity).sum::<usize>() + 8 * BUFFER
    }

    pub(super) fn add<const W: usize>(&mut self, rank: usize, seed: &Seed<W>) -> Result<(), Stop> {
        let buffer = &mut self.buffers[rank];
        seed.write(buffer);
        if buffer.len() >= BUFFER {
            self.flush_rank(rank)?;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> Result<(), Stop> {
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

    /// The seeds of a rank that were written so far.
    pub(super) fn seeds(&self, rank: usize) -> Seeds {
        Seeds {
            path: self.path(rank),
            len: self.lens[rank],
        }
    }

    /// The search has its answer.
    pub(super) fn remove(&self) {
        // If this fails, files are left over; the answer is the same.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The seeds of a rank. They can be read while others are written.
#[derive(Clone, Debug)]
pub(super) struct Seeds {
    path: PathBuf,
    len: u64,
}

impl Seeds {
    /// Reads them, until somebody has read enough.
    pub(super) fn read<const W: usize>(
        &self,
        mut found: impl FnMut(Seed<W>) -> bool,
    ) -> Result<(), Stop> {
        if self.len == 0 {
            return Ok(());
        }
        let file = File::open(&self.path).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() != self.len {
            return Err(Stop::Disk);
        }
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let mut record = vec![0; Seed::<W>::BYTES];
        for _ in 0..self.len / Seed::<W>::BYTES as u64 {
            reader.read_exact(&mut record).map_err(failed)?;
            if !found(Seed::read(&record)) {
                break;
            }
        }
        Ok(())
    }

    /// The position before a seed.
    pub(super) fn before<const W: usize>(&self, key: &Key<W>) -> Result<Key<W>, Stop> {
        let mut before = None;
        self.read(|seed: Seed<W>| {
            if seed.key == *key {
                before = Some(seed.before);
            }
            before.is_none()
        })?;
        before.ok_or(Stop::Disk)
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
