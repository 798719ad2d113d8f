//! Golden values, coverage by exact summation, properties, and simulations.
//!
//! The golden values are from scipy 1.17.1, by the call that each test names.
//! Where scipy itself has fewer than ten digits, they are from mpmath 1.4.1 with
//! 40 digits, which the test says.

use super::binomial::{at_least, at_most, density};
use super::*;
use crate::numbering::SplitMix64;

const P95: Confidence = Confidence::P95;

/// The deals of FreeCell.
const ALL: u64 = 8_589_934_591;

/// To ten digits of the share or of what is missing to 1, as far as a
/// floating-point number next to 1 can hold them.
#[track_caller]
fn assert_share(found: f64, golden: f64) {
    let tolerance = 1e-10 * golden.abs().min((1.0 - golden).abs()) + 2.0 * f64::EPSILON * golden;
    assert!(
        (found - golden).abs() <= tolerance.abs(),
        "{found:e}, not {golden:e}"
    );
}

fn with_alpha(alpha: f64) -> Confidence {
    Confidence::from_alpha(alpha).unwrap()
}

/// Shares from 0.0025 to 0.9975.
fn grid() -> impl Iterator<Item = f64> {
    (0..200).map(|step| (f64::from(step) + 0.5) / 200.0)
}

#[test]
fn clopper_pearson_agrees_with_scipy() {
    // beta.ppf(a / 2, k, n - k + 1), beta.ppf(1 - a / 2, k + 1, n - k);
    // the upper end of 1 in 10^9 by mpmath: scipy has 5.571643429e-09.
    for (count, n, alpha, low, high) in [
        (0, 10, 0.05, 0.0, 0.3084971078187607),
        (3, 10, 0.05, 0.06673951117773447, 0.6524528500599973),
        (10, 10, 0.05, 0.6915028921812392, 1.0),
        (50, 100, 0.01, 0.3688614373589241, 0.6311385626410759),
        (0, 1_000_000, 0.05, 0.0, 3.688872650206488e-06),
        (
            8,
            1_000_000,
            0.05,
            3.4538383007027382e-06,
            1.5763128033929468e-05,
        ),
        (
            819_450,
            1_000_000,
            0.05,
            0.8186946850313814,
            0.8202034641719188,
        ),
        (
            999_992,
            1_000_000,
            0.05,
            0.999984236871966,
            0.9999965461616993,
        ),
        (
            130,
            10_000_000,
            0.001,
            9.572344565129036e-06,
            1.7196416836178404e-05,
        ),
        (
            1,
            1_000_000_000,
            0.05,
            2.531780798396938e-11,
            5.571643378203115e-09,
        ),
        (
            102_075,
            ALL,
            0.05,
            1.1810306343101713e-05,
            1.1956218901096706e-05,
        ),
        (
            102_075,
            ALL,
            0.01,
            1.1787508489157577e-05,
            1.1979233661092374e-05,
        ),
        (
            4_294_967_296,
            ALL,
            0.05,
            0.49998942639294247,
            0.5000105737234728,
        ),
        (
            7_000_000_000,
            ALL,
            0.05,
            0.814899039716604,
            0.8149154658380053,
        ),
        (
            8_589_934_590,
            ALL,
            0.05,
            0.9999999993513753,
            0.9999999999970526,
        ),
    ] {
        let interval = clopper_pearson(count, n, with_alpha(alpha));
        assert_share(interval.low, low);
        assert_share(interval.high, high);
    }
}

