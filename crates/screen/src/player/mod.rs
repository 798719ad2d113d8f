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
//!                   `-- cannot be read ---> stop, and report why
//! ```
//! Nothing is clicked unless the table was read and is what was solved, the
//! window is where it was, and nothing is in front of it.
//!
//! | file | what |
//! |---|---|
//! | [`frame_reader`] | what the player needs from vision |
//! | [`compare`] | a reading against a position |
//! | `corrections` | what the user answered about doubtful cards |
//! | [`manner`] | how a program is operated |
//! | `look` | waiting until the table is at rest; noticing the user |
//! | `dialog` | dialogs in front of the table |
//! | `act` | a move as clicks |
//! | `single` | moves of several cards where a gesture carries one |
//! | `panel` | buttons, questions and panels inside the window |
//! | `stock` | cards that are seen by drawing through the stock |
//! | `game` | one deal, from the first look to won or lost |
//! | `origin` | the deal as it was, for games that are started over |
//! | `challenge` | several deals towards one goal |
//! | [`log`] | what was seen and decided, to be looked at later |

mod act;
pub(crate) mod by_itself;
mod challenge;
pub mod compare;
mod corrections;
mod dialog;
pub mod frame_reader;
mod game;
pub mod log;
mod look;
pub mod manner;
mod origin;
mod panel;
mod single;
mod stock;
mod stopped;

use std::time::{Duration, Instant};

use patience::{Cancel, Table};

use crate::hands::{Eyes, Hands, WindowId};

pub use challenge::DealEnd;
pub use frame_reader::FrameReader;
pub use game::{Answer, Asks, Consent, Ended};
pub use log::Log;
pub use manner::Manner;
pub use stopped::Stopped;

/// How much was done, and how long it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Gestures that made a move.
    pub moves: u32,
    /// Gestures that had to be repeated.
    pub again: u32,
    /// New plans, because the table was another one.
    pub plans: u32,
    /// Tables that were read.
    pub readings: u32,
    /// Time for reading them.
    pub reading: Duration,
    /// Moves that were timed: all but the first after a plan.
    pub timed: u32,
    /// Time of the program's own animations: from a gesture's end to the last
    /// change of the table.
    pub animation: Duration,
    /// All other time of these moves: from the last change of the table to the
    /// end of the next gesture.
    pub overhead: Duration,
}

impl Figures {
    /// The time of a move beyond the program's own animation.
    pub fn overhead_of_a_move(&self) -> Duration {
        self.overhead / self.timed.max(1)
    }

    /// The time of a reading.
    pub fn time_of_a_reading(&self) -> Duration {
        self.reading / self.readings.max(1)
    }
}

/// Plays in one window.
pub struct Player<'a, D: ?Sized> {
    device: &'a mut D,
    reader: &'a dyn FrameReader,
    manner: &'a Manner,
    window: WindowId,
    cancel: Cancel,
    log: Log,
    /// The table before the first move, with all cards that were seen since;
    /// none if it is not known.
    origin: Option<Box<dyn Table>>,
    /// A game that has begun may be started over.
    may_lose: bool,
    /// A press on the stock deals: a drag from it is made the other way round.
    stock_deals: bool,
    /// No move is left after the last one, and a panel may come up to say so.
    awaits_panel: bool,
    /// The challenge that the deal belongs to.
    campaign: Option<patience::Campaign>,
    /// What the user answered about this deal.
    corrections: corrections::Corrections,
    /// The last reading.
    read_last: crate::vision::Reading,
    /// Where the player left the pointer; none before the first gesture.
    pointer: Option<(i32, i32)>,
    /// Where the player pressed last, and when.
    pressed: Option<((i32, i32), Instant)>,
    /// When the last gesture ended.
    let_go: Instant,
    /// Before this moment the table was last seen to change.
    changed: Instant,
    /// The time between looks that does not count: the player was suspended.
    away: Duration,
    /// The last move has been seen on the table; the next one is timed.
    is_timed: bool,
    figures: Figures,
}

impl<'a, D: Eyes + Hands + ?Sized> Player<'a, D> {
    /// A player for a window that was found.
    pub fn new(
        device: &'a mut D,
        reader: &'a dyn FrameReader,
        manner: &'a Manner,
        window: WindowId,
        cancel: Cancel,
    ) -> Self {
        Self {
            device,
            reader,
            manner,
            window,
            cancel,
            log: Log::none(),
            origin: None,
            may_lose: false,
            stock_deals: false,
            awaits_panel: false,
            campaign: None,
            corrections: Default::default(),
            read_last: Default::default(),
            pointer: None,
            pressed: None,
            let_go: Instant::now(),
            changed: Instant::now(),
            away: Duration::ZERO,
            is_timed: false,
            figures: Figures::default(),
        }
    }

    /// Saves frames and decisions in this log.
    #[must_use]
    pub fn with_log(mut self, log: Log) -> Self {
        self.log = log;
        self
    }

    /// The figures up to now.
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
