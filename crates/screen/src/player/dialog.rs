//! Dialogs of the program in front of its table. Closing one may take back the last
//! move or deal the next game, so what it covers is looked at first.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::look::Observation;
use super::{Player, Stopped};
use crate::Rectangle;
use crate::hands::{Eyes, Hands, WindowId};
use crate::profile::WindowPlace;
use crate::vision::Placed;

/// The widest frame that a window manager draws around a dialog.
const FRAME_PIXELS: i32 = 40;
/// How long a dialog may take to go where it is put.
const MOVE_WAIT: Duration = Duration::from_millis(600);

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// What was seen; piles behind a dialog are as they were read last.
    pub(super) fn behind(&mut self, dialog: WindowId, seen: &Observation) -> Observation {
        let Ok(at) = self.device.place(dialog) else {
            // It is closed.
            return seen.clone();
        };
        let dialog = Placed {
            x: (at.x - seen.place.x) as f32 - FRAME_PIXELS as f32,
            y: (at.y - seen.place.y) as f32 - FRAME_PIXELS as f32,
            width: at.width as f32 + 2.0 * FRAME_PIXELS as f32,
            height: at.height as f32 + 2.0 * FRAME_PIXELS as f32,
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

    /// Closes a dialog, if the profile says how.
    pub(super) fn close_dialog(&mut self, dialog: WindowId) -> Result<(), Stopped> {
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

    /// Moves a dialog to the corner of the screen where it covers least of the
    /// cards; false if it does not go there. One that the profile cannot answer stays
    /// where it is: with a question in the corner nobody should play on.
    pub(super) fn move_aside(
        &mut self,
        dialog: WindowId,
        window: Rectangle,
    ) -> Result<bool, Stopped> {
        if self.manner.signs.dismiss.is_none() {
            return Ok(false);
        }
        let Ok(at) = self.device.place(dialog) else {
            return Ok(false);
        };
        let screen = self.device.screen()?;
        let cards = self.read_last.cards().map(|(_, _, card)| card.place);
        let cards: Vec<_> = cards.map(|card| on_screen(card, window)).collect();
        let [x, y] = corner_aside(at, screen, &cards);
        let there = WindowPlace {
            at: Some([x, y]),
            size: None,
        };
        if self.device.put(dialog, &there).is_err() {
            return Ok(false);
        }
        let start = Instant::now();
        while start.elapsed() < MOVE_WAIT {
            match self.device.place(dialog) {
                Ok(now) if (now.x, now.y) != (at.x, at.y) => {
                    self.log.note("dialog", None, None, "moved aside");
                    return Ok(true);
                }
                Ok(_) => sleep(self.manner.pace.poll),
                Err(_) => break,
            }
        }
        Ok(false)
    }
}

/// A card of the window as a part of the screen.
fn on_screen(card: Placed, window: Rectangle) -> Rectangle {
    Rectangle {
        x: window.x + card.x as i32,
        y: window.y + card.y as i32,
        width: card.width as u32,
        height: card.height as u32,
    }
}

/// The upper left corner for the frame of a dialog in the corner of the screen where
/// it covers least of the cards.
fn corner_aside(dialog: Rectangle, screen: Rectangle, cards: &[Rectangle]) -> [i32; 2] {
    let (width, height) = (
        dialog.width as i32 + 2 * FRAME_PIXELS,
        dialog.height as i32 + 2 * FRAME_PIXELS,
    );
    let right = (screen.x + screen.width as i32 - width).max(screen.x);
    let bottom = (screen.y + screen.height as i32 - height).max(screen.y);
    let covered = |[x, y]: [i32; 2]| -> u64 {
        let there = Rectangle {
            x,
            y,
            width: width as u32,
            height: height as u32,
        };
        let common = cards.iter().filter_map(|card| card.common(there));
        common
            .map(|part| u64::from(part.width) * u64::from(part.height))
            .sum()
    };
    let corners = [
        [right, bottom],
        [screen.x, bottom],
        [right, screen.y],
        [screen.x, screen.y],
    ];
    corners
        .into_iter()
        .min_by_key(|corner| covered(*corner))
        .unwrap_or([right, bottom])
}

/// The title of a window, in words.
pub(super) fn titled(title: String) -> String {
    match title.is_empty() {
        true => "a dialog".to_owned(),
        false => title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_goes_where_it_covers_no_card() {
        let part = |x, y, width, height| Rectangle {
            x,
            y,
            width,
            height,
        };
        let screen = part(0, 0, 1000, 800);
        let dialog = part(400, 300, 200, 100);
        let cards = [part(700, 600, 300, 200), part(0, 500, 200, 300)];
        assert_eq!(corner_aside(dialog, screen, &cards), [720, 0]);
        assert_eq!(corner_aside(dialog, screen, &[]), [720, 620]);
    }
}
