//! What a player can do next: lines of moves, each up to the next card that turns
//! up or is dealt.
//!
//! Until then nothing new is seen, so that what lies between two such moments is
//! planned as a whole. Cards that nobody has seen have a face of their own in the
//! packed position, one that fits nowhere: the search cannot look under them.

use std::collections::HashSet;

use patience_core::sorting::sort_long_by_key;

use crate::rules::{Face, Spider, State};
use crate::solver::expand::{Child, Does, Edge, NO_BARS, Splits, expand, make};
use crate::solver::packed::{COLUMNS, Game, Node, code};
use crate::solver::weights::{Terms, Weights};

use super::Ways;

/// A card that nobody has seen: of a rank above all others.
const UNSEEN: u8 = 2 << 4 | 15;

/// How far to look for lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// Positions that are followed at each depth.
    pub width: usize,
    /// Edges of a line, at most.
    pub depth: usize,
}

/// A line up to one that shows a card.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What the evaluation makes of its end; less is better.
    pub value: i32,
    /// It ends with a deal.
    pub is_deal: bool,
    pub edges: Vec<Edge>,
}

/// What the search found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The best line for each card that can be turned up, then the best deal.
    pub lines: Vec<Line>,
    /// The value of the best position that shows nothing new.
    pub tidy: i32,
}

/// What is known of a game: its position, with unseen cards.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub game: Game,
    pub terms: Terms,
    pub node: Node,
}

impl Known {
    /// What this position shows.
    pub fn new(rules: &Spider, seen: &State, ways: &Ways) -> Option<Self> {
        let (mut game, mut node) = Game::new(rules, &ways.way(0))?;
        let masked = |face: &Face| face.map_or(UNSEEN, code);
        for (index, column) in seen.columns.iter().enumerate() {
            let start = usize::from(node.start[index]);
            let faces = column.down.iter().chain(&column.up).map(masked);
            let cards = &mut node.cards[start..];
            cards
                .iter_mut()
                .zip(faces)
                .for_each(|(card, face)| *card = face);
            node.update(index);
        }
        // Where runs leave by choice, some may lie there; a route takes them first, too.
        game.settle(&mut node);
        let rows = seen.stock.chunks(game.columns).rev();
        game.rows = rows.map(|row| row.iter().map(masked).collect()).collect();
        let terms = Terms::new(&game, Weights::UNSEEN);
        let mut known = Self { game, terms, node };
        known.count_again();
        Some(known)
    }

    fn count_again(&mut self) {
        self.node.key = self.game.key(&self.node);
        self.node.cost = self.terms.columns(&self.game, &self.node);
    }

    /// Goes along a line that turns up a card. Returns its column; none if the line
    /// does something else.
    pub fn follow(&mut self, edges: &[Edge]) -> Option<usize> {
        for edge in edges {
            make(&self.game, &self.terms, &mut self.node, *edge)?;
        }
        (0..self.game.columns).find(|&column| self.node.top(column) == UNSEEN)
    }

    /// Gives the last card of a column a face.
    pub fn name(&mut self, column: usize, card: u8) {
        let last = usize::from(self.node.start[column + 1]) - 1;
        self.node.cards[last] = card;
        self.node.update(column);
        self.game.take_home(&mut self.node, column);
        self.count_again();
    }
}

/// A position on the way.
#[derive(Debug)]
struct Open {
    node: Node,
    parent: usize,
    edge: Edge,
}

/// Finds lines, and keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Lines {
    open: Vec<Open>,
    seen: HashSet<u64>,
    children: Vec<Child>,
}

impl Lines {
    /// Positions that the last search has kept.
    pub fn positions(&self) -> u64 {
        self.open.len() as u64
    }

    /// The lines of a position.
    pub fn find(&mut self, known: &Known, reach: Reach) -> Found {
        let Known { game, terms, node } = known;
        self.open.clear();
        self.seen.clear();
        self.seen.insert(node.key);
        self.open.push(Open {
            node: node.clone(),
            parent: 0,
            edge: Edge(0),
        });
        let mut found = Found {
            lines: Vec::new(),
            tidy: terms.value(game, node),
        };
        let mut best: [Option<(i32, usize, Edge)>; COLUMNS + 1] = [None; COLUMNS + 1];
        let mut next: Vec<(i32, usize, Child)> = Vec::new();
        let mut level = 0..1;
        for _ in 0..reach.depth {
            next.clear();
            for parent in level.clone() {
                let node = &self.open[parent].node;
                self.children.clear();
                expand(
                    game,
                    terms,
                    Splits::Longer,
                    node,
                    &NO_BARS,
                    &mut self.children,
                );
                for child in self.children.drain(..) {
                    let shown = shown(game, terms, node, &child);
                    let value = (child.value, parent, child.edge);
                    match shown {
                        Some(column) if best[column].is_none_or(|best| child.value < best.0) => {
                            best[column] = Some(value);
                        }
                        Some(_) => {}
                        None if self.seen.insert(child.key) => {
                            next.push((child.value, parent, child));
                        }
                        None => {}
                    }
                }
            }
            // No two have the same key.
            sort_long_by_key(&mut next, |(value, _, child)| (*value, child.key));
            next.truncate(reach.width);
            let start = self.open.len();
            for (value, parent, child) in &next {
                found.tidy = found.tidy.min(*value);
                let mut node = self.open[*parent].node.clone();
                if make(game, terms, &mut node, child.edge).is_none() {
                    continue;
                }
                (node.cost, node.key) = (child.cost, child.key);
                self.open.push(Open {
                    node,
                    parent: *parent,
                    edge: child.edge,
                });
            }
            level = start..self.open.len();
        }
        let lines = best.into_iter().enumerate();
        found.lines = lines
            .filter_map(|(column, best)| {
                let (value, parent, edge) = best?;
                Some(Line {
                    value,
                    is_deal: column == COLUMNS,
                    edges: self.edges(parent, edge),
                })
            })
            .collect();
        found
    }

    fn edges(&self, mut parent: usize, last: Edge) -> Vec<Edge> {
        let mut edges = vec![last];
        while parent != 0 {
            edges.push(self.open[parent].edge);
            parent = self.open[parent].parent;
        }
        edges.reverse();
        edges
    }
}

/// The column in which this turns up a card that nobody has seen; [`COLUMNS`] for
/// a deal of such cards, none if it shows nothing new.
fn shown(game: &Game, terms: &Terms, node: &Node, child: &Child) -> Option<usize> {
    let Does::Carry { from, count, .. } = child.edge.does() else {
        let row = game.next_row(node)?;
        return row.contains(&UNSEEN).then_some(COLUMNS);
    };
    let left = node.len(from) - count;
    if left > 0 && left == usize::from(node.down[from]) {
        return (node.column(from)[left - 1] == UNSEEN).then_some(from);
    }
    if child.home > node.home {
        // A run leaves, and what lies under it may be face down.
        let mut after = node.clone();
        make(game, terms, &mut after, child.edge)?;
        return (0..game.columns).find(|&column| after.top(column) == UNSEEN);
    }
    None
}
