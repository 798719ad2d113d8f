//! Pieces of ink on a card that are not joined, by their shape and colour.

use crate::Frame;

/// Ink is this much darker than the paper, or this much more colourful.
const LEAST_INK: i32 = 55;

/// The cells of a shape, across and down.
const CELLS: usize = 14;

/// A piece has at least this share of a card's width across and down.
const LEAST_SIZE: f32 = 0.05;

/// .. and no picture of a person is a sign.
const MOST_SIZE: f32 = 0.5;

/// A piece of ink.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    /// Its box in pixels of the frame.
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
    /// How much of each cell of its box it fills, of length 1 around its mean.
    shape: Vec<f32>,
    /// The mean colour of its ink.
    colour: [f32; 3],
}

impl Blob {
    fn width(&self) -> f32 {
        (self.right - self.left) as f32
    }

    fn height(&self) -> f32 {
        (self.bottom - self.top) as f32
    }

    /// Its box in card widths and heights from a card's corner.
    pub(super) fn place_from(&self, corner: (f32, f32), card: (f32, f32)) -> [f32; 4] {
        [
            (self.left as f32 - corner.0) / card.0,
            (self.top as f32 - corner.1) / card.1,
            (self.right as f32 - corner.0) / card.0,
            (self.bottom as f32 - corner.1) / card.1,
        ]
    }

    /// How alike two pieces are; 0 if they differ in size or colour.
    pub(super) fn likeness(&self, other: &Self) -> f32 {
        let near = |one: f32, other: f32| (one - other).abs() <= 1.5 + 0.08 * one.max(other);
        let apart = self.colour.iter().zip(other.colour);
        let apart: f32 = apart.map(|(one, other)| (one - other).abs()).sum();
        if !near(self.width(), other.width())
            || !near(self.height(), other.height())
            || apart > 120.0
        {
            return 0.0;
        }
        super::glyph::dot(&self.shape, &other.shape)
    }
}

/// The pieces of ink in a part of a frame: of a card from `corner`, so many pixels
/// wide and high.
pub(super) fn find(frame: &Frame, corner: (f32, f32), size: (f32, f32), card: f32) -> Vec<Blob> {
    let edge = (0.02 * card).ceil() as i32;
    let (left, top) = (
        corner.0.round() as i32 + edge,
        corner.1.round() as i32 + edge,
    );
    let width = (size.0 as i32 - 2 * edge).max(1);
    let height = (size.1 as i32 - edge - 1).max(1);
    let paper = paper(frame, (left, top), (width, height));
    let is_ink = |x: i32, y: i32| {
        let pixel = frame.at(left + x, top + y);
        let mut pairs = pixel.iter().zip(paper);
        pairs.any(|(ink, paper)| i32::from(paper) - i32::from(*ink) > LEAST_INK)
    };
    let index = |x: i32, y: i32| (y * width + x) as usize;
    let mut seen = vec![false; (width * height) as usize];
    let mut blobs = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if seen[index(x, y)] || !is_ink(x, y) {
                continue;
            }
            let mut open = vec![(x, y)];
            let mut pixels = Vec::new();
            seen[index(x, y)] = true;
            while let Some((x, y)) = open.pop() {
                pixels.push((x, y));
                for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    let is_inside = x >= 0 && y >= 0 && x < width && y < height;
                    if is_inside && !seen[index(x, y)] && is_ink(x, y) {
                        seen[index(x, y)] = true;
                        open.push((x, y));
                    }
                }
            }
            blobs.extend(blob(frame, &pixels, (left, top), card));
        }
    }
    blobs
}

/// The most frequent colour: less than half of a card is printed on.
fn paper(frame: &Frame, (left, top): (i32, i32), (width, height): (i32, i32)) -> [u8; 3] {
    let mut channels: [Vec<u8>; 3] = Default::default();
    for y in 0..height {
        for x in 0..width {
            let pixel = frame.at(left + x, top + y);
            for (channel, value) in channels.iter_mut().zip(pixel) {
                channel.push(value);
            }
        }
    }
    channels.map(|mut values| {
        values.sort_unstable();
        values.get(2 * values.len() / 3).copied().unwrap_or(255)
    })
}

fn blob(frame: &Frame, pixels: &[(i32, i32)], at: (i32, i32), card: f32) -> Option<Blob> {
    let left = pixels.iter().map(|it| it.0).min()?;
    let right = pixels.iter().map(|it| it.0).max()? + 1;
    let top = pixels.iter().map(|it| it.1).min()?;
    let bottom = pixels.iter().map(|it| it.1).max()? + 1;
    let (width, height) = ((right - left) as f32, (bottom - top) as f32);
    let sizes = LEAST_SIZE * card..MOST_SIZE * card;
    if !sizes.contains(&width) || !sizes.contains(&height) {
        return None;
    }
    let mut shape = vec![0.0; CELLS * CELLS];
    let mut colour = [0.0; 3];
    for &(x, y) in pixels {
        let pixel = frame.at(at.0 + x, at.1 + y);
        for (sum, value) in colour.iter_mut().zip(pixel) {
            *sum += f32::from(value) / pixels.len() as f32;
        }
        // A pixel is shared between the cells that it touches.
        let cells = |from: i32, length: f32| {
            let start = from as f32 * CELLS as f32 / length;
            let end = (from + 1) as f32 * CELLS as f32 / length;
            (start as usize..CELLS.min(end.ceil() as usize)).map(move |cell| {
                let covered = end.min(cell as f32 + 1.0) - start.max(cell as f32);
                (cell, covered.max(0.0))
            })
        };
        for (row, down) in cells(y - top, height) {
            for (column, across) in cells(x - left, width) {
                shape[row * CELLS + column] += down * across;
            }
        }
    }
    let mean = shape.iter().sum::<f32>() / shape.len() as f32;
    shape.iter_mut().for_each(|value| *value -= mean);
    let length = shape.iter().map(|value| value * value).sum::<f32>().sqrt();
    shape
        .iter_mut()
        .for_each(|value| *value /= length.max(1e-3));
    Some(Blob {
        left: at.0 + left,
        top: at.1 + top,
        right: at.0 + right,
        bottom: at.1 + bottom,
        shape,
        colour,
    })
}
