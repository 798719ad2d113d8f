//! Parts of a card cut to what other cards leave visible. Each is made when it is
//! first needed, because making one costs as much as reading several cards.

use std::sync::Arc;

use super::Reader;
use super::compare::Planes;
use super::deck::Pictures;
use super::part::Part;

/// A part that is covered by less than this, in card heights, counts as
/// uncovered.
pub(crate) const LEAST_COVER_HEIGHT: f32 = 0.005;

/// Of a suit sign, less than this share of its height says nothing.
const LEAST_SUIT_SHARE: f32 = 0.75;

/// What is cut where another card covers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cut {
    Rank,
    Rest,
    /// What shows the suit, cut by a card to its right.
    Left,
}

impl Reader {
    /// What shows the suit, cut to its visible part; none if all of it is
    /// visible.
    pub(super) fn cropped(&self, visible: Option<f32>) -> Option<Arc<Part>> {
        let whole = self.rest_part()?;
        let (place, pictures) = self.rest_pictures()?;
        let make = |share| self.rest_cut_to(place, pictures, (1.0, share));
        self.cut_to(visible?, place, (Cut::Rest, whole), make)
    }

    /// What shows the suit, where only the left `visible` pixels of a card are
    /// seen; none if that is all of it or none of it.
    pub(super) fn left_of(&self, visible: f32) -> Option<Arc<Part>> {
        let whole = self.rest_part()?;
        let (place, pictures) = self.rest_pictures()?;
        let [left, _, right, _] = place;
        let share = (visible / self.geometry.card.0 - left) / (right - left);
        if !(0.0..1.0).contains(&share) {
            return None;
        }
        let key = (Cut::Left, (share * whole.models.width as f32) as usize);
        let make = || Arc::new(self.rest_cut_to(place, pictures, (share, 1.0)));
        Some(self.cut.get(key, make))
    }

    /// Of a card with so many visible pixels the suit sign is hidden, and the profile
    /// says that its name is a guess then.
    pub(super) fn hides_suit(&self, visible: f32) -> bool {
        let look = &self.profile.look;
        let Some([_, top, _, bottom]) = look.suit.filter(|_| self.suit.is_some()) else {
            return false;
        };
        let share = (visible / self.geometry.card.1 - top) / (bottom - top);
        look.guess_pressed && share < LEAST_SUIT_SHARE
    }

    /// What shows the suit: the card's picture or the suit sign.
    pub(super) fn rest_part(&self) -> Option<&Part> {
        self.card.as_ref().or(self.suit.as_ref())
    }

    /// What shows the suit: its box and its pictures.
    pub(super) fn rest_pictures(&self) -> Option<([f32; 4], &Pictures)> {
        let look = &self.profile.look;
        Some(match self.card {
            Some(_) => (look.card?, &self.deck.cards),
            None => (look.suit?, &self.deck.suits),
        })
    }

    /// What shows the suit, cut to shares of its width and height.
    pub(super) fn rest_cut_to(
        &self,
        place: [f32; 4],
        pictures: &Pictures,
        shares: (f32, f32),
    ) -> Part {
        let mut part = Part::new(pictures, place, &self.geometry, Planes::InkAndRed, shares);
        // The box of a suit contains only the sign; that of a picture also contains
        // the rank. Where a profile expects compressed columns, its box is a strip
        // in which the suits differ even if it is partly covered, unless it says
        // otherwise.
        let look = &self.profile.look;
        if self.card.is_some() && (look.pressed.is_none() || look.guess_pressed) {
            part.models = part.models.partly_covered();
        }
        part
    }

    /// The same for the rank, if the profile says that it may be covered.
    pub(super) fn cropped_rank(&self, visible: Option<f32>) -> Option<Arc<Part>> {
        let look = &self.profile.look;
        look.pressed?;
        let make = |share| {
            let pictures = &self.deck.ranks;
            let shares = (1.0, share);
            Part::new(pictures, look.rank, &self.geometry, Planes::Ink, shares)
        };
        self.cut_to(visible?, look.rank, (Cut::Rank, &self.rank), make)
    }

    /// A part cut to what is inside the upper `visible` pixels of a card.
    pub(super) fn cut_to(
        &self,
        visible: f32,
        place: [f32; 4],
        (cut, whole): (Cut, &Part),
        make: impl FnOnce(f32) -> Part,
    ) -> Option<Arc<Part>> {
        let height = visible / self.geometry.card.1;
        if height >= place[3] - LEAST_COVER_HEIGHT {
            return None;
        }
        let share = ((height - place[1]) / (place[3] - place[1])).clamp(0.1, 1.0);
        let key = (cut, whole.rows(share));
        Some(self.cut.get(key, || Arc::new(make(share))))
    }
}
