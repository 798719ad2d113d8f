//! Several monitors as one screen. Nothing here asks the system, so it is tested
//! everywhere, with monitors that no test could plug in.

use crate::Rectangle;

/// Every pixel of it is on one of the monitors.
pub(super) fn is_on_screen(monitors: &[Rectangle], part: Rectangle) -> bool {
    let area = |of: Rectangle| u64::from(of.width) * u64::from(of.height);
    let shown = monitors.iter().filter_map(|monitor| monitor.common(part));
    shown.map(area).sum::<u64>() >= area(part)
}

/// A pixel as Windows' `SendInput` counts: in 65536ths of all monitors together. The
/// middle of the pixel is meant, so that it does not matter how it is rounded.
#[cfg(any(test, all(feature = "desktop", windows)))]
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

/// Copies what one monitor shows into the picture of a part of the screen. `shown` is
/// the place of these pixels (four bytes each) on the screen, inside of `part`.
#[cfg(any(test, all(feature = "desktop", windows)))]
pub(super) fn paste(frame: &mut crate::Frame, part: Rectangle, shown: Rectangle, rgba: &[u8]) {
    let from = (shown.x - part.x) as usize;
    let rows = rgba.chunks_exact(4 * shown.width as usize);
    for (row, down) in rows.zip((shown.y - part.y) as usize..) {
        let start = 3 * (down * part.width as usize + from);
        let into = &mut frame.rgb[start..start + 3 * shown.width as usize];
        let into = into.as_chunks_mut::<3>().0.iter_mut();
        for (colour, [red, green, blue, _]) in into.zip(row.as_chunks::<4>().0) {
            *colour = [*red, *green, *blue];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Frame;

    const fn part(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
        Rectangle {
            x,
            y,
            width,
            height,
        }
    }

    /// The second monitor is left of the first, and higher.
    const LEFT: Rectangle = part(-1280, -100, 1280, 1024);
    const FIRST: Rectangle = part(0, 0, 1920, 1080);
    const BOTH: Rectangle = part(-1280, -100, 3200, 1180);

    #[test]
    fn a_window_over_two_monitors_is_on_the_screen() {
        let monitors = [LEFT, FIRST];
        assert!(is_on_screen(&monitors, part(-200, 10, 900, 600)));
        assert!(is_on_screen(&monitors, LEFT));
        // Below the end of the left one, or above the first.
        assert!(!is_on_screen(&monitors, part(-200, 500, 900, 560)));
        assert!(!is_on_screen(&monitors, part(-200, -50, 900, 560)));
        assert!(!is_on_screen(&monitors, part(1500, 10, 900, 600)));
        assert!(!is_on_screen(&monitors, part(-2000, 10, 100, 100)));
    }

    /// Windows multiplies by the size of the screen and drops what is left.
    #[test]
    fn every_pixel_of_every_monitor_is_reached_by_the_mouse() {
        for screen in [FIRST, LEFT, BOTH, part(0, 0, 7680, 2160)] {
            let back = |absolute: i32, from: i32, size: u32| {
                from + (i64::from(absolute) * i64::from(size) / 65536) as i32
            };
            for x in screen.x..screen.x + screen.width as i32 {
                let at = absolute(screen, (x, screen.y));
                assert!((0..65536).contains(&at.0), "{x} of {screen:?}: {at:?}");
                assert_eq!(back(at.0, screen.x, screen.width), x, "{screen:?}");
            }
            for y in screen.y..screen.y + screen.height as i32 {
                let at = absolute(screen, (screen.x, y));
                assert!((0..65536).contains(&at.1), "{y} of {screen:?}: {at:?}");
                assert_eq!(back(at.1, screen.y, screen.height), y, "{screen:?}");
            }
        }
    }

    /// Every pixel has the colour of its place, so one that is put elsewhere shows.
    #[test]
    fn a_window_over_two_monitors_is_seen_as_one_picture() {
        let colour = |x: i32, y: i32| [x as u8, y as u8, (x ^ y) as u8];
        for window in [part(-7, 3, 20, 11), part(-9, -5, 9, 4), part(2, 0, 5, 6)] {
            let size = 3 * (window.width * window.height) as usize;
            let mut frame = Frame {
                width: window.width,
                height: window.height,
                rgb: vec![0; size],
            };
            for shown in [LEFT, FIRST].map(|monitor| monitor.common(window)) {
                let Some(shown) = shown else { continue };
                let rows = shown.y..shown.y + shown.height as i32;
                let across = shown.x..shown.x + shown.width as i32;
                let pixels = rows.flat_map(|y| across.clone().map(move |x| (x, y)));
                let rgba = pixels.flat_map(|(x, y)| {
                    let [red, green, blue] = colour(x, y);
                    [red, green, blue, 255]
                });
                paste(&mut frame, window, shown, &rgba.collect::<Vec<u8>>());
            }
            for y in 0..window.height as i32 {
                for x in 0..window.width as i32 {
                    let wanted = colour(window.x + x, window.y + y);
                    assert_eq!(frame.at(x, y), wanted, "{x}, {y} of {window:?}");
                }
            }
        }
    }
}
