//! What a player can do next: lines of steps that end when a card turns up.

use std::collections::HashSet;

use crate::solver::class;
use crate::solver::expand::{Expander, Moves, Prunings, Step};
use crate::solver::layout::{Layout, NONE, Packed};

/// Steps up to one that turns up a card.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The position at its end, in the world in which it was found.
    end: Packed,
    /// Locked cards that leave their places.
    unlocked: u64,
    is_home: bool,
    /// The card that leaves what turns up.
    pub last: u8,
    /// Cards of the stock that are played.
    pub played: u8,
    /// Cards that lie under `last`.
    pub below: u8,
}

/// Finds lines.
#[derive(Debug)]
pub(super) struct Lines {
    expander: Expander,
    queue: Vec<Open>,
    steps: Vec<Step>,
    seen: HashSet<Key, std::hash::BuildHasherDefault<Spread>>,
}

/// A position on the way.
#[derive(Debug)]
struct Open {
    at: Packed,
    /// Where it comes from, and the member of that class.
    parent: usize,
    from: u64,
    block: Vec<Step>,
    /// What could be turned up before: cards that go to columns, or home.
    before: (u64, u64),
    played: u8,
}

impl Lines {
    pub fn new() -> Self {
        Self {
            expander: Expander::new(Prunings {
                arrival: false,
                ..Prunings::ALL
            }),
            queue: Vec::new(),
            steps: Vec::new(),
            seen: HashSet::default(),
        }
    }

    /// The lines from a position, those with the fewest steps first.
    /// The steps of a line that was found with the same arguments.
    pub fn steps(&mut self, layout: &Layout, start: &Packed, most: usize, extra: u8, index: usize) -> Vec<Step> {
        self.search(layout, start, most, extra, Some(index));
        std::mem::take(&mut self.steps)
    }

    pub fn find(&mut self, layout: &Layout, start: &Packed, most: usize, extra: u8) -> Vec<Line> {
        self.search(layout, start, most, extra, None)
    }

    fn search(&mut self, layout: &Layout, start: &Packed, most: usize, extra: u8, wanted: Option<usize>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut least = u8::MAX;
        self.seen.clear();
        self.queue.clear();
        self.seen.insert(key(start, start.ranks));
        self.queue.push(Open {
            at: *start,
            parent: 0,
            from: start.home,
            block: Vec::new(),
            before: (0, 0),
            played: 0,
        });
        self.expander.record = true;
        let mut next = 0;
        while next < self.queue.len() && next < most {
            let Open { at, before, played: sofar, .. } = self.queue[next];
            if !lines.is_empty() && sofar > least + extra {
                break;
            }
            self.expander.expand(layout, &at, Moves::NONE);
            let mut now = before;
            let first = self.queue.len();
            for (child, block) in self.expander.children.iter().zip(&mut self.expander.blocks) {
                let turned = block.iter().find_map(|step| turns_up(layout, &at, *step));
                let from_stock = |step: &&Step| matches!(step, Step::Play(_) | Step::StockHome(_));
                let played = sofar + block.iter().filter(from_stock).count() as u8;
                if let Some((last, is_home)) = turned {
                    let bit = 1u64 << last;
                    let (before, now) = if is_home {
                        (before.1, &mut now.1)
                    } else {
                        (before.0, &mut now.0)
                    };
                    *now |= bit;
                    if before & bit == 0 {
                        if wanted == Some(lines.len()) {
                            self.steps = steps_to(layout, &self.queue, next, child.from, block);
                        }
                        least = least.min(played);
                        lines.push(Line {
                            end: child.at,
                            unlocked: start.locked & !child.at.locked,
                            is_home,
                            last,
                            played,
                            below: depth(layout, last),
                        });
                    }
                } else if self.seen.insert(key(&child.at, child.ranks)) {
                    self.queue.push(Open {
                        at: child.at,
                        parent: next,
                        from: child.from,
                        block: std::mem::take(block),
                        before: (0, 0),
                        played,
                    });
                }
            }
            for open in &mut self.queue[first..] {
                open.before = now;
            }
            next += 1;
        }
        lines
    }
}

