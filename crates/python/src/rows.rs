//! Many deals at once: rows, and their columns.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use patience::{Budget, Cancel, Error, Game, find_game};
use patience_survey::{Footer, Proved, Row, Totals, Verdict, Why, Word};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::errors::{from_game, from_survey};
use crate::found::Findings;
use crate::question::Question;
use crate::wait::wait;

/// Deals that a thread takes at a time. Quick ones take some microseconds.
const AT_ONCE: usize = 64;

/// The columns, as in the files of a survey.
const COLUMNS: [&str; 12] = [
    "deal",
    "outcome",
    "stop",
    "proved",
    "length",
    "lower_bound",
    "cheats",
    "score",
    "cards",
    "cleared",
    "states",
    "micros",
];

/// A cell of a column.
enum Cell {
    Number(u64),
    Word(&'static str),
    Truth(bool),
}

/// The value of a column in a row.
fn cell(row: &Row, column: usize) -> Option<Cell> {
    let number = |number: Option<u32>| number.map(|number| Cell::Number(number.into()));
    match column {
        0 => Some(Cell::Number(row.deal)),
        1 => Some(Cell::Word(row.outcome.word())),
        2 => row.stop.map(|why| Cell::Word(why.word())),
        3 => row.proved.map(|proved| Cell::Word(proved.word())),
        4 => number(row.length),
        5 => number(row.lower_bound),
        6 => number(row.cheats),
        7 => number(row.score),
        8 => number(row.cards),
        9 => row.cleared.map(Cell::Truth),
        10 => Some(Cell::Number(row.states)),
        _ => Some(Cell::Number(row.micros.into())),
    }
}

/// The rows of many deals.
#[pyclass(frozen, module = "patience._native")]
pub struct Rows {
    pub rows: Vec<Row>,
}

#[pymethods]
impl Rows {
    #[classattr]
    const COLUMNS: [&'static str; 12] = COLUMNS;

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// A column as a list, with None where a row has no value.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let column = place(name)?;
        let list = PyList::empty(py);
        for row in &self.rows {
            match cell(row, column) {
                None => list.append(py.None())?,
                Some(Cell::Number(number)) => list.append(number)?,
                Some(Cell::Word(word)) => list.append(PyString::intern(py, word))?,
                Some(Cell::Truth(truth)) => list.append(truth)?,
            }
        }
        Ok(list)
    }

    /// A column as bytes: 64-bit numbers of the machine, and a byte for each row
    /// that has none. A word is its place in `words`.
    fn buffers<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let column = place(name)?;
        let mut values = Vec::with_capacity(8 * self.rows.len());
        let mut missing = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let value = cell(row, column);
            missing.push(u8::from(value.is_none()));
            let number = match value {
                None => 0,
                Some(Cell::Number(number)) => number,
                Some(Cell::Word(word)) => words(column)
                    .iter()
                    .position(|one| *one == word)
                    .unwrap_or(0) as u64,
                Some(Cell::Truth(truth)) => truth.into(),
            };
            values.extend(number.to_ne_bytes());
        }
        Ok((PyBytes::new(py, &values), PyBytes::new(py, &missing)))
    }

    /// The words of a column of words; empty for other columns.
    #[staticmethod]
    fn words(name: &str) -> PyResult<Vec<&'static str>> {
        Ok(words(place(name)?))
    }

    /// The rows as a Parquet file, with the columns of a survey.
    fn parquet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let rows = &self.rows;
        let bytes = py.detach(|| {
            let mut bytes = Vec::new();
            let footer = Footer::new("", 0, rows);
            patience_survey::write(&mut bytes, rows, &footer).map(|()| bytes)
        });
        Ok(PyBytes::new(
            py,
            &bytes.map_err(|error| from_survey(py, error))?,
        ))
    }

    /// What the rows come to.
    fn findings(&self) -> Findings {
        Findings::new(Totals::of(&self.rows))
    }
}

fn place(name: &str) -> PyResult<usize> {
    let found = COLUMNS.iter().position(|column| *column == name);
    found.ok_or_else(|| {
        let words = format!("no column `{name}`; the columns are {}", COLUMNS.join(", "));
        PyKeyError::new_err(words)
    })
}

fn words(column: usize) -> Vec<&'static str> {
    fn all<W: Word>() -> Vec<&'static str> {
        W::ALL.iter().map(|(_, word)| *word).collect()
    }
    match column {
        1 => all::<Verdict>(),
        2 => all::<Why>(),
        3 => all::<Proved>(),
        _ => Vec::new(),
    }
}