#[test]
fn wilson_agrees_with_scipy() {
    // binomtest(k, n).proportion_ci(1 - a, "wilson")
    for (count, n, alpha, low, high) in [
        (0, 10, 0.05, 0.0, 0.27753279986288926),
        (3, 10, 0.05, 0.10779126740630102, 0.6032218525388546),
        (50, 100, 0.01, 0.37527962504483986, 0.6247203749551602),
        (
            8,
            1_000_000,
            0.05,
            4.0538044146304985e-06,
            1.578757818620942e-05,
        ),
        (
            819_450,
            1_000_000,
            0.05,
            0.8186948831531866,
            0.8202026625482008,
        ),
        (
            130,
            10_000_000,
            0.001,
            9.750755200215018e-06,
            1.7331972092849088e-05,
        ),
        (
            1,
            1_000_000_000,
            0.05,
            1.765245549569633e-10,
            5.664934243297439e-09,
        ),
        (
            102_075,
            ALL,
            0.05,
            1.1810419275518422e-05,
            1.1956215872253465e-05,
        ),
        (
            4_294_967_296,
            ALL,
            0.05,
            0.4999894264511511,
            0.5000105736652642,
        ),
        (
            8_589_934_590,
            ALL,
            0.05,
            0.9999999993405149,
            0.9999999999794498,
        ),
    ] {
        let interval = wilson(count, n, with_alpha(alpha));
        assert_share(interval.low, low);
        assert_share(interval.high, high);
    }
}

#[test]
fn anytime_agrees_with_mpmath() {
    // brentq of loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1)
    // + k log(p) + (n - k) log(1 - p) + log(n + 1) - log(a) in mpmath;
    // scipy's binom.logpmf gives the same to 10 digits up to n = 10^6.
    for (count, n, low, high) in [
        (0, 10, 0.0, 0.41688027565653607),
        (3, 10, 0.036640290375509955, 0.7332594738358065),
        (938, 1_000, 0.9054812936032142, 0.9624482636122945),
        (1, 1_000_000, 4.999995250004269e-14, 1.9796576702414896e-05),
        (819_450, 1_000_000, 0.8177307575654019, 0.8211607749490064),
        (102_075, ALL, 1.1654197106211943e-05, 1.211496850127137e-05),
        (4_294_967_296, ALL, 0.4999712433435932, 0.5000287567728221),
    ] {
        let interval = anytime(count, n, P95);
        assert_share(interval.low, low);
        assert_share(interval.high, high);
    }
}

#[test]
fn normal_quantiles_agree_with_scipy() {
    // norm.isf(a / 2)
    for (alpha, z) in [
        (0.5, 0.6744897501960817),
        (0.1, 1.6448536269514729),
        (0.05, 1.9599639845400545),
        (0.01, 2.575829303548901),
        (0.001, 3.2905267314918945),
        (1e-9, 6.1094102048693975),
        (1e-100, 21.30594006935153),
    ] {
        assert!((with_alpha(alpha).z() - z).abs() < 1e-12 * z, "{alpha}");
    }
    assert!(Confidence::from_alpha(0.0).is_none());
    assert!(Confidence::from_alpha(f64::NAN).is_none());
}

#[test]
fn mcnemar_agrees_with_scipy() {
    // binomtest(b, b + c).pvalue
    for (b, c, golden) in [
        (1, 4, 0.375),
        (3, 30, 1.4011748135089874e-06),
        (10, 10, 1.0),
        (499_000, 501_000, 0.0456082998653896),
        (1_003_000, 1_000_000, 0.034088365079432),
        (0, 1_000, 1.8665272370064378e-301),
        (4_294_000_000, 4_295_934_591, 9.336862726261918e-97),
    ] {
        assert!(
            (mcnemar(b, c) / golden - 1.0).abs() < 1e-10,
            "{b} {c}: {:e}",
            mcnemar(b, c)
        );
    }
}

#[test]
fn ranks_agree_with_scipy() {
    // binom.ppf(a / 2, n, q), binom.isf(a / 2, n, q) + 1
    for (n, q, alpha, ranks) in [
        (5, 0.5, 0.05, (0, 6)),
        (10, 0.5, 0.05, (2, 9)),
        (100, 0.5, 0.05, (40, 61)),
        (100, 0.99, 0.05, (97, 101)),
        (1_000_000, 0.5, 0.05, (499_020, 500_981)),
        (1_000_000, 0.99, 0.05, (989_805, 990_196)),
        (ALL, 0.5, 0.05, (4_294_876_469, 4_295_058_123)),
        (ALL, 0.999, 0.01, (8_581_337_110, 8_581_352_202)),
    ] {
        assert_eq!(quantile_ranks(n, q, with_alpha(alpha)), ranks);
    }
    assert_eq!(quantile_ranks(0, 0.5, P95), (0, 1));
}

