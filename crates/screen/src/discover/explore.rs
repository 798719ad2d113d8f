//! A window that nobody has described yet, with hands in it: turns its stock up,
//! deals again until every kind of card was seen, and tries one move.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Game, Settings};

use super::ask::{Asks, Interview};
use super::{Failure, NewProfile, Place, Press, Program, find, learn_from, looks, trial, turned};
use crate::hands::{Eyes, Hands, WindowId};
use crate::{Error, Frame, Rectangle, calibrate};

/// A table that has not changed for this time is at rest..
const REST: Duration = Duration::from_millis(350);

/// .. and is waited for so long.
const MOST_WAIT: Duration = Duration::from_secs(10);

/// A click that shows nothing after this time did nothing.
const NO_EFFECT: Duration = Duration::from_millis(2500);

/// A draw is tried so often.
const MOST_CLICKS: u32 = 2;

/// How many deals it may take to see every rank and every suit.
const MOST_DEALS: u32 = 5;

/// Describes the program in a window that shows a fresh deal.
pub fn explore<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    settings: &Settings,
    program: &Program,
    asks: &mut dyn Asks,
) -> Result<NewProfile, Box<Failure>> {
    let failed = |frame: Frame| {
        |error: Error| {
            Box::new(Failure {
                error,
                picture: frame,
            })
        }
    };
    let blank = Frame::filled(1, 1, [0; 3]);
    let frame = trial::at_rest(device, window).map_err(failed(blank))?;
    let place = find(&frame, game, settings, asks)?;
    let frames = looks_at(device, window, &place, frame.clone()).map_err(failed(frame.clone()))?;
    let mut new = learn_from(place.clone(), &frames, game, settings, program, asks)?;
    let rest = go_on(device, window, game, &place, &frames, &mut new, asks);
    rest.map_err(failed(frame))?;
    Ok(new)
}

/// Sees what the first deal did not show, and tries a move.
fn go_on<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    place: &Place,
    frames: &[Frame],
    new: &mut NewProfile,
    asks: &mut dyn Asks,
) -> Result<(), Error> {
    let has_drawn = frames.len() > 1;
    let piles = place.piles();
    let answers = new.draft.answers.clone();
    for _ in 1..MOST_DEALS {
        if !has_drawn || missing(game, new)?.is_empty() || !answers.new_game.is_known() {
            break;
        }
        press(device, window, &piles, &answers.new_game)?;
        let first = at_rest(device, window, &piles)?;
        let frames = looks_at(device, window, place, first)?;
        new.learn_more(&frames, asks)?;
    }
    if has_drawn {
        turned::learn(device, window, game, place, &frames[0], new)?;
    }
    let again = [&answers.restart, &answers.new_game];
    let again = again.into_iter().find(|press| press.is_known());
    let is_fresh = match (has_drawn, again) {
        (false, _) => true,
        (true, Some(again)) => press(device, window, &piles, again)?,
        (true, None) => false,
    };
    let missing = missing(game, new)?;
    if !missing.is_empty() {
        new.unsure.push(format!(
            "what was never seen: {}; calibrate again with a deal that shows it",
            missing.join(" ")
        ));
    }
    if !is_fresh {
        new.unsure.push(
            "how a card is moved: deal a new game, and see `[moves]` in the profile".to_owned(),
        );
        return Ok(());
    }
    asks.report("One card is moved and taken back now; do not touch the mouse.");
    trial::learn_moves(device, window, game, place, new)
}

/// What was never seen of the cards. Some settings have fewer suits.
fn missing(game: &dyn Game, new: &NewProfile) -> Result<Vec<String>, Error> {
    let first = *game.about().numbers.start();
    let layout = game.deal(first, &new.draft.settings)?.layout();
    let cards = layout.piles.iter().flat_map(|pile| &pile.cards);
    let suits = new.deck.names.suits;
    let mut missing = new.deck.missing();
    missing.retain(|name| {
        let is_suit = suits.contains(&name.as_str());
        !is_suit || cards.clone().any(|card| card.card.ends_with(name.as_str()))
    });
    Ok(missing)
}

