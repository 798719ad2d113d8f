//! A beam search in which depth is the number of moves made.
//!
//! There is a beam for each number of rows left in the stock, and they never
//! compete: to deal now and to dig on are both followed. At each depth each beam
//! keeps its best positions. An edge of several moves lands as many depths on.

use std::ops::Range;

use patience_core::Stop;
use patience_search::Budget;

use super::expand::{Bars, Child, Does, Edge, MOST_STEPS, Splits, expand, make};
use super::packed::{COLUMNS, Game, Node, POWERS, STEP};
use super::seen::Seen;
use super::weights::Terms;

/// Depths that are kept: an edge may land on the last of them.
const RING: usize = MOST_STEPS + 1;
/// No beam goes deeper.
const DEEPEST: u32 = 1000;
/// Positions that the table has room for: for each place of a beam, and at most.
const SEEN_EACH: usize = 2000;
const SEEN_MOST: usize = 1 << 23;

/// Children that wait for each place of a beam, where alike ones are dropped.
const FACTOR: usize = 2;

/// Positions that are expanded together, so that what their children need from the
/// memory comes together.
const BATCH: usize = 16;

/// What a beam is asked.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Positions that each beam keeps.
    pub width: usize,
    /// Runs that must be gone.
    pub runs: u8,
    /// Solutions have fewer moves than this.
    pub below: u32,
    /// Which runs are split.
    pub splits: Splits,
    /// Positions that are alike which a beam keeps, at most; see `Alike`.
    pub alike: usize,
}

impl Aim {
    /// Children that wait for a depth.
    const fn pool(&self) -> usize {
        if self.alike < self.width {
            FACTOR * self.width
        } else {
            self.width
        }
    }
}

/// A child that waits for its depth.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    value: i32,
    cost: i32,
    key: u64,
    /// The place of its parent among the positions of that depth.
    parent: u32,
    edge: Edge,
    /// The parent's place in the ring.
    slot: u8,
    /// Positions with the same number are alike.
    alike: u32,
}

/// The children that land at a depth, for one number of rows.
#[derive(Debug)]
struct Pool {
    candidates: Vec<Candidate>,
    /// Those of this value and worse are not kept any more.
    worst: i32,
}

impl Default for Pool {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            worst: i32::MAX,
        }
    }
}

impl Pool {
    fn add(&mut self, width: usize, candidate: Candidate) {
        self.candidates.push(candidate);
        if self.candidates.len() >= 2 * width + 32 {
            self.trim(width);
        }
    }

    fn trim(&mut self, width: usize) {
        if self.candidates.len() > width {
            let by_value = |candidate: &Candidate| (candidate.value, candidate.key);
            self.candidates.select_nth_unstable_by_key(width, by_value);
            self.worst = self.candidates[width].value;
            self.candidates.truncate(width);
        }
    }

    /// Keeps the best, but no more than `most` of those that are alike, unless there
    /// are not enough others.
    fn spread(&mut self, aim: &Aim, counts: &mut Counts) {
        if aim.alike >= aim.width || self.candidates.len() <= aim.width {
            return;
        }
        let by_value = |candidate: &Candidate| (candidate.value, candidate.key);
        self.candidates.sort_unstable_by_key(by_value);
        counts.start(self.candidates.len());
        let mut kept = 0;
        // Those that are kept come first, the others stay behind them in no order.
        for index in 0..self.candidates.len() {
            if kept < aim.width && counts.add(self.candidates[index].alike) <= aim.alike {
                self.candidates.swap(kept, index);
                kept += 1;
            }
        }
        let (_, others) = self.candidates.split_at_mut(kept);
        if let Some(missing @ 1..) = aim.width.checked_sub(kept) {
            others.select_nth_unstable_by_key(missing - 1, by_value);
        }
        self.candidates.truncate(aim.width);
    }
}

/// Which positions are alike: those with the same face-down cards and the same card
/// at the base of each column. They differ in the order on top of these, and one of
/// them often leads to the next. A beam full of positions that are alike ends when
/// their common base does.
#[derive(Clone, Copy, Debug)]
struct Alike {
    columns: [u32; COLUMNS],
    sum: u32,
}

impl Alike {
    fn of(game: &Game, node: &Node) -> Self {
        let mut columns = [0; COLUMNS];
        for (column, number) in columns[..game.columns].iter_mut().enumerate() {
            let base = node.column(column).first().copied().unwrap_or(0);
            *number = Self::column(column, node.down[column], base);
        }
        let sum = columns.iter().fold(0u32, |sum, one| sum.wrapping_add(*one));
        Self { columns, sum }
    }

    fn column(column: usize, down: u8, base: u8) -> u32 {
        let parts = POWERS[column + 1] ^ u64::from(down) << 8 ^ u64::from(base);
        (parts.wrapping_mul(STEP) >> 32) as u32
    }

