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
//!
//! When a goal was found, the rest of its layer can be searched, too (`finish`): all images
//! whose moves so far and bound make the same sum. With all shortest ways to each image,
//! this gives exactly the images that lie on a shortest path.
//!
//! A long round is searched by several threads (`crew`). The images of each are a part
//! of its own; one thread has one part.

use patience_core::Stop;
use patience_search::{BucketQueue, Budget, Entry, StateTable};

use crate::solver::aside::{CardsAside, NEVER};
use crate::solver::candidates::{Arguments, cheats, quiet};
use crate::solver::columns::Layout;
use crate::solver::image::{Image, ImageKey, Pool};

mod crew;

const NO_PARENT: u32 = u32::MAX;
/// No other way. It is even: there is room for the lowest bit.
const NO_WAY: u32 = u32::MAX - 1;

#[derive(Clone, Copy, Debug)]
struct Node {
    image: Image,
    moves: u8,
    /// At least so many moves are to go.
    bound: u8,
    done: bool,
    /// It lies on a shortest path to the goal.
    is_good: bool,
    /// The last of its shortest ways, see [`Part::ways`].
    way: u32,
}

/// The last move of a shortest way to an image.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The number of the image before it: the index times the parts, plus the part.
    parent: u32,
    /// Another way to the same image. The lowest bit tells that this one is a cheat,
    /// so that the parent is on the level below.
    other: u32,
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

/// The images of all levels that belong to one thread.
#[derive(Debug)]
struct Part<K> {
    levels: Vec<Level<K>>,
    /// The shortest ways to the images of all levels.
    ways: Vec<Way>,
    /// Levels and nodes.
    queue: BucketQueue<(u8, u32)>,
}

/// All levels of a round.
#[derive(Debug)]
pub struct Levels<'a, K> {
    layout: &'a Layout,
    arguments: Arguments,
    parts: Vec<Part<K>>,
    /// The goals that were met, by level and number, and their layer.
    goals: Vec<(usize, u32)>,
    last: u32,
    /// All images on shortest paths are marked.
    is_finished: bool,
    /// Other threads help after so many states.
    helped_after: u64,
}

/// How an image was reached.
#[derive(Clone, Copy, Debug)]
struct From {
    level: usize,
    moves: u8,
    parent: u32,
    by_cheat: bool,
}

/// An image that was reached, its key and its priority.
#[derive(Clone, Copy, Debug)]
struct Reached<K> {
    image: Image,
    key: K,
    from: From,
    /// At least so many moves are to go.
    bound: u8,
}

/// The path to the goal in the image game.
#[derive(Clone, Debug)]
pub struct ImagePath {
    /// Images with the cheats made so far, from the start to the goal.
    pub images: Vec<(Image, u32)>,
    /// The number of moves.
    pub moves: u32,
}

/// What is searched, as all threads see it.
#[derive(Clone, Copy, Debug)]
struct Task<'a> {
    layout: &'a Layout,
    arguments: Arguments,
    most: u32,
}

impl Task<'_> {
    /// The successors of a node. The goal has none, and is not asked for them.
    fn expand(
        &self,
        node: &Node,
        pool: &Pool,
        from: From,
        mut found: impl FnMut(Image, From) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let left = self.most - from.level as u32;
        let (layout, arguments) = (self.layout, self.arguments);
        let mut result = Ok(());
        quiet(layout, &node.image, pool, left, arguments, |quiet| {
            if result.is_ok() {
                result = found(quiet.image, from);
            }
        });
        result?;
        if left == 0 {
            return Ok(());
        }
        let from = From {
            level: from.level + 1,
            by_cheat: true,
            ..from
        };
        cheats(layout, &node.image, pool, left, arguments, |image| {
            if result.is_ok() {
                result = found(image, from);
            }
        });
        result
    }

    /// Looks at an image that was reached; none if the goal cannot be reached from
    /// there.
    #[inline]
    fn look<K: ImageKey>(
        &self,
        mut image: Image,
        from: From,
        aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<Option<Reached<K>>, Stop> {
        // 1. No position has this image.
        let Some(pool) = image.pool(self.layout) else {
            return Ok(None);
        };
        image.sort();
        let key = K::pack(&image);
        let left = self.most as u8 - from.level as u8;
        // 2. The bound.
        let mut bound = pool.misplaced + left;
        if let Some(aside) = aside {
            let to_go = aside.distance(&image, pool.misplaced, u32::from(left), budget)?;
            if to_go == NEVER {
                return Ok(None);
            }
            bound = bound.max(to_go);
        }
        Ok(Some(Reached {
            image,
            key,
            from,
            bound,
        }))
    }
}

impl<K: ImageKey> Part<K> {
    fn new(most: u32) -> Self {
        Self {
            levels: (0..=most).map(|_| Level::new()).collect(),
            ways: Vec::new(),
            queue: BucketQueue::new(),
        }
    }

