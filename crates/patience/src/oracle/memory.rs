//! What the oracle has learned: positions by their text, which says all that a
//! position is.

use std::collections::HashMap;
use std::sync::Arc;

use patience_game::{Line, Move, Table};

/// The most positions that are kept. A game visits a few hundred; the rest are
/// those beside its path. More would only cost memory.
const MOST_POSITIONS: usize = 50_000;

/// A line from a position that is known to win: the rest of a longer one.
#[derive(Clone, Debug)]
pub(super) struct Way {
    line: Arc<[Move]>,
    /// How many of its moves lead to the position.
    made: usize,
    /// Nothing better exists.
    pub(super) proved: bool,
}

/// The same rest of the same line; lines are compared by where they are kept.
impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.line, &other.line) && self.made == other.made
    }
}

impl Way {
    /// The moves from the position on.
    pub(super) fn rest(&self) -> &[Move] {
        &self.line[self.made..]
    }
}

/// What is known for certain about a position.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Wins(Way),
    Loses,
}

/// Everything learned so far.
#[derive(Default)]
pub(super) struct Memory {
    known: HashMap<Arc<str>, Known>,
    /// The stages of effort that a position has had, one bit each.
    tried: HashMap<Arc<str>, u8>,
}

impl Memory {
    pub(super) fn known(&self, text: &str) -> Option<&Known> {
        self.known.get(text)
    }

    pub(super) fn learn_loss(&mut self, text: Arc<str>) {
        self.make_room();
        self.known.insert(text, Known::Loses);
    }

    /// Remembers a line from this table, and what it says about every position
    /// on its way. A way that is known already gives place only to a shorter
    /// one.
    pub(super) fn learn_line(&mut self, table: &dyn Table, line: &Line) {
        self.make_room();
        let moves: Arc<[Move]> = line.moves.clone().into();
        let proved = line.proof.is_some();
        let mut table = table.boxed_clone();
        for made in 0..=moves.len() {
            let way = Way {
                line: moves.clone(),
                made,
                proved,
            };
            self.learn_way(table.text().into(), way);
            let Some(next) = moves.get(made) else {
                break;
            };
            match table.play(next) {
                Ok((after, _)) => table = after,
                Err(_) => break,
            }
        }
    }

    fn learn_way(&mut self, text: Arc<str>, way: Way) {
        if let Some(Known::Wins(old)) = self.known.get(&text)
            && (old.proved || (!way.proved && old.rest().len() <= way.rest().len()))
        {
            return;
        }
        self.known.insert(text, Known::Wins(way));
    }

    /// Has this stage of effort been spent on this position?
    pub(super) fn has_tried(&self, text: &str, stage: usize) -> bool {
        self.tried
            .get(text)
            .is_some_and(|bits| bits >> stage & 1 == 1)
    }

    pub(super) fn tried(&mut self, text: Arc<str>, stage: usize) {
        *self.tried.entry(text).or_default() |= 1 << stage;
    }

    /// Forgets everything when there is too much of it: a player who has come
    /// that far is in another game.
    fn make_room(&mut self) {
        if self.known.len() > MOST_POSITIONS {
            self.known.clear();
            self.tried.clear();
        }
    }
}
