//! The layers of the search.

use crate::rules::{Move, Place};
use patience_core::{Exhausted, Stop};
use patience_search::Budget;

use super::store::Store;
use crate::solver::bound::{Bound, Source, Unit};
use crate::solver::cards::bit;
use crate::solver::packed::Board;
use crate::solver::packed::candidates::{Candidate, Generator, Play};
use crate::solver::packed::key::KeyCoder;
use crate::solver::shared::Number;

/// The result of a layer.
#[derive(Debug)]
pub(super) enum Layer {
    /// A shortest solution, every move of it.
    Solved(Vec<Move>),
    /// No solution costs as little as this layer.
    Through,
    /// Every position was seen, and there is no solution.
    Impossible(Exhausted),
}

/// The children of a position that belong to one phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// E is one less, or a home move.
    Closer,
    /// E is at most the same.
    Same,
    /// All.
    Away,
}

/// A candidate, and what is still to be checked about its bound.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    candidate: Candidate,
    /// Its E must be at most this; none if that is known.
    limit: Option<u32>,
}

/// The positions met so far, as an [`Expander`] sees them.
pub(super) trait Nodes {
    /// Reads where the probe for a key begins, so that it is in the cache when
    /// the probe begins.
    fn glance(&self, key: u128) -> u32;

    /// Is this key here?
    fn holds(&self, key: u128) -> bool;

    /// Adds a position and returns its number, if it is new.
    fn add(
        &mut self,
        key: u128,
        parent: Number,
        cost: u8,
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop>;
}

impl Nodes for Store {
    #[inline]
    fn glance(&self, key: u128) -> u32 {
        self.glance(key)
    }

    #[inline]
    fn holds(&self, key: u128) -> bool {
        self.holds(key)
    }

    #[inline]
    fn add(
        &mut self,
        key: u128,
        parent: Number,
        cost: u8,
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop> {
        self.add(key, parent, cost, budget)
    }
}

/// A position that is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub number: Number,
    pub key: u128,
    pub cost: u8,
    /// The layer that it belongs to.
    pub layer: u32,
}

/// What one thread needs to expand positions.
#[derive(Debug)]
pub(super) struct Expander {
    start: Board,
    play: Play,
    coder: KeyCoder,
    bound: Bound,
    waiting: Vec<Waiting>,
}

pub(super) struct Search {
    expander: Expander,
    store: Store,
    layer: u32,
    /// Positions of the current layer that wait for phase 0.
    open: Vec<Number>,
    /// The first number of each layer, from the root's layer on.
    first_of_layer: Vec<usize>,
}

impl Search {
    pub fn new(start: Board, play: Play) -> Self {
        Self {
            expander: Expander::new(start, play),
            store: Store::new(),
            layer: 0,
            open: Vec::new(),
            first_of_layer: Vec::new(),
        }
    }

    pub const fn store(&self) -> &Store {
        &self.store
    }

    pub const fn expander(&self) -> &Expander {
        &self.expander
    }

    /// The first number of each layer, from the root's layer on.
    pub fn first_of_layer(&self) -> &[usize] {
        &self.first_of_layer
    }

    /// Puts the root into its layer. Must be called first, once.
    pub fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (key, layer) = self.expander.root();
        self.layer = layer;
        let added = self.store.add(key, 0, 0, budget)?;
        self.open.extend(added);
        Ok(())
    }

    /// The layer that comes next: no solution costs less (home moves aside).
    pub const fn layer(&self) -> u32 {
        self.layer
    }

