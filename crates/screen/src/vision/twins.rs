//! A closer look at two cards of a rank whose pictures hardly differ, such as
//! black Aces with a small sign in a corner: only the part where they differ is
//! compared. Elsewhere both look the same, and noise there is larger than what
//! the sign makes in the whole picture. Of a card that nothing covers, the suit sign
//! is compared as a whole.

use super::Reader;
use super::compare::{Direction, Models, Planes};
use super::part::Part;
use super::read::FaceMatch;
use super::sample::Grid;
use crate::Frame;

/// Pictures that differ by more are told apart as a whole.
const MOST_DIFFERENCE: f32 = 0.1;

/// Cells belong to the part where two pictures differ if they differ by this
/// share of the most that a cell does.
const DIFFERENT_SHARE: f32 = 0.35;

/// A part of more than this share of the whole picture is no sign.
const LARGEST_SHARE: f32 = 0.25;

/// A sign that is less alike than this to the better picture shows nothing.
const LEAST_SIGN_LIKENESS: f32 = 0.8;

/// How far a sign may lie from its place, in cells, and in which steps.
const SHIFTS: [f32; 5] = [-1.0, -0.5, 0.0, 0.5, 1.0];

/// Steps to where a picture fits best, in cells.
const FINE_STEPS: [f32; 3] = [0.5, 0.25, 0.12];

/// Two pictures that are told apart so clearly need no closer look.
const CLEAR: f32 = 0.9;

/// Two cards that look alike, and what the closer look found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Twins {
    /// The picture that it is, by its number.
    pub(super) one: usize,
    /// The picture that it is not.
    pub(super) other: usize,
    /// How clearly.
    pub(super) margin: f32,
}

/// The rows and columns of cells where two pictures differ.
#[derive(Clone, Copy, Debug)]
struct Region {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Region {
    fn of(models: &Models, one: &Direction, other: &Direction, most_cells: f32) -> Option<Self> {
        let cells = models.width * models.height;
        let apart: Vec<f32> = one
            .0
            .iter()
            .zip(&other.0)
            .map(|(a, b)| (a - b).abs())
            .collect();
        let most = apart[..cells].iter().copied().fold(0.0, f32::max);
        let mut region: Option<Self> = None;
        for (index, apart) in apart[..cells].iter().enumerate() {
            if *apart < DIFFERENT_SHARE * most {
                continue;
            }
            let (x, y) = (index % models.width, index / models.width);
            let known = region.get_or_insert(Self {
                left: x,
                top: y,
                right: x,
                bottom: y,
            });
            known.left = known.left.min(x);
            known.top = known.top.min(y);
            known.right = known.right.max(x);
            known.bottom = known.bottom.max(y);
        }
        let mut region = region?;
        region.left = region.left.saturating_sub(1);
        region.top = region.top.saturating_sub(1);
        region.right = (region.right + 1).min(models.width - 1);
        region.bottom = (region.bottom + 1).min(models.height - 1);
        let size = (region.right - region.left + 1) * (region.bottom - region.top + 1);
        (size as f32 <= most_cells).then_some(region)
    }

    /// The values of a picture in this part.
    fn cut(&self, models: &Models, values: &[f32]) -> Vec<f32> {
        let rows = self.top..=self.bottom;
        let row = |y: usize| &values[y * models.width + self.left..=y * models.width + self.right];
        rows.flat_map(|y| row(y).iter().copied()).collect()
    }
}

impl Reader {
    /// A closer look at a face of which only the left edge is seen: there is
    /// little of a suit sign in it, and clubs and spades hardly differ there.
    pub(super) fn look_closer_at_edge(&self, frame: &Frame, face: &mut FaceMatch) {
        if let (Some(edge), Some(card)) = (face.cropped.clone(), &self.card) {
            face.twins = self.twins(frame, (&edge, card), face.corner, &mut face.rest);
        }
    }

    /// The suit sign of a card that nothing covers, where the profile has a box for
    /// it besides that of the picture: the picture is a strip that all cards of a
    /// column show, and may end in the middle of the sign.
    pub(super) fn look_at_suit_sign(&self, frame: &Frame, face: &mut FaceMatch) {
        let (Some(_), Some(sign)) = (&self.card, &self.suit) else {
            return;
        };
        let Some((one, other)) = self.two_best_of_a_rank(&face.rest) else {
            return;
        };
        if face.rest[one] - face.rest[other] > MOST_DIFFERENCE {
            return;
        }
        let (scores, _) = sign.scores_around(frame, face.corner, self.geometry.card);
        let suit = |card: usize| self.deck.names.suit(card);
        let needed = self.profile.look.margin;
        let twins = by_sign(&sign.models, &scores, (one, other), suit);
        if let Some(twins) = twins.filter(|sign| decides(*sign, face.twins, needed)) {
            if twins.one != one {
                face.rest.swap(one, other);
            }
            face.twins = Some(twins);
        }
    }

    /// The card with the highest score, and the one of the same rank with the next.
    pub(super) fn two_best_of_a_rank(&self, scores: &[f32]) -> Option<(usize, usize)> {
        let rank = |card: usize| self.deck.names.rank(card);
        let best = |cards: &mut dyn Iterator<Item = usize>| {
            cards.max_by(|one, other| scores[*one].total_cmp(&scores[*other]))
        };
        let one = best(&mut (0..scores.len()))?;
        let others = (0..scores.len()).filter(|card| *card != one && rank(*card) == rank(one));
        Some((one, best(&mut { others })?))
    }

