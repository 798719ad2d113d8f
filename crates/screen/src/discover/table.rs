//! The game's own layout, fitted to what a picture shows.

use patience::Layout;
use patience::layout::Role;

use super::ask::{Interview, Shown};
use super::down::Place;
use super::shades::Shades;
use super::{across, down, others, outlines, rows};
use crate::annotate::Note;
use crate::vision::Face;
use crate::{Error, Frame, Rectangle};

/// Backs differ by at most so much, in mean, faces by more.
const MOST_APART_BACKS: f32 = 15.0;

/// How far a pile may be from where it was measured, in pixels.
const REACH: i32 = 2;

/// Distances in the game's own layout that differ by less are the same.
const SAME_APART: f32 = 0.01;

/// The game's own layout as it lies in a picture.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// A card in pixels.
    pub(super) card: (f32, f32),
    /// From card to card in columns, in pixels; 0 where there are none.
    pub(super) step: f32,
    /// From face to face in columns of which only the last card shows its face in a
    /// fresh deal, in pixels, if that was seen.
    pub(super) face_step: Option<f32>,
    /// The stock lies in so many heaps, so far apart, in pixels; the last one is the next.
    pub(super) heaps: Option<(usize, f32)>,
    /// A draw puts so many cards onto the waste..
    pub(super) at_once: usize,
    /// .. side by side, so far apart, in pixels; 0 if they lie on each other, or were not
    /// seen yet.
    pub(super) fan: f32,
    /// Of cards side by side, only the last one shows what whole cards do.
    pub(super) top_only: bool,
    /// The group that the table is found by.
    pub(super) main: usize,
    /// Rows that overlap are so many times further apart than in the game's own
    /// layout; none where there are no such rows.
    pub(super) stretch: Option<f32>,
    /// The piles of each kind.
    pub(super) groups: Vec<Group>,
    /// The height of a bar at the lower edge of the window, in pixels, and where it
    /// begins.
    pub(super) bar: Option<(usize, f32)>,
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
    /// The cards of each in a fresh deal: whether they show their faces.
    pub(super) cards: Vec<Vec<bool>>,
    /// The upper left corner of the first one, in pixels.
    pub(super) at: (f32, f32),
    /// From pile to pile, in pixels.
    pub(super) apart: f32,
    /// How much of a card is to be seen that others cover, in pixels.
    pub(super) visible: f32,
    /// Places in the game's own layout, in card widths and heights.
    pub(super) own: Vec<(f32, f32)>,
}

impl Group {
    /// The upper left corner of a pile, in pixels.
    pub(super) fn corner(&self, pile: usize) -> (f32, f32) {
        (self.at.0 + pile as f32 * self.apart, self.at.1)
    }

    fn is_open(&self) -> bool {
        self.cards.iter().flatten().all(|up| *up)
    }

    /// Its cards lie open, or in each pile only the last one does.
    fn is_open_at_ends(&self) -> bool {
        let is_end = |cards: &Vec<bool>| {
            let up = cards.iter().filter(|up| **up).count();
            up == cards.len().min(1) && cards.last() != Some(&false)
        };
        self.is_open() || self.cards.iter().all(is_end)
    }

    /// Cards lie face down in its columns.
    pub(super) fn has_backs(&self) -> bool {
        self.role == Role::Column && !self.is_open()
    }

    fn is_empty(&self) -> bool {
        self.cards.iter().all(Vec::is_empty)
    }

    /// Its cards lie exactly on each other.
    pub(super) const fn is_stacked(&self) -> bool {
        matches!(self.role, Role::Stock | Role::Waste)
    }
}

/// A card of the fresh deal: where it lies.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) pile: String,
    pub(super) index: usize,
    pub(super) corner: (f32, f32),
    /// How much of its height is to be seen, in pixels.
    pub(super) visible: f32,
    /// How much of its width is to be seen, in pixels.
    pub(super) across: f32,
    /// The picture that shows it.
    pub(super) look: usize,
}

impl Spot {
    /// The same for a question.
    pub(super) fn shown(&self, frames: &[Frame], found: &Found) -> Shown {
        Shown {
            pile: self.pile.clone(),
            index: self.index,
            draws: self.look,
            picture: frames[self.look].part(self.place(found)),
        }
    }

