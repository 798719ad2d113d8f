//! What the oracle has learned: positions by their text, which says all that a
//! position is.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use patience_core::Count;
use patience_game::{Action, Autoplay, Error, Line, Move, Request, Table};

use super::{Best, Verdict, order};
use crate::counter::{self, PlayedStep};

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
    /// What it comes to, in moves of the player.
    pub(super) worth: Best,
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
    /// that a player who follows it comes to. A way that is known already gives
    /// place only to a better one, by the order that players see: a solver's line
    /// with fewer moves may have more moves of the player, since cards that go home
    /// by themselves are none. Otherwise what was promised would not be kept.
    pub(super) fn learn_line(
        &mut self,
        table: &dyn Table,
        line: &Line,
        request: &Request,
        autoplay: Autoplay,
    ) -> Result<(), Error> {
        self.make_room();
        let steps = steps(table, line, request, autoplay)?;
        let moves: Arc<[Move]> = steps.iter().map(|step| step.move_.clone()).collect();
        let mut worth = Best {
            length: steps.iter().filter(|step| !step.is_auto).count() as u32,
            count: Count::Moves,
            proved: line.proof.is_some(),
            cheats: line.cheats,
            score: line.tally.score,
        };
        let mut table = table.boxed_clone();
        for made in 0..=steps.len() {
            let next = steps.get(made);
            if next.is_none_or(|step| !step.is_auto) {
                let way = Way {
                    line: moves.clone(),
                    made,
                    proved: worth.proved,
                    worth,
                };
                self.learn_way(table.text().into(), way, request);
            }
            let Some(step) = next else {
                break;
            };
            worth = worth_after(&*table, step, worth);
            table = table.play(&step.move_)?.0;
        }
        Ok(())
    }

    fn learn_way(&mut self, text: Arc<str>, way: Way, request: &Request) {
        if let Some(Known::Wins(old)) = self.known.get(&text) {
            let is_better = match compare(request, way.worth, old.worth) {
                Ordering::Less => true,
                Ordering::Equal => way.proved && !old.proved,
                Ordering::Greater => false,
            };
            if !is_better {
                return;
            }
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

/// The better of two ways comes first.
pub(super) fn compare(request: &Request, one: Best, other: Best) -> Ordering {
    order(request, &Verdict::Wins(one), &Verdict::Wins(other))
}

/// What is left of the worth of a way when its next step is made.
fn worth_after(table: &dyn Table, step: &PlayedStep, worth: Best) -> Best {
    let cheats = u32::from(is_cheat(table, &step.move_));
    Best {
        length: worth.length - u32::from(!step.is_auto),
        cheats: worth.cheats.map(|left| left.saturating_sub(cheats)),
        ..worth
    }
}

pub(super) fn is_cheat(table: &dyn Table, move_: &Move) -> bool {
    table
        .action(move_)
        .is_ok_and(|action| action == Action::Cheat)
}

/// A line as a player makes it who has this autoplay. Where it cannot be followed
/// to the letter, or comes to something else, its own moves.
fn steps(
    table: &dyn Table,
    line: &Line,
    request: &Request,
    autoplay: Autoplay,
) -> Result<Vec<PlayedStep>, Error> {
    if let Some(followed) = counter::follow(table, &line.moves, autoplay)? {
        let played = table.verify(&request.target, &followed.line());
        if played.is_ok_and(|played| played.tally == line.tally) {
            return Ok(followed.steps);
        }
    }
    Ok(counter::to_the_letter(table, &line.moves, autoplay)?)
}
