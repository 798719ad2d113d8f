//! What can go wrong with windows, pictures and profiles, in one line each.

/// An error in words for the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that is not a picture, or cannot be read or written.
    #[error("{name}: {reason}")]
    File {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A profile with a fault.
    #[error("{name}:{line}: {reason}")]
    Profile {
        /// The file, or the name of a built-in profile.
        name: String,
        /// The line, counted from one.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// No profile has this name.
    #[error("there is no profile called `{name}`; `patience profiles` lists them")]
    NoSuchProfile {
        /// What was asked for.
        name: String,
    },
    /// What the game does not have or does not allow.
    #[error(transparent)]
    Game(#[from] patience::Error),
    /// The picture does not show what the profile describes.
    #[error("{0}")]
    NotRead(String),
    /// No card is where the profile says.
    #[error("the table is not where it should be")]
    Misplaced {
        /// The picture, with a box around every place where a card was looked
        /// for.
        looked: Box<crate::Frame>,
    },
    /// The profile has no templates yet.
    #[error("`{profile}` has not been calibrated; `patience calibrate {profile}` learns its cards")]
    NotCalibrated {
        /// The profile's name.
        profile: String,
    },
    /// The window was closed, or its program ended.
    #[error("the window was closed")]
    WindowClosed,
    /// The window is an icon now: it is there, but cannot be seen.
    #[error("the window is minimised; restore it")]
    Minimised,
    /// The system itself has the screen and the keyboard.
    #[error(
        "Windows asks for a permission or is locked; nothing can be seen or clicked until that is \
         over"
    )]
    OutOfReach,
    /// No window, a window that went away, or one that cannot be reached.
    #[error("{0}")]
    Window(String),
}
