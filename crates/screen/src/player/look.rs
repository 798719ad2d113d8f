//! Looking: waits until the table is at rest, and notices the user.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Game, Layout, Table};

use super::act::shows_won;
use super::compare::News;
use super::dialog::titled;
use super::panel::MOST_PANELS;
use super::stock::lacks_stock;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::profile::Meaning;
use crate::vision::Reading;
use crate::{Error, Frame, Rectangle};

/// The pointer is in a corner if it is within this many pixels of it.
const CORNER_PIXELS: i32 = 3;
/// A pointer that is further from where it was left was moved by somebody else.
const MOST_DRIFT_PIXELS: i32 = 6;
/// The user has let go of the mouse if it has not moved for this time.
const USER_REST: Duration = Duration::from_millis(600);
/// How long a window may take to come to the front; on a busy machine it does.
pub(super) const RAISE_WAIT: Duration = Duration::from_secs(2);
/// The most dialogs that are closed one after the other.
pub(super) const MOST_DIALOGS: u32 = 4;
/// A table does not come to rest if it was seen to change so often: a machine that was
/// busy shows a change late, but not many.
const LEAST_CHANGES: u32 = 30;
/// Between two looks the program has at least this time for itself.
const LEAST_REST: Duration = Duration::from_millis(2);
/// A program that has handled a click shows an effect within this time.
const EFFECT_DELAY: Duration = Duration::from_millis(200);
/// A gesture counts as lost after at least so many looks: from one to the next only a part
/// of the wait counts, because the player may have been suspended, as by a laptop that
/// sleeps.
const LEAST_LOOKS: u32 = 4;

/// A table that was read: a picture and what it shows.
#[derive(Clone, Debug)]
pub(super) struct Observation {
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
    /// What was expected, with the cards that were turned up.
    AsExpected(Observation, Vec<News>),
    /// Nothing has happened.
    AsBefore(Observation),
    /// Something else, and how it differs.
    Other(Observation, String),
    /// As before: the program showed that no move is left, and took back the
    /// last one.
    Stuck {
        /// The table as it is now.
        seen: Observation,
        /// What the last move turned up, if that was seen before the program took
        /// it back.
        news: Option<Vec<News>>,
    },
}

impl Settled {
    /// What was seen.
    pub(super) const fn seen(&self) -> &Observation {
        match self {
            Self::AsExpected(seen, _)
            | Self::AsBefore(seen)
            | Self::Other(seen, _)
            | Self::Stuck { seen, .. } => seen,
        }
    }
}

/// What a frame shows.
enum Judged {
    /// What was expected.
    Expected(Observation, Vec<News>),
    /// Something else, and how it differs.
    Other(Observation, String),
    /// It cannot be read, and why.
    Unread(String),
}

/// What the table showed before it changed.
enum Earlier {
    /// What was expected.
    Expected(Vec<News>),
    /// Something else.
    Another,
    /// It changed before it was read.
    NotRead(Frame, Rectangle),
}

