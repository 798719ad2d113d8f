//! The monitors and their pixels.

use winsafe::prelude::*;
use winsafe::{HDC, co};
use xcap::{Monitor, XCapError};

use super::rectangle;
use crate::hands::ready::{is_on_screen, off_screen};
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

/// A pixel as `SendInput` counts: in 65536ths of all monitors together. The
/// middle of the pixel is meant, so that it does not matter how it is rounded.
pub(super) fn absolute(screen: Rectangle, at: (i32, i32)) -> (i32, i32) {
    let along = |at: i32, from: i32, size: u32| {
        let pixels = i64::from(at) - i64::from(from);
        ((65536 * pixels + 32768) / i64::from(size)) as i32
    };
    (
        along(at.0, screen.x, screen.width),
        along(at.1, screen.y, screen.height),
    )
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
        let from = (shown.x - part.x) as usize;
        let rows = picture.as_raw().chunks_exact(4 * shown.width as usize);
        for (row, down) in rows.zip((shown.y - part.y) as usize..) {
            let start = 3 * (down * part.width as usize + from);
            let into = &mut frame.rgb[start..start + 3 * shown.width as usize];
            let into = into.as_chunks_mut::<3>().0.iter_mut();
            for (colour, [red, green, blue, _]) in into.zip(row.as_chunks::<4>().0) {
                *colour = [*red, *green, *blue];
            }
        }
    }
    Ok(frame)
}

fn unseen(error: XCapError) -> Error {
    Error::Window(format!("the screen cannot be seen: {error}"))
}
