//! Pictures of the kinds that the player names.

use crate::{Frame, Rectangle};

/// Around every picture of a sheet.
const GAP: u32 = 10;
const GROUND: [u8; 3] = [70, 70, 90];

/// Pictures in a line of a sheet.
const MOST_IN_LINE: usize = 7;

/// The height that small pictures are enlarged to.
const LEAST_HEIGHT: u32 = 60;

/// Parts of some frames side by side, from left to right, line by line. Each part
/// is given with its frame.
pub(super) fn sheet(frames: &[Frame], parts: &[(usize, Rectangle)]) -> Frame {
    let highest = parts.iter().map(|part| part.1.height).max().unwrap_or(1);
    let scale = LEAST_HEIGHT.div_ceil(highest.max(1)).max(1);
    let widest = parts.iter().map(|part| part.1.width).max().unwrap_or(1);
    let (wide, high) = (widest * scale + GAP, highest * scale + GAP);
    let lines = parts.len().div_ceil(MOST_IN_LINE).max(1) as u32;
    let in_line = parts.len().min(MOST_IN_LINE) as u32;
    let mut sheet = Frame::filled(in_line * wide + GAP, lines * high + GAP, GROUND);
    for (index, (frame, part)) in parts.iter().enumerate() {
        let left = GAP + (index % MOST_IN_LINE) as u32 * wide;
        let top = GAP + (index / MOST_IN_LINE) as u32 * high;
        copy(&frames[*frame], *part, &mut sheet, (left, top), scale);
    }
    sheet
}

/// A picture with others below it.
pub(super) struct Album {
    pub(super) frame: Frame,
    /// Where the parts are.
    pub(super) places: Vec<Rectangle>,
}

impl Album {
    /// A picture with parts of other ones below it.
    pub(super) fn below(first: &Frame, frames: &[Frame], parts: &[(usize, Rectangle)]) -> Self {
        let high = parts.iter().map(|it| it.1.height + GAP).max().unwrap_or(0);
        let wide = parts.iter().map(|it| it.1.width + GAP).max().unwrap_or(1);
        let in_line = ((first.width - GAP.min(first.width)) / wide).max(1) as usize;
        let lines = parts.len().div_ceil(in_line) as u32;
        let height = first.height + lines * high;
        let mut frame = Frame::filled(first.width, height, GROUND);
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: first.width,
            height: first.height,
        };
        copy(first, whole, &mut frame, (0, 0), 1);
        let mut places = Vec::new();
        for (index, (look, part)) in parts.iter().enumerate() {
            let left = GAP + (index % in_line) as u32 * wide;
            let top = first.height + GAP / 2 + (index / in_line) as u32 * high;
            copy(&frames[*look], *part, &mut frame, (left, top), 1);
            places.push(Rectangle {
                x: left as i32,
                y: top as i32,
                ..*part
            });
        }
        Self { frame, places }
    }
}

/// Copies a part of a frame, every pixel `scale` times in each direction.
fn copy(from: &Frame, part: Rectangle, to: &mut Frame, at: (u32, u32), scale: u32) {
    for y in 0..part.height * scale {
        for x in 0..part.width * scale {
            let pixel = from.at(part.x + (x / scale) as i32, part.y + (y / scale) as i32);
            to.set((at.0 + x) as i32, (at.1 + y) as i32, pixel);
        }
    }
}
