//! How alike two small pictures are: normalised correlation.
//!
//! A picture is a list of values (the ink, and for suits the red as well).
//! Without its mean and divided by its length it is a direction, and the
//! product of two directions is their likeness: 1 the same, 0 nothing in
//! common, -1 each other's negative. Brightness and contrast drop out.

use super::deck::Pictures;
use super::sample::Grid;

/// Pictures with less contrast than this, as a standard deviation of their
/// values, show nothing: paper, cloth, noise.
const LEAST_CONTRAST: f32 = 8.0;

/// The margin is 1 if the gap between two models is this many times what the
/// better one leaves unexplained.
const CLEAR_GAP: f32 = 1.5;

/// Models that differ by less than this cannot be distinguished..
const LEAST_DIFFERENCE: f32 = 0.01;

/// .. or by less than this if a part of them is covered.
const LEAST_DIFFERENCE_COVERED: f32 = 0.12;

/// Models are moved over each other by at most so many quarters of a cell.
const QUARTERS: i8 = 4;

/// Which values of a picture count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Planes {
    /// Its ink: what a rank is in all suits.
    Ink,
    /// Its ink and its red.
    InkAndRed,
}

/// Values without their mean, of length one.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Direction(pub(crate) Vec<f32>);

impl Direction {
    /// The direction of a picture; none if it is flat.
    pub(crate) fn of(grid: &Grid, planes: Planes) -> Option<Self> {
        let mut values = without_mean(grid.ink());
        if planes == Planes::InkAndRed {
            // That there is no red is information, too: the mean stays in.
            values.extend(grid.red());
        }
        Self::normalised(values)
    }

    /// The direction of a picture that is ink only; none if it is flat.
    pub(crate) fn of_ink(ink: &[f32]) -> Option<Self> {
        Self::normalised(without_mean(ink.to_vec()))
    }

    fn normalised(mut values: Vec<f32>) -> Option<Self> {
        let square: f32 = values.iter().map(|value| value * value).sum();
        let length = square.sqrt();
        if length < LEAST_CONTRAST * (values.len() as f32).sqrt() {
            return None;
        }
        values.iter_mut().for_each(|value| *value /= length);
        Some(Self(values))
    }

    /// How alike: -1 to 1.
    pub(crate) fn likeness(&self, other: &Self) -> f32 {
        // Eight sums at once: the processor adds them side by side.
        let mut sums = [0.0_f32; 8];
        let (ours, our_rest) = self.0.as_chunks::<8>();
        let (theirs, their_rest) = other.0.as_chunks::<8>();
        let rest: f32 = our_rest.iter().zip(their_rest).map(|(a, b)| a * b).sum();
        for (ours, theirs) in ours.iter().zip(theirs) {
            for lane in 0..8 {
                sums[lane] += ours[lane] * theirs[lane];
            }
        }
        sums.iter().sum::<f32>() + rest
    }
}

fn without_mean(mut values: Vec<f32>) -> Vec<f32> {
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    values.iter_mut().for_each(|value| *value -= mean);
    values
}

/// Directions of one part of a card at one size, and how alike they are.
#[derive(Clone, Debug)]
pub(crate) struct Models {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) planes: Planes,
    pub(crate) models: Vec<Option<Direction>>,
    alike: Vec<Vec<f32>>,
    /// Models that differ by less cannot be distinguished.
    least: f32,
}

impl Models {
    /// The pictures at this size.
    pub(crate) fn new(pictures: &Pictures, width: usize, height: usize, planes: Planes) -> Self {
        let models: Vec<_> = pictures
            .grids
            .iter()
            .map(|grid| {
                let grid = grid.as_ref()?;
                let is_same = (grid.width, grid.height) == (width, height);
                if is_same {
                    Direction::of(grid, planes)
                } else {
                    Direction::of(&grid.shrunk(width, height), planes)
                }
            })
            .collect();
        let alike = models
            .iter()
            .map(|one| {
                let with = |other: &Option<Direction>| match (one, other) {
                    (Some(one), Some(other)) => one.likeness(other),
                    _ => 0.0,
                };
                models.iter().map(with).collect()
            })
            .collect();
        Self {
            width,
            height,
            planes,
            models,
            alike,
            least: LEAST_DIFFERENCE,
        }
    }

