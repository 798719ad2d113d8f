//! How far apart the rows of a table lie, where a program draws them apart to
//! fill its window: the distance at which most cards have an upper edge where
//! one belongs.

use super::locate::{LEAST_EDGE, LEAST_PILE_EDGE, Light};
use crate::profile::{PilePlace, PileRole, Profile};

/// The least depth of a line between two cards: it is this much darker than the
/// paper on both sides.
const LEAST_LINE: i16 = 14;

/// From an edge to what is on either side of it, in pixels.
const BESIDE_PIXELS: i32 = 3;

/// The steps in which distances are tried, in pixels per unit.
const STEP_PIXELS: f32 = 0.5;

/// How many cards of a column are looked at.
const MOST_CARDS: usize = 12;

/// A unit downwards in pixels. `tight` is the smallest; `place` gives the corner
/// of a pile for such a unit.
pub(super) fn apart(
    light: &Light,
    profile: &Profile,
    card: f32,
    tight: f32,
    place: impl Fn(&PilePlace, f32) -> (f32, f32),
) -> f32 {
    let most = tight * profile.layout.stretch;
    // What lies at the same place at every distance says nothing.
    let moves = |pile: &PilePlace| {
        let is_pressed = pile.step[1] > 0.0 && !profile.layout.close_piles;
        is_pressed || place(pile, tight) != place(pile, most)
    };
    let piles: Vec<_> = profile.piles().into_iter().filter(moves).collect();
    let mut best = (0.0, tight);
    let mut unit = tight;
    while unit <= most {
        let mut sum = 0.0;
        for pile in &piles {
            let (x, y) = place(pile, unit);
            let cards = if pile.step[1] > 0.0 { MOST_CARDS } else { 1 };
            // Cells and homes may be empty: their place is a little lighter than the table.
            let least = match pile.role {
                PileRole::Cell | PileRole::Home => LEAST_PILE_EDGE,
                _ => LEAST_EDGE,
            };
            for index in 0..cards {
                let step = pile.step[1] * profile.layout.unit_in_piles(unit, tight);
                let down = y + index as f32 * step;
                sum += upper_edge(light, x, down, card, least);
            }
        }
        if sum > best.0 {
            best = (sum, unit);
        }
        unit += STEP_PIXELS;
    }
    best.1
}

/// How much of a card's width has an edge there: 0 where it is less than half.
fn upper_edge(light: &Light, x: f32, y: f32, card: f32, least: i16) -> f32 {
    let y = y.round() as i32;
    if y < BESIDE_PIXELS || y + BESIDE_PIXELS >= light.height as i32 {
        return 0.0;
    }
    let mut best: f32 = 0.0;
    // The line is on the edge or next to it.
    for near in [-1, 0] {
        let (mut found, mut looked) = (0, 0);
        let mut across = 0.12;
        while across <= 0.88 {
            let column = (x + across * card) as i32;
            let at = |down: i32| light.at(column, y + near + down);
            let (above, edge, below) = (at(-BESIDE_PIXELS), at(0), at(BESIDE_PIXELS));
            let is_line = above - edge > LEAST_LINE && below - edge > LEAST_LINE;
            found += i32::from(below - above > least || is_line);
            looked += 1;
            across += 0.04;
        }
        best = best.max(found as f32 / looked as f32);
    }
    if best >= 0.5 { best } else { 0.0 }
}
