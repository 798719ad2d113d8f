//! Somebody who knows all cards and shows what a person would see.

use patience_rules::{Illegal, Rules};

use crate::rules::{Move, Spider, State};
use crate::table;

/// A game whose face-down cards are hidden from the player. Every card that was
/// turned up or dealt stays face up, so that there is nothing to remember.
#[derive(Clone, Debug)]
pub struct Dealer<'r> {
    rules: &'r Spider,
    truth: State,
}

impl<'r> Dealer<'r> {
    /// A game that starts here. All cards must be known.
    pub fn new(rules: &'r Spider, start: &State) -> Self {
        Self {
            rules,
            truth: start.clone(),
        }
    }

    /// What a person sees.
    pub fn seen(&self) -> State {
        table::concealed(&self.truth).unwrap_or_else(|| self.truth.clone())
    }

    /// Plays a move.
    pub fn play(&mut self, played: &Move) -> Result<(), Illegal> {
        self.rules.apply(&mut self.truth, played)
    }

    /// All runs are gone.
    pub fn is_won(&self) -> bool {
        self.rules.is_won(&self.truth)
    }
}