    /// What is to be seen of it.
    pub(super) fn place(&self, found: &Found) -> Rectangle {
        Rectangle {
            width: self.across as u32,
            height: self.visible as u32,
            ..found.place(self.corner)
        }
    }
}

impl Found {
    /// The upper left corner of the pile with this name.
    pub(super) fn corner(&self, name: &str) -> Option<(f32, f32)> {
        self.groups.iter().find_map(|group| {
            let pile = group.names.iter().position(|it| it == name)?;
            Some(group.corner(pile))
        })
    }

    /// The place of a card with this corner.
    pub(super) fn place(&self, corner: (f32, f32)) -> Rectangle {
        Rectangle {
            x: corner.0.round() as i32,
            y: corner.1.round() as i32,
            width: self.card.0 as u32,
            height: self.card.1 as u32,
        }
    }

    /// The part of the picture with all piles. Columns may grow beyond it.
    pub(super) fn area(&self) -> Rectangle {
        let mut area = (f32::MAX, f32::MAX, 0.0_f32, 0.0_f32);
        for group in &self.groups {
            for corner in (0..group.names.len()).map(|pile| group.corner(pile)) {
                let down = if group.role == Role::Column {
                    f32::from(u16::MAX)
                } else {
                    self.card.1
                };
                area.0 = area.0.min(corner.0);
                area.1 = area.1.min(corner.1);
                area.2 = area.2.max(corner.0 + self.card.0);
                area.3 = area.3.max(corner.1 + down);
            }
        }
        area.3 = area.3.min(self.bar.map_or(f32::MAX, |it| it.1));
        Rectangle {
            x: area.0 as i32,
            y: area.1 as i32,
            width: (area.2 - area.0) as u32,
            height: (area.3 - area.1) as u32,
        }
    }

    /// The only pile with this role.
    pub(super) fn only(&self, role: Role) -> Option<&Group> {
        let mut groups = self.groups.iter().filter(|group| group.role == role);
        groups.next().filter(|it| it.names.len() == 1)
    }

    /// How many draws show all cards of the stock: each puts as many onto the waste, or
    /// one onto every column.
    pub(super) fn draws(&self) -> usize {
        let cards = self.only(Role::Stock).map_or(0, |it| it.cards[0].len());
        match self.dealt_columns() {
            Some(columns) => cards.div_ceil(columns.names.len()),
            None => cards / self.at_once,
        }
    }

    /// What lies under a card of a column or of a fan, without names.
    pub(super) fn below(&self, spot: &Spot) -> Vec<Face> {
        if self.fan > 0.0
            && self
                .only(Role::Waste)
                .is_some_and(|it| it.names[0] == spot.pile)
        {
            return vec![Face::Up(String::new()); spot.index];
        }
        let columns = self.groups.iter().filter(|it| it.role == Role::Column);
        let mut columns = columns.flat_map(|it| it.names.iter().zip(&it.cards));
        let dealt = columns.find(|it| *it.0 == spot.pile).map(|it| it.1);
        let Some(dealt) = dealt else {
            return Vec::new();
        };
        let face = |index: usize| match dealt.get(index) {
            Some(false) => Face::Down,
            _ => Face::Up(String::new()),
        };
        (0..spot.index).map(face).collect()
    }

    /// The columns that the stock is dealt onto, a row at a time: there is no waste.
    pub(super) fn dealt_columns(&self) -> Option<&Group> {
        let has_stock = self.only(Role::Stock).is_some();
        let has_waste = self.groups.iter().any(|it| it.role == Role::Waste);
        let columns = &self.groups[self.main];
        (has_stock && !has_waste && columns.role == Role::Column).then_some(columns)
    }

    /// Every card of the fresh deal that shows its face.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for group in &self.groups {
            for (pile, (name, cards)) in group.names.iter().zip(&group.cards).enumerate() {
                let corner = group.corner(pile);
                let first = if group.is_stacked() {
                    cards.len().max(1) - 1
                } else {
                    0
                };
                for index in (first..cards.len()).filter(|index| cards[*index]) {
                    let down = match group.is_stacked() {
                        true => 0.0,
                        false => index as f32 * self.step,
                    };
                    spots.push(Spot {
                        pile: name.clone(),
                        index,
                        corner: (corner.0, corner.1 + down),
                        visible: group.visible,
                        across: self.card.0,
                        look: 0,
                    });
                }
            }
        }
        spots
    }
}