    /// Adds an image, unless it is not needed. `beside` are the bytes of the loose game.
    #[inline]
    fn enter(
        &mut self,
        reached: Reached<K>,
        beside: impl FnOnce() -> u64,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let Reached {
            image,
            key,
            from,
            bound,
        } = reached;
        let level = from.level;
        let way = self.ways.len() as u32;
        if way >= NO_WAY / 2 {
            return Err(Stop::Memory);
        }
        // A way that is as short as others, a shorter one, or the first.
        let mut other = NO_WAY;
        let mut waits = true;
        let index = match self.levels[level].table.get(key) {
            Some(&index) => {
                let node = &mut self.levels[level].nodes[index as usize];
                if node.moves < from.moves {
                    return Ok(());
                }
                if node.moves == from.moves {
                    other = 2 * node.way;
                    waits = false;
                } else {
                    // No deal has shown that an image is searched before its shortest
                    // way is known; without some of the arguments it happens. Then it is
                    // searched again.
                    node.moves = from.moves;
                    node.done = false;
                }
                node.way = way;
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
                    bound,
                    done: false,
                    is_good: false,
                    way,
                });
                match reached.table.entry(key, index, budget)? {
                    Entry::New(_) | Entry::Seen(_) => {}
                }
                if index.is_power_of_two() {
                    budget.use_bytes(self.bytes() + beside())?;
                }
                index
            }
        };
        self.ways.push(Way {
            parent: from.parent,
            other: other | u32::from(from.by_cheat),
        });
        if waits {
            let priority = u32::from(from.moves) + u32::from(bound);
            self.queue.push(priority, (level as u8, index));
        }
        Ok(())
    }

    /// The next node of the queue that was not searched, with its level and index, if it
    /// belongs to this layer or one before it.
    #[inline]
    fn next(&mut self, layer: u32) -> Option<(Node, usize, u32)> {
        while self.queue.first().is_some_and(|first| first <= layer) {
            let (_, (level, index)) = self.queue.pop()?;
            let level = usize::from(level);
            let node = &mut self.levels[level].nodes[index as usize];
            if !std::mem::replace(&mut node.done, true) {
                return Some((*node, level, index));
            }
        }
        None
    }

    fn bytes(&self) -> u64 {
        let levels: u64 = self.levels.iter().map(Level::bytes).sum();
        let ways = (self.ways.capacity() * size_of::<Way>()) as u64;
        levels + ways + self.queue.bytes()
    }
}

/// The start of a round.
const START: From = From {
    level: 0,
    moves: 0,
    parent: NO_PARENT,
    by_cheat: false,
};

impl<'a, K: ImageKey> Levels<'a, K> {
    /// Before the first round. Other threads help after so many states, if there are
    /// any; they begin again.
    pub const fn new(layout: &'a Layout, arguments: Arguments, helped_after: u64) -> Self {
        Self {
            layout,
            arguments,
            parts: Vec::new(),
            goals: Vec::new(),
            last: u32::MAX,
            is_finished: false,
            helped_after,
        }
    }

    /// A round with so many cheats, where fewer are not enough. Finds the shortest
    /// path to the goal, or shows that there is none.
    pub fn round(
        &mut self,
        start: &Image,
        most: u32,
        mut aside: Option<&mut CardsAside<'a>>,
        budget: &mut Budget,
    ) -> Result<Option<ImagePath>, Stop> {
        let threads = budget.threads();
        self.begin(most, 1);
        if threads == 1 {
            self.alone(Some(start), most, aside, budget)?;
            return Ok(self.path());
        }
        let found = budget.within(self.helped_after, |budget| {
            self.alone(Some(start), most, aside.as_deref_mut(), budget)
        });
        if matches!(found, Err(Stop::States)) && budget.states_left() != Some(0) {
            self.begin(most, threads);
            self.together(Some(start), most, aside, budget)?;
        } else {
            found?;
        }
        Ok(self.path())
    }

