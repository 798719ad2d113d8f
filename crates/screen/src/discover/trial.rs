//! One move that can be taken back, to learn how a program wants its cards moved.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::gesture::Action;
use patience::{Game, Table};

use super::NewProfile;
use crate::hands::{Eyes, Hands, WindowId};
use crate::profile::MouseGesture;
use crate::vision::{Reader, Reading};
use crate::{Error, Frame, Rectangle, position};

/// A window that has not changed for this time is at rest..
const REST: Duration = Duration::from_millis(700);
/// .. and is waited for so long.
const MOST_WAIT: Duration = Duration::from_secs(5);

/// The ways that are tried, in this order.
const WAYS: [MouseGesture; 2] = [MouseGesture::Drag, MouseGesture::ClickBoth];

/// What a move showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// How a card is moved; none if no way moved one.
    pub play: Option<MouseGesture>,
    /// The move was taken back by the keys for that.
    pub is_taken_back: bool,
}

/// Makes a move and takes it back. `undo` are the keys for that.
pub fn try_move<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    new: &NewProfile,
) -> Result<Trial, Error> {
    let table = table_of(game, new, &new.reading)?;
    let failed = Trial {
        play: None,
        is_taken_back: false,
    };
    let Some((from, to, after)) = a_move(&*table, &new.reading) else {
        return Ok(failed);
    };
    device.focus(window)?;
    sleep(REST);
    for way in WAYS {
        let place = device.place(window)?;
        let on_screen = |at: (i32, i32)| (place.x + at.0, place.y + at.1);
        let (from, to) = (on_screen(from), on_screen(to));
        match way {
            MouseGesture::ClickBoth => {
                device.click(from.0, from.1, 1)?;
                sleep(REST / 4);
                device.click(to.0, to.1, 1)?;
            }
            _ => device.drag(from, to)?,
        }
        let frame = at_rest(device, window, place)?;
        let now = read(new, &frame).and_then(|reading| table_of(game, new, &reading));
        if !now.is_ok_and(|now| now.text() == after) {
            continue;
        }
        let undo = new.profile.controls.undo.as_ref();
        for key in undo.iter().flat_map(|undo| &undo.keys) {
            device.key(key)?;
        }
        let frame = at_rest(device, window, place)?;
        let now = read(new, &frame).and_then(|reading| table_of(game, new, &reading));
        return Ok(Trial {
            play: Some(way),
            is_taken_back: now.is_ok_and(|now| now.text() == table.text()),
        });
    }
    Ok(failed)
}

impl NewProfile {
    /// The same profile with another way to move a card.
    pub fn with_play(mut self, play: MouseGesture) -> Result<Self, Error> {
        let word = match play {
            MouseGesture::Click => "click",
            MouseGesture::DoubleClick => "double-click",
            MouseGesture::Drag => "drag",
            MouseGesture::ClickBoth => "click-both",
        };
        self.text = self
            .text
            .replace("play = \"drag\"", &format!("play = \"{word}\""));
        self.profile = crate::Profile::parse(&self.text, &self.profile.name)?;
        Ok(self)
    }
}

/// A move to try: where it begins and ends in the window, and the table after it.
type Try = ((i32, i32), (i32, i32), String);

/// A move of one card onto another pile. A free place is best: its card can always
/// come back.
fn a_move(table: &dyn Table, reading: &Reading) -> Option<Try> {
    let layout = table.layout();
    let gestures = table.gestures();
    let mut moves: Vec<_> = gestures
        .iter()
        .filter(|it| it.action == Action::Carry && it.cards == 1)
        .filter_map(|it| Some((it, it.to?)))
        .collect();
    moves.sort_by_key(|(_, to)| !layout.piles[*to].cards.is_empty());
    moves.into_iter().find_map(|(gesture, to)| {
        let pile = |index: usize| {
            let name = &layout.piles[index].name;
            reading.piles.iter().find(|pile| pile.name == *name)
        };
        let card = pile(gesture.from.pile)?.cards.get(gesture.from.card)?;
        let (after, _) = table.play(&gesture.move_).ok()?;
        Some((card.grip(), pile(to)?.target(), after.text()))
    })
}

fn read(new: &NewProfile, frame: &Frame) -> Result<Reading, Error> {
    Reader::new(&new.profile, &new.deck, frame)?.read(frame)
}

fn table_of(game: &dyn Game, new: &NewProfile, reading: &Reading) -> Result<Box<dyn Table>, Error> {
    let text = position::text(game, std::slice::from_ref(reading))?;
    Ok(game.read(&text, &new.profile.settings)?)
}

/// The window when it has not changed for a while. The pointer is moved away, so
/// that it covers nothing and nothing lights up under it.
fn at_rest<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    place: Rectangle,
) -> Result<Frame, Error> {
    device.move_to(place.x + 2, place.y + place.height as i32 - 3)?;
    let start = Instant::now();
    let mut last = device.capture(window)?;
    let mut changed = start;
    while changed.elapsed() < REST && start.elapsed() < MOST_WAIT {
        sleep(REST / 10);
        let frame = device.capture(window)?;
        if frame != last {
            (last, changed) = (frame, Instant::now());
        }
    }
    Ok(last)
}
