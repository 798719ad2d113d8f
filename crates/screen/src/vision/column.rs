//! The cards of a column, from its first one down.

use super::read::{FaceMatch, LEAST_RANK_LIKENESS, MOST_CARDS_IN_COLUMN};
use super::{Face, PileReading, Reader};
use crate::Frame;
use crate::profile::{Find, PileRole};

/// Steps of a column that differ by more pixels than this are not even.
const MOST_UNEVEN_PIXELS: f32 = 0.7;

/// A step of at least this share of the usual step is the usual step.
const USUAL_STEP_SHARE: f32 = 0.97;

/// A card is at most this far from where the cards above it put it, in card widths.
const STEP_REACH_WIDTHS: f32 = 0.02;

/// A rank that is at least so much alike is seen whole..
const WHOLE_RANK_LIKENESS: f32 = 0.9;

/// .. and then no card covers so much of it that less than this share is seen.
const WHOLE_RANK_SHARE: f32 = 0.9;

/// Of fifteen places across a card, at most this many are light where the table
/// is..
const MOST_LIGHT_ON_TABLE: usize = 2;

/// .. and at least this many where a card is.
const LEAST_LIGHT_ON_CARD: usize = 2;

/// .. or, of specks in the lower part of a card, at least this share.
const LEAST_SPECKS: f32 = 0.03;

impl Reader {
    /// The faces in a column, from its first card down. A long column may be
    /// compressed, and by how much is not known: of all steps from the first
    /// card to a second one, the step that explains most cards is right.
    pub(super) fn column(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        usual: (f32, f32),
    ) -> Vec<FaceMatch> {
        let least = self.least_step();
        let first = self.face(frame, corner, Some(usual.1));
        let first = first.or_else(|| self.face(frame, corner, Some(least)));
        let moved = self.moved_first(frame, corner, usual.1);
        let likeness = |face: &FaceMatch| face.rank.best_score();
        let both = first.into_iter().chain(moved);
        let Some(first) = both.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
        else {
            return Vec::new();
        };
        let start = first.corner;
        let mut longest = vec![first];
        let usually = self.second_at(frame, start, usual, usual.1);
        self.keep_longer(frame, &mut longest, usually, usual);
        if least >= USUAL_STEP_SHARE * usual.1 {
            self.read_whole_end(frame, &mut longest);
            return longest;
        }
        // The third card may have been mistaken for the second one.
        let half = longest
            .get(1)
            .map(|second| (second.corner.1 - start.1) / 2.0);
        let is_possible = |half: &f32| {
            let is_whole = longest[0].rank.best_score() >= WHOLE_RANK_LIKENESS;
            *half >= USUAL_STEP_SHARE * least && !(is_whole && self.covers_rank(*half))
        };
        if let Some(half) = half.filter(is_possible) {
            // Where a card shows its pips or a picture, there are signs, but no rank.
            let has_rank = |face: &FaceMatch| face.rank.best_score() >= LEAST_RANK_LIKENESS;
            let second = self.second_at(frame, start, usual, half);
            let second = second.filter(|it| self.card.is_some() || has_rank(it));
            let column = second.map(|it| self.column_from(frame, &longest[0], it, usual));
            // The others are still there, and a card lies between each two of them.
            longest = column
                .filter(|column| column.len() + 1 >= 2 * longest.len())
                .unwrap_or(longest);
        }
        if !self.is_end(frame, &longest) {
            for second in self.seconds(frame, start, usual) {
                self.keep_longer(frame, &mut longest, Some(second), usual);
            }
        }
        let mut column = self.evened(frame, longest, usual);
        self.read_whole_end(frame, &mut column);
        column
    }

