//! Reads a whole table: every pile, every card, each card used once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::back::Back;
use super::compare::Planes;
use super::cut::Cut;
use super::deck::Deck;
use super::made::Made;
use super::paper::DARKEST_PAPER;
use super::part::{Part, PartMatch};
use super::reading::{CardReading, PileReading, Reading};
use super::slot::Blank;
use super::twins::Twins;
use super::{Geometry, Placed, locked};
use crate::profile::{PilePlace, PileRole, Profile};
use crate::{Error, Frame};

/// A face whose rank and suit are less alike than this, in mean, is not a face..
const LEAST_FACE_LIKENESS: f32 = 0.65;

/// .. nor one with a rank or a suit that is less alike than this.
const LEAST_PART_LIKENESS: f32 = 0.45;

/// .. nor one that shows its rank only, which is less alike than this.
pub(super) const LEAST_RANK_LIKENESS: f32 = 0.75;

/// With fewer pixels cards are not even found.
pub(super) const LEAST_READABLE_PIXELS: f32 = 80.0;

/// A back differs from what was learned by at most this, in mean over the three
/// channels of its mean colour.
const MOST_BACK_DIFFERENCE: f32 = 30.0;

/// A blank part has at most this share of dark pixels.
const MOST_BLANK_INK: f32 = 0.05;

/// To start a thread for fewer piles takes longer than to read them.
const LEAST_PILES_OF_A_THREAD: usize = 2;

/// No column is longer.
pub(super) const MOST_CARDS_IN_COLUMN: usize = 30;

/// Reads tables of one profile at one size.
#[derive(Clone, Debug)]
pub struct Reader {
    pub(super) profile: Profile,
    pub(super) piles: Vec<PilePlace>,
    pub(super) deck: Deck,
    pub(super) geometry: Geometry,
    pub(super) rank: Part,
    pub(super) suit: Option<Part>,
    pub(super) card: Option<Part>,
    /// The rank, and what shows the suit, cut to a number of rows or columns of its
    /// grid.
    pub(super) cut: Made<(Cut, usize), Arc<Part>>,
    /// How alike two pictures are that were moved over each other, by the width of
    /// their grid and their numbers.
    pub(super) alike: Made<(usize, usize, usize), f32>,
    pub(super) back: Option<Back>,
    pub(super) with_negatives: bool,
}

/// What one pile shows, before its cards have names.
#[derive(Clone, Debug)]
pub(super) struct UnnamedPile {
    pub(super) reading: PileReading,
    pub(super) faces: Vec<FaceMatch>,
    /// Something that is no card is drawn there: how much of the place it fills.
    pub(super) drawn: Option<f32>,
    /// What a slot shows that has neither a face nor a back.
    pub(super) blank: Option<Blank>,
}

impl UnnamedPile {
    /// The corners of the cards.
    pub(super) fn corners(&self) -> impl Iterator<Item = (f32, f32)> {
        self.faces.iter().map(|face| face.corner)
    }
}

/// A face that was found, and how alike it is to every rank and suit.
#[derive(Clone, Debug)]
pub(super) struct FaceMatch {
    pub(super) rank: PartMatch,
    /// The models of its rank, if not the reader's own.
    pub(super) cropped_rank: Option<Arc<Part>>,
    /// Scores of the suits, or of the cards; none where other cards hide them.
    pub(super) rest: Vec<f32>,
    /// The models that gave `rest`, if not the reader's own.
    pub(super) cropped: Option<Arc<Part>>,
    /// Two cards that look alike, if a closer look told them apart.
    pub(super) twins: Option<Twins>,
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
            cut: Made::default(),
            alike: Made::default(),
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
        let piles: Vec<_> = self.piles.iter().collect();
        Ok(self.named(&self.read_piles(frame, &piles)))
    }

    /// What piles show, before their cards have names. Piles do not depend on each
    /// other: all cores share them.
    pub(super) fn read_piles(&self, frame: &Frame, piles: &[&PilePlace]) -> Vec<Arc<UnnamedPile>> {
        let next = AtomicUsize::new(0);
        let read_some = || {
            let mut read = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(pile) = piles.get(index) else {
                    return read;
                };
                read.push((index, Arc::new(self.read_pile(frame, pile))));
            }
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.min(piles.len() / LEAST_PILES_OF_A_THREAD);
        let mut read = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(read_some)).collect();
            let mut read = read_some();
            for other in others {
                match other.join() {
                    Ok(found) => read.extend(found),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            read
        });
        read.sort_by_key(|(index, _)| *index);
        read.into_iter().map(|(_, pile)| pile).collect()
    }

    /// What a pile shows, before its cards have names.
    fn read_pile(&self, frame: &Frame, pile: &PilePlace) -> UnnamedPile {
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
                // Where a card of a front row is gone, the foot of one behind it may look
                // like a card, with the table below it.
                let is_slot = pile.role == PileRole::Slot;
                faces.retain(|face| !is_slot || self.is_whole(frame, face.corner));
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
        self.doubt_pressed(&mut piles);
        Reading { piles }
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
        if visible.is_some_and(|visible| self.hides_suit(visible)) {
            let rank = self.cropped_rank(visible);
            return self.face_by_rank(frame, corner, reach, rank);
        }
        let parts = (self.cropped_rank(visible), self.cropped(visible));
        let mut face = self.face_by(frame, corner, reach, parts)?;
        if visible.is_none() {
            self.look_at_suit_sign(frame, &mut face);
        }
        Some(face)
    }

    /// A face by its rank alone: other cards hide its suit.
    fn face_by_rank(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        reach: (f32, f32),
        cropped_rank: Option<Arc<Part>>,
    ) -> Option<FaceMatch> {
        let size = self.geometry.card;
        let part = cropped_rank.as_deref().unwrap_or(&self.rank);
        let rank = part.search(frame, corner, size, reach, false);
        if rank.best_score() < LEAST_RANK_LIKENESS {
            return None;
        }
        Some(FaceMatch {
            corner: (corner.0 + rank.offset.0, corner.1 + rank.offset.1),
            rank,
            cropped_rank,
            rest: Vec::new(),
            cropped: None,
            twins: None,
        })
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
        let reach = self.profile.look.suit_reach * size.0;
        let (mut rest, corner) = match part {
            Some(part) if self.card.is_none() && reach > 0.0 => {
                (part.scores_beside(frame, corner, size, reach), corner)
            }
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
        if self.is_on_down_paper(frame, corner) {
            return true;
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

    /// The pixels of the smallest part by which cards are recognised. A picture
    /// of the card shows its rank as well, so that the rank's own box may be
    /// half as large. Pixel fonts, where cards have only a rank, are clear at
    /// any size.
    pub(super) fn smallest_part(&self) -> f32 {
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
