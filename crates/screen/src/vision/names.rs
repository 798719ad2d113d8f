//! The names of cards: of all ways to name the faces of a table, the one that uses
//! each card as often as the deck has it, and how clear each name is.

use super::Reader;
use super::assign::assign;
use super::read::FaceMatch;
use super::reading::{CardReading, Face, PileReading};

/// A card less alike than this is doubtful, however large its margin.
const LEAST_CERTAIN_LIKENESS: f32 = 0.70;

/// A rank or a suit drawn in fewer pixels is too small to be certain of: drawn
/// cards of that size are confused with large margins. All are doubtful.
const LEAST_CERTAIN_PIXELS: f32 = 110.0;

impl Reader {
    /// Names the cards: the best assignment that uses every card once, then
    /// the margin of each.
    pub(super) fn name_cards(
        &self,
        piles: &mut [PileReading],
        faces: &[(usize, usize, &FaceMatch)],
    ) {
        let names = self.deck.names;
        let scores: Vec<Vec<f32>> = faces
            .iter()
            .map(|(_, _, face)| {
                let cards = (0..names.len()).map(|card| self.score(face, card));
                let cards: Vec<_> = cards.collect();
                cards.repeat(names.copies)
            })
            .collect();
        let given = assign(&scores);
        if given.len() < faces.len() {
            // More faces than cards: something else was mistaken for cards.
            for (pile, at, face) in faces {
                let card = face
                    .rank
                    .best()
                    .map_or(0, |(rank, _)| rank * names.suits.len().max(1));
                self.name(&mut piles[*pile].cards[*at], card, 0.0, true);
            }
            return;
        }
        let given: Vec<usize> = given.iter().map(|column| column % names.len()).collect();
        // 1. Which cards are clear by themselves?
        let mut left = vec![names.copies; names.len()];
        let mut margins = Vec::with_capacity(given.len());
        let needed = self.profile.look.margin;
        let is_too_small = self.smallest_part() < LEAST_CERTAIN_PIXELS;
        for ((_, _, face), card) in faces.iter().zip(&given) {
            let margin = self.margin(face, *card, |_| true);
            if margin >= needed && self.is_alike(face, *card) && !self.is_guess(face) {
                left[*card] = left[*card].saturating_sub(1);
            }
            margins.push(margin);
        }
        // 2. The others are compared with the cards that are still free.
        for (((pile, at, face), card), margin) in faces.iter().zip(&given).zip(margins) {
            let margin = if margin >= needed {
                margin
            } else {
                self.margin(face, *card, |other| left[other] > 0)
            };
            let guessed = self.is_guess(face);
            let doubtful =
                guessed || is_too_small || margin < needed || !self.is_alike(face, *card);
            let read = &mut piles[*pile].cards[*at];
            self.name(read, *card, margin, doubtful);
            read.guessed = guessed;
        }
    }

    /// A part of the rank is covered, and the rest is not enough; or the suit is
    /// hidden.
    pub(super) fn is_guess(&self, face: &FaceMatch) -> bool {
        let is_cut = face.cropped_rank.is_some() || (self.suit.is_some() && face.rest.is_empty());
        self.profile.look.guess_pressed && is_cut
    }

    pub(super) fn name(&self, read: &mut CardReading, card: usize, margin: f32, doubtful: bool) {
        read.face = Face::Up(self.deck.names.name(card));
        read.margin = margin;
        read.doubtful = doubtful;
    }

    /// How well a card fits a face.
    pub(super) fn score(&self, face: &FaceMatch, card: usize) -> f32 {
        face.rank.scores[self.deck.names.rank(card)] + self.rest(face, card).unwrap_or(0.0)
    }

    /// How well the card's suit or picture fits.
    pub(super) fn rest(&self, face: &FaceMatch, card: usize) -> Option<f32> {
        let index = self.index_of_rest(card);
        face.rest.get(index).copied()
    }

    pub(super) fn index_of_rest(&self, card: usize) -> usize {
        if self.card.is_some() {
            card
        } else {
            self.deck.names.suit(card)
        }
    }

    pub(super) fn is_alike(&self, face: &FaceMatch, card: usize) -> bool {
        let rank = face.rank.scores[self.deck.names.rank(card)];
        match self.rest(face, card) {
            // A small rank may be blurred where the picture is clear.
            Some(rest) if self.card.is_some() => {
                rest >= LEAST_CERTAIN_LIKENESS && rank + rest >= 2.0 * LEAST_CERTAIN_LIKENESS - 0.1
            }
            Some(rest) => rank >= LEAST_CERTAIN_LIKENESS && rest >= LEAST_CERTAIN_LIKENESS,
            None => rank >= LEAST_CERTAIN_LIKENESS,
        }
    }

    /// The margin of a face: how clearly it is this card and not one of the
    /// others that `may_be` allows.
    pub(super) fn margin(
        &self,
        face: &FaceMatch,
        card: usize,
        may_be: impl Fn(usize) -> bool,
    ) -> f32 {
        let names = self.deck.names;
        let part = face.cropped.as_deref().or(self.rest_part());
        let part = part.filter(|_| !face.rest.is_empty());
        let rank_part = face.cropped_rank.as_deref().unwrap_or(&self.rank);
        let mut least: f32 = 1.0;
        for other in (0..names.len()).filter(|other| *other != card && may_be(*other)) {
            let (one, two) = (names.rank(card), names.rank(other));
            let by_rank = rank_part.margin(&face.rank, one, two);
            let by_rest = part.map(|part| {
                let (one, two) = (self.index_of_rest(card), self.index_of_rest(other));
                let margin = part.models.margin(&face.rest, one, two);
                match face.twins {
                    Some(twins) if (twins.one, twins.other) == (one, two) => {
                        margin.max(twins.margin)
                    }
                    _ => margin,
                }
            });
            // The picture of a card shows its rank, too; a suit sign does not.
            let margin = match by_rest {
                Some(by_rest) if one == two => by_rest,
                // If both agree, the clearer one counts; else the other one.
                Some(by_rest) if self.card.is_some() && by_rank.min(by_rest) >= 0.0 => {
                    by_rank.max(by_rest)
                }
                Some(by_rest) if self.card.is_some() => by_rank.min(by_rest),
                _ => by_rank,
            };
            least = least.min(margin);
        }
        least
    }
}
