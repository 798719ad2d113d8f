//! Reads a whole table: every pile, every card, each card used once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::assign::assign;
use super::back::Back;
use super::compare::Planes;
use super::deck::{Deck, Pictures};
use super::paper::{DARKEST_PAPER, Paper};
use super::part::{Part, PartMatch};
use super::reading::{CardReading, Face, PileReading, Reading};
use super::twins::{Twins, look_closer};
use super::{Geometry, Placed, locked};
use crate::profile::{PilePlace, PileRole, Profile};
use crate::{Error, Frame};

/// A face whose rank and suit are less alike than this, in mean, is not a face..
const LEAST_FACE_LIKENESS: f32 = 0.65;

/// .. nor one with a rank or a suit that is less alike than this.
const LEAST_PART_LIKENESS: f32 = 0.45;

/// A card less alike than this is doubtful, however large its margin.
const LEAST_CERTAIN_LIKENESS: f32 = 0.70;

/// A rank or a suit drawn in fewer pixels is too small to be certain of: drawn
/// cards of that size are confused with large margins. All are doubtful.
const LEAST_CERTAIN_PIXELS: f32 = 110.0;

/// With fewer pixels cards are not even found.
pub(super) const LEAST_READABLE_PIXELS: f32 = 80.0;

/// A back differs from what was learned by at most this, in mean over the three
/// channels of its mean colour.
const MOST_BACK_DIFFERENCE: f32 = 30.0;

/// A blank part has at most this share of dark pixels.
const MOST_BLANK_INK: f32 = 0.05;

/// No column is longer.
pub(super) const MOST_CARDS_IN_COLUMN: usize = 30;

/// A part that is covered by less than this, in card heights, counts as
/// uncovered.
pub(crate) const LEAST_COVER_HEIGHT: f32 = 0.005;

/// Reads tables of one profile at one size.
#[derive(Clone, Debug)]
pub struct Reader {
    pub(super) profile: Profile,
    piles: Vec<PilePlace>,
    deck: Deck,
    pub(super) geometry: Geometry,
    rank: Part,
    suit: Option<Part>,
    card: Option<Part>,
    /// The rank, and what shows the suit, cut to a number of rows or columns of its
    /// grid: made when first needed, because making one costs as much as reading
    /// several cards.
    cut: RefCell<BTreeMap<(Cut, usize), Arc<Part>>>,
    pub(super) back: Option<Back>,
    with_negatives: bool,
}

/// What one pile shows, before its cards have names.
#[derive(Clone, Debug)]
pub(super) struct UnnamedPile {
    reading: PileReading,
    faces: Vec<FaceMatch>,
    /// Something that is no card is drawn there: how much of the place it fills.
    drawn: Option<f32>,
    /// What a slot shows that has neither a face nor a back.
    blank: Option<Blank>,
}

impl UnnamedPile {
    /// The corners of the cards.
    pub(super) fn corners(&self) -> impl Iterator<Item = (f32, f32)> {
        self.faces.iter().map(|face| face.corner)
    }
}

/// Paper in a slot that shows neither a face nor a back, and what it is most like.
#[derive(Clone, Debug)]
struct Blank {
    paper: Paper,
    face: FaceMatch,
}

/// What is cut where another card covers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cut {
    Rank,
    Rest,
    /// What shows the suit, cut by a card to its right.
    Left,
}

/// A face that was found, and how alike it is to every rank and suit.
#[derive(Clone, Debug)]
pub(super) struct FaceMatch {
    rank: PartMatch,
    /// The models of its rank, if not the reader's own.
    cropped_rank: Option<Arc<Part>>,
    /// Scores of the suits, or of the cards.
    rest: Vec<f32>,
    /// The models that gave `rest`, if not the reader's own.
    pub(super) cropped: Option<Arc<Part>>,
    /// Two cards that look alike, if a closer look told them apart.
    twins: Option<Twins>,
    pub(super) corner: (f32, f32),
}

impl Reader {
    /// A reader for frames of the same size as this one.
    pub fn new(profile: &Profile, deck: &Deck, frame: &Frame) -> Result<Self, Error> {
        let geometry = Geometry::find_by(frame, profile, deck)?;
        Ok(Self::with_geometry(profile, deck, geometry))
    }