/// Presses something that changes the table; false if nothing changed.
fn press<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    piles: &[Rectangle],
    press: &Press,
) -> Result<bool, Error> {
    let before = at_rest(device, window, piles)?;
    device.focus(window)?;
    sleep(REST);
    for key in &press.keys {
        device.key(key)?;
        sleep(REST);
    }
    if let Some(at) = press.at {
        click(device, window, at)?;
    }
    let has_changed = wait_for_change(device, window, piles, &before)?;
    at_rest(device, window, piles)?;
    Ok(has_changed)
}

/// The table as it is dealt, then after each draw.
fn looks_at<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    place: &Place,
    first: Frame,
) -> Result<Vec<Frame>, Error> {
    let mut frames = vec![first];
    let Some((mut at, draws)) = place.draws() else {
        return Ok(frames);
    };
    let piles = place.piles();
    device.focus(window)?;
    sleep(REST);
    for _ in 0..draws {
        let last = &frames[frames.len() - 1];
        // A window that just got the focus may have lost a click.
        let mut has_changed = false;
        for _ in 0..MOST_CLICKS {
            click(device, window, at)?;
            has_changed = wait_for_change(device, window, &piles, last)?;
            if has_changed {
                break;
            }
        }
        if !has_changed {
            break;
        }
        let frame = at_rest(device, window, &piles)?;
        at = place.stock_in(&frame, at);
        frames.push(frame);
    }
    Ok(frames)
}

/// Clicks a place in the window, and takes the pointer away.
pub(super) fn click<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    at: (i32, i32),
) -> Result<(), Error> {
    let place = device.place(window)?;
    device.click(place.x + at.0, place.y + at.1, 1)?;
    device.move_to(place.x + 2, place.y + place.height as i32 - 3)
}

/// Waits until a pile looks different; false if none does.
pub(super) fn wait_for_change<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    piles: &[Rectangle],
    before: &Frame,
) -> Result<bool, Error> {
    let before = parts(before, piles);
    let start = Instant::now();
    while start.elapsed() < NO_EFFECT {
        let now = device.capture(window)?;
        if parts(&now, piles) != before {
            return Ok(true);
        }
        sleep(REST / 10);
    }
    Ok(false)
}

/// The window when no pile has changed for a while. What else a program shows, such
/// as a clock, does not matter.
pub(super) fn at_rest<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    piles: &[Rectangle],
) -> Result<Frame, Error> {
    at_rest_in(device, window, (REST, MOST_WAIT), |one, other| {
        parts(one, piles) == parts(other, piles)
    })
}

/// The window when it has been the same for a while, or after the longest wait. What
/// counts is the time between looks: a busy machine may pause before the next one.
pub(super) fn at_rest_in<D: Eyes + ?Sized>(
    device: &mut D,
    window: WindowId,
    (rest, most): (Duration, Duration),
    is_same: impl Fn(&Frame, &Frame) -> bool,
) -> Result<Frame, Error> {
    let start = Instant::now();
    let mut last = device.capture(window)?;
    let mut changed = Instant::now();
    loop {
        sleep(rest / 10);
        let looked = Instant::now();
        let frame = device.capture(window)?;
        if !is_same(&frame, &last) {
            changed = Instant::now();
        }
        last = frame;
        if looked.saturating_duration_since(changed) >= rest || start.elapsed() >= most {
            return Ok(last);
        }
    }
}

fn parts(frame: &Frame, piles: &[Rectangle]) -> Vec<Frame> {
    piles.iter().map(|pile| frame.part(*pile)).collect()
}

impl NewProfile {
    /// Learns ranks and suits that were not seen before from another deal.
    fn learn_more(&mut self, frames: &[Frame], asks: &mut dyn Asks) -> Result<(), Error> {
        let mut interview = Interview::new(asks, self.questions);
        let names = self.deck.names;
        let spots = looks::spots(self.found(), frames);
        let new = self
            .seen
            .name_new(frames, self.found(), spots, names, &mut interview)?;
        self.questions = interview.questions;
        for (look, known) in new {
            let more = calibrate::learn(&frames[look], &self.profile, &[known], None)?;
            self.deck.keep_from(&more);
        }
        Ok(())
    }
}