/// Fits a fresh deal's layout to a picture. `concealed` is the layout of a program
/// that hides cards that others cover.
pub(super) fn find(
    frame: &Frame,
    layout: &Layout,
    concealed: Option<&Layout>,
    interview: &mut Interview<'_>,
) -> Result<Found, Error> {
    let shades = Shades::of(frame);
    let groups = groups(layout);
    let lowest = |group: &&Group| group.role == Role::Slot;
    let front = groups
        .iter()
        .filter(lowest)
        .map(|group| group.own[0].1)
        .reduce(f32::max);
    let mut found = match front {
        Some(front) => {
            let mut found = in_rows(&shades, groups, front)?;
            found.conceal(frame, layout, concealed);
            found
        }
        None => in_columns(&shades, groups)?,
    };
    let bar = shades.lower_bar();
    let begins = frame.height as f32 - bar as f32;
    let is_below = |it: &Spot| it.corner.1 + found.card.1 < begins;
    if bar > 0 && found.spots().iter().all(is_below) {
        found.bar = Some((bar, begins));
    }
    let others = |group: &Group| group.role != Role::Slot && group.role != Role::Column;
    let is_empty = found
        .groups
        .iter()
        .filter(|it| others(it))
        .all(Group::is_empty);
    if front.is_none() && is_empty {
        let main = found.main;
        place_empty(&shades, &mut found, main);
    } else {
        others::place(frame, &shades, &mut found, interview)?;
    }
    Ok(found)
}

/// Where columns, or the cards of the front row, were looked for in a picture that
/// shows no table: what looks most like them, or else all of the picture.
pub(super) fn looked_at(frame: &Frame, layout: &Layout) -> Vec<Note> {
    let groups = groups(layout);
    let of = |role: Role| groups.iter().filter(move |it| it.role == role);
    let lowest = |one: &&Group, other: &&Group| one.own[0].1.total_cmp(&other.own[0].1);
    let main = of(Role::Slot).max_by(lowest);
    let count = main.or_else(|| of(Role::Column).next());
    let count = count.map_or(0, |group| group.names.len());
    let row = match count {
        0 => None,
        _ => across::find(&Shades::of(frame), count),
    };
    let strip = |left: f32, width: f32| Note {
        place: Rectangle {
            x: left.round() as i32,
            y: 1,
            width: width as u32,
            height: frame.height.max(2) - 2,
        },
        name: "?".to_owned(),
        is_sure: false,
    };
    match row {
        Some(row) => (0..count)
            .map(|pile| strip(row.first + pile as f32 * row.pitch, row.card))
            .collect(),
        None => vec![strip(1.0, frame.width.max(2) as f32 - 2.0)],
    }
}

