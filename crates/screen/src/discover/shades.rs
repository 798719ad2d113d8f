//! The brightness of a picture, and where it changes.

use crate::Frame;

/// A step of brightness from the table to a card.
const CARD_EDGE: i16 = 60;

/// A step of brightness at a line on or around a card, or at the outline of an
/// empty pile.
const LINE_EDGE: i16 = 9;

/// From an edge to what is certainly beside it, in pixels.
const BESIDE: i32 = 2;

/// How many pixels beside a card show the table and nothing else.
const OUTSIDE: i32 = 5;

/// A row of pixels that is light in more than this share of its width is a bar of
/// the window.
const MOST_LIGHT: f32 = 0.85;

/// The last rows of a window may be its border.
const LOWER_BORDER: usize = 2;

/// What is lighter than this can be paper.
const LEAST_PAPER: i16 = 120;

/// The part of a card's width (or height) that its round corners do not touch.
const STRAIGHT: (f32, f32) = (0.12, 0.88);

/// The darkest channel of every pixel, so that coloured cloth and red ink are dark.
pub(super) struct Shades {
    pub(super) width: usize,
    pub(super) height: usize,
    values: Vec<u8>,
}

impl Shades {
    pub(super) fn of(frame: &Frame) -> Self {
        let pixels = frame.rgb.chunks_exact(3);
        Self {
            width: frame.width as usize,
            height: frame.height as usize,
            values: pixels.map(|rgb| rgb[0].min(rgb[1]).min(rgb[2])).collect(),
        }
    }

    pub(super) fn at(&self, x: i32, y: i32) -> i16 {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        i16::from(self.values[y * self.width + x])
    }

    pub(super) fn row(&self, y: usize) -> &[u8] {
        &self.values[y * self.width..(y + 1) * self.width]
    }

    /// A bar of the window: light from end to end.
    pub(super) fn is_bar(&self, y: usize) -> bool {
        let row = self.row(y);
        let is_light = |value: &&u8| i16::from(**value) > LEAST_PAPER + 30;
        let ends = [row.get(1), row.iter().rev().nth(1)];
        ends.into_iter().flatten().filter(is_light).count() == 2
            && row.iter().filter(is_light).count() as f32 > MOST_LIGHT * self.width as f32
    }

    /// The height of a bar at the lower edge, such as one that shows a message.
    pub(super) fn lower_bar(&self) -> usize {
        let last = self.height.saturating_sub(LOWER_BORDER);
        let is_light = |x: usize, y: usize| i16::from(self.row(y)[x]) > LEAST_PAPER + 30;
        let is_open = |y: &usize| is_light(1, *y) && is_light(self.width - 2, *y);
        match last > 0 && self.width > 2 && self.is_bar(last - 1) {
            true => LOWER_BORDER + (0..last).rev().take_while(is_open).count(),
            false => 0,
        }
    }

    /// How many rows have the left edge of a card at each column, and the right
    /// edge.
    pub(super) fn side_edges(&self) -> (Vec<f32>, Vec<f32>) {
        let mut left = vec![0.0; self.width + 1];
        let mut right = vec![0.0; self.width + 1];
        for y in (0..self.height).filter(|y| !self.is_bar(*y)) {
            for (x, pixels) in self.row(y).windows(4).enumerate() {
                let step = i16::from(pixels[3]) - i16::from(pixels[0]);
                left[x + 2] += f32::from(u8::from(step > CARD_EDGE));
                right[x + 2] += f32::from(u8::from(step < -CARD_EDGE));
            }
        }
        (smooth(&left), smooth(&right))
    }

    /// The share of a card's width where the table above turns into paper at `y`.
    pub(super) fn upper_edge(&self, left: f32, card: f32, y: i32) -> f32 {
        self.share_across(left, card, |x| {
            let inside = self.at(x, y + BESIDE);
            inside > LEAST_PAPER
                && (1..=OUTSIDE)
                    .step_by(2)
                    .all(|out| inside - self.at(x, y - 1 - out) > CARD_EDGE)
        })
    }

    /// The share of a card's width where paper turns into the table below at `y`.
    pub(super) fn lower_edge(&self, left: f32, card: f32, y: i32) -> f32 {
        self.share_across(left, card, |x| {
            let inside = self.at(x, y - 1 - BESIDE);
            inside > LEAST_PAPER
                && (1..=OUTSIDE)
                    .step_by(2)
                    .all(|out| inside - self.at(x, y + out) > CARD_EDGE)
        })
    }

    /// The share of a card's width where something changes between the rows above
    /// and at `y`: a card on another one.
    pub(super) fn line(&self, left: f32, card: f32, y: i32) -> f32 {
        self.share_across(left, card, |x| self.is_step_down(x, y))
    }

    /// How much more of a card's width turns lighter than darker between the rows above
    /// and below `y`: at the upper edge of a card all of it does, in a pattern it does
    /// not, and where a light border ends it turns darker.
    pub(super) fn edge(&self, left: f32, card: f32, y: i32) -> f32 {
        let step = |x: i32| self.at(x, y + 1) - self.at(x, y - 1);
        let lighter = self.share_across(left, card, |x| step(x) >= LINE_EDGE);
        let darker = self.share_across(left, card, |x| step(x) <= -LINE_EDGE);
        lighter - darker
    }

    pub(super) fn is_step_down(&self, x: i32, y: i32) -> bool {
        (self.at(x, y) - self.at(x, y - 1)).abs() >= LINE_EDGE
            || (self.at(x, y + 1) - self.at(x, y - 1)).abs() >= LINE_EDGE
    }

    pub(super) fn is_step_across(&self, x: i32, y: i32) -> bool {
        (self.at(x, y) - self.at(x - 1, y)).abs() >= LINE_EDGE
            || (self.at(x + 1, y) - self.at(x - 1, y)).abs() >= LINE_EDGE
    }

    fn share_across(&self, left: f32, card: f32, holds: impl Fn(i32) -> bool) -> f32 {
        let from = (left + STRAIGHT.0 * card) as i32;
        let to = (left + STRAIGHT.1 * card) as i32;
        let found = (from..to).filter(|x| holds(*x)).count();
        found as f32 / (to - from).max(1) as f32
    }
}

/// A little wider, so that places between the pixels are found.
fn smooth(values: &[f32]) -> Vec<f32> {
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    (0..values.len())
        .map(|x| 0.25 * at(x.wrapping_sub(1)) + 0.5 * at(x) + 0.25 * at(x + 1))
        .collect()
}
