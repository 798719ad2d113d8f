//! The levels of the beam.

use patience_core::Stop;
use patience_search::{Budget, StateKey};

use crate::rules::Place;
use crate::solver::bound::{Bound, Source, Unit};
use crate::solver::cards::bit;
use crate::solver::packed::Board;
use crate::solver::packed::candidates::{Candidate, Generator, Look, Play};
use crate::solver::packed::key::KeyCoder;

use super::scores::{SCORES, Scores, Shape, Weights};

/// A position that was kept.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: u128,
    parent: u32,
    /// E is at least this.
    lower_bound: u8,
}

/// A child that may be kept.
#[derive(Clone, Copy, Debug)]
struct Child {
    node: Node,
    score: u32,
}

/// A move that may lead to a position worth keeping.
#[derive(Clone, Copy, Debug)]
struct Offer {
    candidate: Candidate<Shape>,
    /// E after it is at least this.
    least: u32,
    /// E after it is exactly `least`.
    is_exact: bool,
}

/// No beam is longer than this; solutions have about 27 levels.
const MOST_LEVELS: u32 = 250;

/// The tables of the beam.
#[derive(Debug)]
pub(super) struct Levels {
    scores: Scores,
    bound: Bound,
    nodes: Vec<Node>,
    children: Vec<Child>,
    offers: Vec<Offer>,
    /// Fingerprints of all positions met, 0 = free. A beam drops positions
    /// anyway, so one false hit in 2^32 does no harm, and it saves half the
    /// memory.
    seen: Vec<u32>,
    /// How many children have each score.
    count: Vec<u32>,
}

impl Levels {
    pub fn new(weights: &Weights) -> Self {
        Self {
            scores: Scores::new(weights),
            bound: Bound::new(Unit::Run),
            nodes: Vec::new(),
            children: Vec::new(),
            offers: Vec::new(),
            seen: Vec::new(),
            count: vec![0; SCORES],
        }
    }

