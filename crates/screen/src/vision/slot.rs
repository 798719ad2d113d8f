//! Slots without a face: empty, face down, or a card that was not recognised.

use std::sync::Arc;

use super::Reader;
use super::paper::Paper;
use super::read::{FaceMatch, UnnamedPile};
use super::reading::PileReading;
use crate::Frame;
use crate::profile::PileRole;

/// Paper in a slot that shows neither a face nor a back, and what it is most like.
#[derive(Clone, Debug)]
pub(super) struct Blank {
    pub(super) paper: Paper,
    pub(super) face: FaceMatch,
}

impl Reader {
    /// Paper in a slot where no card was recognised.
    pub(super) fn blank(&self, frame: &Frame, corner: (f32, f32)) -> Option<Blank> {
        let paper = Paper::in_slot(frame, self.geometry.card_at(corner))?;
        let size = self.geometry.card;
        let (rest, _) = match self.rest_part() {
            Some(part) => part.scores_around(frame, corner, size),
            None => (Vec::new(), corner),
        };
        let face = FaceMatch {
            rank: self.rank.search(frame, corner, size, (0.0, 0.0), false),
            cropped_rank: None,
            rest,
            cropped: None,
            twins: None,
            corner,
        };
        Some(Blank { paper, face })
    }

    /// Slots without a face. One is face down only while another card covers it: if
    /// none does, a back that is seen there belongs to the row behind. Where paper is
    /// seen instead, a card lies that was not recognised; these slots are returned.
    pub(super) fn settle_slots(
        &self,
        piles: &mut [PileReading],
        unnamed: &[Arc<UnnamedPile>],
    ) -> Vec<usize> {
        let is_slot = |index: usize| self.piles[index].role == PileRole::Slot;
        let mut blank = Vec::new();
        // From the front row to the back.
        for index in (0..piles.len()).rev() {
            if !is_slot(index) || !unnamed[index].faces.is_empty() {
                continue;
            }
            let place = piles[index].place;
            let is_covered = (index + 1..piles.len())
                .filter(|later| is_slot(*later) && !piles[*later].cards.is_empty())
                .any(|later| place.overlaps(&piles[later].place));
            if !is_covered {
                piles[index].cards.clear();
            }
            let found = unnamed[index].blank.as_ref();
            if let Some(found) = found.filter(|_| piles[index].cards.is_empty()) {
                let others = piles.iter().flat_map(|pile| &pile.cards);
                let others: Vec<_> = others.map(|card| card.place).collect();
                if found.paper.is_card(&others) {
                    piles[index].cards.push(self.face_down(found.face.corner));
                    blank.push(index);
                }
            }
        }
        blank
    }
}
