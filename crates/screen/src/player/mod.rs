//! The closed loop: look, compare with what should be there, play, look again.
//!
//! ```text
//!            +--> look: wait until the table is as it should be, or at rest
//!            |      |
//!            |   compare with the position that the rules expect
//!            |      |-- as expected ------> the next move
//!   a click, |      |-- as before --------> the click was lost: again
//!   a drag <-+      |-- further on -------> the program played on: skip
//!                   |-- another table ----> read it, solve it, go on from there
//!                   `-- can not be read --> stop, and say so
//! ```
//! Nothing is clicked unless the table was read and is what was solved, the
//! window is where it was, and nothing lies in front of it.
//!
//! | file | what |
//! |---|---|
//! | [`sight`] | what the loop needs of vision |
//! | [`compare`] | a reading against a position |
//! | [`manner`] | how a program wants to be handled |
//! | `look` | waiting until the table is at rest; noticing the user |
//! | `act` | a move as clicks |
//! | `stock` | cards that are seen by drawing through the stock |
//! | `game` | one deal, from the first look to won or lost |
//! | [`log`] | what was seen and decided, to be looked at later |

mod act;
pub mod compare;
mod game;
pub mod log;
mod look;
pub mod manner;
pub mod sight;
mod stock;
mod stopped;

use std::time::Duration;

use patience::Cancel;

use crate::hands::{Eyes, Hands, WindowId};

pub use game::{Answer, Asks, Ended};
pub use log::Log;
pub use manner::Manner;
pub use sight::Sight;
pub use stopped::Stopped;

/// What it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Gestures that made a move.
    pub moves: u32,
    /// Gestures that had to be made again.
    pub again: u32,
    /// New plans, because the table was another.
    pub plans: u32,
    /// Tables that were read.
    pub readings: u32,
    /// Time for reading them.
    pub reading: Duration,
    /// Time between the last change of the table and the next gesture: what
    /// the player adds to the program's own animation.
    pub overhead: Duration,
}

/// Plays in one window.
pub struct Player<'a, D> {
    device: &'a mut D,
    sight: &'a dyn Sight,
    manner: &'a Manner,
    window: WindowId,
    cancel: Cancel,
    log: Log,
    /// Where these hands have left the pointer; none before the first gesture.
    pointer: Option<(i32, i32)>,
    /// When the table was last seen to change.
    changed: std::time::Instant,
    figures: Figures,
}

impl<'a, D: Eyes + Hands> Player<'a, D> {
    /// A player for a window that was found.
    pub fn new(
        device: &'a mut D,
        sight: &'a dyn Sight,
        manner: &'a Manner,
        window: WindowId,
        cancel: Cancel,
    ) -> Self {
        Self {
            device,
            sight,
            manner,
            window,
            cancel,
            log: Log::none(),
            pointer: None,
            changed: std::time::Instant::now(),
            figures: Figures::default(),
        }
    }

    /// Keeps frames and decisions.
    #[must_use]
    pub fn with_log(mut self, log: Log) -> Self {
        self.log = log;
        self
    }

    /// What it took so far.
    pub fn figures(&self) -> Figures {
        self.figures
    }
}

impl<D> std::fmt::Debug for Player<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player")
            .field("window", &self.window)
            .field("figures", &self.figures)
            .finish_non_exhaustive()
    }
}
