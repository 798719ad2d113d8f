//! Answers.

use patience::{Budget, Cancel, Goal, Outcome, Report, words};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::from_game;
use crate::question::Question;
use crate::table::Table;
use crate::wait::wait_quietly;

/// A line of play that the reference rules have replayed.
#[pyclass(frozen, get_all, module = "patience")]
#[derive(Clone)]
pub struct Line {
    moves: Vec<String>,
    length: u32,
    /// How the length is counted.
    count: &'static str,
    proved: Option<&'static str>,
    score: Option<u32>,
    cards: Option<u32>,
    cleared: bool,
    cheats: Option<u32>,
}

impl Line {
    pub fn new(line: &patience::Line, goal: &Goal) -> Self {
        Self {
            moves: line.moves.iter().map(ToString::to_string).collect(),
            length: line.length,
            count: line.count.word(),
            proved: line.proof.map(|proof| proof.word()),
            score: line.tally.score,
            cards: line.tally.cards(goal),
            cleared: line.tally.cleared,
            cheats: line.cheats,
        }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line of {}>", words::counted(self.length, self.count))
    }
}

/// The answer to a question about one deal. It is true if the deal is solved.
#[pyclass(frozen, module = "patience")]
#[derive(Clone)]
pub struct Solution {
    table: Table,
    line: Option<Line>,
    #[pyo3(get)]
    outcome: &'static str,
    /// Why it is unknown.
    #[pyo3(get)]
    reason: Option<String>,
    #[pyo3(get)]
    lower_bound: Option<u32>,
    #[pyo3(get)]
    definitive: Option<bool>,
    #[pyo3(get)]
    alternatives: Vec<Line>,
    #[pyo3(get)]
    states: u64,
    #[pyo3(get)]
    seconds: f64,
    words: String,
}

impl Solution {
    /// Solves a table.
    pub fn find(py: Python<'_>, table: &Table, question: &Question) -> PyResult<Self> {
        let cancel = Cancel::default();
        let mut budget = Budget::new(question.limits).with_cancel(&cancel);
        let (inner, request) = (table.inner.clone(), question.request);
        let report = wait_quietly(py, &cancel, move || inner.solve(&request, &mut budget))?;
        let report = report.map_err(|error| from_game(py, &error))?;
        Ok(Self::new(table, question, &report))
    }

    fn new(table: &Table, question: &Question, report: &Report) -> Self {
        let goal = question.request.target.goal;
        let line = |line: &patience::Line| Line::new(line, &goal);
        Self {
            table: table.clone(),
            line: report.outcome.solution().map(line),
            outcome: report.outcome.word(),
            reason: match &report.outcome {
                Outcome::Unknown(stop) => Some(stop.to_string()),
                _ => None,
            },
            lower_bound: report.lower_bound,
            definitive: report.definitive,
            alternatives: report.alternatives.iter().map(line).collect(),
            states: report.statistics.states,
            seconds: report.statistics.time.as_secs_f64(),
            words: words::answer(&question.request, report),
        }
    }
}

#[pymethods]
impl Solution {
    /// The table that was solved.
    #[getter]
    fn table(&self) -> Table {
        self.table.clone()
    }

    /// Every move in the game's notation; empty if there is no solution.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line
            .as_ref()
            .map_or_else(Vec::new, |line| line.moves.clone())
    }

    #[getter]
    fn length(&self) -> Option<u32> {
        self.line.as_ref().map(|line| line.length)
    }

    #[getter]
    fn count(&self) -> Option<&'static str> {
        self.line.as_ref().map(|line| line.count)
    }

    /// `shortest`, `best`, `most` or None.
    #[getter]
    fn proved(&self) -> Option<&'static str> {
        self.line.as_ref()?.proved
    }

    #[getter]
    fn score(&self) -> Option<u32> {
        self.line.as_ref()?.score
    }

    #[getter]
    fn cards(&self) -> Option<u32> {
        self.line.as_ref()?.cards
    }

    #[getter]
    fn cleared(&self) -> Option<bool> {
        self.line.as_ref().map(|line| line.cleared)
    }

    #[getter]
    fn cheats(&self) -> Option<u32> {
        self.line.as_ref()?.cheats
    }

    fn __bool__(&self) -> bool {
        self.line.is_some()
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Solution: {}>", self.words)
    }
}

/// The next move, and why.
#[pyclass(frozen, get_all, module = "patience")]
pub struct Hint {
    #[pyo3(name = "move")]
    move_: Option<String>,
    reason: String,
    winnable: Option<bool>,
    solution: Py<Solution>,
}

impl Hint {
    pub fn new(
        py: Python<'_>,
        table: &Table,
        question: &Question,
        hint: &patience::oracle::Hint,
    ) -> PyResult<Self> {
        Ok(Self {
            move_: hint.move_().map(ToString::to_string),
            reason: hint.advice.reason.clone(),
            winnable: hint.winnable,
            solution: Py::new(py, Solution::new(table, question, &hint.report))?,
        })
    }
}

#[pymethods]
impl Hint {
    fn __str__(&self) -> String {
        match &self.move_ {
            Some(move_) if self.reason.is_empty() => move_.clone(),
            Some(move_) => format!("{move_}: {}", self.reason),
            None => self.reason.clone(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Hint: {}>", self.__str__())
    }
}

/// Solves a deal or a position.
#[pyfunction]
#[pyo3(
    signature = (game, deal = None, *, position = None, **options),
    text_signature = "(game, deal=None, *, position=None, goal='board', so_far=0, fast=False, shortest=False, count=None, cheats='fewest', effort=1, max_states=None, max_time=None, max_memory='4GiB', **settings)"
)]
pub fn solve(
    py: Python<'_>,
    game: &str,
    deal: Option<u64>,
    position: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solution> {
    let question = Question::read(py, options)?;
    let found = patience::find_game(game).and_then(|game| match (deal, position) {
        (Some(number), None) => game.deal(number, &question.settings).map(Some),
        (None, Some(text)) => game.read(text, &question.settings).map(Some),
        _ => Ok(None),
    });
    match found.map_err(|error| from_game(py, &error))? {
        Some(inner) => Solution::find(py, &Table { inner, deal }, &question),
        None => Err(PyTypeError::new_err(
            "solve() takes either the number of a deal or a position",
        )),
    }
}
