//! The list of games.

use patience::{About, Value, Values};
use pyo3::prelude::*;
use pyo3::types::PyRange;

/// What can be set in a game.
#[pyclass(frozen, get_all, module = "patience")]
pub struct Setting {
    /// The name of the keyword argument.
    key: String,
    title: &'static str,
    /// The values that there are.
    values: Py<PyAny>,
    /// The value unless another is chosen.
    default: Py<PyAny>,
}

#[pymethods]
impl Setting {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (values, default) = (self.values.bind(py).repr()?, self.default.bind(py).repr()?);
        Ok(format!(
            "Setting({}, {values}, default={default})",
            self.key
        ))
    }
}

/// A game.
#[pyclass(frozen, get_all, module = "patience")]
pub struct Game {
    name: &'static str,
    title: &'static str,
    aliases: Vec<&'static str>,
    summary: &'static str,
    goals: Vec<&'static str>,
    counts: Vec<&'static str>,
    settings: Vec<Py<Setting>>,
    /// The deal numbers there are.
    numbers: Py<PyRange>,
    has_cheats: bool,
    rules: &'static str,
}

#[pymethods]
impl Game {
    fn __repr__(&self) -> String {
        format!("<Game {}: {}>", self.name, self.summary)
    }
}

fn value(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
    Ok(match value {
        Value::Number(number) => number.into_pyobject(py)?.into_any().unbind(),
        Value::Word(word) => match word.parse::<u32>() {
            Ok(number) => number.into_pyobject(py)?.into_any().unbind(),
            Err(_) => word.into_pyobject(py)?.into_any().unbind(),
        },
    })
}

fn game(py: Python<'_>, about: &'static About) -> PyResult<Game> {
    let setting = |declared: &patience::Setting| {
        let values = match declared.values {
            Values::Range { first, last } => {
                let range = PyRange::new(py, first as isize, last as isize + 1)?;
                range.into_any().unbind()
            }
            Values::Choices(choices) => {
                let words = choices.iter().map(|choice| value(py, choice.word.into()));
                let words = words.collect::<PyResult<Vec<_>>>()?;
                words.into_pyobject(py)?.unbind()
            }
        };
        let default = value(py, declared.write(declared.default))?;
        let key = declared.key.replace('-', "_");
        Py::new(
            py,
            Setting {
                key,
                title: declared.title,
                values,
                default,
            },
        )
    };
    let ends = [*about.numbers.start(), *about.numbers.end() + 1];
    let [first, end] = ends.map(|end| isize::try_from(end).unwrap_or(isize::MAX));
    Ok(Game {
        name: about.name,
        title: about.title,
        aliases: about.aliases.to_vec(),
        summary: about.summary,
        goals: about.goals.to_vec(),
        counts: about.counts.iter().map(|count| count.word()).collect(),
        settings: about
            .settings
            .iter()
            .map(setting)
            .collect::<PyResult<_>>()?,
        numbers: PyRange::new(py, first, end)?.unbind(),
        has_cheats: about.has_cheats,
        rules: about.rules,
    })
}

/// Every game with its settings, goals and deal numbers.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Vec<Game>> {
    let all = patience::games().iter();
    all.map(|one| game(py, one.about())).collect()
}
