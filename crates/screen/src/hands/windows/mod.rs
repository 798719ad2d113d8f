//! Eyes and hands on Windows, by winsafe; pixels by xcap.
//!
//! Pixels are those of the screen, copied by `BitBlt`: `PrintWindow` leaves out
//! what a graphics card draws. So a window is seen only where it is in front, and
//! [`Eyes::covered_by`] says whether it is. Moves, clicks and keys go through
//! `SendInput`, over all monitors.
//!
//! Everything is measured in real pixels. For that the process has to be aware of
//! the scaling of each monitor; `patience.exe` says so in its manifest, so it holds
//! before the first line of code runs. A program of somebody else that uses this
//! module needs the same line in its own manifest.

mod desktop;
mod escape;
mod keys;
mod list;
mod screen;

use std::time::{Duration, Instant};

use winsafe::{HWND, HwKbMouse, HwndPlace, KEYBDINPUT, MOUSEINPUT, POINT, SIZE, co};

use super::monitors::absolute;
use super::{Button, Eyes, HOLD, Hands, WindowId, matches, no_window};
use crate::profile::{self, WindowPlace};
use crate::{Error, Frame, Rectangle};

use escape::Escape;
use keys::Key;

/// How long the system may take to bring a window to the front.
const FRONT_WAIT: Duration = Duration::from_millis(400);
const POLL: Duration = Duration::from_millis(10);

/// The user's desktop.
#[derive(Debug)]
pub struct Windows {
    escape: Escape,
}

impl Windows {
    /// Begins to listen for Escape.
    pub fn open() -> Result<Self, Error> {
        // Has no effect where the manifest says more, as that of our own command.
        let _ = winsafe::SetProcessDPIAware();
        desktop::check()?;
        Ok(Self {
            escape: Escape::listen(),
        })
    }

    fn send(&self, input: HwKbMouse) -> Result<(), Error> {
        match winsafe::SendInput(&[input]) {
            Ok(_) => Ok(()),
            Err(error) => {
                desktop::check()?;
                Err(Error::Window(format!(
                    "Windows refuses to move the mouse: {error}"
                )))
            }
        }
    }

    fn mouse(&self, flags: co::MOUSEEVENTF, at: (i32, i32)) -> Result<(), Error> {
        self.send(HwKbMouse::Mouse(MOUSEINPUT {
            dx: at.0,
            dy: at.1,
            dwFlags: flags,
            ..Default::default()
        }))
    }

    fn key_event(&self, key: Key, is_release: bool) -> Result<(), Error> {
        let mut flags = co::KEYEVENTF::NoValue;
        if key.is_extended {
            flags |= co::KEYEVENTF::EXTENDEDKEY;
        }
        if is_release {
            flags |= co::KEYEVENTF::KEYUP;
        }
        self.send(HwKbMouse::Kb(KEYBDINPUT {
            wVk: key.code,
            // Some games look at the place of a key, not at its name.
            wScan: winsafe::MapVirtualKey(key.code.raw().into(), co::MAPVK::VK_TO_VSC) as u16,
            dwFlags: flags,
            ..Default::default()
        }))
    }
}

impl Eyes for Windows {
    fn find_all(&mut self, wanted: &profile::Window) -> Result<Vec<WindowId>, Error> {
        let (mut found, mut minimised, mut titles) = (Vec::new(), Vec::new(), Vec::new());
        for window in list::all()? {
            if !list::is_candidate(&window, wanted) {
                continue;
            }
            let title = window.GetWindowText().unwrap_or_default();
            if !matches(wanted, &title, &list::class_of(&window)) {
                if !title.is_empty() {
                    titles.push(title);
                }
            } else if window.IsIconic() {
                minimised.push(list::id_of(&window));
            } else {
                found.push(list::id_of(&window));
            }
        }
        found.append(&mut minimised);
        match found.is_empty() {
            true => Err(no_window(wanted, &titles)),
            false => Ok(found),
        }
    }

    fn place(&mut self, window: WindowId) -> Result<Rectangle, Error> {
        list::inside_of(&list::find(window)?)
    }

    fn title(&mut self, window: WindowId) -> Result<String, Error> {
        let window = list::find(window)?;
        window.GetWindowText().map_err(|_| Error::WindowClosed)
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, Error> {
        screen::capture(self.place(window)?)
    }

    fn covered_by(&mut self, window: WindowId, part: Rectangle) -> Result<Option<String>, Error> {
        // The system lists the topmost first.
        for other in list::all()? {
            if list::id_of(&other) == window {
                return Ok(None);
            }
            if list::can_cover(&other) && list::outside_of(&other).common(part).is_some() {
                let title = other.GetWindowText().unwrap_or_default();
                return Ok(Some(match title.is_empty() {
                    true => "another window".to_owned(),
                    false => title,
                }));
            }
        }
        Err(Error::WindowClosed)
    }

    fn dialogs(&mut self, window: WindowId) -> Result<Vec<WindowId>, Error> {
        let mut found: Vec<_> = list::all()?
            .iter()
            .filter(|other| list::is_dialog_of(other, window))
            .map(list::id_of)
            .collect();
        found.reverse();
        Ok(found)
    }

    fn screen(&mut self) -> Result<Rectangle, Error> {
        Ok(screen::virtual_screen())
    }

    fn monitors(&mut self) -> Result<Vec<Rectangle>, Error> {
        screen::monitors()
    }
}

impl Hands for Windows {
    fn focus(&mut self, window: WindowId) -> Result<(), Error> {
        let wanted = list::find(window)?;
        if wanted.IsIconic() {
            wanted
                .ShowWindowAsync(co::SW::RESTORE)
                .map_err(|error| Error::Window(format!("the window stays minimised: {error}")))?;
            wait(|| !wanted.IsIconic());
        }
        if !is_in_front(&wanted) {
            wanted.SetForegroundWindow();
        }
        if wait(|| is_in_front(&wanted)) {
            // It has the keyboard, but another window may still lie above it.
            let flags = co::SWP::NOMOVE | co::SWP::NOSIZE | co::SWP::ASYNCWINDOWPOS;
            let top = HwndPlace::Place(co::HWND_PLACE::TOP);
            let _ = wanted.SetWindowPos(top, POINT::default(), SIZE::default(), flags);
            return Ok(());
        }
        // Windows lets only the program in front hand this over; sharing its
        // queue of input for a moment counts as being that program. If even that
        // is refused, a click on the window brings it to the front.
        if let Some(front) = HWND::GetForegroundWindow() {
            let own = winsafe::GetCurrentThreadId();
            let (other, _) = front.GetWindowThreadProcessId();
            if winsafe::AttachThreadInput(own, other, true).is_ok() {
                let _ = wanted.BringWindowToTop();
                wanted.SetForegroundWindow();
                let _ = winsafe::AttachThreadInput(own, other, false);
            }
        }
        wait(|| is_in_front(&wanted));
        Ok(())
    }

