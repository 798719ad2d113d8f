//! Somebody who knows all cards and shows what a person would see.
//!
//! A person sees the face-up cards of the columns and every card that was drawn
//! from the stock: the cards of a draw lie fanned on the waste, so that all of
//! them can be read, and are remembered when the waste is turned over.

use patience_rules::{Illegal, Rules};

use crate::rules::{Klondike, Move, State};

/// The position with its face-down cards unknown, and the stock if nobody has
/// drawn it yet. A single unknown card follows from the others.
pub fn conceal(state: &State, hides_stock: bool) -> State {
    let mut seen = state.clone();
    for column in &mut seen.columns {
        column.down.fill(None);
    }
    if hides_stock {
        seen.stock.fill(None);
    }
    if seen.unknown() == 1 {
        return state.clone();
    }
    seen
}

/// A game whose face-down cards are hidden from the player.
#[derive(Clone, Debug)]
pub struct Dealer<'r> {
    rules: &'r Klondike,
    truth: State,
    /// The stock was drawn before.
    remembered: bool,
}

impl<'r> Dealer<'r> {
    /// A game that starts here, with no card drawn from the stock yet. All cards
    /// must be known.
    pub fn new(rules: &'r Klondike, start: &State) -> Self {
        Self {
            rules,
            truth: start.clone(),
            remembered: false,
        }
    }

    /// What a person sees and remembers.
    pub fn seen(&self) -> State {
        conceal(&self.truth, !self.remembered)
    }

    /// Plays a move.
    pub fn play(&mut self, played: &Move) -> Result<(), Illegal> {
        self.rules.apply(&mut self.truth, played)?;
        // The first pass shows every card.
        self.remembered |= *played == Move::Recycle;
        Ok(())
    }

    /// All cards are home.
    pub fn is_won(&self) -> bool {
        self.rules.is_won(&self.truth)
    }
}