    /// A reader for a table whose place is known.
    pub fn with_geometry(profile: &Profile, deck: &Deck, geometry: Geometry) -> Self {
        let look = &profile.look;
        let has_cheats = profile.game().is_ok_and(|game| game.about().has_cheats);
        let part =
            |pictures, place, planes| Part::new(pictures, place, &geometry, planes, (1.0, 1.0));
        Self {
            piles: profile.piles(),
            rank: part(&deck.ranks, look.rank, Planes::Ink)
                .with_turned(&deck.ranks, &turned_ranks(profile, deck)),
            suit: look
                .suit
                .filter(|_| !deck.names.suits.is_empty())
                .map(|place| part(&deck.suits, place, Planes::InkAndRed)),
            card: look
                .card
                .filter(|_| !deck.names.suits.is_empty())
                .map(|place| part(&deck.cards, place, Planes::InkAndRed)),
            cut: RefCell::default(),
            back: Back::new(profile, deck, &geometry),
            with_negatives: has_cheats && look.cheated.is_none(),
            deck: deck.clone(),
            profile: profile.clone(),
            geometry,
        }
    }

    /// Where the table lies.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The profile it reads.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The piles of the profile.
    pub(super) fn piles(&self) -> &[PilePlace] {
        &self.piles
    }

    /// The frame can be read at all.
    pub(super) fn check(&self, frame: &Frame) -> Result<(), Error> {
        if !self.geometry.suits(frame) {
            return Err(Error::NotRead(
                "the size of the window has changed since its table was found".to_owned(),
            ));
        }
        if self.smallest_part() < LEAST_READABLE_PIXELS {
            let (width, height) = self.geometry.card;
            return Err(Error::NotRead(format!(
                "the cards are too small to be read ({width:.0} by {height:.0} pixels): make the \
                 window larger"
            )));
        }
        Ok(())
    }

