//! Where every card of a layout lies in the terminal.
//!
//! A pile is a strip: a line for its upper edge, a line with the face of each
//! card (or more, where there is room), the body of the top card, and a line
//! for its lower edge. A pile of one card is a strip like any other:
//!
//! ```text
//! ╭─1─╮    upper edge, with the letter of the pile
//! │10♥│    a covered card shows its face only
//! │9♠ │    the top card
//! ╰───╯    lower edge
//! ```

use patience::layout::{Layout, Pile, Role, Spot};
use ratatui::layout::{Position, Rect};

/// How big a card is drawn, in columns and lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// From card to card beside it. Even, so that half a card is whole, too.
    pub pitch: u16,
    /// The width of a card.
    pub width: u16,
    /// The height of a card.
    pub height: u16,
}

/// What is tried, the biggest first.
const SCALES: [Scale; 6] = [
    Scale {
        pitch: 16,
        width: 15,
        height: 10,
    },
    Scale {
        pitch: 14,
        width: 13,
        height: 9,
    },
    Scale {
        pitch: 12,
        width: 11,
        height: 7,
    },
    Scale {
        pitch: 10,
        width: 9,
        height: 6,
    },
    Scale {
        pitch: 8,
        width: 7,
        height: 5,
    },
    Scale {
        pitch: 6,
        width: 5,
        height: 3,
    },
];

/// Cards of a column that must be seen at least; more are better, but a table
/// with fewer cannot be played.
const FEWEST_IN_COLUMN: u16 = 8;

/// A pile as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// The pile, by its place in the layout.
    pub pile: usize,
    /// Everything it covers.
    pub area: Rect,
    /// The cards that are seen, and the line of each one's face.
    pub cards: Vec<(usize, u16)>,
    /// Cards at its base that there is no room for.
    pub hidden: usize,
    /// The lower edge is cut off.
    pub is_cut: bool,
    /// The next card of a fan covers its right part.
    pub is_fanned: bool,
}

/// A layout in the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// The size of its cards.
    pub scale: Scale,
    /// The piles in the order in which they are drawn.
    pub strips: Vec<Strip>,
    /// What they cover together.
    pub area: Rect,
}

impl Geometry {
    /// The biggest picture of a layout that an area has room for; none if
    /// there is not enough for the smallest.
    pub fn new(layout: &Layout, area: Rect) -> Option<Self> {
        SCALES
            .iter()
            .find(|&&scale| {
                let (width, height) = needed(layout, scale, 1);
                width <= area.width && height <= area.height
            })
            .or_else(|| {
                let smallest = SCALES.last()?;
                let (width, height) = least(layout);
                (width <= area.width && height <= area.height).then_some(smallest)
            })
            .map(|&scale| place(layout, scale, area))
    }

    /// The card or the empty place under this point.
    pub fn spot_at(&self, point: Position) -> Option<Spot> {
        let strip = self
            .strips
            .iter()
            .rev()
            .find(|strip| strip.area.contains(point))?;
        let card = strip
            .cards
            .iter()
            .rev()
            .find(|(_, line)| *line <= point.y)
            .or(strip.cards.first());
        Some(Spot {
            pile: strip.pile,
            card: card.map_or(0, |(card, _)| *card),
        })
    }

    /// The middle of what is seen of a card or an empty place, in half columns
    /// and lines, for walking over the table.
    pub fn middle(&self, spot: Spot) -> Option<(i32, i32)> {
        let mut strips = self.strips.iter().filter(|strip| strip.pile == spot.pile);
        let has_it = |strip: &&Strip| strip.cards.iter().any(|(card, _)| *card == spot.card);
        let strip = strips.clone().find(has_it).or_else(|| strips.next())?;
        let line = strip
            .cards
            .iter()
            .find(|(card, _)| *card == spot.card)
            .map_or(strip.area.y + 1, |(_, line)| *line);
        let column = 2 * i32::from(strip.area.x) + i32::from(strip.area.width);
        Some((column, i32::from(line)))
    }
}

