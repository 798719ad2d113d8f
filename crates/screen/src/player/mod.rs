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
//! | `corrections` | what the user has said about cards in doubt |
//! | [`manner`] | how a program wants to be handled |
//! | `look` | waiting until the table is at rest; noticing the user |
//! | `act` | a move as clicks |
//! | `single` | moves of several cards where only one is carried |
//! | `stock` | cards that are seen by drawing through the stock |
//! | `game` | one deal, from the first look to won or lost |
//! | [`log`] | what was seen and decided, to be looked at later |

mod act;
pub mod compare;
mod corrections;
mod game;
pub mod log;
mod look;
pub mod manner;
pub mod sight;
mod single;
mod stock;
mod stopped;

use std::time::{Duration, Instant};

use patience::Cancel;

use crate::hands::{Eyes, Hands, WindowId};

pub use game::{Answer, Asks, Consent, Ended};
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
    /// Moves whose time was taken: all but the first after a plan.
    pub timed: u32,
    /// Time of the program's own animations: from a gesture's end to the last
    /// change of the table.
    pub animation: Duration,
    /// All other time of these moves: from the last change of the table to the
    /// end of the next gesture.
    pub overhead: Duration,
}

impl Figures {
    /// What a move takes beyond the program's own animation.
    pub fn overhead_of_a_move(&self) -> Duration {
        self.overhead / self.timed.max(1)
    }

    /// What reading a table takes.
    pub fn time_of_a_reading(&self) -> Duration {
        self.reading / self.readings.max(1)
    }
}

/// Plays in one window.
pub struct Player<'a, D: ?Sized> {
    device: &'a mut D,
    sight: &'a dyn Sight,
    manner: &'a Manner,
    window: WindowId,
    cancel: Cancel,
    log: Log,
    /// What the user has said about this deal.
    corrections: corrections::Corrections,
    /// What was read last.
    read_last: crate::vision::Reading,
    /// Where these hands have left the pointer; none before the first gesture.
    pointer: Option<(i32, i32)>,
    /// Where these hands have last pressed, and when.
    pressed: Option<((i32, i32), Instant)>,
    /// When the last gesture ended.
    let_go: Instant,
    /// Before this moment the table was last seen to change.
    changed: Instant,
    /// The last move has been seen on the table; the next one is timed.
    is_timed: bool,
    figures: Figures,
}

impl<'a, D: Eyes + Hands + ?Sized> Player<'a, D> {
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
            corrections: Default::default(),
            read_last: Default::default(),
            pointer: None,
            pressed: None,
            let_go: Instant::now(),
            changed: Instant::now(),
            is_timed: false,
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

impl<D: ?Sized> std::fmt::Debug for Player<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player")
            .field("window", &self.window)
            .field("figures", &self.figures)
            .finish_non_exhaustive()
    }
}