    /// Nothing covers the last card: it is read by its whole picture, not only
    /// by the strip that the others show.
    fn read_whole_end(&self, frame: &Frame, column: &mut Vec<FaceMatch>) {
        let reach = self.geometry.card.0 * 0.01;
        let whole = |face: &FaceMatch| self.face_within(frame, face.corner, (reach, reach), None);
        while let Some(last) = column.last_mut() {
            let is_hidden = last.rest.is_empty() && self.rest_part().is_some();
            if last.cropped.is_none() && !is_hidden {
                self.look_at_suit_sign(frame, last);
                return;
            }
            if let Some(whole) = whole(last) {
                *last = whole;
                return;
            }
            // A rank alone is no card where nothing covers the suit. Nor is what looks
            // like a card on one that is seen whole, as the foot of an A does.
            let before = column.len().checked_sub(2).map(|index| &column[index]);
            if !is_hidden && before.and_then(whole).is_none() {
                return;
            }
            column.pop();
        }
    }

    /// All steps of a column are equal. A second card that was found at the edge
    /// of its search area has put the next ones a pixel off as well: the mean
    /// step gives the better place.
    fn evened(&self, frame: &Frame, column: Vec<FaceMatch>, usual: (f32, f32)) -> Vec<FaceMatch> {
        let [first, second, .., last] = column.as_slice() else {
            return column;
        };
        let step = |one: &FaceMatch, other: &FaceMatch| other.corner.1 - one.corner.1;
        let mean = step(first, last) / (column.len() - 1) as f32;
        if (mean - step(first, second)).abs() < MOST_UNEVEN_PIXELS {
            return column;
        }
        let Some(second) = self.second_at(frame, first.corner, usual, mean) else {
            return column;
        };
        let even = self.column_from(frame, first, second, usual);
        if even.len() < column.len() {
            column
        } else {
            even
        }
    }

    /// Takes the column with this second card if it explains more cards.
    fn keep_longer(
        &self,
        frame: &Frame,
        longest: &mut Vec<FaceMatch>,
        second: Option<FaceMatch>,
        usual: (f32, f32),
    ) {
        let Some(second) = second else { return };
        let column = self.column_from(frame, &longest[0], second, usual);
        if column.len() > longest.len() {
            *longest = column;
        }
    }

    /// A card that is `step` pixels below the first one.
    fn second_at(
        &self,
        frame: &Frame,
        first: (f32, f32),
        usual: (f32, f32),
        step: f32,
    ) -> Option<FaceMatch> {
        self.face(frame, (first.0 + usual.0, first.1 + step), Some(step))
    }

    /// Below the last card lies the table, so the column ends there.
    fn is_end(&self, frame: &Frame, column: &[FaceMatch]) -> bool {
        match column.last() {
            Some(last) if self.profile.layout.find == Find::Look => {
                self.is_in_bar(frame, last.corner, 1.07)
                    || self.light_places(frame, last.corner, 1.07) <= MOST_LIGHT_ON_TABLE
            }
            // The height of a card is not known well enough.
            _ => column.len() > 1,
        }
    }

