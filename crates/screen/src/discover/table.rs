//! The game's own layout, fitted to what a picture shows.

use patience::Layout;
use patience::layout::Role;

use super::across::{self, Row};
use super::down::{self, Columns};
use super::outlines;
use super::shades::Shades;
use crate::{Error, Frame, Rectangle};

/// Cards face up in columns, and empty places in a row.
pub(super) struct Found {
    /// Where the columns lie across.
    pub(super) row: Row,
    /// .. and down.
    pub(super) columns: Columns,
    /// The piles of each kind.
    pub(super) groups: Vec<Group>,
    /// What was not found, in words.
    pub(super) unsure: Vec<String>,
}

/// Piles of one kind in a row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Group {
    /// What they are.
    pub(super) role: Role,
    /// Their names in the game's layout.
    pub(super) names: Vec<String>,
    /// How many cards each has in a fresh deal.
    pub(super) counts: Vec<usize>,
    /// The upper left corner of the first one, in pixels.
    pub(super) at: (f32, f32),
    /// From pile to pile, in pixels.
    pub(super) apart: f32,
    /// Places in the game's own layout, in card widths and heights.
    own: Vec<(f32, f32)>,
}

/// A card of the fresh deal: where it lies.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) pile: String,
    pub(super) index: usize,
    pub(super) corner: (f32, f32),
}

impl Found {
    /// A card in pixels.
    pub(super) fn card(&self) -> (f32, f32) {
        (self.row.card, self.columns.card)
    }

    /// Every card of the fresh deal.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for group in &self.groups {
            for (pile, (name, count)) in group.names.iter().zip(&group.counts).enumerate() {
                for index in 0..*count {
                    let x = group.at.0 + pile as f32 * group.apart;
                    let y = group.at.1 + index as f32 * self.columns.step;
                    spots.push(Spot {
                        pile: name.clone(),
                        index,
                        corner: (x, y),
                    });
                }
            }
        }
        spots
    }
}

/// Fits a fresh deal's layout to a picture.
pub(super) fn find(frame: &Frame, layout: &Layout) -> Result<Found, Error> {
    let mut groups = groups(layout);
    let Some(main) = groups.iter().position(|it| it.role == Role::Column) else {
        return Err(Error::NotRead(
            "only games whose cards lie open in columns can be learned from one picture".to_owned(),
        ));
    };
    let is_open = |pile: &patience::layout::Pile| pile.cards.iter().all(|card| card.up);
    let mut others = groups.iter().enumerate().filter(|it| it.0 != main);
    let is_empty = |group: &Group| group.counts.iter().all(|count| *count == 0);
    if !layout.piles.iter().all(is_open) || !others.all(|it| is_empty(it.1)) {
        return Err(Error::NotRead(
            "only games without a stock, whose cards all lie open, can be learned from one picture"
                .to_owned(),
        ));
    }
    let shades = Shades::of(frame);
    let counts = groups[main].counts.clone();
    let row = across::find(&shades, counts.len()).ok_or_else(|| {
        Error::NotRead(format!(
            "no row of {} columns of light cards is seen; is the game freshly dealt, and nothing \
             in front of the window?",
            counts.len()
        ))
    })?;
    let columns = down::columns(&shades, &row, &counts).ok_or_else(|| {
        Error::NotRead(
            "columns are seen, but not where their cards begin and end; is the game freshly \
             dealt, with no card covered, and none played by the program itself?"
                .to_owned(),
        )
    })?;
    groups[main].at = (row.first, columns.top);
    groups[main].apart = row.pitch;
    let mut found = Found {
        row,
        columns,
        groups,
        unsure: Vec::new(),
    };
    place_empty(&shades, &mut found, main);
    Ok(found)
}

/// Empty piles: the outlines in a row, from left to right, are those of the game's
/// layout from left to right.
fn place_empty(shades: &Shades, found: &mut Found, main: usize) {
    let count: usize = found
        .groups
        .iter()
        .enumerate()
        .filter(|it| it.0 != main)
        .map(|(_, group)| group.names.len())
        .sum();
    if count == 0 {
        return;
    }
    let most = found.groups[main].counts.iter().copied().max().unwrap_or(1);
    let height = most as f32 * found.columns.step + found.columns.card;
    let taken = Rectangle {
        x: 0,
        y: found.columns.top as i32 - 3,
        width: shades.width as u32,
        height: height as u32,
    };
    let card = found.card();
    let outlines = outlines::row(shades, card, count, taken);
    let mut order: Vec<usize> = (0..found.groups.len()).filter(|it| *it != main).collect();
    order.sort_by(|one, other| {
        let left = |group: usize| found.groups[group].own.first().map_or(0.0, |at| at.0);
        left(*one).total_cmp(&left(*other))
    });
    if outlines.len() == count {
        let mut outlines = outlines.into_iter();
        for group in order {
            let group = &mut found.groups[group];
            let own: Vec<_> = outlines.by_ref().take(group.names.len()).collect();
            let (Some(first), Some(last)) = (own.first(), own.last()) else {
                continue;
            };
            // An outline is drawn inside the place of a card.
            group.at = (
                first.x + (first.width - card.0) / 2.0,
                first.y + (first.height - card.1) / 2.0,
            );
            group.apart = (last.x - first.x) / (own.len().max(2) - 1) as f32;
        }
        return;
    }
    // As in the game's own layout, as far apart as the columns are.
    let own_main = found.groups[main].own.clone();
    let own_pitch = own_main.get(1).map_or(1.1, |at| at.0 - own_main[0].0);
    let scale = found.row.pitch / own_pitch.max(0.1);
    for group in order {
        let own = found.groups[group].own.clone();
        let at = own[0];
        let group = &mut found.groups[group];
        group.at = (
            found.row.first + (at.0 - own_main[0].0) * scale,
            found.columns.top + (at.1 - own_main[0].1) * card.1,
        );
        group.apart = own.get(1).map_or(1.1, |next| next.0 - at.0) * scale;
        found.unsure.push(format!(
            "the place of {}: no outline is seen there",
            group.names.join(", ")
        ));
    }
}

/// The piles of a layout that are alike and lie in a row.
fn groups(layout: &Layout) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for pile in &layout.piles {
        let own = (pile.x, pile.y);
        match groups.last_mut() {
            Some(group) if group.role == pile.role && group.own[0].1 == pile.y => {
                group.names.push(pile.name.clone());
                group.counts.push(pile.cards.len());
                group.own.push(own);
            }
            _ => groups.push(Group {
                role: pile.role,
                names: vec![pile.name.clone()],
                counts: vec![pile.cards.len()],
                at: (0.0, 0.0),
                apart: 0.0,
                own: vec![own],
            }),
        }
    }
    groups
}
