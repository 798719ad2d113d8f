//! What the player needs from vision.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;

use crate::profile::Find;
use crate::vision::{Deck, Geometry, Reader, Reading, Rereader};
use crate::{Error, Frame, Landmarks, Profile, Rectangle};

/// Reads frames of one program and game.
pub trait FrameReader {
    /// Reads the table.
    fn read(&self, frame: &Frame) -> Result<Reading, Error>;

    /// The part of the frame where the table is. A clock outside of it does not
    /// matter for whether the table is at rest.
    fn table_area(&self, frame: &Frame) -> Rectangle {
        Rectangle {
            x: 0,
            y: 0,
            width: frame.width,
            height: frame.height,
        }
    }

    /// The pixel of a place that the profile gives in its own units.
    fn pixel(&self, frame: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error>;

    /// A picture of a landmark with this name is known.
    fn knows(&self, _: &str) -> bool {
        false
    }

    /// The pixels in the middle of a landmark wherever the frame shows it, the most
    /// alike first.
    fn landmarks(&self, _: &Frame, _: &str) -> Vec<(i32, i32)> {
        Vec::new()
    }

    /// The first of them.
    fn landmark(&self, frame: &Frame, name: &str) -> Option<(i32, i32)> {
        self.landmarks(frame, name).first().copied()
    }
}

/// Reads frames by a profile and what was learned of its cards.
///
/// Where the table is, is found once for every size of the window: an almost
/// empty table shows too little to find it.
#[derive(Debug)]
pub struct ProfileReader {
    profile: Profile,
    deck: Deck,
    landmarks: Landmarks,
    /// Where to save a picture of where the table was looked for in vain.
    looked: Option<PathBuf>,
    /// That picture has been saved.
    is_saved: Cell<bool>,
    reader: RefCell<Option<Rereader>>,
}

impl ProfileReader {
    /// The deck was learned for this profile.
    pub fn new(profile: Profile, deck: Deck) -> Self {
        Self {
            profile,
            deck,
            landmarks: Landmarks::default(),
            looked: None,
            is_saved: Cell::new(false),
            reader: RefCell::new(None),
        }
    }

    /// Finds buttons and panels by what the player has shown.
    #[must_use]
    pub fn with_landmarks(mut self, landmarks: Landmarks) -> Self {
        self.landmarks = landmarks;
        self
    }

    /// If the table is not where it should be, a picture of where it was looked
    /// for is saved in this file.
    #[must_use]
    pub fn showing_where(mut self, file: PathBuf) -> Self {
        self.looked = Some(file);
        self
    }

    /// The reader for a frame.
    fn reader_for(&self, frame: &Frame) -> Result<Rereader, Error> {
        let made = Reader::new(&self.profile, &self.deck, frame);
        let (looked, file) = match (made, &self.looked) {
            (Ok(reader), _) => return Ok(Rereader::new(reader)),
            (Err(Error::Misplaced { looked }), Some(file)) => (looked, file),
            (Err(error), _) => return Err(error),
        };
        let misplaced = Error::Misplaced {
            looked: looked.clone(),
        };
        let saved = match self.is_saved.get() {
            true => Ok(()),
            false => looked.save(file),
        };
        self.is_saved.set(saved.is_ok());
        match saved {
            Ok(()) => Err(Error::NotRead(format!(
                "{misplaced}; {} shows where it was looked for",
                file.display()
            ))),
            Err(_) => Err(misplaced),
        }
    }

    /// Calls a function with the reader for frames of this size.
    fn with_reader<T>(
        &self,
        frame: &Frame,
        use_it: impl FnOnce(&mut Rereader) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut kept = self.reader.borrow_mut();
        let mut reader = match kept.take() {
            Some(reader) if reader.reader().geometry().suits(frame) => reader,
            _ => self.reader_for(frame)?,
        };
        let used = use_it(&mut reader);
        *kept = Some(reader);
        used
    }
}

impl FrameReader for ProfileReader {
    fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        self.with_reader(frame, |reader| reader.read(frame))
    }

    /// From the highest pile down to the lowest card. Columns may grow to the
    /// window's lower edge, or to the bar there.
    fn table_area(&self, frame: &Frame) -> Rectangle {
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: frame.width,
            height: frame.height,
        };
        let card = self.profile.layout.card[1];
        let piles = self.profile.piles();
        let top = piles.iter().map(|pile| pile.at[1]).fold(f32::MAX, f32::min);
        let bottom = piles.iter().map(|pile| match pile.step[1] > 0.0 {
            true => f32::MAX,
            false => pile.at[1] + card,
        });
        let bottom = bottom.fold(top, f32::max);
        let rows = self.with_reader(frame, |reader| {
            let geometry = reader.reader().geometry();
            let row = |at: f32| geometry.point([0.0, at]).1;
            Ok((row(top) as i32, row(bottom)))
        });
        let Ok((top, bottom)) = rows else {
            return whole;
        };
        let top = top.clamp(0, frame.height as i32);
        let layout = &self.profile.layout;
        let bar = match layout.find {
            Find::Look => layout.inset[1],
            Find::Fit | Find::Whole => 0.0,
        };
        let lowest = (frame.height as f32 - bar).max(top as f32);
        let bottom = bottom.clamp(top as f32, lowest) as i32;
        Rectangle {
            y: top,
            height: bottom.abs_diff(top),
            ..whole
        }
    }

    fn pixel(&self, frame: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error> {
        self.with_reader(frame, |reader| {
            let (x, y) = reader.reader().geometry().point(at);
            Ok((x as i32, y as i32))
        })
    }

    fn knows(&self, name: &str) -> bool {
        self.landmarks.knows(name)
    }

    /// A table that is covered cannot be found by its cards: then it is where it
    /// was, or where the size of the window puts it.
    fn landmarks(&self, frame: &Frame, name: &str) -> Vec<(i32, i32)> {
        if !self.landmarks.knows(name) {
            return Vec::new();
        }
        let known = self.reader.borrow();
        let known = known.as_ref().map(|reader| *reader.reader().geometry());
        let geometry = known.filter(|geometry| geometry.suits(frame));
        let geometry = geometry.or_else(|| Geometry::find(frame, &self.profile).ok());
        geometry.map_or_else(Vec::new, |geometry| {
            self.landmarks.find_all(name, frame, &geometry)
        })
    }
}
