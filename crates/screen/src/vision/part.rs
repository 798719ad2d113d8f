//! One part of a card (its rank, its suit, its picture) at the size in which a
//! frame shows it, and how to look for it.

use super::Geometry;
use super::compare::{Direction, Models, Planes};
use super::deck::Pictures;
use super::sample::Grid;
use crate::Frame;

/// The most cells across a part: more cost time and add nothing.
const MOST_CELLS: f32 = 64.0;

/// The four directions.
const DIRECTIONS: [(f32, f32); 4] = [(0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)];

/// The most steps from a part's place to where it fits best.
const MOST_STEPS: usize = 4;

/// How many of the best models decide where a part lies.
const LEADING_MODELS: usize = 6;

/// A part with so many times this many cells is first looked for in cells that are so
/// many times as large.
const COARSE_CELLS: usize = 16;

/// The best places of the coarse search that are looked at closer.
const COARSE_PLACES: usize = 2;

/// A part of a card.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its box in card widths and heights.
    place: [f32; 4],
    /// A cell in pixels.
    pub(crate) cell: (f32, f32),
    pub(crate) models: Models,
    /// The same in larger cells, if it has many: for a first search.
    coarse: Option<Box<Models>>,
    /// The same turned and mirrored, of those that are drawn so in negative.
    turned: Vec<Models>,
}

/// Where a part was found, and how alike it is to each model.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PartMatch {
    /// How alike it is to each model.
    pub(crate) scores: Vec<f32>,
    /// How far from its place it was found, in pixels.
    pub(crate) offset: (f32, f32),
    /// It is drawn in negative.
    pub(crate) is_negative: bool,
    /// The best model is one of those that are turned or mirrored: which.
    turned: Option<usize>,
}

impl PartMatch {
    /// The best model and its score.
    pub(crate) fn best(&self) -> Option<(usize, f32)> {
        let scores = self.scores.iter().copied().enumerate();
        scores.max_by(|one, other| one.1.total_cmp(&other.1))
    }

    pub(crate) fn best_score(&self) -> f32 {
        self.best().map_or(-1.0, |(_, score)| score)
    }
}

/// The grid of a part on a frame: at most as fine as the frame's own pixels,
/// and no finer than what was learned.
pub(crate) fn cells(
    place: [f32; 4],
    card: (f32, f32),
    learned: Option<(usize, usize)>,
) -> (usize, usize) {
    let pixels = (
        (place[2] - place[0]) * card.0,
        (place[3] - place[1]) * card.1,
    );
    let coarser = (MOST_CELLS / pixels.0).min(1.0);
    let count = |pixels: f32| ((pixels * coarser).round() as usize).max(3);
    let (width, height) = (count(pixels.0), count(pixels.1));
    match learned {
        Some(learned) => (width.min(learned.0), height.min(learned.1)),
        None => (width, height),
    }
}

impl Part {
    /// A part at the size of a geometry; `visible` are the shares of its width and
    /// of its height that other cards leave free.
    pub(crate) fn new(
        pictures: &Pictures,
        place: [f32; 4],
        geometry: &Geometry,
        planes: Planes,
        visible: (f32, f32),
    ) -> Self {
        let first = pictures.grids.iter().flatten().next();
        let learned = first.map(|grid| (grid.width, grid.height));
        let whole = cells(place, geometry.card, learned);
        let (width, height) = (rows(whole.0, visible.0), rows(whole.1, visible.1));
        let cropped;
        let pictures = if (width, height) != whole {
            let cut = |grid: &Grid| crop(&grid.shrunk(whole.0, whole.1), width, height);
            cropped = Pictures {
                grids: pictures
                    .grids
                    .iter()
                    .map(|grid| grid.as_ref().map(cut))
                    .collect(),
            };
            &cropped
        } else {
            pictures
        };
        let times = width.max(height) / COARSE_CELLS;
        let coarse = (times > 1 && planes == Planes::Ink).then(|| {
            let (width, height) = ((width / times).max(3), (height / times).max(3));
            Box::new(Models::new(pictures, width, height, planes))
        });
        Self {
            place,
            coarse,
            cell: (
                (place[2] - place[0]) * geometry.card.0 / whole.0 as f32,
                (place[3] - place[1]) * geometry.card.1 / whole.1 as f32,
            ),
            models: Models::new(pictures, width, height, planes),
            turned: Vec::new(),
        }
    }

