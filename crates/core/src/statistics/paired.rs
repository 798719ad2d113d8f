//! Two rule sets on the same deals.

use super::binomial::{at_least, bisect};
use super::{Confidence, Interval};

/// McNemar's exact test, both sides: how likely counts at least as uneven as
/// these are, if both rule sets win equally many deals. `b` deals are won by the
/// first only, `c` by the second only.
///
/// ```
/// use patience_core::statistics::mcnemar;
/// assert!((mcnemar(1, 4) - 0.375).abs() < 1e-10);
/// assert_eq!(mcnemar(0, 0), 1.0);
/// assert!(mcnemar(3, 30) < 1e-5);
/// ```
pub fn mcnemar(b: u64, c: u64) -> f64 {
    (2.0 * at_least(b.max(c), b + c, 0.5, 0.5)).min(1.0)
}

/// By which share the second rule set wins more of the same `n` deals than the
/// first: Tango's score interval (1998), which is to paired deals what Wilson's
/// is to one share. `b` deals are won by the first only, `c` by the second only.
///
/// # Panics
/// If `b` and `c` are more than `n`.
///
/// ```
/// use patience_core::statistics::{Confidence, paired_difference};
/// let difference = paired_difference(40, 90, 1_000, Confidence::P95);
/// assert_eq!(difference.to_string(), "2.8% to 7.3%");
/// ```
pub fn paired_difference(b: u64, c: u64, n: u64, confidence: Confidence) -> Interval {
    assert!(b <= n && c <= n - b, "{b} and {c} of {n}");
    if n == 0 {
        return Interval {
            low: -1.0,
            high: 1.0,
        };
    }
    Interval {
        low: -upper_difference(c, b, n, confidence),
        high: upper_difference(b, c, n, confidence),
    }
}

/// The upper end: the largest difference that the counts are within `z` standard
/// deviations of, where the deviation is the likeliest one at that difference.
fn upper_difference(b: u64, c: u64, n: u64, confidence: Confidence) -> f64 {
    let n = n as f64;
    let (first, second) = (b as f64 / n, c as f64 / n);
    let seen = second - first;
    bisect(1.0, seen, |difference| {
        // The likeliest share of the first only: 2 x^2 + linear x = product.
        let linear = (2.0 - seen) * difference - first - second;
        let product = first * difference * (1.0 - difference);
        let root = (linear * linear + 8.0 * product).max(0.0).sqrt();
        let first_only = ((root - linear) / 4.0).max(-difference).max(0.0);
        let variance = (2.0 * first_only + difference * (1.0 - difference)) / n;
        difference - seen < confidence.z() * variance.max(0.0).sqrt()
    })
}
