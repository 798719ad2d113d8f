//! Where did I lose it?

use std::sync::Arc;

use patience_core::Limits;
use patience_core::sorting::sort_short_by_key;
use patience_search::Cancel;

use super::memory::Known;
use super::{MOST_BYTES, Oracle};
use patience_game::{Error, Mode, Move, Table};
use serde::Serialize;

use crate::Session;

/// Where a game was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Lost {
    /// It can still be won.
    StillWins,
    /// This move lost it.
    At {
        /// The moves made before it: [`Session::jump`] goes back there.
        step: usize,
        /// Which of the player's own moves it is, as the counter counts them.
        number: usize,
        /// The move that lost.
        #[serde(rename = "move")]
        move_: Move,
        /// A move that would have won.
        better: Option<Move>,
    },
    /// One of several moves lost it; which one is not known.
    Between {
        /// Moves made when it could still be won.
        won: usize,
        /// Moves made when it could not any more.
        lost: usize,
        /// The first of the player's own moves that may have lost it.
        first: usize,
        /// The last one that may have.
        last: usize,
    },
    /// It could not be won from the start.
    Never,
    /// It is not known whether it can still be won.
    Unknown,
}

impl Lost {
    /// How many moves had been made when the game could last be won, as far as
    /// that is known: [`Session::jump`] goes back there.
    pub const fn last_winnable(&self) -> Option<usize> {
        match self {
            Self::At { step, .. } => Some(*step),
            Self::Between { won, .. } => Some(*won),
            Self::StillWins | Self::Never | Self::Unknown => None,
        }
    }
}

impl Oracle {
    /// Goes back to the last position of the session that could be won. Each
    /// position may cost `most_states`.
    pub fn where_lost(
        &mut self,
        session: &Session,
        cancel: &Cancel,
        most_states: u64,
    ) -> Result<Lost, Error> {
        let made = session.history().len();
        match self.wins(session.position(made), cancel, most_states)? {
            Some(true) => return Ok(Lost::StillWins),
            None => return Ok(Lost::Unknown),
            Some(false) => {}
        }
        // What is lost stays lost, so that halving finds the place. An unknown
        // position says nothing to either side: its neighbours are asked.
        let (mut won, mut lost) = (None, made);
        loop {
            let first = won.map_or(0, |won: usize| won + 1);
            if first >= lost {
                break;
            }
            let middle = first + (lost - first) / 2;
            let mut order: Vec<_> = (first..lost).collect();
            sort_short_by_key(&mut order, |step| step.abs_diff(middle));
            let mut decided = false;
            for step in order {
                match self.wins(session.position(step), cancel, most_states)? {
                    Some(true) => won = Some(step),
                    Some(false) => lost = step,
                    None => continue,
                }
                decided = true;
                break;
            }
            if !decided {
                return Ok(match won {
                    Some(won) => Lost::Between {
                        won,
                        lost,
                        first: session.moves_before(won) + 1,
                        last: session.moves_before(lost),
                    },
                    None if lost == 0 => Lost::Never,
                    None => Lost::Unknown,
                });
            }
        }
        Ok(match won {
            None => Lost::Never,
            Some(step) => {
                let step = session.turn_of(step);
                Lost::At {
                    step,
                    number: session.moves_before(step) + 1,
                    move_: session.history()[step].clone(),
                    better: self.winning_move(session.position(step)),
                }
            }
        })
    }

    fn winning_move(&self, table: &dyn Table) -> Option<Move> {
        match self.memory.known(&table.text()) {
            Some(Known::Wins(way)) => way.rest().first().cloned(),
            _ => None,
        }
    }

    /// Can this table be won? None if `most_states` do not decide it.
    fn wins(
        &mut self,
        table: &dyn Table,
        cancel: &Cancel,
        most_states: u64,
    ) -> Result<Option<bool>, Error> {
        let text: Arc<str> = table.text().into();
        if self.memory.known(&text).is_none() {
            let request = self.request().with_mode(Mode::Fast);
            let limits = Limits {
                states: Some(most_states),
                bytes: Some(MOST_BYTES),
                ..Limits::NONE
            };
            self.search(table, &text, &request, limits, cancel)?;
        }
        Ok(match self.memory.known(&text) {
            Some(Known::Wins(_)) => Some(true),
            Some(Known::Loses) => Some(false),
            None => None,
        })
    }
}