    /// Some of its pictures may also be turned or mirrored where they are in
    /// negative.
    pub(crate) fn with_turned(mut self, pictures: &Pictures, which: &[usize]) -> Self {
        if which.is_empty() {
            return self;
        }
        /// Where the pixel at a place comes from, in a picture of a size.
        type Way = fn((usize, usize), (usize, usize)) -> (usize, usize);
        let ways: [Way; 3] = [
            |(x, y), (width, height)| (width - 1 - x, height - 1 - y),
            |(x, y), (width, _)| (width - 1 - x, y),
            |(x, y), (_, height)| (x, height - 1 - y),
        ];
        let (width, height) = (self.models.width, self.models.height);
        for way in ways {
            let turn = |(index, grid): (usize, &Option<Grid>)| {
                let grid = grid.as_ref().filter(|_| which.contains(&index))?;
                let size = (grid.width, grid.height);
                let places = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
                let cells = places.flat_map(|place| {
                    let (x, y) = way(place, size);
                    let from = 3 * (y * size.0 + x);
                    grid.rgb[from..from + 3].iter().copied()
                });
                Some(Grid {
                    rgb: cells.collect(),
                    ..*grid
                })
            };
            let grids = pictures.grids.iter().enumerate().map(turn).collect();
            let turned = Models::new(&Pictures { grids }, width, height, self.models.planes);
            self.turned.push(turned);
        }
        self
    }

    /// How clearly a match is `one` and not `other`, see [`Models::margin`].
    pub(crate) fn margin(&self, found: &PartMatch, one: usize, other: usize) -> f32 {
        let turned = found
            .turned
            .and_then(|way| self.turned[way].models[one].as_ref());
        let Some(model) = turned.filter(|_| found.best().is_some_and(|best| best.0 == one)) else {
            return self.models.margin(&found.scores, one, other);
        };
        let others = std::iter::once(&self.models).chain(&self.turned);
        let others = others.filter_map(|models| models.models[other].as_ref());
        let alike = others
            .map(|other| model.likeness(other))
            .fold(-1.0, f32::max);
        let gap = found.scores[one] - found.scores[other];
        Models::margin_of(gap, alike, found.scores[one])
    }

    /// How many rows of the grid a share of its height is.
    pub(crate) fn rows(&self, share: f32) -> usize {
        rows(self.models.height, share)
    }

    /// The pixels that it has in a frame.
    pub(crate) fn pixels(&self) -> f32 {
        let cells = self.models.width * self.models.height;
        self.cell.0 * self.cell.1 * cells as f32
    }

    /// The pixel where the part begins on a card with this corner.
    fn start(&self, corner: (f32, f32), card: (f32, f32)) -> (f32, f32) {
        (
            corner.0 + self.place[0] * card.0,
            corner.1 + self.place[1] * card.1,
        )
    }

    /// The part exactly at its place.
    pub(crate) fn at(&self, frame: &Frame, corner: (f32, f32), card: (f32, f32)) -> Grid {
        let start = self.start(corner, card);
        Grid::of(
            frame,
            start,
            self.cell,
            self.models.width,
            self.models.height,
        )
    }

    /// How alike the part is to the most alike model, exactly at its place.
    pub(crate) fn likeness_at(&self, frame: &Frame, corner: (f32, f32), card: (f32, f32)) -> f32 {
        let seen = Direction::of(&self.at(frame, corner, card), self.models.planes);
        let scores = self.models.scores(seen.as_ref());
        scores.into_iter().fold(-1.0, f32::max)
    }

    /// How alike the part is to the models, and where: step by step from its
    /// place to where it fits best. The place is chosen by the models that are
    /// most alike at the start: a cell or two does not make another model the
    /// best one.
    pub(crate) fn scores_around(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
    ) -> (Vec<f32>, (f32, f32)) {
        let look = |place| Direction::of(&self.at(frame, place, card), self.models.planes);
        let seen = look(corner);
        let scores = self.models.scores(seen.as_ref());
        let leaders = leaders(&scores);
        let mut best = (self.models.highest(seen.as_ref(), &leaders), corner, seen);
        let step = (0.6 * self.cell.0, 0.6 * self.cell.1);
        let mut last = (0.0, 0.0);
        for _ in 0..MOST_STEPS {
            let from = best.1;
            // What lies behind was looked at before.
            let back = (-last.0, -last.1);
            for (across, down) in DIRECTIONS.into_iter().filter(|way| *way != back) {
                let place = (from.0 + across * step.0, from.1 + down * step.1);
                let seen = look(place);
                let highest = self.models.highest(seen.as_ref(), &leaders);
                if highest > best.0 {
                    best = (highest, place, seen);
                    last = (across, down);
                }
            }
            if best.1 == from {
                break;
            }
        }
        if best.1 == corner {
            return (scores, corner);
        }
        (self.models.scores(best.2.as_ref()), best.1)
    }

