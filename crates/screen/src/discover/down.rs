//! How high a card is, and how far apart the cards of a column lie. The table is
//! freshly dealt, so the number of cards in every column is known.

use super::shades::Shades;

/// The least share of a card's width that is an edge.
const LEAST_SHARE: f32 = 0.6;

/// The height of a card over its width.
const SHAPES: (f32, f32) = (1.15, 1.9);

/// The least distance from card to card, in card widths.
const LEAST_STEP: f32 = 0.1;

/// Rows that are nearer show one upper edge.
const ONE_EDGE: i32 = 8;

/// A column across a picture, and how many cards it has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    /// Its left edge.
    pub(super) left: f32,
    /// Its cards.
    pub(super) count: usize,
    /// Some of them lie face down.
    pub(super) has_backs: bool,
}

/// An edge with at least this share of the clearest one is as clear.
const ABOUT_AS_CLEAR: f32 = 0.9;

/// Columns of cards.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Columns {
    /// The upper edge of the first cards, in each row of columns.
    pub(super) tops: Vec<f32>,
    /// From card to card.
    pub(super) step: f32,
    /// The height of a card.
    pub(super) card: f32,
}

/// The columns of one row.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fit {
    /// The upper edge of the first cards.
    top: f32,
    step: f32,
    card: f32,
    /// How well they explain what is seen.
    score: f32,
}

/// Finds columns in one row or in several, from the upper one down. `width` is that of
/// a card.
pub(super) fn columns(shades: &Shades, width: f32, rows: &[Vec<Place>]) -> Option<Columns> {
    let (first, others) = rows.split_first()?;
    let tops = tops(shades, width, first);
    // Columns of a row end before the next row begins; empty piles above a single row
    // may be as light as cards that are full of ink.
    let limit = |index: usize| match others.is_empty() {
        true => f32::MAX,
        false => tops.get(index + 1).copied().unwrap_or(f32::MAX),
    };
    let fits = (0..tops.len()).filter_map(|index| {
        let fit = below(shades, width, first, tops[index], limit(index))?;
        let mut rows = vec![fit.top];
        for row in others {
            let above = *rows.last()?;
            let mut lower = tops.iter().filter(|top| **top > above + fit.card);
            rows.push(*lower.find(|top| fit.is_at(shades, width, row, **top))?);
        }
        Some((fit, rows))
    });
    let (fit, tops) = fits.max_by(|one, other| one.0.score.total_cmp(&other.0.score))?;
    Some(Columns {
        tops,
        step: fit.step,
        card: fit.card,
    })
}

/// The columns whose first cards have this upper edge.
fn below(shades: &Shades, width: f32, row: &[Place], top: f32, limit: f32) -> Option<Fit> {
    let bottoms: Vec<Option<f32>> = row
        .iter()
        .map(|place| bottom(shades, width, place, top, limit))
        .collect();
    let mut best: Option<Fit> = None;
    let most = row.iter().map(|place| place.count).max()?;
    // The longest columns end together: a card's height follows from the step.
    let ends = row.iter().zip(&bottoms).filter(|it| it.0.count == most);
    let ends: Vec<f32> = ends.filter_map(|(_, bottom)| *bottom).collect();
    let end = median(ends)?;
    let mut step = LEAST_STEP * width;
    while step < width * SHAPES.1 {
        let card = end - top - (most as f32 - 1.0) * step;
        let mut fit = Fit {
            top,
            step,
            card,
            score: 0.0,
        };
        let shape = card / width;
        if (SHAPES.0..SHAPES.1).contains(&shape) && step < card {
            fit.score = fit.score(shades, width, row, &bottoms);
            if best.is_none_or(|known| fit.score > known.score) {
                best = Some(fit);
            }
        }
        step += 0.125;
    }
    best.filter(|fit| fit.is_fresh(row, &bottoms))
}

impl Fit {
    /// The lower edge of a column with so many cards.
    fn end(&self, count: usize) -> f32 {
        self.top + (count as f32 - 1.0) * self.step + self.card
    }

    /// Every column ends where it should: a card that a program has already played
    /// would shift the names of all others.
    fn is_fresh(&self, row: &[Place], bottoms: &[Option<f32>]) -> bool {
        let mut ends = row.iter().zip(bottoms);
        ends.all(|(place, bottom)| {
            bottom.is_none_or(|bottom| (bottom - self.end(place.count)).abs() < self.step / 2.0)
        })
    }

    /// Columns of the same cards begin at another upper edge.
    fn is_at(&self, shades: &Shades, width: f32, row: &[Place], top: f32) -> bool {
        let fit = Self { top, ..*self };
        let bottoms = row.iter().map(|place| {
            let limit = fit.end(place.count) + fit.step;
            bottom(shades, width, place, top, limit)
        });
        let bottoms: Vec<_> = bottoms.collect();
        bottoms.iter().flatten().count() > row.len() / 2 && fit.is_fresh(row, &bottoms)
    }

    /// How many cards have an upper edge where one belongs, and how many columns end
    /// where they should.
    fn score(&self, shades: &Shades, width: f32, row: &[Place], bottoms: &[Option<f32>]) -> f32 {
        let mut sum = 0.0;
        for (place, bottom) in row.iter().zip(bottoms) {
            for index in 1..place.count {
                let y = self.top + index as f32 * self.step;
                let share = shades.line(place.left, width, y.round() as i32);
                sum += if share > LEAST_SHARE { share } else { 0.0 };
            }
            let off = bottom.map_or(3.0, |bottom| (bottom - self.end(place.count)).abs());
            sum += 2.0 * (1.0 - off / 3.0).max(0.0);
        }
        sum
    }
}

/// Where the upper edge of all columns at once may be: nowhere near is a better place.
fn tops(shades: &Shades, width: f32, row: &[Place]) -> Vec<f32> {
    let mut tops: Vec<(f32, i32)> = Vec::new();
    for y in 6..shades.height as i32 - 6 {
        if shades.is_bar((y + 2) as usize) {
            continue;
        }
        let edges = row
            .iter()
            .map(|place| shades.upper_edge(place.left, width, y));
        let sum: f32 = edges.filter(|share| *share > LEAST_SHARE).sum();
        if sum <= 0.5 * row.len() as f32 {
            continue;
        }
        match tops.last_mut() {
            Some(last) if y - last.1 < ONE_EDGE => {
                if sum > last.0 {
                    *last = (sum, y);
                }
            }
            _ => tops.push((sum, y)),
        }
    }
    // Four rows look like the edge; the first is two above it.
    tops.into_iter().map(|(_, y)| y as f32 + 2.0).collect()
}

/// The lower edge of the last card of a column, above a limit. The light border of a
/// back ends like a card: below backs, the lowest such edge counts.
pub(super) fn bottom(
    shades: &Shades,
    width: f32,
    place: &Place,
    top: f32,
    limit: f32,
) -> Option<f32> {
    let mut best: (f32, Option<f32>) = (LEAST_SHARE, None);
    let from = (top + SHAPES.0 * width) as i32;
    for y in from..(shades.height as i32).min(limit as i32) {
        let share = shades.lower_edge(place.left, width, y);
        let is_lower = best
            .1
            .is_none_or(|known| y as f32 - known > ONE_EDGE as f32);
        if share > best.0 || (place.has_backs && is_lower && share > ABOUT_AS_CLEAR * best.0) {
            // Four rows look like the edge; the first is one above it.
            best = (share, Some(y as f32 + 1.0));
        }
    }
    best.1
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
