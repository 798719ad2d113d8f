//! The visible part of a card, as ink on paper.

use super::glyph::GlyphBox;
use crate::Frame;
use crate::vision::Grid;

/// Cells across a card: enough to tell ranks apart.
pub(super) const CELLS: f32 = 110.0;

/// Ink is this much darker than the paper.
const LEAST_INK: f32 = 60.0;

/// The upper part of a card in a grid of cells.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) width: usize,
    pub(super) height: usize,
    ink: Vec<f32>,
}

impl Strip {
    /// The strip of a card from its corner, of cards of this size in pixels: `across`
    /// pixels of it are to be seen, and it is `visible` pixels high. What is covered has no
    /// ink.
    pub(super) fn of(
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
        (across, visible): (f32, f32),
    ) -> Self {
        let cell = cell(card.0);
        let width = (card.0 / cell) as usize;
        let height = (visible / cell) as usize;
        let grid = Grid::of(frame, corner, (cell, cell), width, height);
        let mut ink = grid.ink();
        let is_seen = |index: usize| ((index % width + 1) as f32) * cell <= across;
        let seen = ink.iter().enumerate().filter(|it| is_seen(it.0));
        let mut sorted: Vec<f32> = seen.map(|it| *it.1).collect();
        sorted.sort_by(f32::total_cmp);
        // Less than half of a strip is printed on.
        let paper = sorted.get(sorted.len() / 3).copied().unwrap_or(0.0);
        for (index, ink) in ink.iter_mut().enumerate() {
            *ink = match is_seen(index) {
                true => (*ink - paper).max(0.0),
                false => 0.0,
            };
        }
        Self { width, height, ink }
    }

    /// The same, blurred: thin strokes that are a cell apart then overlap.
    pub(super) fn blurred(&self) -> Self {
        let at = |x: isize, y: isize| {
            let x = x.clamp(0, self.width as isize - 1) as usize;
            let y = y.clamp(0, self.height as isize - 1) as usize;
            self.ink[y * self.width + x]
        };
        let mut ink = Vec::with_capacity(self.ink.len());
        for y in 0..self.height as isize {
            for x in 0..self.width as isize {
                let mut sum = 0.0;
                for (across, weight) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                    for (down, times) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                        sum += weight * times * at(x + across, y + down);
                    }
                }
                ink.push(sum / 16.0);
            }
        }
        Self { ink, ..*self }
    }

    pub(super) fn has_ink(&self, x: usize, y: usize) -> bool {
        self.ink[y * self.width + x] > LEAST_INK
    }

    /// The ink in a box, of length 1 and mean 0, so that two are compared by their
    /// product.
    pub(super) fn vector(&self, place: GlyphBox) -> Vec<f32> {
        self.moved(place, (0, 0))
    }

    /// The same from a box that is moved by so many cells.
    pub(super) fn moved(&self, place: GlyphBox, by: (isize, isize)) -> Vec<f32> {
        let mut values = Vec::new();
        for y in place.top..place.bottom {
            for x in place.left..place.right {
                let at = |value: usize, by: isize, end: usize| {
                    (value as isize + by).clamp(0, end as isize - 1) as usize
                };
                let (x, y) = (at(x, by.0, self.width), at(y, by.1, self.height));
                values.push(self.ink[y * self.width + x]);
            }
        }
        let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
        values.iter_mut().for_each(|value| *value -= mean);
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        values
            .iter_mut()
            .for_each(|value| *value /= length.max(1.0));
        values
    }
}

/// A cell in pixels, for cards of this width.
pub(super) fn cell(card: f32) -> f32 {
    (card / CELLS).max(1.0)
}
