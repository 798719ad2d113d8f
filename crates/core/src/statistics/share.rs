//! The share of deals for which something holds.

use std::ops::RangeInclusive;

use super::binomial::{at_least, at_most, bisect, density};
use super::{Confidence, Interval};

/// With fewer deals than this on one side, an outcome is [`Share::Rare`].
pub const RARE: u64 = 50;

/// The share of deals that are won, and how well it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Share {
    /// All deals were looked at. The interval is a single point, unless some
    /// deals are unknown.
    Exact(Interval),
    /// Won or lost in fewer than [`RARE`] deals: Clopper and Pearson's interval.
    Rare(Interval),
    /// Wilson's interval.
    Usual(Interval),
}

impl Share {
    /// The interval, however it was made.
    pub const fn interval(&self) -> Interval {
        match *self {
            Self::Exact(interval) | Self::Rare(interval) | Self::Usual(interval) => interval,
        }
    }
}

/// The share of deals that are won, with the 95% interval that suits the
/// counts. Unknown deals count as lost for the lower end and as won for the
/// upper end. A census has looked at all deals that there are.
///
/// # Panics
/// If more than `n` are solved or unknown.
///
/// ```
/// use patience_core::statistics::{Share, share};
/// let million = share(819_000, 900, 1_000_000, false);
/// assert!(matches!(million, Share::Usual(_)));
/// assert_eq!(million.interval().to_string(), "81.82% to 82.07%");
///
/// let impossible = share(8, 0, 1_000_000, false);
/// assert!(matches!(impossible, Share::Rare(_)));
/// assert_eq!(impossible.interval().to_string(), "0.00034% to 0.00158%");
///
/// let census = share(31_999, 0, 32_000, true);
/// assert!(matches!(census, Share::Exact(_)));
/// assert_eq!(census.interval().to_string(), "99.996875%");
/// ```
pub fn share(solved: u64, unknown: u64, n: u64, census: bool) -> Share {
    let possible = possible(solved, unknown, n);
    if census && n > 0 {
        let n = n as f64;
        Share::Exact(Interval {
            low: solved as f64 / n,
            high: possible as f64 / n,
        })
    } else if solved.min(n - possible) < RARE {
        let confidence = Confidence::P95;
        Share::Rare(conservative_clopper_pearson(solved, unknown, n, confidence))
    } else {
        Share::Usual(conservative_wilson(solved, unknown, n, Confidence::P95))
    }
}

/// Wilson's 95% interval for a share that was seen `count` times in `trials`,
/// as a range. See [`wilson`].
///
/// ```
/// use patience_core::wilson_95;
/// let interval = wilson_95(50, 100);
/// assert!((interval.start() - 0.404).abs() < 0.001 && (interval.end() - 0.596).abs() < 0.001);
/// assert_eq!(*wilson_95(0, 10).start(), 0.0);
/// assert_eq!(wilson_95(0, 0), 0.0..=1.0);
/// ```
pub fn wilson_95(count: u64, trials: u64) -> RangeInclusive<f64> {
    let interval = wilson(count.min(trials), trials, Confidence::P95);
    interval.low..=interval.high
}

/// Wilson's interval for a share that was seen `count` times in `n`. It stays
/// within 0 to 1 and is sound for shares near the ends, where the textbook
/// interval is not. It has the confidence on average over all shares.
///
/// # Panics
/// If `count` is more than `n`.
///
/// ```
/// use patience_core::statistics::{Confidence, wilson};
/// assert_eq!(wilson(50, 100, Confidence::P95).to_string(), "40.3% to 59.7%");
/// assert_eq!(wilson(50, 100, Confidence::P99).to_string(), "37% to 63%");
/// ```
pub fn wilson(count: u64, n: u64, confidence: Confidence) -> Interval {
    assert!(count <= n, "{count} of {n}");
    if n == 0 {
        return Interval::ANY_SHARE;
    }
    let z = confidence.z();
    let trials = n as f64;
    let share = count as f64 / trials;
    let spread = z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt();
    let centre = share + z * z / (2.0 * trials);
    let scale = 1.0 + z * z / trials;
    let low = (centre - spread) / scale;
    let high = (centre + spread) / scale;
    Interval {
        low: if count == 0 { 0.0 } else { low.max(0.0) },
        high: if count == n { 1.0 } else { high.min(1.0) },
    }
}

