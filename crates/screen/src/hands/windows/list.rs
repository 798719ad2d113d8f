//! The windows on the desktop: which can be meant, which belong together, and
//! where they are.

use winsafe::prelude::*;
use winsafe::{DwmAttr, HWND, POINT, co};

use super::rectangle;
use crate::hands::WindowId;
use crate::{Error, Rectangle, profile};

/// Programs from the Store: a frame that belongs to the system, and inside it the
/// program's own window.
const STORE_FRAME: &str = "ApplicationFrameWindow";
const STORE_INSIDE: &str = "Windows.UI.Core.CoreWindow";
/// Terminals show the command that runs in them as their title, so `--window
/// pyramid` would find the terminal itself.
const TERMINALS: [&str; 2] = ["ConsoleWindowClass", "CASCADIA_HOSTING_WINDOW_CLASS"];
/// These belong to a window, but ask nothing.
const HINTS: [&str; 2] = ["tooltips_class32", "SysShadow"];

/// All windows, the topmost first.
pub(super) fn all() -> Result<Vec<HWND>, Error> {
    let mut windows = Vec::new();
    winsafe::EnumWindows(|window| {
        windows.push(window);
        true
    })
    .map_err(|error| Error::Window(format!("Windows does not list its windows: {error}")))?;
    Ok(windows)
}

/// The system's number for a window.
pub(super) fn id_of(window: &HWND) -> WindowId {
    WindowId(window.ptr() as usize as u64)
}

/// The window with this number.
pub(super) fn find(id: WindowId) -> Result<HWND, Error> {
    let found = all()?.into_iter().find(|window| id_of(window) == id);
    found.ok_or(Error::WindowClosed)
}

pub(super) fn class_of(window: &HWND) -> String {
    window.GetClassName().unwrap_or_default()
}

/// It may be the window of a game: shown or minimised, with nobody above it.
pub(super) fn is_candidate(window: &HWND, wanted: &profile::Window) -> bool {
    let class = class_of(window);
    let is_terminal = wanted.class.is_none() && TERMINALS.contains(&class.as_str());
    // Some toolkits give every window an owner that is never shown.
    let is_owned = owner_of(window).is_some_and(|owner| owner.IsWindowVisible());
    window.IsWindowVisible() && !is_cloaked(window) && !is_owned && !is_terminal
}

/// It can be in front of another one. Windows that let clicks through, such as
/// the frame counters of graphics cards, are not in the way.
pub(super) fn can_cover(window: &HWND) -> bool {
    let place = outside_of(window);
    let is_seen = window.IsWindowVisible() && !window.IsIconic() && !is_cloaked(window);
    is_seen && place.width > 0 && place.height > 0 && !window.style_ex().has(co::WS_EX::TRANSPARENT)
}

/// It belongs to a window and is in front of it.
pub(super) fn is_dialog_of(window: &HWND, id: WindowId) -> bool {
    let mut owner = owner_of(window);
    while let Some(above) = owner {
        if id_of(&above) == id {
            return can_cover(window) && !HINTS.contains(&class_of(window).as_str());
        }
        owner = owner_of(&above);
    }
    false
}

fn owner_of(window: &HWND) -> Option<HWND> {
    let owner = window.GetWindow(co::GW::OWNER).ok()?;
    (owner != HWND::NULL).then_some(owner)
}

/// Windows of other desktops and of sleeping programs: "visible", but not drawn.
fn is_cloaked(window: &HWND) -> bool {
    match window.DwmGetWindowAttribute(co::DWMWA::CLOAKED) {
        Ok(DwmAttr::Cloaked(why)) => why.raw() != 0,
        _ => false,
    }
}

/// Where the inside of a window is on the screen.
pub(super) fn inside_of(window: &HWND) -> Result<Rectangle, Error> {
    if !window.IsWindowVisible() {
        return Err(Error::WindowClosed);
    }
    if window.IsIconic() {
        return Err(Error::Minimised);
    }
    if class_of(window) == STORE_FRAME
        && let Some(inside) = child(window, STORE_INSIDE)
    {
        return client_of(&inside);
    }
    client_of(window)
}

fn client_of(window: &HWND) -> Result<Rectangle, Error> {
    let size = window.GetClientRect().map_err(|_| Error::WindowClosed)?;
    let corner = window
        .ClientToScreen(POINT::with(0, 0))
        .map_err(|_| Error::WindowClosed)?;
    Ok(Rectangle {
        x: corner.x,
        y: corner.y,
        ..rectangle(size)
    })
}

fn child(window: &HWND, class: &str) -> Option<HWND> {
    let mut found = None;
    window.EnumChildWindows(|child| {
        let is_it = child.IsWindowVisible() && class_of(&child) == class;
        if is_it {
            found = Some(child);
        }
        !is_it
    });
    found
}

/// Where a window is with its frame. The borders that are there only to be
/// grasped are not part of it.
pub(super) fn outside_of(window: &HWND) -> Rectangle {
    match window.DwmGetWindowAttribute(co::DWMWA::EXTENDED_FRAME_BOUNDS) {
        Ok(DwmAttr::ExtendedFrameBounds(place)) => rectangle(place),
        _ => rectangle(window.GetWindowRect().unwrap_or_default()),
    }
}