#[test]
fn paired_differences_agree_with_the_likeliest_shares() {
    // mpmath: the root of the score, where the share of the first only is the
    // root of the likelihood's derivative, not Tango's formula for it.
    for (b, c, n, low, high) in [
        (40, 90, 1_000, 0.02809546011847962, 0.07279338379596836),
        (0, 1, 44, -0.05939323111662795, 0.1180770969821329),
        (5, 5, 100, -0.0702211993583832, 0.0702211993583832),
        (0, 12, 32_000, 0.0002145362725631191, 0.0006554048829859014),
        (
            1_000,
            3_000,
            ALL,
            2.185060065151878e-7,
            2.473787218766986e-7,
        ),
        (0, 0, 50, -0.07134759913335872, 0.07134759913335872),
    ] {
        let interval = paired_difference(b, c, n, P95);
        assert_share(interval.low, low);
        assert_share(interval.high, high);
    }
}

#[test]
fn tails_are_sums_of_densities() {
    for n in [1, 2, 17, 60, 200] {
        for p in grid() {
            let q = 1.0 - p;
            let mut below = 0.0;
            for k in 0..=n {
                assert!((at_least(k, n, p, q) - (1.0 - below)).abs() < 1e-12);
                below += density(k, n, p, q);
                assert!((at_most(k, n, p, q) - below).abs() < 1e-12);
            }
            assert!((below - 1.0).abs() < 1e-12);
        }
    }
}

/// How often an interval contains the share, by exact summation.
fn coverage(intervals: &[Interval], p: f64) -> f64 {
    let n = intervals.len() as u64 - 1;
    (0..=n)
        .filter(|count| intervals[*count as usize].contains(p))
        .map(|count| density(count, n, p, 1.0 - p))
        .sum()
}

#[test]
fn clopper_pearson_covers_every_share() {
    for n in [1, 2, 5, 10, 30, 100, 200] {
        for confidence in [P95, Confidence::P99] {
            let intervals: Vec<_> = (0..=n)
                .map(|count| clopper_pearson(count, n, confidence))
                .collect();
            for p in grid().chain([0.0, 1e-6, 1.0]) {
                let coverage = coverage(&intervals, p);
                assert!(
                    coverage >= 1.0 - confidence.alpha() - 1e-12,
                    "{coverage} at {p}, {n} deals"
                );
            }
        }
    }
}

#[test]
fn wilson_covers_as_promised_on_average() {
    for n in [10, 30, 100, 200] {
        let intervals: Vec<_> = (0..=n).map(|count| wilson(count, n, P95)).collect();
        let mean = grid().map(|p| coverage(&intervals, p)).sum::<f64>() / 200.0;
        assert!((0.945..0.96).contains(&mean), "{mean}, {n} deals");
    }
}

#[test]
fn order_statistics_cover_every_quantile() {
    for n in [1, 5, 10, 59, 200] {
        for q in grid() {
            let (low, high) = quantile_ranks(n, q, P95);
            // So many values are below the quantile.
            let coverage: f64 = (low..high).map(|k| density(k, n, q, 1.0 - q)).sum();
            assert!(coverage >= 0.95 - 1e-12, "{coverage} at {q}, {n} values");
        }
    }
}

#[test]
fn paired_differences_cover_as_promised_on_average() {
    let n = 40;
    let shares = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4];
    let mut sum = 0.0;
    for first in shares {
        for second in shares {
            for b in 0..=n {
                for c in 0..=n - b {
                    if paired_difference(b, c, n, P95).contains(second - first) {
                        let rest = 1.0 - first;
                        let (p, q) = (second / rest, 1.0 - second / rest);
                        sum += density(b, n, first, rest) * density(c, n - b, p, q);
                    }
                }
            }
        }
    }
    let mean = sum / 36.0;
    assert!((0.94..0.965).contains(&mean), "{mean}");
}

