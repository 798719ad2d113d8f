//! A player that does not look under face-down cards.

use patience_search::Budget;

use super::Ways;
use super::lines::{Line, Lines, after};
use crate::rules::{Klondike, Move, State};
use crate::solver::decide::{Found, Search};
use crate::solver::layout::{Layout, Packed};
use crate::solver::route::Route;

/// How hard the player thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    /// Playouts for a decision. With 0 the player is greedy.
    pub playouts: usize,
    /// Positions that a sample may take.
    pub positions: u64,
    /// Visits before a position in the tree gets lines of its own.
    pub visits: u32,
    /// Weight of what was tried rarely.
    pub curiosity: f64,
    /// Weights.
    pub weights: [f64; super::FEATURES],
    /// Root.
    pub root: u8,
    /// Short.
    pub short: usize,
    /// Extra.
    pub extra: u8,
    /// Mix.
    pub mix: f64,
    /// Positions looked at for lines.
    pub reach: usize,
}

impl Default for Thought {
    fn default() -> Self {
        Self {
            playouts: 200,
            positions: 600,
            visits: 1_000_000,
            curiosity: 0.5,
            reach: 20_000,
            mix: 0.0,
            extra: 0,
            short: 500,
            root: 2,
            weights: [-3.66, 1.14, 0.96, 1.0, -0.05, -0.4, 0.54, 0.56, 0.12, 0.71, 0.07, -0.57, -0.52, -0.08],
        }
    }
}

struct World {
    layout: Layout,
    at: Packed,
}

#[derive(Default)]
struct Node {
    visits: u32,
    choices: Option<Vec<Choice>>,
}

struct Choice {
    line: Line,
    visits: u32,
    won: f64,
    after: Vec<(u8, usize)>,
}

/// The player.
#[derive(Debug)]
pub struct Player {
    thought: Thought,
    seed: u64,
    drawn: u64,
    search: Search,
    glance: super::glance::Glance,
    lines: Lines,
    /// Statistics.
    pub solves: u64,
    /// Lines.
    pub found: Vec<u32>,
}

impl Player {
    /// A player whose samples follow from a seed.
    pub fn new(thought: Thought, seed: u64) -> Self {
        Self {
            thought,
            seed,
            drawn: 0,
            search: Search::default(),
            glance: super::glance::Glance::new(),
            lines: Lines::new(),
            solves: 0,
            found: vec![],
        }
    }

    /// The next moves.
    pub fn next_moves(&mut self, rules: &Klondike, seen: &State) -> Option<Vec<Move>> {
        let hidden = |faces: &[Option<patience_core::Card>]| faces.iter().any(Option::is_none);
        if hidden(&seen.stock) {
            return Some(vec![Move::Draw]);
        }
        if seen.unknown() == 0 {
            return self.finish(rules, seen);
        }
        let ways = Ways::new(rules, seen)?;
        let first = ways.sample(self.seed, 0);
        let (layout, at) = Layout::new(rules, &first)?;
        let extra = if self.thought.playouts == 0 { self.thought.extra } else { self.thought.root };
        let lines = self.lines.find(&layout, &at, self.thought.reach, extra);
        self.found.push(lines.len() as u32);
        let best = if lines.len() < 2 || self.thought.playouts == 0 {
            super::lines::best(&layout, &at, &lines, &self.thought.weights)?
        } else {
            self.best_of(rules, &ways, &layout, &at, lines)
        };
        let steps = self.lines.steps(&layout, &at, self.thought.reach, extra, best);
        Route::new(rules, &first)?.part(&steps)
    }

    fn world(&mut self, rules: &Klondike, ways: &Ways) -> Option<World> {
        for _ in 0..20 {
            self.drawn += 1;
            let state = ways.sample(self.seed, self.drawn);
            let (layout, at) = Layout::new(rules, &state)?;
            if self.is_won(&layout, &at) {
                return Some(World { layout, at });
            }
        }
        None
    }

    fn is_won(&mut self, layout: &Layout, at: &Packed) -> bool {
        self.solves += 1;
        self.glance.is_won(layout, at, self.thought.positions) == Some(true)
    }