    /// The keys of the positions from the start (without it) to one from where
    /// all cards go home; none if the beam becomes empty.
    pub fn run(
        &mut self,
        start: &Board,
        play: Play,
        coder: &KeyCoder,
        width: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<u128>>, Stop> {
        let mut counted = 0;
        let found = self.search(start, play, coder, width, &mut counted, budget);
        // Less memory is always allowed.
        let _ = budget.add_bytes(-counted);
        found
    }

    /// The bytes of its tables that are in use: the same for a deal, whatever came
    /// before it.
    fn bytes(&self) -> i64 {
        let nodes = size_of_val(self.nodes.as_slice()) + size_of_val(self.children.as_slice());
        (nodes + size_of_val(self.seen.as_slice())) as i64
    }

    /// `counted` are the bytes that the budget knows of.
    fn search(
        &mut self,
        start: &Board,
        play: Play,
        coder: &KeyCoder,
        width: usize,
        counted: &mut i64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<u128>>, Stop> {
        // 1. The root alone is the first level.
        self.bound.forget();
        self.nodes.clear();
        let slots = (width * 512).next_power_of_two().max(1 << 14);
        let seen = (slots * size_of::<u32>()) as i64;
        budget.add_bytes(seen)?;
        *counted = seen;
        self.seen.clear();
        self.seen.resize(slots, 0);
        let mut root = *start;
        root.send_home(play.go_home, |_, _, _| {});
        let key = coder.key(&root);
        self.nodes.push(Node {
            key,
            parent: u32::MAX,
            lower_bound: 0,
        });
        self.is_new(key);
        let mut board = root;
        let mut level = 0..1;
        let mut levels = 0;
        while !level.is_empty() && levels < MOST_LEVELS {
            levels += 1;
            // 2. Expand every position of the level.
            self.children.clear();
            self.count.fill(0);
            let mut cutoff = Cutoff {
                score: SCORES as u32 - 1,
                below: 0,
                width,
            };
            for number in level.clone() {
                budget.count_state()?;
                if self.expand(number, &mut board, play, coder, &mut cutoff) {
                    return Ok(Some(self.path(number)));
                }
            }
            // 3. Keep the best; among equals the first.
            let first = self.nodes.len();
            let mut equals = width.saturating_sub(cutoff.below);
            for child in &self.children {
                if child.score < cutoff.score {
                    self.nodes.push(child.node);
                } else if child.score == cutoff.score && equals > 0 {
                    equals -= 1;
                    self.nodes.push(child.node);
                }
            }
            level = first..self.nodes.len();
            let bytes = self.bytes();
            budget.add_bytes(bytes - *counted)?;
            *counted = bytes;
        }
        Ok(None)
    }

    /// Adds the children of a position. True if it needs no more moves.
    fn expand(
        &mut self,
        number: usize,
        board: &mut Board,
        play: Play,
        coder: &KeyCoder,
        cutoff: &mut Cutoff,
    ) -> bool {
        // 1. The position, its bound, and the units of its cheapest plans.
        let node = self.nodes[number];
        coder.read(node.key, board);
        self.bound.set(board, coder);
        let first = u32::from(node.lower_bound).max(self.bound.paid());
        let Some((lower_bound, units)) = (first..).find_map(|limit| self.bound.plans(limit)) else {
            return false;
        };
        if lower_bound == 0 {
            return true;
        }
        // 2. The moves that may lead to a position that is good enough. A move
        // lowers E only if it moves a planned unit.
        let generator = Generator {
            coder,
            play,
            board,
            key: node.key,
            look: &self.scores,
            shape: self.scores.at(board),
        };
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        let mut offer = |candidate: Candidate<Shape>, least, is_exact| {
            if self.scores.score(least, candidate.shape) <= cutoff.score {
                offers.push(Offer {
                    candidate,
                    least,
                    is_exact,
                });
            }
        };
        for column in 0..usize::from(board.columns) {
            let height = usize::from(board.height[column]);
            if height == 0 {
                continue;
            }
            let unit = self.bound.top_unit(column);
            let is_planned =
                self.bound.is_paid(column, unit) || units & bit(board.cards[column][unit]) != 0;
            let least = lower_bound - u32::from(is_planned);
            let is_single = unit + 1 == height;
            generator.column_moves(column, |candidate| {
                let is_alone = match candidate.move_.to {
                    Place::Cell(_) => true,
                    Place::Column(to) => {
                        candidate.move_.cards == 1 && board.height[usize::from(to)] == 0
                    }
                    Place::Home => false,
                };
                offer(candidate, least, is_alone && is_single);
            });
        }
        generator.cell_moves(|candidate| offer(candidate, lower_bound, false));
        // 3. Read all slots of the table of positions before the first is
        // needed, so that the memory accesses overlap.
        let mut touched = 0;
        for offer in &offers {
            touched |= self.seen[self.seen_slot(offer.candidate.key.mixed())];
        }
        std::hint::black_box(touched);
        for offer in &offers {
            self.take(number, board, coder, offer, cutoff);
        }
        self.offers = offers;
        false
    }

    /// Takes a child, unless it is too bad or not new.
    fn take(
        &mut self,
        parent: usize,
        board: &Board,
        coder: &KeyCoder,
        offer: &Offer,
        cutoff: &mut Cutoff,
    ) {
        let &Offer {
            candidate,
            least,
            is_exact,
        } = offer;
        // The worst bound with which the child would still be kept.
        let mut most = None;
        for bound in least..least + 3 {
            if self.scores.score(bound, candidate.shape) <= cutoff.score {
                most = Some(bound);
            }
        }
        let Some(most) = most else {
            return;
        };
        if !self.is_new(candidate.key) {
            return;
        }
        let lower_bound = if is_exact {
            least
        } else {
            let from = match candidate.move_.from {
                Place::Column(column) => {
                    Source::Column(usize::from(column), usize::from(candidate.move_.cards))
                }
                Place::Cell(cell) => Source::Cell(board.cells[usize::from(cell)]),
                Place::Home => return,
            };
            let to = match candidate.move_.to {
                Place::Column(to) => Some(usize::from(to)),
                Place::Cell(_) | Place::Home => None,
            };
            match self.bound.after(board, coder, (from, to), least, most) {
                Some(after) => after,
                None => return,
            }
        };
        let score = self.scores.score(lower_bound, candidate.shape);
        self.children.push(Child {
            node: Node {
                key: candidate.key,
                parent: parent as u32,
                lower_bound: lower_bound as u8,
            },
            score,
        });
        cutoff.note(score, &mut self.count);
    }

    #[inline]
    fn seen_slot(&self, mixed: u64) -> usize {
        (mixed >> 32) as usize & (self.seen.len() - 1)
    }

    /// Notes a key; false if it was there.
    #[inline]
    fn is_new(&mut self, key: u128) -> bool {
        let mixed = key.mixed();
        let fingerprint = mixed as u32 | 1;
        let mask = self.seen.len() - 1;
        let mut slot = self.seen_slot(mixed);
        // Where the table is full, nothing counts as new: a beam that finds no
        // solution must end.
        for _ in 0..16 {
            let entry = self.seen[slot];
            if entry == fingerprint {
                return false;
            }
            if entry == 0 {
                self.seen[slot] = fingerprint;
                return true;
            }
            slot = (slot + 1) & mask;
        }
        false
    }

    fn path(&self, number: usize) -> Vec<u128> {
        let mut keys = Vec::new();
        let mut at = number;
        while self.nodes[at].parent != u32::MAX {
            keys.push(self.nodes[at].key);
            at = self.nodes[at].parent as usize;
        }
        keys.reverse();
        keys
    }
}

/// The worst score with which a child can still be kept.
#[derive(Debug)]
struct Cutoff {
    score: u32,
    /// Children with a smaller score.
    below: usize,
    width: usize,
}

impl Cutoff {
    /// One more child with this score, which is at most the cutoff.
    #[inline]
    fn note(&mut self, score: u32, count: &mut [u32]) {
        count[score as usize] += 1;
        if score < self.score {
            self.below += 1;
            while self.below >= self.width {
                self.score -= 1;
                self.below -= count[self.score as usize] as usize;
            }
        }
    }
}
