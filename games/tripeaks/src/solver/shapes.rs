//! The 22,932 shapes that the tableau can have: which cards still lie there.
//!
//! ```text
//! mask    bit s is set while place s still has its card        28 bits
//! number  0 is the full tableau, 22,931 the empty one; the shape after a card
//!         goes has a higher number, so that in ascending order every shape comes
//!         before those that follow from it
//! ```
//! # The numbering
//! The bottom row determines which cards of the third row may be gone; then the
//! three peaks (three cards of the third row, two of the second, the peak) are
//! independent of each other. So a shape's number is
//! `first[bottom] + (left * ways(middle) + middle) * ways(right) + right`, where
//! `left`, `middle` and `right` number the ways in which a peak can stand on
//! this bottom row. Fuller rows and peaks come first, so that the order above
//! holds. No search is needed to find the number of a mask, and the tables
//! below are made in about a millisecond.

use std::sync::OnceLock;

use crate::rules::{CARDS, FACE_DOWN, PEAKS, covering};

/// How many shapes there are.
pub const SHAPES: usize = 22_932;

/// The mask of the full tableau.
pub const FULL: u32 = (1 << CARDS) - 1;

/// The number of the full tableau.
pub const FULL_SHAPE: u16 = 0;

/// The number of the empty tableau.
pub const EMPTY: u16 = (SHAPES - 1) as u16;

/// The tables of all shapes; the same for every deal.
#[derive(Debug)]
pub struct Shapes {
    /// By number: the mask.
    pub masks: Vec<u32>,
    /// By number: the places that are uncovered.
    pub uncovered: Vec<u32>,
    /// By number: the places that are empty and may have been the last to go.
    pub last_gone: Vec<u32>,
    /// By number: cards gone.
    pub gone: Vec<u8>,
    first_child: Vec<u32>,
    children: Vec<u16>,
    first_parent: Vec<u32>,
    parents: Vec<u16>,
    /// The shapes before each one: the number, then the place in 8 bits.
    packed_parents: Vec<u32>,
    numbering: Numbering,
}

impl Shapes {
    /// The tables, made once.
    pub fn get() -> &'static Self {
        static SHAPES: OnceLock<Shapes> = OnceLock::new();
        SHAPES.get_or_init(Self::build)
    }

    /// The shape that is left when the card at an uncovered place goes.
    #[inline]
    pub fn without(&self, shape: u16, slot: u32) -> u16 {
        let shape = usize::from(shape);
        let before = self.uncovered[shape] & ((1 << slot) - 1);
        self.children[self.first_child[shape] as usize + before.count_ones() as usize]
    }

    /// The uncovered places of a shape, and what is left when each card goes,
    /// in the same order.
    #[inline]
    pub fn children(&self, shape: u16) -> (u32, &[u16]) {
        let uncovered = self.uncovered[usize::from(shape)];
        let first = self.first_child[usize::from(shape)] as usize;
        (
            uncovered,
            &self.children[first..first + uncovered.count_ones() as usize],
        )
    }

    /// The shape before the card at this place went, which is one of
    /// [`Shapes::last_gone`].
    #[inline]
    pub fn with(&self, shape: u16, slot: u32) -> u16 {
        let shape = usize::from(shape);
        let before = self.last_gone[shape] & ((1 << slot) - 1);
        self.parents[self.first_parent[shape] as usize + before.count_ones() as usize]
    }

    /// The shapes before this one, each with the place whose card went.
    #[inline]
    pub fn parents(&self, shape: usize) -> impl Iterator<Item = (u16, u8)> {
        let range = self.first_parent[shape] as usize..self.first_parent[shape + 1] as usize;
        let packed = self.packed_parents[range].iter();
        packed.map(|&packed| ((packed >> 8) as u16, packed as u8))
    }

    /// The number of a mask, if it is a shape.
    pub fn number_of(&self, mask: u32) -> Option<u16> {
        let number = self.numbering.number(mask);
        (self.masks.get(usize::from(number)) == Some(&mask)).then_some(number)
    }

    /// Bytes of these tables.
    pub fn bytes(&self) -> u64 {
        let words = self.masks.len() + self.uncovered.len() + self.last_gone.len();
        let starts = self.first_child.len() + self.first_parent.len();
        let numbers = self.children.len() + self.parents.len();
        let packed = self.packed_parents.len();
        (4 * (words + starts + packed) + 2 * numbers + self.gone.len()) as u64
    }

    fn build() -> Self {
        let numbering = Numbering::new();
        let mut shapes = Self {
            masks: numbering.masks(),
            uncovered: Vec::with_capacity(SHAPES),
            last_gone: Vec::with_capacity(SHAPES),
            gone: Vec::with_capacity(SHAPES),
            first_child: Vec::with_capacity(SHAPES),
            children: Vec::new(),
            first_parent: Vec::with_capacity(SHAPES),
            parents: Vec::new(),
            packed_parents: Vec::new(),
            numbering: Numbering::new(),
        };
        assert_eq!(shapes.masks.len(), SHAPES, "the numbering has a hole");
        let (covers, covered) = cover_masks();
        for &mask in &shapes.masks {
            let free = |slot: &u32| mask & covers[*slot as usize] == 0;
            let uncovered: u32 = slots(mask).filter(free).map(|slot| 1 << slot).sum();
            // A place can get its card back while all that it covers are there.
            let back = |slot: &u32| covered[*slot as usize] & !mask == 0;
            let last_gone: u32 = slots(FULL & !mask).filter(back).map(|slot| 1 << slot).sum();
            shapes.uncovered.push(uncovered);
            shapes.last_gone.push(last_gone);
            shapes.gone.push((FULL & !mask).count_ones() as u8);
            shapes.first_child.push(shapes.children.len() as u32);
            shapes.first_parent.push(shapes.parents.len() as u32);
            let children = slots(uncovered).map(|slot| numbering.number(mask & !(1 << slot)));
            shapes.children.extend(children);
            let parents = slots(last_gone).map(|slot| numbering.number(mask | 1 << slot));
            shapes.parents.extend(parents);
            let packed = slots(last_gone)
                .map(|slot| u32::from(numbering.number(mask | 1 << slot)) << 8 | slot);
            shapes.packed_parents.extend(packed);
        }
        shapes.first_parent.push(shapes.parents.len() as u32);
        shapes
    }
}

