//! The fewest cheats, and the fewest moves with so many, of the image game.
//!
//! Level c holds the images that need c cheats to be reached. For 0, 1, 2, ..
//! cheats we search until the goal is found or nothing is left; the first number
//! with a goal is the smallest. With `most` cheats allowed, levels below
//! `most - 1` are complete from earlier rounds. Only the last two are searched,
//! best first, so that the last round stops at the goal.
//!
//! An image that was reached with fewer cheats is not needed on a higher level:
//! an earlier round has shown that the goal cannot be reached from it with the
//! cheats that are left.

use patience_core::Stop;
use patience_search::{BucketQueue, Budget, Entry, StateTable};

use crate::solver::candidates::{Arguments, cheats, quiet};
use crate::solver::columns::Layout;
use crate::solver::image::{Image, ImageKey};

const NO_PARENT: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    image: Image,
    moves: u8,
    /// The parent is on the level below.
    by_cheat: bool,
    done: bool,
    parent: u32,
}

/// The images of one level.
#[derive(Debug)]
struct Level<K> {
    table: StateTable<K, u32>,
    nodes: Vec<Node>,
}

impl<K: ImageKey> Level<K> {
    fn new() -> Self {
        Self {
            table: StateTable::new(),
            nodes: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + (self.nodes.capacity() * size_of::<Node>()) as u64
    }
}

/// All levels so far.
#[derive(Debug)]
pub struct Levels<'a, K> {
    layout: &'a Layout,
    arguments: Arguments,
    levels: Vec<Level<K>>,
    /// The last level of the previous round. It was searched with no cheats left
    /// and is therefore not complete, but what it holds was reached.
    spent: Level<K>,
    queue: BucketQueue<(bool, u32)>,
}

/// The path to the goal in the image game.
#[derive(Clone, Debug)]
pub struct ImagePath {
    /// Images with the cheats made so far, from the start to the goal.
    pub images: Vec<(Image, u32)>,
    /// The number of moves.
    pub moves: u32,
}

impl<'a, K: ImageKey> Levels<'a, K> {
    /// Before the first round.
    pub fn new(layout: &'a Layout, arguments: Arguments) -> Self {
        Self {
            layout,
            arguments,
            levels: Vec::new(),
            spent: Level::new(),
            queue: BucketQueue::new(),
        }
    }

    /// The next round: one more cheat than in the previous one (none in the
    /// first). Finds the shortest path to the goal, or shows that there is none.
    pub fn round(&mut self, start: &Image, budget: &mut Budget) -> Result<Option<ImagePath>, Stop> {
        // 1. The last level of the previous round is searched again, now with a
        //    cheat left.
        let most = self.levels.len();
        self.spent = self.levels.pop().unwrap_or_else(Level::new);
        self.queue.clear();
        while self.levels.len() <= most {
            self.levels.push(Level::new());
        }
        // 2. Its seeds: the start, or all cheats from the level below it.
        match most.checked_sub(2) {
            None => self.reach(0, *start, 0, NO_PARENT, false, budget)?,
            Some(below) => {
                for index in 0..self.levels[below].nodes.len() {
                    self.cheat_from(below, index as u32, 2, budget)?;
                }
            }
        }
        // 3. The two last levels, best first.
        while let Some((_, (is_last, index))) = self.queue.pop() {
            let level = if is_last { most } else { most - 1 };
            let node = &mut self.levels[level].nodes[index as usize];
            if std::mem::replace(&mut node.done, true) {
                continue;
            }
            budget.count_state()?;
            let node = *node;
            let Some(pool) = node.image.pool(self.layout) else {
                continue;
            };
            if pool.misplaced == 0 {
                return Ok(Some(self.path(level, index)));
            }
            let left = (most - level) as u32;
            let (layout, arguments) = (self.layout, self.arguments);
            let mut result = Ok(());
            quiet(layout, &node.image, &pool, left, arguments, |found| {
                if result.is_ok() {
                    result = self.reach(level, found.image, node.moves + 1, index, false, budget);
                }
            });
            result?;
            if left > 0 {
                self.cheat_from(level, index, left, budget)?;
            }
        }
        Ok(None)
    }

