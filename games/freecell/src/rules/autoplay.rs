//! Cards that go home automatically: all that can, or only the safe ones.

use patience_core::{Card, Suit};

use super::{Builds, FreeCell, Home, Move, Place, State};
use patience_rules::Rules as _;

impl FreeCell {
    /// Is this card, the next of its suit, safe at home? If the position can be
    /// won, it can be won after the card has gone home, in no more moves and no
    /// more steps.
    ///
    /// | built | a card of rank r is safe when |
    /// |---|---|
    /// | by suit | always |
    /// | regardless of suit | all foundations have reached r - 2 |
    /// | by the other colour | both foundations of the other colour have reached r - 1; or they have reached r - 2, and the other suit of its own colour r - 3 |
    ///
    /// Where only whole suits go home, nothing is claimed to be safe.
    ///
    /// This is the one statement of the lemma in the rules: play and the
    /// checker of certificates use it. Its proof is in `methods/proofs.md`,
    /// "Safe at home". The solvers have it once more, packed; a test compares
    /// the two for every card and all foundations.
    pub fn is_safe_at_home(&self, state: &State, card: Card) -> bool {
        let rank = card.rank().value();
        let have_reached = |least: u8, wanted: fn(Suit, Suit) -> bool| {
            let mut suits = Suit::ALL.into_iter().zip(state.home);
            suits.all(|(suit, top)| !wanted(suit, card.suit()) || top >= least)
        };
        let all = |_, _| true;
        let other_colour = |suit: Suit, own: Suit| suit.colour() != own.colour();
        let own_colour = |suit: Suit, own: Suit| suit.colour() == own.colour();
        match (self.home, self.builds) {
            (Home::WholeRuns, _) => false,
            (Home::Cards, Builds::SameSuit) => true,
            (Home::Cards, Builds::AnySuit) => have_reached(rank.saturating_sub(2), all),
            (Home::Cards, Builds::OtherColour) => {
                have_reached(rank - 1, other_colour)
                    || (have_reached(rank.saturating_sub(2), other_colour)
                        && have_reached(rank.saturating_sub(3), own_colour))
            }
        }
    }

    /// The home moves of safe cards ([`FreeCell::is_safe_at_home`]), columns
    /// first. After they are made there may be more.
    pub fn safe_home_moves(&self, state: &State) -> Vec<Move> {
        let is_safe = |move_: &Move| match move_.from {
            Place::Column(column) => state.columns[usize::from(column)]
                .last()
                .is_some_and(|&card| self.is_safe_at_home(state, card)),
            Place::Cell(cell) => {
                state.cells[usize::from(cell)].is_some_and(|card| self.is_safe_at_home(state, card))
            }
            Place::Home => false,
        };
        let mut moves = self.all_home_moves(state);
        moves.retain(is_safe);
        moves
    }

    /// Every home move of this position, columns first.
    pub fn all_home_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_home_moves(state, &mut moves);
        moves
    }

    /// The same game with every card home as soon as it can go, as the count
    /// of clicks requires. Home moves that are no longer needed are left out.
    /// None if a later move needs a card that has gone home.
    ///
    /// The moves must be legal from `start`.
    pub fn all_home_at_once(&self, start: &State, moves: &[Move]) -> Option<Vec<Move>> {
        let mut state = start.clone();
        // The game as it was played, to know which cards a move means.
        let mut before = start.clone();
        let mut made = Vec::with_capacity(moves.len());
        self.send_all_home(&mut state, &mut made)?;
        for meant in moves {
            if meant.to != Place::Home {
                made.extend(self.same_cards(&before, &mut state, meant)?);
                self.send_all_home(&mut state, &mut made)?;
            }
            self.apply(&mut before, meant).ok()?;
        }
        Some(made)
    }

    fn send_all_home(&self, state: &mut State, made: &mut Vec<Move>) -> Option<()> {
        while let Some(&home) = self.all_home_moves(state).first() {
            self.apply(state, &home).ok()?;
            made.push(home);
        }
        Some(())
    }

    /// Makes the move with those of its cards that are not at home yet. The inner
    /// option is empty if there are none, the outer one if the move is illegal.
    fn same_cards(&self, before: &State, state: &mut State, meant: &Move) -> Option<Option<Move>> {
        let cards = match meant.from {
            Place::Column(column) => {
                let column = &before.columns[usize::from(column)];
                &column[column.len() - usize::from(meant.cards)..]
            }
            Place::Cell(cell) => before.cells[usize::from(cell)].as_slice(),
            Place::Home => &[],
        };
        let is_out =
            |card: &&Card| card.rank().value() > state.home[usize::from(card.suit().index())];
        let left = cards.iter().filter(is_out).count();
        if left == 0 {
            return Some(None);
        }
        let same = Move {
            cards: left as u8,
            ..*meant
        };
        // If a card of the run is covered, or the target is gone, the move is
        // illegal. Besides, the run must still be the same cards.
        let top = match meant.from {
            Place::Column(column) => state.columns[usize::from(column)].last(),
            Place::Cell(cell) => state.cells[usize::from(cell)].as_ref(),
            Place::Home => None,
        };
        if top != cards.iter().rfind(is_out) {
            return None;
        }
        self.apply(state, &same).ok()?;
        Some(Some(same))
    }
}