    /// The number of a child. What a deal or a run that leaves changes is not looked
    /// at: it is the same for all that were alike before.
    fn child(&self, node: &Node, edge: Edge) -> u32 {
        let Does::Carry { from, to, count } = edge.does() else {
            return self.sum;
        };
        let cards = node.column(from);
        let left = cards.len() - count;
        let down = usize::from(node.down[from]);
        let mut sum = self.sum;
        if left == down {
            let base = if left > 0 { cards[0] } else { 0 };
            let after = Self::column(from, down.saturating_sub(1) as u8, base);
            sum = sum.wrapping_sub(self.columns[from]).wrapping_add(after);
        }
        if node.len(to) == 0 {
            let after = Self::column(to, 0, cards[left]);
            sum = sum.wrapping_sub(self.columns[to]).wrapping_add(after);
        }
        sum
    }
}

/// How often each number was met: a table that is cleared by starting again.
#[derive(Debug, Default)]
struct Counts {
    slots: Vec<(u32, u32)>,
}

impl Counts {
    fn start(&mut self, numbers: usize) {
        self.slots.clear();
        self.slots.resize((2 * numbers).next_power_of_two(), (0, 0));
    }

    /// Counts a number; how often it was met, this time included.
    fn add(&mut self, number: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (number ^ number >> 15) as usize & mask;
        loop {
            let (known, count) = &mut self.slots[slot];
            if *count == 0 || *known == number {
                (*known, *count) = (number, *count + 1);
                return *count as usize;
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// A search that keeps its memory.
#[derive(Debug, Default)]
pub struct Beam {
    counts: Counts,
    seen: Seen,
    /// By depth in the ring, then by rows left.
    pools: Vec<Vec<Pool>>,
    /// The positions of the last depths.
    nodes: Vec<Vec<Node>>,
    /// How each position was reached: the one before, and the edge.
    links: Vec<(u32, Edge)>,
    /// Children of the positions that were expanded last.
    children: Vec<Child>,
}

impl Beam {
    /// Edges to the aim, as few moves as the beam finds; none if it ends without.
    pub fn run(
        &mut self,
        game: &Game,
        terms: &Terms,
        start: &Node,
        aim: &Aim,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Edge>>, Stop> {
        let rows = usize::from(start.rows) + 1;
        budget.use_bytes(self.bytes(aim, rows))?;
        self.seen.start(room(aim, rows));
        self.links.clear();
        self.children.clear();
        self.pools.resize_with(RING, Vec::new);
        self.nodes.resize_with(RING, Vec::new);
        for pools in &mut self.pools {
            pools.clear();
            pools.resize_with(rows, Pool::default);
        }
        self.nodes.iter_mut().for_each(Vec::clear);
        let mut first = start.clone();
        // Where runs leave by choice, some may lie there.
        game.settle(&mut first);
        if first.home >= aim.runs {
            return Ok(Some(Vec::new()));
        }
        first.key = game.key(&first);
        first.cost = terms.columns(game, &first);
        first.link = 0;
        self.links.push((0, Edge(0)));
        self.nodes[0].push(first);
        let mut best: Option<(u32, u32, Edge)> = None;
        let mut idle = 0;
        for depth in 0..aim.below.min(DEEPEST) {
            if best.is_some_and(|(length, ..)| depth + 1 >= length) || idle >= RING {
                break;
            }
            let slot = depth as usize % RING;
            if depth > 0 {
                self.nodes[slot].clear();
                self.land(game, terms, aim, depth, best.map(|(length, ..)| length));
            }
            idle = if self.nodes[slot].is_empty() {
                idle + 1
            } else {
                0
            };
            budget.use_bytes(self.bytes(aim, rows))?;
            let count = self.nodes[slot].len();
            for first in (0..count).step_by(BATCH) {
                let parents = first..count.min(first + BATCH);
                let ends = self.expand(game, terms, aim, slot, parents.clone(), budget)?;
                let mut begin = 0;
                for (parent, end) in parents.zip(ends) {
                    self.sort(game, aim, depth, parent, begin..end, &mut best);
                    begin = end;
                }
            }
        }
        Ok(best.map(|(_, link, last)| self.path(link, last)))
    }

    /// Makes a list of the children of a few positions. Returns where in the list those
    /// of each position end.
    fn expand(
        &mut self,
        game: &Game,
        terms: &Terms,
        aim: &Aim,
        slot: usize,
        parents: Range<usize>,
        budget: &mut Budget,
    ) -> Result<[usize; BATCH], Stop> {
        let mut ends = [0; BATCH];
        let mut bars: Option<(u8, Bars)> = None;
        self.children.clear();
        for (node, end) in self.nodes[slot][parents].iter().zip(&mut ends) {
            budget.count_state()?;
            let bars = match &mut bars {
                Some((rows, bars)) if *rows == node.rows => bars,
                other => {
                    let pool = |steps: usize| &self.pools[(slot + steps) % RING];
                    let worst = |steps| pool(steps)[usize::from(node.rows)].worst;
                    &mut other.insert((node.rows, std::array::from_fn(worst))).1
                }
            };
            expand(game, terms, aim.splits, node, bars, &mut self.children);
            *end = self.children.len();
        }
        // The lines are fetched together, and looked at when all have come.
        let touched = self.children.iter();
        let touched = touched.map(|child| self.seen.touch(child.key));
        std::hint::black_box(touched.fold(0, |sum, line| sum ^ line));
        Ok(ends)
    }

    /// Puts the children of a position into their pools.
    fn sort(
        &mut self,
        game: &Game,
        aim: &Aim,
        depth: u32,
        parent: usize,
        children: Range<usize>,
        best: &mut Option<(u32, u32, Edge)>,
    ) {
        let slot = depth as usize % RING;
        let node = &self.nodes[slot][parent];
        let mut alike = None;
        for child in &self.children[children] {
            let lands = depth + u32::from(child.steps);
            let is_late = best.is_some_and(|(length, ..)| lands >= length);
            if is_late || lands >= aim.below {
                continue;
            }
            if child.home >= aim.runs {
                *best = Some((lands, node.link, child.edge));
                continue;
            }
            let place = lands as usize % RING;
            let pool = &mut self.pools[place][usize::from(child.rows)];
            if child.value >= pool.worst || !self.seen.enter(child.key, lands) {
                continue;
            }
            let alike = alike.get_or_insert_with(|| Alike::of(game, node));
            let candidate = Candidate {
                value: child.value,
                cost: child.cost,
                key: child.key,
                parent: parent as u32,
                edge: child.edge,
                slot: slot as u8,
                alike: alike.child(node, child.edge),
            };
            pool.add(aim.pool(), candidate);
        }
    }

    /// Makes the positions that land at a depth.
    fn land(&mut self, game: &Game, terms: &Terms, aim: &Aim, depth: u32, length: Option<u32>) {
        let slot = depth as usize % RING;
        let most = length.unwrap_or(aim.below);
        // Early on no position has too many moves left.
        let is_late = depth.saturating_add(game.most_moves_left()) >= most;
        let mut landed = std::mem::take(&mut self.nodes[slot]);
        for pool in &mut self.pools[slot] {
            pool.spread(aim, &mut self.counts);
            pool.trim(aim.width);
            for candidate in pool.candidates.drain(..) {
                let parent = &self.nodes[usize::from(candidate.slot)][candidate.parent as usize];
                let before = parent.link;
                let mut node = parent.clone();
                make(game, terms, &mut node, candidate.edge);
                (node.cost, node.key) = (candidate.cost, candidate.key);
                debug_assert_eq!(node.key, game.key(&node), "{:?}", candidate.edge.does());
                debug_assert_eq!(node.cost, terms.columns(game, &node));
                debug_assert_eq!(candidate.value, terms.value(game, &node));
                if is_late && depth + moves_left(game, &node, aim.runs) >= most {
                    continue;
                }
                node.link = self.links.len() as u32;
                self.links.push((before, candidate.edge));
                landed.push(node);
            }
            pool.worst = i32::MAX;
        }
        self.nodes[slot] = landed;
    }

    fn path(&self, mut link: u32, last: Edge) -> Vec<Edge> {
        let mut edges = vec![last];
        while link != 0 {
            let (before, edge) = self.links[link as usize];
            edges.push(edge);
            link = before;
        }
        edges.reverse();
        edges
    }

    /// Bytes that a search of this width takes at the most, but for its links.
    fn bytes(&self, aim: &Aim, rows: usize) -> u64 {
        let nodes = RING * rows * aim.width * size_of::<Node>();
        let pools = RING * rows * (2 * aim.pool() + 32) * size_of::<Candidate>();
        let links = self.links.capacity() * size_of::<(u32, Edge)>();
        (nodes + pools + links) as u64 + Seen::bytes(room(aim, rows))
    }

    /// Gives the memory back.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Positions that the table has room for.
fn room(aim: &Aim, rows: usize) -> usize {
    (SEEN_EACH * aim.width * rows).min(SEEN_MOST)
}

/// Moves that are needed at least, [`Game::most_moves_left`] at the most. A move makes one pair of cards of a run, a card
/// that is dealt may make another one.
fn moves_left(game: &Game, node: &Node, runs: u8) -> u32 {
    let Some(left) = runs.checked_sub(node.home) else {
        return 0;
    };
    if runs < game.runs {
        return u32::from(left > 0);
    }
    let wanted = u32::from(left) * (u32::from(game.ranks) - 1);
    let rows = &game.rows[..usize::from(node.rows)];
    let dealt: usize = rows.iter().map(Vec::len).sum();
    let mut pairs = dealt as u32;
    for column in 0..game.columns {
        let cards = &node.column(column)[usize::from(node.down[column])..];
        let joined = cards.windows(2).filter(|pair| pair[1] + 1 == pair[0]);
        pairs += joined.count() as u32;
    }
    wanted.saturating_sub(pairs) + u32::from(node.rows)
}