/// Which deals. A range is not written out: that would take long for a large one,
/// and nobody hears Ctrl-C meanwhile.
#[derive(FromPyObject)]
pub enum Deals {
    #[pyo3(transparent)]
    Range(Range),
    #[pyo3(transparent)]
    List(Vec<u64>),
}

/// Python's range.
#[derive(FromPyObject)]
pub struct Range {
    start: i64,
    step: i64,
    #[pyo3(attribute("__len__"), from_py_with = length)]
    length: usize,
}

fn length(method: &Bound<'_, PyAny>) -> PyResult<usize> {
    method.call0()?.extract()
}

impl Deals {
    const fn len(&self) -> usize {
        match self {
            Self::Range(range) => range.length,
            Self::List(list) => list.len(),
        }
    }

    /// A deal by its place. A negative number is no deal, and neither is 2^63.
    fn at(&self, index: usize) -> u64 {
        match self {
            Self::Range(range) => (range.start + index as i64 * range.step) as u64,
            Self::List(list) => list[index],
        }
    }
}

/// What the threads share.
struct Work {
    game: &'static dyn Game,
    question: Question,
    deals: Deals,
    cancel: Cancel,
    taken: AtomicUsize,
    done: AtomicU64,
    /// Rows by the place of their first deal.
    rows: Mutex<Vec<(usize, Vec<Row>)>>,
}

impl Work {
    /// A thread's work.
    fn run(&self) -> Result<(), Error> {
        let goal = self.question.request.target.goal;
        let request = self.question.request.without_moves();
        loop {
            let first = self.taken.fetch_add(AT_ONCE, Ordering::Relaxed);
            let end = self.deals.len().min(first + AT_ONCE);
            if first >= end {
                return Ok(());
            }
            let mut rows = Vec::with_capacity(AT_ONCE);
            for deal in (first..end).map(|index| self.deals.at(index)) {
                let table = self.game.deal(deal, &self.question.settings)?;
                let mut budget = Budget::new(self.question.limits).with_cancel(&self.cancel);
                let report = table.solve(&request, &mut budget)?;
                // An interrupted call has no rows to return.
                let Some(row) = Row::new(deal, &goal, &report) else {
                    return Ok(());
                };
                rows.push(row);
                self.done.fetch_add(1, Ordering::Relaxed);
                if self.cancel.is_cancelled() {
                    return Ok(());
                }
            }
            let mut all = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
            all.push((first, rows));
        }
    }

    /// All threads together.
    fn all(&self, threads: usize) -> Result<Vec<Row>, Error> {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let done = self.run();
                        if done.is_err() {
                            self.cancel.cancel();
                        }
                        done
                    })
                })
                .collect();
            let mut done = Ok(());
            for thread in threads {
                match thread.join() {
                    Ok(one) => done = done.and(one),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        })?;
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.sort_unstable_by_key(|(first, _)| *first);
        Ok(rows.drain(..).flat_map(|(_, rows)| rows).collect())
    }
}

/// The number of threads, or one for each core.
pub fn threads(chosen: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    chosen.map_or_else(cores, |threads| threads.max(1))
}

/// Solves many deals. `progress` is called with the deals done and all of them.
#[pyfunction]
#[pyo3(signature = (game, deals, *, threads = None, progress = None, **options))]
pub fn solve_many(
    py: Python<'_>,
    game: &str,
    deals: Deals,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rows> {
    let cancel = Cancel::default();
    let work = Arc::new(Work {
        game: find_game(game).map_err(|error| from_game(py, &error))?,
        question: Question::read(py, options)?,
        deals,
        cancel: cancel.clone(),
        taken: AtomicUsize::new(0),
        done: AtomicU64::new(0),
        rows: Mutex::default(),
    });
    let threads = self::threads(threads);
    let shared = work.clone();
    let mut shown = None;
    let tick = |_: Python<'_>| {
        let done = shared.done.load(Ordering::Relaxed);
        match progress {
            Some(progress) if shown != Some(done) => {
                shown = Some(done);
                progress.call1((done, shared.deals.len())).map(|_| ())
            }
            _ => Ok(()),
        }
    };
    let rows = wait(py, &cancel, tick, move || work.all(threads))?;
    let rows = rows.map_err(|error| from_game(py, &error))?;
    Ok(Rows { rows })
}
