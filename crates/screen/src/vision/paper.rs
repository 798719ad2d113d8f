//! Paper where no card was recognised: a card may lie there whose corner is hidden,
//! by the mouse, a hint or a message. It must not be taken for a gap.
//!
//! ```text
//!   +--------+      a card of the row behind
//!   |   +--------+  the slot: only what lies on no other card counts
//!   |   | ?      |
//!   +---|  paper |  light, and
//!       +--------+
//!         cloth     clearly lighter than what is below it
//! ```

use super::Placed;
use super::sample::Grid;
use crate::Frame;

/// Paper is not darker than this in any channel, not even in the shade.
pub(super) const DARKEST_PAPER: u8 = 130;

/// Cells across a card, and down to the end of the strip below it.
const CELLS: (usize, usize) = (12, 20);
/// The part of a slot that is looked at: a card may lie some pixels beside it.
const INNER: [f32; 4] = [0.1, 0.05, 0.9, 0.93];
/// The strip below it, in card heights. In some windows rows of cards follow soon.
const BELOW: (f32, f32) = (1.03, 1.0 + STRIP_BELOW);
/// How far below a card is looked at, in card heights.
pub(super) const STRIP_BELOW: f32 = 0.12;
/// Fewer cells on no other card show nothing.
const LEAST_CELLS: usize = 12;
const LEAST_CELLS_BELOW: usize = 3;
/// The least share of light cells: court cards are full of ink.
const LEAST_LIGHT: f32 = 0.5;
/// Paper is lighter than the cloth by at least this.
const LEAST_CONTRAST: f32 = 40.0;

/// What a slot shows, and the strip below it.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    place: Placed,
    cells: Grid,
}

impl Paper {
    /// The slot's cells; none if nothing in it is as light as paper.
    pub(super) fn in_slot(frame: &Frame, place: Placed) -> Option<Self> {
        let cell = (
            place.width / CELLS.0 as f32,
            BELOW.1 * place.height / CELLS.1 as f32,
        );
        let cells = Grid::of(frame, (place.x, place.y), cell, CELLS.0, CELLS.1);
        let paper = Self { place, cells };
        let is_light = paper.all().any(|(_, light)| is_paper(light));
        is_light.then_some(paper)
    }

    /// The middle of every cell, in fractions of the card, and how light its
    /// darkest channel is.
    fn all(&self) -> impl Iterator<Item = ((f32, f32), f32)> {
        let cells = self.cells.rgb.chunks_exact(3).enumerate();
        cells.map(|(index, rgb)| {
            let (x, y) = (index % CELLS.0, index / CELLS.0);
            let across = (x as f32 + 0.5) / CELLS.0 as f32;
            let down = BELOW.1 * (y as f32 + 0.5) / CELLS.1 as f32;
            ((across, down), rgb[0].min(rgb[1]).min(rgb[2]))
        })
    }

    /// A card lies there, on top of these others or beside them.
    pub(super) fn is_card(&self, others: &[Placed]) -> bool {
        let is_free = |(across, down): (f32, f32)| {
            let cell = Placed {
                x: self.place.x + across * self.place.width,
                y: self.place.y + down * self.place.height,
                width: 0.0,
                height: 0.0,
            };
            // Where a glyph box begins inside of the paper, a card reaches further
            // up and to the left than its place.
            let around = 0.06 * self.place.width;
            !others.iter().any(|other| {
                let other = Placed {
                    x: other.x - around,
                    y: other.y - around,
                    width: other.width + 2.0 * around,
                    height: other.height + 2.0 * around,
                };
                cell.meets(&other)
            })
        };
        let [left, top, right, bottom] = INNER;
        let free: Vec<_> = self.all().filter(|(at, _)| is_free(*at)).collect();
        let is_inner = |(across, down): (f32, f32)| {
            (left..right).contains(&across) && (top..bottom).contains(&down)
        };
        let inner: Vec<f32> = lights(&free, is_inner);
        let below: Vec<f32> = lights(&free, |(_, down)| (BELOW.0..BELOW.1).contains(&down));
        if inner.len() < LEAST_CELLS || below.len() < LEAST_CELLS_BELOW {
            return false;
        }
        let light: Vec<f32> = inner.iter().copied().filter(|it| is_paper(*it)).collect();
        let mean = |of: &[f32]| of.iter().sum::<f32>() / of.len().max(1) as f32;
        light.len() as f32 >= LEAST_LIGHT * inner.len() as f32
            && mean(&light) - mean(&below) >= LEAST_CONTRAST
    }
}

fn lights(cells: &[((f32, f32), f32)], wanted: impl Fn((f32, f32)) -> bool) -> Vec<f32> {
    let wanted = cells.iter().filter(|(at, _)| wanted(*at));
    wanted.map(|(_, light)| *light).collect()
}

fn is_paper(light: f32) -> bool {
    light >= f32::from(DARKEST_PAPER)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Placed = Placed {
        x: 40.0,
        y: 60.0,
        width: 60.0,
        height: 84.0,
    };

    fn fill(frame: &mut Frame, place: Placed, colour: [u8; 3]) {
        let (from, to) = (place.at(0.0, 0.0), place.at(1.0, 1.0));
        for y in from.1..to.1 {
            for x in from.0..to.0 {
                frame.set(x, y, colour);
            }
        }
    }

    fn is_card(frame: &Frame, others: &[Placed]) -> bool {
        Paper::in_slot(frame, CARD).is_some_and(|paper| paper.is_card(others))
    }

    #[test]
    fn paper_is_a_card_and_cloth_is_none() {
        let mut frame = Frame::filled(200, 200, [20, 90, 60]);
        assert!(!is_card(&frame, &[]));
        fill(&mut frame, CARD, [250, 250, 245]);
        assert!(is_card(&frame, &[]));
        // A light cloth shows nothing.
        assert!(!is_card(&Frame::filled(200, 200, [240; 3]), &[]));
    }

    #[test]
    fn a_card_of_the_row_behind_is_not_taken_for_one_in_the_slot() {
        let mut frame = Frame::filled(200, 200, [20, 90, 60]);
        let behind = Placed {
            x: 10.0,
            y: 20.0,
            ..CARD
        };
        fill(&mut frame, behind, [250, 250, 245]);
        assert!(!is_card(&frame, &[behind]));
        fill(&mut frame, CARD, [250, 250, 245]);
        assert!(is_card(&frame, &[behind]));
    }
}