/// The columns and lines of the smallest picture of a layout that can be used.
pub fn least(layout: &Layout) -> (u16, u16) {
    let smallest = SCALES[SCALES.len() - 1];
    let (width, height) = needed(layout, smallest, 1);
    let has_columns = layout.piles.iter().any(|pile| pile.step[1] > 0.0);
    if !has_columns {
        return (width, height);
    }
    let tops = Tops::new(layout, smallest.height, 1);
    let columns = layout.piles.iter().filter(|pile| pile.step[1] > 0.0);
    let lowest = columns.map(|pile| tops.of(pile)).max().unwrap_or(0);
    (width, height.min(lowest + FEWEST_IN_COLUMN + 1))
}

/// The columns and lines of a picture with so many lines for each covered card.
fn needed(layout: &Layout, scale: Scale, step: u16) -> (u16, u16) {
    let across = across(layout);
    let tops = Tops::new(layout, scale.height, step);
    let right = layout.piles.iter().map(|pile| left_of(pile, across, scale));
    let width = right.max().unwrap_or(0) + scale.width;
    let bottom = layout.piles.iter().map(|pile| {
        let more = if pile.step[1] > 0.0 {
            room(layout, pile).saturating_sub(1) * step
        } else {
            0
        };
        tops.of(pile) + scale.height + more
    });
    (width, bottom.max().unwrap_or(0))
}

/// The cards that the layout has room for in a column.
fn room(layout: &Layout, pile: &Pile) -> u16 {
    let cards = (layout.height - pile.y - 1.0) / pile.step[1];
    cards.round().max(0.0) as u16 + 1
}

/// From pile to pile beside it, in card widths: the least there is.
fn across(layout: &Layout) -> f32 {
    let mut least = f32::INFINITY;
    for one in &layout.piles {
        for other in &layout.piles {
            if same(one.y, other.y) && other.x - one.x > 0.5 {
                least = least.min(other.x - one.x);
            }
        }
    }
    if least.is_finite() { least } else { 1.0 }
}

fn same(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.01
}

fn left_of(pile: &Pile, across: f32, scale: Scale) -> u16 {
    (pile.x / across * f32::from(scale.pitch)).round() as u16
}

/// The line on which the piles of each height begin.
struct Tops(Vec<(f32, u16)>);

impl Tops {
    fn new(layout: &Layout, height: u16, step: u16) -> Self {
        let mut rows: Vec<f32> = layout.piles.iter().map(|pile| pile.y).collect();
        rows.sort_by(f32::total_cmp);
        rows.dedup_by(|one, other| same(*one, *other));
        let mut tops: Vec<(f32, u16)> = Vec::new();
        for y in rows {
            let line = tops.last().map_or(0, |(above, line)| {
                let apart = y - above;
                // Rows that overlap show the upper edge and the face at least.
                let overlap = (f32::from(height) * apart).ceil() as u16;
                let whole = height + covered_cards(layout, *above, apart) * step;
                line + if apart < 1.0 { overlap } else { whole }
            });
            tops.push((y, line));
        }
        Self(tops)
    }

    fn of(&self, pile: &Pile) -> u16 {
        let found = self.0.iter().find(|(y, _)| same(*y, pile.y));
        found.map_or(0, |(_, line)| *line)
    }
}

/// The cards of a column, besides its top card, for which a layout leaves room
/// before the next row.
fn covered_cards(layout: &Layout, row: f32, apart: f32) -> u16 {
    let in_row = layout.piles.iter().filter(|pile| same(pile.y, row));
    let steps = in_row.map(|pile| pile.step[1]).filter(|step| *step > 0.0);
    let cards = steps.map(|step| ((apart - 1.0) / step).floor() as u16);
    cards.max().unwrap_or(0)
}

