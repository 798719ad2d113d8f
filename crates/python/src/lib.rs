//! The facade for Python: the module `patience._native`. What is convenient in
//! Python itself is written there, in `python/patience`; here is what needs the
//! solvers. The types of everything are in `python/patience/_native.pyi`.
//!
//! Every call that may take long runs its work in a thread of its own, without
//! the interpreter's lock, while the caller's thread waits for Ctrl-C
//! (`wait.rs`).

mod about;
mod errors;
mod found;
mod question;
mod rows;
mod session;
mod solution;
mod survey;
mod svg;
mod table;
mod wait;

use pyo3::pymodule;

/// The module.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::about::{Game, Setting, games};
    #[pymodule_export]
    use crate::found::{Distribution, Findings, Share};
    #[pymodule_export]
    use crate::rows::{Rows, solve_many};
    #[pymodule_export]
    use crate::session::{Look, Lost, Session, Verdict};
    #[pymodule_export]
    use crate::solution::{Hint, Line, Solution, solve};
    #[pymodule_export]
    use crate::survey::{Folder, Intake, compute_shard};
    #[pymodule_export]
    use crate::table::{Table, deal, parse, restore};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python expects")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
