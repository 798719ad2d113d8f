//! Surveys: the folder, and shards that are computed anywhere.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use patience::Cancel;
use patience_survey::{Deals, Ended, Error, Part, Plan, Progress, Run, Summary};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{from_survey, raise};
use crate::found::Findings;
use crate::question::Question;
use crate::rows::{Rows, threads};
use crate::wait::{wait, wait_quietly};

/// A survey's folder.
#[pyclass(frozen, module = "patience._native")]
pub struct Folder {
    inner: patience_survey::Folder,
}

fn part(py: Python<'_>, part: Option<&str>) -> PyResult<Part> {
    let read = part.map_or(Ok(Part::ALL), str::parse);
    read.map_err(|error| raise(py, "SurveyError", (error.to_string(),)))
}

fn numbers(progress: &Progress) -> (u64, u64, u64, u64, u64) {
    let Progress {
        done,
        all,
        counted,
        solved,
        unknown,
    } = *progress;
    (done, all, counted, solved, unknown)
}

impl Folder {
    fn summary(&self, py: Python<'_>) -> PyResult<Summary> {
        // A large survey has a hundred thousand footers to read.
        let folder = self.inner.clone();
        let found = wait_quietly(py, &Cancel::default(), move || {
            patience_survey::summarise(&folder)
        })?;
        found.map_err(|error| from_survey(py, error))
    }
}

#[pymethods]
impl Folder {
    /// Opens a survey.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let inner = patience_survey::Folder::open(&path);
        let inner = inner.map_err(|error| from_survey(py, error))?;
        Ok(Self { inner })
    }

    /// Opens the survey with this question, or begins it.
    #[staticmethod]
    #[pyo3(signature = (path, game, *, deals = None, sample = None, seed = 1, shard_size = None, **options))]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn begin(
        py: Python<'_>,
        path: PathBuf,
        game: String,
        deals: Option<(u64, u64)>,
        sample: Option<u64>,
        seed: u64,
        shard_size: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let question = Question::read(py, options)?;
        let deals = match (deals, sample) {
            (Some((first, last)), None) if first <= last => Deals::Range { first, last },
            (Some((first, last)), None) => {
                let words = format!("there are no deals from {first} to {last}");
                return Err(raise(py, "SurveyError", (words,)));
            }
            (None, Some(sample)) => Deals::Sample { sample, seed },
            _ => {
                let words = "a new survey needs either `deals` or `sample`";
                return Err(PyTypeError::new_err(words));
            }
        };
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let begun = wait_quietly(py, &cancel, move || {
            // A folder that has begun keeps the size of its shards.
            let begun = patience_survey::Folder::open(&path).ok();
            let size = begun.map(|folder| folder.plan().shard_size);
            let plan = Plan::new(
                &game,
                question.settings,
                question.request,
                question.limits,
                deals,
                shard_size.or(size),
                &flag,
            )?;
            patience_survey::Folder::begin(&path, plan)
        })?;
        let inner = begun.map_err(|error| from_survey(py, error))?;
        Ok(Self { inner })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.inner.path().into()
    }

    /// The text of `plan.json`.
    #[getter]
    fn plan(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.inner.plan().text();
        text.map_err(|error| from_survey(py, error))
    }

    /// The question in words.
    #[getter]
    fn question(&self, py: Python<'_>) -> PyResult<String> {
        let words = patience_survey::question(self.inner.plan());
        words.map_err(|error| from_survey(py, error))
    }

    /// Shards that are done, and all of them.
    fn shards(&self, py: Python<'_>) -> PyResult<(usize, u64)> {
        let done = self.inner.finished();
        let done = done.map_err(|error| from_survey(py, error))?.len();
        Ok((done, self.inner.plan().shard_count()))
    }

    /// The digest of everything that was found.
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.summary(py)?.digest)
    }

    /// What was found so far.
    fn findings(&self, py: Python<'_>) -> PyResult<Findings> {
        Ok(Findings::new(self.summary(py)?.totals))
    }

    /// All rows; of a deal that was tried again, the last.
    fn rows(&self, py: Python<'_>) -> PyResult<Rows> {
        let folder = self.inner.clone();
        let read = wait_quietly(py, &Cancel::default(), move || {
            patience_survey::rows(&folder)
        })?;
        let rows = read.map_err(|error| from_survey(py, error))?;
        Ok(Rows { rows })
    }

    /// The report: one HTML file with everything in it.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        let summary = self.summary(py)?;
        let html = patience_survey::report(&self.inner, &summary);
        html.map_err(|error| from_survey(py, error))
    }

    /// A picture of the report, as SVG.
    fn plot(&self, py: Python<'_>, what: &str) -> PyResult<Option<String>> {
        Ok(patience_survey::plot(&self.summary(py)?, what))
    }

    /// Computes what is missing on threads of this process. `progress` is called
    /// with the deals done, all of them, and those counted, solved and unknown.
    /// Returns `complete` or `narrow`.
    #[pyo3(signature = (*, threads = None, part = None, until = None, progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        part: Option<&str>,
        until: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let run = Run {
            threads: self::threads(threads),
            part: self::part(py, part)?,
            until,
            cancel: Cancel::default(),
        };
        let cancel = run.cancel.clone();
        let latest = Arc::new(Mutex::new(None));
        let (shown, folder) = (latest.clone(), self.inner.clone());
        let tick = |_: Python<'_>| {
            let news = shown.lock().unwrap_or_else(PoisonError::into_inner).take();
            match (progress, news) {
                (Some(progress), Some(news)) => progress.call1(news).map(|_| ()),
                _ => Ok(()),
            }
        };
        let ended = wait(py, &cancel, tick, move || {
            run.all(&folder, |now| {
                let mut latest = latest.lock().unwrap_or_else(PoisonError::into_inner);
                *latest = Some(numbers(now));
            })
        })?;
        match ended.map_err(|error| from_survey(py, error))? {
            Ended::Complete => Ok("complete"),
            Ended::Narrow => Ok("narrow"),
            Ended::Interrupted => Err(from_survey(py, Error::Interrupted)),
        }
    }

    /// Takes in shards that are computed elsewhere.
    #[pyo3(signature = (*, part = None, until = None))]
    fn intake(&self, py: Python<'_>, part: Option<&str>, until: Option<f64>) -> PyResult<Intake> {
        let run = Run {
            part: self::part(py, part)?,
            until,
            ..Run::default()
        };
        let folder = self.inner.clone();
        let intake = wait_quietly(py, &Cancel::default(), move || {
            patience_survey::Intake::begin(&folder, &run)
        })?;
        let intake = intake.map_err(|error| from_survey(py, error))?;
        Ok(Intake {
            inner: Mutex::new(intake),
        })
    }
}

