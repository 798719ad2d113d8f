//! Reading again: after a move most of a table is what it was. Piles whose
//! pixels have not changed are not looked at a second time; the reading is the
//! same as if they had been.

use std::sync::Arc;

use super::read::Glance;
use super::{Reader, Reading};
use crate::profile::{Pile, PileRole};
use crate::{Error, Frame, Rectangle};

/// Beyond the slack of a profile a search goes a few cells of its grid further:
/// this share of a card's width, and some pixels.
const FURTHER: f32 = 0.04;
const PIXELS: f32 = 3.0;

/// A reader that remembers what it saw last.
#[derive(Debug)]
pub struct Rereader {
    reader: Reader,
    last: Option<(Frame, Vec<Remembered>)>,
}

/// What one pile showed, and the part of the frame by which that was told.
#[derive(Clone, Debug)]
struct Remembered {
    part: Rectangle,
    glance: Arc<Glance>,
}

impl Rereader {
    /// Remembers nothing yet.
    pub const fn new(reader: Reader) -> Self {
        Self { reader, last: None }
    }

    /// The reader itself.
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Reads a frame of the reader's size.
    pub fn read(&mut self, frame: &Frame) -> Result<Reading, Error> {
        self.reader.check(frame)?;
        let last = self.last.take();
        let piles = self.reader.piles().iter().enumerate();
        let seen: Vec<Remembered> = piles
            .map(|(index, pile)| match &last {
                Some((before, seen)) if before.same_part(frame, seen[index].part) => {
                    seen[index].clone()
                }
                _ => {
                    let glance = self.reader.see(frame, pile);
                    Remembered {
                        part: self.part(pile, &glance),
                        glance: Arc::new(glance),
                    }
                }
            })
            .collect();
        let glances: Vec<_> = seen.iter().map(|it| Arc::clone(&it.glance)).collect();
        let reading = self.reader.told(&glances);
        self.last = Some((frame.clone(), seen));
        Ok(reading)
    }

    /// All that was looked at when a pile was read: around every card of it,
    /// and to the edge of the frame where more cards could lie.
    fn part(&self, pile: &Pile, glance: &Glance) -> Rectangle {
        let geometry = self.reader.geometry();
        let (width, height) = geometry.card;
        let slack = self.reader.profile().look.slack;
        let around = (slack + FURTHER) * width + PIXELS;
        let first = geometry.point(pile.at);
        let (mut left, mut top) = first;
        let (mut right, mut bottom) = (first.0 + width, first.1 + height);
        for corner in glance.corners() {
            left = left.min(corner.0);
            top = top.min(corner.1);
            right = right.max(corner.0 + width);
            bottom = bottom.max(corner.1 + height);
        }
        let may_grow = matches!(pile.role, PileRole::Column | PileRole::Waste);
        if may_grow && pile.step[0] != 0.0 {
            right = geometry.frame.0 as f32;
        }
        if pile.role == PileRole::Column {
            bottom = geometry.frame.1 as f32;
        }
        Rectangle {
            x: (left - around).floor() as i32,
            y: (top - around).floor() as i32,
            width: (right - left + 2.0 * around).ceil() as u32 + 1,
            height: (bottom - top + 2.0 * around).ceil() as u32 + 1,
        }
    }
}
