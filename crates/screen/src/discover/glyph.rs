//! Which part of a card is its rank: the ink that every card has in the same
//! place, and that looks alike on as many cards as there are of a rank.

use super::kinds::likenesses;
use super::naming::OfRank;
use super::strip::Strip;

/// How wide and high a rank may be, in card widths and heights.
const WIDTHS: (f32, f32) = (0.08, 0.34);
const HEIGHTS: (f32, f32) = (0.07, 0.26);

/// A column or row of pixels belongs to the ranks if this share of the cards has
/// ink there.
const LEAST_INKED: f32 = 0.1;

/// The outermost part of a card, which may show its outline.
const OUTLINE: f32 = 0.025;

/// No card is told apart better than this, so that a few clear ranks do not make up
/// for one that is not told apart at all.
const ENOUGH: f32 = 0.5;

/// The box of the ranks in cells of the strips: left, top, right, bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GlyphBox {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

/// How many boxes of each corner are looked at closely.
const MOST_CLOSE: usize = 8;

/// The steps between the boxes that are tried first, in cells.
const COARSE: usize = 2;

/// The best box for ranks, and how well it tells them apart (0 is not at all).
pub(super) fn find(
    strips: &[Strip],
    card: (usize, usize),
    of_rank: OfRank,
) -> Option<(GlyphBox, f32)> {
    search(strips, card, &|alike| match of_rank {
        OfRank::All(each) => gap(alike, each),
        OfRank::AtMost(most) => widest_gap(alike, most),
    })
}

/// The same if the rank of every card is known.
pub(super) fn find_by_ranks(
    strips: &[Strip],
    card: (usize, usize),
    ranks: &[usize],
) -> Option<GlyphBox> {
    let found = search(strips, card, &|alike| gap_of(alike, ranks));
    found.map(|(place, _)| place)
}

/// How well cards are told apart, by how alike any two are.
type Score<'s> = &'s dyn Fn(&[Vec<f32>]) -> f32;

fn search(strips: &[Strip], card: (usize, usize), score: Score<'_>) -> Option<(GlyphBox, f32)> {
    let blurred: Vec<_> = strips.iter().map(|it| it.blurred().blurred()).collect();
    let quick = |place: GlyphBox| {
        let vectors: Vec<_> = blurred.iter().map(|strip| strip.vector(place)).collect();
        let like = |one: &Vec<f32>| vectors.iter().map(|other| dot(one, other)).collect();
        let alike: Vec<Vec<f32>> = vectors.iter().map(like).collect();
        score(&alike)
    };
    let mut best: Option<(GlyphBox, f32)> = None;
    for is_right in [false, true] {
        let places = candidates(strips, card, is_right);
        let mut tried: Vec<_> = places.into_iter().map(|it| (quick(it), it)).collect();
        tried.sort_by(|one, other| other.0.total_cmp(&one.0));
        // Glyphs of one rank may lie a pixel apart: the best boxes are compared with
        // glyphs moved over each other, which takes long.
        for (_, place) in tried.into_iter().take(MOST_CLOSE) {
            let score = score(&likenesses(strips, place));
            if best.is_none_or(|(_, known)| score > known) {
                best = Some((place, score));
            }
        }
    }
    best
}

/// Boxes that begin where the ink of a corner begins.
fn candidates(strips: &[Strip], card: (usize, usize), is_right: bool) -> Vec<GlyphBox> {
    let Some(first) = strips.first() else {
        return Vec::new();
    };
    let (width, height) = (first.width, first.height);
    let least = (LEAST_INKED * strips.len() as f32).ceil() as usize;
    let widest = (WIDTHS.1 * card.0 as f32) as usize;
    let edge = (OUTLINE * card.0 as f32).ceil() as usize;
    // From the outer edge inwards.
    let column = |index: usize| {
        if is_right { width - 1 - index } else { index }
    };
    let is_inked = |x: usize, y: usize| strips.iter().filter(|it| it.has_ink(x, y)).count();
    let mut columns = edge..width / 2;
    let begins = |index: &usize| {
        let x = column(*index);
        let has = |strip: &&Strip| (edge..height).any(|y| strip.has_ink(x, y));
        strips.iter().filter(has).count() >= least
    };
    let Some(outer) = columns.find(begins) else {
        return Vec::new();
    };
    let across = outer..(outer + widest).min(width);
    let starts = |y: &usize| {
        let inked = across.clone().map(|index| is_inked(column(index), *y));
        inked.max().unwrap_or(0) >= least
    };
    let Some(top) = (edge..height).find(starts) else {
        return Vec::new();
    };
    let (outer, top) = (outer.saturating_sub(1), top.saturating_sub(1));
    let mut boxes = Vec::new();
    let widths = (WIDTHS.0 * card.0 as f32) as usize..=widest;
    let heights = (HEIGHTS.0 * card.1 as f32) as usize..=(HEIGHTS.1 * card.1 as f32) as usize;
    for wide in widths.step_by(COARSE) {
        for high in heights.clone().step_by(COARSE) {
            if outer + wide > width || top + high > height {
                continue;
            }
            let left = if is_right {
                width - outer - wide
            } else {
                outer
            };
            boxes.push(GlyphBox {
                left,
                top,
                right: left + wide,
                bottom: top + high,
            });
        }
    }
    boxes
}

/// How much more a card is like the others of its rank than like any other card,
/// if there are `each` of a rank.
fn gap(alike: &[Vec<f32>], each: usize) -> f32 {
    let mut sum = 0.0;
    for (index, alike) in alike.iter().enumerate() {
        let others = alike.iter().enumerate().filter(|it| it.0 != index);
        let mut likes: Vec<f32> = others.map(|(_, like)| *like).collect();
        likes.sort_by(|one, other| other.total_cmp(one));
        let (Some(same), Some(different)) = (likes.get(each - 2), likes.get(each - 1)) else {
            return 0.0;
        };
        sum += (same - different).min(ENOUGH);
    }
    sum / alike.len().max(1) as f32
}

/// The same if the rank of every card is known: how much more a card is like the one
/// of its rank that is least like it than like any card of another rank.
fn gap_of(alike: &[Vec<f32>], ranks: &[usize]) -> f32 {
    let mut sum = 0.0;
    for (index, alike) in alike.iter().enumerate() {
        let (mut same, mut different) = (1.0_f32, -1.0_f32);
        for (other, like) in alike.iter().enumerate().filter(|it| it.0 != index) {
            match ranks[other] == ranks[index] {
                true => same = same.min(*like),
                false => different = different.max(*like),
            }
        }
        sum += (same - different).min(ENOUGH);
    }
    sum / alike.len().max(1) as f32
}

/// The same if there are at most so many of a rank: after the others of its rank,
/// likeness falls most.
fn widest_gap(alike: &[Vec<f32>], most: usize) -> f32 {
    let mut sum = 0.0;
    for (index, alike) in alike.iter().enumerate() {
        let others = alike.iter().enumerate().filter(|it| it.0 != index);
        let mut likes: Vec<f32> = others.map(|(_, like)| *like).collect();
        likes.sort_by(|one, other| other.total_cmp(one));
        let gaps = likes.windows(2).take(most - 1);
        let widest = gaps.map(|pair| pair[0] - pair[1]).fold(0.0, f32::max);
        sum += widest.min(ENOUGH);
    }
    sum / alike.len().max(1) as f32
}

pub(super) fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}