/// Cards that lie open in columns.
fn in_columns(shades: &Shades, mut groups: Vec<Group>) -> Result<Found, Error> {
    // The widest row says best where all of them are.
    let columns = (0..groups.len()).filter(|it| groups[*it].role == Role::Column);
    let Some(main) = columns.rev().max_by_key(|it| groups[*it].names.len()) else {
        return Err(Error::NotRead(
            "this game has neither columns nor rows of cards that a picture is searched for"
                .to_owned(),
        ));
    };
    let is_column = |group: &&Group| group.role == Role::Column;
    if !groups.iter().filter(is_column).all(Group::is_open_at_ends) {
        return Err(Error::NotRead(
            "games whose columns have faces on backs, but not one each, cannot be learned from \
             pictures alone"
                .to_owned(),
        ));
    }
    let counts: Vec<usize> = groups[main].cards.iter().map(Vec::len).collect();
    let row = across::find(shades, counts.len()).ok_or_else(|| {
        Error::NotRead(format!(
            "no row of {} columns of light cards is seen; is the game freshly dealt, and nothing \
             in front of the window?",
            counts.len()
        ))
    })?;
    let own = groups[main].own.clone();
    let own_pitch = own.get(1).map_or(1.0, |next| next.0 - own[0].0);
    let left = |at: (f32, f32)| row.first + (at.0 - own[0].0) / own_pitch * row.pitch;
    let rows: Vec<Vec<Place>> = rows_of_columns(&groups)
        .iter()
        .map(|row| {
            let groups = row.iter().map(|group| &groups[*group]);
            let piles = groups.flat_map(|group| group.own.iter().zip(&group.cards));
            let place = |(at, cards): (&(f32, f32), &Vec<bool>)| Place {
                left: left(*at),
                count: cards.len(),
                has_backs: cards.iter().any(|up| !up),
            };
            piles.map(place).collect()
        })
        .collect();
    let columns = down::columns(shades, row.card, &rows).ok_or_else(|| {
        Error::NotRead(
            "columns are seen, but not where their cards begin and end; is the game freshly \
             dealt, with no card covered, and none played by the program itself?"
                .to_owned(),
        )
    })?;
    for (row_of_groups, top) in rows_of_columns(&groups).iter().zip(&columns.tops) {
        for group in row_of_groups {
            let group = &mut groups[*group];
            group.at = (left(group.own[0]), *top);
            group.apart = row.pitch;
            // On backs nothing but the last card shows its face.
            group.visible = match group.has_backs() {
                true => columns.card,
                false => columns.step,
            };
        }
    }
    Ok(Found {
        card: (row.card, columns.card),
        step: columns.step,
        main,
        face_step: None,
        heaps: None,
        at_once: 1,
        fan: 0.0,
        top_only: false,
        bar: None,
        stretch: None,
        groups,
        unsure: Vec::new(),
    })
}

/// The groups of columns in each row, from the upper one down.
fn rows_of_columns(groups: &[Group]) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let columns = (0..groups.len()).filter(|it| groups[*it].role == Role::Column);
    for group in columns {
        let height = |group: usize| groups[group].own[0].1;
        match rows.iter_mut().find(|row| height(row[0]) == height(group)) {
            Some(row) => row.push(group),
            None => rows.push(vec![group]),
        }
    }
    rows.sort_by(|one, other| {
        groups[one[0]].own[0]
            .1
            .total_cmp(&groups[other[0]].own[0].1)
    });
    rows
}

/// Rows of single cards that overlap, the front one at `front` in the game's own
/// layout.
fn in_rows(shades: &Shades, mut groups: Vec<Group>, front: f32) -> Result<Found, Error> {
    let is_slot = |group: &Group| group.role == Role::Slot;
    let in_front = |group: &Group| is_slot(group) && group.own[0].1 == front;
    let main = groups.iter().position(in_front).unwrap_or(0);
    let slots: Vec<&Group> = groups.iter().filter(|it| is_slot(it)).collect();
    let rows = rows::fit(shades, &slots, &groups[main]).ok_or_else(|| {
        Error::NotRead(format!(
            "no row of {} light cards is seen; is the game freshly dealt, and nothing in front of \
             the window?",
            groups[main].own.len()
        ))
    })?;
    let mut heights: Vec<f32> = slots.iter().map(|group| group.own[0].1).collect();
    heights.sort_by(f32::total_cmp);
    heights.dedup();
    for group in groups.iter_mut().filter(|group| is_slot(group)) {
        let own = group.own[0];
        group.at = rows.place(own);
        let next = group.own.get(1).map(|next| rows.place(*next).0);
        group.apart = next.map_or(0.0, |next| next - group.at.0);
        let in_front = heights.iter().find(|height| **height > own.1);
        group.visible = rows.visible(own.1, in_front.copied());
    }
    Ok(Found {
        card: rows.card,
        step: 0.0,
        main,
        face_step: None,
        heaps: None,
        at_once: 1,
        fan: 0.0,
        top_only: false,
        bar: None,
        stretch: Some(rows.stretch()),
        groups,
        unsure: Vec::new(),
    })
}