/// The places in a mask, lowest first.
#[inline]
pub fn slots(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let slot = mask.trailing_zeros();
        mask &= mask - 1;
        Some(slot)
    })
}

/// For each place: those that cover it, and those that it covers.
fn cover_masks() -> ([u32; CARDS], [u32; CARDS]) {
    let (mut covers, mut covered) = ([0; CARDS], [0; CARDS]);
    for (slot, covers) in covers.iter_mut().enumerate() {
        for below in covering(slot) {
            *covers |= 1 << below;
            covered[below] |= 1 << slot;
        }
    }
    (covers, covered)
}

/// One peak: bit 5 its top, bits 4 and 3 the second row, bits 2 to 0 the third.
const PEAK_BITS: usize = 6;

/// The numbers of shapes, as described above.
#[derive(Debug)]
struct Numbering {
    /// By the cards of the third row that may be gone (3 bits): the ways in
    /// which a peak can stand, fullest first.
    ways: [Vec<u8>; 8],
    /// The place of a way in that list.
    place: [[u8; 1 << PEAK_BITS]; 8],
    /// By bottom row: the first number.
    first: Vec<u16>,
}

impl Numbering {
    fn new() -> Self {
        let mut ways: [Vec<u8>; 8] = Default::default();
        let mut place = [[0; 1 << PEAK_BITS]; 8];
        for free in 0..8u8 {
            for way in (0..1u8 << PEAK_BITS).rev().filter(|&way| stands(way, free)) {
                place[usize::from(free)][usize::from(way)] = ways[usize::from(free)].len() as u8;
                ways[usize::from(free)].push(way);
            }
        }
        let mut numbering = Self {
            ways,
            place,
            first: vec![0; 1 << 10],
        };
        let mut next = 0;
        for bottom in (0..1usize << 10).rev() {
            numbering.first[bottom] = next as u16;
            let free = free_by_peak(bottom as u32);
            next += free
                .map(|free| numbering.ways[free].len())
                .iter()
                .product::<usize>();
        }
        numbering
    }

