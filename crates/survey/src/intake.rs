//! Shards come in, whoever has computed them: what is missing, what is there, and
//! whether that is enough.

use std::collections::BTreeMap;

use patience::statistics;

use crate::Error;
use crate::folder::Folder;
use crate::run::{Part, Progress, Run};
use crate::shard::Footer;

/// A survey to which shards are added. [`Run`] computes them in threads of its
/// own; other engines compute them with [`Plan::compute`](crate::Plan::compute)
/// wherever they like and bring the bytes back here.
#[derive(Clone, Debug)]
pub struct Intake {
    folder: Folder,
    part: Part,
    until: Option<f64>,
    /// By finished shard: deals, solved, unknown.
    shards: BTreeMap<u64, [u64; 3]>,
    progress: Progress,
}

impl Intake {
    /// Reads what is there. Threads and cancellation of the run are not used.
    pub fn begin(folder: &Folder, run: &Run) -> Result<Self, Error> {
        folder.plan().refuse_other_version(folder.path())?;
        folder.tidy()?;
        let mut intake = Self {
            folder: folder.clone(),
            part: run.part,
            until: run.until,
            shards: BTreeMap::new(),
            progress: Progress::default(),
        };
        intake.progress.all = intake
            .mine()
            .map(|shard| folder.plan().size_of(shard))
            .sum();
        for footer in folder.footers()? {
            intake.add(&footer);
        }
        Ok(intake)
    }

    /// The shards of this part, in order.
    fn mine(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.folder.plan().shard_count()).filter(|shard| self.part.has(*shard))
    }

    /// The shards of this part that are not there.
    pub fn missing(&self) -> Vec<u64> {
        let missing = |shard: &u64| !self.shards.contains_key(shard);
        self.mine().filter(missing).collect()
    }

    /// Puts the bytes of a shard in its place, after a check of every row. The
    /// same shard may come more than once, and must then be equal.
    pub fn accept(&mut self, shard: u64, bytes: &[u8]) -> Result<(), Error> {
        let footer = self.folder.accept(shard, bytes)?;
        self.add(&footer);
        Ok(())
    }

    /// Counts a shard that is there.
    pub(crate) fn add(&mut self, footer: &Footer) {
        let totals = &footer.totals;
        let [deals, solved, unknown] = [totals.deals(), totals.solved, totals.undecided_deals()];
        let before = self.shards.insert(footer.shard, [deals, solved, unknown]);
        if before.is_some() {
            return;
        }
        self.progress.counted += deals;
        self.progress.solved += solved;
        self.progress.unknown += unknown;
        if self.part.has(footer.shard) {
            self.progress.done += deals;
        }
    }

    /// How far it is, by finished shards.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Is the interval of the first shards without a gap as narrow as was asked
    /// for? Others are left out: shards with easy deals are finished sooner, and
    /// to stop after those would favour them.
    pub fn is_enough(&self) -> bool {
        let Some(width) = self.until else {
            return false;
        };
        let first = self.shards.iter().zip(0..);
        let first = first.take_while(|((shard, _), place)| *shard == place);
        let [counted, solved, unknown] = first.fold([0; 3], |sum, ((_, counts), _)| {
            std::array::from_fn(|index| sum[index] + counts[index])
        });
        let interval = statistics::share(solved, unknown, counted, false).interval();
        counted > 0 && statistics::is_narrow(interval, width)
    }
}
