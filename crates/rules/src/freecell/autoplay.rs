//! Cards that go home by themselves.

use patience_core::{Card, Suit};

use super::{FreeCell, Home, Move, Place, State};

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
