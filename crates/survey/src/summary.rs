//! What a survey has found so far, from the footers of its shards.

use std::collections::BTreeSet;

use crate::Error;
use crate::folder::Folder;
use crate::row::Row;
use crate::shard;
use crate::totals::Totals;

/// What a survey has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// What its shards come to, retries included.
    pub totals: Totals,
    /// Shards that are done, and all of them.
    pub shards: (u64, u64),
    /// Deals that were tried again, for each level of retries.
    pub retried: Vec<u64>,
    /// After each shard, in order: deals, solved, unknown.
    pub course: Vec<[u64; 3]>,
    /// The machines that computed it.
    pub hosts: BTreeSet<String>,
    /// The digest of all digests: two surveys with the same plan and the same
    /// digest have found the same.
    pub digest: String,
}

/// Reads the footers of a survey.
pub fn summarise(folder: &Folder) -> Result<Summary, Error> {
    let footers = folder.footers()?;
    let mut summary = Summary {
        totals: Totals::default(),
        shards: (footers.len() as u64, folder.plan().shard_count()),
        retried: Vec::new(),
        course: Vec::new(),
        hosts: BTreeSet::new(),
        digest: String::new(),
    };
    let mut digests = String::new();
    let mut course = [0; 3];
    for footer in &footers {
        let totals = &footer.totals;
        summary.totals.add(totals);
        course[0] += totals.deals();
        course[1] += totals.solved;
        course[2] += totals.undecided_deals();
        summary.course.push(course);
        summary.hosts.insert(footer.host.clone());
        digests += &footer.digest;
    }
    for level in folder.retries()? {
        let mut retried = Totals::default();
        for footer in level.footers()? {
            retried.add(&footer.totals);
            summary.hosts.insert(footer.host.clone());
            digests += &footer.digest;
        }
        summary.totals.add_retry(&retried);
        summary.retried.push(retried.deals());
    }
    summary.digest = crate::row::hex(&<sha2::Sha256 as sha2::Digest>::digest(digests));
    Ok(summary)
}

/// All rows in the order of deals; of a deal that was tried again, those of the
/// highest level.
pub fn rows(folder: &Folder) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    let mut levels = folder.retries()?;
    levels.reverse();
    levels.push(folder.clone());
    for level in levels {
        for number in level.finished()? {
            rows.extend(shard::read(&level.shard_path(number))?.0);
        }
    }
    // The sort is stable, and the highest level comes first.
    rows.sort_by_key(|row: &Row| row.deal);
    rows.dedup_by_key(|row| row.deal);
    Ok(rows)
}
