//! What a player can do next: lines of steps, each up to the next card that
//! turns up.
//!
//! Until a card turns up nothing new is seen, so that what lies between two
//! such moments is planned as a whole. The positions on the way are classes of
//! the solver: every block of steps takes a card from where it was dealt or from
//! the stock for good, so that no line goes in circles and every game ends.
//!
//! If a card can be turned up, it is not a new line to play something else
//! first and then turn it up: both can be done in the other order, with the
//! same result (the diamond, `methods.md` 3.3), and the card is seen earlier.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::solver::expand::{Expander, Moves, Prunings, Step, bits};
use crate::solver::layout::{Layout, NONE, Packed};

/// How far to look for lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// Positions looked at.
    pub positions: usize,
    /// Cards of the stock that a line may play more than the shortest one.
    pub more: u8,
}

/// Steps up to one that turns up a card. Nothing in it depends on face-down
/// cards.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The position at its end, but for what turns up.
    end: Packed,
    /// The position before its last block, in the queue.
    parent: usize,
    /// Locked cards that leave their places.
    unlocked: u64,
    /// The card that uncovers another one.
    pub last: u8,
    /// It goes home.
    is_home: bool,
    /// Cards of the stock that are played.
    pub played: u8,
    /// Cards that lie under `last`.
    below: u8,
}

/// A position on the way.
#[derive(Debug)]
struct Open {
    at: Packed,
    /// Where it comes from.
    parent: usize,
    /// What could be turned up before: by cards that go to columns, and home.
    before: (u64, u64),
    played: u8,
}

/// Finds lines.
#[derive(Debug)]
pub(super) struct Lines {
    expander: Expander,
    queue: Vec<Open>,
    seen: HashSet<u128, BuildHasherDefault<Spread>>,
}

impl Lines {
    pub fn new() -> Self {
        Self {
            expander: Expander::new(Prunings {
                arrival: false,
                ..Prunings::ALL
            }),
            queue: Vec::new(),
            seen: HashSet::default(),
        }
    }

    /// The steps of a line from this position.
    pub fn steps(
        &mut self,
        layout: &Layout,
        start: &Packed,
        reach: Reach,
        line: &Line,
    ) -> Vec<Step> {
        self.find(layout, start, reach);
        let parent = |&index: &usize| (index != 0).then(|| self.queue[index].parent);
        let way = std::iter::successors(Some(line.parent), parent);
        let mut way: Vec<_> = way.map(|index| self.queue[index].at).collect();
        way.reverse();
        way.push(line.end);
        let mut steps = Vec::new();
        for pair in way.windows(2) {
            self.expander.sought = Some(pair[1]);
            self.expander.expand(layout, &pair[0], Moves::NONE);
            steps.extend(self.expander.way.take().unwrap_or_default());
        }
        self.expander.sought = None;
        steps
    }

    /// The lines from a position, those with the fewest blocks first.
    pub fn find(&mut self, layout: &Layout, start: &Packed, reach: Reach) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut fewest = u8::MAX - reach.more;
        self.seen.clear();
        self.queue.clear();
        self.seen.insert(key(start, start.ranks));
        self.queue.push(Open {
            at: *start,
            parent: 0,
            before: (0, 0),
            played: 0,
        });
        let mut next = 0;
        while next < self.queue.len().min(reach.positions) {
            let Open {
                at, before, played, ..
            } = self.queue[next];
            if played > fewest + reach.more {
                break;
            }
            self.expander.expand(layout, &at, Moves::NONE);
            let (mut onto, mut home) = before;
            let first = self.queue.len();
            for child in &self.expander.children {
                let played = played + (at.stock & !child.at.stock).count_ones() as u8;
                if child.at.down == at.down {
                    if self.seen.insert(key(&child.at, child.ranks)) {
                        self.queue.push(Open {
                            at: child.at,
                            parent: next,
                            before,
                            played,
                        });
                    }
                    continue;
                }
                let moved = bits(at.locked & !child.at.locked);
                let uncovers = |&card: &u8| layout.under[usize::from(card)] != NONE;
                let Some(last) = moved.filter(uncovers).last() else {
                    continue;
                };
                let bit = 1u64 << last;
                let is_home = child.at.home & bit != 0;
                let could = if is_home { before.1 } else { before.0 };
                *(if is_home { &mut home } else { &mut onto }) |= bit;
                if could & bit == 0 {
                    fewest = fewest.min(played);
                    lines.push(Line {
                        end: child.at,
                        parent: next,
                        unlocked: start.locked & !child.at.locked,
                        last,
                        is_home,
                        played,
                        below: depth(layout, last),
                    });
                }
            }
            for open in &mut self.queue[first..] {
                open.before = (onto, home);
            }
            next += 1;
        }
        lines
    }
}

