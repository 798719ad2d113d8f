//! Where the table of a `fit` profile lies: where the size of the window puts
//! it, if cards are seen there. Else a bar at the top of the window (a title, a
//! menu) may push it down and make it smaller: the cards say how high that is.
//! Then they say to fractions of a pixel where the table lies, and how large.

use super::compare::Planes;
use super::part::Part;
use super::read::LEAST_READABLE_PIXELS;
use super::{Deck, Geometry, Placed};
use crate::profile::{Find, PilePlace, PileRole, Profile};
use crate::{Error, Frame};

/// A rank that is as alike as this is one.
const LEAST_LIKENESS: f32 = 0.75;
/// The table is where this many cards are seen.
const ENOUGH_CARDS: usize = 4;
/// The most places that are looked at.
const MOST_PLACES: usize = 20;
/// The highest bar that is tried, in parts of the window's height.
const HIGHEST_BAR: f32 = 0.14;
/// From bar to bar that is tried, in card widths.
const BAR_STEP: f32 = 0.02;
/// A geometry is corrected by the cards if they lie this far off, in pixels.
const LEAST_OFF_PIXELS: f32 = 0.8;
/// The cards make a unit at most this much larger or smaller.
const MOST_STRETCH: f32 = 0.03;

/// Bars that may be at the top of the window, in pixels: none first.
pub(crate) fn bars(frame: &Frame, profile: &Profile) -> impl Iterator<Item = f32> {
    let card = profile.layout.card[0] * Geometry::below_bar(frame, profile, 0.0).unit.0;
    let step = (BAR_STEP * card).max(1.0);
    let highest = HIGHEST_BAR * frame.height as f32;
    (0..)
        .map(move |index| index as f32 * step)
        .take_while(move |bar| *bar <= highest)
}

/// Finds the table by its cards.
pub(super) fn by_cards(frame: &Frame, profile: &Profile, deck: &Deck) -> Result<Geometry, Error> {
    let usual = Geometry::below_bar(frame, profile, 0.0);
    let rank = Part::new(
        &deck.ranks,
        profile.look.rank,
        &usual,
        Planes::Ink,
        (1.0, 1.0),
    );
    if rank.pixels() < LEAST_READABLE_PIXELS {
        // Refused when it is read, with what to do about it.
        return Ok(usual);
    }
    let places = places(profile);
    let first = Look::new(frame, profile, deck, usual, &places);
    let mut best = first;
    if best.seen < ENOUGH_CARDS.min(places.len()) {
        for bar in bars(frame, profile).skip(1) {
            let geometry = Geometry::below_bar(frame, profile, bar);
            let look = Look::new(frame, profile, deck, geometry, &places);
            // A bar is believed only if it explains clearly more than none.
            let is_more = look.seen >= first.seen + 2;
            if is_more && (look.seen, look.likeness) > (best.seen, best.likeness) {
                best = look;
            }
        }
    }
    if best.seen == 0 {
        return Err(Error::Misplaced {
            looked: Box::new(looked_at(frame, &usual, profile)),
        });
    }
    Ok(corrected(frame, profile, deck, best.geometry, &places))
}

/// The place of a table that was looked for, or of the others the one where most cards
/// are seen: if few are seen where the table was found, and clearly more there.
pub(super) fn with_most_cards(
    frame: &Frame,
    profile: &Profile,
    deck: &Deck,
    found: Geometry,
    others: impl Fn() -> Result<Vec<Geometry>, Error>,
) -> Geometry {
    let places = places(profile);
    let first = Look::new(frame, profile, deck, found, &places);
    let mut best = first;
    if first.seen < ENOUGH_CARDS.min(places.len()) {
        for geometry in others().unwrap_or_default() {
            let look = Look::new(frame, profile, deck, geometry, &places);
            let is_more = look.seen >= first.seen + 2;
            if is_more && (look.seen, look.likeness) > (best.seen, best.likeness) {
                best = look;
            }
        }
    }
    best.geometry
}

/// Places of first cards: those in front, which are drawn last and lie face up. In
/// columns that begin with backs, the first card that a deal shows is meant; where
/// the backs are gone, a card lies at the beginning.
fn places(profile: &Profile) -> Vec<PilePlace> {
    let mut piles = profile.piles();
    piles.retain(|pile| !matches!(pile.role, PileRole::Stock | PileRole::Button));
    let deal = profile.game().ok().and_then(|game| {
        let deal = game.deal(*game.about().numbers.start(), &profile.settings);
        Some(deal.ok()?.layout())
    });
    let dealt = |pile: &PilePlace| {
        let [across, down] = pile.back_step?;
        let layout = deal.as_ref()?;
        let cards = &layout.piles[layout.pile(&pile.name)?].cards;
        let backs = cards.iter().take_while(|card| !card.up).count() as f32;
        let at = [pile.at[0] + backs * across, pile.at[1] + backs * down];
        (backs > 0.0).then(|| PilePlace { at, ..pile.clone() })
    };
    let dealt: Vec<_> = piles.iter().filter_map(dealt).collect();
    piles.extend(dealt);
    piles.into_iter().rev().take(MOST_PLACES).collect()
}

