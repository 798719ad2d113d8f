//! The names of cards: of all ways to name the faces of a table, the one that uses
//! each card as often as the deck has it, and how clear each name is.

use super::Reader;
use super::assign::assign;
use super::part::Part;
use super::read::FaceMatch;
use super::reading::{CardReading, Face, PileReading};

/// A card less alike than this is doubtful, however large its margin.
const LEAST_CERTAIN_LIKENESS: f32 = 0.70;

/// A rank or a suit drawn in fewer pixels is too small to be certain of: drawn
/// cards of that size are confused with large margins. All are doubtful.
const LEAST_CERTAIN_PIXELS: f32 = 110.0;

/// Of a rank, less than this share of its height may be one of several: the upper half
/// of a five is also that of a six.
const LEAST_RANK_SHARE: f32 = 0.9;

/// The margin by a card's rank and by its picture. If both agree, the clearer one
/// counts. Else what speaks against the card counts twice: pictures of several ranks
/// may be nearly the same, and noise then prefers one of them a little.
fn together(by_rank: f32, by_picture: f32) -> f32 {
    let (less, more) = (by_rank.min(by_picture), by_rank.max(by_picture));
    match less >= 0.0 {
        true => more,
        false => (more + 2.0 * less).max(-1.0),
    }
}

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
        let rows = |part: &Part| part.models.height as f32;
        let rank = face.cropped_rank.as_deref();
        if rank.is_some_and(|rank| rows(rank) < LEAST_RANK_SHARE * rows(&self.rank)) {
            return true;
        }
        let is_cut = rank.is_some() || (self.suit.is_some() && face.rest.is_empty());
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
                Some(by_rest) if self.card.is_some() => together(by_rank, by_rest),
                _ => by_rank,
            };
            least = least.min(margin);
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn a_picture_that_hardly_differs_does_not_make_a_clear_rank_doubtful() {
        let needed = 0.3;
        // KPatience's sixes: their pictures are nearly those of fours, fives and sevens.
        assert!(together(0.9, -0.137) >= needed);
        assert!(together(0.9, -0.4) < needed);
        assert!(together(0.35, -0.137) < needed);
        assert!(together(-0.137, 0.9) >= needed);
        assert!((together(0.2, 0.9) - 0.9).abs() < f32::EPSILON);
        assert!((together(-0.9, -0.8) + 1.0).abs() < f32::EPSILON);
    }
}
