//! Pixels at any place and scale: a part of a frame is averaged into a small
//! grid, so that cards of all sizes are compared alike.
//!
//! Two planes are kept of the colours:
//! - *ink*: how far the darkest channel is from white. Red and black ink on a
//!   light card look the same here, so a rank has one shape in all suits.
//! - *red*: how much red stands out. Zero for black ink and for white paper.

use crate::Frame;

/// Colours averaged into a grid; three values a cell, rows from the top.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgb: Vec<f32>,
}

/// For every cell of a row, the first pixel and the weights from there on.
struct Taps {
    first: Vec<i32>,
    weights: Vec<Vec<f32>>,
}

impl Taps {
    /// Cells of a width in pixels, the first one starting at `start`.
    fn new(start: f32, cell: f32, cells: usize) -> Self {
        let mut taps = Self {
            first: Vec::with_capacity(cells),
            weights: Vec::with_capacity(cells),
        };
        for index in 0..cells {
            // A cell smaller than a pixel would only repeat it: one pixel is
            // the least, so that moving by a part of a pixel interpolates.
            let middle = start + (index as f32 + 0.5) * cell;
            let half = cell.max(1.0) / 2.0;
            let (from, to) = (middle - half, middle + half);
            let first = from.floor();
            let mut weights = Vec::new();
            let mut at = first;
            while at < to {
                let covered = (to.min(at + 1.0) - from.max(at)).max(0.0);
                weights.push(covered / (2.0 * half));
                at += 1.0;
            }
            taps.first.push(first as i32);
            taps.weights.push(weights);
        }
        taps
    }

    /// The first pixel and the weights of every cell.
    fn all(&self) -> impl Iterator<Item = (i32, &[f32])> {
        let weights = self.weights.iter().map(Vec::as_slice);
        self.first.iter().copied().zip(weights)
    }

    /// The first pixel of all cells, and the one after the last.
    fn extent(&self) -> (i32, i32) {
        let first = self.first.first().copied().unwrap_or(0);
        let ends = self
            .all()
            .map(|(first, weights)| first + weights.len() as i32);
        (first, ends.max().unwrap_or(first))
    }
}

impl Grid {
    /// The part of a frame from `at`, in cells of this size in pixels.
    pub(crate) fn of(
        frame: &Frame,
        at: (f32, f32),
        cell: (f32, f32),
        width: usize,
        height: usize,
    ) -> Self {
        let across = Taps::new(at.0, cell.0, width);
        let down = Taps::new(at.1, cell.1, height);
        let (left, right) = across.extent();
        let wide = 3 * (right - left) as usize;
        // First down the columns: pixels side by side are added at once, and few rows are
        // left for the other direction. The other way round takes twice as long.
        let mut rows = vec![0.0_f32; wide * height];
        for (row, (first, weights)) in rows.chunks_exact_mut(wide.max(1)).zip(down.all()) {
            for (y, weight) in (first..).zip(weights) {
                let inside = usize::try_from(3 * left).ok();
                match inside.and_then(|from| frame.row(y).get(from..from + wide)) {
                    Some(run) => {
                        for (sum, value) in row.iter_mut().zip(run) {
                            *sum += weight * f32::from(*value);
                        }
                    }
                    // Over the edge: the nearest pixels.
                    None => {
                        for (sum, x) in row.as_chunks_mut::<3>().0.iter_mut().zip(left..) {
                            for (sum, value) in sum.iter_mut().zip(frame.at(x, y)) {
                                *sum += weight * f32::from(value);
                            }
                        }
                    }
                }
            }
        }
        let mut rgb = Vec::with_capacity(3 * width * height);
        for row in rows.chunks_exact(wide.max(1)) {
            let pixels = row.as_chunks::<3>().0;
            for (first, weights) in across.all() {
                let mut sum = [0.0; 3];
                for (weight, pixel) in weights.iter().zip(&pixels[(first - left) as usize..]) {
                    sum[0] += weight * pixel[0];
                    sum[1] += weight * pixel[1];
                    sum[2] += weight * pixel[2];
                }
                rgb.extend_from_slice(&sum);
            }
        }
        Self { width, height, rgb }
    }

