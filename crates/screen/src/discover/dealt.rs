//! A stock that is dealt onto the columns, a card on each, as in Spider: every row shows
//! its cards whole, because nothing lies on them yet.
//!
//! ```text
//!   +-+-+-+-----+    the stock in heaps, the last one on the others
//!   | | | |:::::|
//!   +-+-+-+-----+
//!   +-----+ +-----+
//!   |:::::| |:::::|  backs, `step` apart
//!   +-----+ +-----+
//!   |7    | |Q    |  what a fresh deal shows
//!   +-----+ +-----+
//!   |K    | |2    |  the first row, `face_step` below it
//!   |     | |     |
//!   +-----+ +-----+
//! ```

use patience::layout::Role;

use super::down::{self, Place};
use super::outlines;
use super::shades::Shades;
use super::table::{Found, Group, Spot};
use crate::calibrate::KnownPile;
use crate::vision::Face;
use crate::{Error, Frame, Rectangle};

/// Heaps of a stock lie less than this far apart, in card widths.
const MOST_APART: f32 = 0.6;

/// Around a heap, so much is looked at, in card widths.
const AROUND: f32 = 1.0;

/// Rows of pixels above and below a heap.
const MARGIN: f32 = 6.0;

/// Heaps that are nearer lie on each other, in pixels.
const LEAST_APART: f32 = 2.0;

/// Columns agree about the distance from face to face within so many pixels.
const WITHIN: f32 = 1.5;

/// The corner of the stock's next heap in a picture, near where the last one was.
pub(super) fn heap(frame: &Frame, card: (f32, f32), last: (f32, f32)) -> Option<(f32, f32)> {
    let left = (last.0 - AROUND * card.0).max(0.0);
    let top = (last.1 - MARGIN).max(0.0);
    let right = (last.0 + (1.0 + AROUND) * card.0).min(frame.width as f32);
    let bottom = (last.1 + card.1 + MARGIN).min(frame.height as f32);
    let band = Rectangle {
        x: left as i32,
        y: top as i32,
        width: (right - left) as u32,
        height: (bottom - top) as u32,
    };
    let found = outlines::anywhere(&Shades::of(&frame.part(band)), card, &[]);
    let corners = found
        .iter()
        .map(|it| (band.x as f32 + it.x, band.y as f32 + it.y));
    let far = |corner: &(f32, f32)| (corner.0 - last.0).abs();
    let near = corners.filter(|it| far(it) < MOST_APART * card.0);
    near.min_by(|one, other| far(one).total_cmp(&far(other)))
}

/// The places of the columns, with so many rows on them.
pub(super) fn room<'f>(
    found: &'f Found,
    columns: &'f Group,
    rows: usize,
) -> impl Iterator<Item = Rectangle> + 'f {
    columns.cards.iter().enumerate().map(move |(pile, cards)| {
        let place = found.place(columns.corner(pile));
        let covered = (cards.len() + rows) as f32 * found.step;
        Rectangle {
            height: place.height + covered as u32,
            ..place
        }
    })
}

/// How many cards a draw puts onto the columns: the last row may be shorter.
fn row(found: &Found, columns: &Group, draw: usize) -> usize {
    let all = found.only(Role::Stock).map_or(0, |it| it.cards[0].len());
    let before = (draw - 1) * columns.names.len();
    all.saturating_sub(before).min(columns.names.len())
}