    /// How alike the part is to one model, where that fits best: step by step from its
    /// place, with smaller and smaller steps in cells.
    pub(crate) fn best_likeness(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
        model: &Direction,
        steps: &[f32],
    ) -> f32 {
        let look = |place| {
            let seen = Direction::of(&self.at(frame, place, card), self.models.planes);
            seen.map_or(-1.0, |seen| seen.likeness(model))
        };
        let mut best = (look(corner), corner);
        for step in steps {
            for _ in 0..MOST_STEPS {
                let from = best.1;
                for (across, down) in DIRECTIONS {
                    let place = (
                        from.0 + across * step * self.cell.0,
                        from.1 + down * step * self.cell.1,
                    );
                    let likeness = look(place);
                    if likeness > best.0 {
                        best = (likeness, place);
                    }
                }
                if best.1 == from {
                    break;
                }
            }
        }
        best.0
    }

    /// The scores where the part fits best, at most so many pixels to the left or the
    /// right of its place.
    pub(crate) fn scores_beside(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
        reach: f32,
    ) -> Vec<f32> {
        let highest = |scores: &[f32]| scores.iter().copied().fold(-1.0, f32::max);
        let step = 2.0 * self.cell.0;
        let steps = (reach / step).ceil() as i32;
        let places = (-steps..=steps).map(|index| (corner.0 + index as f32 * step, corner.1));
        let scores = places.map(|place| self.scores_around(frame, place, card).0);
        let best = scores.max_by(|one, other| highest(one).total_cmp(&highest(other)));
        best.unwrap_or_default()
    }

    /// Looks for the part around its place, `reach` pixels to each side, then
    /// between the pixels. Only for parts of ink.
    pub(crate) fn search(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
        reach: (f32, f32),
        with_negatives: bool,
    ) -> PartMatch {
        let around = |reach: f32, cell: f32| (reach / cell).ceil().max(0.0) as usize;
        let around = (around(reach.0, self.cell.0), around(reach.1, self.cell.1));
        let mut best = PartMatch {
            scores: vec![-1.0; self.models.models.len()],
            ..PartMatch::default()
        };
        // 1. Whole cells: all of them, or those around the best larger ones.
        match &self.coarse {
            Some(coarse) if !with_negatives && around != (0, 0) => {
                let (cell, found) = self.coarse_search(frame, corner, card, around, coarse);
                let around = (
                    around.0.min((cell.0 / self.cell.0 / 2.0).ceil() as usize),
                    around.1.min((cell.1 / self.cell.1 / 2.0).ceil() as usize),
                );
                for middle in found {
                    self.search_cells(frame, corner, card, (middle, around), false, &mut best);
                }
            }
            _ => {
                let middle = (0.0, 0.0);
                self.search_cells(
                    frame,
                    corner,
                    card,
                    (middle, around),
                    with_negatives,
                    &mut best,
                );
            }
        }
        // 2. Thirds of cells, first across, then down.
        for direction in [(1.0, 0.0), (0.0, 1.0)] {
            let from = best.offset;
            for third in [-2.0, -1.0, 1.0, 2.0] {
                let offset = (
                    from.0 + direction.0 * third / 3.0 * self.cell.0,
                    from.1 + direction.1 * third / 3.0 * self.cell.1,
                );
                let grid = self.at(frame, (corner.0 + offset.0, corner.1 + offset.1), card);
                if let Some(seen) = Direction::of(&grid, Planes::Ink) {
                    self.keep_better(&mut best, &seen, offset, with_negatives);
                }
            }
        }
        best
    }

    /// Looks for the part in whole cells around a place `middle` from its own.
    fn search_cells(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
        (middle, around): ((f32, f32), (usize, usize)),
        with_negatives: bool,
        best: &mut PartMatch,
    ) {
        let size = (self.models.width, self.models.height);
        let start = self.start((corner.0 + middle.0, corner.1 + middle.1), card);
        for (seen, offset) in places(frame, start, self.cell, size, around) {
            let offset = (middle.0 + offset.0, middle.1 + offset.1);
            self.keep_better(best, &seen, offset, with_negatives);
        }
    }

