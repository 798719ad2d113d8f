//! A window before the first look: restored, in front, and where it should be.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::monitors::is_on_screen;
use super::{Eyes, Hands, WindowId};
use crate::profile::WindowPlace;
use crate::{Error, Rectangle};

/// How long a program may take to obey.
const MOST_WAIT: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(20);
/// Room for a title bar and a frame.
const FRAME_PIXELS: i32 = 40;
/// The highest title bar, at 300 %.
const MOST_FRAME_PIXELS: i32 = 3 * FRAME_PIXELS;

/// Restores a window, brings it to the front and puts it where it is wanted. A
/// window that is partly outside of the screen is moved back. What its program
/// refused is reported in words: it may still be possible to play.
pub fn make_ready<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    wanted: Option<&WindowPlace>,
) -> Result<Option<String>, Error> {
    device.focus(window)?;
    let is_shown = |device: &mut D| match device.place(window) {
        Ok(_) => Ok(true),
        Err(Error::Minimised) => Ok(false),
        Err(other) => Err(other),
    };
    if !wait(device, is_shown)? {
        return Err(Error::Minimised);
    }
    let mut refused = None;
    if let Some(wanted) = wanted {
        let asked = device.put(window, wanted);
        let obeyed = asked.is_ok() && wait(device, |it| Ok(is_at(it.place(window)?, wanted)))?;
        if !obeyed {
            let now = device.place(window)?;
            let reason = asked
                .err()
                .map_or_else(String::new, |it| format!(" ({it})"));
            refused = Some(format!(
                "the window does not go where the profile wants it: its inside is {} by {} \
                 pixels at {}, {}{reason}",
                now.width, now.height, now.x, now.y
            ));
        }
    }
    let monitors = device.monitors()?;
    let place = device.place(window)?;
    if is_on_screen(&monitors, place) {
        return Ok(refused);
    }
    let home = monitors
        .iter()
        .find(|monitor| monitor.common(place).is_some())
        .or(monitors.first());
    if let Some(home) = home {
        let last = |from: i32, size: u32, own: u32| {
            (from + size as i32 - own as i32 - FRAME_PIXELS).max(from)
        };
        let x = (place.x - FRAME_PIXELS).clamp(home.x, last(home.x, home.width, place.width));
        let y = (place.y - FRAME_PIXELS).clamp(home.y, last(home.y, home.height, place.height));
        let back = WindowPlace {
            at: Some([x, y]),
            size: None,
        };
        let is_back = |device: &mut D| Ok(is_on_screen(&monitors, device.place(window)?));
        if device.put(window, &back).is_ok() && wait(device, is_back)? {
            return Ok(refused);
        }
    }
    Err(off_screen())
}

/// The inside of a window is where it was wanted. How much of the window is frame
/// differs; a corner that is a frame away is right.
fn is_at(inside: Rectangle, wanted: &WindowPlace) -> bool {
    let is_near = |[x, y]: [i32; 2]| {
        let frame = 0..=MOST_FRAME_PIXELS;
        frame.contains(&(inside.x - x)) && frame.contains(&(inside.y - y))
    };
    let has_size = |size| size == [inside.width, inside.height];
    wanted.at.is_none_or(is_near) && wanted.size.is_none_or(has_size)
}

fn wait<D: ?Sized>(
    device: &mut D,
    is_done: impl Fn(&mut D) -> Result<bool, Error>,
) -> Result<bool, Error> {
    let start = Instant::now();
    loop {
        if is_done(device)? {
            return Ok(true);
        }
        if start.elapsed() > MOST_WAIT {
            return Ok(false);
        }
        sleep(POLL);
    }
}

/// A window that is not seen as a whole.
pub(super) fn off_screen() -> Error {
    Error::Window("the window is partly outside of the screen; move it back".to_owned())
}