    /// Reads a frame of the reader's size.
    pub fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        self.check(frame)?;
        let piles = self.piles.iter();
        let unnamed: Vec<_> = piles
            .map(|pile| Arc::new(self.read_pile(frame, pile)))
            .collect();
        Ok(self.named(&unnamed))
    }

    /// What a pile shows, before its cards have names.
    pub(super) fn read_pile(&self, frame: &Frame, pile: &PilePlace) -> UnnamedPile {
        let corner = self.geometry.point(pile.at);
        let mut reading = PileReading {
            name: pile.name.clone(),
            role: pile.role,
            cards: Vec::new(),
            place: self.geometry.card_at(corner),
            locked: false,
        };
        let mut faces = Vec::new();
        let (mut drawn, mut blank) = (None, None);
        match pile.role {
            PileRole::Button => {}
            PileRole::Column => {
                let run = self.backs(frame, pile);
                faces = self.column(frame, run.start, run.step);
                if run.backs.is_empty() && faces.is_empty() && pile.back_step.is_none() {
                    drawn = self.drawn_on(frame, corner);
                    reading.locked = drawn.is_some() || self.is_back(frame, corner);
                }
                reading.cards = run.cards(&self.geometry, faces.first());
                reading.cards.extend(self.placed(frame, &faces));
            }
            PileRole::Stock => {
                // Of a fan the last card covers the others.
                let step = self.geometry.step(pile.step);
                let at = |card: usize| {
                    let card = card as f32;
                    (corner.0 + card * step.0, corner.1 + card * step.1)
                };
                let mut places = (0..pile.fan.unwrap_or(1)).rev().map(at);
                if let Some(top) = places.find(|place| self.is_back(frame, *place)) {
                    reading.cards.push(self.face_down(top));
                }
            }
            PileRole::Waste if pile.fan.is_some() => {
                (reading.cards, faces) = self.fan(frame, pile, corner);
            }
            PileRole::Slot | PileRole::Cell | PileRole::Home | PileRole::Waste => {
                let corner = self.end_of_fan(frame, pile, corner);
                faces.extend(self.face(frame, corner, None));
                reading.cards = self.placed(frame, &faces);
                if faces.is_empty() && pile.role == PileRole::Slot {
                    blank = self.blank(frame, corner);
                    if self.is_back(frame, corner) {
                        reading.cards.push(self.face_down(corner));
                    }
                }
            }
        }
        UnnamedPile {
            reading,
            faces,
            drawn,
            blank,
        }
    }

    /// Paper in a slot where no card was recognised.
    fn blank(&self, frame: &Frame, corner: (f32, f32)) -> Option<Blank> {
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

    /// The whole table: the cards of all piles get their names together.
    pub(super) fn named(&self, unnamed: &[Arc<UnnamedPile>]) -> Reading {
        let mut piles: Vec<_> = unnamed.iter().map(|it| it.reading.clone()).collect();
        let mut faces = Vec::new();
        for index in self.settle_slots(&mut piles, unnamed) {
            // It gets a name, too, but a doubtful one: the user is asked about it.
            faces.extend(unnamed[index].blank.as_ref().map(|it| (index, 0, &it.face)));
        }
        for (index, pile) in unnamed.iter().enumerate() {
            // The faces lie on the backs.
            let backs = pile.reading.cards.len().saturating_sub(pile.faces.len());
            let matches = pile.faces.iter().enumerate();
            faces.extend(matches.map(|(at, face)| (index, backs + at, face)));
        }
        self.name_cards(&mut piles, &faces);
        let drawn: Vec<_> = unnamed.iter().map(|pile| pile.drawn).collect();
        locked::confirm(self.deck.names, &mut piles, &drawn);
        self.cover_doubtful_in_fans(&mut piles);
        Reading { piles }
    }

    /// Slots without a face. One is face down only while another card covers it: if
    /// none does, a back that is seen there belongs to the row behind. Where paper is
    /// seen instead, a card lies that was not recognised; these slots are returned.
    fn settle_slots(&self, piles: &mut [PileReading], unnamed: &[Arc<UnnamedPile>]) -> Vec<usize> {
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

    /// A face at a place, if there is one. `visible` is how many pixels of the
    /// card's height other cards leave free.
    pub(super) fn face(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        visible: Option<f32>,
    ) -> Option<FaceMatch> {
        let slack = self.profile.look.slack * self.geometry.card.0;
        self.face_within(frame, corner, (slack, slack), visible)
    }

    pub(super) fn face_within(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        reach: (f32, f32),
        visible: Option<f32>,
    ) -> Option<FaceMatch> {
        let parts = (self.cropped_rank(visible), self.cropped(visible));
        self.face_by(frame, corner, reach, parts)
    }

    /// A face by its rank and by what shows the suit, both cut to what is visible.
    pub(super) fn face_by(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        reach: (f32, f32),
        (cropped_rank, cropped): (Option<Arc<Part>>, Option<Arc<Part>>),
    ) -> Option<FaceMatch> {
        let size = self.geometry.card;
        let rank_part = cropped_rank.as_deref().unwrap_or(&self.rank);
        let rank = rank_part.search(frame, corner, size, reach, self.with_negatives);
        if rank.best_score() < LEAST_PART_LIKENESS {
            return None;
        }
        let corner = (corner.0 + rank.offset.0, corner.1 + rank.offset.1);
        let part = cropped.as_deref().or(self.rest_part());
        let (mut rest, corner) = match part {
            Some(part) => part.scores_around(frame, corner, size),
            None => (Vec::new(), corner),
        };
        // A small rank may match a wrong one a pixel from its place; the picture
        // is larger and fixes the place better.
        let rank = match self.card {
            Some(_) => rank_part.search(frame, corner, size, (0.0, 0.0), false),
            None => rank,
        };
        // Both together decide: a rank may be small, a suit partly covered.
        let best = rest.iter().copied().fold(-1.0, f32::max);
        let alike = match part {
            Some(_) => (rank.best_score() + best) / 2.0,
            None => rank.best_score(),
        };
        if alike < LEAST_FACE_LIKENESS || (part.is_some() && best < LEAST_PART_LIKENESS) {
            return None;
        }
        let twins = match (&self.card, &cropped) {
            (Some(card), None) => self.twins(frame, (card, card), corner, &mut rest),
            _ => None,
        };
        Some(FaceMatch {
            rank,
            cropped_rank,
            rest,
            cropped,
            twins,
            corner,
        })
    }

    /// A closer look at a face of which only the left edge is seen: there is
    /// little of a suit sign in it, and clubs and spades hardly differ there.
    pub(super) fn look_closer_at_edge(&self, frame: &Frame, face: &mut FaceMatch) {
        if let (Some(edge), Some(card)) = (face.cropped.clone(), &self.card) {
            face.twins = self.twins(frame, (&edge, card), face.corner, &mut face.rest);
        }
    }

    /// A closer look at the two best cards of a rank, if they look alike. The
    /// one that it is gets the higher score.
    fn twins(
        &self,
        frame: &Frame,
        parts: (&Part, &Part),
        corner: (f32, f32),
        scores: &mut [f32],
    ) -> Option<Twins> {
        let rank = |card: usize| self.deck.names.rank(card);
        let best = |cards: &mut dyn Iterator<Item = usize>| {
            cards.max_by(|one, other| scores[*one].total_cmp(&scores[*other]))
        };
        let one = best(&mut (0..scores.len()))?;
        let others = (0..scores.len()).filter(|card| *card != one && rank(*card) == rank(one));
        let other = best(&mut { others })?;
        let twins = look_closer(frame, parts, corner, self.geometry.card, (one, other))?;
        if twins.one != one {
            scores.swap(one, other);
        }
        Some(twins)
    }

    /// What shows the suit: the card's picture or the suit sign.
    fn rest_part(&self) -> Option<&Part> {
        self.card.as_ref().or(self.suit.as_ref())
    }

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
        let mut parts = self.cut.borrow_mut();
        let make = || Arc::new(self.rest_cut_to(place, pictures, (share, 1.0)));
        Some(Arc::clone(parts.entry(key).or_insert_with(make)))
    }

    /// What shows the suit: its box and its pictures.
    fn rest_pictures(&self) -> Option<([f32; 4], &Pictures)> {
        let look = &self.profile.look;
        Some(match self.card {
            Some(_) => (look.card?, &self.deck.cards),
            None => (look.suit?, &self.deck.suits),
        })
    }

    /// What shows the suit, cut to shares of its width and height.
    fn rest_cut_to(&self, place: [f32; 4], pictures: &Pictures, shares: (f32, f32)) -> Part {
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
    fn cropped_rank(&self, visible: Option<f32>) -> Option<Arc<Part>> {
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
    fn cut_to(
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
        let mut parts = self.cut.borrow_mut();
        let part = parts.entry(key).or_insert_with(|| Arc::new(make(share)));
        Some(Arc::clone(part))
    }

    /// How much of a place is drawn on, if that is more than the outline of an
    /// empty pile. Only for columns whose back was never seen.
    fn drawn_on(&self, frame: &Frame, corner: (f32, f32)) -> Option<f32> {
        let place = self.profile.look.back?;
        match self.back {
            Some(_) => None,
            None => locked::drawn_on(frame, self.geometry.card_at(corner), place),
        }
    }

    fn is_back(&self, frame: &Frame, corner: (f32, f32)) -> bool {
        let Some((back, place)) = self.back.as_ref().zip(self.profile.look.back) else {
            return false;
        };
        // Where backs lie in columns, their picture is known well.
        if self.piles.iter().any(|pile| pile.back_step.is_some()) {
            return self.back_near(frame, corner).is_some();
        }
        let mean = back_colour(frame, &self.geometry, corner, place).mean();
        let apart = mean.iter().zip(back.mean).map(|(a, b)| (a - b).abs());
        apart.sum::<f32>() / 3.0 <= MOST_BACK_DIFFERENCE
    }

    pub(super) fn face_down(&self, corner: (f32, f32)) -> CardReading {
        let place = self.geometry.card_at(corner);
        CardReading::face_down(place, place.height)
    }

    /// The cards of a pile with their places, not yet named.
    fn placed(&self, frame: &Frame, column: &[FaceMatch]) -> Vec<CardReading> {
        let heights = column
            .windows(2)
            .map(|pair| pair[1].corner.1 - pair[0].corner.1);
        let heights = heights.chain([self.geometry.card.1]);
        column
            .iter()
            .zip(heights)
            .map(|(face, visible)| CardReading {
                cheated: self.is_cheated(frame, face),
                visible,
                ..self.face_down(face.corner)
            })
            .collect()
    }

    /// Drawn in negative, or with ink where other cards are blank.
    fn is_cheated(&self, frame: &Frame, face: &FaceMatch) -> bool {
        let Some([left, top, right, bottom]) = self.profile.look.cheated else {
            return face.rank.is_negative;
        };
        let card = self.geometry.card_at(face.corner);
        let (from, to) = (card.at(left, top), card.at(right, bottom));
        let pixels = (from.1..to.1).flat_map(|y| (from.0..to.0).map(move |x| (x, y)));
        let (mut inked, mut all) = (0, 0);
        for (x, y) in pixels {
            all += 1;
            inked += i32::from(frame.at(x, y).into_iter().min() < Some(DARKEST_PAPER));
        }
        inked as f32 > MOST_BLANK_INK * all as f32
    }

    /// Names the cards: the best assignment that uses every card once, then
    /// the margin of each.
    fn name_cards(&self, piles: &mut [PileReading], faces: &[(usize, usize, &FaceMatch)]) {
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

    /// A part of the rank is covered, and the rest is not enough.
    fn is_guess(&self, face: &FaceMatch) -> bool {
        self.profile.look.guess_pressed && face.cropped_rank.is_some()
    }

    /// The pixels of the smallest part by which cards are recognised. A picture
    /// of the card shows its rank as well, so that the rank's own box may be
    /// half as large. Pixel fonts, where cards have only a rank, are clear at
    /// any size.
    fn smallest_part(&self) -> f32 {
        match (&self.card, &self.suit) {
            (Some(card), _) => card.pixels().min(2.0 * self.rank.pixels()),
            (None, Some(suit)) => {
                let covered = self.covered_suit().unwrap_or(f32::INFINITY);
                suit.pixels().min(self.rank.pixels()).min(covered)
            }
            (None, None) => f32::INFINITY,
        }
    }

    /// The pixels of a suit sign that is partly covered in columns.
    fn covered_suit(&self) -> Option<f32> {
        let columns = self
            .piles
            .iter()
            .filter(|pile| pile.role == PileRole::Column);
        let step = columns.map(|pile| pile.step[1]).reduce(f32::min)?;
        let part = self.cropped(Some(step * self.geometry.in_piles))?;
        Some(part.pixels())
    }

    fn name(&self, read: &mut CardReading, card: usize, margin: f32, doubtful: bool) {
        read.face = Face::Up(self.deck.names.name(card));
        read.margin = margin;
        read.doubtful = doubtful;
    }

    /// How well a card fits a face.
    fn score(&self, face: &FaceMatch, card: usize) -> f32 {
        face.rank.scores[self.deck.names.rank(card)] + self.rest(face, card).unwrap_or(0.0)
    }

    /// How well the card's suit or picture fits.
    fn rest(&self, face: &FaceMatch, card: usize) -> Option<f32> {
        let index = self.index_of_rest(card);
        face.rest.get(index).copied()
    }

    fn index_of_rest(&self, card: usize) -> usize {
        if self.card.is_some() {
            card
        } else {
            self.deck.names.suit(card)
        }
    }

    fn is_alike(&self, face: &FaceMatch, card: usize) -> bool {
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
    fn margin(&self, face: &FaceMatch, card: usize, may_be: impl Fn(usize) -> bool) -> f32 {
        let names = self.deck.names;
        let part = face.cropped.as_deref().or(self.rest_part());
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

/// The ranks that may be drawn upside down, as a profile says.
fn turned_ranks(profile: &Profile, deck: &Deck) -> Vec<usize> {
    let turned = profile.look.turned.iter();
    let index = |name: &String| deck.names.ranks.iter().position(|rank| rank == name);
    turned.filter_map(index).collect()
}

/// The part of a place where a back would be face.
pub(crate) fn back_colour(
    frame: &Frame,
    geometry: &Geometry,
    corner: (f32, f32),
    place: [f32; 4],
) -> super::sample::Grid {
    let card: Placed = geometry.card_at(corner);
    let (width, height) = super::part::cells(place, geometry.card, None);
    super::sample::Grid::of(
        frame,
        (
            card.x + place[0] * card.width,
            card.y + place[1] * card.height,
        ),
        (
            (place[2] - place[0]) * card.width / width as f32,
            (place[3] - place[1]) * card.height / height as f32,
        ),
        width,
        height,
    )
}
