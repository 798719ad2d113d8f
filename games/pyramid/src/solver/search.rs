//! The search: A* over removals, by steps.
//!
//! A node's priority is its cost plus the relaxed game's removals (`bound`).
//! The first answer that is taken from the queue is the shortest. An empty queue
//! means that there is none, because nothing is ever dropped except for what is
//! proved unnecessary in `candidates`, `bound` and `dominance`.

use patience_core::{Exhausted, Stop};
use patience_search::{BucketQueue, Budget};

use crate::solver::bound::{NEVER, Relaxed};
use crate::solver::candidates::{Candidate, Candidates, Offer, Prunings, Stopover};
use crate::solver::dominance::Dominance;
use crate::solver::layout::{KING, Layout};
use crate::solver::node::{NONE, Node, PILE};
use crate::solver::quest::{Counts, Worth, less_one, with_one};
use crate::solver::state::Packed;

mod crew;

/// What a search found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The removals of a shortest solution, each with its time.
    Solution(Vec<Removal>),
    /// There is none.
    Nothing(Exhausted),
}

/// A removal: the cards as in [`Node::removed`], and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The cards; twice the same for a King.
    pub cards: [u8; 2],
    /// When it is made.
    pub when: u8,
}

/// What waits in the queue: a node, or a node's walk through the stock.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    node: u32,
    /// The pile at the stopover.
    set: u32,
    /// What the pile had for the node, when it has begun its walk.
    offer: Offer,
    time: u8,
    steps: u8,
    kings: u8,
    is_walk: bool,
}

/// States between two checks of the memory in use.
const MEASURE_EVERY: u64 = 256;

/// States before other threads help: about 10 ms. They begin again.
const ALONE: u64 = 30_000;

/// A search, which keeps its memory for the next one.
#[derive(Debug, Default)]
pub struct Search {
    store: Store,
    expander: Expander,
    helped_after: Option<u64>,
}

/// The nodes, and what waits of them.
#[derive(Debug, Default)]
struct Store {
    nodes: Vec<Node>,
    queue: BucketQueue<Waiting>,
    dominance: Dominance,
}

/// Makes the children of nodes.
#[derive(Debug, Default)]
struct Expander {
    relaxed: Relaxed,
    found: Vec<Candidate>,
}

/// The cards of the pile by rank. Kings are left out: they need no partner.
fn counts_of(layout: &Layout, set: u32) -> Counts {
    let ranks = (0..layout.pile.len())
        .filter(|index| set & (1 << index) != 0)
        .map(|index| layout.pile_rank[index]);
    ranks.filter(|&rank| rank != KING).fold(0, with_one)
}

impl Search {
    /// Looks for the fewest steps that meet a quest.
    pub fn run(
        &mut self,
        layout: &Layout,
        start: Packed,
        worth: &Worth,
        budget: &mut Budget,
    ) -> Result<Found, Stop> {
        self.search::<true>(layout, start, worth, Prunings::ALL, budget)
    }

    /// The same with some of the prunings switched off.
    #[cfg(test)]
    pub fn run_with(
        &mut self,
        layout: &Layout,
        start: Packed,
        quest: crate::solver::quest::Quest,
        prunings: Prunings,
        budget: &mut Budget,
    ) -> Result<Found, Stop> {
        let worth = Worth::new(layout, quest);
        if prunings == Prunings::ALL {
            self.run(layout, start, &worth, budget)
        } else {
            self.search::<false>(layout, start, &worth, prunings, budget)
        }
    }

    /// Other threads help after so many states, if there are any.
    pub const fn help_after(&mut self, states: u64) {
        self.helped_after = Some(states);
    }

    fn search<const ALL: bool>(
        &mut self,
        layout: &Layout,
        start: Packed,
        worth: &Worth,
        prunings: Prunings,
        budget: &mut Budget,
    ) -> Result<Found, Stop> {
        let candidates = Candidates::<ALL> {
            prunings,
            layout,
            worth,
        };
        let threads = budget.threads();
        if threads == 1 {
            return self.alone(&candidates, start, u64::MAX, budget);
        }
        let most = self.helped_after.unwrap_or(ALONE);
        let before = budget.states();
        let found = self.alone(&candidates, start, most, budget);
        if !matches!(found, Err(Stop::States)) || budget.states() - before != most {
            return found;
        }
        *self = Self {
            helped_after: self.helped_after,
            ..Self::default()
        };
        crew::search(&candidates, start, threads, budget)
    }