    /// The same picture in a smaller grid.
    pub(crate) fn shrunk(&self, width: usize, height: usize) -> Self {
        let across = Taps::new(0.0, self.width as f32 / width.max(1) as f32, width);
        let down = Taps::new(0.0, self.height as f32 / height.max(1) as f32, height);
        let last = (self.width as i32 - 1, self.height as i32 - 1);
        let mut rgb = Vec::with_capacity(3 * width * height);
        for (top, down) in down.first.iter().zip(&down.weights) {
            for (left, across) in across.first.iter().zip(&across.weights) {
                let mut sum = [0.0; 3];
                for (y, down) in down.iter().enumerate() {
                    for (x, across) in across.iter().enumerate() {
                        let x = (left + x as i32).clamp(0, last.0) as usize;
                        let y = (top + y as i32).clamp(0, last.1) as usize;
                        let start = 3 * (y * self.width + x);
                        for (sum, value) in sum.iter_mut().zip(&self.rgb[start..start + 3]) {
                            *sum += down * across * value;
                        }
                    }
                }
                rgb.extend(sum);
            }
        }
        Self { width, height, rgb }
    }

    /// The ink of every cell, 0 to 255.
    pub(crate) fn ink(&self) -> Vec<f32> {
        let cells = self.rgb.chunks_exact(3);
        cells
            .map(|rgb| 255.0 - rgb[0].min(rgb[1]).min(rgb[2]))
            .collect()
    }

    /// The red of every cell, 0 to 255.
    pub(crate) fn red(&self) -> Vec<f32> {
        let cells = self.rgb.chunks_exact(3);
        cells
            .map(|rgb| (rgb[0] - rgb[1].max(rgb[2])).max(0.0))
            .collect()
    }

    /// The mean colour.
    pub(crate) fn mean(&self) -> [f32; 3] {
        let mut mean = [0.0; 3];
        for rgb in self.rgb.chunks_exact(3) {
            for (mean, value) in mean.iter_mut().zip(rgb) {
                *mean += value;
            }
        }
        mean.map(|sum| sum / (self.width * self.height).max(1) as f32)
    }

    /// The same picture as a frame.
    pub(crate) fn to_frame(&self) -> Frame {
        Frame {
            width: self.width as u32,
            height: self.height as u32,
            rgb: self
                .rgb
                .iter()
                .map(|value| value.round().clamp(0.0, 255.0) as u8)
                .collect(),
        }
    }

    /// A frame as a grid, a cell a pixel.
    pub(crate) fn from_frame(frame: &Frame) -> Self {
        Self {
            width: frame.width as usize,
            height: frame.height as usize,
            rgb: frame.rgb.iter().map(|value| f32::from(*value)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp() -> Frame {
        let mut frame = Frame::filled(8, 4, [0; 3]);
        for y in 0..4 {
            for x in 0..8 {
                frame.set(x, y, [10 * x as u8, 20 * y as u8, 0]);
            }
        }
        frame
    }

    #[test]
    fn half_a_pixel_further_is_the_mean_of_two() {
        let grid = Grid::of(&ramp(), (1.5, 0.0), (1.0, 1.0), 2, 1);
        assert_eq!(grid.rgb, [15.0, 0.0, 0.0, 25.0, 0.0, 0.0]);
    }

    #[test]
    fn a_cell_of_four_pixels_is_their_mean() {
        let grid = Grid::of(&ramp(), (0.0, 0.0), (2.0, 2.0), 1, 1);
        assert_eq!(grid.rgb, [5.0, 10.0, 0.0]);
        let all = Grid::from_frame(&ramp()).shrunk(4, 2);
        assert_eq!(&all.rgb[..3], [5.0, 10.0, 0.0]);
    }

    /// Pixels beyond the frame are the nearest ones of it.
    #[test]
    fn a_part_over_the_edge_repeats_the_edge() {
        let grid = Grid::of(&ramp(), (-1.0, -1.0), (1.0, 1.0), 3, 3);
        let red: Vec<f32> = grid.rgb.iter().copied().step_by(3).collect();
        assert_eq!(red, [0.0, 0.0, 10.0].repeat(3));
        let green: Vec<f32> = grid.rgb.iter().copied().skip(1).step_by(3).collect();
        assert_eq!(green, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 20.0, 20.0, 20.0]);
        let far = Grid::of(&ramp(), (6.5, 3.0), (1.0, 1.0), 2, 1);
        assert_eq!(far.rgb, [65.0, 60.0, 0.0, 70.0, 60.0, 0.0]);
    }

    #[test]
    fn red_and_black_ink_have_the_same_shape() {
        let frame = |colour| Frame::filled(1, 1, colour);
        let ink = |colour| Grid::from_frame(&frame(colour)).ink()[0];
        assert_eq!(ink([220, 0, 0]), ink([0, 0, 0]));
        assert_eq!(ink([255, 255, 255]), 0.0);
    }
}