/// How many cards are seen at their places with a geometry.
#[derive(Clone, Copy)]
struct Look {
    geometry: Geometry,
    seen: usize,
    likeness: f32,
}

impl Look {
    fn new(
        frame: &Frame,
        profile: &Profile,
        deck: &Deck,
        geometry: Geometry,
        places: &[PilePlace],
    ) -> Self {
        let part = Part::new(
            &deck.ranks,
            profile.look.rank,
            &geometry,
            Planes::Ink,
            (1.0, 1.0),
        );
        let (mut seen, mut likeness) = (0, 0.0);
        for pile in places {
            let corner = geometry.point(pile.at);
            let reach = match profile.layout.find {
                Find::Look => {
                    let slack = profile.look.slack * geometry.card.0;
                    (slack, slack)
                }
                Find::Fit | Find::Whole => (1.0, BAR_STEP * geometry.card.0 / 2.0),
            };
            let found = part.search(frame, corner, geometry.card, reach, false);
            if found.best_score() >= LEAST_LIKENESS {
                seen += 1;
                likeness += found.best_score();
            }
            // A table that is looked for needs no better proof.
            if profile.layout.find == Find::Look && seen >= ENOUGH_CARDS {
                break;
            }
        }
        Self {
            geometry,
            seen,
            likeness,
        }
    }
}

/// The geometry that fits best to where the cards lie.
fn corrected(
    frame: &Frame,
    profile: &Profile,
    deck: &Deck,
    geometry: Geometry,
    places: &[PilePlace],
) -> Geometry {
    let look = &profile.look;
    let part = Part::new(&deck.ranks, look.rank, &geometry, Planes::Ink, (1.0, 1.0));
    let slack = look.slack * geometry.card.0;
    let mut found: Vec<([f32; 2], (f32, f32))> = Vec::new();
    let mut off = Vec::new();
    for pile in places {
        let corner = geometry.point(pile.at);
        let seen = part.search(frame, corner, geometry.card, (slack, slack), false);
        if seen.best_score() >= LEAST_LIKENESS {
            let (across, down) = seen.offset;
            found.push((pile.at, (corner.0 + across, corner.1 + down)));
            off.push(across.abs().max(down.abs()));
        }
    }
    off.sort_by(f32::total_cmp);
    let is_off = off
        .get(off.len() / 2)
        .is_some_and(|off| *off > LEAST_OFF_PIXELS);
    if !is_off || found.len() < ENOUGH_CARDS {
        return geometry;
    }
    let across: Vec<_> = found.iter().map(|(at, seen)| (at[0], seen.0)).collect();
    let down: Vec<_> = found.iter().map(|(at, seen)| (at[1], seen.1)).collect();
    let unit = geometry.unit.0;
    let Some((left, wide)) = line(&across) else {
        return geometry;
    };
    if (wide / unit - 1.0).abs() > MOST_STRETCH {
        return geometry;
    }
    // Rows are close together: the unit is taken from the columns.
    let top = down.iter().map(|(at, seen)| seen - wide * at).sum::<f32>() / down.len() as f32;
    Geometry {
        origin: (left, top),
        unit: (wide, wide),
        in_piles: wide,
        card: (profile.layout.card[0] * wide, profile.layout.card[1] * wide),
        ..geometry
    }
}

/// The straight line through some points: where it begins, and how it rises.
fn line(points: &[(f32, f32)]) -> Option<(f32, f32)> {
    let count = points.len() as f32;
    let mean = |of: fn(&(f32, f32)) -> f32| points.iter().map(of).sum::<f32>() / count;
    let (from, to) = (mean(|it| it.0), mean(|it| it.1));
    let spread: f32 = points.iter().map(|it| (it.0 - from).powi(2)).sum();
    let common: f32 = points.iter().map(|it| (it.0 - from) * (it.1 - to)).sum();
    (spread > 1.0).then(|| {
        let rise = common / spread;
        (to - rise * from, rise)
    })
}

/// The frame with a box around every place where a card was looked for.
fn looked_at(frame: &Frame, geometry: &Geometry, profile: &Profile) -> Frame {
    let mut looked = frame.clone();
    for pile in profile.piles() {
        let card: Placed = geometry.card_at(geometry.point(pile.at));
        let [left, top, right, bottom] = profile.look.rank;
        let (from, to) = (card.at(left, top), card.at(right, bottom));
        for line in 0..3 {
            for x in from.0 - line..=to.0 + line {
                looked.set(x, from.1 - line, [255, 0, 255]);
                looked.set(x, to.1 + line, [255, 0, 255]);
            }
            for y in from.1 - line..=to.1 + line {
                looked.set(from.0 - line, y, [255, 0, 255]);
                looked.set(to.0 + line, y, [255, 0, 255]);
            }
        }
    }
    looked
}