    /// Searches the next layer.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Layer, Stop> {
        let layer = self.layer;
        let index = self.first_of_layer.len();
        if layer == 0 {
            return Ok(Layer::Solved(self.path(0)));
        }
        // The root's own layer begins with the root, which is there already.
        let first = if index == 0 { 0 } else { self.store.len() };
        self.first_of_layer.push(first);
        // 1. Children of older layers that belong here, each followed by its
        // own descendants, so that a goal is found before the whole layer is
        // searched. The last parents come first, because they are nearest to a
        // goal.
        for (age, phase) in [(1, Phase::Same), (2, Phase::Away)] {
            let Some(parents) = index.checked_sub(age) else {
                continue;
            };
            let parents = self.first_of_layer[parents]..self.first_of_layer[parents + 1];
            for parent in parents.rev() {
                let parent_layer = layer - age as u32;
                self.expand(parent as u32, parent_layer, phase, budget)?;
                if let Some(goal) = self.drain(budget)? {
                    return Ok(Layer::Solved(self.path(goal)));
                }
            }
        }
        // 2. In the first layer only the root waits.
        if let Some(goal) = self.drain(budget)? {
            return Ok(Layer::Solved(self.path(goal)));
        }
        // 3. Positions of this layer and the previous one have phases left. If
        // there are none, everything was seen.
        let unfinished = self.store.len() - self.first_of_layer[index.saturating_sub(1)];
        let open = self.open.len() + unfinished;
        if let Ok(exhausted) = Exhausted::claim(open as u64, 0) {
            return Ok(Layer::Impossible(exhausted));
        }
        self.layer += 1;
        Ok(Layer::Through)
    }

    /// Phase 0 of everything that waits in this layer.
    fn drain(&mut self, budget: &mut Budget) -> Result<Option<Number>, Stop> {
        let layer = self.layer;
        while let Some(number) = self.open.pop() {
            if let Some(goal) = self.expand(number, layer, Phase::Closer, budget)? {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// One phase of a position that belongs to `layer`. A goal ends it.
    fn expand(
        &mut self,
        number: Number,
        layer: u32,
        phase: Phase,
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop> {
        let position = Position {
            number,
            key: self.store.key(number),
            cost: self.store.cost(number),
            layer,
        };
        let (nodes, open) = (&mut self.store, &mut self.open);
        self.expander.expand(position, phase, nodes, open, budget)
    }

    /// Every move from the start to a node and on until all cards are home.
    fn path(&self, goal: Number) -> Vec<Move> {
        let key = |number| self.store.key(number);
        let parent = |number| self.store.parent(number);
        self.expander.path(goal, key, parent)
    }
}

impl Expander {
    pub fn new(start: Board, play: Play) -> Self {
        let unit = if play.single_cards {
            Unit::Card
        } else {
            Unit::Run
        };
        Self {
            start,
            play,
            coder: KeyCoder::new(&start),
            bound: Bound::new(unit),
            waiting: Vec::new(),
        }
    }

    pub const fn start(&self) -> Board {
        self.start
    }

    pub const fn play(&self) -> Play {
        self.play
    }

    /// The key of the root, and its layer.
    pub fn root(&mut self) -> (u128, u32) {
        let mut root = self.start;
        root.send_home(self.play.go_home, |_, _, _| {});
        self.bound.set(&root, &self.coder);
        let mut layer = self.bound.paid();
        while !self.bound.is_within(layer) {
            layer += 1;
        }
        (self.coder.key(&root), layer)
    }

    /// One phase of a position. Its new children are added, and wait in `open`;
    /// a goal ends it.
    pub fn expand(
        &mut self,
        position: Position,
        phase: Phase,
        nodes: &mut impl Nodes,
        open: &mut Vec<Number>,
        budget: &mut Budget,
    ) -> Result<Option<Number>, Stop> {
        budget.count_state()?;
        let Position {
            number,
            key,
            cost,
            layer,
        } = position;
        let mut board = self.start;
        self.coder.read(key, &mut board);
        let lower_bound = layer - u32::from(cost);
        self.bound.set(&board, &self.coder);
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        self.collect(&board, key, lower_bound, phase, &mut waiting);
        // Begin all probes before the first is needed, so that the memory
        // accesses overlap.
        let mut touched = 0;
        for child in &waiting {
            touched |= nodes.glance(child.candidate.key);
        }
        std::hint::black_box(touched);
        let mut goal = None;
        for child in &waiting {
            let candidate = &child.candidate;
            if nodes.holds(candidate.key) {
                continue;
            }
            if let Some(limit) = child.limit
                && !self.is_within_after(&board, candidate.move_, limit)
            {
                continue;
            }
            let is_home = candidate.move_.to == Place::Home;
            let child_cost = cost + u8::from(!is_home);
            let added = nodes.add(candidate.key, number, child_cost, budget)?;
            if let Some(added) = added {
                // Only a child that is closer can be at a bound of zero.
                if phase == Phase::Closer && lower_bound == 1 && !is_home {
                    goal = Some(added);
                    break;
                }
                open.push(added);
            }
        }
        self.waiting = waiting;
        Ok(goal)
    }

    /// The candidates that may belong to a phase.
    fn collect(
        &mut self,
        board: &Board,
        key: u128,
        lower_bound: u32,
        phase: Phase,
        waiting: &mut Vec<Waiting>,
    ) {
        let generator = Generator {
            coder: &self.coder,
            play: self.play,
            board,
            key,
            look: &(),
            shape: (),
        };
        let units = if phase == Phase::Closer {
            let plans = self.bound.plans(lower_bound);
            debug_assert_eq!(plans.map(|plans| plans.0), Some(lower_bound));
            plans.map_or(0, |plans| plans.1)
        } else {
            0
        };
        for column in 0..usize::from(board.columns) {
            let height = usize::from(board.height[column]);
            if height == 0 {
                continue;
            }
            let unit = self.bound.top_unit(column);
            let is_planned =
                self.bound.is_paid(column, unit) || units & bit(board.cards[column][unit]) != 0;
            if phase == Phase::Closer && !is_planned {
                continue;
            }
            generator.column_moves(column, |candidate| {
                // A single card in a cell is lifted, just as in the plan, and
                // so is one that is alone in its column.
                let moved = usize::from(candidate.move_.cards);
                let to_cell = matches!(candidate.move_.to, Place::Cell(_));
                let is_alone = to_cell
                    || (moved == 1
                        && matches!(candidate.move_.to, Place::Column(to) if board.height[usize::from(to)] == 0));
                let limit = match phase {
                    Phase::Closer if is_alone && unit + 1 == height => None,
                    Phase::Closer => Some(lower_bound - 1),
                    // Lifting a unit never raises E.
                    Phase::Same if is_alone && unit + 1 == height => None,
                    Phase::Same => Some(lower_bound),
                    Phase::Away => None,
                };
                waiting.push(Waiting { candidate, limit });
            });
        }
        if phase == Phase::Closer {
            generator.home_moves(|candidate| {
                waiting.push(Waiting {
                    candidate,
                    limit: None,
                });
            });
        } else {
            let limit = (phase == Phase::Same).then_some(lower_bound);
            generator.cell_moves(|candidate| waiting.push(Waiting { candidate, limit }));
        }
    }

    fn is_within_after(&mut self, board: &Board, move_: Move, limit: u32) -> bool {
        let from = match move_.from {
            Place::Column(column) => Source::Column(usize::from(column), usize::from(move_.cards)),
            Place::Cell(cell) => Source::Cell(board.cells[usize::from(cell)]),
            Place::Home => return true,
        };
        let to = match move_.to {
            Place::Column(to) => Some(usize::from(to)),
            Place::Cell(_) | Place::Home => None,
        };
        let after = self
            .bound
            .after(board, &self.coder, (from, to), limit, limit);
        after.is_some()
    }

    /// Every move from the start to a node and on until all cards are home. The
    /// root has the number 0.
    pub fn path(
        &self,
        goal: Number,
        key: impl Fn(Number) -> u128,
        parent: impl Fn(Number) -> Number,
    ) -> Vec<Move> {
        let mut keys = Vec::new();
        let mut number = goal;
        while number != 0 {
            keys.push(key(number));
            number = parent(number);
        }
        keys.reverse();
        crate::solver::packed::path::replay(&self.start, self.play, &self.coder, &keys)
    }
}
