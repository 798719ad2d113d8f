//! Errors as exceptions. The classes are Python's own, in
//! `python/patience/_errors.py`, so that they can be pickled and subclassed like
//! any other.

use patience::{Error, Faults, SettingError};
use patience_survey::Error as SurveyError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::question::OPTIONS;

/// An exception of a class in `_errors.py`.
pub fn raise<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyErr {
    let raised = || {
        let class = py.import("patience._errors")?.getattr(class)?;
        class.call1(arguments.into_pyobject(py)?)
    };
    match raised() {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// The exception for an error of the facade.
pub fn from_game(py: Python<'_>, error: &Error) -> PyErr {
    let words = error.to_string();
    match error {
        Error::NoSuchGame { name, games } => {
            let words = suggest(words, name, games.iter().copied());
            raise(py, "Error", (words,))
        }
        Error::Setting(setting) => raise(py, "SettingError", (setting_words(setting),)),
        Error::BadText(faults) => from_faults(py, faults),
        Error::Illegal(_) => raise(py, "MoveError", (words,)),
        Error::Refused(refusal) => raise(py, "MoveError", (words, refusal.step)),
        Error::WrongAnswer { .. } => PyRuntimeError::new_err(words),
        _ => raise(py, "Error", (words,)),
    }
}

fn setting_words(error: &SettingError) -> String {
    let words = error.to_string();
    match error {
        SettingError::NoSuchKey { key, keys, .. } => {
            suggest(words, key, keys.iter().copied().chain(OPTIONS))
        }
        _ => words,
    }
}

/// Every fault, with its place.
fn from_faults(py: Python<'_>, faults: &Faults) -> PyErr {
    let list: Vec<_> = faults
        .iter()
        .map(|fault| {
            let line = fault.place.map(|place| place.line);
            let column = fault.place.map(|place| place.column);
            (line, column, fault.message.clone())
        })
        .collect();
    raise(py, "DealError", (faults.to_string(), list))
}

/// The exception for an error of a survey.
pub fn from_survey(py: Python<'_>, error: SurveyError) -> PyErr {
    match error {
        SurveyError::Game(error) => from_game(py, &error),
        SurveyError::Interrupted => PyKeyboardInterrupt::new_err(()),
        SurveyError::File { path, error } => match error.raw_os_error() {
            // With the code, Python chooses the class: FileNotFoundError, ..
            Some(code) => PyOSError::new_err((code, error.to_string(), path)),
            None => PyOSError::new_err((error.to_string(), path)),
        },
        error => raise(py, "SurveyError", (error.to_string(),)),
    }
}

/// Adds the name that was probably meant.
pub fn suggest<'n>(words: String, given: &str, names: impl Iterator<Item = &'n str>) -> String {
    let given = given.replace('_', "-").to_lowercase();
    let distance = |name: &&str| distance(&given, &name.replace('_', "-"));
    let nearest = names.min_by_key(distance);
    match nearest {
        Some(name) if distance(&name) <= 1 + given.len() / 4 => {
            format!("{words}; did you mean `{name}`?")
        }
        _ => words,
    }
}

/// How many letters must be changed, added or dropped.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, theirs) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *theirs);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
