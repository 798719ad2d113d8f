//! Eyes and hands for macOS and Wayland, by xcap and enigo.
//!
//! These libraries do not report two things: that Escape was pressed, and which
//! dialogs belong to a window. So only the mouse in a corner stops the player,
//! and a dialog is noticed because it covers the window. A window is not brought
//! to the front: the user does that. If the first click only focuses the window,
//! the player sees that nothing happened and clicks again.

use enigo::{Coordinate, Direction, Enigo, Key, Keyboard as _, Mouse as _, Settings};
use xcap::Window;

use super::{Button, Eyes, HOLD, Hands, WindowId, matches, no_window};
use crate::{Error, Frame, Rectangle, profile};

/// The user's desktop.
pub struct Desktop {
    enigo: Enigo,
}

impl std::fmt::Debug for Desktop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("desktop")
    }
}

impl Desktop {
    /// Asks the system for the right to look and click.
    pub fn open() -> Result<Self, Error> {
        let enigo = Enigo::new(&Settings::default())
            .map_err(|error| Error::Window(format!("the mouse cannot be moved here: {error}")))?;
        Ok(Self { enigo })
    }
}

fn all_windows() -> Result<Vec<Window>, Error> {
    Window::all()
        .map_err(|error| Error::Window(format!("the system does not show its windows: {error}")))
}

fn window_of(id: WindowId) -> Result<Window, Error> {
    let same = |window: &Window| window.id().is_ok_and(|own| u64::from(own) == id.0);
    let found = all_windows()?.into_iter().find(same);
    found.ok_or(Error::WindowClosed)
}

fn rectangle(window: &Window) -> Result<Rectangle, Error> {
    let read = || -> Result<Rectangle, xcap::XCapError> {
        Ok(Rectangle {
            x: window.x()?,
            y: window.y()?,
            width: window.width()?,
            height: window.height()?,
        })
    };
    read().map_err(|_| Error::WindowClosed)
}

/// Where a pointer can be: from the corner that the system calls its origin.
fn whole_screen(enigo: &Enigo) -> Result<Rectangle, Error> {
    let (width, height) = enigo.main_display().map_err(refused)?;
    Ok(Rectangle {
        x: 0,
        y: 0,
        width: width.unsigned_abs(),
        height: height.unsigned_abs(),
    })
}

impl Eyes for Desktop {
    fn find_all(&mut self, wanted: &profile::Window) -> Result<Vec<WindowId>, Error> {
        let (mut found, mut titles) = (Vec::new(), Vec::new());
        for window in all_windows()? {
            let (Ok(title), Ok(class)) = (window.title(), window.app_name()) else {
                continue; // just closed
            };
            let is_shown = !window.is_minimized().unwrap_or(false);
            if is_shown && matches(wanted, &title, &class) {
                let id = window.id().map_err(|_| Error::WindowClosed)?;
                found.push(WindowId(id.into()));
            } else if !title.is_empty() {
                titles.push(title);
            }
        }
        match found.is_empty() {
            true => Err(no_window(wanted, &titles)),
            false => Ok(found),
        }
    }

    fn place(&mut self, window: WindowId) -> Result<Rectangle, Error> {
        rectangle(&window_of(window)?)
    }

    fn title(&mut self, window: WindowId) -> Result<String, Error> {
        window_of(window)?.title().map_err(|_| Error::WindowClosed)
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, Error> {
        let picture = window_of(window)?
            .capture_image()
            .map_err(|error| Error::Window(format!("the window cannot be seen: {error}")))?;
        let (width, height) = picture.dimensions();
        let pixels = picture.as_raw().as_chunks::<4>().0;
        let rgb = pixels
            .iter()
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        Ok(Frame {
            width,
            height,
            rgb: rgb.collect(),
        })
    }

    fn covered_by(&mut self, window: WindowId, part: Rectangle) -> Result<Option<String>, Error> {
        let height = window_of(window)?.z().map_err(|_| Error::WindowClosed)?;
        for other in all_windows()? {
            let is_above = other.z().is_ok_and(|other| other > height);
            let is_shown = !other.is_minimized().unwrap_or(true);
            if is_above
                && is_shown
                && rectangle(&other).is_ok_and(|place| place.common(part).is_some())
            {
                return Ok(Some(other.title().unwrap_or_default()));
            }
        }
        Ok(None)
    }

    fn dialogs(&mut self, _: WindowId) -> Result<Vec<WindowId>, Error> {
        Ok(Vec::new())
    }

    fn screen(&mut self) -> Result<Rectangle, Error> {
        whole_screen(&self.enigo)
    }
}

impl Hands for Desktop {
    fn focus(&mut self, window: WindowId) -> Result<(), Error> {
        window_of(window).map(|_| ())
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error> {
        self.enigo
            .move_mouse(x, y, Coordinate::Abs)
            .map_err(refused)
    }

    fn press(&mut self, button: Button) -> Result<(), Error> {
        let button = button_of(button);
        self.enigo.button(button, Direction::Press).map_err(refused)
    }

    fn release(&mut self, button: Button) -> Result<(), Error> {
        let button = button_of(button);
        self.enigo
            .button(button, Direction::Release)
            .map_err(refused)
    }

    fn key(&mut self, chord: &str) -> Result<(), Error> {
        let keys: Vec<Key> = chord.split('+').map(key_of).collect::<Result<_, _>>()?;
        for key in &keys {
            self.enigo.key(*key, Direction::Press).map_err(refused)?;
        }
        std::thread::sleep(HOLD);
        for key in keys.iter().rev() {
            self.enigo.key(*key, Direction::Release).map_err(refused)?;
        }
        Ok(())
    }

    fn pointer(&mut self) -> Result<(i32, i32), Error> {
        self.enigo.location().map_err(refused)
    }

    fn escape_pressed(&mut self) -> Result<bool, Error> {
        Ok(false)
    }
}

const fn button_of(button: Button) -> enigo::Button {
    match button {
        Button::Left => enigo::Button::Left,
        Button::Middle => enigo::Button::Middle,
        Button::Right => enigo::Button::Right,
    }
}

/// The key with a name, as in `hands::x11`.
fn key_of(name: &str) -> Result<Key, Error> {
    let name = name.trim();
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Ok(Key::Unicode(letter));
    }
    Ok(match name.to_ascii_lowercase().as_str() {
        "ctrl" | "control" => Key::Control,
        "shift" => Key::Shift,
        "alt" => Key::Alt,
        "escape" => Key::Escape,
        "return" | "enter" => Key::Return,
        "tab" => Key::Tab,
        "space" => Key::Space,
        "backspace" => Key::Backspace,
        "delete" => Key::Delete,
        "left" => Key::LeftArrow,
        "up" => Key::UpArrow,
        "right" => Key::RightArrow,
        "down" => Key::DownArrow,
        "home" => Key::Home,
        "end" => Key::End,
        "f1" => Key::F1,
        "f2" => Key::F2,
        "f3" => Key::F3,
        "f4" => Key::F4,
        "f5" => Key::F5,
        "f6" => Key::F6,
        "f7" => Key::F7,
        "f8" => Key::F8,
        "f9" => Key::F9,
        "f10" => Key::F10,
        "f11" => Key::F11,
        "f12" => Key::F12,
        _ => return Err(Error::Window(format!("there is no key called `{name}`"))),
    })
}

fn refused(error: enigo::InputError) -> Error {
    Error::Window(format!("the system refuses to move the mouse: {error}"))
}