/// Wilson's interval with unknown deals as lost for the lower end, and as won
/// for the upper end. Blake and Gent give their winnabilities in this way.
///
/// # Panics
/// If more than `n` are solved or unknown.
///
/// ```
/// use patience_core::statistics::{Confidence, conservative_wilson};
/// let interval = conservative_wilson(800, 10, 1_000, Confidence::P95);
/// assert_eq!(interval.to_string(), "77.4% to 83.4%");
/// ```
pub fn conservative_wilson(solved: u64, unknown: u64, n: u64, confidence: Confidence) -> Interval {
    Interval {
        low: wilson(solved, n, confidence).low,
        high: wilson(possible(solved, unknown, n), n, confidence).high,
    }
}

/// Clopper and Pearson's interval for a share that was seen `count` times in
/// `n`: it has at least the confidence for every share and every `n`. Where an
/// outcome is not rare, it is hardly wider than [`wilson`]'s.
///
/// # Panics
/// If `count` is more than `n`.
///
/// ```
/// use patience_core::statistics::{Confidence, clopper_pearson};
/// let none = clopper_pearson(0, 1_000_000, Confidence::P95);
/// assert_eq!(none.low, 0.0);
/// assert!((none.high - 3.69e-6).abs() < 0.01e-6);
/// ```
pub fn clopper_pearson(count: u64, n: u64, confidence: Confidence) -> Interval {
    conservative_clopper_pearson(count, 0, n, confidence)
}

/// Clopper and Pearson's interval with unknown deals as lost for the lower end,
/// and as won for the upper end.
///
/// # Panics
/// If more than `n` are solved or unknown.
///
/// ```
/// use patience_core::statistics::{Confidence, conservative_clopper_pearson};
/// let interval = conservative_clopper_pearson(8, 2, 1_000_000, Confidence::P95);
/// assert_eq!(interval.to_string(), "0.00034% to 0.00184%");
/// ```
pub fn conservative_clopper_pearson(
    solved: u64,
    unknown: u64,
    n: u64,
    confidence: Confidence,
) -> Interval {
    let possible = possible(solved, unknown, n);
    let side = confidence.alpha() / 2.0;
    let low = || bisect(0.0, 1.0, |p| at_least(solved, n, p, 1.0 - p) > side);
    let high = || bisect(1.0, 0.0, |p| at_most(possible, n, p, 1.0 - p) > side);
    Interval {
        low: if solved == 0 { 0.0 } else { low() },
        high: if possible == n { 1.0 } else { high() },
    }
}

/// Robbins' mixture interval: all shares p for which (n + 1) times the chance of
/// `count` in `n` is above alpha. It holds at all sizes of the sample at once,
/// so that a survey may look after each deal and stop as soon as the answer is
/// clear. It is two to three times as wide as [`wilson`]'s, for rare outcomes up
/// to seven times.
///
/// # Panics
/// If `count` is more than `n`.
///
/// ```
/// use patience_core::statistics::{Confidence, anytime};
/// // Is it more than 90%? After 1,000 deals that is clear.
/// assert!(anytime(938, 1_000, Confidence::P95).low > 0.9);
/// ```
pub fn anytime(count: u64, n: u64, confidence: Confidence) -> Interval {
    assert!(count <= n, "{count} of {n}");
    if n == 0 {
        return Interval::ANY_SHARE;
    }
    let is_inside = |p: f64| (n as f64 + 1.0) * density(count, n, p, 1.0 - p) > confidence.alpha();
    let share = count as f64 / n as f64;
    Interval {
        low: bisect(0.0, share, is_inside),
        high: bisect(1.0, share, is_inside),
    }
}

/// How many can be solved at most.
fn possible(solved: u64, unknown: u64, n: u64) -> u64 {
    let possible = solved.checked_add(unknown).filter(|sum| *sum <= n);
    possible.unwrap_or_else(|| panic!("{solved} solved and {unknown} unknown of {n}"))
}
