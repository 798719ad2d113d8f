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
//! # Groups
//! The images of a level with the same loose state are a *group*: they differ only in
//! where the cheated cards lie. They have the same cards out of place and the same bound.
//! So the moves so far and the sum of moves and bound (the *layer*) determine each other
//! in a group. Layers are searched one after the other, and in each of them the groups by
//! their moves so far. Then all images of a group that belong to a layer are there when
//! its turn comes, since each comes from an image with one move less, and they are searched
//! together: what they share is looked up once. The goal is the last of its
//! layer, so that the layer is through when the goal is met.
//!
//! An image of a group is one number, and the ways to it are not kept. From the goal back,
//! the groups before a group are searched again for the images that lie on shortest paths
//! (`mark`).

use patience_core::Stop;
use patience_search::{BucketQueue, Budget, Entry, StateTable};

use crate::solver::aside::{CardsAside, Key, Loose, NEVER};
use crate::solver::candidates::{Arguments, Sources, cheats, quiet};
use crate::solver::columns::Layout;
use crate::solver::groups::{BLOCK, Block, END, Group, Member};
use crate::solver::image::Image;

/// Instead of the number of a group: the goal cannot be reached from there.
const DEAD: u32 = u32::MAX;
/// More than the moves of any path.
const MOST_MOVES: u32 = 256;
/// Groups that the images of one group lead to, and that are remembered meanwhile.
const RECENT: usize = 1 << 10;
/// Groups that are searched between two checks of the memory in use.
const MEASURE_EVERY: u32 = 64;

/// A group that the images of the present one lead to.
#[derive(Clone, Copy, Debug)]
struct Recent {
    key: Key,
    by_cheat: bool,
    /// The search for which this holds.
    turn: u32,
    group: u32,
}

/// All levels of a round.
#[derive(Debug)]
pub struct Levels<'a> {
    layout: &'a Layout,
    arguments: Arguments,
    most: u32,
    /// The groups of each level, or [`DEAD`].
    tables: Vec<StateTable<Key, u32>>,
    groups: Vec<Group>,
    /// Lists of images that wait, and the first block that is free.
    waiting: Vec<Block>,
    free: u32,
    done: Vec<Member>,
    /// Lists of groups that lead to a group.
    before: Vec<(u32, u32)>,
    /// Groups, by their layer and then by their moves.
    queue: BucketQueue<u32>,
    recent: Vec<Recent>,
    turn: u32,
    goals: Vec<u32>,
    /// The first layer: the bound of the start.
    first: u32,
}

/// The path to the goal in the image game.
#[derive(Clone, Debug)]
pub struct ImagePath {
    /// Images with the cheats made so far, from the start to the goal.
    pub images: Vec<(Image, u32)>,
    /// The number of moves.
    pub moves: u32,
}

impl<'a> Levels<'a> {
    /// Before a round with so many cheats, where fewer are not enough.
    pub fn new(layout: &'a Layout, arguments: Arguments, most: u32) -> Self {
        let nothing = Recent {
            key: Key::default(),
            by_cheat: false,
            turn: 0,
            group: DEAD,
        };
        Self {
            layout,
            arguments,
            most,
            tables: (0..=most).map(|_| StateTable::new()).collect(),
            groups: Vec::new(),
            waiting: Vec::new(),
            free: END,
            done: Vec::new(),
            before: Vec::new(),
            queue: BucketQueue::new(),
            // Without cheats, a group has one image, and none come again.
            recent: vec![nothing; if most == 0 { 1 } else { RECENT }],
            turn: 1,
            goals: Vec::new(),
            first: u32::MAX,
        }
    }

