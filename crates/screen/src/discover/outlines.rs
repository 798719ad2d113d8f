//! Places where no card lies: outlines as large as a card, in a row.

use super::shades::Shades;
use crate::Rectangle;

/// The least share of each side of an outline that is drawn.
const LEAST_SIDE: f32 = 0.62;

/// An outline is at least and at most this many times as large as a card.
const SIZES: (f32, f32) = (0.93, 1.04);

/// A card that was measured differs from another one by at most so many pixels.
const WITHIN: usize = 2;

/// The part of a side that round corners do not touch.
const STRAIGHT: (f32, f32) = (0.15, 0.85);

/// Two outlines of a row are at least this far apart, in card widths.
const LEAST_APART: f32 = 0.9;

/// An outline, by its upper left corner and size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outline {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    score: f32,
}

impl Outline {
    pub(super) fn place(&self) -> Rectangle {
        Rectangle {
            x: self.x as i32,
            y: self.y as i32,
            width: self.width as u32,
            height: self.height as u32,
        }
    }
}

/// How many steps of brightness there are above a pixel, and to its left.
struct Sides {
    width: usize,
    height: usize,
    /// Of vertical sides, down each column.
    down: Vec<u32>,
    /// Of horizontal sides, along each row.
    along: Vec<u32>,
}

impl Sides {
    fn of(shades: &Shades) -> Self {
        let (width, height) = (shades.width, shades.height);
        let mut down = vec![0; (width + 1) * (height + 1)];
        let mut along = vec![0; (width + 1) * (height + 1)];
        for y in 0..height {
            for x in 0..width {
                let (px, py) = (x as i32, y as i32);
                let across = shades.is_step_across(px, py);
                let steps = shades.is_step_down(px, py);
                down[(y + 1) * (width + 1) + x] = down[y * (width + 1) + x] + u32::from(across);
                along[y * (width + 1) + x + 1] = along[y * (width + 1) + x] + u32::from(steps);
            }
        }
        Self {
            width,
            height,
            down,
            along,
        }
    }

    /// The share of a vertical side that is drawn.
    fn vertical(&self, x: usize, y: usize, height: usize) -> f32 {
        let from = y + (STRAIGHT.0 * height as f32) as usize;
        let to = (y + (STRAIGHT.1 * height as f32) as usize).min(self.height);
        if to <= from || x >= self.width {
            return 0.0;
        }
        let at = |y: usize| self.down[y * (self.width + 1) + x];
        (at(to) - at(from)) as f32 / (to - from) as f32
    }

    /// The share of a horizontal side that is drawn.
    fn horizontal(&self, x: usize, y: usize, width: usize) -> f32 {
        let from = x + (STRAIGHT.0 * width as f32) as usize;
        let to = (x + (STRAIGHT.1 * width as f32) as usize).min(self.width);
        if to <= from || y >= self.height {
            return 0.0;
        }
        let row = y * (self.width + 1);
        (self.along[row + to] - self.along[row + from]) as f32 / (to - from) as f32
    }

    /// The drawn share of the side that is drawn least.
    fn outline(&self, x: usize, y: usize, width: usize, height: usize) -> f32 {
        let mut least: f32 = 1.0;
        let sides: [&dyn Fn() -> f32; 4] = [
            &|| self.vertical(x, y, height),
            &|| self.horizontal(x, y, width),
            &|| self.vertical(x + width, y, height),
            &|| self.horizontal(x, y + height, width),
        ];
        for side in sides {
            least = least.min(side());
            if least < LEAST_SIDE {
                return 0.0;
            }
        }
        least
    }
}

/// Rectangles as large as a card, none over another, the clearest first, outside of
/// what is known to be something else.
pub(super) fn anywhere(shades: &Shades, card: (f32, f32), taken: &[Rectangle]) -> Vec<Outline> {
    let sides = Sides::of(shades);
    let sizes = |length: f32| (length as usize).saturating_sub(WITHIN)..=length as usize + WITHIN;
    let mut found: Vec<Outline> = Vec::new();
    for height in sizes(card.1) {
        for y in 1..shades.height.saturating_sub(height) {
            for width in sizes(card.0) {
                let row = in_row(&sides, y, (width, height), card.0);
                let is_free = |it: &Outline| !taken.iter().any(|taken| overlap(taken, &it.place()));
                found.extend(row.into_iter().filter(is_free));
            }
        }
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut kept: Vec<Outline> = Vec::new();
    for outline in found {
        if !kept.iter().any(|it| overlap(&it.place(), &outline.place())) {
            kept.push(outline);
        }
    }
    kept
}

fn overlap(one: &Rectangle, other: &Rectangle) -> bool {
    let is_before = |at: i32, size: u32, other: i32| at + size as i32 <= other;
    !(is_before(one.x, one.width, other.x)
        || is_before(other.x, other.width, one.x)
        || is_before(one.y, one.height, other.y)
        || is_before(other.y, other.height, one.y))
}

/// The row with the most outlines of a card's size, at most `most`, outside of what
/// is known to be something else.
pub(super) fn row(
    shades: &Shades,
    card: (f32, f32),
    most: usize,
    taken: Rectangle,
) -> Vec<Outline> {
    let sides = Sides::of(shades);
    let sizes = |length: f32| (SIZES.0 * length) as usize..=(SIZES.1 * length).ceil() as usize;
    let is_free = |y: usize, height: usize| {
        let (top, bottom) = (taken.y, taken.y + taken.height as i32);
        (y + height) as i32 <= top || y as i32 >= bottom
    };
    let mut best: Vec<Outline> = Vec::new();
    let sum = |row: &[Outline]| row.iter().map(|it| it.score).sum::<f32>();
    for height in sizes(card.1) {
        for y in 1..shades.height.saturating_sub(height) {
            if !is_free(y, height) || shades.is_bar(y + 2) {
                continue;
            }
            for width in sizes(card.0) {
                let found = in_row(&sides, y, (width, height), card.0);
                if found.len() > most {
                    continue;
                }
                if (found.len(), sum(&found)) > (best.len(), sum(&best)) {
                    best = found;
                }
            }
        }
    }
    best
}

fn in_row(sides: &Sides, y: usize, (width, height): (usize, usize), card: f32) -> Vec<Outline> {
    let mut found: Vec<Outline> = Vec::new();
    for x in 0..sides.width.saturating_sub(width) {
        let score = sides.outline(x, y, width, height);
        if score == 0.0 {
            continue;
        }
        let outline = Outline {
            x: x as f32,
            y: y as f32,
            width: width as f32,
            height: height as f32,
            score,
        };
        match found.last_mut() {
            Some(last) if outline.x - last.x < LEAST_APART * card => {
                if outline.score > last.score {
                    *last = outline;
                }
            }
            _ => found.push(outline),
        }
    }
    found
}
