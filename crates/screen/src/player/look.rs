//! Looking: waiting until the table is at rest, and noticing the user.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::Layout;

use super::act::says_won;
use super::compare::News;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::vision::{Placed, Reading};
use crate::{Error, Frame, Rectangle};

/// The pointer is in a corner within this many pixels.
const CORNER: i32 = 3;
/// A pointer this far from where it was left was moved by somebody else.
const NUDGE: i32 = 6;
/// A user's hand is at rest after so long.
const HAND_AT_REST: Duration = Duration::from_millis(600);
/// The frame that a window manager draws around a dialog, at most.
const FRAME: f32 = 40.0;
/// Dialogs that are sent away one after the other.
pub(super) const MOST_DIALOGS: u32 = 4;
/// A program that has come to a move shows something of it within so long.
const SHOWN: Duration = Duration::from_millis(200);

/// A table that was read.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// The picture.
    pub frame: Frame,
    /// Where the window was.
    pub place: Rectangle,
    /// What it shows.
    pub reading: Reading,
}

/// What a look found.
#[derive(Debug)]
pub(super) enum Settled {
    /// What was expected, with the cards that nobody had seen.
    AsExpected(Seen, Vec<News>),
    /// Nothing has happened.
    AsBefore(Seen),
    /// Something else, and how it differs.
    Other(Seen, String),
}

/// What a frame showed.
enum Found {
    /// What was hoped for.
    Hoped(Seen, Vec<News>),
    /// Something else, and how it differs.
    Other(Seen, String),
    /// Nothing that could be read, and why.
    Unread(String),
}

