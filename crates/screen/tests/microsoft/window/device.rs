//! The window as eyes and hands reach it.

use std::time::Instant;

use patience_screen::hands::{Button, Eyes, Hands, WindowId};
use patience_screen::profile;
use patience_screen::{Error, Frame, Rectangle};

use super::{Overlay, PLACE, UNDO_BOARD, Window, is_in};
use crate::WINDOW;

impl Eyes for Window {
    fn find_all(&mut self, _: &profile::Window) -> Result<Vec<WindowId>, Error> {
        Ok(vec![WINDOW])
    }

    fn place(&mut self, _: WindowId) -> Result<Rectangle, Error> {
        let (width, height) = self.size();
        Ok(Rectangle {
            x: PLACE.0,
            y: PLACE.1,
            width,
            height,
        })
    }

    fn title(&mut self, _: WindowId) -> Result<String, Error> {
        Ok("Solitaire & Casual Games".to_owned())
    }

    fn capture(&mut self, _: WindowId) -> Result<Frame, Error> {
        if let Some((_, overlay)) = self.pending.take_if(|(when, _)| *when <= Instant::now()) {
            self.overlay = Some(overlay);
            self.shown = None;
        }
        if let Some((since, old)) = &self.moved {
            if since.elapsed() < self.animation {
                *self.truth.borrow_mut() = None;
                return Ok(old.clone());
            }
            self.moved = None;
        }
        let is_clean = self.overlay.is_none();
        *self.truth.borrow_mut() = is_clean.then(|| self.known());
        if self.shown.is_none() {
            let frame = self.draw();
            self.shown = Some(frame);
        }
        Ok(self.shown.clone().expect("drawn"))
    }

    fn covered_by(&mut self, _: WindowId, _: Rectangle) -> Result<Option<String>, Error> {
        Ok(None)
    }

    fn dialogs(&mut self, _: WindowId) -> Result<Vec<WindowId>, Error> {
        Ok(Vec::new())
    }

    fn screen(&mut self) -> Result<Rectangle, Error> {
        Ok(Rectangle {
            x: 0,
            y: 0,
            width: 3200,
            height: 2100,
        })
    }
}

impl Hands for Window {
    fn focus(&mut self, _: WindowId) -> Result<(), Error> {
        Ok(())
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error> {
        let (was, now) = (self.units(self.pointer), self.units((x, y)));
        if is_in(UNDO_BOARD, was) != is_in(UNDO_BOARD, now) {
            self.shown = None;
        }
        self.pointer = (x, y);
        Ok(())
    }

    fn press(&mut self, _: Button) -> Result<(), Error> {
        self.presses += 1;
        self.held = Some(self.pointer);
        Ok(())
    }

    fn release(&mut self, _: Button) -> Result<(), Error> {
        let Some(from) = self.held.take() else {
            return Ok(());
        };
        let to = self.pointer;
        if self.lost.contains(&self.presses) {
            return Ok(());
        }
        if self.adverts.contains(&self.presses) {
            self.overlay = Some(Overlay::Advert);
            self.selected = None;
            self.changed();
            return Ok(());
        }
        let is_click = (from.0 - to.0).abs().max((from.1 - to.1).abs()) <= 5;
        let (from, to) = (self.units(from), self.units(to));
        match is_click {
            true => self.click(to),
            false => self.drag(from, to),
        }
        Ok(())
    }

    /// Without the time that a real program needs.
    fn click(&mut self, x: i32, y: i32, times: u32) -> Result<(), Error> {
        self.move_to(x, y)?;
        for _ in 0..times {
            self.press(Button::Left)?;
            self.release(Button::Left)?;
        }
        Ok(())
    }

    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) -> Result<(), Error> {
        self.move_to(from.0, from.1)?;
        self.press(Button::Left)?;
        self.move_to(to.0, to.1)?;
        self.release(Button::Left)
    }

    fn key(&mut self, chord: &str) -> Result<(), Error> {
        self.refuse(&format!("the key {chord}"));
        Ok(())
    }

    fn pointer(&mut self) -> Result<(i32, i32), Error> {
        Ok(self.pointer)
    }

    fn escape_pressed(&mut self) -> Result<bool, Error> {
        Ok(false)
    }
}
