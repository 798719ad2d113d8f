//! Pictures of the kinds that the player names.

use crate::{Frame, Rectangle};

/// Around every picture of a sheet.
const GAP: u32 = 10;
const GROUND: [u8; 3] = [70, 70, 90];

/// Pictures in a line of a sheet.
const MOST_IN_LINE: usize = 7;

/// The height that small pictures are enlarged to.
const LEAST_HEIGHT: u32 = 60;

/// Parts of a frame side by side, from left to right, line by line.
pub(super) fn sheet(frame: &Frame, parts: &[Rectangle]) -> Frame {
    let highest = parts.iter().map(|part| part.height).max().unwrap_or(1);
    let scale = LEAST_HEIGHT.div_ceil(highest.max(1)).max(1);
    let widest = parts.iter().map(|part| part.width).max().unwrap_or(1);
    let (wide, high) = (widest * scale + GAP, highest * scale + GAP);
    let lines = parts.len().div_ceil(MOST_IN_LINE).max(1) as u32;
    let in_line = parts.len().min(MOST_IN_LINE) as u32;
    let mut sheet = Frame::filled(in_line * wide + GAP, lines * high + GAP, GROUND);
    for (index, part) in parts.iter().enumerate() {
        let left = GAP + (index % MOST_IN_LINE) as u32 * wide;
        let top = GAP + (index / MOST_IN_LINE) as u32 * high;
        for y in 0..part.height * scale {
            for x in 0..part.width * scale {
                let pixel = frame.at(part.x + (x / scale) as i32, part.y + (y / scale) as i32);
                sheet.set((left + x) as i32, (top + y) as i32, pixel);
            }
        }
    }
    sheet
}