    /// The search by one thread, of at most so many states.
    fn alone<const ALL: bool>(
        &mut self,
        candidates: &Candidates<'_, ALL>,
        start: Packed,
        most: u64,
        budget: &mut Budget,
    ) -> Result<Found, Stop> {
        self.store.clear();
        self.expander.relaxed.clear();
        let last = budget.states().saturating_add(most);
        let root = self.expander.root(candidates, start, budget)?;
        if let Some((node, priority)) = root {
            self.enter(candidates, node, priority, budget)?;
        }
        while let Some((now, waiting)) = self.store.queue.pop() {
            // 1. A better node may have been found since.
            let node = self.store.nodes[waiting.node as usize];
            if node.is_dominated {
                continue;
            }
            // 2. The first answer taken from the queue is the shortest.
            let worth = candidates.worth;
            if !waiting.is_walk && worth.is_met(node.shape, node.counted) {
                return Ok(Found::Solution(self.way(waiting.node)));
            }
            if node.shape == 0 && worth.quest().ends {
                continue;
            }
            if budget.states() == last {
                return Err(Stop::States);
            }
            budget.count_state()?;
            if budget.states().is_multiple_of(MEASURE_EVERY) {
                budget.use_bytes(self.bytes())?;
            }
            // 3. Removals, and the walk through the stock.
            let mut found = std::mem::take(&mut self.expander.found);
            let walk = candidates_of(candidates, &node, &waiting, &mut found);
            for candidate in &found {
                let next = after(candidates, waiting.node, &node, candidate);
                let next = self
                    .expander
                    .complete(candidates, next, node.shape, budget)?;
                if let Some((next, priority)) = next {
                    self.enter(candidates, next, priority.max(now), budget)?;
                }
            }
            self.expander.found = found;
            if let Some((priority, walk)) = walk {
                self.store.queue.push(priority.max(now), walk);
            }
        }
        Exhausted::claim(self.store.queue.len() as u64, 0).map(Found::Nothing)
    }

    #[inline(always)]
    fn enter<const ALL: bool>(
        &mut self,
        candidates: &Candidates<'_, ALL>,
        node: Node,
        priority: u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let across_times = candidates.prunings().dominance;
        let beside = self.expander.relaxed.bytes();
        self.store
            .enter(node, priority, across_times, beside, budget)
    }

    /// Bytes in use.
    fn bytes(&self) -> u64 {
        self.store.bytes() + self.expander.relaxed.bytes()
    }

    fn way(&self, last: u32) -> Vec<Removal> {
        way(last, |number| self.store.nodes[number as usize])
    }
}

/// The removals from the start to a node.
fn way(last: u32, node: impl Fn(u32) -> Node) -> Vec<Removal> {
    let mut removals = Vec::new();
    let mut node_at = node(last);
    while node_at.parent != NONE {
        removals.push(Removal {
            cards: node_at.removed,
            when: node_at.when,
        });
        node_at = node(node_at.parent);
    }
    removals.reverse();
    removals
}

/// What can be done at a node, or at a stopover on its walk: removals, all of them right
/// after a removal, only those with the new top of the stock after a draw; and how
/// the walk goes on, with its priority.
#[inline(always)]
fn candidates_of<const ALL: bool>(
    candidates: &Candidates<'_, ALL>,
    node: &Node,
    waiting: &Waiting,
    found: &mut Vec<Candidate>,
) -> Option<(u32, Waiting)> {
    found.clear();
    let here = Stopover {
        at: Packed {
            shape: node.shape,
            set: waiting.set,
            time: waiting.time,
        },
        steps: waiting.steps,
        kings: waiting.kings,
    };
    let offer = if waiting.is_walk {
        waiting.offer
    } else {
        candidates.offer(node)
    };
    // The order of the stock is looked at where a walk goes on: that each node
    // looks, too, saves 6% of the states and costs more than that. But where no
    // card may be left, it finds many dead ends.
    if !waiting.is_walk
        && candidates.all_must_go()
        && candidates.priority(node, &offer, &here).is_none()
    {
        return None;
    }
    candidates.here(node, &offer, &here, found);
    // Or further through the stock, at the cost of the draws.
    let next = candidates.next_stop(node, &offer, &here)?;
    let priority = candidates.priority(node, &offer, &next)?;
    let walk = Waiting {
        node: waiting.node,
        set: next.at.set,
        offer,
        time: next.at.time,
        steps: next.steps,
        kings: next.kings,
        is_walk: true,
    };
    Some((priority, walk))
}