    fn cheat_from(
        &mut self,
        level: usize,
        index: u32,
        left: u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let node = self.levels[level].nodes[index as usize];
        let Some(pool) = node.image.pool(self.layout) else {
            return Ok(());
        };
        let (layout, arguments) = (self.layout, self.arguments);
        let mut result = Ok(());
        cheats(layout, &node.image, &pool, left, arguments, |image| {
            if result.is_ok() {
                result = self.reach(level + 1, image, node.moves + 1, index, true, budget);
            }
        });
        result
    }

    /// Adds an image that was reached, unless it is not needed.
    fn reach(
        &mut self,
        level: usize,
        mut image: Image,
        moves: u8,
        parent: u32,
        by_cheat: bool,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        image.sort();
        let key = K::pack(&image);
        let last = self.levels.len() - 1;
        let index = match self.levels[level].table.get(key) {
            Some(&index) => {
                let node = &mut self.levels[level].nodes[index as usize];
                if node.moves <= moves {
                    return Ok(());
                }
                debug_assert!(!node.done, "the bound is consistent");
                node.moves = moves;
                node.parent = parent;
                node.by_cheat = by_cheat;
                index
            }
            None => {
                // The level just below is enough: images of lower levels rarely
                // come up again, and each lookup is a cache miss.
                let below = level.checked_sub(1).map(|below| &self.levels[below]);
                if below.is_some_and(|below| below.table.get(key).is_some())
                    || (level == last && self.spent.table.get(key).is_some())
                {
                    return Ok(());
                }
                let reached = &mut self.levels[level];
                let index = reached.nodes.len() as u32;
                reached.nodes.push(Node {
                    image,
                    moves,
                    by_cheat,
                    done: false,
                    parent,
                });
                match reached.table.entry(key, index, budget)? {
                    Entry::New(_) | Entry::Seen(_) => {}
                }
                if index.is_power_of_two() {
                    budget.use_bytes(self.bytes())?;
                }
                index
            }
        };
        let Some(pool) = image.pool(self.layout) else {
            return Ok(());
        };
        let is_last = level == last;
        let bound = u32::from(moves) + u32::from(pool.misplaced) + u32::from(!is_last);
        self.queue.push(bound, (is_last, index));
        Ok(())
    }

    /// How many images of this round wait to be searched.
    pub fn waiting(&self) -> u64 {
        self.queue.len() as u64
    }

    /// How many images a round with one more cheat would begin with: the start
    /// after the first round, then those of the level before the last. (Those
    /// of the last level do not count: they were reached by cheats chosen by
    /// arguments that hold only for the last cheat of a game.)
    pub fn next_round(&self) -> u64 {
        let mut levels = self.levels.iter().rev();
        let last = levels.next();
        let level = levels.next().or(last);
        level.map_or(0, |level| level.nodes.len() as u64)
    }

    /// Frees the memory of the queue, after the last round.
    pub fn forget_queue(&mut self) {
        self.queue = BucketQueue::new();
    }

    fn bytes(&self) -> u64 {
        let levels: u64 = self.levels.iter().map(Level::bytes).sum();
        levels + self.spent.bytes() + self.queue.bytes()
    }

    fn path(&self, level: usize, index: u32) -> ImagePath {
        let (mut level, mut index) = (level, index);
        let moves = u32::from(self.levels[level].nodes[index as usize].moves);
        let mut images = Vec::new();
        loop {
            let node = &self.levels[level].nodes[index as usize];
            images.push((node.image, level as u32));
            if node.parent == NO_PARENT {
                break;
            }
            level -= usize::from(node.by_cheat);
            index = node.parent;
        }
        images.reverse();
        ImagePath { images, moves }
    }

    /// The fewest moves to an image with so many cheats, if known.
    pub fn moves_to(&self, key: K, cheats: u32) -> Option<u8> {
        let level = self.levels.get(cheats as usize)?;
        let index = *level.table.get(key)?;
        Some(level.nodes[index as usize].moves)
    }

    /// This image was reached with fewer cheats.
    pub fn needs_fewer(&self, key: K, cheats: u32) -> bool {
        let lower = &self.levels[..cheats as usize];
        lower.iter().any(|level| level.table.get(key).is_some())
            || (cheats as usize + 1 == self.levels.len() && self.spent.table.get(key).is_some())
    }
}