    /// The same for pictures that are partly covered: the difference between two
    /// cards may be under the cover, and the rank that both show may fall between
    /// different pixels. In KPatience the strips of 2h and 2d, with no sign in
    /// them, differ by 0.036 for that reason alone.
    pub(crate) fn partly_covered(mut self) -> Self {
        self.least = LEAST_DIFFERENCE_COVERED;
        self
    }

    /// How alike two models are if one is moved over the other by parts of a cell.
    pub(crate) fn alike_when_moved(&self, one: usize, other: usize) -> f32 {
        let (Some(one), Some(other)) = (&self.models[one], &self.models[other]) else {
            return 0.0;
        };
        let parts = (-QUARTERS..=QUARTERS).map(|quarters| f32::from(quarters) / 4.0);
        let ways = parts
            .clone()
            .flat_map(|across| parts.clone().map(move |down| (across, down)));
        let alike = ways.filter_map(|by| Some(other.likeness(&self.moved(one, by)?)));
        alike.fold(one.likeness(other), f32::max)
    }

    /// A model moved by parts of a cell.
    fn moved(&self, model: &Direction, (across, down): (f32, f32)) -> Option<Direction> {
        let mut values = Vec::with_capacity(model.0.len());
        for plane in model.0.chunks_exact(self.width * self.height) {
            let at = |x: isize, y: isize| {
                let x = x.clamp(0, self.width as isize - 1) as usize;
                let y = y.clamp(0, self.height as isize - 1) as usize;
                plane[y * self.width + x]
            };
            let (left, top) = (across.floor(), down.floor());
            let (right_share, lower_share) = (across - left, down - top);
            let (left, top) = (left as isize, top as isize);
            let between = |one: f32, other: f32, share: f32| one + share * (other - one);
            for y in 0..self.height as isize {
                for x in 0..self.width as isize {
                    let row = |y: isize| {
                        let (one, other) = (at(x + left, y), at(x + left + 1, y));
                        between(one, other, right_share)
                    };
                    values.push(between(row(y + top), row(y + top + 1), lower_share));
                }
            }
        }
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        values.iter_mut().for_each(|value| *value /= length);
        (length > f32::EPSILON).then_some(Direction(values))
    }

    /// How alike the picture is to each model; `-1` where there is none.
    pub(crate) fn scores(&self, picture: Option<&Direction>) -> Vec<f32> {
        let score = |model: &Option<Direction>| match (picture, model) {
            (Some(picture), Some(model)) => picture.likeness(model),
            _ => -1.0,
        };
        self.models.iter().map(score).collect()
    }

    /// How alike the picture is to the most alike of some models.
    pub(crate) fn highest(&self, picture: Option<&Direction>, of: &[usize]) -> f32 {
        let score = |model: &usize| match (picture, &self.models[*model]) {
            (Some(picture), Some(model)) => picture.likeness(model),
            _ => -1.0,
        };
        of.iter().map(score).fold(-1.0, f32::max)
    }

    /// How clearly a picture with these scores is `one` and not `other`: 1 if
    /// it is exactly `one`, 0 halfway between, -1 if it is exactly `other`.
    /// Parts where both look the same do not count, so that a small sign counts
    /// as much as a large one.
    pub(crate) fn margin(&self, scores: &[f32], one: usize, other: usize) -> f32 {
        if self.models[other].is_none() {
            // Never seen: it could look like anything.
            return if self.models[one].is_some() {
                scores[one]
            } else {
                0.0
            };
        }
        // Nearly equal models would make noise look like a fact: two cards whose
        // visible strips hardly differ cannot be distinguished.
        let alike = self.alike[one][other].min(1.0 - self.least);
        Self::margin_of(scores[one] - scores[other], alike, scores[one])
    }

    /// The margin of a gap between the scores of two models that are so alike;
    /// `score` is that of the better one.
    pub(crate) fn margin_of(gap: f32, alike: f32, score: f32) -> f32 {
        let apart = (1.0 - alike).max(LEAST_DIFFERENCE);
        // What neither explains (blur, noise, another size) may be the
        // difference between them: the gap must be clear of that, too.
        let unexplained = (1.0 - score).max(0.001);
        (gap / apart)
            .min(gap / (CLEAR_GAP * unexplained))
            .clamp(-1.0, 1.0)
    }
}