fn steps_to(layout: &Layout, queue: &[Open], end: usize, from: u64, block: &[Step]) -> Vec<Step> {
    let mut path = Vec::new();
    let mut index = end;
    while index != 0 {
        path.push(index);
        index = queue[index].parent;
    }
    let mut steps = Vec::new();
    let mut at = &queue[0].at;
    for &index in path.iter().rev() {
        let open = &queue[index];
        class::walk(layout, at, open.from, &mut steps);
        steps.extend(&open.block);
        at = &open.at;
    }
    class::walk(layout, at, from, &mut steps);
    steps.extend(block);
    steps
}

type Key = u64;

/// Spreads the bits of a key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spread(u64);

impl std::hash::Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

const fn key(at: &Packed, ranks: u16) -> Key {
    (ranks as u64) << 48 | (at.locks as u64) << 32 | (at.stock as u64) << 8 | at.waste as u64 | (at.pass as u64) << 5
}

/// The locked card that this step moves from a face-down one, and whether it
/// goes home.
fn turns_up(layout: &Layout, at: &Packed, step: Step) -> Option<(u8, bool)> {
    let (card, is_home) = match step {
        Step::Unlock(card) => (card, false),
        Step::Home(card) => (card, true),
        Step::Play(_) | Step::StockHome(_) | Step::Back(_) => return None,
    };
    let is_locked = at.locked & (1 << card) != 0;
    (is_locked && layout.under[usize::from(card)] != NONE).then_some((card, is_home))
}

fn depth(layout: &Layout, card: u8) -> u8 {
    let mut below = 0;
    let mut card = card;
    while layout.under[usize::from(card)] != NONE {
        card = layout.under[usize::from(card)];
        below += 1;
    }
    below
}

/// The position after a line, in any world.
pub(super) fn after(layout: &Layout, at: &Packed, line: &Line) -> Packed {
    let under = layout.under[usize::from(line.last)];
    Packed {
        locked: at.locked & !line.unlocked,
        down: at.down & !(1 << under),
        ..line.end
    }
}

/// Number of features.
pub const FEATURES: usize = 14;

/// What speaks for a line.
pub(super) fn features(layout: &Layout, at: &Packed, line: &Line) -> [f64; FEATURES] {
    let count = |set: u64| f64::from(set.count_ones());
    let mut end = after(layout, at, line);
    let unseen = at.down;
    let under = layout.under[usize::from(line.last)];
    end.down |= 1 << under;
    let visible = end.visible(layout.all);
    let bare = end.bare(layout.all, visible);
    let placeable = end.placeable(layout, visible, bare);
    let nexts = end.nexts(layout.all);
    let (now, again) = layout.reachable(&end);
    let up = end.locked & !end.down;
    let is_home = line.is_home;
    let ranks = [0, 4, 8, 12].map(|suit| end.ranks >> suit & 15);
    let spread = ranks.iter().max().unwrap_or(&0) - ranks.iter().min().unwrap_or(&0);
    let b = |yes: bool| f64::from(u8::from(yes));
    [
        f64::from(line.played),
        f64::from(line.below),
        b(is_home),
        count(end.home) - count(at.home),
        count(end.locked & !at.down) / 3.0,
        b(!is_home && layout.kings & (1 << line.last) != 0),
        5.0 * count(unseen & (placeable | nexts)) / count(unseen).max(1.0),
        count((now | again) & (placeable | nexts)),
        count(up & !layout.still & (placeable | nexts & bare)),
        b(placeable & layout.kings != 0),
        b(end.waste != 0),
        f64::from(spread) / 3.0,
        f64::from(line.last / 4) / 3.0,
        b(line.below == 1),
    ]
}

/// What a line is worth to the greedy player.
pub(super) fn worth(layout: &Layout, at: &Packed, line: &Line, weights: &[f64; FEATURES]) -> f64 {
    let features = features(layout, at, line);
    features.iter().zip(weights).map(|(one, other)| one * other).sum()
}

/// The best line.
pub(super) fn best(layout: &Layout, at: &Packed, lines: &[Line], weights: &[f64; FEATURES]) -> Option<usize> {
    if lines.len() == 1 {
        return Some(0);
    }
    let mut best: Option<(f64, usize)> = None;
    for (index, line) in lines.iter().enumerate() {
        let worth = worth(layout, at, line, weights);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, index));
        }
    }
    best.map(|(_, index)| index)
}
