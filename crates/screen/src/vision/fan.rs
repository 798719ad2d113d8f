//! The cards of a waste that lie side by side, each partly covered by the next.
//!
//! ```text
//!   +--+--+--------+   pile.at, then a step to the right from card to card
//!   |7 |K |4       |   the top card is whole; the others show their left edges
//!   |  |  |        |
//!   +--+--+--------+
//! ```

use super::Reader;
use super::read::{FaceMatch, MOST_CARDS_IN_COLUMN};
use super::reading::{CardReading, Face, PileReading};
use crate::Frame;
use crate::profile::{PilePlace, PileRole};

/// The edge of the card that covers another one, in card widths.
const EDGE_WIDTHS: f32 = 0.012;

/// Cards of a fan that lie so far apart, in card widths, leave each other's ranks free,
/// which are in this box.
pub(crate) fn leaves_free(rank: [f32; 4], step: f32) -> bool {
    rank[2] <= step - EDGE_WIDTHS
}

impl Reader {
    /// The cards of a waste that shows at most [`PilePlace::fan`] cards, and the
    /// faces of those that can be read, which lie on the others.
    pub(super) fn fan(
        &self,
        frame: &Frame,
        pile: &PilePlace,
        first: (f32, f32),
    ) -> (Vec<CardReading>, Vec<FaceMatch>) {
        let step = pile.step[0] * self.geometry.unit.0;
        let place = |index: usize| (first.0 + step * index as f32, first.1);
        let mut places = (0..pile.fan.unwrap_or(1)).rev();
        let top = places.find_map(|index| Some((index, self.face(frame, place(index), None)?)));
        let Some((last, top)) = top else {
            return (Vec::new(), Vec::new());
        };
        // From the top down, as far as they can be read.
        let covered = (0..last).rev().filter(|_| !pile.top_only);
        let mut faces: Vec<_> = covered
            .map_while(|index| self.left_edge(frame, place(index), step))
            .collect();
        faces.reverse();
        faces.push(top);
        let hidden = (0..last + 1 - faces.len()).map(place);
        let corners = hidden.chain(faces.iter().map(|face| face.corner));
        let cards = corners.map(|corner| self.face_down(corner)).collect();
        (cards, faces)
    }

    /// A face of which only the left edge is seen, if its rank is there.
    fn left_edge(&self, frame: &Frame, corner: (f32, f32), step: f32) -> Option<FaceMatch> {
        let (width, _) = self.geometry.card;
        let visible = step - EDGE_WIDTHS * width;
        if !leaves_free(self.profile.look.rank, step / width) {
            return None;
        }
        let slack = self.profile.look.slack * width;
        let parts = (None, self.left_of(visible));
        let mut face = self.face_by(frame, corner, (slack, slack), parts)?;
        self.look_closer_at_edge(frame, &mut face);
        Some(face)
    }

    /// A card of a fan that is not clear counts as covered: it is seen when it
    /// comes to the top.
    pub(super) fn cover_doubtful_in_fans(&self, piles: &mut [PileReading]) {
        let fans = piles.iter_mut().zip(self.piles());
        for (pile, _) in fans.filter(|(_, place)| place.fan.is_some()) {
            let covered = pile.cards.len().saturating_sub(1);
            let cards = pile.cards[..covered].iter_mut();
            for card in cards.filter(|card| card.doubtful) {
                card.face = Face::Down;
                card.doubtful = false;
            }
        }
    }

    /// Where the top card of a waste lies whose cards are fanned out: each card
    /// that covers another shows its left edge as a dark line from top to bottom.
    pub(super) fn end_of_fan(
        &self,
        frame: &Frame,
        pile: &PilePlace,
        first: (f32, f32),
    ) -> (f32, f32) {
        let step = pile.step[0] * self.geometry.unit.0;
        if pile.role != PileRole::Waste || step <= 0.0 {
            return first;
        }
        let ink = |x: f32, down: f32| {
            let y = first.1 + down * self.geometry.card.1;
            let [red, green, blue] = frame.at(x.round() as i32, y as i32);
            red.max(green).max(blue)
        };
        // The line may be a pixel wide and a few pixels from its place.
        let reach = (0.03 * self.geometry.card.0) as i32 + 1;
        let is_line = |x: f32| {
            // Pictures have lines as well, but none that reach so far down.
            [0.2, 0.4, 0.6, 0.8, 0.92, 0.95]
                .iter()
                .all(|down| ink(x, *down) < 100)
        };
        let nearest = |x: f32| {
            let offs = (0..=reach).flat_map(|off| [off, -off]);
            let mut places = offs.map(|off| x + off as f32);
            places.find(|x| is_line(*x))
        };
        let mut last = first;
        for _ in 1..MOST_CARDS_IN_COLUMN {
            // From where the last one was seen: a step that was measured on one card
            // is not exact enough for twenty.
            let x = last.0 + step;
            if x + self.geometry.card.0 > frame.width as f32 {
                break;
            }
            let Some(line) = nearest(x - 1.0) else { break };
            last = (line + 1.0, first.1);
        }
        last
    }
}
