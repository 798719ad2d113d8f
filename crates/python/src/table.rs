//! A table with cards on it. It does not change: playing gives another table.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use patience::{Budget, Cancel, Move, find_game};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{from_game, raise};
use crate::question::{Question, settings};
use crate::solution::{Hint, Line, Solution};
use crate::svg;
use crate::wait::wait_quietly;

/// A table with cards on it, under the rules of its game.
#[pyclass(frozen, module = "patience")]
#[derive(Clone)]
pub struct Table {
    pub inner: Box<dyn patience::Table>,
    /// The number of the deal; none in the middle of a game.
    pub deal: Option<u64>,
}

impl Table {
    pub fn position(inner: Box<dyn patience::Table>) -> Self {
        Self { inner, deal: None }
    }

    /// What makes two tables equal.
    fn key(&self) -> (&'static str, &patience::Settings, String) {
        let inner = &self.inner;
        (inner.about().name, inner.settings(), inner.text())
    }
}

/// The deal with this number.
#[pyfunction]
#[pyo3(signature = (game, number, **settings))]
pub fn deal(
    py: Python<'_>,
    game: &str,
    number: u64,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let settings = self::settings(settings)?;
    let dealt = find_game(game).and_then(|game| game.deal(number, &settings));
    Ok(Table {
        inner: dealt.map_err(|error| from_game(py, &error))?,
        deal: Some(number),
    })
}

/// Reads a deal or a position.
#[pyfunction]
#[pyo3(signature = (game, text, **settings))]
pub fn parse(
    py: Python<'_>,
    game: &str,
    text: &str,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let settings = self::settings(settings)?;
    let read = find_game(game).and_then(|game| game.read(text, &settings));
    let inner = read.map_err(|error| from_game(py, &error))?;
    Ok(Table::position(inner))
}

#[pymethods]
impl Table {
    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.about().name
    }

    /// The number of the deal, or None in the middle of a game.
    #[getter]
    const fn deal(&self) -> Option<u64> {
        self.deal
    }

    /// The settings that differ from the game's defaults.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in self.inner.settings().iter() {
            let key = key.replace('-', "_");
            match value.to_string().parse::<u32>() {
                Ok(number) => dict.set_item(key, number)?,
                Err(_) => dict.set_item(key, value.to_string())?,
            }
        }
        Ok(dict)
    }

    /// The position as text that `patience.parse` reads back.
    #[getter]
    fn text(&self) -> String {
        self.inner.text()
    }

    /// The table drawn with letters.
    #[getter]
    fn picture(&self) -> String {
        self.inner.picture().to_string()
    }

    /// Every legal move in the game's notation; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let moves = self.inner.legal_moves();
        moves.iter().map(ToString::to_string).collect()
    }

    /// The board is cleared.
    #[getter]
    fn is_won(&self) -> bool {
        self.inner.is_won()
    }

    /// Points so far, in games that have them.
    #[getter]
    fn score(&self) -> Option<u32> {
        self.inner.tally().score
    }

    /// The table after these moves.
    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<Self> {
        let mut inner = self.inner.clone();
        for (index, move_) in moves.iter().enumerate() {
            inner = match inner.play(move_) {
                Ok((after, _)) => after,
                Err(reason) => {
                    let words = format!("`{move_}`: {reason}");
                    return Err(raise(py, "MoveError", (words, index + 1)));
                }
            };
        }
        let deal = self.deal.filter(|_| moves.is_empty());
        Ok(Self { inner, deal })
    }

    /// A legal move in a sentence.
    fn describe(&self, py: Python<'_>, move_: &str) -> PyResult<String> {
        let words = self.inner.describe(move_);
        words.map_err(|reason| raise(py, "MoveError", (format!("`{move_}`: {reason}"),)))
    }

    /// Solves it.
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, goal='board', so_far=0, fast=False, shortest=False, count=None, cheats='fewest', effort=1, max_states=None, max_time=None, max_memory='4GiB')"
    )]
    fn solve(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Solution> {
        let question = Question::without_settings(py, "solve", options)?;
        Solution::find(py, self, &question)
    }

    /// The next move of a best solution, and why.
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, goal='board', so_far=0, fast=False, shortest=False, count=None, cheats='fewest', effort=1, max_states=None, max_time=None, max_memory='4GiB')"
    )]
    fn hint(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Hint> {
        let question = Question::without_settings(py, "hint", options)?;
        let cancel = Cancel::default();
        let mut budget = Budget::new(question.limits).with_cancel(&cancel);
        let (table, request) = (self.inner.clone(), question.request);
        let hint = wait_quietly(py, &cancel, move || {
            patience::oracle::hint(&*table, &request, &mut budget)
        })?;
        let hint = hint.map_err(|error| from_game(py, &error))?;
        Hint::new(py, self, &question, &hint)
    }

    /// Replays moves with the rules and checks that they reach the goal.
    #[pyo3(signature = (moves, *, goal = "board", so_far = 0))]
    fn verify(
        &self,
        py: Python<'_>,
        moves: Vec<String>,
        goal: &str,
        so_far: u32,
    ) -> PyResult<Line> {
        let options = PyDict::new(py);
        options.set_item("goal", goal)?;
        options.set_item("so_far", so_far)?;
        let target = Question::read(py, Some(&options))?.request.target;
        let moves: Vec<Move> = moves.into_iter().map(Move::from).collect();
        let line = self.inner.verify(&target, &moves);
        let line = line.map_err(|error| from_game(py, &error))?;
        Ok(Line::new(&line, &target.goal))
    }

    /// The moves in a solution text, such as the command prints.
    fn moves_in(&self, text: &str) -> Vec<String> {
        let moves = self.inner.moves_in(text);
        moves.iter().map(ToString::to_string).collect()
    }

    fn __str__(&self) -> String {
        self.inner.text()
    }

    fn __repr__(&self) -> String {
        let name = self.inner.about().name;
        let settings = self.inner.settings();
        let settings = match settings.is_default() {
            true => String::new(),
            false => format!(", {settings}"),
        };
        match self.deal {
            Some(number) => format!("<Table {name} {number}{settings}>"),
            None => format!("<Table {name}{settings}>"),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("patience")?.getattr("_restore")?;
        let (game, text) = (self.game(), self.inner.text());
        (restore, (game, text, self.settings(py)?, self.deal)).into_pyobject(py)
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(&self.inner.layout())
    }
}

/// A table as it was pickled.
#[pyfunction]
pub fn restore(
    py: Python<'_>,
    game: &str,
    text: &str,
    settings: &Bound<'_, PyDict>,
    deal: Option<u64>,
) -> PyResult<Table> {
    let table = parse(py, game, text, Some(settings))?;
    Ok(Table { deal, ..table })
}