    /// The round. Finds the shortest path to the goal, and (with cheats) all images that lie
    /// on a shortest path; or shows that there is none.
    pub fn round(
        &mut self,
        start: &Image,
        mut aside: Option<&mut CardsAside<'a>>,
        budget: &mut Budget,
    ) -> Result<Option<ImagePath>, Stop> {
        let mut last = u32::MAX;
        let (mut batch, mut reached) = (Vec::new(), Vec::new());
        self.enter(*start, 0, None, aside.as_deref_mut(), budget)?;
        while let Some(priority) = self.queue.first()
            && priority / MOST_MOVES <= last
            && let Some((_, number)) = self.queue.pop()
        {
            let layer = priority / MOST_MOVES;
            self.take(number, layer, &mut batch);
            if batch.is_empty() {
                continue;
            }
            let Group {
                columns,
                level,
                is_goal,
                ..
            } = self.groups[number as usize];
            if is_goal {
                self.goals.push(number);
                last = layer;
                if self.dives() {
                    break;
                }
                continue;
            }
            self.turn += 1;
            if self.turn.is_multiple_of(MEASURE_EVERY) {
                let beside = aside.as_deref().map_or(0, CardsAside::bytes);
                self.measure(beside, budget)?;
            }
            // What leads nowhere for one of them does for all.
            let left = self.most as usize - usize::from(level);
            let sources = match (&mut aside, batch.first()) {
                (Some(aside), Some(first)) if left > 0 => {
                    aside.sources(&first.image(&columns), left, budget)?
                }
                _ => Sources::ALL,
            };
            for &member in &batch {
                budget.count_state()?;
                self.expand(&member.image(&columns), level, sources, &mut reached);
                for &(image, by_cheat) in &reached {
                    let from = Some((number, by_cheat));
                    self.enter(
                        image,
                        member.moves() + 1,
                        from,
                        aside.as_deref_mut(),
                        budget,
                    )?;
                }
            }
        }
        if self.goals.is_empty() {
            return Ok(None);
        }
        self.mark(budget)?;
        Ok(Some(self.path(start)))
    }

    /// Without cheats each group is one image, and there is nothing to wait for: the way
    /// to the goal is sought first, and the rest of its layer is left.
    const fn dives(&self) -> bool {
        self.most == 0
    }

    /// The successors of an image, in order, and which of them are reached by a cheat.
    /// Some may be of no position.
    #[inline]
    fn expand(&self, image: &Image, level: u8, sources: Sources, reached: &mut Vec<(Image, bool)>) {
        reached.clear();
        let Some(pool) = image.pool(self.layout) else {
            return;
        };
        let (layout, arguments) = (self.layout, self.arguments);
        let left = self.most - u32::from(level);
        quiet(layout, image, &pool, left, arguments, |quiet| {
            reached.push((quiet.image, false));
        });
        if left > 0 {
            cheats(layout, image, &pool, left, sources, arguments, |image| {
                reached.push((image, true));
            });
        }
        for (image, _) in reached {
            image.sort();
        }
    }

    /// An image that was reached, from a group and perhaps by a cheat, waits for its
    /// group's turn.
    #[inline]
    fn enter(
        &mut self,
        image: Image,
        moves: u8,
        from: Option<(u32, bool)>,
        aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // 1. Its group.
        let key = Key::new(&image);
        let by_cheat = from.is_some_and(|(_, by_cheat)| by_cheat);
        let slot = (key.short() ^ u64::from(by_cheat)) as usize & (self.recent.len() - 1);
        let recent = self.recent[slot];
        let number = if recent.turn == self.turn && recent.key == key && recent.by_cheat == by_cheat
        {
            recent.group
        } else {
            let group = self.group(&image, key, from, aside, budget)?;
            self.recent[slot] = Recent {
                key,
                by_cheat,
                turn: self.turn,
                group,
            };
            group
        };
        if number == DEAD {
            return Ok(());
        }
        // 2. The image.
        let group = &mut self.groups[number as usize];
        let member = Member::new(&image, moves);
        match self.waiting.get_mut(group.waiting as usize) {
            Some(block) if block.len < BLOCK => block.push(member),
            _ => {
                let mut block = Block {
                    next: group.waiting,
                    ..Block::EMPTY
                };
                block.push(member);
                if let Some(free) = self.waiting.get_mut(self.free as usize) {
                    group.waiting = std::mem::replace(&mut self.free, free.next);
                    *free = block;
                } else {
                    group.waiting = self.waiting.len() as u32;
                    self.waiting.push(block);
                }
            }
        }
        // 3. The layer.
        let layer = (u32::from(moves) + u32::from(group.bound)).saturating_sub(self.first);
        let bit = 1_u64.checked_shl(layer).unwrap_or(0);
        if group.queued & bit == 0 {
            group.queued |= bit;
            let turn = if self.dives() {
                MOST_MOVES - 1 - u32::from(moves)
            } else {
                u32::from(moves)
            };
            self.queue.push(layer * MOST_MOVES + turn, number);
        }
        Ok(())
    }

