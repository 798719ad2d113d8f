//! The binomial distribution, exact to about twelve digits for any number of
//! trials, and what else the intervals are computed with.
//!
//! A probability comes with its complement (`p` and `q`, sum 1): next to 1, a
//! difference from 1 would lose all digits.

use std::f64::consts::TAU;

/// How likely `k` of `n` are, by Loader's "Fast and Accurate Computation of
/// Binomial Probabilities" (2000).
pub(super) fn density(k: u64, n: u64, p: f64, q: f64) -> f64 {
    debug_assert!(k <= n);
    let (k, n, rest) = (k as f64, n as f64, (n - k) as f64);
    if k == 0.0 {
        return (n * logarithm(q, p)).exp();
    }
    if rest == 0.0 {
        return (n * logarithm(p, q)).exp();
    }
    if p == 0.0 || q == 0.0 {
        return 0.0;
    }
    let errors = stirling_error(n) - stirling_error(k) - stirling_error(rest);
    let exponent = errors - deviance(k, n * p) - deviance(rest, n * q);
    exponent.exp() * (n / (TAU * k * rest)).sqrt()
}

/// How likely `k` or more of `n` are.
///
/// The incomplete beta function I(k, n - k + 1; p) by the even part of its
/// continued fraction, as in Didonato and Morris's algorithm 708 (1992). On the
/// side where it is used, all terms are positive, so that nothing cancels out.
/// It takes about 100 terms at two standard deviations, whatever `n`, and about
/// the cube root of 80 `n` at the mean.
pub(super) fn at_least(k: u64, n: u64, p: f64, q: f64) -> f64 {
    if k == 0 {
        return 1.0;
    }
    if k > n {
        return 0.0;
    }
    let (a, b) = (k as f64, (n - k + 1) as f64);
    let above_mean = a * q - b * p;
    if above_mean < 0.0 {
        return 1.0 - at_least(n - k + 1, n, q, p);
    }
    let factor = density(k, n, p, q) * q * a;
    if factor == 0.0 {
        return 0.0;
    }
    // Lentz's method.
    let mut value = a * (above_mean + 1.0) / (a + 1.0);
    let mut upper = value;
    let mut lower = 0.0;
    // The numerator is 0 where the term is `b`: the fraction ends there.
    for term in 1..n - k + 1 {
        let m = term as f64;
        let step = a + 2.0 * m - 1.0;
        let shared = m * (b - m) * p / step;
        let numerator = (a + m - 1.0) * (a + b + m - 1.0) * p / step * shared;
        let denominator =
            m + shared + (a + m) * (above_mean + 1.0 + m * (1.0 + q)) / (a + 2.0 * m + 1.0);
        lower = 1.0 / (denominator + numerator * lower);
        upper = denominator + numerator / upper;
        let change = upper * lower;
        value *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (factor / value).min(1.0)
}

/// How likely `k` or fewer of `n` are.
pub(super) fn at_most(k: u64, n: u64, p: f64, q: f64) -> f64 {
    at_least(n - k, n, q, p)
}

/// ln(p), where `q` is `1 - p` and the smaller of the two is the exact one.
fn logarithm(p: f64, q: f64) -> f64 {
    if p < q { p.ln() } else { (-q).ln_1p() }
}

/// What Stirling's formula for ln(n!) misses, for a whole number above 0.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let factorial: f64 = (1..=n as u64).map(|factor| factor as f64).product();
        return factorial.ln() - (0.5 * (TAU * n).ln() + n * n.ln() - n);
    }
    let square = n * n;
    let series = 1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square;
    (1.0 / 12.0 - (1.0 / 360.0 - series / square) / square) / n
}

/// x ln(x / mean) + mean - x, by a series where the terms would cancel out.
/// This is Loader's `bd0`.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let ratio = difference / (x + mean);
    let mut sum = difference * ratio;
    let mut power = 2.0 * x * ratio;
    let mut odd = 1.0;
    loop {
        power *= ratio * ratio;
        odd += 2.0;
        let next = sum + power / odd;
        if next == sum {
            return sum;
        }
        sum = next;
    }
}

/// How likely a normal variable is above `z`, which is not negative.
pub(super) fn normal_tail(z: f64) -> f64 {
    let density = (-0.5 * z * z).exp() / TAU.sqrt();
    if z < 2.5 {
        let (mut sum, mut term, mut odd) = (0.0, z, 1.0);
        while term > 1e-18 {
            sum += term;
            odd += 2.0;
            term *= z * z / odd;
        }
        0.5 - density * sum
    } else {
        let fraction = (1..100).rev().fold(z, |tail, m| z + f64::from(m) / tail);
        density / fraction
    }
}

/// The last number on the way from `outside` to `inside` that is not inside,
/// to the last digit. It ends, because floating-point numbers do.
pub(super) fn bisect(mut outside: f64, mut inside: f64, is_inside: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = outside + (inside - outside) / 2.0;
        if middle == outside || middle == inside {
            return outside;
        }
        if is_inside(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
}
