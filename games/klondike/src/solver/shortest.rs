//! The fewest moves: A* over exact positions.
//!
//! ```text
//! node     number of the position 16 bytes | parent 4 | step 2 | moves so far 2
//! ```
//! The first win that comes out of the queue is the shortest. When a limit comes
//! first, nothing shorter exists than what the queue gives out next. `crew` is
//! the same search by several threads.

use patience_core::{Exhausted, Stop};
use patience_search::{BucketQueue, Budget};

mod crew;

pub use crew::{Together, run_together};

use super::exact::{Aim, Exact, Key, Terms};
use super::expand::Step;

const NO_PARENT: u32 = u32::MAX;
const EMPTY: u32 = u32::MAX;
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    parent: u32,
    step: u16,
    moves: u16,
}

impl Default for Shortest {
    fn default() -> Self {
        Self {
            store: Store::default(),
            weights: (1, 1),
            near: None,
            most_states: u64::MAX,
            least: None,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub enum Best {
    /// The steps of a shortest win, and how many moves it takes.
    Win(Vec<Step>, u32),
    /// There is none.
    Nothing(Exhausted),
    /// There is none with fewer moves than the limit, where it was looked for.
    NothingShorter,
}

/// The neighbourhood of a known solution: what leaves the columns and the stock
/// leaves in nearly the same order.
#[derive(Clone, Debug)]
pub struct Near {
    /// Cards that leave, at the start.
    cards: u64,
    /// By how many have left: those that may have.
    may_have_left: Vec<u64>,
}

impl Near {
    /// A card may leave when all but `ahead` of those before it have left.
    pub fn new(start: &Exact, steps: &[Step], ahead: usize) -> Self {
        let cards = start.at.locked | start.at.stock_cards;
        let mut order = Vec::new();
        let mut left = 0;
        let named = steps.iter().map(|step| match *step {
            Step::Unlock(card)
            | Step::Home(card)
            | Step::Play(card)
            | Step::StockHome(card)
            | Step::Back(card) => card,
        });
        // What the steps do not name goes home at the end, the lowest first.
        for card in named.chain(0..52) {
            if cards & !left & (1 << card) != 0 {
                left |= 1 << card;
                order.push(card);
            }
        }
        let may = |count: usize| order.iter().take(count + ahead);
        Self {
            cards,
            may_have_left: (0..=order.len())
                .map(|count| may(count).fold(0, |set, card| set | 1 << card))
                .collect(),
        }
    }

    fn has(&self, exact: &Exact) -> bool {
        let left = self.cards & !(exact.at.locked | exact.at.stock_cards);
        let may_have_left = self.may_have_left.get(left.count_ones() as usize);
        may_have_left.is_some_and(|&cards| left & !cards == 0)
    }
}

/// The memory of a search.
#[derive(Debug)]
pub struct Shortest {
    store: Store,
    /// How much the moves so far and those at least to come count in the order
    /// of the search. Only with equal weights the first win is the shortest.
    pub weights: (u32, u32),
    /// Where to look; everywhere if none. Nothing is proved then.
    pub near: Option<Near>,
    /// How many positions a run may look at, beside what its budget allows.
    pub most_states: u64,
    /// When points are the aim: the position with the least loss so far.
    least: Option<(u32, u32)>,
}

/// The positions that were met, and which of them wait.
#[derive(Debug, Default)]
struct Store {
    nodes: Vec<Node>,
    /// Numbers of nodes by their keys.
    index: Vec<u32>,
    queue: BucketQueue<u32>,
}

impl Shortest {
    fn priority(&self, moves: u32, bound: u32) -> u32 {
        let (so_far, to_come) = self.weights;
        so_far * moves + to_come * bound
    }

    /// Looks for a win in fewer than `limit` moves.
    pub fn run(
        &mut self,
        terms: &Terms,
        start: &Exact,
        limit: u32,
        budget: &mut Budget,
    ) -> Result<Best, Stop> {
        self.store.clear();
        self.least = None;
        let mut states = 0;
        let mut is_cut = false;
        let is_proof = self.weights == (1, 1) && self.near.is_none();
        let bound = terms.lower_bound(start);
        let priority = self.priority(0, bound);
        let first = Node {
            key: terms.key(start),
            parent: NO_PARENT,
            step: 0,
            moves: 0,
        };
        self.store.add(first, priority, budget)?;
        let mut last = 0;
        while let Some((priority, number)) = self.store.queue.pop() {
            let node = self.store.nodes[number as usize];
            let exact = terms.position(node.key);
            // 1. A cheaper way may have been found since.
            let bound = terms.lower_bound(&exact);
            if priority != self.priority(u32::from(node.moves), bound) {
                continue;
            }
            if priority > last && is_proof && terms.aim != Aim::Points {
                last = priority;
                budget.set_lower_bound(priority);
            }
            // 2. A game for points may end anywhere; nothing that waits can lose
            //    less than it has lost already.
            if terms.aim == Aim::Points {
                let least = self.least.map_or(limit, |(loss, _)| loss);
                if u32::from(node.moves) >= least {
                    break;
                }
                let loss = u32::from(node.moves) + terms.loss(&exact);
                if loss < least {
                    self.least = Some((loss, number));
                    if loss <= terms.enough {
                        break;
                    }
                }
            }
            // 3. The first win is the shortest.
            if terms.is_reached(&exact) {
                return Ok(Best::Win(self.steps(number), u32::from(node.moves)));
            }
            if states == self.most_states {
                return Err(Stop::States);
            }
            states += 1;
            budget.count_state()?;
            // 4. Every step.
            let mut result = Ok(());
            terms.steps(&exact, |step, next, cost| {
                let mut next = next;
                if terms.aim == Aim::Points {
                    terms.without_costs(&mut next);
                }
                let moves = u32::from(node.moves) + terms.cost(step, cost);
                let bound = terms.lower_bound(&next);
                let is_far = self.near.as_ref().is_some_and(|near| !near.has(&next));
                if is_far || moves + bound >= limit {
                    is_cut = true;
                } else if result.is_ok() {
                    let priority = self.priority(moves, bound);
                    let node = Node {
                        key: terms.key(&next),
                        parent: number,
                        step: code(step),
                        moves: moves as u16,
                    };
                    result = self.store.add(node, priority, budget);
                }
            });
            result?;
        }
        if let Some((steps, loss)) = self.least_loss() {
            return Ok(Best::Win(steps, loss));
        }
        if is_cut || terms.aim == Aim::Points {
            return Ok(Best::NothingShorter);
        }
        Exhausted::claim(0, 0).map(Best::Nothing)
    }

    /// The steps to the least loss found so far.
    pub fn least_loss(&self) -> Option<(Vec<Step>, u32)> {
        let (loss, number) = self.least?;
        Some((self.steps(number), loss))
    }

    /// Gives the memory back.
    pub fn forget(&mut self) {
        let weights = self.weights;
        *self = Self {
            weights,
            ..Self::default()
        };
    }

    fn steps(&self, last: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = last;
        while self.store.nodes[at as usize].parent != NO_PARENT {
            let node = &self.store.nodes[at as usize];
            steps.push(decode(node.step));
            at = node.parent;
        }
        steps.reverse();
        steps
    }
}

impl Store {
    fn clear(&mut self) {
        self.nodes.clear();
        self.queue.clear();
        self.index.clear();
        self.index.resize(1 << 12, EMPTY);
    }

    /// A position waits, unless it was met with as few moves.
    #[inline]
    fn add(&mut self, node: Node, priority: u32, budget: &mut Budget) -> Result<(), Stop> {
        if self.nodes.len() >= self.index.len() / 8 * 6 {
            self.grow(budget)?;
        }
        if self.nodes.len() == self.nodes.capacity() {
            // A quarter more at a time: twice as much would not fit beside the
            // old nodes when memory is short.
            let more = (self.nodes.len() / 4).max(1 << 12);
            let bytes = (2 * self.nodes.len() + more) * size_of::<Node>() + 4 * self.index.len();
            budget.use_bytes(bytes as u64 + self.queue.bytes())?;
            self.nodes.reserve_exact(more);
        }
        let key = node.key;
        let mask = self.index.len() - 1;
        let mut slot = slot_of(key, mask);
        loop {
            let number = self.index[slot];
            if number == EMPTY {
                let number = self.nodes.len() as u32;
                self.index[slot] = number;
                self.nodes.push(node);
                self.queue.push(priority, number);
                return Ok(());
            }
            let known = &mut self.nodes[number as usize];
            if known.key == key {
                if node.moves < known.moves {
                    *known = node;
                    self.queue.push(priority, number);
                }
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let slots = 2 * self.index.len();
        let bytes = self.nodes.capacity() * size_of::<Node>() + 4 * slots;
        budget.use_bytes(bytes as u64 + self.queue.bytes())?;
        self.index = Vec::new();
        self.index.resize(slots, EMPTY);
        for (number, node) in self.nodes.iter().enumerate() {
            let mut slot = slot_of(node.key, slots - 1);
            while self.index[slot] != EMPTY {
                slot = (slot + 1) & (slots - 1);
            }
            self.index[slot] = number as u32;
        }
        Ok(())
    }
}

#[inline]
fn slot_of(key: Key, mask: usize) -> usize {
    let mixed =
        (key[0] ^ key[1].wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32)).wrapping_mul(GOLDEN);
    (mixed ^ mixed >> 32) as usize & mask
}

fn code(step: Step) -> u16 {
    let (kind, card) = match step {
        Step::Unlock(card) => (0, card),
        Step::Home(card) => (1, card),
        Step::Play(card) => (2, card),
        Step::StockHome(card) => (3, card),
        Step::Back(card) => (4, card),
    };
    kind << 8 | u16::from(card)
}

fn decode(code: u16) -> Step {
    let card = code as u8;
    match code >> 8 {
        0 => Step::Unlock(card),
        1 => Step::Home(card),
        2 => Step::Play(card),
        3 => Step::StockHome(card),
        _ => Step::Back(card),
    }
}
