//! From the units of a profile to the pixels of a frame.

use super::{Deck, Placed, fit, locate};
use crate::profile::{Find, Profile};
use crate::{Error, Frame};

/// How many edges of cards are tried where the likeliest one shows no cards.
pub(crate) const MOST_TRIED: usize = 4;

/// Where the units of a profile lie on a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Geometry {
    /// The pixel of the place (0, 0).
    pub origin: (f32, f32),
    /// A unit in pixels, across and down.
    pub unit: (f32, f32),
    /// A unit down inside a pile, in pixels: where rows are drawn apart, the
    /// cards of a pile may lie as close as ever.
    pub in_piles: f32,
    /// A card in pixels.
    pub card: (f32, f32),
    /// The size of the frame that it was found on.
    pub frame: (u32, u32),
}

impl Geometry {
    /// Finds the table of a profile on a frame.
    pub fn find(frame: &Frame, profile: &Profile) -> Result<Self, Error> {
        let found = Self::find_some(frame, profile, 1)?;
        Ok(found[0])
    }

    /// Where the table of a profile may lie on a frame, the likeliest place first: at
    /// least one, and some besides if more than one is wanted.
    pub(crate) fn find_some(
        frame: &Frame,
        profile: &Profile,
        count: usize,
    ) -> Result<Vec<Self>, Error> {
        if frame.width < 40 || frame.height < 40 {
            return Err(Error::NotRead(format!(
                "the picture of {} by {} pixels is too small to show a table",
                frame.width, frame.height
            )));
        }
        match profile.layout.find {
            Find::Look => locate::look(frame, profile, count),
            Find::Fit => Ok(vec![Self::below_bar(frame, profile, 0.0)]),
            Find::Whole => Ok(vec![Self::stretched(frame, profile, 0.0, true)]),
        }
    }

    /// The same with the help of what was learned: the cards say where they lie.
    pub fn find_by(frame: &Frame, profile: &Profile, deck: &Deck) -> Result<Self, Error> {
        match profile.layout.find {
            Find::Whole => Self::find(frame, profile),
            Find::Fit => {
                Self::find(frame, profile)?;
                fit::by_cards(frame, profile, deck)
            }
            Find::Look => {
                let found = Self::find(frame, profile)?;
                let others = || Self::find_some(frame, profile, MOST_TRIED);
                Ok(fit::with_most_cards(frame, profile, deck, found, others))
            }
        }
    }

    /// The table of a `fit` profile below a bar of so many pixels, beyond those
    /// that the profile knows.
    pub(crate) fn below_bar(frame: &Frame, profile: &Profile, bar: f32) -> Self {
        Self::stretched(frame, profile, bar, false)
    }

    fn stretched(frame: &Frame, profile: &Profile, bar: f32, is_whole: bool) -> Self {
        let layout = &profile.layout;
        let size = layout
            .size
            .unwrap_or([frame.width as f32, frame.height as f32]);
        let [top, bottom] = layout.inset;
        let top = top + bar;
        let inside = (
            frame.width as f32,
            (frame.height as f32 - top - bottom).max(1.0),
        );
        let mut scale = (inside.0 / size[0]).min(inside.1 / size[1]);
        if is_whole && scale >= 1.0 {
            scale = scale.floor();
        }
        let middle = |inside: f32, size: f32| {
            let rest = (inside - size * scale) / 2.0;
            if is_whole { rest.floor() } else { rest }
        };
        Self {
            origin: (middle(inside.0, size[0]), top + middle(inside.1, size[1])),
            unit: (scale, scale),
            in_piles: scale,
            card: (layout.card[0] * scale, layout.card[1] * scale),
            frame: (frame.width, frame.height),
        }
    }

    /// It was found on a frame of this size.
    pub fn suits(&self, frame: &Frame) -> bool {
        self.frame == (frame.width, frame.height)
    }

    /// The pixel of a place in units.
    pub fn point(&self, at: [f32; 2]) -> (f32, f32) {
        (
            self.origin.0 + at[0] * self.unit.0,
            self.origin.1 + at[1] * self.unit.1,
        )
    }

    /// The place of a pixel, in units.
    pub fn unit_of(&self, pixel: (f32, f32)) -> [f32; 2] {
        [
            (pixel.0 - self.origin.0) / self.unit.0,
            (pixel.1 - self.origin.1) / self.unit.1,
        ]
    }

    /// From card to card in a pile, in pixels.
    pub fn step(&self, step: [f32; 2]) -> (f32, f32) {
        (step[0] * self.unit.0, step[1] * self.in_piles)
    }

    /// A card with its upper left corner at a pixel.
    pub fn card_at(&self, corner: (f32, f32)) -> Placed {
        Placed {
            x: corner.0,
            y: corner.1,
            width: self.card.0,
            height: self.card.1,
        }
    }
}
