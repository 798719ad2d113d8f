//! Eyes and hands: find a window, look at it, move, click, drag, type.
//!
//! All places are pixels of the screen, except in [`Eyes::capture`], whose
//! frame begins at the upper left corner of the window's inside.
//!
//! | where | with what |
//! |---|---|
//! | an X11 display | [`x11`] |
//! | Windows | `windows`, behind the feature `desktop` |
//! | macOS, Wayland | `desktop`, behind the feature of that name |
//! | tests | [`simulated`]: a small program that can also misbehave |

#[cfg(all(feature = "desktop", not(windows)))]
pub mod desktop;
#[cfg(any(test, all(feature = "desktop", windows)))]
mod input_desktop;
mod monitors;
mod open;
mod ready;
pub mod simulated;
#[cfg(all(feature = "desktop", windows))]
pub mod windows;
#[cfg(unix)]
pub mod x11;

use std::thread::sleep;
use std::time::Duration;

use crate::profile::{self, WindowPlace};
use crate::{Error, Frame, Rectangle};

pub use open::{Device, open};
pub use ready::make_ready;

/// How long a button or key is held: some programs miss shorter clicks.
pub(crate) const HOLD: Duration = Duration::from_millis(25);
/// Between two clicks of a double click.
const BETWEEN_CLICKS: Duration = Duration::from_millis(40);
/// Between two steps of a drag: a program must see some of them to recognise it.
const DRAG_STEP: Duration = Duration::from_millis(6);
/// The steps of a drag, in percent of its way. The first one leaves the card: in
/// some programs a card lags behind by a first step that stays on it.
const DRAG_STEPS_PERCENT: [i32; 3] = [90, 97, 100];

/// A window, by the system's number for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct WindowId(pub u64);

/// A button of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Button {
    /// The usual one.
    Left,
    /// The wheel.
    Middle,
    /// The one for menus.
    Right,
}

/// Looks at windows.
pub trait Eyes {
    /// Finds the windows that match, the topmost first, minimised ones last. If
    /// there is none, the error lists the open windows.
    fn find_all(&mut self, wanted: &profile::Window) -> Result<Vec<WindowId>, Error>;

    /// The topmost of them.
    fn find(&mut self, wanted: &profile::Window) -> Result<WindowId, Error> {
        let found = self.find_all(wanted)?;
        found.first().copied().ok_or(Error::WindowClosed)
    }

    /// Where the inside of the window is on the screen.
    fn place(&mut self, window: WindowId) -> Result<Rectangle, Error>;

    /// The window's title.
    fn title(&mut self, window: WindowId) -> Result<String, Error>;

    /// The pixels of the inside of the window. If another window covers it, they
    /// may belong to that one: see [`Eyes::covered_by`].
    fn capture(&mut self, window: WindowId) -> Result<Frame, Error>;

    /// The name of a window that covers this part of the screen, if any does.
    /// None on a system that does not report it.
    fn covered_by(&mut self, window: WindowId, part: Rectangle) -> Result<Option<String>, Error>;

    /// The windows that belong to this one and are in front of it: its dialogs.
    /// None on a system that does not report them.
    fn dialogs(&mut self, window: WindowId) -> Result<Vec<WindowId>, Error>;

    /// The whole screen.
    fn screen(&mut self) -> Result<Rectangle, Error>;

    /// Every monitor, where the system tells them apart.
    fn monitors(&mut self) -> Result<Vec<Rectangle>, Error> {
        Ok(vec![self.screen()?])
    }
}

/// Moves the mouse and types.
pub trait Hands {
    /// Brings a window to the front and gives it the keyboard; restores it if it
    /// is minimised.
    fn focus(&mut self, window: WindowId) -> Result<(), Error>;

    /// Asks for a window to be moved or resized. Whether its program obeys is
    /// seen afterwards: [`make_ready`] checks it.
    fn put(&mut self, _: WindowId, _: &WindowPlace) -> Result<(), Error> {
        Err(Error::Window(
            "windows cannot be moved on this system".to_owned(),
        ))
    }

    /// Moves the pointer.
    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error>;

    /// Presses a button where the pointer is.
    fn press(&mut self, button: Button) -> Result<(), Error>;

    /// Releases a button.
    fn release(&mut self, button: Button) -> Result<(), Error>;

    /// Clicks `times` times, each long enough to be noticed.
    fn click(&mut self, x: i32, y: i32, times: u32) -> Result<(), Error> {
        self.move_to(x, y)?;
        for count in 0..times {
            if count > 0 {
                sleep(BETWEEN_CLICKS);
            }
            self.press(Button::Left)?;
            sleep(HOLD);
            self.release(Button::Left)?;
        }
        Ok(())
    }

    /// Drags from one place to another, in a few steps.
    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) -> Result<(), Error> {
        self.move_to(from.0, from.1)?;
        self.press(Button::Left)?;
        for step in DRAG_STEPS_PERCENT {
            sleep(DRAG_STEP);
            let between = |from: i32, to: i32| from + (to - from) * step / 100;
            self.move_to(between(from.0, to.0), between(from.1, to.1))?;
        }
        sleep(DRAG_STEP);
        self.release(Button::Left)
    }

    /// Types a key combination, such as `ctrl+z` or `Return`.
    fn key(&mut self, chord: &str) -> Result<(), Error>;

    /// The program has handled all clicks and keys until now. Always false for a
    /// system or a program that does not report it.
    fn has_handled_all(&mut self, _: WindowId) -> Result<bool, Error> {
        Ok(false)
    }

    /// The program reports what it has handled, and it has not handled all clicks and
    /// keys yet.
    fn is_busy(&mut self, _: WindowId) -> Result<bool, Error> {
        Ok(false)
    }

    /// Where the pointer is, to notice that the user moves it.
    fn pointer(&mut self) -> Result<(i32, i32), Error>;

    /// The user has pressed Escape since the last call.
    fn escape_pressed(&mut self) -> Result<bool, Error>;
}

/// The window matches.
pub(crate) fn matches(wanted: &profile::Window, title: &str, class: &str) -> bool {
    let pattern = regex_lite::Regex::new(&wanted.title);
    let title_fits = pattern.is_ok_and(|pattern| pattern.is_match(title));
    let class_fits = |wanted: &String| class.split(' ').any(|own| own.eq_ignore_ascii_case(wanted));
    title_fits && wanted.class.as_ref().is_none_or(class_fits)
}

/// No window matches: the error lists those that are open.
pub(crate) fn no_window(wanted: &profile::Window, titles: &[String]) -> Error {
    let there_is = match titles {
        [] => "no window is open".to_owned(),
        titles => format!("open are: {}", titles.join(", ")),
    };
    Error::Window(format!(
        "no window has a title like `{}`; {there_is}",
        wanted.title
    ))
}
