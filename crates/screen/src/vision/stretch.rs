//! How far apart the rows of a table lie, where a program draws them apart to
//! fill its window: the distance at which most cards have an upper edge where
//! one belongs.

use super::locate::Light;
use crate::profile::{Pile, Profile};

/// Against the table: this much lighter inside.
const STEP: i16 = 60;

/// On another card: a line this much darker than the paper on both sides.
const LINE: i16 = 14;

/// From an edge to what lies on either side of it, in pixels.
const BESIDE: i32 = 3;

/// The steps in which distances are tried, in pixels of a whole card.
const FINE: f32 = 0.5;

/// A column is looked at down to this card.
const DEEP: usize = 12;

/// A unit downwards in pixels. `tight` is the least, `place` tells the corner
/// of a pile under such a unit.
pub(super) fn apart(
    light: &Light,
    profile: &Profile,
    card: f32,
    tight: f32,
    place: impl Fn(&Pile, f32) -> (f32, f32),
) -> f32 {
    let most = tight * profile.layout.stretch;
    let piles = profile.piles();
    let mut best = (0.0, tight);
    let mut unit = tight;
    while unit <= most {
        let mut sum = 0.0;
        for pile in &piles {
            let (x, y) = place(pile, unit);
            let cards = if pile.step[1] > 0.0 { DEEP } else { 1 };
            for index in 0..cards {
                let down = y + index as f32 * pile.step[1] * unit;
                sum += upper_edge(light, x, down, card);
            }
        }
        if sum > best.0 {
            best = (sum, unit);
        }
        unit += FINE;
    }
    best.1
}

/// How much of a card's width has an edge there: 0 where it is less than half.
fn upper_edge(light: &Light, x: f32, y: f32, card: f32) -> f32 {
    let y = y.round() as i32;
    if y < BESIDE || y + BESIDE >= light.height as i32 {
        return 0.0;
    }
    let mut best: f32 = 0.0;
    // The line lies on the edge or next to it.
    for near in [-1, 0] {
        let (mut found, mut looked) = (0, 0);
        let mut across = 0.12;
        while across <= 0.88 {
            let column = (x + across * card) as i32;
            let at = |down: i32| light.at(column, y + near + down);
            let (above, edge, below) = (at(-BESIDE), at(0), at(BESIDE));
            let is_line = above - edge > LINE && below - edge > LINE;
            found += i32::from(below - above > STEP || is_line);
            looked += 1;
            across += 0.04;
        }
        best = best.max(found as f32 / looked as f32);
    }
    if best >= 0.5 { best } else { 0.0 }
}