    /// After a round that has found the goal: searches the rest of its layer, and marks
    /// all images that lie on a shortest path.
    pub fn finish(
        &mut self,
        most: u32,
        aside: Option<&mut CardsAside<'a>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if self.parts.len() == 1 {
            self.alone(None, most, aside, budget)?;
        } else {
            self.together(None, most, aside, budget)?;
        }
        self.mark();
        Ok(())
    }

    fn begin(&mut self, most: u32, parts: usize) {
        self.parts.clear();
        self.parts.resize_with(parts, || Part::new(most));
        self.goals.clear();
        self.last = u32::MAX;
        self.is_finished = false;
    }

    const fn task(&self, most: u32) -> Task<'a> {
        Task {
            layout: self.layout,
            arguments: self.arguments,
            most,
        }
    }

    /// A round by one thread, up to the first goal; without a start, the rest of its
    /// layer.
    fn alone(
        &mut self,
        start: Option<&Image>,
        most: u32,
        mut aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let task = self.task(most);
        let part = &mut self.parts[0];
        let mut reach = |part: &mut Part<K>, image, from, budget: &mut Budget| {
            let reached = task.look(image, from, aside.as_deref_mut(), budget)?;
            let beside = || aside.as_deref().map_or(0, CardsAside::bytes);
            match reached {
                Some(reached) => part.enter(reached, beside, budget),
                None => Ok(()),
            }
        };
        if let Some(start) = start {
            reach(part, *start, START, budget)?;
        }
        while let Some((node, level, index)) = part.next(self.last) {
            budget.count_state()?;
            let Some(pool) = node.image.pool(self.layout) else {
                continue;
            };
            if pool.misplaced == 0 {
                self.goals.push((level, index));
                self.last = u32::from(node.moves) + u32::from(node.bound);
                if start.is_some() {
                    break;
                }
                continue;
            }
            let from = From {
                level,
                moves: node.moves + 1,
                parent: index,
                by_cheat: false,
            };
            task.expand(&node, &pool, from, |image, from| {
                reach(part, image, from, budget)
            })?;
        }
        Ok(())
    }

    /// Marks all images on shortest paths, when the layer of the goal is through.
    fn mark(&mut self) {
        self.is_finished = true;
        let mut waiting = self.goals.clone();
        while let Some((level, number)) = waiting.pop() {
            let parts = self.parts.len();
            let part = &mut self.parts[number as usize % parts];
            let node = &mut part.levels[level].nodes[number as usize / parts];
            if std::mem::replace(&mut node.is_good, true) {
                continue;
            }
            let mut way = node.way;
            while way != NO_WAY / 2 {
                let Way { parent, other } = part.ways[way as usize];
                if parent != NO_PARENT {
                    waiting.push((level - (other & 1) as usize, parent));
                }
                way = other / 2;
            }
        }
    }

    /// How many images of this round wait to be searched.
    pub fn waiting(&self) -> u64 {
        let waiting = self.parts.iter().map(|part| part.queue.len());
        waiting.sum::<usize>() as u64
    }

    /// How many images a round with one more cheat would begin with, if this one
    /// visited all that can be reached: those of the level before the last that need
    /// so many cheats. (Those of the last level do not count: they were reached by
    /// cheats chosen by arguments that hold only for the last cheat of a game.)
    pub fn next_round(&self) -> u64 {
        let most = self.parts.first().map_or(0, |part| part.levels.len());
        let Some(cheats) = most.checked_sub(2) else {
            return 1;
        };
        let nodes = self
            .parts
            .iter()
            .flat_map(|part| &part.levels[cheats].nodes);
        let is_new = |node: &&Node| !self.needs_fewer(K::pack(&node.image), cheats as u32);
        nodes.filter(is_new).count() as u64
    }

    /// The path to a goal, if one was found.
    fn path(&self) -> Option<ImagePath> {
        let (level, number) = *self.goals.first()?;
        let parts = self.parts.len();
        let node = |level: usize, number: u32| {
            let number = number as usize;
            &self.parts[number % parts].levels[level].nodes[number / parts]
        };
        let (mut level, mut number) = (level, number);
        let moves = u32::from(node(level, number).moves);
        let mut images = Vec::new();
        loop {
            let node = node(level, number);
            images.push((node.image, level as u32));
            let Way { parent, other } = self.parts[number as usize % parts].ways[node.way as usize];
            if parent == NO_PARENT {
                break;
            }
            level -= (other & 1) as usize;
            number = parent;
        }
        images.reverse();
        Some(ImagePath { images, moves })
    }

    /// The levels to which an image belongs.
    #[inline]
    fn levels_of(&self, key: K) -> &[Level<K>] {
        match &self.parts[..] {
            [only] => &only.levels,
            parts => &parts[owner(key, parts.len())].levels,
        }
    }

    /// What is known of an image with so many cheats, after a round that found the goal in
    /// `least` moves: how many are to go at least, and whether these are enough.
    #[inline]
    pub fn to_go(&self, key: K, cheats: u32, least: u32) -> Option<(u8, bool)> {
        let level = self.levels_of(key).get(cheats as usize)?;
        let index = *level.table.get(key)?;
        let node = &level.nodes[index as usize];
        let rest = (least as u8).saturating_sub(node.moves);
        if node.is_good {
            return Some((rest, true));
        }
        // If all of them are marked, it lies on no path of that length.
        let more = u8::from(self.is_finished);
        Some((node.bound.max(rest + more), false))
    }

    /// This image was reached with fewer cheats.
    pub fn needs_fewer(&self, key: K, cheats: u32) -> bool {
        let lower = &self.levels_of(key)[..cheats as usize];
        lower.iter().any(|level| level.table.get(key).is_some())
    }
}

/// The part to which an image belongs, on every level.
#[inline]
fn owner<K: ImageKey>(key: K, parts: usize) -> usize {
    // The tables use the highest bits.
    (key.mixed() >> 16 & 0xffff) as usize % parts
}