    /// The group of an image, or [`DEAD`].
    fn group(
        &mut self,
        image: &Image,
        key: Key,
        from: Option<(u32, bool)>,
        aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        let level = from.map_or(0, |(before, by_cheat)| {
            self.groups[before as usize].level + u8::from(by_cheat)
        });
        let number = match self.tables[usize::from(level)].get(key) {
            Some(&number) => number,
            None => {
                let number = self.new_group(image, level, aside, budget)?;
                let table = &mut self.tables[usize::from(level)];
                match table.entry(key, number, budget)? {
                    Entry::New(_) | Entry::Seen(_) => number,
                }
            }
        };
        if let Some((before, _)) = from
            && number != DEAD
        {
            let last = &mut self.groups[number as usize].before;
            let is_known = self.before.get(*last as usize);
            if is_known.is_none_or(|&(known, _)| known != before) {
                let this = self.before.len() as u32;
                self.before.push((before, std::mem::replace(last, this)));
            }
        }
        Ok(number)
    }

    #[cold]
    fn new_group(
        &mut self,
        image: &Image,
        level: u8,
        aside: Option<&mut CardsAside<'_>>,
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        let loose = Loose::new(image);
        // 1. No position is like that.
        let Some(pool) = loose.pool(self.layout) else {
            return Ok(DEAD);
        };
        // 2. The bound.
        let left = self.most as u8 - level;
        let mut bound = pool.misplaced + left;
        if let Some(aside) = aside {
            let to_go = aside.distance(image, pool.misplaced, u32::from(left), budget)?;
            if to_go == NEVER {
                return Ok(DEAD);
            }
            bound = bound.max(to_go);
        }
        if self.groups.is_empty() {
            self.first = u32::from(bound);
        }
        self.groups.push(Group {
            columns: loose.image,
            level,
            bound,
            is_goal: pool.misplaced == 0,
            waiting: END,
            done: (0, 0),
            before: END,
            queued: 0,
            good_at: u8::MAX,
        });
        Ok(self.groups.len() as u32 - 1)
    }

    /// Takes the images of a group that wait for this layer, and remembers them as
    /// searched; without those that are not needed.
    fn take(&mut self, number: u32, layer: u32, batch: &mut Vec<Member>) {
        let group = &mut self.groups[number as usize];
        group.queued &= !1_u64.checked_shl(layer).unwrap_or(0);
        // 1. Those of this layer; the others stay.
        batch.clear();
        let most = (layer + self.first).saturating_sub(u32::from(group.bound));
        let mut next = std::mem::replace(&mut group.waiting, END);
        while let Some(block) = self.waiting.get_mut(next as usize) {
            for member in block.take() {
                if u32::from(member.moves()) <= most {
                    batch.push(member);
                } else {
                    block.push(member);
                }
            }
            let list = if block.len == 0 {
                &mut self.free
            } else {
                &mut group.waiting
            };
            let this = std::mem::replace(list, next);
            next = std::mem::replace(&mut block.next, this);
        }
        // 2. Each once, and not those that were searched before, here or with fewer cheats.
        batch.sort_unstable();
        batch.dedup_by_key(|member| member.marks());
        let Group {
            columns,
            level,
            done: known,
            ..
        } = *group;
        without(batch, part(&self.done, known), |known, member| {
            known.moves() <= member.moves()
        });
        // The level just below is enough: images of lower levels rarely come up again.
        if let Some(below) = level.checked_sub(1)
            && let Some(member) = batch.first()
            && let Some(below) = self.find(&member.image(&columns), below)
        {
            without(batch, part(&self.done, below.done), |_, _| true);
        }
        if batch.is_empty() {
            return;
        }
        // 3. Remember them.
        let first = self.done.len() as u32;
        let mut rest = batch.iter().copied().peekable();
        for at in known.0..known.1 {
            let known = self.done[at as usize];
            while let Some(member) = rest.next_if(|member| member.marks() < known.marks()) {
                self.done.push(member);
            }
            // A shorter way was found.
            let same = rest.next_if(|member| member.marks() == known.marks());
            self.done.push(same.unwrap_or(known));
        }
        self.done.extend(rest);
        self.groups[number as usize].done = (first, self.done.len() as u32);
    }