fn place(layout: &Layout, scale: Scale, area: Rect) -> Geometry {
    let across = across(layout);
    let (width, height) = needed(layout, scale, 1);
    let margin = area.width.saturating_sub(width) / 2;
    let spare = area.height.saturating_sub(height);
    // A line of air, where there is one; the rest stays below.
    let above = if spare > 2 { 1 } else { 0 };
    let has_columns = layout.piles.iter().any(|pile| pile.step[1] > 0.0);
    let is_roomy = has_columns && needed(layout, scale, 2).1 < area.height;
    let step = if is_roomy { 2 } else { 1 };
    let tops = Tops::new(layout, scale.height, step);
    let strips = layout
        .piles
        .iter()
        .enumerate()
        .flat_map(|(index, pile)| {
            let corner = Position {
                x: area.x + margin + left_of(pile, across, scale),
                y: area.y + above + tops.of(pile),
            };
            let covered = covered_below(layout, pile).map(|below| area.y + above + tops.of(below));
            let bottom = covered.unwrap_or(area.bottom());
            let strip = strip(index, pile, corner, scale, step, bottom);
            fan(pile, strip, scale)
        })
        .collect();
    Geometry {
        scale,
        strips,
        area: Rect {
            x: area.x + margin,
            width,
            ..area
        },
    }
}

/// The row that covers the lower part of a card from both sides, if it is still
/// there: what would show between its cards is only confusing.
fn covered_below<'a>(layout: &'a Layout, pile: &Pile) -> Option<&'a Pile> {
    let covers = |other: &&Pile| {
        let (down, aside) = (other.y - pile.y, (other.x - pile.x).abs());
        !other.cards.is_empty() && down > 0.01 && down < 1.0 && aside < 1.0
    };
    let in_slot = pile.role == Role::Slot;
    let mut above = layout.piles.iter().filter(|_| in_slot).filter(covers);
    let first = above.next()?;
    above.next().map(|_| first)
}

/// A pile from its upper left corner, down to no further than `bottom`.
fn strip(
    index: usize,
    pile: &Pile,
    corner: Position,
    scale: Scale,
    step: u16,
    bottom: u16,
) -> Strip {
    if pile.role == Role::Button {
        return button(index, pile, corner, scale);
    }
    let available = bottom.saturating_sub(corner.y);
    let is_column = pile.step[1] > 0.0;
    let shown = if is_column {
        pile.cards.len()
    } else {
        pile.cards.len().min(1)
    };
    let lines = |cards: usize| (cards.max(1) as u16 - 1) * step + scale.height;
    // The upper edge and a face for each card is the least.
    let fit = usize::from((available.saturating_sub(2)) / step + 1);
    let seen = shown.min(fit);
    let height = lines(seen).min(available);
    let first = pile.cards.len() - seen;
    let cards = (0..seen)
        .map(|place| (first + place, corner.y + 1 + place as u16 * step))
        .collect();
    Strip {
        pile: index,
        area: Rect::new(corner.x, corner.y, scale.width, height),
        cards,
        hidden: shown - seen,
        is_cut: lines(seen) > available,
        is_fanned: false,
    }
}

/// The cards of a pile that lie beside each other, half a card apart, each a
/// strip of its own; any other pile is the strip that it was. Backs lie closer:
/// there is nothing to read on them.
fn fan(pile: &Pile, strip: Strip, scale: Scale) -> Vec<Strip> {
    let cards = pile.heap..pile.cards.len();
    if pile.step[0] <= 0.0 || cards.len() < 2 {
        return vec![strip];
    }
    let line = strip.area.y + 1;
    let apart = match pile.cards[cards.clone()].iter().any(|face| face.up) {
        true => scale.pitch / 2,
        false => scale.pitch / 5,
    };
    let aside = |place: usize, card: usize| Strip {
        area: Rect {
            x: strip.area.x + place as u16 * apart,
            ..strip.area
        },
        cards: vec![(card, line)],
        is_fanned: card + 1 < pile.cards.len(),
        ..strip.clone()
    };
    let cards = cards.enumerate();
    cards.map(|(place, card)| aside(place, card)).collect()
}

/// A button is as wide as its word, around the middle of its place.
fn button(index: usize, pile: &Pile, corner: Position, scale: Scale) -> Strip {
    let room = 2 * scale.pitch - scale.width;
    let word = pile.empty.chars().count() as u16;
    let width = (word + 2).min(room).max(word);
    let middle = corner.x + scale.width / 2;
    Strip {
        pile: index,
        area: Rect::new(
            middle.saturating_sub(width / 2),
            corner.y + scale.height / 2,
            width,
            1,
        ),
        cards: Vec::new(),
        hidden: 0,
        is_cut: false,
        is_fanned: false,
    }
}