fn key(at: &Packed, ranks: u16) -> u128 {
    u128::from(at.locks) << 64
        | u128::from(ranks) << 48
        | u128::from(at.pass) << 32
        | u128::from(at.waste) << 24
        | u128::from(at.stock)
}

/// Spreads the bits of a key.
#[derive(Clone, Copy, Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, part: u64) {
        let mixed = (self.0 ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_u128(&mut self, key: u128) {
        self.write_u64(key as u64);
        self.write_u64((key >> 64) as u64);
    }
}

/// How many cards lie under this one.
fn depth(layout: &Layout, card: u8) -> u8 {
    let under = |&card: &u8| Some(layout.under[usize::from(card)]).filter(|&card| card != NONE);
    std::iter::successors(Some(card), under).skip(1).count() as u8
}

impl Line {
    /// The position after the line, in any way the unknown cards lie.
    pub fn after(&self, layout: &Layout, at: &Packed) -> Packed {
        let turned = layout.under[usize::from(self.last)];
        Packed {
            locked: at.locked & !self.unlocked,
            down: at.down & !(1 << turned),
            ..self.end
        }
    }

    /// What the greedy player thinks of it. The weights were found by trying:
    /// an evolution strategy on deals that no figure is from.
    pub fn worth(&self, layout: &Layout, at: &Packed) -> f64 {
        let count = |set: u64| f64::from(set.count_ones());
        let yes = |it: bool| f64::from(u8::from(it));
        let unseen = at.down;
        // Everything but the card that turns up.
        let mut end = self.after(layout, at);
        end.down |= 1 << layout.under[usize::from(self.last)];
        let visible = end.visible(layout.all);
        let bare = end.bare(layout.all, visible);
        let placeable = end.placeable(layout, visible, bare);
        let nexts = end.nexts(layout.all);
        let (now, again) = layout.reachable(&end);
        let up = end.locked & !end.down;
        let ranks = [0, 4, 8, 12].map(|suit| f64::from(end.ranks >> suit & 15));
        let highest = ranks.into_iter().fold(0.0, f64::max);
        let lowest = ranks.into_iter().fold(f64::MAX, f64::min);
        let is_king = layout.kings & (1 << self.last) != 0;
        let terms = [
            // Cards of the stock are kept.
            (-3.66, f64::from(self.played)),
            // Long columns first, but not the last card of one.
            (1.14, f64::from(self.below)),
            (-0.08, yes(self.below == 1)),
            // Cards go home, evenly by suit.
            (0.96, yes(self.is_home)),
            (1.0, count(end.home) - count(at.home)),
            (-0.19, highest - lowest),
            // A King takes an empty column; an empty column is left.
            (-0.4, yes(!self.is_home && is_king)),
            (0.71, yes(placeable & layout.kings != 0)),
            // Unseen cards that could move at once, cards of the stock that
            // could, and other face-down cards that can be turned up.
            (
                2.7,
                count(unseen & (placeable | nexts)) / count(unseen).max(1.0),
            ),
            (0.56, count((now | again) & (placeable | nexts))),
            (0.12, count(up & !layout.still & (placeable | nexts & bare))),
            // Low cards leave their places first.
            (-0.173, f64::from(self.last / 4)),
        ];
        terms.iter().map(|(weight, value)| weight * value).sum()
    }
}

/// The line that the greedy player plays.
pub(super) fn greediest(layout: &Layout, at: &Packed, lines: &[Line]) -> Option<usize> {
    if lines.len() < 2 {
        return (!lines.is_empty()).then_some(0);
    }
    let mut best = (f64::MIN, 0);
    for (index, line) in lines.iter().enumerate() {
        let worth = line.worth(layout, at);
        if worth > best.0 {
            best = (worth, index);
        }
    }
    Some(best.1)
}