    /// The size of a larger cell, and the best places in such cells.
    fn coarse_search(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        card: (f32, f32),
        around: (usize, usize),
        coarse: &Models,
    ) -> ((f32, f32), Vec<(f32, f32)>) {
        let size = (coarse.width, coarse.height);
        let times = (
            self.models.width as f32 / size.0 as f32,
            self.models.height as f32 / size.1 as f32,
        );
        let cell = (times.0 * self.cell.0, times.1 * self.cell.1);
        let fewer = |around: usize, times: f32| (around as f32 / times).ceil() as usize;
        let around = (fewer(around.0, times.0), fewer(around.1, times.1));
        let start = self.start(corner, card);
        let found = places(frame, start, cell, size, around).into_iter();
        let scored = found.map(|(seen, offset)| {
            let scores = coarse.scores(Some(&seen)).into_iter();
            (scores.fold(-1.0, f32::max), offset)
        });
        let mut scored: Vec<_> = scored.collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        let best = scored.into_iter().take(COARSE_PLACES);
        (cell, best.map(|it| it.1).collect())
    }

    fn keep_better(&self, best: &mut PartMatch, seen: &Direction, offset: (f32, f32), both: bool) {
        let scores = self.models.scores(Some(seen));
        let highest = scores.iter().copied().fold(-1.0, f32::max);
        let known = best.best_score();
        if highest > known {
            *best = PartMatch {
                scores,
                offset,
                is_negative: false,
                turned: None,
            };
        } else if both {
            let mut negative: Vec<f32> = scores.iter().map(|score| -score).collect();
            let mut ways = vec![None; negative.len()];
            for (way, models) in self.turned.iter().enumerate() {
                for (index, score) in models.scores(Some(seen)).into_iter().enumerate() {
                    if models.models[index].is_some() && -score > negative[index] {
                        negative[index] = -score;
                        ways[index] = Some(way);
                    }
                }
            }
            let found = PartMatch {
                scores: negative,
                offset,
                is_negative: true,
                turned: None,
            };
            if found.best_score() > known {
                let turned = found.best().and_then(|(index, _)| ways[index]);
                *best = PartMatch { turned, ..found };
            }
        }
    }
}

/// What is seen in a grid of cells at a place and around it, in steps of cells, and how
/// far from the place.
fn places(
    frame: &Frame,
    start: (f32, f32),
    cell: (f32, f32),
    (width, height): (usize, usize),
    around: (usize, usize),
) -> Vec<(Direction, (f32, f32))> {
    let wide = Grid::of(
        frame,
        (
            start.0 - around.0 as f32 * cell.0,
            start.1 - around.1 as f32 * cell.1,
        ),
        cell,
        width + 2 * around.0,
        height + 2 * around.1,
    );
    let ink = wide.ink();
    let mut buffer = Vec::new();
    let mut found = Vec::new();
    for down in 0..=2 * around.1 {
        for across in 0..=2 * around.0 {
            buffer.clear();
            for row in 0..height {
                let from = (down + row) * wide.width + across;
                buffer.extend_from_slice(&ink[from..from + width]);
            }
            let Some(seen) = Direction::of_ink(&buffer) else {
                continue;
            };
            let offset = (
                (across as f32 - around.0 as f32) * cell.0,
                (down as f32 - around.1 as f32) * cell.1,
            );
            found.push((seen, offset));
        }
    }
    found
}

/// The models with the highest scores.
fn leaders(scores: &[f32]) -> Vec<usize> {
    let mut models: Vec<usize> = (0..scores.len()).collect();
    models.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    models.truncate(LEADING_MODELS);
    models
}

/// How many of the cells in one direction a share is.
fn rows(whole: usize, share: f32) -> usize {
    ((whole as f32 * share).floor() as usize).clamp(1, whole)
}

fn crop(grid: &Grid, width: usize, height: usize) -> Grid {
    let rows = grid.rgb.chunks_exact(3 * grid.width.max(1)).take(height);
    Grid {
        width,
        height,
        rgb: rows.flat_map(|row| &row[..3 * width]).copied().collect(),
    }
}

/// How far a picture of one kind lies from a place, by looking around it.
pub(crate) fn nearest(
    frame: &Frame,
    pictures: &Pictures,
    kind: usize,
    place: [f32; 4],
    geometry: &Geometry,
    corner: (f32, f32),
    reach: f32,
) -> (f32, f32) {
    let only = Pictures {
        grids: pictures.grids.get(kind).cloned().into_iter().collect(),
    };
    let part = Part::new(&only, place, geometry, Planes::Ink, (1.0, 1.0));
    let found = part.search(frame, corner, geometry.card, (reach, reach), false);
    found.offset
}
