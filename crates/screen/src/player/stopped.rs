//! Why the player stopped before the end, in one line each.

use crate::Error;

/// Why the player stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The user moved the mouse to a corner.
    #[error("stopped: the mouse is in a corner of the screen")]
    Corner,
    /// The user pressed Escape.
    #[error("stopped: Escape was pressed")]
    Escape,
    /// The user pressed Ctrl-C.
    #[error("stopped: interrupted")]
    Interrupted,
    /// The user has the mouse and does not let go.
    #[error("stopped: somebody else moves the mouse")]
    MouseTaken,
    /// The user did not agree.
    #[error("stopped: not confirmed")]
    NotConfirmed,
    /// A card is in doubt, and there was nobody to ask.
    #[error(
        "stopped: {place} may be {read}, but that is in doubt; `--confirm doubt` asks on a terminal"
    )]
    InDoubt {
        /// Where the first of them lies.
        place: String,
        /// What it seems to be.
        read: String,
    },
    /// The window is gone.
    #[error("stopped: the window was closed")]
    Closed,
    /// Another window lies in front.
    #[error("stopped: `{0}` lies in front of the table; take it away and start again")]
    Covered(String),
    /// The table does not come to rest.
    #[error("stopped: the table does not come to rest")]
    Restless,
    /// Clicks have no effect.
    #[error(
        "stopped: `{played}` had no effect after {tries} tries; does the program follow the same rules?"
    )]
    NoEffect {
        /// The move.
        played: String,
        /// How often it was tried.
        tries: u32,
    },
    /// The table shows something that can not be.
    #[error("stopped: the table can not be read: {0}")]
    NotRead(String),
    /// The table is not the one that was solved, and can not be taken up.
    #[error("stopped: the table is not what it should be: {0}")]
    OtherTable(String),
    /// The profile does not say how to do it.
    #[error("stopped: the profile does not say {0}")]
    NotSaid(&'static str),
    /// Something else.
    #[error("stopped: {0}")]
    Other(String),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        match error {
            Error::WindowClosed => Self::Closed,
            Error::NotRead(reason) => Self::NotRead(reason),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<patience::Error> for Stopped {
    fn from(error: patience::Error) -> Self {
        Self::Other(error.to_string())
    }
}

impl Stopped {
    /// The user wanted it.
    pub const fn is_wanted(&self) -> bool {
        matches!(
            self,
            Self::Corner | Self::Escape | Self::Interrupted | Self::NotConfirmed
        )
    }
}
