//! How high a card is, and how far apart the cards of a column lie. The table is
//! freshly dealt, so the number of cards in every column is known.

use super::across::Row;
use super::shades::Shades;

/// The least share of a card's width that is an edge.
const LEAST_SHARE: f32 = 0.6;

/// The height of a card over its width.
const SHAPES: (f32, f32) = (1.15, 1.9);

/// The least distance from card to card, in card widths.
const LEAST_STEP: f32 = 0.1;

/// Rows that are nearer show one upper edge.
const ONE_EDGE: i32 = 8;

/// Columns of cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Columns {
    /// The upper edge of the first cards.
    pub(super) top: f32,
    /// From card to card.
    pub(super) step: f32,
    /// The height of a card.
    pub(super) card: f32,
}

/// Finds the columns of a row, with so many cards in each.
pub(super) fn columns(shades: &Shades, row: &Row, counts: &[usize]) -> Option<Columns> {
    let lefts: Vec<f32> = (0..counts.len())
        .map(|pile| row.first + pile as f32 * row.pitch)
        .collect();
    // Empty piles above the columns may be as light as cards that are full of ink.
    let tops = tops(shades, row, &lefts).into_iter();
    let found = tops.filter_map(|top| below(shades, row, &lefts, counts, top));
    let best = found.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map(|(_, columns)| columns)
}

/// The columns whose first cards have this upper edge, and how well they explain what
/// is seen.
fn below(
    shades: &Shades,
    row: &Row,
    lefts: &[f32],
    counts: &[usize],
    top: f32,
) -> Option<(f32, Columns)> {
    let bottoms: Vec<Option<f32>> = lefts
        .iter()
        .map(|left| bottom(shades, row.card, *left, top))
        .collect();
    let mut best: Option<(f32, Columns)> = None;
    let most = counts.iter().copied().max()?;
    // The longest columns end together: a card's height follows from the step.
    let ends = counts.iter().zip(&bottoms).filter(|it| *it.0 == most);
    let ends: Vec<f32> = ends.filter_map(|(_, bottom)| *bottom).collect();
    let end = median(ends)?;
    let mut step = LEAST_STEP * row.card;
    while step < row.card * SHAPES.1 {
        let card = end - top - (most as f32 - 1.0) * step;
        let found = Columns { top, step, card };
        let shape = card / row.card;
        if (SHAPES.0..SHAPES.1).contains(&shape) && step < card {
            let score = score(shades, row, &found, lefts, counts, &bottoms);
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, found));
            }
        }
        step += 0.125;
    }
    let (_, columns) = best?;
    let mut ends = counts.iter().zip(&bottoms);
    // A card that a program has already played would shift the names of all others.
    let is_fresh = |(count, bottom): (&usize, &Option<f32>)| {
        bottom.is_none_or(|bottom| (bottom - columns.end(*count)).abs() < columns.step / 2.0)
    };
    ends.all(is_fresh).then_some(best?)
}

impl Columns {
    /// The lower edge of a column with so many cards.
    fn end(&self, count: usize) -> f32 {
        self.top + (count as f32 - 1.0) * self.step + self.card
    }
}

/// Where the upper edge of all columns at once may be: nowhere near is a better place.
fn tops(shades: &Shades, row: &Row, lefts: &[f32]) -> Vec<f32> {
    let mut tops: Vec<(f32, i32)> = Vec::new();
    for y in 6..shades.height as i32 - 6 {
        if shades.is_bar((y + 2) as usize) {
            continue;
        }
        let edges = lefts
            .iter()
            .map(|left| shades.upper_edge(*left, row.card, y));
        let sum: f32 = edges.filter(|share| *share > LEAST_SHARE).sum();
        if sum <= 0.5 * lefts.len() as f32 {
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

/// The lower edge of the last card of a column.
fn bottom(shades: &Shades, card: f32, left: f32, top: f32) -> Option<f32> {
    let mut best = (LEAST_SHARE, None);
    let from = (top + SHAPES.0 * card) as i32;
    for y in from..shades.height as i32 {
        let share = shades.lower_edge(left, card, y);
        if share > best.0 {
            // Four rows look like the edge; the first is one above it.
            best = (share, Some(y as f32 + 1.0));
        }
    }
    best.1
}

/// How many cards have an upper edge where one belongs, and how many columns end
/// where they should.
fn score(
    shades: &Shades,
    row: &Row,
    columns: &Columns,
    lefts: &[f32],
    counts: &[usize],
    bottoms: &[Option<f32>],
) -> f32 {
    let mut sum = 0.0;
    for ((left, count), bottom) in lefts.iter().zip(counts).zip(bottoms) {
        for index in 1..*count {
            let y = columns.top + index as f32 * columns.step;
            let share = shades.line(*left, row.card, y.round() as i32);
            sum += if share > LEAST_SHARE { share } else { 0.0 };
        }
        let off = bottom.map_or(3.0, |bottom| (bottom - columns.end(*count)).abs());
        sum += 2.0 * (1.0 - off / 3.0).max(0.0);
    }
    sum
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