    fn number(&self, mask: u32) -> u16 {
        let bottom = mask >> FACE_DOWN;
        let free = free_by_peak(bottom);
        let mut number = 0;
        for (peak, free) in free.into_iter().enumerate() {
            let place = self.place[free][usize::from(way_of(mask, peak))];
            number = number * self.ways[free].len() + usize::from(place);
        }
        self.first[bottom as usize] + number as u16
    }

    fn masks(&self) -> Vec<u32> {
        let mut masks = Vec::with_capacity(SHAPES);
        for bottom in (0..1u32 << 10).rev() {
            let free = free_by_peak(bottom);
            for &left in &self.ways[free[0]] {
                for &middle in &self.ways[free[1]] {
                    for &right in &self.ways[free[2]] {
                        let peaks = mask_of(left, 0) | mask_of(middle, 1) | mask_of(right, 2);
                        masks.push(bottom << FACE_DOWN | peaks);
                    }
                }
            }
        }
        masks
    }
}

/// Can a peak stand like this, when these cards of its third row may be gone?
fn stands(way: u8, free: u8) -> bool {
    let third = way & 7;
    let (second_left, second_right, top) = (way >> 4 & 1, way >> 3 & 1, way >> 5 & 1);
    let third_stands = third | free == 7;
    let second_stands =
        (second_left == 1 || third & 0b110 == 0) && (second_right == 1 || third & 0b011 == 0);
    let top_stands = top == 1 || second_left + second_right == 0;
    third_stands && second_stands && top_stands
}

/// For each peak the cards of its third row that nothing in this bottom row
/// covers; the leftmost is bit 2.
fn free_by_peak(bottom: u32) -> [usize; PEAKS] {
    let free = !(bottom | bottom >> 1);
    [0, 3, 6].map(|shift| {
        let three = free >> shift;
        ((three & 1) << 2 | three & 2 | three >> 2 & 1) as usize
    })
}

fn way_of(mask: u32, peak: usize) -> u8 {
    let bit = |slot: usize| (mask >> slot & 1) as u8;
    let (second, third) = (3 + 2 * peak, 9 + 3 * peak);
    bit(peak) << 5
        | bit(second) << 4
        | bit(second + 1) << 3
        | bit(third) << 2
        | bit(third + 1) << 1
        | bit(third + 2)
}

fn mask_of(way: u8, peak: usize) -> u32 {
    let bit = |from: u8, slot: usize| u32::from(way >> from & 1) << slot;
    let (second, third) = (3 + 2 * peak, 9 + 3 * peak);
    bit(5, peak)
        | bit(4, second)
        | bit(3, second + 1)
        | bit(2, third)
        | bit(1, third + 1)
        | bit(0, third + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_as_many_shapes_as_play_can_leave() {
        let (covers, _) = cover_masks();
        let mut seen = HashSet::from([FULL]);
        let mut open = vec![FULL];
        while let Some(mask) = open.pop() {
            for slot in slots(mask).filter(|&slot| mask & covers[slot as usize] == 0) {
                if seen.insert(mask & !(1 << slot)) {
                    open.push(mask & !(1 << slot));
                }
            }
        }
        assert_eq!(seen.len(), SHAPES);
        assert_eq!(seen, Shapes::get().masks.iter().copied().collect());
    }

    #[test]
    fn numbers_and_masks_belong_together() {
        let shapes = Shapes::get();
        for number in 0..SHAPES as u16 {
            let mask = shapes.masks[usize::from(number)];
            assert_eq!(shapes.number_of(mask), Some(number));
        }
        assert_eq!(shapes.masks[usize::from(FULL_SHAPE)], FULL);
        assert_eq!(shapes.masks[usize::from(EMPTY)], 0);
        assert_eq!(shapes.number_of(FULL & !1), None);
    }

    #[test]
    fn what_follows_has_a_higher_number_and_leads_back() {
        let shapes = Shapes::get();
        for shape in 0..SHAPES as u16 {
            let mask = shapes.masks[usize::from(shape)];
            for slot in slots(shapes.uncovered[usize::from(shape)]) {
                let next = shapes.without(shape, slot);
                assert!(next > shape);
                assert_eq!(shapes.masks[usize::from(next)], mask & !(1 << slot));
                assert_eq!(shapes.with(next, slot), shape);
            }
            for slot in slots(shapes.last_gone[usize::from(shape)]) {
                assert_eq!(shapes.without(shapes.with(shape, slot), slot), shape);
            }
        }
    }
}
