//! What the exit code of the command means.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Solved, or done.
    Done,
    /// The answer is no: impossible, or a solution is refused.
    No,
    /// An error: usage, a bad deal, input or output.
    Error,
    /// A limit came first.
    Unknown,
    /// Interrupted by Ctrl-C.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Error => 2,
            Exit::Unknown => 3,
            Exit::Interrupted => 130,
        })
    }
}