/// The node after a candidate, to be completed.
#[inline(always)]
fn after<const ALL: bool>(
    candidates: &Candidates<'_, ALL>,
    parent: u32,
    node: &Node,
    candidate: &Candidate,
) -> Node {
    let mut counts = node.counts;
    for card in candidate.removed {
        if let Some(index) = card.checked_sub(PILE)
            && candidate.rank != KING
        {
            counts = less_one(counts, candidates.layout.pile_rank[usize::from(index)]);
        }
    }
    let worth = candidates.worth;
    Node {
        counts,
        since: node.since,
        set: candidate.after.set,
        parent,
        other: NONE,
        shape: candidate.after.shape,
        time: candidate.after.time,
        cost: node.cost + candidate.steps,
        counted: node.counted + candidate.kings * worth.counts(KING) + worth.counts(candidate.rank),
        removals: 0,
        fresh: if candidate.is_inside_pyramid {
            node.fresh
        } else {
            0
        },
        removed: candidate.removed,
        when: candidate.when,
        is_dominated: false,
    }
}

impl Expander {
    /// The start.
    fn root<const ALL: bool>(
        &mut self,
        candidates: &Candidates<'_, ALL>,
        start: Packed,
        budget: &mut Budget,
    ) -> Result<Option<(Node, u32)>, Stop> {
        let root = Node {
            counts: counts_of(candidates.layout, start.set),
            since: 0,
            set: start.set,
            parent: NONE,
            other: NONE,
            shape: start.shape,
            time: start.time,
            cost: 0,
            counted: 0,
            removals: 0,
            fresh: 0,
            removed: [0; 2],
            when: start.time,
            is_dominated: false,
        };
        self.complete(candidates, root, 0, budget)
    }

    /// Completes a node, unless it is not needed, and gives its priority. `before` is
    /// the shape before its removal, 0 for none.
    #[inline(always)]
    fn complete<const ALL: bool>(
        &mut self,
        candidates: &Candidates<'_, ALL>,
        mut node: Node,
        before: u16,
        budget: &mut Budget,
    ) -> Result<Option<(Node, u32)>, Stop> {
        let Candidates { layout, worth, .. } = *candidates;
        // 1. Uncovered Kings go at once.
        if worth.quest().kings_at_once {
            let (shape, kings) = layout.without_kings(node.shape, worth.quest().apex_may_wait());
            node.shape = shape;
            node.cost += kings;
            node.counted += kings * worth.counts(KING);
        }
        node.note_uncovered(layout, before);
        // Freshness matters only for cards with an uncovered partner. Any other
        // pair gets it when its second card is uncovered.
        node.fresh &= worth.paired[usize::from(node.shape)];
        // 2. Out of reach even in the relaxed game, or a card that cannot go.
        node.removals = if candidates.prunings().bound {
            let Node {
                shape,
                counts,
                counted,
                ..
            } = node;
            self.relaxed
                .removals(layout, worth, shape, counts, counted, budget)?
        } else {
            0
        };
        if node.removals == NEVER || candidates.is_stuck(&node) {
            return Ok(None);
        }
        let priority = u32::from(node.cost) + u32::from(node.removals);
        Ok(Some((node, priority)))
    }
}

impl Store {
    fn clear(&mut self) {
        self.nodes.clear();
        self.queue.clear();
        self.dominance.clear();
    }

    /// Puts a node into the queue, unless another one is at least as good.
    #[inline(always)]
    fn enter(
        &mut self,
        node: Node,
        priority: u32,
        across_times: bool,
        beside: u64,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        // The list of nodes is the largest part of the memory: ask before it doubles.
        if self.nodes.len() == self.nodes.capacity() {
            let more = (self.nodes.capacity() * size_of::<Node>()) as u64;
            budget.use_bytes(self.bytes() + beside + 2 * more)?;
        }
        let Some(number) = self
            .dominance
            .add(&mut self.nodes, node, across_times, budget)?
        else {
            return Ok(());
        };
        let waiting = Waiting {
            node: number,
            set: node.set,
            offer: Offer::default(),
            time: node.time,
            steps: 0,
            kings: 0,
            is_walk: false,
        };
        self.queue.push(priority, waiting);
        Ok(())
    }

    /// Bytes in use.
    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        nodes as u64 + self.queue.bytes() + self.dominance.bytes()
    }
}
