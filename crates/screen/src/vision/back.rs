//! The backs in a column: cards that lie face down under those that lie face up.
//!
//! ```text
//!   +--------+  pile.at
//!   |::::::::|  a back: its upper strip is what was learned
//!   +--------+  + back-step, or less where the column is compressed
//!   |::::::::|
//!   +--------+  the first face: from here on it is a column of faces,
//!   |7       |  compressed as much as the backs are
//! ```
//! Some programs show a card that lies face down, if it was seen before, by its face on
//! other paper. That counts as a back.

use super::compare::Planes;
use super::part::Part;
use super::read::{FaceMatch, MOST_CARDS_IN_COLUMN};
use super::sample::Grid;
use super::{CardReading, Deck, Geometry, Pictures, Reader};
use crate::Frame;
use crate::profile::{PilePlace, Profile};

/// A strip that is less alike than this to what was learned is not a back.
const LEAST_BACK_LIKENESS: f32 = 0.75;

/// .. nor is one whose colours differ by more than this, in mean: the outline of an empty
/// column may have the same lines, but not the same paper.
const MOST_COLOUR_APART: f32 = 40.0;

/// A compressed column has steps of at least this share of the usual step.
const LEAST_STEP_SHARE: f32 = 0.3;

/// Of all places where a back fits about as well as anywhere, the nearest is
/// meant: this much less alike is about as well.
const ABOUT_AS_ALIKE: f32 = 0.08;

/// A back is at most this far from its place when the step is known, in pixels.
const MOST_OFF_PIXELS: f32 = 2.0;

/// Backs that end at most so many pixels too early are not compressed: a face may be
/// found a little above its place.
const MOST_SHORT_PIXELS: f32 = 3.0;

/// A card on the paper of those that lie face down shows at least this share of it..
const LEAST_DOWN_PAPER: f32 = 0.5;

/// .. in colours that differ from it by at most this in each channel.
const MOST_PAPER_APART: u8 = 10;

/// What was learned of the back, at the size of a frame.
#[derive(Clone, Debug)]
pub(super) struct Back {
    /// Its mean colour.
    pub(super) mean: [f32; 3],
    part: Part,
    /// Its colours in the cells of the part.
    colours: Grid,
}

impl Back {
    pub(super) fn new(profile: &Profile, deck: &Deck, geometry: &Geometry) -> Option<Self> {
        let (grid, place) = deck.back.as_ref().zip(profile.look.back)?;
        let pictures = Pictures {
            grids: vec![Some(grid.clone())],
        };
        let part = Part::new(&pictures, place, geometry, Planes::Ink, (1.0, 1.0));
        Some(Self {
            mean: grid.mean(),
            colours: grid.shrunk(part.models.width, part.models.height),
            part,
        })
    }

    /// How much the colours at a place differ from those of the back, in mean.
    fn colours_apart(&self, frame: &Frame, corner: (f32, f32), card: (f32, f32)) -> f32 {
        let seen = self.part.at(frame, corner, card);
        let pairs = seen.rgb.iter().zip(&self.colours.rgb);
        let sum: f32 = pairs.map(|(one, other)| (one - other).abs()).sum();
        sum / seen.rgb.len().max(1) as f32
    }
}

/// The backs of a column, and where its faces begin.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The corners of the backs.
    pub(super) backs: Vec<(f32, f32)>,
    /// The corner of the first face, if there is one.
    pub(super) start: (f32, f32),
    /// From face to face.
    pub(super) step: (f32, f32),
}

impl Run {
    /// The backs as cards that were read, below these faces.
    pub(super) fn cards(&self, geometry: &Geometry, first: Option<&FaceMatch>) -> Vec<CardReading> {
        let end = first.map(|face| face.corner);
        let tops = self.backs.iter().skip(1).copied().chain(end);
        let heights = self
            .backs
            .iter()
            .zip(tops)
            .map(|(one, next)| next.1 - one.1);
        let heights = heights.chain([geometry.card.1]);
        let backs = self.backs.iter().zip(heights);
        let cards = backs.map(|(corner, visible)| {
            let place = geometry.card_at(*corner);
            CardReading::face_down(place, visible)
        });
        cards.collect()
    }
}

