//! What many deals come to: shares, distributions.

use patience::statistics;
use patience_survey::{Histogram, Totals};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A share with its 95% interval.
#[pyclass(frozen, get_all, module = "patience")]
#[derive(Clone, Copy)]
pub struct Share {
    /// The share of the deals seen that are solved.
    value: f64,
    low: f64,
    high: f64,
    /// How many deals were seen.
    deals: u64,
}

impl Share {
    fn new(solved: u64, unknown: u64, deals: u64, census: bool) -> Self {
        let interval = statistics::share(solved, unknown, deals, census).interval();
        Self {
            value: solved as f64 / deals.max(1) as f64,
            low: interval.low,
            high: interval.high,
            deals,
        }
    }
}

#[pymethods]
impl Share {
    const fn __float__(&self) -> f64 {
        self.value
    }

    /// `0.7954 (0.7952..0.7957)`: the ends rounded outwards, with so many digits
    /// that rounding moves them little.
    fn __str__(&self) -> String {
        if self.low == self.high {
            return format!("{}", self.value);
        }
        let width = self.high - self.low;
        let digits = (1.0 - width.log10()).ceil().clamp(2.0, 12.0) as usize;
        let scale = 10f64.powi(digits as i32);
        let low = (self.low * scale).floor() / scale;
        let high = (self.high * scale).ceil() / scale;
        format!("{:.digits$} ({low:.digits$}..{high:.digits$})", self.value)
    }

    fn __repr__(&self) -> String {
        self.__str__()
    }
}

/// How often each number was seen: of moves, cheats, points. Deals that are
/// unknown count as larger than all.
#[pyclass(frozen, module = "patience")]
pub struct Distribution {
    histogram: Histogram,
    unknown: u64,
}

impl Distribution {
    fn inner(&self) -> PyResult<patience_survey::Distribution<'_>> {
        let found = patience_survey::Distribution::new(&self.histogram, self.unknown);
        found.ok_or_else(|| PyValueError::new_err("there are no numbers"))
    }
}

#[pymethods]
impl Distribution {
    /// Every number, and how often it was seen.
    #[getter]
    fn histogram(&self) -> Histogram {
        self.histogram.clone()
    }

    #[getter]
    fn count(&self) -> u64 {
        self.histogram.values().sum()
    }

    #[getter]
    fn least(&self) -> PyResult<u32> {
        Ok(self.inner()?.range().0)
    }

    #[getter]
    fn most(&self) -> PyResult<u32> {
        Ok(self.inner()?.range().1)
    }

    /// The mean of the numbers that are known.
    #[getter]
    fn mean(&self) -> PyResult<f64> {
        let mean = self.inner()?.mean();
        Ok(mean.map_or(f64::NAN, |(mean, _)| mean))
    }

    /// The 95% interval of the mean; None if there is only one number.
    #[getter]
    fn mean_interval(&self) -> PyResult<Option<(f64, f64)>> {
        let interval = self.inner()?.mean().and_then(|(_, interval)| interval);
        Ok(interval.map(|interval| (interval.low, interval.high)))
    }

    #[getter]
    fn median(&self) -> PyResult<Option<u32>> {
        self.quantile(0.5)
    }

    /// The number that this share of the deals does not exceed; None if that is
    /// one of the deals that are unknown.
    fn quantile(&self, share: f64) -> PyResult<Option<u32>> {
        if !(0.0..=1.0).contains(&share) {
            return Err(PyValueError::new_err("a share lies between 0 and 1"));
        }
        Ok(self.inner()?.quantile(share).value)
    }

    /// The numbers between which the quantile lies with 95% confidence; None is
    /// larger than everything seen.
    fn quantile_interval(&self, share: f64) -> PyResult<(Option<u32>, Option<u32>)> {
        self.quantile(share)?;
        let quantile = self.inner()?.quantile(share);
        Ok((quantile.low, quantile.high))
    }

    fn __len__(&self) -> usize {
        self.histogram.len()
    }

    fn __repr__(&self) -> PyResult<String> {
        if self.histogram.is_empty() {
            return Ok("<Distribution of nothing>".to_owned());
        }
        let inner = self.inner()?;
        let (least, most) = inner.range();
        let mean = self.mean()?;
        let median = inner.quantile(0.5);
        Ok(format!(
            "<Distribution: mean {mean:.2}, median {median}, {least} to {most}>"
        ))
    }
}

/// What many deals come to.
#[pyclass(frozen, module = "patience")]
pub struct Findings {
    totals: Totals,
}

impl Findings {
    pub const fn new(totals: Totals) -> Self {
        Self { totals }
    }

    fn distribution(&self, histogram: &Histogram) -> Distribution {
        Distribution {
            histogram: histogram.clone(),
            unknown: self.totals.undecided_deals(),
        }
    }
}

#[pymethods]
impl Findings {
    #[getter]
    fn deals(&self) -> u64 {
        self.totals.deals()
    }

    #[getter]
    const fn solved(&self) -> u64 {
        self.totals.solved
    }

    #[getter]
    const fn impossible(&self) -> u64 {
        self.totals.impossible
    }

    #[getter]
    fn unknown(&self) -> u64 {
        self.totals.undecided_deals()
    }

    /// States of all deals together.
    #[getter]
    const fn states(&self) -> u64 {
        self.totals.all_states
    }

    /// Seconds of all deals together.
    #[getter]
    fn seconds(&self) -> f64 {
        self.totals.micros as f64 / 1e6
    }

    /// The deals with the most states: deal, states, solved.
    #[getter]
    fn hardest(&self) -> Vec<(u64, u64, bool)> {
        let hardest = self.totals.hardest.iter();
        hardest
            .map(|one| (one.deal, one.states, one.solved))
            .collect()
    }

    /// The first deals that are unknown.
    #[getter]
    fn undecided(&self) -> Vec<u64> {
        self.totals.undecided.clone()
    }

    /// The share of the deals that can be won. With `census`, these are all deals
    /// that there are, and the share is exact.
    #[pyo3(signature = (*, census = false))]
    fn share(&self, census: bool) -> Share {
        let totals = &self.totals;
        Share::new(
            totals.solved,
            totals.undecided_deals(),
            totals.deals(),
            census,
        )
    }

    fn lengths(&self) -> Distribution {
        self.distribution(&self.totals.length)
    }

    fn cheats(&self) -> Distribution {
        self.distribution(&self.totals.cheats)
    }

    fn scores(&self) -> Distribution {
        self.distribution(&self.totals.score)
    }

    fn cards(&self) -> Distribution {
        self.distribution(&self.totals.cards)
    }

    fn __repr__(&self) -> String {
        let (deals, totals) = (self.deals(), &self.totals);
        let counts = format!(
            "{deals} deals: {} solved, {} impossible, {} unknown",
            totals.solved,
            totals.impossible,
            self.unknown()
        );
        match deals {
            0 => "<Findings: no deals>".to_owned(),
            _ => format!("<Findings: {counts}; {}>", self.share(false).__str__()),
        }
    }
}