    /// Marks all images on shortest paths: from the goal back, move by move.
    fn mark(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let goals = self.goals.iter().map(|&goal| &self.groups[goal as usize]);
        let goals = goals.map(|goal| self.done[goal.done.0 as usize].moves());
        let Some(least) = goals.min() else {
            return Ok(());
        };
        let mut good = std::mem::take(&mut self.goals);
        good.retain(|&goal| {
            let goal = &mut self.done[self.groups[goal as usize].done.0 as usize];
            goal.mark_good();
            goal.moves() == least
        });
        let mut reached = Vec::new();
        for moves in (0..least).rev() {
            // 1. The groups that lead to the good ones.
            let mut before = Vec::new();
            for number in good.drain(..) {
                let group = &mut self.groups[number as usize];
                group.good_at = moves + 1;
                let mut next = group.before;
                while let Some(&(number, following)) = self.before.get(next as usize) {
                    before.push(number);
                    next = following;
                }
            }
            before.sort_unstable();
            before.dedup();
            // 2. Which of their images do?
            for number in before {
                let group = self.groups[number as usize];
                let mut is_good = false;
                for at in group.done.0 as usize..group.done.1 as usize {
                    let member = self.done[at];
                    if member.moves() != moves {
                        continue;
                    }
                    budget.count_state()?;
                    let image = member.image(&group.columns);
                    self.expand(&image, group.level, Sources::ALL, &mut reached);
                    let leads = reached.iter().any(|(image, by_cheat)| {
                        let level = group.level + u8::from(*by_cheat);
                        self.find(image, level)
                            .filter(|group| group.good_at == moves + 1)
                            .and_then(|group| self.member(group, image))
                            .is_some_and(|next| next.is_good() && next.moves() == moves + 1)
                    });
                    if leads {
                        self.done[at].mark_good();
                        is_good = true;
                    }
                }
                if is_good {
                    good.push(number);
                }
            }
        }
        Ok(())
    }

    /// A path of good images from the start.
    fn path(&self, start: &Image) -> ImagePath {
        let mut images = vec![(*start, 0)];
        let (mut image, mut level) = (*start, 0);
        let mut reached = Vec::new();
        loop {
            self.expand(&image, level, Sources::ALL, &mut reached);
            let next = reached.iter().find(|(image, by_cheat)| {
                let level = level + u8::from(*by_cheat);
                let found = self.find(image, level);
                let found = found.and_then(|group| self.member(group, image));
                found
                    .is_some_and(|next| next.is_good() && usize::from(next.moves()) == images.len())
            });
            let Some(&(next, by_cheat)) = next else {
                break;
            };
            image = next;
            level += u8::from(by_cheat);
            images.push((image, u32::from(level)));
        }
        ImagePath {
            moves: images.len() as u32 - 1,
            images,
        }
    }

