//! Cards that show the same: groups of a known number of members.

use super::glyph::{GlyphBox, dot};
use super::strip::Strip;

/// How far a glyph may be moved to lie over another one, in cells.
const REACH: isize = 2;

/// Groups of cards of one rank, each with its members, and how surely they belong
/// together: how much more alike they are than the nearest card of another group.
pub(super) struct Kinds {
    pub(super) groups: Vec<Vec<usize>>,
    pub(super) margins: Vec<f32>,
}

/// How alike any two cards are in a box.
pub(super) fn likenesses(strips: &[Strip], place: GlyphBox) -> Vec<Vec<f32>> {
    let looks: Vec<_> = strips.iter().map(|strip| Look::of(strip, place)).collect();
    let alike = |one: &Look| looks.iter().map(|other| one.alike(other)).collect();
    looks.iter().map(alike).collect()
}

/// How alike the last card is to each of the others.
pub(super) fn likenesses_to_last(strips: &[Strip], place: GlyphBox) -> Vec<f32> {
    let Some((last, others)) = strips.split_last() else {
        return Vec::new();
    };
    let last = Look::of(last, place);
    let others = others.iter().map(|strip| Look::of(strip, place));
    others.map(|other| other.alike(&last)).collect()
}

/// A glyph, and the same moved a little.
struct Look {
    still: Vec<f32>,
    moved: Vec<Vec<f32>>,
}

impl Look {
    fn of(strip: &Strip, place: GlyphBox) -> Self {
        let reach = -REACH..=REACH;
        let places = reach
            .clone()
            .flat_map(|x| reach.clone().map(move |y| (x, y)));
        Self {
            still: strip.vector(place),
            moved: places.map(|by| strip.moved(place, by)).collect(),
        }
    }

    fn alike(&self, other: &Self) -> f32 {
        let best = |still: &[f32], moved: &[Vec<f32>]| {
            moved.iter().map(|it| dot(still, it)).fold(-1.0, f32::max)
        };
        best(&self.still, &other.moved).max(best(&other.still, &self.moved))
    }
}

/// Puts cards together, the most alike first, until every group has `each` members,
/// or nothing is alike enough any more.
pub(super) fn group(alike: &[Vec<f32>], each: usize, enough: f32) -> Kinds {
    let mut groups: Vec<Vec<usize>> = (0..alike.len()).map(|card| vec![card]).collect();
    let between = |one: &[usize], other: &[usize]| {
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (*a, *b)));
        let sum: f32 = pairs.map(|(a, b)| alike[a][b]).sum();
        sum / (one.len() * other.len()) as f32
    };
    loop {
        let mut best: Option<(f32, usize, usize)> = None;
        for one in 0..groups.len() {
            for other in one + 1..groups.len() {
                if groups[one].len() + groups[other].len() > each {
                    continue;
                }
                let like = between(&groups[one], &groups[other]);
                if best.is_none_or(|(known, _, _)| like > known) {
                    best = Some((like, one, other));
                }
            }
        }
        let Some((_, one, other)) = best.filter(|best| best.0 > enough) else {
            break;
        };
        let joined = groups.remove(other);
        groups[one].extend(joined);
    }
    let margins = groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            let inside = group
                .iter()
                .flat_map(|a| group.iter().map(move |b| (*a, *b)));
            let least = inside.map(|(a, b)| alike[a][b]).fold(1.0, f32::min);
            let others = groups.iter().enumerate().filter(|it| it.0 != index);
            let nearest = others.map(|(_, other)| between(group, other));
            least - nearest.fold(-1.0, f32::max)
        })
        .collect();
    Kinds { groups, margins }
}
