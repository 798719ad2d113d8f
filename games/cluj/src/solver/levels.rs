//! The fewest cheats, and the fewest moves with so many, of the image game.
//!
//! Level c holds the images that are reached with c cheats. For 0, 1, 2, .. cheats
//! we search all levels together, best first, until the goal is found or nothing
//! is left; the first number with a goal is the smallest. The order comes from
//! the loose game (`aside`), and what it cannot win is left out. Each round starts
//! from nothing: what the loose game leaves depends on the cheats that are left.
//! (Without the loose game, earlier rounds' levels were kept: that was ten times as
//! slow on hard deals.)
//!
//! An image that was reached with fewer cheats is not needed on a higher level:
//! an earlier round has shown that the goal cannot be reached from it with the
//! cheats that are left. For the same reason each cheat left will be made, and costs
//! a move that puts no card in place.

use patience_core::Stop;
use patience_search::{BucketQueue, Budget, Entry, StateTable};

use crate::solver::aside::{CardsAside, NEVER};
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

/// All levels of a round.
#[derive(Debug)]
pub struct Levels<'a, K> {
    layout: &'a Layout,
    arguments: Arguments,
    levels: Vec<Level<K>>,
    /// Levels and nodes.
    queue: BucketQueue<(u8, u32)>,
}

/// How an image was reached.
#[derive(Clone, Copy, Debug)]
struct From {
    level: usize,
    moves: u8,
    parent: u32,
    by_cheat: bool,
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
            queue: BucketQueue::new(),
        }
    }

    /// A round with so many cheats, where fewer are not enough. Finds the shortest
    /// path to the goal, or shows that there is none.
    pub fn round(
        &mut self,
        start: &Image,
        most: u32,
        mut aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<Option<ImagePath>, Stop> {
        self.queue.clear();
        self.levels.clear();
        self.levels.resize_with(most as usize + 1, Level::new);
        let from = From {
            level: 0,
            moves: 0,
            parent: NO_PARENT,
            by_cheat: false,
        };
        self.reach(*start, from, aside.as_deref_mut(), budget)?;
        while let Some((_, (level, index))) = self.queue.pop() {
            let level = usize::from(level);
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
            let left = most - level as u32;
            let (layout, arguments) = (self.layout, self.arguments);
            let mut result = Ok(());
            let mut from = From {
                level,
                moves: node.moves + 1,
                parent: index,
                by_cheat: false,
            };
            quiet(layout, &node.image, &pool, left, arguments, |found| {
                if result.is_ok() {
                    result = self.reach(found.image, from, aside.as_deref_mut(), budget);
                }
            });
            result?;
            if left == 0 {
                continue;
            }
            from.level += 1;
            from.by_cheat = true;
            cheats(layout, &node.image, &pool, left, arguments, |image| {
                if result.is_ok() {
                    result = self.reach(image, from, aside.as_deref_mut(), budget);
                }
            });
            result?;
        }
        Ok(None)
    }

    /// Adds an image that was reached, unless it is not needed.
    fn reach(
        &mut self,
        mut image: Image,
        from: From,
        aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // 1. No position has this image.
        let Some(pool) = image.pool(self.layout) else {
            return Ok(());
        };
        image.sort();
        let key = K::pack(&image);
        let level = from.level;
        let most = self.levels.len() - 1;
        let left = (most - level) as u8;
        // 2. The bound.
        let mut bound = pool.misplaced + left;
        let mut bytes = 0;
        if let Some(aside) = aside {
            bytes = aside.bytes();
            let to_go = aside.distance(&image, pool.misplaced, u32::from(left), budget)?;
            if to_go == NEVER {
                return Ok(());
            }
            bound = bound.max(to_go);
        }
        // 3. A shorter way, or the first.
        let index = match self.levels[level].table.get(key) {
            Some(&index) => {
                let node = &mut self.levels[level].nodes[index as usize];
                if node.moves <= from.moves {
                    return Ok(());
                }
                debug_assert!(!node.done, "the bound is consistent");
                node.moves = from.moves;
                node.parent = from.parent;
                node.by_cheat = from.by_cheat;
                index
            }
            None => {
                // The level just below is enough: images of lower levels rarely
                // come up again, and each lookup is a cache miss.
                let below = level.checked_sub(1).map(|below| &self.levels[below]);
                if below.is_some_and(|below| below.table.get(key).is_some()) {
                    return Ok(());
                }
                let reached = &mut self.levels[level];
                let index = reached.nodes.len() as u32;
                reached.nodes.push(Node {
                    image,
                    moves: from.moves,
                    by_cheat: from.by_cheat,
                    done: false,
                    parent: from.parent,
                });
                match reached.table.entry(key, index, budget)? {
                    Entry::New(_) | Entry::Seen(_) => {}
                }
                if index.is_power_of_two() {
                    budget.use_bytes(self.bytes() + bytes)?;
                }
                index
            }
        };
        let bound = u32::from(from.moves) + u32::from(bound);
        self.queue.push(bound, (level as u8, index));
        Ok(())
    }

    /// How many images of this round wait to be searched.
    pub fn waiting(&self) -> u64 {
        self.queue.len() as u64
    }

    /// How many images a round with one more cheat would begin with, if this one
    /// visited all that can be reached: those of the level before the last that need
    /// so many cheats. (Those of the last level do not count: they were reached by
    /// cheats chosen by arguments that hold only for the last cheat of a game.)
    pub fn next_round(&self) -> u64 {
        let Some(cheats) = self.levels.len().checked_sub(2) else {
            return 1;
        };
        let nodes = self.levels[cheats].nodes.iter();
        let is_new = |node: &&Node| !self.needs_fewer(K::pack(&node.image), cheats as u32);
        nodes.filter(is_new).count() as u64
    }

    /// Frees the memory of the queue, after the last round.
    pub fn forget_queue(&mut self) {
        self.queue = BucketQueue::new();
    }

    fn bytes(&self) -> u64 {
        let levels: u64 = self.levels.iter().map(Level::bytes).sum();
        levels + self.queue.bytes()
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
    }
}
