//! A game in progress, and the oracle beside it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use patience::oracle::{self, Oracle};
use patience::{Autoplay, Cancel, Played, Request, words};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{from_game, raise};
use crate::table::Table;
use crate::wait::wait_quietly;

/// A game in progress: play, undo, redo, save and load.
#[pyclass(frozen, module = "patience")]
pub struct Session {
    inner: Mutex<patience::Session>,
    /// What the oracle has learnt; none while it thinks.
    oracle: Mutex<Option<Oracle>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    fn around(inner: patience::Session) -> Self {
        Self {
            inner: Mutex::new(inner),
            oracle: Mutex::new(None),
        }
    }

    fn session(&self) -> MutexGuard<'_, patience::Session> {
        lock(&self.inner)
    }

    /// Runs the oracle without the interpreter's lock. If that is interrupted,
    /// what it has learnt is lost with it.
    fn consult<T: Send + 'static>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Oracle, &patience::Session, &Cancel) -> Result<T, patience::Error>
        + Send
        + 'static,
    ) -> PyResult<T> {
        let session = self.session().clone();
        let known = lock(&self.oracle).take();
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let (oracle, answer) = wait_quietly(py, &cancel, move || {
            let new = || Oracle::new(Request::default()).with_autoplay(session.autoplay());
            let mut oracle = known.unwrap_or_else(new);
            let answer = ask(&mut oracle, &session, &flag);
            (oracle, answer)
        })?;
        *lock(&self.oracle) = Some(oracle);
        answer.map_err(|error| from_game(py, &error))
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (table, *, autoplay = "safe"))]
    fn new(py: Python<'_>, table: &Table, autoplay: &str) -> PyResult<Self> {
        let name = table.inner.about().name;
        let begun = match table.deal {
            Some(number) => patience::Session::deal(name, number, table.inner.settings()),
            None => patience::Session::read(name, &table.inner.text(), table.inner.settings()),
        };
        let session = Self::around(begun.map_err(|error| from_game(py, &error))?);
        session.set_autoplay(autoplay)?;
        Ok(session)
    }

    /// Reads a saved session, and replays its moves.
    #[staticmethod]
    fn load(py: Python<'_>, text: &str) -> PyResult<Self> {
        let loaded = patience::Session::load(text);
        Ok(Self::around(loaded.map_err(|error| from_game(py, &error))?))
    }

    /// The session as text that `load` reads back.
    fn save(&self) -> String {
        self.session().save()
    }

    /// The table as it is now.
    #[getter]
    fn table(&self) -> Table {
        let session = self.session();
        Table {
            inner: session.table().boxed_clone(),
            deal: session
                .deal_number()
                .filter(|_| session.history().is_empty()),
        }
    }

    /// Every legal move.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let moves = self.session().legal_moves();
        moves.iter().map(ToString::to_string).collect()
    }

    /// The moves made so far, those of the autoplay included.
    #[getter]
    fn history(&self) -> Vec<String> {
        let session = self.session();
        session
            .history()
            .into_iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The moves that can be redone.
    #[getter]
    fn undone(&self) -> Vec<String> {
        let session = self.session();
        session
            .undone()
            .into_iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The board is cleared.
    #[getter]
    fn is_won(&self) -> bool {
        self.session().is_won()
    }

    /// Which cards go home by themselves: `safe`, `all` or `off`.
    #[getter]
    fn autoplay(&self) -> &'static str {
        self.session().autoplay().word()
    }

    #[setter]
    fn set_autoplay(&self, autoplay: &str) -> PyResult<()> {
        let setting: Autoplay = autoplay
            .parse()
            .map_err(|error| PyValueError::new_err(format!("{error}")))?;
        self.session().set_autoplay(setting);
        // Its verdicts count the cards that go home by themselves.
        *lock(&self.oracle) = None;
        Ok(())
    }

    /// Makes a move, then those of the autoplay, which are returned.
    fn play(&self, py: Python<'_>, move_: &str) -> PyResult<Vec<String>> {
        let played = self.session().play(move_);
        match played {
            Played::Made { autoplayed } | Played::Won { autoplayed } => {
                Ok(autoplayed.iter().map(ToString::to_string).collect())
            }
            Played::Refused(reason) => {
                Err(raise(py, "MoveError", (format!("`{move_}`: {reason}"),)))
            }
        }
    }

    /// Takes back the last move with its autoplay; False if there is none.
    fn undo(&self) -> bool {
        self.session().undo()
    }

    /// Makes the last undone move again; False if there is none.
    fn redo(&self) -> bool {
        self.session().redo()
    }

    /// Back to the start; everything can be redone.
    fn restart(&self) {
        self.session().restart();
    }

    /// Goes to the table after this many moves.
    fn jump(&self, moves: usize) {
        self.session().jump(moves);
    }

    /// Which moves still win. Each position may cost `max_states`.
    #[pyo3(signature = (*, max_states = 100_000))]
    fn oracle(&self, py: Python<'_>, max_states: u64) -> PyResult<Look> {
        self.consult(py, move |oracle, session, cancel| {
            oracle.look_at(session.table())?;
            while !cancel.is_cancelled() && oracle.think(cancel, max_states)? {}
            Ok(Look::new(oracle, oracle.request()))
        })
    }

    /// Where the game was lost. Each position may cost `max_states`.
    #[pyo3(signature = (*, max_states = 1_000_000))]
    fn where_lost(&self, py: Python<'_>, max_states: u64) -> PyResult<Lost> {
        self.consult(py, move |oracle, session, cancel| {
            let lost = oracle.where_lost(session, cancel, max_states)?;
            Ok(Lost::new(lost))
        })
    }

    fn __str__(&self) -> String {
        self.save()
    }

    fn __repr__(&self) -> String {
        let session = self.session();
        let moves = words::counted(session.history().len(), "moves");
        format!("<Session {} after {moves}>", session.table().about().name)
    }

    fn __copy__(&self) -> Self {
        Self::around(self.session().clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.import("patience")?.getattr("Session")?;
        (class.getattr("load")?, (self.save(),)).into_pyobject(py)
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::draw(&self.session().table().layout())
    }
}

/// What a position or a move comes to. It is true if it wins.
#[pyclass(frozen, get_all, module = "patience")]
#[derive(Clone)]
pub struct Verdict {
    /// `wins`, `loses`, `unknown` or `chance`.
    word: &'static str,
    length: Option<u32>,
    proved: bool,
    cheats: Option<u32>,
    score: Option<u32>,
    chance: Option<f64>,
    text: String,
}

impl Verdict {
    fn new(request: &Request, verdict: &oracle::Verdict) -> Self {
        let best = match verdict {
            oracle::Verdict::Wins(best) => Some(best),
            _ => None,
        };
        Self {
            word: verdict.word(),
            length: best.map(|best| best.length),
            proved: best.is_some_and(|best| best.proved),
            cheats: best.and_then(|best| best.cheats),
            score: best.and_then(|best| best.score),
            chance: match verdict {
                oracle::Verdict::Chance(chance) => Some(chance.share()),
                _ => None,
            },
            text: words::short(verdict, &request.target),
        }
    }
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.word == "wins"
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.text)
    }
}

