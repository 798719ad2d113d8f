//! Shares with their confidence intervals.

use std::ops::RangeInclusive;

/// The 95% quantile of the normal distribution, both sides.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95% interval for a share that was seen `count` times in `trials`.
/// It stays within 0 to 1 and is sound for shares near the ends, where the
/// textbook interval is not.
///
/// ```
/// use patience_core::wilson_95;
/// let interval = wilson_95(50, 100);
/// assert!((interval.start() - 0.404).abs() < 0.001 && (interval.end() - 0.596).abs() < 0.001);
/// assert_eq!(*wilson_95(0, 10).start(), 0.0);
/// assert_eq!(wilson_95(0, 0), 0.0..=1.0);
/// ```
pub fn wilson_95(count: u64, trials: u64) -> RangeInclusive<f64> {
    if trials == 0 {
        return 0.0..=1.0;
    }
    let n = trials as f64;
    let share = count as f64 / n;
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let centre = share + Z * Z / (2.0 * n);
    let scale = 1.0 + Z * Z / n;
    let low = if count == 0 {
        0.0
    } else {
        (centre - spread) / scale
    };
    let high = if count >= trials {
        1.0
    } else {
        (centre + spread) / scale
    };
    low.max(0.0)..=high.min(1.0)
}