impl Reader {
    /// The backs of a column. A long column is compressed, backs and faces alike.
    pub(super) fn backs(&self, frame: &Frame, pile: &PilePlace) -> Run {
        let mut run = Run {
            backs: Vec::new(),
            start: self.geometry.point(pile.at),
            step: self.geometry.step(pile.step),
        };
        let Some(usual) = pile.back_step.map(|step| self.geometry.step(step).1) else {
            return run;
        };
        let first = self.back_near(frame, run.start);
        let first = first.or_else(|| self.under_back(frame, run.start, usual));
        let Some(first) = first else {
            return run;
        };
        run.backs.push(first);
        let mut step = usual;
        let mut last = first;
        while run.backs.len() < MOST_CARDS_IN_COLUMN {
            let next = match run.backs.len() {
                1 => self.second(frame, first, usual),
                _ => self.next_card(frame, last, step, MOST_OFF_PIXELS),
            };
            let next = next.filter(|it| it.1).or_else(|| {
                let marked = self.under_back(frame, (last.0, last.1 + step), step);
                marked.map(|corner| (corner, true)).or(next)
            });
            let Some(next) = next else { break };
            let (corner, is_back) = next;
            run.start = corner;
            let count = run.backs.len() as f32;
            step = (corner.1 - first.1) / count;
            if !is_back {
                break;
            }
            run.backs.push(corner);
            last = corner;
            run.start = (last.0, last.1 + step);
        }
        // A few pixels, of one step or of many, are still the usual step: the faces
        // tell themselves whether they are compressed.
        let short = (usual - step) * run.backs.len() as f32;
        if step < 0.97 * usual && short > MOST_SHORT_PIXELS {
            run.step.1 *= step / usual;
        }
        run
    }

    /// A place that shows no back, but the place of the next card does: no card that lies
    /// face up is under one that lies face down. A program may have marked it, as a page
    /// in a browser marks where the keys go.
    fn under_back(&self, frame: &Frame, corner: (f32, f32), step: f32) -> Option<(f32, f32)> {
        let next = self.back_near(frame, (corner.0, corner.1 + step))?;
        Some((next.0, next.1 - step))
    }

    /// The card below a back, `step` pixels further down, and whether it is a
    /// back.
    fn next_card(
        &self,
        frame: &Frame,
        from: (f32, f32),
        step: f32,
        reach: f32,
    ) -> Option<((f32, f32), bool)> {
        let at = (from.0, from.1 + step);
        if self.is_on_down_paper(frame, at) {
            return Some((at, true));
        }
        let back = self.back_within(frame, at, reach);
        let back = back.filter(|(_, likeness)| *likeness >= LEAST_BACK_LIKENESS);
        if let Some((corner, _)) = back {
            return Some((corner, true));
        }
        let slack = self.profile.look.slack * self.geometry.card.0;
        let visible = Some(self.least_step());
        let face = self.face_within(frame, at, (slack, reach.max(slack)), visible)?;
        Some((face.corner, false))
    }

    /// The card below the first back. How much the column is compressed is not
    /// known. Where backs lie closely, the third or the fourth one may lie at the
    /// usual step: the nearest one counts.
    fn second(&self, frame: &Frame, first: (f32, f32), usual: f32) -> Option<((f32, f32), bool)> {
        if let Some(corner) = self.nearest_back(frame, first, usual) {
            return Some((corner, true));
        }
        let slack = self.profile.look.slack * self.geometry.card.0;
        let usually = self.next_card(frame, first, usual, MOST_OFF_PIXELS.max(0.5 * slack));
        if let Some(usually) = usually {
            return Some(self.nearer_face(frame, first, usually.0).unwrap_or(usually));
        }
        let middle = usual * (1.0 + LEAST_STEP_SHARE) / 2.0;
        let reach = usual * (1.0 - LEAST_STEP_SHARE) / 2.0;
        self.next_card(frame, first, middle, reach)
    }