    fn best_of(&mut self, rules: &Klondike, ways: &Ways, layout: &Layout, at: &Packed, lines: Vec<Line>) -> usize {
        let prior: Vec<f64> = lines.iter().map(|line| super::lines::worth(layout, at, line, &self.thought.weights)).collect();
        let mut nodes: Vec<Node> = vec![Node {
            visits: 0,
            choices: Some(
                lines
                    .into_iter()
                    .map(|line| Choice {
                        line,
                        visits: 0,
                        won: 0.0,
                        after: vec![],
                    })
                    .collect(),
            ),
        }];
        let count = nodes[0].choices.as_ref().map_or(0, Vec::len);
        let mut alive: Vec<usize> = (0..count).collect();
        let rounds = usize::BITS - (count - 1).leading_zeros();
        for _ in 0..rounds {
            let worlds = (self.thought.playouts / rounds as usize / alive.len()).max(4);
            for _ in 0..worlds {
                let Some(world) = self.world(rules, ways) else {
                    break;
                };
                for &index in &alive {
                    self.try_choice(&mut nodes, 0, index, &world, &world.at);
                }
            }
            let choices = nodes[0].choices.as_ref().expect("lines");
            alive.sort_by(|&one, &other| choices[other].won.total_cmp(&choices[one].won).then(prior[other].total_cmp(&prior[one])));
            alive.truncate(alive.len().div_ceil(2));
        }
        alive[0]
    }

    fn try_choice(
        &mut self,
        nodes: &mut Vec<Node>,
        node: usize,
        index: usize,
        world: &World,
        at: &Packed,
    ) -> f64 {
        let new = nodes.len();
        let choice = &mut nodes[node].choices.as_mut().expect("lines")[index];
        let next = after(&world.layout, at, &choice.line);
        let turned = world.layout.under[usize::from(choice.line.last)];
        let known = choice.after.iter().find(|(card, _)| *card == turned);
        let child = known.map_or(new, |(_, child)| *child);
        if child == new {
            choice.after.push((turned, new));
            nodes.push(Node::default());
        }
        let value = self.playout(nodes, child, world, &next);
        let choice = &mut nodes[node].choices.as_mut().expect("lines")[index];
        choice.visits += 1;
        choice.won += value;
        value
    }

    fn playout(&mut self, nodes: &mut Vec<Node>, node: usize, world: &World, at: &Packed) -> f64 {
        nodes[node].visits += 1;
        let visits = nodes[node].visits;
        if visits <= self.thought.visits || at.down.count_ones() <= 1 {
            return self.leaf(world, at);
        }
        if nodes[node].choices.is_none() {
            let mut lines = self.lines.find(&world.layout, at, self.thought.reach, self.thought.root);
            lines.sort_by(|one, other| super::lines::worth(&world.layout, at, other, &self.thought.weights).total_cmp(&super::lines::worth(&world.layout, at, one, &self.thought.weights)));
            nodes[node].choices = Some(
                lines
                    .into_iter()
                    .map(|line| Choice {
                        line,
                        visits: 0,
                        won: 0.0,
                        after: vec![],
                    })
                    .collect(),
            );
        }
        let choices = nodes[node].choices.as_ref().expect("lines");
        let total: u32 = choices.iter().map(|choice| choice.visits).sum();
        let log = f64::from(total.max(1)).ln();
        let worth = |choice: &Choice| {
            if choice.visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(choice.visits);
            choice.won / visits + self.thought.curiosity * (log / visits).sqrt()
        };
        let mut best: Option<(f64, usize)> = None;
        for (index, choice) in choices.iter().enumerate() {
            let worth = worth(choice);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, index));
            }
        }
        match best {
            None => 0.0,
            Some((_, index)) => self.try_choice(nodes, node, index, world, at),
        }
    }

    fn leaf(&mut self, world: &World, at: &Packed) -> f64 {
        let m = self.thought.mix;
        let mut value = 0.0;
        if m > 0.0 {
            value += m * f64::from(u8::from(self.is_won(&world.layout, at)));
            if value == 0.0 {
                return 0.0;
            }
        }
        if m < 1.0 {
            value += (1.0 - m) * f64::from(u8::from(self.rollout(&world.layout, at)));
        }
        value
    }

    fn rollout(&mut self, layout: &Layout, at: &Packed) -> bool {
        let mut at = *at;
        while at.down.count_ones() > 1 {
            let lines = self.lines.find(layout, &at, self.thought.short, self.thought.extra);
            match super::lines::best(layout, &at, &lines, &self.thought.weights) {
                None => return false,
                Some(line) => at = after(layout, &at, &lines[line]),
            }
        }
        self.is_won(layout, &at)
    }

    fn finish(&mut self, rules: &Klondike, seen: &State) -> Option<Vec<Move>> {
        let (layout, at) = Layout::new(rules, seen)?;
        let mut budget = Budget::unlimited();
        match budget.within(1_000_000, |part| self.search.run(&layout, &at, part)) {
            Ok(Found::Win(steps)) => Route::new(rules, seen)?.whole(&steps),
            _ => None,
        }
    }
}