/// A survey to which shards are added.
#[pyclass(frozen, module = "patience._native")]
pub struct Intake {
    inner: Mutex<patience_survey::Intake>,
}

#[pymethods]
impl Intake {
    /// The shards that are not there.
    fn missing(&self) -> Vec<u64> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.missing()
    }

    /// Puts the bytes of a shard in its place, after a check of every row.
    fn accept(&self, py: Python<'_>, shard: u64, bytes: &[u8]) -> PyResult<()> {
        let accepted = py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.accept(shard, bytes)
        });
        accepted.map_err(|error| from_survey(py, error))
    }

    /// Deals done, all of them, and those counted, solved and unknown.
    fn progress(&self) -> (u64, u64, u64, u64, u64) {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        numbers(&inner.progress())
    }

    /// The interval is as narrow as was asked for.
    fn is_enough(&self) -> bool {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.is_enough()
    }
}

/// Computes a shard of a plan: the bytes of its file. Nothing else decides what
/// comes out, so that it can be done anywhere, and more than once.
#[pyfunction]
pub fn compute_shard<'py>(
    py: Python<'py>,
    plan: &str,
    shard: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let plan = Plan::read(plan).map_err(|error| from_survey(py, error))?;
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let computed = wait_quietly(py, &cancel, move || plan.compute(shard, &flag))?;
    match computed.map_err(|error| from_survey(py, error))? {
        Some(bytes) => Ok(PyBytes::new(py, &bytes)),
        None => Err(from_survey(py, Error::Interrupted)),
    }
}