    /// A face halfway to the one at the usual step: where faces lie closely, that is the
    /// second one. Nothing but the back lies above the first one.
    fn nearer_face(
        &self,
        frame: &Frame,
        first: (f32, f32),
        usually: (f32, f32),
    ) -> Option<((f32, f32), bool)> {
        let half = (usually.1 - first.1) / 2.0;
        if half < self.least_step() {
            return None;
        }
        let halfway = self.next_card(frame, first, half, MOST_OFF_PIXELS);
        // A card that was seen before lies on the paper of backs, and so does its middle.
        halfway.filter(|(_, is_back)| !is_back)
    }

    /// The nearest back below the first one. Whole pixels are enough to find it:
    /// only the place that is taken is looked at closer.
    fn nearest_back(&self, frame: &Frame, first: (f32, f32), usual: f32) -> Option<(f32, f32)> {
        let part = &self.back.as_ref()?.part;
        let least = LEAST_STEP_SHARE * usual;
        let steps = (0..).map(|step| least + step as f32);
        let steps = steps.take_while(|step| *step <= usual + MOST_OFF_PIXELS);
        let look = |step: f32| {
            let corner = (first.0, first.1 + step);
            (corner, part.likeness_at(frame, corner, self.geometry.card))
        };
        let alike: Vec<_> = steps.map(look).collect();
        let best = alike
            .iter()
            .map(|(_, likeness)| *likeness)
            .fold(0.0, f32::max);
        let enough = LEAST_BACK_LIKENESS.max(best - ABOUT_AS_ALIKE);
        // The first place that is alike enough, then as long as it gets better.
        let from = alike.iter().position(|(_, likeness)| *likeness >= enough)?;
        let rises = alike[from..]
            .windows(2)
            .take_while(|pair| pair[1].1 > pair[0].1);
        let (corner, _) = alike[from + rises.count()];
        let (corner, _) = self.back_within(frame, corner, 0.0)?;
        Some(corner)
    }

    /// A back around a place.
    pub(super) fn back_near(&self, frame: &Frame, corner: (f32, f32)) -> Option<(f32, f32)> {
        if self.is_on_down_paper(frame, corner) {
            return Some(corner);
        }
        let slack = self.profile.look.slack * self.geometry.card.0;
        let (corner, likeness) = self.back_within(frame, corner, slack)?;
        let back = self.back.as_ref()?;
        let is_back = likeness >= LEAST_BACK_LIKENESS
            && back.colours_apart(frame, corner, self.geometry.card) <= MOST_COLOUR_APART;
        is_back.then_some(corner)
    }

    /// A card shows its face here, but on the paper of those that lie face down.
    pub(super) fn is_on_down_paper(&self, frame: &Frame, corner: (f32, f32)) -> bool {
        let look = &self.profile.look;
        let Some((paper, place)) = look.down_paper.zip(look.back) else {
            return false;
        };
        let [left, top, right, bottom] = place;
        let card = self.geometry.card_at(corner);
        let (from, to) = (card.at(left, top), card.at(right, bottom));
        let pixels = (from.1..to.1).flat_map(|y| (from.0..to.0).map(move |x| (x, y)));
        let (mut alike, mut all) = (0, 0);
        for (x, y) in pixels {
            all += 1;
            alike += i32::from(is_paper(frame.at(x, y), paper));
        }
        all > 0 && alike as f32 >= LEAST_DOWN_PAPER * all as f32
    }

    /// Where a back fits best around a place, and how alike it is there.
    fn back_within(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        reach: f32,
    ) -> Option<((f32, f32), f32)> {
        let part = &self.back.as_ref()?.part;
        let slack = self.profile.look.slack * self.geometry.card.0;
        let across = slack.min(reach);
        let found = part.search(frame, corner, self.geometry.card, (across, reach), false);
        let corner = (corner.0 + found.offset.0, corner.1 + found.offset.1);
        Some((corner, found.best_score()))
    }
}

/// A pixel has the colour of a paper.
pub(crate) fn is_paper(pixel: [u8; 3], paper: [u8; 3]) -> bool {
    let mut pairs = pixel.iter().zip(paper);
    pairs.all(|(one, other)| one.abs_diff(other) <= MOST_PAPER_APART)
}