/// What is expected of the table.
pub(super) struct Expectation<'e> {
    /// The reading is as expected; or how it differs.
    pub fits: &'e dyn Fn(&Reading) -> Result<Vec<News>, String>,
    /// The reading is as before the last gesture.
    pub is_before: &'e dyn Fn(&Reading) -> bool,
    /// What is missing may still come: some programs show their stock late.
    pub may_come: &'e dyn Fn(&Reading) -> bool,
    /// A dialog of the program is as good: it ends the game.
    pub or_dialog: bool,
    /// The program may show that the game is over.
    pub or_over: bool,
    /// The position in the game's text format, for the log.
    pub text: Option<String>,
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Stops if the user asks for it; waits while the user moves the mouse.
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
                // Before the first gesture the pointer may be anywhere.
                self.pointer = Some(at);
                return Ok(());
            };
            let moved = (at.0 - left.0).abs().max((at.1 - left.1).abs()) > MOST_DRIFT_PIXELS;
            if moved {
                if is_corner(&self.device.monitors()?, at) {
                    return Err(Stopped::Corner);
                }
                self.log.note("user", None, None, "the mouse was moved");
                self.pointer = Some(at);
                rested = Instant::now();
            } else if rested == start || rested.elapsed() >= USER_REST {
                return Ok(());
            }
            if start.elapsed() > self.manner.pace.user {
                return Err(Stopped::MouseTaken);
            }
            sleep(self.manner.pace.poll);
        }
    }

    /// Looks until the table is at rest and can be read.
    pub(super) fn look_at_rest(&mut self) -> Result<Observation, Stopped> {
        let expectation = Expectation {
            fits: &|_| Err("at rest".to_owned()),
            is_before: &|_| false,
            may_come: &|_| false,
            or_dialog: false,
            or_over: false,
            text: None,
        };
        Ok(self.settle(&expectation)?.seen().clone())
    }

    /// The first look at a deal. A window that was just brought to the front, or
    /// that still deals, may show no card yet, or no stock.
    pub(super) fn first_look(&mut self, game: &dyn Game) -> Result<Observation, Stopped> {
        let start = Instant::now();
        loop {
            let seen = self.look_at_rest()?;
            let has_cards = seen.reading.cards().next().is_some();
            let is_whole = has_cards && !self.lacks_its_stock(game, &seen.reading)?;
            if is_whole || start.elapsed() > self.manner.pace.lost {
                return Ok(seen);
            }
        }
    }

    /// Looks until the table is as expected, or is at rest and is another one.
    pub(super) fn look_for(
        &mut self,
        after: &dyn Table,
        before: &Layout,
        is_draw: bool,
        text: Option<String>,
    ) -> Result<Settled, Stopped> {
        let corrections = self.corrections.clone();
        let layout = after.layout();
        let expectation = Expectation {
            fits: &|reading| corrections.compare_table(after, &layout, reading),
            is_before: &|reading| corrections.compare(before, reading).is_ok(),
            may_come: &|reading| lacks_stock(&layout, reading),
            or_dialog: false,
            or_over: false,
            text,
        };
        match is_draw {
            true => self.settle_patiently(&expectation),
            false => self.settle(&expectation),
        }
    }

    /// Looks again and again. The expected table is accepted when it has not
    /// changed for [`Pace::calm`](super::manner::Pace), any other one when it has
    /// not changed for [`Pace::still`](super::manner::Pace).
    pub(super) fn settle(&mut self, expectation: &Expectation<'_>) -> Result<Settled, Stopped> {
        let settled = self.look_until_settled(expectation)?;
        self.read_last = settled.seen().reading.clone();
        Ok(settled)
    }

    /// The same after a draw or an undo. To repeat one that was not lost does harm,
    /// so a busy program has the whole time to show an effect.
    pub(super) fn settle_patiently(
        &mut self,
        expectation: &Expectation<'_>,
    ) -> Result<Settled, Stopped> {
        let start = Instant::now();
        let away = self.away;
        loop {
            let settled = self.settle(expectation)?;
            let waited = start.elapsed().saturating_sub(self.away - away);
            match settled {
                Settled::AsBefore(_) if waited < self.manner.pace.lost => {}
                settled => return Ok(settled),
            }
        }
    }

    fn look_until_settled(&mut self, expectation: &Expectation<'_>) -> Result<Settled, Stopped> {
        let pace = self.manner.pace;
        let mut start = Instant::now();
        let mut changed = start;
        let mut last: Option<(Frame, Rectangle, Instant)> = None;
        let mut found: Option<Judged> = None;
        let mut handled: Option<Instant> = None;
        let mut was_busy = false;
        let mut dialogs = 0;
        let mut moved_aside = None;
        let mut panels = 0;
        let mut is_stuck = false;
        // What was seen last before a panel came up.
        let mut earlier: Option<Earlier> = None;
        let mut stuck_news: Option<Vec<News>> = None;
        let mut raised: Option<Instant> = None;
        let mut was_covered = false;
        let mut changes = 0;
        let mut looked = start;
        loop {
            self.check_user()?;
            let place = self.device.place(self.window)?;
            let away = looked.elapsed().saturating_sub(pace.lost / LEAST_LOOKS);
            looked = Instant::now();
            // Nobody has looked while the player was suspended.
            start += away;
            changed += away;
            handled = handled.map(|since| since + away);
            self.away += away;
            let frame = match self.device.capture(self.window) {
                Ok(frame) => frame,
                Err(Error::WindowClosed) => return Err(Stopped::Closed),
                Err(error) if start.elapsed() > pace.give_up => return Err(error.into()),
                Err(_) => {
                    sleep(pace.poll);
                    continue;
                }
            };
            let table = self.reader.table_area(&frame);
            let same = last
                .as_ref()
                .is_some_and(|(last, at, _)| *at == place && last.same_part(&frame, table));
            if !same {
                if let Some((before, at, when)) = last.take() {
                    // At that time it was still another one.
                    self.changed = when;
                    earlier = Some(match found.take() {
                        Some(Judged::Expected(_, news)) => Earlier::Expected(news),
                        Some(_) => Earlier::Another,
                        None => Earlier::NotRead(before, at),
                    });
                }
                changed = looked;
                // Also where a dialog was closed, and there is no last frame.
                found = None;
                last = Some((frame, place, looked));
                sleep(rest_of(pace.poll, looked));
                changes += 1;
                if start.elapsed() > pace.give_up && changes >= LEAST_CHANGES {
                    return Err(Stopped::Restless);
                }
                continue;
            }
            // The time for which it was seen not to change.
            let same_for = looked.duration_since(changed);
            if found.is_none() && same_for < pace.calm / 2 && !self.reads_quickly() {
                // It is probably still moving: reading it would only take time.
                let rest = pace.calm.saturating_sub(2 * same_for) / 2;
                sleep(rest_of(pace.poll.min(rest), looked));
                continue;
            }
            if found.is_none() {
                let judged = self.judge(frame, place, expectation);
                // Reading takes time: only another look shows whether the table
                // was at rest meanwhile. One before it counts would be for nothing.
                if matches!(judged, Judged::Expected(..)) {
                    sleep(pace.calm.saturating_sub(changed.elapsed()));
                }
                found = Some(judged);
                continue;
            }
            if let Some(Judged::Expected(seen, news)) = found {
                if same_for >= pace.calm {
                    return Ok(Settled::AsExpected(seen, news));
                }
                found = Some(Judged::Expected(seen, news));
                sleep(pace.poll.min(pace.calm - same_for));
                continue;
            }
            let still = looked.duration_since(changed);
            if still < pace.still {
                sleep(pace.poll);
                continue;
            }
            // At rest, and not as expected: something may be in front of it.
            if let Some(dialog) = self.device.dialogs(self.window)?.pop() {
                if let Some(Judged::Other(seen, difference)) = &found {
                    // Closing a dialog may undo the last move or deal the next
                    // game: first the table behind it is used.
                    let behind = self.behind(dialog, seen);
                    if let Ok(news) = (expectation.fits)(&behind.reading) {
                        return Ok(Settled::AsExpected(behind, news));
                    }
                    if expectation.or_dialog && !(expectation.is_before)(&behind.reading) {
                        return Ok(Settled::AsExpected(behind, Vec::new()));
                    }
                    // Empty as far as can be seen; the caller checks the homes.
                    if shows_won(&self.manner.signs.won_when_empty, &seen.reading) {
                        return Ok(Settled::Other(seen.clone(), difference.clone()));
                    }
                }
                // Closing it may also hide again what it covers now.
                if moved_aside != Some(dialog) && self.move_aside(dialog, place)? {
                    moved_aside = Some(dialog);
                    (last, changed) = (None, Instant::now());
                    continue;
                }
                if dialogs >= MOST_DIALOGS {
                    let title = self.device.title(dialog).unwrap_or_default();
                    return Err(Stopped::Covered(titled(title)));
                }
                dialogs += 1;
                self.close_dialog(dialog)?;
                (last, changed) = (None, Instant::now());
                continue;
            }
            let area = on_screen(place, table);
            if let Some(name) = self.device.covered_by(self.window, area)? {
                was_covered = true;
                match raised {
                    Some(since) if since.elapsed() >= RAISE_WAIT => {
                        return Err(Stopped::Covered(titled(name)));
                    }
                    Some(_) => sleep(pace.poll),
                    None => {
                        self.log
                            .note("raise", None, None, format!("`{name}` is in front"));
                        self.device.focus(self.window)?;
                        raised = Some(Instant::now());
                    }
                }
                continue;
            }
            if std::mem::take(&mut was_covered) {
                // What was read is still the window in front.
                (last, changed, found) = (None, Instant::now(), None);
                continue;
            }
            let shown = last.as_ref().map(|(frame, ..)| frame);
            if let Some(panel) = shown.and_then(|frame| self.panel_on(frame)) {
                if panel.means != Meaning::Nothing && expectation.or_dialog {
                    // The last move has ended the game.
                    let seen = match found {
                        Some(Judged::Other(seen, _)) => seen,
                        _ => Observation {
                            frame: shown
                                .cloned()
                                .unwrap_or_else(|| Frame::filled(1, 1, [0; 3])),
                            place,
                            reading: self.read_last.clone(),
                        },
                    };
                    return Ok(Settled::AsExpected(seen, Vec::new()));
                }
                if panel.means == Meaning::Over && !expectation.or_over {
                    return Err(Stopped::OtherTable(
                        "the program shows that the game is over".to_owned(),
                    ));
                }
                if panel.means != Meaning::Over {
                    panels += 1;
                    if panels > MOST_PANELS {
                        return Err(Stopped::Covered(panel.name));
                    }
                    if panel.means == Meaning::Stuck {
                        // A panel comes up a moment after the move; what the move
                        // turned up was seen only until then.
                        is_stuck = true;
                        stuck_news = match earlier.take() {
                            Some(Earlier::Expected(news)) => Some(news),
                            Some(Earlier::NotRead(frame, at)) => {
                                match self.judge(frame, at, expectation) {
                                    Judged::Expected(_, news) => Some(news),
                                    Judged::Other(..) | Judged::Unread(_) => None,
                                }
                            }
                            Some(Earlier::Another) | None => None,
                        };
                    }
                    self.answer_panel(&panel)?;
                    // The time that it took is not the table's.
                    start = Instant::now();
                    (last, changed, found) = (None, start, None);
                    continue;
                }
            }
            match &found {
                Some(Judged::Other(seen, _))
                    if is_stuck && (expectation.is_before)(&seen.reading) =>
                {
                    return Ok(Settled::Stuck {
                        seen: seen.clone(),
                        news: stuck_news,
                    });
                }
                Some(Judged::Other(seen, difference)) => {
                    let is_before = (expectation.is_before)(&seen.reading);
                    if handled.is_none() && self.device.has_handled_all(self.window)? {
                        handled = Some(Instant::now());
                    }
                    let is_shown =
                        handled.is_some_and(|since| looked.duration_since(since) >= EFFECT_DELAY);
                    // A busy program may not have let go of the card yet.
                    let busy = handled.is_none() && self.device.is_busy(self.window)?;
                    if std::mem::replace(&mut was_busy, busy) && !busy {
                        // The frame is older than that.
                        changed = Instant::now();
                        continue;
                    }
                    let may_come = !is_before && (expectation.may_come)(&seen.reading);
                    let is_final =
                        !may_come && (is_shown || (handled.is_none() && !is_before && !busy));
                    let most = match is_before || may_come {
                        true => pace.lost,
                        false => pace.give_up,
                    };
                    match is_final || still >= most {
                        true if is_before => return Ok(Settled::AsBefore(seen.clone())),
                        true => return Ok(Settled::Other(seen.clone(), difference.clone())),
                        false => {}
                    }
                }
                Some(Judged::Unread(reason)) if still >= pace.lost => {
                    return Err(Stopped::NotRead(reason.clone()));
                }
                _ => {}
            }
            sleep(pace.poll);
        }
    }

    /// A table is read in less time than passes between two looks: then it does no
    /// harm to read one that may still be moving. A log would grow with every one.
    fn reads_quickly(&self) -> bool {
        let mean = self.figures.reading.checked_div(self.figures.readings);
        !self.log.is_kept() && mean.is_some_and(|mean| mean < self.manner.pace.poll)
    }

    /// Reads a frame, and compares it with what is expected.
    fn judge(&mut self, frame: Frame, place: Rectangle, expectation: &Expectation<'_>) -> Judged {
        let start = Instant::now();
        let reading = self.reader.read(&frame);
        self.figures.readings += 1;
        self.figures.reading += start.elapsed();
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => {
                let reason = error.to_string();
                self.log
                    .note("read", Some(&frame), expectation.text.clone(), &*reason);
                return Judged::Unread(reason);
            }
        };
        let fits = (expectation.fits)(&reading);
        let outcome = match &fits {
            Ok(_) => "as expected",
            Err(difference) => difference,
        };
        self.log
            .note("read", Some(&frame), expectation.text.clone(), outcome);
        let seen = Observation {
            frame,
            place,
            reading,
        };
        match fits {
            Ok(news) => Judged::Expected(seen, news),
            Err(difference) => Judged::Other(seen, difference),
        }
    }
}

/// What is left of the time between two looks: taking a picture may have taken as long
/// (9 ms under Wine), and to wait on top of that only delays the next move.
fn rest_of(time: Duration, looked: Instant) -> Duration {
    time.saturating_sub(looked.elapsed()).max(LEAST_REST)
}

fn is_corner(monitors: &[Rectangle], at: (i32, i32)) -> bool {
    let near = |at: i32, from: i32, size: u32| {
        let last = from + size as i32 - 1;
        at - from <= CORNER_PIXELS || last - at <= CORNER_PIXELS
    };
    monitors.iter().any(|monitor| {
        monitor.contains(at.0, at.1)
            && near(at.0, monitor.x, monitor.width)
            && near(at.1, monitor.y, monitor.height)
    })
}

/// A part of a frame as a part of the screen.
pub(super) fn on_screen(window: Rectangle, part: Rectangle) -> Rectangle {
    Rectangle {
        x: window.x + part.x,
        y: window.y + part.y,
        ..part
    }
}
