//! Cards that go home by themselves.

use patience_core::{Card, Suit};

use super::{FreeCell, Home, Move, Place, State};
use crate::Rules as _;

impl FreeCell {
    /// The home moves that can not hurt in play: Aces and twos, and cards for
    /// which both foundations of the other colour hold at least the rank
    /// below. These are the moves of one round: after them there may be more.
    ///
    /// "Can not hurt" holds for games built by the other colour, where nothing
    /// that is left could need the card. Built by suit, a card that can go
    /// home is needed by nothing. Built by any suit, only the lowest rank that
    /// is left anywhere is safe.
    pub fn safe_home_moves(&self, state: &State) -> Vec<Move> {
        let moves = self.all_home_moves(state).into_iter();
        moves
            .filter(|played| match played.from {
                Place::Column(column) => state.columns[usize::from(column)]
                    .last()
                    .is_some_and(|&card| self.is_safe_at_home(state, card)),
                Place::Cell(cell) => state.cells[usize::from(cell)]
                    .is_some_and(|card| self.is_safe_at_home(state, card)),
                Place::Home => false,
            })
            .collect()
    }

    /// Every home move of this position, columns first.
    pub fn all_home_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_home_moves(state, &mut moves);
        moves
    }

    /// The same game with every card home as soon as it can go, as the count
    /// of clicks asks; home moves that are no longer needed are left out. None
    /// if a later move needs a card that should have gone.
    ///
    /// The moves must be legal from `start`.
    pub fn all_home_at_once(&self, start: &State, moves: &[Move]) -> Option<Vec<Move>> {
        let mut state = start.clone();
        // The game as it was played, to know which cards a move means.
        let mut before = start.clone();
        let mut played = Vec::with_capacity(moves.len());
        self.send_all_home(&mut state, &mut played)?;
        for meant in moves {
            if meant.to != Place::Home {
                played.extend(self.same_cards(&before, &mut state, meant)?);
                self.send_all_home(&mut state, &mut played)?;
            }
            self.apply(&mut before, meant).ok()?;
        }
        Some(played)
    }

    fn send_all_home(&self, state: &mut State, played: &mut Vec<Move>) -> Option<()> {
        while let Some(&home) = self.all_home_moves(state).first() {
            self.apply(state, &home).ok()?;
            played.push(home);
        }
        Some(())
    }

    /// Makes the move with those of its cards that are not at home yet:
    /// nothing if there are none, none at all if it can not be made.
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
        // Cards of the run that are out but covered, or a target that is gone,
        // make the move illegal, and the run must still be the same cards.
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

    fn is_safe_at_home(&self, state: &State, card: Card) -> bool {
        use super::Builds::{AnySuit, OtherColour, SameSuit};
        if self.home == Home::WholeRuns {
            // Parts of a whole suit may still carry cards of other suits, so
            // nothing is safe there.
            return false;
        }
        let rank = card.rank().value();
        let others = |wanted: fn(Suit, Suit) -> bool| {
            let others = Suit::ALL
                .into_iter()
                .filter(move |suit| wanted(*suit, card.suit()));
            others.map(|suit| state.home[usize::from(suit.index())])
        };
        match self.builds {
            SameSuit => true,
            OtherColour => {
                rank <= 2
                    || others(|suit, own| suit.colour() != own.colour())
                        .all(|home| home + 1 >= rank)
            }
            AnySuit => rank <= 2 || others(|suit, own| suit != own).all(|home| home + 1 >= rank),
        }
    }
}
