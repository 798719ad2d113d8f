//! Looks for a picture in a part of a frame: first coarsely, then finer and
//! finer around the best places.

use super::sample::Grid;
use crate::{Frame, Rectangle};

/// Cells on the longer side of the picture in the first, coarse search.
const COARSE_CELLS: f32 = 9.0;
/// Cells on the longer side in the last comparison.
const FINE_CELLS: f32 = 32.0;
/// The best places of the coarse search that are looked at closer.
const CANDIDATES: usize = 8;
/// A place that is less alike in the coarse search is not looked at again.
const LEAST_COARSE: f32 = 0.45;
/// Pictures with less contrast show nothing.
const LEAST_CONTRAST: f32 = 4.0;

/// The colours of a grid without their means, of length one; none if it is flat.
fn direction(values: &mut [f32]) -> Option<()> {
    let count = (values.len() / 3).max(1) as f32;
    for channel in 0..3 {
        let own = values.iter().skip(channel).step_by(3);
        let mean = own.sum::<f32>() / count;
        let own = values.iter_mut().skip(channel).step_by(3);
        own.for_each(|value| *value -= mean);
    }
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length < LEAST_CONTRAST * (values.len() as f32).sqrt() {
        return None;
    }
    values.iter_mut().for_each(|value| *value /= length);
    Some(())
}

fn product(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The picture in cells of so many pixels of the frame.
struct Template {
    values: Vec<f32>,
    width: usize,
    height: usize,
    cell: f32,
}

impl Template {
    fn new(picture: &Frame, scale: f32, cells: f32) -> Option<Self> {
        let size = (picture.width as f32 * scale, picture.height as f32 * scale);
        let cell = (size.0.max(size.1) / cells).max(1.0);
        let width = ((size.0 / cell).floor() as usize).max(2);
        let height = ((size.1 / cell).floor() as usize).max(2);
        let own = cell / scale;
        let mut values = Grid::of(picture, (0.0, 0.0), (own, own), width, height).rgb;
        direction(&mut values)?;
        Some(Self {
            values,
            width,
            height,
            cell,
        })
    }

    /// How alike it is to what lies at a pixel.
    fn at(&self, frame: &Frame, corner: (f32, f32)) -> f32 {
        let cell = (self.cell, self.cell);
        let mut seen = Grid::of(frame, corner, cell, self.width, self.height).rgb;
        match direction(&mut seen) {
            Some(()) => product(&self.values, &seen),
            None => -1.0,
        }
    }
}

/// Where a picture that is drawn `scale` times as large fits best in a part of a
/// frame: the pixel in its middle, and how alike it is there (-1 to 1).
pub(crate) fn likeness_search(
    frame: &Frame,
    area: Rectangle,
    picture: &Frame,
    scale: f32,
) -> Option<((i32, i32), f32)> {
    let coarse = Template::new(picture, scale, COARSE_CELLS)?;
    let fine = Template::new(picture, scale, FINE_CELLS)?;
    let mut places = candidates(frame, area, &coarse);
    places.sort_by(|one, other| other.0.total_cmp(&one.0));
    places.truncate(CANDIDATES);
    let best = places
        .into_iter()
        .map(|(_, corner)| climb(frame, &coarse, &fine, corner))
        .max_by(|one, other| one.0.total_cmp(&other.0))?;
    let (likeness, corner) = best;
    let middle = (
        corner.0 + picture.width as f32 * scale / 2.0,
        corner.1 + picture.height as f32 * scale / 2.0,
    );
    Some(((middle.0 as i32, middle.1 as i32), likeness))
}

/// Places that are alike in coarse cells, two to a cell.
fn candidates(frame: &Frame, area: Rectangle, coarse: &Template) -> Vec<(f32, (f32, f32))> {
    let half = coarse.cell / 2.0;
    let wide = (area.width as f32 / half).floor() as usize;
    let high = (area.height as f32 / half).floor() as usize;
    let start = (area.x as f32, area.y as f32);
    // Half cells: a cell at any half place is the mean of four of them.
    let halves = Grid::of(frame, start, (half, half), wide, high).rgb;
    let mut found = Vec::new();
    if wide < 2 * coarse.width || high < 2 * coarse.height {
        return vec![(1.0, start)];
    }
    let mut seen = Vec::with_capacity(3 * coarse.width * coarse.height);
    for top in 0..=high - 2 * coarse.height {
        for left in 0..=wide - 2 * coarse.width {
            seen.clear();
            for row in 0..coarse.height {
                let one = 3 * ((top + 2 * row) * wide + left);
                let two = one + 3 * wide;
                for column in 0..coarse.width {
                    for channel in 0..3 {
                        let at = 6 * column + channel;
                        let sum = halves[one + at]
                            + halves[one + at + 3]
                            + halves[two + at]
                            + halves[two + at + 3];
                        seen.push(sum / 4.0);
                    }
                }
            }
            if direction(&mut seen).is_none() {
                continue;
            }
            let likeness = product(&coarse.values, &seen);
            if likeness >= LEAST_COARSE {
                let corner = (start.0 + left as f32 * half, start.1 + top as f32 * half);
                found.push((likeness, corner));
            }
        }
    }
    found
}

/// Steps towards where the picture fits best, smaller and smaller.
fn climb(
    frame: &Frame,
    coarse: &Template,
    fine: &Template,
    corner: (f32, f32),
) -> (f32, (f32, f32)) {
    let mut best = (fine.at(frame, corner), corner);
    let mut step = coarse.cell / 2.0;
    while step >= 0.4 {
        let from = best.1;
        for (across, down) in [
            (-1.0, 0.0),
            (1.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (-1.0, -1.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (1.0, -1.0),
        ] {
            let place = (from.0 + across * step, from.1 + down * step);
            let likeness = fine.at(frame, place);
            if likeness > best.0 {
                best = (likeness, place);
            }
        }
        if best.1 == from {
            step /= 2.0;
        }
    }
    best
}
