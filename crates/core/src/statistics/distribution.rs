//! What is known of a distribution: its curve, its quantiles, its mean.

use super::binomial::{at_least, at_most};
use super::{Confidence, Interval};

/// How far the distribution of a sample of `n` can be from the true one, at
/// every point at once (Dvoretzky, Kiefer and Wolfowitz; Massart): the band goes
/// so far to either side of the sample's curve.
///
/// ```
/// use patience_core::statistics::{Confidence, dkw_band};
/// assert!((dkw_band(1_000_000, Confidence::P95) - 0.00136).abs() < 0.00001);
/// assert_eq!(dkw_band(0, Confidence::P95), 1.0);
/// ```
pub fn dkw_band(n: u64, confidence: Confidence) -> f64 {
    ((2.0 / confidence.alpha()).ln() / (2.0 * n as f64))
        .sqrt()
        .min(1.0)
}

/// Between which values of a sorted sample of `n` the quantile `q` of all deals
/// lies: ranks from 1 to `n`. Rank 0 means that nothing bounds it from below,
/// `n + 1` that nothing bounds it from above. It holds for every distribution.
///
/// Unknown values belong into the sample, as infinitely long: an upper rank
/// among them bounds nothing, and the upper end stays true whatever they are.
/// The lower end does so where unknown means longer than the known ones, as for
/// states searched up to a limit. Where an unknown value can be short, take the
/// lower rank less the number of unknown ones.
///
/// # Panics
/// If `q` is not between 0 and 1.
///
/// ```
/// use patience_core::statistics::{Confidence, quantile_ranks};
/// assert_eq!(quantile_ranks(100, 0.5, Confidence::P95), (40, 61));
/// // 100 deals do not bound the 99% quantile from above.
/// assert_eq!(quantile_ranks(100, 0.99, Confidence::P95), (97, 101));
/// ```
pub fn quantile_ranks(n: u64, q: f64, confidence: Confidence) -> (u64, u64) {
    assert!((0.0..=1.0).contains(&q), "quantile {q}");
    let side = confidence.alpha() / 2.0;
    let low = ranks_until(n, |rank| at_most(rank - 1, n, q, 1.0 - q) > side);
    let high = ranks_until(n, |rank| at_least(rank, n, q, 1.0 - q) <= side);
    (low, high + 1)
}

/// How many ranks from 1 to `n` come before the first that is reached.
fn ranks_until(n: u64, is_reached: impl Fn(u64) -> bool) -> u64 {
    let (mut before, mut end) = (0, n + 1);
    while end - before > 1 {
        let middle = before + (end - before) / 2;
        if is_reached(middle) {
            end = middle;
        } else {
            before = middle;
        }
    }
    before
}

/// A mean of whole numbers with its interval. The sums are exact, so that parts
/// can be merged in any order with the same result.
///
/// ```
/// use patience_core::statistics::{Confidence, Mean};
/// let mut lengths: Mean = [45, 52, 38].into_iter().collect();
/// lengths.merge(&[61, 49].into_iter().collect());
/// assert_eq!(lengths.mean(), Some(49.0));
/// let interval = lengths.interval(Confidence::P95).unwrap();
/// assert!((interval.low - 41.5).abs() < 0.1 && (interval.high - 56.5).abs() < 0.1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mean {
    /// How many values there are.
    pub count: u64,
    /// Their sum.
    pub sum: u128,
    /// The sum of their squares.
    pub squares: u128,
}

impl Mean {
    /// Takes in a value.
    ///
    /// # Panics
    /// If the squares come to 2^128, which takes 2^34 values above 2^47.
    pub fn add(&mut self, value: u64) {
        self.add_times(value, 1);
    }

    /// Takes in a value that was seen this many times.
    ///
    /// # Panics
    /// If the squares come to 2^128.
    pub fn add_times(&mut self, value: u64, times: u64) {
        let (value, count) = (u128::from(value), u128::from(times));
        let squares = (value * value).checked_mul(count);
        self.merge(&Self {
            count: times,
            sum: value * count,
            squares: squares.expect("the squares stay below 2^128"),
        });
    }

    /// Takes in all values of another one.
    ///
    /// # Panics
    /// If the squares come to 2^128.
    pub fn merge(&mut self, other: &Self) {
        let squares = self.squares.checked_add(other.squares);
        self.squares = squares.expect("the squares stay below 2^128");
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The mean, if there is a value.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The variance of the values, if there are two.
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        // The squares around the whole number nearest to the mean, exactly; then
        // what the mean differs from it. That is at most half of them.
        let count = u128::from(self.count);
        let (whole, mut rest) = (self.sum / count, self.sum % count);
        let mut around = self.squares - whole * self.sum - whole * rest;
        if 2 * rest > count {
            around = around + count - 2 * rest;
            rest = count - rest;
        }
        let (count, rest) = (self.count as f64, rest as f64);
        Some((around as f64 - rest * rest / count) / (count - 1.0))
    }

    /// The normal interval of the mean, if there are two values. It is in the
    /// unit of the values, not a share. Where few values are far larger than the
    /// rest, as with states, it is too narrow: give quantiles first.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let mean = self.mean()?;
        let spread = confidence.z() * (self.variance()? / self.count as f64).sqrt();
        Some(Interval {
            low: mean - spread,
            high: mean + spread,
        })
    }
}

impl FromIterator<u64> for Mean {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let mut mean = Self::default();
        values.into_iter().for_each(|value| mean.add(value));
        mean
    }
}