    /// The column that begins with these two cards.
    fn column_from(
        &self,
        frame: &Frame,
        first: &FaceMatch,
        second: FaceMatch,
        usual: (f32, f32),
    ) -> Vec<FaceMatch> {
        let start = first.corner;
        let step_to = |second: &FaceMatch| match second.corner.1 - start.1 {
            step if step < USUAL_STEP_SHARE * usual.1 => step,
            _ => usual.1,
        };
        let mut second = second;
        let mut step = step_to(&second);
        if step < usual.1 {
            // It was looked at as if more of it were visible, and what covers it has
            // counted: a King under a Jack was an Ace.
            if let Some(cut) = self.second_at(frame, start, usual, step) {
                second = cut;
                step = step_to(&second);
            }
        }
        let pressed = (step < usual.1)
            .then(|| self.face(frame, start, Some(step)))
            .flatten();
        let mut column = vec![pressed.unwrap_or_else(|| first.clone())];
        if !self.is_whole(frame, second.corner) {
            return column;
        }
        let mut corner = second.corner;
        column.push(second);
        while column.len() < MOST_CARDS_IN_COLUMN {
            // The mean of the steps until now: a card may lie between two pixels.
            // In the other direction a column has no step: there it is the mean
            // of the places, because a rank may be further to the side on one
            // card.
            let steps = (column.len() - 1) as f32;
            let next = (
                match usual.0 == 0.0 {
                    true => mean(column.iter().map(|face| face.corner.0)),
                    false => corner.0 + (corner.0 - start.0) / steps,
                },
                match usual.1 == 0.0 {
                    true => mean(column.iter().map(|face| face.corner.1)),
                    // A single step may be two pixels wrong, and twice that puts the
                    // third card where another rank fits better.
                    false if column.len() == 2 && step == usual.1 => {
                        corner.1.midpoint(start.1 + step) + step
                    }
                    false => corner.1 + (corner.1 - start.1) / steps,
                },
            );
            let reach = (STEP_REACH_WIDTHS * self.geometry.card.0).max(1.0);
            let Some(face) = self.face_within(frame, next, (reach, reach), Some(step)) else {
                break;
            };
            if !self.is_whole(frame, face.corner) {
                break;
            }
            corner = face.corner;
            column.push(face);
        }
        if step < self.index_height() && !self.is_end(frame, &column) {
            column.extend(self.moved_end(frame, &column));
        }
        column
    }

    /// The first face of a pressed column, if its index is moved up: our own page does that
    /// where little of a card is free.
    fn moved_first(&self, frame: &Frame, corner: (f32, f32), step: f32) -> Option<FaceMatch> {
        if step >= self.index_height() {
            return None;
        }
        let most = self.most_moved() / 2.0;
        let across = self.profile.look.slack * self.geometry.card.0;
        self.face_within(
            frame,
            (corner.0, corner.1 - most),
            (across, most),
            Some(step),
        )
    }

    /// An index is moved up by at most so many pixels: to the upper edge of its card.
    fn most_moved(&self) -> f32 {
        self.profile.look.rank[1] * self.geometry.card.1
    }

    /// The last card of a pressed column, if it is further down than the others put it: their
    /// indices are moved up, and nothing covers this one.
    fn moved_end(&self, frame: &Frame, column: &[FaceMatch]) -> Option<FaceMatch> {
        let [first, .., last] = column else {
            return None;
        };
        let step = |one: f32, other: f32| (other - one) / (column.len() - 1) as f32;
        let [across, down] = [
            step(first.corner.0, last.corner.0),
            step(first.corner.1, last.corner.1),
        ];
        let most = self.most_moved() / 2.0;
        let at = (last.corner.0 + across, last.corner.1 + down + most);
        let across_reach = STEP_REACH_WIDTHS * self.geometry.card.0;
        let reach = (across_reach.max(1.0), most.max(1.0));
        let face = self.face_within(frame, at, reach, None)?;
        self.is_whole(frame, face.corner).then_some(face)
    }

    /// Would a card so far below another one cover a part of its rank?
    fn covers_rank(&self, step: f32) -> bool {
        let [_, top, _, bottom] = self.profile.look.rank;
        step < (top + WHOLE_RANK_SHARE * (bottom - top)) * self.geometry.card.1
    }

    /// How far down a card shows its rank.
    fn index_height(&self) -> f32 {
        self.profile.look.rank[3] * self.geometry.card.1
    }

    /// So many card heights below a corner is the bar at the lower edge of the window,
    /// which may be as light as a card.
    fn is_in_bar(&self, frame: &Frame, corner: (f32, f32), down: f32) -> bool {
        let bar = self.profile.layout.inset[1];
        bar > 0.0 && corner.1 + down * self.geometry.card.1 > frame.height as f32 - bar
    }