    /// The group of an image on a level, if it was reached.
    #[inline]
    fn find(&self, image: &Image, level: u8) -> Option<&Group> {
        let number = *self.tables.get(usize::from(level))?.get(Key::new(image))?;
        self.groups.get(number as usize)
    }

    /// An image of a group, if it was searched.
    #[inline]
    fn member(&self, group: &Group, image: &Image) -> Option<Member> {
        let marks = Member::new(image, 0).marks();
        let done = part(&self.done, group.done);
        let at = done.binary_search_by_key(&marks, |member| member.marks());
        at.ok().map(|at| done[at])
    }

    /// How many groups wait to be searched.
    pub fn waiting(&self) -> u64 {
        self.queue.len() as u64
    }

    /// How many images a round with one more cheat would begin with, if this one
    /// visited all that can be reached: those of the level before the last that need
    /// so many cheats. (Those of the last level do not count: they were reached by
    /// cheats chosen by arguments that hold only for the last cheat of a game.)
    pub fn next_round(&self) -> u64 {
        let Some(cheats) = self.most.checked_sub(1) else {
            return 1;
        };
        let is_wanted = |group: &&Group| u32::from(group.level) == cheats;
        let groups = self.groups.iter().filter(is_wanted);
        let images = groups.flat_map(|group| {
            let members = part(&self.done, group.done).iter();
            members.map(|member| member.image(&group.columns))
        });
        let is_new = |image: &Image| !self.needs_fewer(image, cheats);
        images.filter(is_new).count() as u64
    }

    /// What is known of an image with so many cheats, after a round that found the goal in
    /// `least` moves: how many are to go at least, and whether these are enough.
    #[inline]
    pub fn to_go(&self, image: &Image, cheats: u32, least: u32) -> Option<(u8, bool)> {
        let group = self.find(image, cheats as u8)?;
        let member = self.member(group, image)?;
        let rest = (least as u8).saturating_sub(member.moves());
        if member.is_good() {
            return Some((rest, true));
        }
        // If its layer is through, all good ones are marked, and it lies on no path of that
        // length.
        let more = u8::from(!self.dives());
        Some((group.bound.max(rest + more), false))
    }

    /// This image was reached with fewer cheats.
    pub fn needs_fewer(&self, image: &Image, cheats: u32) -> bool {
        (0..cheats as u8).any(|level| {
            let group = self.find(image, level);
            group.is_some_and(|group| self.member(group, image).is_some())
        })
    }

    /// Counts the memory in use; `beside` are the bytes of the loose game.
    fn measure(&self, beside: u64, budget: &mut Budget) -> Result<(), Stop> {
        // Their places are numbers of 32 bits, and one search adds few.
        let longest = self
            .waiting
            .len()
            .max(self.done.len())
            .max(self.before.len());
        if longest as u64 > u64::from(END / 2) {
            return Err(Stop::Memory);
        }
        let tables: u64 = self.tables.iter().map(StateTable::bytes).sum();
        let lists = self.groups.capacity() * size_of::<Group>()
            + self.waiting.capacity() * size_of::<Block>()
            + self.done.capacity() * size_of::<Member>()
            + self.before.capacity() * size_of::<(u32, u32)>()
            + self.recent.capacity() * size_of::<Recent>();
        budget.use_bytes(tables + self.queue.bytes() + lists as u64 + beside)
    }
}

/// A part of a list.
fn part(list: &[Member], (first, end): (u32, u32)) -> &[Member] {
    &list[first as usize..end as usize]
}

/// Leaves out the images that are known, if that is enough. Both are in order.
fn without(batch: &mut Vec<Member>, known: &[Member], enough: impl Fn(Member, Member) -> bool) {
    let mut known = known.iter().copied().peekable();
    batch.retain(|&member| {
        while known
            .next_if(|known| known.marks() < member.marks())
            .is_some()
        {}
        let same = known.peek().filter(|known| known.marks() == member.marks());
        !same.is_some_and(|&same| enough(same, member))
    });
}