/// What a look hopes for, and what it must tell apart from that.
pub(super) struct Hope<'h> {
    /// Tells whether a reading is what is hoped for, or how it differs.
    pub fits: &'h dyn Fn(&Reading) -> Result<Vec<News>, String>,
    /// Tells whether nothing has happened.
    pub is_before: &'h dyn Fn(&Reading) -> bool,
    /// A dialog of the program is as good: it ends the game.
    pub or_dialog: bool,
    /// The position in words, for the log.
    pub text: Option<String>,
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Stops when the user wants that; waits while the user has the mouse.
    pub(super) fn check_user(&mut self) -> Result<(), Stopped> {
        let start = Instant::now();
        let mut rested = start;
        loop {
            if self.cancel.is_cancelled() {
                return Err(Stopped::Interrupted);
            }
            if self.device.escape_pressed()? {
                return Err(Stopped::Escape);
            }
            let at = self.device.pointer()?;
            let Some(left) = self.pointer else {
                // Where the pointer lay before the first gesture says nothing.
                self.pointer = Some(at);
                return Ok(());
            };
            let moved = (at.0 - left.0).abs().max((at.1 - left.1).abs()) > NUDGE;
            if moved {
                if is_corner(self.device.screen()?, at) {
                    return Err(Stopped::Corner);
                }
                self.log.note("user", None, None, "the mouse was moved");
                self.pointer = Some(at);
                rested = Instant::now();
            } else if rested == start || rested.elapsed() >= HAND_AT_REST {
                return Ok(());
            }
            if start.elapsed() > self.manner.pace.user {
                return Err(Stopped::MouseTaken);
            }
            sleep(self.manner.pace.poll);
        }
    }

    /// Looks until the table is at rest and can be read.
    pub(super) fn look_at_rest(&mut self) -> Result<Seen, Stopped> {
        let hope = Hope {
            fits: &|_| Err("at rest".to_owned()),
            is_before: &|_| false,
            or_dialog: false,
            text: None,
        };
        match self.settle(&hope)? {
            Settled::AsExpected(seen, _) | Settled::AsBefore(seen) | Settled::Other(seen, _) => {
                Ok(seen)
            }
        }
    }

    /// Looks until the table is this one, or is at rest and is another.
    pub(super) fn look_for(
        &mut self,
        after: &Layout,
        before: &Layout,
        text: Option<String>,
    ) -> Result<Settled, Stopped> {
        let corrections = self.corrections.clone();
        self.settle(&Hope {
            fits: &|reading| corrections.compare(after, reading),
            is_before: &|reading| corrections.compare(before, reading).is_ok(),
            or_dialog: false,
            text,
        })
    }

    /// Looks again and again. What is hoped for is taken at once; anything else
    /// only when the table has been at rest for long enough.
    pub(super) fn settle(&mut self, hope: &Hope<'_>) -> Result<Settled, Stopped> {
        let settled = self.look_until_settled(hope)?;
        let (Settled::AsExpected(seen, _) | Settled::AsBefore(seen) | Settled::Other(seen, _)) =
            &settled;
        self.read_last = seen.reading.clone();
        Ok(settled)
    }

    fn look_until_settled(&mut self, hope: &Hope<'_>) -> Result<Settled, Stopped> {
        let pace = self.manner.pace;
        let start = Instant::now();
        let mut changed = start;
        let mut last: Option<(Frame, Rectangle, Instant)> = None;
        let mut found: Option<Found> = None;
        let mut come_to: Option<Instant> = None;
        let mut dialogs = 0;
        let mut raised = false;
        loop {
            self.check_user()?;
            let place = self.device.place(self.window)?;
            let looked = Instant::now();
            let frame = match self.device.capture(self.window) {
                Ok(frame) => frame,
                Err(Error::WindowClosed) => return Err(Stopped::Closed),
                Err(error) if start.elapsed() > pace.give_up => return Err(error.into()),
                Err(_) => {
                    sleep(pace.poll);
                    continue;
                }
            };
            let table = self.sight.table(&frame);
            let same = last
                .as_ref()
                .is_some_and(|(last, at, _)| *at == place && last.same_part(&frame, table));
            if !same {
                if let Some((_, _, before)) = last {
                    // It was still another one then.
                    self.changed = before;
                }
                changed = looked;
                found = None;
                last = Some((frame, place, looked));
                sleep(pace.poll);
                if start.elapsed() > pace.give_up {
                    return Err(Stopped::Restless);
                }
                continue;
            }
            // So long it was seen to be the same.
            let same_for = looked.duration_since(changed);
            if found.is_none() && same_for < pace.calm / 2 {
                // Most likely on its way: reading would only hold up the look.
                sleep(pace.poll.min(pace.calm / 4));
                continue;
            }
            if found.is_none() {
                found = Some(self.judge(frame, place, hope));
                // Reading took its time: only another look tells whether the
                // table has been at rest meanwhile.
                continue;
            }
            if let Some(Found::Hoped(seen, news)) = found {
                if same_for >= pace.calm {
                    return Ok(Settled::AsExpected(seen, news));
                }
                found = Some(Found::Hoped(seen, news));
                sleep(pace.poll.min(pace.calm - same_for));
                continue;
            }
            let still = changed.elapsed();
            if still < pace.still {
                sleep(pace.poll);
                continue;
            }
            // At rest, and not what was hoped for: something may be in the way.
            if let Some(dialog) = self.device.dialogs(self.window)?.pop() {
                if let Some(Found::Other(seen, difference)) = &found {
                    // To send a dialog away may take back the last move, or
                    // deal the next game: not before all it tells is used.
                    let behind = self.behind(dialog, seen);
                    if let Ok(news) = (hope.fits)(&behind.reading) {
                        return Ok(Settled::AsExpected(behind, news));
                    }
                    if hope.or_dialog && !(hope.is_before)(&behind.reading) {
                        return Ok(Settled::AsExpected(behind, Vec::new()));
                    }
                    // Empty as far as can be seen; who asks looks at the homes.
                    if says_won(&self.manner.signs.won_when_empty, &seen.reading) {
                        return Ok(Settled::Other(seen.clone(), difference.clone()));
                    }
                }
                if dialogs >= MOST_DIALOGS {
                    let title = self.device.title(dialog).unwrap_or_default();
                    return Err(Stopped::Covered(titled(title)));
                }
                dialogs += 1;
                self.send_away(dialog)?;
                (last, changed) = (None, Instant::now());
                continue;
            }
            let area = on_screen(place, table);
            if let Some(name) = self.device.covered_by(self.window, area)? {
                if raised {
                    return Err(Stopped::Covered(titled(name)));
                }
                raised = true;
                self.log
                    .note("raise", None, None, format!("`{name}` lies in front"));
                self.device.focus(self.window)?;
                (last, changed) = (None, Instant::now());
                continue;
            }
            match &found {
                Some(Found::Other(seen, difference)) => {
                    let is_before = (hope.is_before)(&seen.reading);
                    if !is_before {
                        return Ok(Settled::Other(seen.clone(), difference.clone()));
                    }
                    if come_to.is_none() && self.device.has_come_to_all(self.window)? {
                        come_to = Some(Instant::now());
                    }
                    let is_passed_over = come_to.is_some_and(|since| since.elapsed() >= SHOWN);
                    if is_passed_over || still >= pace.lost {
                        return Ok(Settled::AsBefore(seen.clone()));
                    }
                }
                Some(Found::Unread(reason)) if still >= pace.lost => {
                    return Err(Stopped::NotRead(reason.clone()));
                }
                _ => {}
            }
            sleep(pace.poll);
        }
    }

    /// Reads a frame, and tells whether it is what is hoped for.
    fn judge(&mut self, frame: Frame, place: Rectangle, hope: &Hope<'_>) -> Found {
        let start = Instant::now();
        let reading = self.sight.read(&frame);
        self.figures.readings += 1;
        self.figures.reading += start.elapsed();
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => {
                let reason = error.to_string();
                self.log
                    .note("read", Some(&frame), hope.text.clone(), &*reason);
                return Found::Unread(reason);
            }
        };
        let fits = (hope.fits)(&reading);
        let outcome = match &fits {
            Ok(_) => "as expected",
            Err(difference) => difference,
        };
        self.log
            .note("read", Some(&frame), hope.text.clone(), outcome);
        let seen = Seen {
            frame,
            place,
            reading,
        };
        match fits {
            Ok(news) => Found::Hoped(seen, news),
            Err(difference) => Found::Other(seen, difference),
        }
    }

    /// What was seen, where a dialog lies in front as it was read last.
    fn behind(&mut self, dialog: crate::hands::WindowId, seen: &Seen) -> Seen {
        let Ok(at) = self.device.place(dialog) else {
            // It has gone.
            return seen.clone();
        };
        let dialog = Placed {
            x: (at.x - seen.place.x) as f32 - FRAME,
            y: (at.y - seen.place.y) as f32 - FRAME,
            width: at.width as f32 + 2.0 * FRAME,
            height: at.height as f32 + 2.0 * FRAME,
        };
        let mut behind = seen.clone();
        for pile in &mut behind.reading.piles {
            let Some(before) = self.read_last.pile(&pile.name) else {
                continue;
            };
            let places = before.cards.iter().map(|card| card.place);
            let mut places = places.chain([before.place]);
            if places.any(|place| place.meets(&dialog)) {
                *pile = before.clone();
            }
        }
        behind
    }

    /// Sends a dialog away, if the profile says how.
    pub(super) fn send_away(&mut self, dialog: crate::hands::WindowId) -> Result<(), Stopped> {
        let title = self.device.title(dialog).unwrap_or_default();
        let Some(chord) = self.manner.signs.dismiss.clone() else {
            return Err(Stopped::Covered(titled(title)));
        };
        self.log
            .note("dialog", None, None, format!("`{title}`: {chord}"));
        self.device.focus(dialog)?;
        sleep(Duration::from_millis(80));
        self.device.key(&chord)?;
        sleep(Duration::from_millis(120));
        Ok(())
    }
}

fn titled(title: String) -> String {
    match title.is_empty() {
        true => "a dialog".to_owned(),
        false => title,
    }
}

fn is_corner(screen: Rectangle, at: (i32, i32)) -> bool {
    let near = |at: i32, from: i32, size: u32| {
        let last = from + size as i32 - 1;
        at - from <= CORNER || last - at <= CORNER
    };
    near(at.0, screen.x, screen.width) && near(at.1, screen.y, screen.height)
}

/// A part of a frame as a part of the screen.
pub(super) fn on_screen(window: Rectangle, part: Rectangle) -> Rectangle {
    Rectangle {
        x: window.x + part.x,
        y: window.y + part.y,
        ..part
    }
}