/// Measures what only draws show: the heaps of the stock, and how far apart faces lie.
pub(super) fn settle(found: &mut Found, frames: &[Frame]) -> Result<(), Error> {
    settle_heaps(found, frames);
    if frames.len() < 2 {
        return Ok(());
    }
    let Some(columns) = found.dealt_columns() else {
        return Ok(());
    };
    let bottom = |frame: &Frame, pile: usize, least: f32| {
        let place = Place {
            left: columns.corner(pile).0,
            count: columns.cards[pile].len(),
            has_backs: true,
        };
        let end = columns.at.1 + (place.count as f32 - 1.0) * found.step + found.card.1;
        let shades = Shades::of(frame);
        // The next row begins on the last card, or where it ends.
        let limit = end + least + found.card.1;
        down::bottom(&shades, found.card.0, &place, columns.at.1, limit)
    };
    let steps = (0..row(found, columns, 1)).filter_map(|pile| {
        let first = bottom(&frames[0], pile, 0.0)?;
        Some(bottom(&frames[1], pile, 0.0)? - first)
    });
    let mut steps: Vec<f32> = steps.collect();
    steps.sort_by(f32::total_cmp);
    let step = steps.get(steps.len() / 2).copied().unwrap_or(0.0);
    let agree = steps.iter().filter(|it| (**it - step).abs() <= WITHIN);
    if step < LEAST_APART || 2 * agree.count() <= columns.names.len() {
        return Err(Error::NotRead(
            "cards were dealt from the stock, but it is not seen how far apart they lie; is the \
             window high enough?"
                .to_owned(),
        ));
    }
    let main = found.main;
    found.face_step = Some(step);
    found.groups[main].visible = step;
    Ok(())
}

/// Where the heaps of the stock lie: each draw takes the last one away.
fn settle_heaps(found: &mut Found, frames: &[Frame]) {
    let Some(stock) = found.groups.iter().position(|it| it.role == Role::Stock) else {
        return;
    };
    let mut corner = found.groups[stock].at;
    let mut corners = vec![corner];
    // After the last draw there is none.
    for frame in frames.iter().take(frames.len() - 1).skip(1) {
        let Some(next) = heap(frame, found.card, corner) else {
            break;
        };
        corner = next;
        corners.push(next);
    }
    let apart = (corners[0].0 - corner.0) / (corners.len().max(2) - 1) as f32;
    if apart.abs() >= LEAST_APART {
        found.heaps = Some((corners.len(), apart));
        found.groups[stock].at.0 = corner.0;
    }
}

/// The cards of the rows, each in the picture in which nothing lies on it.
pub(super) fn spots(found: &Found, columns: &Group, looks: usize) -> Vec<Spot> {
    let step = found.face_step.unwrap_or(found.step);
    let mut spots = Vec::new();
    for look in 1..looks {
        for pile in 0..row(found, columns, look) {
            let dealt = columns.cards[pile].len();
            let corner = columns.corner(pile);
            let down = (dealt as f32 - 1.0) * found.step + look as f32 * step;
            spots.push(Spot {
                pile: columns.names[pile].clone(),
                index: dealt - 1 + look,
                corner: (corner.0, corner.1 + down),
                visible: columns.visible,
                across: found.card.0,
                look,
            });
        }
    }
    spots
}

/// What every pile shows after each draw, the columns last. `first` is what they show
/// before.
pub(super) fn known(
    found: &Found,
    columns: &Group,
    first: &[KnownPile],
    (spots, named): (&[Spot], &[String]),
) -> Vec<(usize, Vec<KnownPile>)> {
    let looks = spots.iter().map(|spot| spot.look).max().unwrap_or(0);
    let stock = found.only(Role::Stock).map(|it| it.names[0].as_str());
    let is_left = |look: usize| row(found, columns, look + 1) > 0;
    let (mut now, mut others): (Vec<_>, Vec<_>) = first
        .iter()
        .cloned()
        .partition(|it| columns.names.contains(&it.pile));
    let mut all = Vec::new();
    for look in 1..=looks {
        for (spot, card) in spots.iter().zip(named).filter(|it| it.0.look == look) {
            if let Some(pile) = now.iter_mut().find(|it| it.pile == spot.pile) {
                pile.cards.push(Face::Up(card.clone()));
            }
        }
        others.retain(|it| is_left(look) || Some(it.pile.as_str()) != stock);
        all.push((look, others.iter().chain(&now).cloned().collect()));
    }
    all
}
