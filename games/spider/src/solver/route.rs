//! From edges to moves.

use super::expand::{Does, Edge, next_fill, put_aside};
use super::packed::{Game, Node};
use super::weights::Terms;
use crate::rules::Move;

/// Plays edges move by move.
#[derive(Debug)]
pub struct Route<'a> {
    game: &'a Game,
    terms: &'a Terms,
    node: Node,
    moves: Vec<Move>,
}

impl<'a> Route<'a> {
    /// A route that starts here. The terms must be those of the search: they decide
    /// how columns are filled. Complete runs leave first, as in a beam.
    pub fn new(game: &'a Game, terms: &'a Terms, start: &Node) -> Self {
        let mut route = Self {
            game,
            terms,
            node: start.clone(),
            moves: Vec::new(),
        };
        (0..game.columns).for_each(|column| route.take_home(column));
        route
    }

    /// The moves of these edges.
    pub fn moves(mut self, edges: &[Edge]) -> Vec<Move> {
        for edge in edges {
            match edge.does() {
                Does::Carry { from, to, count } => self.sequence(from, to, count),
                Does::Deal => self.deal(),
                Does::FillAndDeal => {
                    while let Some(Some((from, to, count))) =
                        next_fill(self.game, self.terms, &self.node)
                    {
                        self.one(from, to, count);
                    }
                    self.deal();
                }
            }
        }
        self.moves
    }

    fn deal(&mut self) {
        self.moves.push(Move::Deal);
        self.game.deal(&mut self.node);
        (0..self.game.columns).for_each(|column| self.take_home(column));
    }

    fn one(&mut self, from: usize, to: usize, count: usize) {
        self.moves.push(Move::Run {
            from: from as u8,
            to: to as u8,
            count: count as u8,
        });
        self.game.carry(&mut self.node, from, to, count);
        self.take_home(to);
    }

    /// A complete run leaves; where that is a choice, it is a move.
    fn take_home(&mut self, column: usize) {
        if self.game.take_home(&mut self.node, column) && self.game.is_choice {
            self.moves.push(Move::Home(column as u8));
        }
    }

    /// Moves cards that follow each other in rank, over empty columns.
    fn sequence(&mut self, from: usize, to: usize, count: usize) {
        let cards = self.node.column(from);
        let taken = &cards[cards.len() - count..];
        let parts: Vec<usize> = taken
            .chunk_by(|below, card| card + 1 == *below)
            .map(<[u8]>::len)
            .collect();
        let is_free = |column: &usize| *column != to && self.node.len(*column) == 0;
        let free: Vec<_> = (0..self.game.columns).filter(is_free).collect();
        self.parts(from, to, &parts, &free);
    }

    /// Moves parts of one suit each, the last one on top.
    fn parts(&mut self, from: usize, to: usize, parts: &[usize], free: &[usize]) {
        match parts {
            [] => {}
            [one] => self.one(from, to, *one),
            [lowest, others @ ..] if others.len() <= free.len() => {
                for (part, aside) in others.iter().rev().zip(free) {
                    self.one(from, *aside, *part);
                }
                self.one(from, to, *lowest);
                for (part, aside) in others.iter().rev().zip(free).rev() {
                    self.one(*aside, to, *part);
                }
            }
            _ => {
                let Some((aside, free)) = free.split_first() else {
                    return;
                };
                let first = put_aside(parts.len(), (free.len() + 1).min(4)).max(1);
                let (rest, top) = parts.split_at(parts.len() - first);
                self.parts(from, *aside, top, free);
                self.parts(from, to, rest, free);
                self.parts(*aside, to, top, free);
            }
        }
    }
}