    /// Something light is where the lower edge of the card must be: the card
    /// itself, or one that covers it. What looks like a rank in the middle of
    /// a card has the table there.
    pub(super) fn is_whole(&self, frame: &Frame, corner: (f32, f32)) -> bool {
        if self.profile.layout.find != Find::Look {
            // The height of a card is not known well enough.
            return true;
        }
        if self.is_in_bar(frame, corner, 0.97) {
            return false;
        }
        // The picture of a card that covers it leaves the margins free; its
        // border hides one strip, but not both. The table is nowhere light.
        let is_light = |down: f32| self.light_places(frame, corner, down) >= LEAST_LIGHT_ON_CARD;
        is_light(0.93) || is_light(0.87) || self.has_light_specks(frame, corner)
    }

    /// Something small is light where the lower part of the card must be: a picture may
    /// fill nearly all of it, as that of a Jack in KPatience's deck Paris.
    fn has_light_specks(&self, frame: &Frame, corner: (f32, f32)) -> bool {
        const SPECK: f32 = 0.02;
        let card = self.geometry.card_at(corner);
        let cell = (SPECK * card.width, SPECK * card.height);
        let ink = |across: f32, down: f32, columns: usize, rows: usize| {
            let at = (card.x + across * card.width, card.y + down * card.height);
            super::sample::Grid::of(frame, at, cell, columns, rows).ink()
        };
        let paper = ink(0.1, 0.03, 40, 1).into_iter().fold(255.0, f32::min);
        let seen = ink(0.02, 0.87, 48, 5);
        let least = LEAST_SPECKS * seen.len() as f32;
        seen.into_iter().filter(|ink| *ink < paper + 60.0).count() as f32 >= least
    }

    /// How many of fifteen places across a card, `down` card heights below its
    /// upper edge, are as light as its paper.
    fn light_places(&self, frame: &Frame, corner: (f32, f32), down: f32) -> usize {
        let card = self.geometry.card_at(corner);
        let strip = |top: f32| {
            let at = (card.x + 0.05 * card.width, card.y + top * card.height);
            let cell = (0.06 * card.width, 0.04 * card.height);
            super::sample::Grid::of(frame, at, cell, 15, 1).ink()
        };
        // Paper is the lightest place at the card's upper edge.
        let paper = strip(0.03).into_iter().fold(255.0, f32::min);
        let light = strip(down).into_iter().filter(|ink| *ink < paper + 60.0);
        light.count()
    }

    /// The rank must stay visible, so a step is never less than its box, unless
    /// the profile says so.
    pub(super) fn least_step(&self) -> f32 {
        let look = &self.profile.look;
        look.pressed.unwrap_or(look.rank[3]) * self.geometry.card.1
    }

    /// Backs may show that a column is pressed so much that even ranks are covered. Some
    /// programs then draw other ranks, which were never learned: such names are doubtful.
    pub(super) fn doubt_pressed(&self, piles: &mut [PileReading]) {
        let least = USUAL_STEP_SHARE * self.least_step();
        for pile in piles.iter_mut().filter(|it| it.role == PileRole::Column) {
            let faces = pile.cards.iter_mut().filter(|it| it.face != Face::Down);
            let pressed = faces.filter(|card| card.visible < least);
            pressed.for_each(|card| card.doubtful = true);
        }
    }

    /// What may be the second card of a compressed column: the most alike, and
    /// one halfway to it.
    fn seconds(&self, frame: &Frame, first: (f32, f32), usual: (f32, f32)) -> Vec<FaceMatch> {
        let least = self.least_step();
        let slack = self.profile.look.slack * self.geometry.card.0;
        let middle = (least + USUAL_STEP_SHARE * usual.1) / 2.0;
        let reach = (slack, USUAL_STEP_SHARE * usual.1 - middle);
        let at = (first.0 + usual.0, first.1 + middle);
        let Some(second) = self.face_within(frame, at, reach, Some(least)) else {
            return Vec::new();
        };
        let step = second.corner.1 - first.1;
        let steps = [step, step / 2.0].into_iter();
        steps
            .filter(|step| *step >= USUAL_STEP_SHARE * least)
            .filter_map(|step| self.second_at(frame, first, usual, step))
            .collect()
    }
}

fn mean(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    let count = values.len().max(1) as f32;
    values.sum::<f32>() / count
}
