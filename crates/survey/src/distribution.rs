//! A histogram with its mean and its quantiles.

use std::fmt;

use patience::statistics::{Confidence, Interval, Mean, quantile_ranks};

use crate::totals::Histogram;

/// A number that was found for each solved deal: the length, the cheats, the
/// score. Deals that are unknown count as larger than all.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'h> {
    histogram: &'h Histogram,
    unknown: u64,
}

/// A quantile: its value, and the values between which the true one is with 95%
/// confidence. None is larger than everything seen, since deals are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantile {
    /// The value.
    pub value: Option<u32>,
    /// The lower end.
    pub low: Option<u32>,
    /// The upper end.
    pub high: Option<u32>,
}

impl fmt::Display for Quantile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Some(value) => write!(f, "{value}")?,
            None => f.write_str("unknown")?,
        }
        match (self.low, self.high) {
            (low, high) if low == high => Ok(()),
            (Some(low), Some(high)) => write!(f, " ({low} to {high})"),
            (Some(low), None) => write!(f, " ({low} or more)"),
            (None, _) => Ok(()),
        }
    }
}

impl<'h> Distribution<'h> {
    /// Of these numbers, and so many deals whose number is unknown.
    pub fn new(histogram: &'h Histogram, unknown: u64) -> Option<Self> {
        (!histogram.is_empty()).then_some(Self { histogram, unknown })
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.histogram.values().sum()
    }

    /// The numbers, and how often each was seen.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.histogram.iter().map(|(value, count)| (*value, *count))
    }

    /// The least and the greatest number seen.
    pub fn range(&self) -> (u32, u32) {
        let first = self.histogram.keys().next().copied().unwrap_or(0);
        let last = self.histogram.keys().next_back().copied().unwrap_or(0);
        (first, last)
    }

    /// The mean of the known numbers, with its 95% interval.
    pub fn mean(&self) -> Option<(f64, Option<Interval>)> {
        let mut mean = Mean::default();
        for (value, count) in self.iter() {
            mean.add_times(u64::from(value), count);
        }
        Some((mean.mean()?, mean.interval(Confidence::P95)))
    }

    /// The number that this share of the deals does not exceed.
    pub fn quantile(&self, share: f64) -> Quantile {
        let all = self.count() + self.unknown;
        let (low, high) = quantile_ranks(all, share, Confidence::P95);
        let rank = ((share * all as f64).ceil() as u64).clamp(1, all.max(1));
        Quantile {
            value: self.of_rank(rank),
            // An unknown deal may also have a small number.
            low: self.of_rank(low.saturating_sub(self.unknown).max(1)),
            high: self.of_rank(high),
        }
    }

    /// The number with this rank, from 1.
    fn of_rank(&self, rank: u64) -> Option<u32> {
        let mut left = rank;
        for (value, count) in self.iter() {
            if left <= count {
                return Some(value);
            }
            left -= count;
        }
        None
    }
}
