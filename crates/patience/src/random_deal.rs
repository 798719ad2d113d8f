//! A deal picked at random, optionally one that can be won.

use patience_core::numbering::SplitMix64;
use patience_core::{Limits, Outcome};
use patience_search::{Budget, Cancel};

use patience_game::{Error, Game, Mode, Request, Settings, Table};
use serde::Serialize;

/// Random deals have numbers that people can read out.
const MOST_RANDOM: u64 = 1_000_000;

/// A deal that is not decided within this many states is passed over: another
/// one comes sooner.
const STATES_TO_DECIDE: u64 = 1_000_000;

/// After this many deals without one that can be won, there is none to be had.
const MOST_TRIES: u32 = 10_000;

/// A deal picked at random.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RandomDeal {
    /// Its number.
    pub number: u64,
    /// Its cards.
    #[serde(skip)]
    pub table: Box<dyn Table>,
    /// How many deals were looked at.
    pub tried: u32,
}

/// Picks a deal at random, the same one for the same seed; with `winnable`, one
/// whose board can be cleared. None if it was cancelled before one was found.
///
/// ```
/// use patience::{Cancel, find_game, random_deal};
/// let pyramid = find_game("pyramid")?;
/// let found = random_deal(pyramid, &Default::default(), true, 7, &Cancel::default())?;
/// let found = found.expect("nobody cancelled it");
/// assert!(found.tried >= 1 && found.number >= 1);
/// # Ok::<(), patience::Error>(())
/// ```
pub fn random_deal(
    game: &dyn Game,
    settings: &Settings,
    winnable: bool,
    seed: u64,
    cancel: &Cancel,
) -> Result<Option<RandomDeal>, Error> {
    let mut numbers = SplitMix64::new(seed);
    let last = (*game.about().numbers.end()).min(MOST_RANDOM);
    for tried in 1..=MOST_TRIES {
        let number = 1 + numbers.below(last as usize) as u64;
        let table = game.deal(number, settings)?;
        if !winnable || is_known_to_win(&*table, cancel)? {
            return Ok(Some(RandomDeal {
                number,
                table,
                tried,
            }));
        }
        if cancel.is_cancelled() {
            return Ok(None);
        }
    }
    Err(Error::NoWinnableDeal { tried: MOST_TRIES })
}

fn is_known_to_win(table: &dyn Table, cancel: &Cancel) -> Result<bool, Error> {
    let request = Request::default().with_mode(Mode::Fast);
    let limits = Limits {
        states: Some(STATES_TO_DECIDE),
        ..Limits::NONE
    };
    let mut budget = Budget::new(limits).with_cancel(cancel);
    let report = table.solve(&request, &mut budget)?;
    Ok(matches!(report.outcome, Outcome::Solved(_)))
}