    fn put(&mut self, window: WindowId, place: &WindowPlace) -> Result<(), Error> {
        let wanted = list::find(window)?;
        if wanted.IsZoomed() {
            // A window that fills the screen keeps its size.
            let _ = wanted.ShowWindowAsync(co::SW::RESTORE);
            wait(|| !wanted.IsZoomed());
        }
        let outside = wanted.GetWindowRect().map_err(|_| Error::WindowClosed)?;
        let inside = list::inside_of(&wanted)?;
        let frame = (
            outside.right - outside.left - inside.width as i32,
            outside.bottom - outside.top - inside.height as i32,
        );
        let mut flags = co::SWP::NOZORDER | co::SWP::NOACTIVATE | co::SWP::ASYNCWINDOWPOS;
        if place.at.is_none() {
            flags |= co::SWP::NOMOVE;
        }
        if place.size.is_none() {
            flags |= co::SWP::NOSIZE;
        }
        let [x, y] = place.at.unwrap_or_default();
        let [width, height] = place.size.unwrap_or_default();
        let size = SIZE::with(width as i32 + frame.0, height as i32 + frame.1);
        wanted
            .SetWindowPos(HwndPlace::None, POINT::with(x, y), size, flags)
            .map_err(|error| Error::Window(format!("the window cannot be moved: {error}")))
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error> {
        let at = absolute(screen::virtual_screen(), (x, y));
        let flags =
            co::MOUSEEVENTF::MOVE | co::MOUSEEVENTF::ABSOLUTE | co::MOUSEEVENTF::VIRTUALDESK;
        self.mouse(flags, at)
    }

    fn press(&mut self, button: Button) -> Result<(), Error> {
        let flags = match physical(button) {
            Button::Left => co::MOUSEEVENTF::LEFTDOWN,
            Button::Middle => co::MOUSEEVENTF::MIDDLEDOWN,
            Button::Right => co::MOUSEEVENTF::RIGHTDOWN,
        };
        self.mouse(flags, (0, 0))
    }

    fn release(&mut self, button: Button) -> Result<(), Error> {
        let flags = match physical(button) {
            Button::Left => co::MOUSEEVENTF::LEFTUP,
            Button::Middle => co::MOUSEEVENTF::MIDDLEUP,
            Button::Right => co::MOUSEEVENTF::RIGHTUP,
        };
        self.mouse(flags, (0, 0))
    }

    fn key(&mut self, chord: &str) -> Result<(), Error> {
        let keys: Vec<Key> = chord
            .split('+')
            .map(keys::find)
            .collect::<Result<_, Error>>()?;
        let has_escape = keys.iter().any(|key| key.code == co::VK::ESCAPE);
        let _own = has_escape.then(|| self.escape.is_own());
        for &key in &keys {
            self.key_event(key, false)?;
        }
        std::thread::sleep(HOLD);
        for &key in keys.iter().rev() {
            self.key_event(key, true)?;
        }
        Ok(())
    }

    fn pointer(&mut self) -> Result<(i32, i32), Error> {
        desktop::check()?;
        let at = winsafe::GetCursorPos()
            .map_err(|error| Error::Window(format!("the mouse is out of reach: {error}")))?;
        Ok((at.x, at.y))
    }

    fn escape_pressed(&mut self) -> Result<bool, Error> {
        Ok(self.escape.take())
    }
}

fn is_in_front(window: &HWND) -> bool {
    HWND::GetForegroundWindow().is_some_and(|front| front == *window)
}

/// Waits until it is true; false if that takes too long.
fn wait(is_done: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !is_done() {
        if start.elapsed() > FRONT_WAIT {
            return false;
        }
        std::thread::sleep(POLL);
    }
    true
}

/// `SendInput` names buttons by where they are; a left-handed user has the usual
/// one on the right.
fn physical(button: Button) -> Button {
    let is_swapped = winsafe::GetSystemMetrics(co::SM::SWAPBUTTON) != 0;
    match button {
        Button::Left if is_swapped => Button::Right,
        Button::Right if is_swapped => Button::Left,
        same => same,
    }
}

/// A part of the screen.
fn rectangle(of: winsafe::RECT) -> Rectangle {
    Rectangle {
        x: of.left,
        y: of.top,
        width: (of.right - of.left).max(0) as u32,
        height: (of.bottom - of.top).max(0) as u32,
    }
}
