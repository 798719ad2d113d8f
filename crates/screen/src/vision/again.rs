//! Reading again: a move changes only a small part of a table. Piles whose
//! pixels have not changed are not read a second time; the result is the same as
//! if they had been.

use std::sync::Arc;

use super::paper::STRIP_BELOW;
use super::read::UnnamedPile;
use super::{Reader, Reading};
use crate::profile::{PilePlace, PileRole};
use crate::{Error, Frame, Rectangle};

/// A search goes a few cells of its grid beyond the slack of a profile: this
/// many card widths, and this many pixels.
const BEYOND_SLACK_WIDTHS: f32 = 0.04;
const BEYOND_SLACK_PIXELS: f32 = 3.0;

/// A reader that remembers its last reading.
#[derive(Debug)]
pub struct Rereader {
    reader: Reader,
    last: Option<(Frame, Vec<Remembered>)>,
}

/// What one pile showed, and the part of the frame where it was read.
#[derive(Clone, Debug)]
struct Remembered {
    part: Rectangle,
    pile: Arc<UnnamedPile>,
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
        let places = self.reader.piles();
        let as_before = |index: usize| match &last {
            Some((before, read)) if before.same_part(frame, read[index].part) => Some(&read[index]),
            _ => None,
        };
        let known: Vec<_> = (0..places.len()).map(as_before).collect();
        let changed = places.iter().zip(&known);
        let changed = changed.filter(|(_, known)| known.is_none());
        let changed: Vec<_> = changed.map(|(place, _)| place).collect();
        let mut piles = self.reader.read_piles(frame, &changed).into_iter();
        let read: Vec<Remembered> = places
            .iter()
            .zip(known)
            .filter_map(|(place, known)| match known {
                Some(known) => Some(known.clone()),
                None => piles.next().map(|pile| Remembered {
                    part: self.part(place, &pile),
                    pile,
                }),
            })
            .collect();
        let unnamed: Vec<_> = read.iter().map(|it| Arc::clone(&it.pile)).collect();
        let reading = self.reader.named(&unnamed);
        self.last = Some((frame.clone(), read));
        Ok(reading)
    }

    /// The part of the frame that was used when a pile was read: around every
    /// card of it, and to the edge of the frame where more cards could lie.
    fn part(&self, place: &PilePlace, pile: &UnnamedPile) -> Rectangle {
        let geometry = self.reader.geometry();
        let (width, height) = geometry.card;
        let slack = self.reader.profile().look.slack;
        let around = (slack + BEYOND_SLACK_WIDTHS) * width + BEYOND_SLACK_PIXELS;
        let first = geometry.point(place.at);
        let (mut left, mut top) = first;
        let (mut right, mut bottom) = (first.0 + width, first.1 + height);
        for corner in pile.corners() {
            left = left.min(corner.0);
            top = top.min(corner.1);
            right = right.max(corner.0 + width);
            bottom = bottom.max(corner.1 + height);
        }
        let may_grow = matches!(place.role, PileRole::Column | PileRole::Waste);
        if may_grow && place.step[0] != 0.0 {
            right = geometry.frame.0 as f32;
        }
        if place.role == PileRole::Column {
            bottom = geometry.frame.1 as f32;
        }
        if place.role == PileRole::Slot {
            bottom += STRIP_BELOW * height;
        }
        Rectangle {
            x: (left - around).floor() as i32,
            y: (top - around).floor() as i32,
            width: (right - left + 2.0 * around).ceil() as u32 + 1,
            height: (bottom - top + 2.0 * around).ceil() as u32 + 1,
        }
    }
}
