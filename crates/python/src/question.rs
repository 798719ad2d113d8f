//! What is asked, from keyword arguments: the options of every search, and the
//! settings of the game, which the game checks itself.

use patience::{Cheats, Count, Goal, Limits, Mode, Request, Settings, Target, Value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors::{raise, suggest};

/// The options of every search. `max_memory` is the command line's default, so
/// that the same question gives the same plan of a survey.
pub const OPTIONS: [&str; 10] = [
    "goal",
    "so_far",
    "fast",
    "shortest",
    "count",
    "cheats",
    "effort",
    "max_states",
    "max_time",
    "max_memory",
];

const MOST_MEMORY: u64 = 4 << 30;

/// What is asked.
#[derive(Clone)]
pub struct Question {
    pub request: Request,
    pub limits: Limits,
    pub settings: Settings,
}

impl Question {
    /// Reads the options; what is left over is a setting of the game.
    pub fn read(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Options::default();
        let mut settings = Settings::default();
        for (key, value) in given.into_iter().flatten() {
            let key: String = key.extract()?;
            if !options.set(py, &key, &value)? {
                settings.set(&key.replace('_', "-"), setting(&value)?);
            }
        }
        Ok(Self {
            request: options.request(py)?,
            limits: options.limits,
            settings,
        })
    }

    /// Reads the options of a call that has no settings, since its table has them.
    pub fn without_settings(
        py: Python<'_>,
        call: &str,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let question = Self::read(py, given)?;
        let unknown = question
            .settings
            .iter()
            .next()
            .map(|(key, _)| key.replace('-', "_"));
        let Some(key) = unknown else {
            return Ok(question);
        };
        let words = format!("{call}() got an unexpected keyword argument '{key}'");
        let words = suggest(words, &key, OPTIONS.into_iter());
        Err(PyTypeError::new_err(words))
    }
}

/// A value of a setting.
fn setting(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(if truth.is_true() { "yes" } else { "no" }.into());
    }
    if let Ok(number) = value.extract::<u32>() {
        return Ok(number.into());
    }
    // Whatever else it is, the game says what it has instead.
    Ok(value.str()?.to_cow()?.as_ref().into())
}

/// Settings alone.
pub fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (key, value) in given.into_iter().flatten() {
        let key: String = key.extract()?;
        settings.set(&key.replace('_', "-"), setting(&value)?);
    }
    Ok(settings)
}

struct Options {
    goal: Goal,
    so_far: u32,
    fast: bool,
    shortest: bool,
    count: Option<Count>,
    cheats: Cheats,
    effort: u32,
    limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            goal: Goal::Board,
            so_far: 0,
            fast: false,
            shortest: false,
            count: None,
            cheats: Cheats::Fewest,
            effort: 1,
            limits: Limits {
                bytes: Some(MOST_MEMORY),
                ..Limits::NONE
            },
        }
    }
}

impl Options {
    /// Sets an option; false if there is none with this name.
    fn set(&mut self, py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let is_given = !value.is_none();
        match key {
            _ if !OPTIONS.contains(&key) => return Ok(false),
            "fast" => self.fast = value.is_truthy()?,
            "shortest" => self.shortest = value.is_truthy()?,
            // None is the default of every option.
            _ if !is_given => {}
            "goal" => self.goal = parse(py, value, str::parse)?,
            "so_far" => self.so_far = value.extract()?,
            "count" => self.count = Some(parse(py, value, count)?),
            "cheats" => self.cheats = parse(py, value, cheats)?,
            "effort" => self.effort = value.extract()?,
            "max_states" => self.limits.states = Some(value.extract()?),
            "max_time" => self.limits.time = Some(parse(py, value, patience::parse_duration)?),
            _ => self.limits.bytes = Some(parse(py, value, patience::parse_bytes)?),
        }
        Ok(true)
    }

    fn request(&self, py: Python<'_>) -> PyResult<Request> {
        let mode = match (self.fast, self.shortest) {
            (true, true) => {
                return Err(raise(
                    py,
                    "Error",
                    ("`fast` and `shortest` exclude each other",),
                ));
            }
            (true, false) => Mode::Fast,
            (false, true) => Mode::Shortest,
            (false, false) => Mode::Short,
        };
        let target = Target::new(self.goal, self.so_far);
        let target = target.map_err(|error| raise(py, "Error", (error.to_string(),)))?;
        let mut request = Request::for_target(target)
            .with_mode(mode)
            .with_cheats(self.cheats)
            .with_effort(self.effort);
        request.count = self.count;
        Ok(request)
    }
}

/// A value by its text; numbers have one, too.
fn parse<T, E: ToString>(
    py: Python<'_>,
    value: &Bound<'_, PyAny>,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> PyResult<T> {
    let text = value.str()?;
    read(&text.to_cow()?).map_err(|error| raise(py, "Error", (error.to_string(),)))
}

fn count(word: &str) -> Result<Count, String> {
    let all = [Count::Steps, Count::Moves, Count::Clicks];
    let found = all.into_iter().find(|count| count.word() == word);
    found.ok_or_else(|| format!("`{word}` is not a count: steps, moves or clicks"))
}

fn cheats(word: &str) -> Result<Cheats, String> {
    match word {
        "fewest" => Ok(Cheats::Fewest),
        "never" => Ok(Cheats::Never),
        "any" => Ok(Cheats::Any),
        _ => Err(format!(
            "`{word}` is not about cheats: fewest, never or any"
        )),
    }
}