impl Found {
    /// Turns cards face down that lie so in the picture: of a program that hides
    /// covered cards, all that are covered look alike.
    fn conceal(&mut self, frame: &Frame, layout: &Layout, concealed: Option<&Layout>) {
        let Some(concealed) = concealed else { return };
        let is_down = |name: &str| {
            let pile = concealed.piles.iter().find(|pile| pile.name == name);
            pile.is_some_and(|pile| pile.cards.last().is_some_and(|card| !card.up))
        };
        let mut places = Vec::new();
        for pile in layout.piles.iter().filter(|pile| pile.role == Role::Slot) {
            if !is_down(&pile.name) {
                continue;
            }
            let group = self.groups.iter().find(|it| it.names.contains(&pile.name));
            let Some((corner, group)) = self.corner(&pile.name).zip(group) else {
                continue;
            };
            let (width, height) = (self.card.0, group.visible);
            places.push(Rectangle {
                x: (corner.0 + 0.15 * width).round() as i32,
                y: (corner.1 + 0.15 * height).round() as i32,
                width: (0.7 * width) as u32,
                height: (0.7 * height) as u32,
            });
        }
        let pairs = places.windows(2);
        let sum: f32 = pairs.map(|pair| least_apart(frame, pair[0], pair[1])).sum();
        if places.len() < 2 || sum / (places.len() - 1) as f32 > MOST_APART_BACKS {
            return;
        }
        for group in self.groups.iter_mut().filter(|it| it.role == Role::Slot) {
            for (name, cards) in group.names.iter().zip(&mut group.cards) {
                if is_down(name) {
                    cards.iter_mut().for_each(|up| *up = false);
                }
            }
        }
    }
}

/// How much two parts of a frame differ, in mean, if one is moved by a pixel or two:
/// piles do not lie exactly where they were measured.
fn least_apart(frame: &Frame, one: Rectangle, other: Rectangle) -> f32 {
    let still = frame.part(one);
    let offsets = -REACH..=REACH;
    let offsets = offsets
        .clone()
        .flat_map(|x| offsets.clone().map(move |y| (x, y)));
    let moved = offsets.map(|(x, y)| {
        let moved = Rectangle {
            x: other.x + x,
            y: other.y + y,
            ..other
        };
        apart(&still, &frame.part(moved))
    });
    moved.fold(f32::MAX, f32::min)
}

/// How much two pictures differ, in mean.
pub(super) fn apart(one: &Frame, other: &Frame) -> f32 {
    let pairs = one.rgb.iter().zip(&other.rgb);
    let sum: f32 = pairs.map(|(a, b)| f32::from(a.abs_diff(*b))).sum();
    sum / one.rgb.len().max(1) as f32
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
    let most = found.groups[main]
        .cards
        .iter()
        .map(Vec::len)
        .max()
        .unwrap_or(1);
    let height = most as f32 * found.step + found.card.1;
    let (first, top) = found.groups[main].at;
    let taken = Rectangle {
        x: 0,
        y: top as i32 - 3,
        width: shades.width as u32,
        height: height as u32,
    };
    let card = found.card;
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
    let scale = found.groups[main].apart / own_pitch.max(0.1);
    for group in order {
        let own = found.groups[group].own.clone();
        let at = own[0];
        let group = &mut found.groups[group];
        group.at = (
            first + (at.0 - own_main[0].0) * scale,
            top + (at.1 - own_main[0].1) * card.1,
        );
        group.apart = own.get(1).map_or(1.1, |next| next.0 - at.0) * scale;
        found.unsure.push(format!(
            "the place of {}: no outline is seen there",
            group.names.join(", ")
        ));
    }
}

/// The piles of a layout that are alike and lie in a row, equally far apart.
fn groups(layout: &Layout) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for pile in &layout.piles {
        let own = (pile.x, pile.y);
        let cards: Vec<bool> = pile.cards.iter().map(|card| card.up).collect();
        let goes_on = |group: &&mut Group| {
            let apart = |pair: &[(f32, f32)]| pair[1].0 - pair[0].0;
            let last = group.own[group.own.len() - 1];
            let is_even = match group.own.get(..2) {
                Some(first) => (apart(first) - (own.0 - last.0)).abs() < SAME_APART,
                None => true,
            };
            group.role == pile.role && last.1 == pile.y && is_even
        };
        match groups.last_mut().filter(goes_on) {
            Some(group) => {
                group.names.push(pile.name.clone());
                group.cards.push(cards);
                group.own.push(own);
            }
            None => groups.push(Group {
                role: pile.role,
                names: vec![pile.name.clone()],
                cards: vec![cards],
                at: (0.0, 0.0),
                apart: 0.0,
                visible: 0.0,
                own: vec![own],
            }),
        }
    }
    groups
}
