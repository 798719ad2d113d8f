//! What many rows come to. Totals can be added in any order, so that a survey's
//! are the sum of its shards'.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::row::{Row, Verdict, Why, Word as _};

/// How many of the hardest and of the undecided deals are named.
const NAMED: usize = 20;

/// How often each number was seen.
pub type Histogram = BTreeMap<u32, u64>;

/// Counts, sums and histograms of rows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Totals {
    /// Deals with a solution.
    pub solved: u64,
    /// Deals proved to have none.
    pub impossible: u64,
    /// Deals that a limit left open, by the limit.
    pub unknown: BTreeMap<String, u64>,
    /// Solutions that are proved to be shortest or best.
    pub proved: u64,
    /// Solutions that clear the board.
    pub cleared: u64,
    /// Lengths of solutions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub length: Histogram,
    /// Cheats in solutions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cheats: Histogram,
    /// Points of solutions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub score: Histogram,
    /// Cards of the goal's rank that solutions play.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cards: Histogram,
    /// States of decided deals: by the number of binary digits.
    pub states: Histogram,
    /// States of all deals together.
    pub all_states: u64,
    /// Microseconds of all deals together.
    pub micros: u64,
    /// The deals with the most states, the most first.
    pub hardest: Vec<Named>,
    /// The first deals that are unknown.
    pub undecided: Vec<u64>,
}

/// A deal that is worth naming.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Named {
    /// States searched.
    pub states: u64,
    /// The deal.
    pub deal: u64,
    /// It was solved.
    pub solved: bool,
}

impl Totals {
    /// The totals of these rows.
    pub fn of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut totals = Self::default();
        rows.into_iter().for_each(|row| totals.count(row));
        totals.trim();
        totals
    }

    /// Counts a row.
    fn count(&mut self, row: &Row) {
        match row.outcome {
            Verdict::Solved => self.solved += 1,
            Verdict::Impossible => self.impossible += 1,
            Verdict::Unknown => {
                let why = row.stop.map_or("incomplete", Why::word);
                *self.unknown.entry(why.to_owned()).or_default() += 1;
                self.undecided.push(row.deal);
            }
        }
        self.proved += u64::from(row.proved.is_some());
        self.cleared += u64::from(row.cleared == Some(true));
        for (histogram, value) in [
            (&mut self.length, row.length),
            (&mut self.cheats, row.cheats),
            (&mut self.score, row.score),
            (&mut self.cards, row.cards),
        ] {
            if let Some(value) = value {
                *histogram.entry(value).or_default() += 1;
            }
        }
        if row.outcome != Verdict::Unknown {
            let digits = u64::BITS - row.states.leading_zeros();
            *self.states.entry(digits).or_default() += 1;
        }
        self.all_states += row.states;
        self.micros += u64::from(row.micros);
        self.hardest.push(Named {
            states: row.states,
            deal: row.deal,
            solved: row.outcome == Verdict::Solved,
        });
        if self.hardest.len() > 64 * NAMED {
            self.trim();
        }
    }

    /// Keeps only the names that are shown.
    fn trim(&mut self) {
        // Of deals with as many states the first one, whatever the order of adding.
        self.hardest
            .sort_by_key(|named| (std::cmp::Reverse(named.states), named.deal));
        self.hardest.truncate(NAMED);
        self.undecided.sort_unstable();
        self.undecided.truncate(NAMED);
    }

    /// Adds other totals, of other deals.
    pub fn add(&mut self, other: &Self) {
        self.solved += other.solved;
        self.impossible += other.impossible;
        self.proved += other.proved;
        self.cleared += other.cleared;
        self.all_states += other.all_states;
        self.micros += other.micros;
        for (why, count) in &other.unknown {
            *self.unknown.entry(why.clone()).or_default() += count;
        }
        for (mine, theirs) in [
            (&mut self.length, &other.length),
            (&mut self.cheats, &other.cheats),
            (&mut self.score, &other.score),
            (&mut self.cards, &other.cards),
            (&mut self.states, &other.states),
        ] {
            for (value, count) in theirs {
                *mine.entry(*value).or_default() += count;
            }
        }
        self.hardest.extend(&other.hardest);
        self.undecided.extend(&other.undecided);
        self.trim();
    }

    /// Adds what was found when undecided deals were tried again: each of these
    /// deals is counted here as unknown already.
    pub fn add_retry(&mut self, retry: &Self) {
        if retry.deals() == self.undecided_deals() {
            self.undecided.clear();
        }
        let mut left = retry.deals();
        for count in self.unknown.values_mut() {
            let taken = left.min(*count);
            *count -= taken;
            left -= taken;
        }
        self.unknown.retain(|_, count| *count > 0);
        self.add(retry);
    }

    /// Deals that a limit left open.
    pub fn undecided_deals(&self) -> u64 {
        self.unknown.values().sum()
    }

    /// All deals.
    pub fn deals(&self) -> u64 {
        self.solved + self.impossible + self.undecided_deals()
    }
}
