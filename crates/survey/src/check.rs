//! Is everything in a folder as it was written, and true? And two folders made
//! into one.

use std::fs;
use std::path::Path;

use patience::{Cancel, SplitMix64};

use crate::Error;
use crate::folder::Folder;
use crate::row::{Row, Why, digest};
use crate::shard::{self, Footer};
use crate::totals::Totals;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Shards whose rows are those of their digests, totals and deals.
    pub shards: u64,
    /// Rows in them.
    pub rows: u64,
    /// Deals that were solved again, with the same result.
    pub solved_again: u64,
}

/// Checks every finished shard, and solves a share of its deals again.
pub fn check(
    folder: &Folder,
    again: f64,
    seed: u64,
    cancel: &Cancel,
    mut report: impl FnMut(&Checked),
) -> Result<Checked, Error> {
    let mut checked = Checked::default();
    let mut numbers = SplitMix64::new(seed);
    let mut levels = vec![folder.clone()];
    levels.extend(folder.retries()?);
    for level in levels {
        let game = level.plan().game()?;
        for number in level.finished()? {
            let path = level.shard_path(number);
            let (rows, _) = whole(&level, number, &path)?;
            checked.shards += 1;
            checked.rows += rows.len() as u64;
            for row in &rows {
                // What a time limit decides is not the same twice.
                let is_timed = row.stop == Some(Why::Time);
                if is_timed || numbers.below(1 << 30) as f64 >= again * f64::from(1 << 30) {
                    continue;
                }
                let Some(found) = level.plan().solve(game, row.deal, cancel)? else {
                    return Err(Error::Interrupted);
                };
                if found.without_time() != row.without_time() {
                    let reason = format!(
                        "deal {} is {:?} there, and {:?} when it is solved again",
                        row.deal,
                        row.without_time(),
                        found.without_time()
                    );
                    return Err(Error::damaged(path, reason));
                }
                checked.solved_again += 1;
            }
            report(&checked);
        }
    }
    Ok(checked)
}

/// The rows of a shard, which are those of its plan, its totals and its digest.
fn whole(folder: &Folder, number: u64, path: &Path) -> Result<(Vec<Row>, Footer), Error> {
    let (rows, footer) = shard::read(path)?;
    let wrong = |reason: &str| Err(Error::damaged(path, reason));
    if footer.plan != folder.hash() || footer.shard != number {
        return wrong("it belongs to another survey or place");
    }
    if digest(&rows) != footer.digest {
        return wrong("its rows are not those of its digest");
    }
    if Totals::of(&rows) != footer.totals {
        return wrong("its rows are not those of its totals");
    }
    if !rows
        .iter()
        .map(|row| row.deal)
        .eq(folder.plan().deals_of(number))
    {
        return wrong("its deals are not those of the plan");
    }
    Ok((rows, footer))
}

impl Folder {
    /// Puts a shard that was computed elsewhere in its place, after a check of
    /// every row. If the shard is there already, the two must be equal.
    pub fn accept(&self, shard: u64, bytes: &[u8]) -> Result<Footer, Error> {
        let path = self.shard_path(shard);
        // Rows that a local run has left in the journal are not needed any more.
        let journal = self.take(shard)?;
        let footer = self.put_bytes(shard, bytes, |part| {
            let (_, footer) = whole(self, shard, part)?;
            if path.exists() && shard::read_footer(&path)?.digest != footer.digest {
                return Err(Error::Unequal {
                    path: path.clone(),
                    other: "what was computed again".into(),
                });
            }
            Ok(footer)
        })?;
        if let Some(journal) = journal {
            journal.remove();
        }
        Ok(footer)
    }
}

/// Adds the shards of another folder with the same plan. Returns how many were
/// new. Shards that both have must be equal.
pub fn merge(into: &Folder, from: &Folder) -> Result<u64, Error> {
    if into.plan() != from.plan() {
        return Err(Error::OtherPlan {
            path: from.path().into(),
            differences: "only folders with the same plan.json can be merged".to_owned(),
        });
    }
    let there = into.finished()?;
    let mut new = 0;
    for number in from.finished()? {
        let theirs = from.shard_path(number);
        whole(from, number, &theirs)?;
        if there.contains(&number) {
            let mine = into.shard_path(number);
            if shard::read_footer(&mine)?.digest != shard::read_footer(&theirs)?.digest {
                return Err(Error::Unequal {
                    path: mine,
                    other: from.path().into(),
                });
            }
            continue;
        }
        let bytes = fs::read(&theirs).map_err(Error::file(&theirs))?;
        into.put_bytes(number, &bytes, |_| Ok(()))?;
        new += 1;
    }
    for level in from.retries()? {
        let name = level.path().file_name().map(Into::into).unwrap_or_default();
        let path: std::path::PathBuf = into.path().join("retries").join::<std::path::PathBuf>(name);
        let mine = Folder::begin(&path, level.plan().clone())?;
        new += merge(&mine, &level)?;
    }
    Ok(new)
}
