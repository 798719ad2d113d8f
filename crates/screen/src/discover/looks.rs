//! Cards that one picture does not show: those of a stock, which are turned up one
//! after the other. Every picture after the first is the table after one more draw.

use patience::layout::Role;

use super::dealt;
use super::naming::MOST_STRIP;
use super::sheet::Album;
use super::table::{Found, Spot, apart};
use crate::calibrate::KnownPile;
use crate::vision::Face;
use crate::{Frame, Rectangle};

/// Two cards differ by more than this, in mean, in some part of so many pixels across
/// and down: ranks may be small, and all else the same.
const OTHER_CARD: f32 = 30.0;
const PART: i32 = 5;

/// The part of a card that is compared: not its edge, under which the next card may
/// show.
const INSIDE: f32 = 0.06;

/// Cards that are drawn together reach at most so far, in card widths.
const MOST_FAN: f32 = 2.0;

/// Cards that are nearer lie on each other, in card widths.
const LEAST_FAN: f32 = 0.05;

/// What the stock shows.
pub(super) fn settle_stock(found: &mut Found, frames: &[Frame]) {
    let Some(stock) = found.only(Role::Stock) else {
        return;
    };
    let place = inside(found.place(stock.at));
    let changes = |pair: &[Frame]| is_other_card(&pair[0].part(place), &pair[1].part(place));
    // A back does not change until the last card is drawn.
    let shows_faces = frames.len() > 3 && frames.windows(2).take(3).all(changes);
    for group in found.groups.iter_mut().filter(|it| it.role == Role::Stock) {
        let cards = group.cards.iter_mut().flatten();
        cards.for_each(|up| *up = shows_faces);
    }
}

/// Where the cards of a draw may lie if the waste is at this place.
pub(super) fn room_for_fan(waste: Rectangle) -> Rectangle {
    Rectangle {
        width: (MOST_FAN * waste.width as f32) as u32,
        ..waste
    }
}

/// How far apart the cards of a draw lie: the first one lies where the waste is, and the
/// last one ends where the first draw changed the picture.
pub(super) fn settle_fan(found: &mut Found, frames: &[Frame]) {
    let Some(waste) = found.only(Role::Waste).filter(|_| found.at_once > 1) else {
        return;
    };
    let [before, after, ..] = frames else { return };
    let place = room_for_fan(found.place(waste.at));
    let (before, after) = (before.part(place), after.part(place));
    let rows = 0..before.height as i32;
    let is_changed = |x: &i32| rows.clone().any(|y| before.at(*x, y) != after.at(*x, y));
    let end = (0..before.width as i32).rev().find(is_changed);
    let beyond = end.map_or(0.0, |end| (end + 1) as f32 - found.card.0);
    // A shadow may change the picture a little further on.
    let last = (waste.at.0 + beyond, waste.at.1);
    let corner = dealt::heap(&frames[1], found.card, last)
        .filter(|it| (it.0 - last.0).abs() < LEAST_FAN * found.card.0);
    let steps = (found.at_once - 1) as f32;
    let fan = (corner.map_or(last.0, |it| it.0) - waste.at.0) / steps;
    if fan >= LEAST_FAN * found.card.0 {
        found.fan = fan;
    }
}

/// The pile where a drawn card is seen: the stock itself if it shows its top card,
/// else the waste.
fn watched(found: &Found) -> Option<(String, (f32, f32), f32)> {
    let is_open = |cards: &Vec<bool>| cards.last() == Some(&true);
    let stock = found.only(Role::Stock).filter(|it| is_open(&it.cards[0]));
    let pile = stock.or_else(|| found.only(Role::Waste))?;
    Some((pile.names[0].clone(), pile.at, pile.visible))
}

/// Every card that shows its face in one of the pictures.
pub(super) fn spots(found: &Found, frames: &[Frame]) -> Vec<Spot> {
    let mut spots = found.spots();
    if let Some(columns) = found.dealt_columns() {
        spots.extend(dealt::spots(found, columns, frames.len()));
        return spots;
    }
    let Some((pile, corner, visible)) = watched(found) else {
        return spots;
    };
    // The last card of an open stock is seen on the waste, too.
    if found
        .only(Role::Stock)
        .is_some_and(|it| it.names[0] == pile)
    {
        let waste = found.only(Role::Waste).map(|it| it.names[0].clone());
        spots.retain(|spot| Some(&spot.pile) != waste.as_ref() || spot.look == 0);
    }
    // Of cards side by side, each covers a part of the one before.
    let fan = if found.fan > 0.0 { found.at_once } else { 1 };
    let at = |index: usize| (corner.0 + index as f32 * found.fan, corner.1);
    let place = inside(found.place(at(fan - 1)));
    for (look, pair) in frames.windows(2).enumerate() {
        if is_other_card(&pair[0].part(place), &pair[1].part(place)) {
            let seen = if found.top_only { fan - 1..fan } else { 0..fan };
            spots.extend(seen.map(|index| Spot {
                pile: pile.clone(),
                index,
                corner: at(index),
                visible,
                across: if index + 1 < fan {
                    found.fan
                } else {
                    found.card.0
                },
                look: look + 1,
            }));
        }
    }
    // An open stock that is drawn to its end shows its empty place at last.
    let draws = found.draws();
    let is_stock = found
        .only(Role::Stock)
        .is_some_and(|it| it.names[0] == pile);
    spots.retain(|spot| !is_stock || spot.look < draws);
    spots
}

