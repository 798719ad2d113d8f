//! The monitors and their pixels.

use winsafe::prelude::*;
use winsafe::{HDC, co};
use xcap::{Monitor, XCapError};

use super::rectangle;
use crate::hands::monitors::{is_on_screen, paste};
use crate::hands::ready::off_screen;
use crate::{Error, Frame, Rectangle};

/// All monitors together, from their left- and topmost edge.
pub(super) fn virtual_screen() -> Rectangle {
    let metric = winsafe::GetSystemMetrics;
    Rectangle {
        x: metric(co::SM::XVIRTUALSCREEN),
        y: metric(co::SM::YVIRTUALSCREEN),
        width: metric(co::SM::CXVIRTUALSCREEN).max(1) as u32,
        height: metric(co::SM::CYVIRTUALSCREEN).max(1) as u32,
    }
}

/// Every monitor.
pub(super) fn monitors() -> Result<Vec<Rectangle>, Error> {
    let mut monitors = Vec::new();
    HDC::NULL
        .EnumDisplayMonitors(None, |_, _, place| {
            monitors.push(rectangle(*place));
            true
        })
        .map_err(|error| Error::Window(format!("Windows shows no monitor: {error}")))?;
    Ok(monitors)
}

/// The pixels of a part of the screen, which may lie on several monitors.
pub(super) fn capture(part: Rectangle) -> Result<Frame, Error> {
    let monitors = monitors()?;
    if !is_on_screen(&monitors, part) {
        return Err(off_screen());
    }
    let mut frame = Frame {
        width: part.width,
        height: part.height,
        rgb: vec![0; 3 * part.width as usize * part.height as usize],
    };
    for monitor in monitors {
        let Some(shown) = monitor.common(part) else {
            continue;
        };
        let picture = Monitor::from_point(shown.x, shown.y)
            .and_then(|it| {
                it.capture_region(
                    (shown.x - monitor.x) as u32,
                    (shown.y - monitor.y) as u32,
                    shown.width,
                    shown.height,
                )
            })
            .map_err(unseen)?;
        paste(&mut frame, part, shown, picture.as_raw());
    }
    Ok(frame)
}

fn unseen(error: XCapError) -> Error {
    Error::Window(format!("the screen cannot be seen: {error}"))
}
