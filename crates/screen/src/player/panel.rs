//! What a program shows inside its window that is no table: buttons, questions,
//! panels. They are found by a picture or a place, waited for and answered, and
//! nothing is clicked that was not seen.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::{Game, Table};

use super::look::Observation;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::profile::{Control, Meaning, Panel, PileRole};
use crate::vision::Reading;
use crate::{Frame, Rectangle};

/// How long to wait for a button, or for a question inside the window.
pub(super) const INSIDE_WAIT: Duration = Duration::from_secs(3);
/// How long after the last move of a game its panel may come up.
const PANEL_WAIT: Duration = Duration::from_secs(1);
/// What is compared around the place of an answer, in units, to each side.
const ANSWER_UNITS: (f32, f32) = (20.0, 11.0);
/// A question is there if this share of what is around its answer has changed.
const LEAST_CHANGED: f32 = 0.6;
/// A pixel has changed if a channel differs by more than this.
const CHANGED: u8 = 24;
/// The most panels that are answered one after the other.
pub(super) const MOST_PANELS: u32 = 6;
/// How far the table may differ before a question is not expected any more.
const QUIET: Duration = Duration::from_millis(600);

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// This can be done: it is a key or a place, or its picture is known.
    pub(super) fn is_known(&self, control: Option<&Control>) -> bool {
        control.is_some_and(|control| {
            let picture = control.picture.as_ref();
            !control.keys.is_empty()
                || control.at.is_some()
                || picture.is_some_and(|name| self.reader.knows(name))
        })
    }

    /// This can be done now: it is a key or a place, or its picture is seen.
    pub(super) fn is_shown(&self, control: &Control, frame: &Frame) -> bool {
        let picture = control.picture.as_ref();
        match picture.filter(|name| self.reader.knows(name)) {
            Some(name) => self.reader.landmark(frame, name).is_some(),
            None => self.is_known(Some(control)),
        }
    }

    /// Checks before the first click that everything is known that the game
    /// needs: how to draw, and how to get back from there; with `deals`, how to
    /// deal the next game.
    pub fn check_known(
        &self,
        game: &dyn Game,
        reading: &Reading,
        may_draw: bool,
        deals: bool,
    ) -> Result<(), Stopped> {
        let controls = &self.manner.controls;
        let mut missing = Vec::new();
        let mut miss = |control: Option<&Control>, what: &str| {
            let shown = control.filter(|control| control.picture.is_some());
            missing.push(match shown {
                Some(control) => format!("{what} ({})", described(control)),
                None => what.to_owned(),
            });
        };
        if may_draw && game.about().stock.is_some() {
            let has_place = reading.pile(crate::position::STOCK).is_some()
                || reading.piles_with(PileRole::Button).next().is_some();
            if !has_place && !self.is_known(controls.draw.as_ref()) {
                miss(controls.draw.as_ref(), "how to draw");
            }
            let (restart, undo) = (controls.restart.as_ref(), controls.undo.as_ref());
            if !self.is_known(restart) && !self.is_known(undo) {
                miss(restart.or(undo), "how to start over or to undo");
            }
        }
        if deals && !self.is_known(controls.new_game.as_ref()) {
            miss(controls.new_game.as_ref(), "how to deal the next game");
        }
        match missing.is_empty() {
            true => Ok(()),
            false => Err(Stopped::NotKnown(missing.join(", "))),
        }
    }

    /// Checks that the window shows the game, by its sign, if that is known.
    pub(super) fn check_sign(&self, game: &dyn Game, frame: &Frame) -> Result<(), Stopped> {
        let Some(sign) = &self.manner.signs.game_picture else {
            return Ok(());
        };
        if !self.reader.knows(sign) || self.reader.landmark(frame, sign).is_some() {
            return Ok(());
        }
        let others = self.manner.other_signs.iter();
        let mut others = others.filter(|(_, sign)| self.reader.landmark(frame, sign).is_some());
        let title = game.about().title;
        Err(Stopped::Other(match others.next() {
            Some((other, _)) => format!("the window shows {other}, not {title}"),
            None => format!("the window does not show the sign of {title}"),
        }))
    }

    /// The panel that a frame shows, if any.
    pub(super) fn panel_on(&self, frame: &Frame) -> Option<Panel> {
        let panels = self.manner.panels.iter();
        let mut shown =
            panels.filter(|panel| self.reader.landmark(frame, &panel.picture).is_some());
        shown.next().cloned()
    }

    /// A panel is shown now.
    pub(super) fn shows_panel(&mut self) -> Result<bool, Stopped> {
        if self.manner.panels.is_empty() {
            return Ok(false);
        }
        let frame = self.device.capture(self.window)?;
        Ok(self.panel_on(&frame).is_some())
    }

    /// Answers a panel, and waits until it is gone.
    pub(super) fn answer_panel(&mut self, panel: &Panel) -> Result<(), Stopped> {
        self.log
            .note("panel", None, None, format!("`{}`", panel.name));
        let picture = Control {
            picture: Some(panel.picture.clone()),
            ..Control::default()
        };
        let answer = panel.answer.clone().unwrap_or(picture);
        let start = Instant::now();
        let mut clicked: Option<Instant> = None;
        while start.elapsed() < self.manner.pace.give_up {
            let seen = self.now()?;
            if self.reader.landmark(&seen.frame, &panel.picture).is_none() {
                return Ok(());
            }
            if clicked.is_none_or(|when| when.elapsed() >= INSIDE_WAIT) {
                match self.place_of(&answer, &seen.frame)? {
                    Some(at) => self.click(at, &seen)?,
                    None if !answer.keys.is_empty() => self.device.key(&answer.keys[0])?,
                    None => break,
                }
                clicked = Some(Instant::now());
            }
            sleep(self.manner.pace.poll);
        }
        Err(Stopped::Covered(panel.name.clone()))
    }

    /// Notes whether a move has ended the game.
    pub(super) fn note_end(&mut self, after: &dyn Table) {
        let says_so =
            |panel: &Panel| panel.means != Meaning::Nothing && self.reader.knows(&panel.picture);
        self.awaits_panel = self.manner.panels.iter().any(says_so)
            && (after.is_won() || after.legal_moves().is_empty());
    }

    /// Where the last move has ended the game, a panel comes up a moment later. It
    /// would take a click that is meant for a button of the table.
    pub(super) fn await_panel(&mut self) -> Result<(), Stopped> {
        if !std::mem::take(&mut self.awaits_panel) {
            return Ok(());
        }
        let start = Instant::now();
        while start.elapsed() < PANEL_WAIT && !self.shows_panel()? {
            self.check_user()?;
            sleep(self.manner.pace.poll);
        }
        Ok(())
    }

    /// Answers the panels that are in the way of a control.
    pub(super) fn clear_panels(&mut self) -> Result<(), Stopped> {
        if self.manner.panels.is_empty() {
            return Ok(());
        }
        for _ in 0..MOST_PANELS {
            let seen = self.now()?;
            match self.panel_on(&seen.frame) {
                Some(panel) if panel.means != Meaning::Over => self.answer_panel(&panel)?,
                _ => return Ok(()),
            }
        }
        Err(Stopped::Covered("one panel after the other".to_owned()))
    }

    /// What the window shows now, not read.
    pub(super) fn now(&mut self) -> Result<Observation, Stopped> {
        self.check_user()?;
        let place = self.device.place(self.window)?;
        Ok(Observation {
            frame: self.device.capture(self.window)?,
            place,
            reading: Reading::default(),
        })
    }

    /// The window does not show any more what was seen.
    fn has_changed(&mut self, seen: &Observation) -> Result<bool, Stopped> {
        let frame = self.device.capture(self.window)?;
        let table = self.reader.table_area(&frame);
        Ok(!seen.frame.same_part(&frame, table))
    }

    /// The pixel where a control is: by its picture if that is known, else by its
    /// place. None if it has neither, or is not shown.
    fn place_of(&self, control: &Control, frame: &Frame) -> Result<Option<(i32, i32)>, Stopped> {
        let picture = control.picture.as_ref();
        if let Some(name) = picture.filter(|name| self.reader.knows(name)) {
            let places = self.reader.landmarks(frame, name);
            let panel = self.panel_on(frame);
            let panel = panel.and_then(|it| self.reader.landmark(frame, &it.picture));
            // A panel's own button is meant, not the same one behind it.
            return Ok(match panel {
                Some(sign) => places.into_iter().min_by_key(|at| {
                    let (across, down) = (at.0 - sign.0, at.1 - sign.1);
                    across.pow(2) + down.pow(2)
                }),
                None => places.first().copied(),
            });
        }
        let at = control.at.map(|at| self.reader.pixel(frame, at));
        Ok(at.transpose()?)
    }

    /// Clicks what a control shows, if it is something to click: waits for its
    /// picture, if that is known.
    pub(super) fn click_control(&mut self, control: &Control) -> Result<(), Stopped> {
        if control.at.is_none() && control.picture.is_none() {
            return Ok(());
        }
        let start = Instant::now();
        loop {
            let seen = self.now()?;
            if let Some(at) = self.place_of(control, &seen.frame)? {
                if control.picture.is_some() && self.has_changed(&seen)? {
                    // To find a picture takes time, and a panel may have come up
                    // meanwhile.
                    if start.elapsed() > self.manner.pace.give_up {
                        return Err(Stopped::Restless);
                    }
                    self.clear_panels()?;
                    continue;
                }
                self.click(at, &seen)?;
                let is_done = match &control.answer {
                    Some(answer) => self.answer_inside(answer, &seen.frame)?,
                    None => true,
                };
                if is_done {
                    return Ok(());
                }
                if start.elapsed() > self.manner.pace.give_up {
                    return Err(Stopped::Restless);
                }
                continue;
            }
            if start.elapsed() > INSIDE_WAIT {
                let picture = control.picture.clone().unwrap_or_default();
                return Err(Stopped::NotShown(picture));
            }
            sleep(self.manner.pace.poll);
        }
    }

    /// Answers a question that the program may show inside its window: where its
    /// picture is seen, or where the place of its answer has changed and come to
    /// rest. False if an advert came instead, and the table is as before.
    fn answer_inside(&mut self, answer: &Control, before: &Frame) -> Result<bool, Stopped> {
        let by_picture = answer
            .picture
            .as_ref()
            .filter(|name| self.reader.knows(name));
        let by_picture = by_picture.cloned();
        let start = Instant::now();
        let mut last: Option<(Frame, Instant)> = None;
        let mut was_closed = false;
        while start.elapsed() < INSIDE_WAIT {
            let seen = self.now()?;
            let since = match &last {
                Some((frame, since)) if *frame == seen.frame => *since,
                _ => Instant::now(),
            };
            let still = since.elapsed();
            last = Some((seen.frame.clone(), since));
            if still >= self.manner.pace.calm {
                let asked = match &by_picture {
                    Some(name) => self.reader.landmark(&seen.frame, name),
                    None => self.changed_at(answer, before, &seen.frame)?,
                };
                // An advert covers the place of the answer as well: it is closed, and
                // the question may be behind it.
                let panel = asked.and_then(|_| self.panel_on(&seen.frame));
                if let Some(panel) = panel.filter(|_| by_picture.is_none()) {
                    if panel.means == Meaning::Over {
                        return Ok(true);
                    }
                    self.answer_panel(&panel)?;
                    (last, was_closed) = (None, true);
                    continue;
                }
                if let Some(at) = asked {
                    self.log
                        .note("answer", None, None, "a question in the window");
                    self.click(at, &seen)?;
                    return Ok(true);
                }
                let is_quiet = still >= QUIET.max(self.manner.pace.still);
                let table = self.reader.table_area(&seen.frame);
                if is_quiet && was_closed && before.same_part(&seen.frame, table) {
                    return Ok(false);
                }
                // Something has happened, and it was no question.
                if is_quiet && seen.frame != *before {
                    return Ok(true);
                }
            }
            sleep(self.manner.pace.poll);
        }
        Ok(true)
    }

    /// The place of an answer, if something new is there.
    fn changed_at(
        &self,
        answer: &Control,
        before: &Frame,
        now: &Frame,
    ) -> Result<Option<(i32, i32)>, Stopped> {
        let Some(at) = answer.at else {
            return Ok(None);
        };
        let pixel = |across: f32, down: f32| {
            let place = [
                at[0] + across * ANSWER_UNITS.0,
                at[1] + down * ANSWER_UNITS.1,
            ];
            self.reader.pixel(now, place)
        };
        let (from, to) = (pixel(-1.0, -1.0)?, pixel(1.0, 1.0)?);
        let part = Rectangle {
            x: from.0,
            y: from.1,
            width: (to.0 - from.0).max(1).unsigned_abs(),
            height: (to.1 - from.1).max(1).unsigned_abs(),
        };
        let (before, now) = (before.part(part), now.part(part));
        let pairs = before.rgb.chunks_exact(3).zip(now.rgb.chunks_exact(3));
        let differs = |(one, other): &(&[u8], &[u8])| {
            let mut channels = one.iter().zip(*other);
            channels.any(|(one, other)| one.abs_diff(*other) > CHANGED)
        };
        let changed = pairs.clone().filter(differs).count();
        let is_new = changed as f32 >= LEAST_CHANGED * pairs.len() as f32;
        Ok(is_new.then(|| ((from.0 + to.0) / 2, (from.1 + to.1) / 2)))
    }
}

/// What a control is, and how it can be shown.
pub(super) fn described(control: &Control) -> String {
    let about = control.about.as_deref().unwrap_or("by a picture");
    match &control.picture {
        Some(picture) => format!("{about}; `--point {picture}` shows it"),
        None => about.to_owned(),
    }
}
