//! A window's picture. Only the parts that have changed are fetched again.
//!
//! A whole window takes about 10 ms to fetch, and the display and the program
//! wait meanwhile. The DAMAGE extension reports every rectangle that is drawn
//! to; everything else is unchanged.

use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::damage::{self, ConnectionExt as _, ReportLevel};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;

use super::lost;
use crate::{Error, Frame, Rectangle};

/// The whole picture is fetched again after this time, whatever the display
/// reports.
const WHOLE_PICTURE_AFTER: Duration = Duration::from_secs(2);

/// The picture of one window.
#[derive(Debug)]
pub(super) struct Picture {
    is_known: bool,
    watched: Option<(Window, damage::Damage)>,
    /// The picture, and when it was last fetched as a whole.
    kept: Option<(Frame, Instant)>,
    /// What has been drawn to since.
    drawn: Option<Rectangle>,
}

impl Picture {
    /// Asks whether the display reports changes.
    pub(super) fn new(connection: &RustConnection) -> Self {
        let version = connection.damage_query_version(1, 1).map(|it| it.reply());
        Self {
            is_known: matches!(version, Ok(Ok(_))),
            watched: None,
            kept: None,
            drawn: None,
        }
    }

    /// Handles a report that something was drawn.
    pub(super) fn receive(&mut self, event: &damage::NotifyEvent) {
        if self.watched.is_none_or(|(_, own)| own != event.damage) {
            return;
        }
        let area = Rectangle {
            x: event.area.x.into(),
            y: event.area.y.into(),
            width: event.area.width.into(),
            height: event.area.height.into(),
        };
        self.drawn = Some(match self.drawn {
            Some(drawn) => together(drawn, area),
            None => area,
        });
    }

    /// Starts to watch a window, unless it is watched already.
    fn watch(&mut self, connection: &RustConnection, window: Window) -> Result<(), Error> {
        if !self.is_known || self.watched.is_some_and(|(watched, _)| watched == window) {
            return Ok(());
        }
        if let Some((_, old)) = self.watched.take() {
            connection.damage_destroy(old).map_err(lost)?;
        }
        let id = connection.generate_id().map_err(lost)?;
        // Errors (the window has just been closed) come as events and are
        // ignored; fetching the picture fails then.
        connection
            .damage_create(id, window, ReportLevel::RAW_RECTANGLES)
            .map_err(lost)?;
        // Its end is reported, too: another window may get the same number.
        let wanted = ChangeWindowAttributesAux::new().event_mask(EventMask::STRUCTURE_NOTIFY);
        connection
            .change_window_attributes(window, &wanted)
            .map_err(lost)?;
        (self.watched, self.kept, self.drawn) = (Some((window, id)), None, None);
        Ok(())
    }

    /// A window was closed; one that gets the same number is not watched yet.
    pub(super) fn forget(&mut self, gone: Window) {
        if self.watched.is_some_and(|(watched, _)| watched == gone) {
            (self.watched, self.kept, self.drawn) = (None, None, None);
        }
    }

    /// The picture as it is now; `fetch` gets a part of it from the display.
    pub(super) fn of(
        &mut self,
        connection: &RustConnection,
        window: Window,
        size: (u32, u32),
        fetch: impl Fn(Rectangle) -> Result<Frame, Error>,
    ) -> Result<Frame, Error> {
        self.watch(connection, window)?;
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: size.0,
            height: size.1,
        };
        let drawn = self.drawn.take();
        let kept = self.kept.take().filter(|(kept, since)| {
            (kept.width, kept.height) == size
                && since.elapsed() < WHOLE_PICTURE_AFTER
                && self.watched.is_some()
        });
        let Some((mut frame, since)) = kept else {
            let frame = fetch(whole)?;
            self.kept = Some((frame.clone(), Instant::now()));
            return Ok(frame);
        };
        if let Some(part) = drawn.and_then(|drawn| common(drawn, whole)) {
            frame.put(&fetch(part)?, part.x as u32, part.y as u32);
        }
        self.kept = Some((frame.clone(), since));
        Ok(frame)
    }
}

/// The smallest rectangle around both.
fn together(one: Rectangle, other: Rectangle) -> Rectangle {
    let right = (one.x + one.width as i32).max(other.x + other.width as i32);
    let bottom = (one.y + one.height as i32).max(other.y + other.height as i32);
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    Rectangle {
        x,
        y,
        width: right.abs_diff(x),
        height: bottom.abs_diff(y),
    }
}

/// What both have in common, if anything.
fn common(one: Rectangle, other: Rectangle) -> Option<Rectangle> {
    let right = (one.x + one.width as i32).min(other.x + other.width as i32);
    let bottom = (one.y + one.height as i32).min(other.y + other.height as i32);
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    (x < right && y < bottom).then(|| Rectangle {
        x,
        y,
        width: right.abs_diff(x),
        height: bottom.abs_diff(y),
    })
}
