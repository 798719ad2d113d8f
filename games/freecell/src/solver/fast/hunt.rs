//! One best-first search for a solution, which can be paused and continued.
//!
//! It tries a choice of moves, and its memory forgets, so it can find solutions but
//! prove nothing.
//!
//! The queue holds moves, not boards, because most moves are never made. The
//! score of a move is that of the board where it starts plus the difference that
//! it makes. Only a move that frees a card to go home is made at once, because
//! its score depends on what follows. Its board is kept: it is likely to be the
//! next one.

use patience_core::Stop;
use patience_search::Budget;

use crate::solver::cards::bit;

use super::board::{Board, GONE, Step};
use super::candidates::{Moves, Size, candidates};
use super::memory::Memory;
use super::queue::{Queue, Waiting};
use super::weights::{Scores, Standing, standing_score};

/// A board, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    board: Board,
    mark: u64,
    parent: u32,
    /// The score of all links; see `weights.rs`.
    links: i32,
    clicks: u16,
    step: Step,
}

const NONE: u32 = u32::MAX;
/// In place of a column: the move is made already, and the node is the one
/// after it.
const READY: u8 = 255;
const NO_STEP: Step = Step { card: 0, to: READY };

/// The result of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A solution.
    Won,
    /// The quota of this turn is used up.
    NotYet,
    /// Nothing waits.
    Nothing,
}

#[derive(Debug)]
pub(super) struct Hunt {
    scores: Scores,
    size: Size,
    memory: Memory,
    nodes: Vec<Node>,
    opened: usize,
    won: Option<u32>,
    queue: Queue,
    /// The moves from the current board, and those of them that let cards go
    /// home.
    moves: Moves,
    freeing: Moves,
}

impl Hunt {
    pub fn new(scores: Scores, size: Size, memory: Memory) -> Self {
        Self {
            scores,
            size,
            memory,
            nodes: Vec::new(),
            opened: 0,
            won: None,
            queue: Queue::new(),
            moves: Moves::new(),
            freeing: Moves::new(),
        }
    }

    /// Starts with another board.
    pub fn start(&mut self, board: &Board) {
        self.clear();
        let mut node = Node {
            board: *board,
            mark: self.memory.mark(board),
            parent: NONE,
            links: self.scores.links(board),
            clicks: 0,
            step: NO_STEP,
        };
        node.go_home(&self.scores, &self.memory);
        self.memory.is_new(node.mark);
        if node.board.is_won() {
            self.won = Some(0);
        }
        self.nodes.push(node);
        self.queue.reserve();
        self.queue.add_if(true, 0, 0, NO_STEP);
    }

    /// Forgets the last search and keeps the memory for the next one.
    fn clear(&mut self) {
        self.memory.clear();
        self.nodes.clear();
        self.queue.clear();
        self.opened = 0;
        self.won = None;
    }

    /// Continues until so many boards are opened in total.
    pub fn run(&mut self, quota: usize, budget: &mut Budget) -> Result<Found, Stop> {
        while self.won.is_none() {
            if self.opened >= quota {
                return Ok(Found::NotYet);
            }
            // 1. The best move that waits; of equals the last one added.
            let Some(Waiting { node, step, .. }) = self.queue.pop() else {
                return Ok(Found::Nothing);
            };
            budget.count_state()?;
            self.opened += 1;
            // 2. Make it on a copy of its board, unless that is done.
            let (index, barred) = if step.to == READY {
                (node, 0)
            } else {
                (self.make(node, step), bit(step.card))
            };
            // 3. Score the moves from there and put them into the queue.
            self.open(index, barred);
        }
        Ok(Found::Won)
    }

    /// A new node: its parent after this move.
    #[inline]
    fn make(&mut self, parent: u32, step: Step) -> u32 {
        let index = self.nodes.len();
        self.nodes
            .extend_from_within(parent as usize..=parent as usize);
        let node = &mut self.nodes[index];
        node.parent = parent;
        node.step = step;
        node.clicks += u16::from(step.to != GONE);
        node.play(step, &self.scores, &self.memory);
        index as u32
    }

    /// Scores the moves of a node and puts them into the queue, except for those
    /// of the `barred` cards.
    #[inline]
    fn open(&mut self, index: u32, barred: u64) {
        let Self {
            scores,
            size,
            memory,
            nodes,
            queue,
            moves,
            freeing,
            ..
        } = self;
        queue.reserve();
        let node = &nodes[index as usize];
        let board = &node.board;
        let standing = Standing::of(board, &scores.weights);
        let click = scores.weights.click;
        let score = node.links + standing.score + click * (i32::from(node.clicks) + 1);
        candidates(board, *size, scores.weights.go_home, barred, moves);
        freeing.clear();

        for &(step, over) in moves.as_slice() {
            let Step { card, to } = step;
            let under = board.below(card);
            if to == GONE || board.nexts & bit(under) != 0 {
                freeing.add_if(true, card, to, over);
                continue;
            }
            let mark = memory.changed(node.mark, card, under, over);
            let links = scores.link(card, over) - scores.link(card, under);
            let from = board.column(card);
            let bury = standing.on[usize::from(to & 15)] - standing.off[usize::from(from & 15)];
            let cards = i32::from(board.height(from) - board.depth(card));
            let room = scores.room_after(board, under, over);
            let score = score + links + cards * bury + room;
            let is_new = memory.is_new(mark);
            queue.add_if(is_new, score, index, step);
        }

        for at in 0..self.freeing.as_slice().len() {
            let (step, _) = self.freeing.as_slice()[at];
            let made = self.make(index, step);
            let node = &self.nodes[made as usize];
            if !self.memory.is_new(node.mark) {
                self.nodes.pop();
                continue;
            }
            let board = &node.board;
            if board.is_won() {
                self.won = Some(made);
                return;
            }
            let room = self.scores.room(board);
            let standing = standing_score(board, &self.scores.weights);
            let score = node.links + standing + room + click * i32::from(node.clicks);
            self.queue.add_if(true, score, made, NO_STEP);
        }
    }

    /// The moves of the solution, without those that are made automatically.
    pub fn solution(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(64);
        let mut at = self.won;
        while let Some(node) = at.map(|index| &self.nodes[index as usize]) {
            if node.parent == NONE {
                break;
            }
            steps.push(node.step);
            at = Some(node.parent);
        }
        steps.reverse();
        steps
    }

    /// Bytes of its arrays.
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        (nodes + self.queue.bytes()) as u64 + self.memory.bytes()
    }
}

impl Node {
    /// Makes a move, and the home moves that follow automatically.
    #[inline]
    fn play(&mut self, step: Step, scores: &Scores, memory: &Memory) {
        let Self {
            board, links, mark, ..
        } = self;
        let mut changed = |card, from, to| {
            *links += scores.link(card, to) - scores.link(card, from);
            *mark = memory.changed(*mark, card, from, to);
        };
        board.apply(step, &mut changed);
        board.go_home(scores.weights.go_home, &mut changed);
    }

    fn go_home(&mut self, scores: &Scores, memory: &Memory) {
        let Self {
            board, links, mark, ..
        } = self;
        board.go_home(scores.weights.go_home, &mut |card, from, to| {
            *links += scores.link(card, to) - scores.link(card, from);
            *mark = memory.changed(*mark, card, from, to);
        });
    }
}