#[test]
fn shares_lie_in_their_intervals_which_move_with_the_count() {
    let kinds = [wilson, clopper_pearson, anytime];
    for (n, step) in [
        (1, 1),
        (7, 1),
        (200, 1),
        (1_000_000, 9_973),
        (ALL, 99_999_989),
        (1 << 40, 1 << 34),
    ] {
        for kind in kinds {
            let mut before = Interval {
                low: 0.0,
                high: 0.0,
            };
            let counts = (0..n).step_by(step).chain([n - 1, n]);
            for count in counts {
                let interval = kind(count, n, P95);
                assert!(interval.contains(count as f64 / n as f64), "{count} of {n}");
                assert!(before.low <= interval.low && before.high <= interval.high);
                assert!(interval.low >= 0.0 && interval.high <= 1.0);
                assert!(interval.low < interval.high);
                let wider = kind(count, n, Confidence::P99);
                assert!(wider.low <= interval.low && interval.high <= wider.high);
                before = interval;
            }
        }
    }
    for kind in kinds {
        assert_eq!(kind(0, 0, P95), Interval::ANY_SHARE);
    }
}

#[test]
fn differences_lie_in_their_intervals_and_change_sign_with_the_order() {
    for n in [1, 7, 40] {
        for b in 0..=n {
            for c in 0..=n - b {
                let interval = paired_difference(b, c, n, P95);
                assert!(interval.contains((c as f64 - b as f64) / n as f64));
                assert!(interval.low >= -1.0 && interval.high <= 1.0);
                let other = paired_difference(c, b, n, P95);
                assert_eq!((interval.low, interval.high), (-other.high, -other.low));
            }
        }
    }
}

#[test]
fn unknown_deals_only_widen() {
    let known = share(5_000, 0, 10_000, false);
    let some = share(5_000, 100, 10_000, false);
    assert_eq!(known.interval().low, some.interval().low);
    assert_eq!(some.interval().high, wilson(5_100, 10_000, P95).high);
    assert_eq!(share(0, 10, 10, false).interval(), Interval::ANY_SHARE);
    let census = share(5, 1, 10, true);
    let exact = Interval {
        low: 0.5,
        high: 0.6,
    };
    assert_eq!(census, Share::Exact(exact));
}

#[test]
fn fewer_than_fifty_on_one_side_are_rare() {
    assert!(matches!(share(49, 0, 1_000, false), Share::Rare(_)));
    assert!(matches!(share(50, 0, 1_000, false), Share::Usual(_)));
    assert!(matches!(share(950, 0, 1_000, false), Share::Usual(_)));
    assert!(matches!(share(951, 0, 1_000, false), Share::Rare(_)));
    // One side may be fewer than fifty if the unknown deals are on the other.
    assert!(matches!(share(900, 51, 1_000, false), Share::Rare(_)));
    // No deal at all is no census.
    assert_eq!(share(0, 0, 0, true), Share::Rare(Interval::ANY_SHARE));
}

#[test]
#[should_panic(expected = "9 solved and 2 unknown of 10")]
fn more_deals_than_there_are_is_a_mistake() {
    share(9, 2, 10, false);
}

#[test]
fn intervals_are_displayed_rounded_outwards() {
    let show = |low, high| Interval { low, high }.to_string();
    assert_eq!(show(0.29, 0.32), "29.0% to 32.0%");
    assert_eq!(show(0.290001, 0.319999), "29.0% to 32.0%");
    assert_eq!(show(-0.00019, 0.00021), "-0.019% to 0.021%");
    assert_eq!(show(0.0, 3.68e-10), "0.000000000% to 0.000000037%");
    assert_eq!(show(0.0, 1.0), "0% to 100%");
    assert_eq!(show(1.0, 1.0), "100%");
    assert_eq!(show(0.0, 0.0), "0%");
    assert_eq!(show(1.0 / 3.0, 1.0 / 3.0), "33.3333%");
    let mut numbers = SplitMix64::new(1);
    for _ in 0..10_000 {
        let n = 1 + numbers.next() % (1 << (1 + numbers.next() % 33));
        let interval = wilson(numbers.next() % (n + 1), n, P95);
        let text = interval.to_string();
        let end = |end: &str| {
            // The shift by two digits is in the text: a division would round.
            let digits: f64 = end.replace('.', "").parse().unwrap();
            let decimals = end.split_once('.').map_or(0, |(_, digits)| digits.len());
            digits / 10_f64.powi(decimals as i32 + 2)
        };
        let (low, high) = text.trim_end_matches('%').split_once("% to ").unwrap();
        let (low, high) = (end(low), end(high));
        assert!(low <= interval.low && interval.high <= high, "{text}");
        assert!(high - low <= 1.11 * interval.width(), "{text}");
    }
}

