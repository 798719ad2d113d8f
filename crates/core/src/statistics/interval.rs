//! Intervals, and how sure they are.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::binomial::{bisect, normal_tail};

/// How often an interval contains the true value.
///
/// ```
/// use patience_core::statistics::Confidence;
/// assert_eq!(Confidence::default(), Confidence::P95);
/// assert_eq!(Confidence::P95.alpha(), 0.05);
/// assert_eq!(Confidence::from_alpha(0.05), Some(Confidence::P95));
/// assert_eq!(Confidence::from_alpha(1.5), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence {
    alpha: f64,
    /// The normal quantile that leaves half of `alpha` above it.
    z: f64,
}

impl Confidence {
    /// 95%: what is meant where nothing else is written.
    pub const P95: Self = Self {
        alpha: 0.05,
        z: 1.959_963_984_540_054,
    };

    /// 99%.
    pub const P99: Self = Self {
        alpha: 0.01,
        z: 2.575_829_303_548_901,
    };

    /// The confidence that misses with probability `alpha`, which lies between
    /// 1e-200 and 1, both excluded.
    pub fn from_alpha(alpha: f64) -> Option<Self> {
        let known = [Self::P95, Self::P99];
        if let Some(known) = known.into_iter().find(|known| known.alpha == alpha) {
            return Some(known);
        }
        let z = || bisect(40.0, 0.0, |z| normal_tail(z) > alpha / 2.0);
        (alpha > 1e-200 && alpha < 1.0).then(|| Self { alpha, z: z() })
    }

    /// The confidence for each of `count` intervals that are to hold all at
    /// once, such as the rows of a table.
    ///
    /// ```
    /// use patience_core::statistics::Confidence;
    /// assert_eq!(Confidence::P95.for_each_of(5), Confidence::P99);
    /// ```
    pub fn for_each_of(self, count: u32) -> Self {
        Self::from_alpha(self.alpha / f64::from(count.max(1))).unwrap_or(self)
    }

    /// How often an interval misses the true value.
    pub const fn alpha(self) -> f64 {
        self.alpha
    }

    pub(super) const fn z(self) -> f64 {
        self.z
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::P95
    }
}

/// A range that contains the true value, with the confidence it was made for.
///
/// It is displayed as a share in percent, rounded outwards, with so many digits
/// that rounding moves an end by at most a twentieth of the width. A single
/// point is displayed to six digits.
///
/// ```
/// use patience_core::statistics::{Confidence, Interval, wilson};
/// let interval = wilson(50, 100, Confidence::P95);
/// assert_eq!(interval.to_string(), "40.3% to 59.7%");
/// assert!(interval.contains(0.5) && interval.width() < 0.2);
/// assert_eq!(wilson(819_450, 1_000_000, Confidence::P95).to_string(), "81.869% to 82.021%");
/// assert_eq!(Interval { low: 0.125, high: 0.125 }.to_string(), "12.5%");
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// From 0 to 1: a share of which nothing is known.
    pub const ANY_SHARE: Self = Self {
        low: 0.0,
        high: 1.0,
    };

    /// From end to end.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether the value lies in it; the ends do.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            let size = self.low.abs().min((1.0 - self.low).abs());
            let text = format!("{:.*}", decimals(size / 1e5), 100.0 * self.low);
            let text = match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.'),
                false => &text,
            };
            return write!(f, "{text}%");
        }
        let decimals = decimals(self.width() / 20.0);
        let low = percent_below(self.low, decimals);
        // The percent above is the negative of the one below the negative;
        // adding zero turns -0 into 0.
        let high = 0.0 - percent_below(-self.high, decimals);
        write!(f, "{low:.decimals$}% to {high:.decimals$}%")
    }
}

/// How many decimals a percentage needs for steps of at most this share. Twelve
/// are the most that a floating-point number can hold.
fn decimals(step: f64) -> usize {
    let needed = (-(100.0 * step).log10()).ceil();
    if step > 0.0 {
        needed.clamp(0.0, 12.0) as usize
    } else {
        0
    }
}

/// The largest percentage with so many decimals that is no more than the share.
/// The nearest one is compared with the share itself: the product alone may be
/// rounded over the next step.
fn percent_below(share: f64, decimals: usize) -> f64 {
    let unit = 10_f64.powi(decimals as i32);
    let nearest = (share * 100.0 * unit).round();
    let steps = if nearest / (100.0 * unit) > share {
        nearest - 1.0
    } else {
        nearest
    };
    steps / unit + 0.0
}

/// Whether the interval is at most so wide from end to end: a sample that grows
/// until then knows a share to half that width on either side.
///
/// Looking again and again is sound here, because when to stop depends on the
/// width and hardly on the answer. To stop as soon as the answer is clear needs
/// [`anytime`](super::anytime).
///
/// ```
/// use patience_core::statistics::{Confidence, is_narrow, wilson};
/// assert!(!is_narrow(wilson(82_000, 100_000, Confidence::P95), 0.002));
/// assert!(is_narrow(wilson(820_000, 1_000_000, Confidence::P95), 0.002));
/// ```
pub fn is_narrow(interval: Interval, width: f64) -> bool {
    interval.width() <= width
}