    /// A closer look at the two best cards of a rank, if they look alike. The
    /// one that it is gets the higher score.
    pub(super) fn twins(
        &self,
        frame: &Frame,
        parts: (&Part, &Part),
        corner: (f32, f32),
        scores: &mut [f32],
    ) -> Option<Twins> {
        let (one, other) = self.two_best_of_a_rank(scores)?;
        let card = self.geometry.card;
        let twins = look_closer(frame, parts, corner, card, (one, other));
        if twins.is_some_and(|twins| twins.one != one) {
            scores.swap(one, other);
        }
        twins.or_else(|| self.each_at_its_best(frame, parts.0, corner, (one, other), scores))
    }

    /// Compares each of two pictures that hardly differ where it fits best. If they were
    /// learned at places that differ by a part of a pixel, they differ a little all over,
    /// so that no sign stands out; and at one place for both, the one fits better whose
    /// part of a pixel is nearer. The scores become those of the best places.
    fn each_at_its_best(
        &self,
        frame: &Frame,
        part: &Part,
        corner: (f32, f32),
        (one, other): (usize, usize),
        scores: &mut [f32],
    ) -> Option<Twins> {
        let models = &part.models;
        let (first, second) = (models.models[one].as_ref()?, models.models[other].as_ref()?);
        if models.planes != Planes::InkAndRed
            || 1.0 - first.likeness(second) > MOST_DIFFERENCE
            || models.margin(scores, one, other) > CLEAR
        {
            return None;
        }
        for (index, model) in [(one, first), (other, second)] {
            let card = self.geometry.card;
            scores[index] = part.best_likeness(frame, corner, card, model, &FINE_STEPS);
        }
        // As alike as they are when one is moved over the other.
        let key = (models.width, one.min(other), one.max(other));
        let make = || models.alike_when_moved(key.1, key.2);
        let alike = self.alike.get(key, make);
        let (one, other) = match scores[one] >= scores[other] {
            true => (one, other),
            false => (other, one),
        };
        let margin = Models::margin_of(scores[one] - scores[other], alike, scores[one]);
        Some(Twins { one, other, margin })
    }
}

/// Looks closer at two pictures of a part at a place; what is seen of them may be
/// cut from a `whole`.
pub(super) fn look_closer(
    frame: &Frame,
    (part, whole): (&Part, &Part),
    corner: (f32, f32),
    card: (f32, f32),
    (one, other): (usize, usize),
) -> Option<Twins> {
    let models = &part.models;
    let (first, second) = (models.models[one].as_ref()?, models.models[other].as_ref()?);
    if models.planes != Planes::InkAndRed || 1.0 - first.likeness(second) > MOST_DIFFERENCE {
        return None;
    }
    let cells = whole.models.width * whole.models.height;
    let region = Region::of(models, first, second, LARGEST_SHARE * cells as f32)?;
    let sign = |model: &Direction| unit(region.cut(models, &model.0));
    let (first, second) = (sign(first)?, sign(second)?);
    let mut scores = (-1.0_f32, -1.0_f32);
    for down in SHIFTS {
        for across in SHIFTS {
            let at = (
                corner.0 + across * part.cell.0,
                corner.1 + down * part.cell.1,
            );
            let grid: Grid = part.at(frame, at, card);
            if let Some(seen) = unit(region.cut(models, &grid.ink())) {
                scores.0 = scores.0.max(seen.likeness(&first));
                scores.1 = scores.1.max(seen.likeness(&second));
            }
        }
    }
    let (best, gap) = (scores.0.max(scores.1), (scores.0 - scores.1).abs());
    if best < LEAST_SIGN_LIKENESS {
        return None;
    }
    let margin = Models::margin_of(gap, first.likeness(&second), best);
    Some(match scores.0 >= scores.1 {
        true => Twins { one, other, margin },
        false => Twins {
            one: other,
            other: one,
            margin,
        },
    })
}

/// Which of two cards it is by their suit signs: `scores` tells how alike what was
/// seen is to each sign. None if a sign was never seen, or this is none.
pub(super) fn by_sign(
    signs: &Models,
    scores: &[f32],
    (one, other): (usize, usize),
    suit: impl Fn(usize) -> usize,
) -> Option<Twins> {
    let model = |card| signs.models.get(suit(card))?.as_ref();
    let alike = model(one)?.likeness(model(other)?);
    let score = |card| scores[suit(card)];
    let (best, gap) = (
        score(one).max(score(other)),
        (score(one) - score(other)).abs(),
    );
    if best < LEAST_SIGN_LIKENESS {
        return None;
    }
    let margin = Models::margin_of(gap, alike, best);
    let (one, other) = match score(one) >= score(other) {
        true => (one, other),
        false => (other, one),
    };
    Some(Twins { one, other, margin })
}

/// The sign decides, not what the picture tells (if it tells anything): only where it
/// is clear, and clearer. A small sign may prefer the wrong suit by a hair.
fn decides(sign: Twins, picture: Option<Twins>, needed: f32) -> bool {
    sign.margin > picture.map_or(needed, |picture| picture.margin.max(needed))
}

/// Values without their mean, of length one; none if they are all alike.
fn unit(values: Vec<f32>) -> Option<Direction> {
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    let values: Vec<f32> = values.into_iter().map(|value| value - mean).collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    (length > f32::EPSILON).then(|| Direction(values.iter().map(|value| value / length).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_decides_only_where_it_is_clearer_than_the_picture() {
        let says = |margin: f32| Twins {
            one: 0,
            other: 1,
            margin,
        };
        // AisleRiot's Ace of clubs: its picture is clear, its sign is not.
        assert!(!decides(says(0.02), Some(says(0.83)), 0.3));
        assert!(!decides(says(0.02), None, 0.3));
        assert!(decides(says(0.9), None, 0.3));
        assert!(decides(says(0.9), Some(says(0.5)), 0.3));
    }
}