#[test]
fn a_mean_is_the_same_in_every_order() {
    let mut values: Vec<u64> = (0..1_000).map(|i| i * i % 997).collect();
    let whole: Mean = values.iter().copied().collect();
    SplitMix64::new(1).shuffle(&mut values);
    let mut merged = Mean::default();
    for part in values.chunks(7).rev() {
        merged.merge(&part.iter().copied().collect());
    }
    assert_eq!(whole, merged);
    assert_eq!(Mean::default().mean(), None);
    assert_eq!(Mean::from_iter([5]).variance(), None);
}

#[test]
fn a_variance_far_from_zero_keeps_its_digits() {
    // Two values around 2^60: as floating-point sums, all digits would be lost.
    let far = 1_u64 << 60;
    let mean = Mean::from_iter([far, far + 3]);
    assert_eq!(mean.variance(), Some(4.5));
    // 10^9 values but one are equal: the variance is one part in 10^9.
    let rare = Mean {
        count: 1_000_000_000,
        sum: 1_000_000_000 * 8 - 1,
        squares: 1_000_000_000 * 64 - 15,
    };
    assert_share(rare.variance().unwrap(), 1e-9);
    // statistics.variance([1, 2, 4, 8, 16]) in Python
    assert_share(Mean::from_iter([1, 2, 4, 8, 16]).variance().unwrap(), 37.2);
}

#[test]
#[should_panic(expected = "below 2^128")]
fn squares_that_do_not_fit_are_not_lost_silently() {
    let _ = Mean::from_iter([u64::MAX, u64::MAX]);
}

/// How many of `deals` are won.
fn play(numbers: &mut SplitMix64, deals: u64, p: f64) -> u64 {
    let bound = (p * u64::MAX as f64) as u64;
    (0..deals).filter(|_| numbers.next() < bound).count() as u64
}

#[test]
fn stopping_by_width_keeps_the_coverage() {
    let mut numbers = SplitMix64::new(15);
    for p in [0.5, 0.82, 0.95] {
        let runs = 2_000;
        let mut covered = 0;
        for _ in 0..runs {
            let (mut won, mut n) = (0, 0);
            let mut interval = Interval::ANY_SHARE;
            while !is_narrow(interval, 0.04) {
                won += play(&mut numbers, 50, p);
                n += 50;
                interval = wilson(won, n, P95);
            }
            covered += u32::from(interval.contains(p));
        }
        // Three standard deviations below 95%, which is 0.5% each.
        assert!(covered >= runs * 935 / 1_000, "{covered} at {p}");
    }
}

#[test]
fn an_anytime_interval_holds_at_all_sizes() {
    let mut numbers = SplitMix64::new(15);
    let runs = 500;
    let mut misses = [0, 0];
    for _ in 0..runs {
        let mut won = 0;
        let mut missed = [false, false];
        for n in (20..=2_000).step_by(20) {
            won += play(&mut numbers, 20, 0.9);
            missed[0] |= !anytime(won, n, P95).contains(0.9);
            missed[1] |= !wilson(won, n, P95).contains(0.9);
        }
        misses[0] += u32::from(missed[0]);
        misses[1] += u32::from(missed[1]);
    }
    // Wilson's does not: this is why there are two.
    assert!(misses[0] <= runs / 20 && misses[1] > runs / 5, "{misses:?}");
}