/// What every pile shows in every picture that shows a new card.
pub(super) fn known(
    found: &Found,
    spots: &[Spot],
    named: &[String],
) -> Vec<(usize, Vec<KnownPile>)> {
    let mut first: Vec<KnownPile> = Vec::new();
    for group in &found.groups {
        for (name, cards) in group.names.iter().zip(&group.cards) {
            let own = |index: usize| {
                let mut all = spots.iter().zip(named);
                all.find(|(spot, _)| spot.look == 0 && spot.pile == *name && spot.index == index)
            };
            let face = |index: usize| match own(index) {
                Some((_, card)) => Face::Up(card.clone()),
                None => Face::Down,
            };
            let from = if group.is_stacked() {
                cards.len().max(1) - 1
            } else {
                0
            };
            let cards: Vec<Face> = (from..cards.len()).map(face).collect();
            if !cards.is_empty() {
                first.push(KnownPile {
                    pile: name.clone(),
                    cards,
                });
            }
        }
    }
    let mut all = vec![(0, first.clone())];
    if let Some(columns) = found.dealt_columns() {
        all.extend(dealt::known(found, columns, &first, (spots, named)));
        return all;
    }
    let Some((pile, _, _)) = watched(found) else {
        return all;
    };
    let draws = found.draws();
    let waste = found.only(Role::Waste).map(|it| it.names[0].clone());
    let is_stock = waste.as_ref() != Some(&pile);
    let mut last = first
        .iter()
        .find(|it| it.pile == pile)
        .map(|it| it.cards.clone());
    let drawn: Vec<_> = spots.iter().zip(named).filter(|it| it.0.look > 0).collect();
    for seen in drawn.chunk_by(|one, other| one.0.look == other.0.look) {
        let spot = seen[0].0;
        let mut now = first.clone();
        now.retain(|it| it.pile != pile && (!is_stock || Some(&it.pile) != waste.as_ref()));
        if let Some(name) = waste.clone().filter(|_| is_stock) {
            let cards = last.take().unwrap_or_default();
            now.push(KnownPile { pile: name, cards });
        }
        if !is_stock && spot.look >= draws {
            now.retain(|it| {
                found
                    .only(Role::Stock)
                    .is_none_or(|stock| it.pile != stock.names[0])
            });
        }
        // What covered cards are may not be known.
        let mut cards = found.below(spot);
        cards.extend(seen.iter().map(|(_, card)| Face::Up((*card).clone())));
        last = Some(cards.clone());
        now.push(KnownPile {
            pile: pile.clone(),
            cards,
        });
        all.push((spot.look, now));
    }
    all
}

/// What the cards are learned from: everything in the first picture, then what is new
/// in each, which stands last there: a card that was drawn, or all columns.
pub(super) fn lessons<'a>(
    found: &Found,
    frames: &'a [Frame],
    known: &'a [(usize, Vec<KnownPile>)],
) -> Vec<(&'a Frame, &'a [KnownPile])> {
    let new = found.dealt_columns().map_or(1, |it| it.names.len());
    let lesson = |(look, known): &'a (usize, Vec<KnownPile>)| {
        let from = if *look == 0 { 0 } else { known.len() - new };
        (&frames[*look], &known[from..])
    };
    known.iter().map(lesson).collect()
}

/// All cards in one picture: the first one, and below it the cards that were drawn.
pub(super) fn album(found: &Found, frames: &[Frame], spots: &[Spot]) -> Album {
    let drawn: Vec<(usize, Rectangle)> = spots
        .iter()
        .filter(|spot| spot.look > 0)
        .map(|spot| (spot.look, found.place(spot.corner)))
        .collect();
    let mut album = Album::below(&frames[0], frames, &drawn);
    let mut tiles = std::mem::take(&mut album.places).into_iter();
    album.places = spots
        .iter()
        .map(|spot| match spot.look {
            0 => spot.place(found),
            _ => tiles.next().unwrap_or_default(),
        })
        .collect();
    album
}

/// Two pictures of one place show different cards.
pub(super) fn is_other_card(one: &Frame, other: &Frame) -> bool {
    let (width, height) = (one.width as i32, one.height as i32);
    let parts = (0..height / PART).flat_map(|row| (0..width / PART).map(move |it| (it, row)));
    parts.into_iter().any(|(column, row)| {
        let part = Rectangle {
            x: column * PART,
            y: row * PART,
            width: PART as u32,
            height: PART as u32,
        };
        apart(&one.part(part), &other.part(part)) > OTHER_CARD
    })
}

/// The upper part of a card without its edge, where its rank is looked for. At the foot
/// of a pile a program may count its cards, and that is no other card.
pub(super) fn inside(place: Rectangle) -> Rectangle {
    let (across, down) = (
        (INSIDE * place.width as f32) as u32,
        (INSIDE * place.height as f32) as u32,
    );
    Rectangle {
        x: place.x + across as i32,
        y: place.y + down as i32,
        width: place.width - 2 * across,
        height: (MOST_STRIP * place.height as f32) as u32 - down,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A card of 73 by 103 pixels with ink in a square of five.
    fn with_ink(at: (i32, i32)) -> Frame {
        let mut frame = Frame::filled(73, 103, [255; 3]);
        for y in 0..5 {
            for x in 0..5 {
                frame.set(at.0 + x, at.1 + y, [0; 3]);
            }
        }
        frame
    }

    /// Our own page counts the cards of its stock at the lower left.
    #[test]
    fn a_number_at_the_foot_of_a_pile_is_no_other_card() {
        let place = inside(Rectangle {
            x: 0,
            y: 0,
            width: 73,
            height: 103,
        });
        let blank = Frame::filled(73, 103, [255; 3]);
        let differs = |at| is_other_card(&blank.part(place), &with_ink(at).part(place));
        assert!(!differs((10, 90)));
        assert!(differs((10, 11)));
    }
}