/// What is known about a table and its moves.
#[pyclass(frozen, get_all, module = "patience")]
pub struct Look {
    position: Verdict,
    /// Every legal move, best first.
    moves: Vec<(String, Verdict)>,
    /// The best move that is known, and what it leads to.
    advice: Option<String>,
    reason: String,
}

impl Look {
    fn new(oracle: &Oracle, request: &Request) -> Self {
        let look = oracle.look();
        let advice = oracle.advice();
        let moves = look.ranked(request).into_iter();
        Self {
            position: Verdict::new(request, &look.position),
            moves: moves
                .map(|(move_, verdict)| (move_.to_string(), Verdict::new(request, verdict)))
                .collect(),
            advice: advice.move_.as_ref().map(ToString::to_string),
            reason: advice.reason,
        }
    }

    fn with(&self, word: &str) -> Vec<String> {
        let moves = self
            .moves
            .iter()
            .filter(|(_, verdict)| verdict.word == word);
        moves.map(|(move_, _)| move_.clone()).collect()
    }
}

#[pymethods]
impl Look {
    /// The moves that still win, best first.
    #[getter]
    fn winning(&self) -> Vec<String> {
        self.with("wins")
    }

    /// The moves that are proved to lose.
    #[getter]
    fn losing(&self) -> Vec<String> {
        self.with("loses")
    }

    fn __getitem__(&self, py: Python<'_>, move_: &str) -> PyResult<Verdict> {
        let found = self.moves.iter().find(|(one, _)| one == move_);
        let missing = || {
            raise(
                py,
                "MoveError",
                (format!("`{move_}` is not a legal move here"),),
            )
        };
        found
            .map(|(_, verdict)| verdict.clone())
            .ok_or_else(missing)
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __repr__(&self) -> String {
        let moves = words::counted(self.moves.len(), "moves");
        format!("<Look: {}; {moves}>", self.position.text)
    }
}

/// Where a game was lost.
#[pyclass(frozen, get_all, module = "patience")]
pub struct Lost {
    /// `still-wins`, `at`, `between`, `never` or `unknown`.
    kind: &'static str,
    /// How many moves had been made when it could last be won: `jump` goes there.
    step: Option<usize>,
    #[pyo3(name = "move")]
    move_: Option<String>,
    better: Option<String>,
    text: String,
}

impl Lost {
    fn new(lost: oracle::Lost) -> Self {
        let (text, step) = (words::lost(&lost, ToOwned::to_owned), lost.last_winnable());
        let (kind, move_, better) = match lost {
            oracle::Lost::StillWins => ("still-wins", None, None),
            oracle::Lost::At { move_, better, .. } => ("at", Some(move_), better),
            oracle::Lost::Between { .. } => ("between", None, None),
            oracle::Lost::Never => ("never", None, None),
            oracle::Lost::Unknown => ("unknown", None, None),
        };
        Self {
            kind,
            step,
            move_: move_.map(|move_| move_.to_string()),
            better: better.map(|move_| move_.to_string()),
            text,
        }
    }
}

#[pymethods]
impl Lost {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Lost: {}>", self.text)
    }
}
