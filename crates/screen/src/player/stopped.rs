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
    /// The user keeps moving the mouse.
    #[error("stopped: somebody else moves the mouse")]
    MouseTaken,
    /// The user did not agree.
    #[error("stopped: not confirmed")]
    NotConfirmed,
    /// A card is doubtful, and nobody can be asked.
    #[error(
        "stopped: {place} may be {read}, but that is doubtful; `--confirm doubt` asks on a terminal"
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
    /// Another window is in front.
    #[error("stopped: `{0}` is in front of the table; move it away and start again")]
    Covered(String),
    /// The table does not come to rest.
    #[error("stopped: the table does not come to rest")]
    Restless,
    /// Clicks have no effect.
    #[error(
        "stopped: `{move_}` had no effect after {tries} tries; does the program follow the same rules?"
    )]
    NoEffect {
        /// The move.
        move_: String,
        /// How often it was tried.
        tries: u32,
    },
    /// The table shows an impossible position.
    #[error("stopped: the table cannot be read: {0}")]
    NotRead(String),
    /// The table is not the one that was solved, and cannot be played on.
    #[error("stopped: the table is not what it should be: {0}")]
    OtherTable(String),
    /// Something must be known before the first click.
    #[error(
        "stopped before the first click: it is not known {0}; `patience calibrate` asks for it"
    )]
    NotKnown(String),
    /// What takes draws back must be seen before the first one.
    #[error("stopped before drawing from the stock: not seen in the window: {0}")]
    NotSeen(String),
    /// A button is not there.
    #[error("stopped: `{0}` is not seen in the window")]
    NotShown(String),
    /// The program says that no move is left, and hides what was turned up.
    #[error("stopped: the program shows that no move is left")]
    Stuck,
    /// It could not be taken back.
    #[error("stopped: {0}, and that cannot be taken back")]
    NoWayBack(&'static str),
    /// Moves would be lost, and nobody can be asked.
    #[error(
        "stopped before the first click: the game has begun, and its hidden cards are seen only \
         after starting it over; `--start-over` allows that"
    )]
    Begun,
    /// The profile does not say how to do it.
    #[error("stopped: the profile does not say {0}")]
    NotInProfile(&'static str),
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
    /// The user asked for it.
    pub const fn is_wanted(&self) -> bool {
        matches!(
            self,
            Self::Corner | Self::Escape | Self::Interrupted | Self::NotConfirmed
        )
    }
}
