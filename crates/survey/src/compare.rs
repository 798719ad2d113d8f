//! The same deals under two sets of rules.

use std::collections::BTreeMap;

use crate::Error;
use crate::folder::Folder;
use crate::row::Verdict;
use crate::shard;

/// Deals that are named as examples.
const NAMED: usize = 10;

/// How the same deals end in two surveys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Won in both.
    pub both: u64,
    /// Won in the first, lost in the second.
    pub only_first: u64,
    /// Lost in the first, won in the second.
    pub only_second: u64,
    /// Lost in both.
    pub neither: u64,
    /// Unknown in one of them, or in both.
    pub unknown: u64,
    /// Deals that only one of the two has.
    pub unpaired: u64,
    /// The first deals that are won in the first and lost in the second.
    pub examples_first: Vec<u64>,
    /// The first deals that are lost in the first and won in the second.
    pub examples_second: Vec<u64>,
}

/// The outcomes of a survey's deals; of a deal that was tried again, the last.
fn outcomes(folder: &Folder) -> Result<BTreeMap<u64, Verdict>, Error> {
    let mut outcomes = BTreeMap::new();
    let mut levels = vec![folder.clone()];
    levels.extend(folder.retries()?);
    for level in levels {
        for number in level.finished()? {
            let (rows, _) = shard::read(&level.shard_path(number))?;
            outcomes.extend(rows.iter().map(|row| (row.deal, row.outcome)));
        }
    }
    Ok(outcomes)
}

/// Compares the deals that both surveys have.
pub fn compare(first: &Folder, second: &Folder) -> Result<Comparison, Error> {
    let (first, second) = (outcomes(first)?, outcomes(second)?);
    let mut found = Comparison::default();
    for (deal, one) in &first {
        let Some(other) = second.get(deal) else {
            found.unpaired += 1;
            continue;
        };
        match (one, other) {
            (Verdict::Unknown, _) | (_, Verdict::Unknown) => found.unknown += 1,
            (Verdict::Solved, Verdict::Solved) => found.both += 1,
            (Verdict::Impossible, Verdict::Impossible) => found.neither += 1,
            (Verdict::Solved, Verdict::Impossible) => {
                found.only_first += 1;
                found.examples_first.push(*deal);
            }
            (Verdict::Impossible, Verdict::Solved) => {
                found.only_second += 1;
                found.examples_second.push(*deal);
            }
        }
    }
    found.unpaired += second
        .keys()
        .filter(|deal| !first.contains_key(deal))
        .count() as u64;
    found.examples_first.truncate(NAMED);
    found.examples_second.truncate(NAMED);
    Ok(found)
}
