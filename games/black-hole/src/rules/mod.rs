//! Black Hole.
//!
//! ```text
//! column   1     2     3    ..   17
//!          0     3     6    ..   48
//!          1     4     7    ..   49
//!          2     5     8    ..   50       hole: As
//! ```
//! Seventeen columns of three cards, all face up, and the Ace of spades in the
//! hole. The last card of a column goes into the hole when its rank is one above
//! or below that of the hole's top card; King and Ace are neighbours. Won when
//! all cards are in the hole.

mod moves;
mod text;

use patience_core::{Card, Faults, Rank, Suit, numbering};
use patience_rules::{Illegal, Rules};

pub use moves::Move;

/// Columns on the table.
pub const COLUMNS: usize = 17;

/// Cards in a column at the start, which is the most there can be.
pub const COLUMN_CARDS: usize = 3;

/// Cards in the columns at the start.
pub const CARDS: usize = COLUMNS * COLUMN_CARDS;

/// The card that lies in the hole at the start.
pub const FIRST: Card = Card::new(Rank::ACE, Suit::Spades);

/// The rules of Black Hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlackHole;

/// The table.
///
/// Of the hole it holds the top card only: the cards below it never come back,
/// and which ones they are follows from the columns. So two tables are equal
/// when the same cards lie on them and the same moves can be made from here on,
/// whatever the order in which they were reached.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The columns; the last card of each can be played.
    pub columns: [Vec<Card>; COLUMNS],
    /// The top card of the hole.
    pub hole: Card,
}

/// May a card of one rank go onto a card of the other? King and Ace are
/// neighbours.
///
/// ```
/// use patience_black_hole::rules::are_neighbours;
/// use patience_core::Rank;
/// assert!(are_neighbours(Rank::TEN, Rank::JACK));
/// assert!(are_neighbours(Rank::ACE, Rank::KING));
/// assert!(!are_neighbours(Rank::TEN, Rank::TEN));
/// ```
pub const fn are_neighbours(one: Rank, other: Rank) -> bool {
    matches!(one.value().abs_diff(other.value()), 1 | 12)
}

impl State {
    /// The start of a game: three cards to each column, the Ace of spades in
    /// the hole.
    pub fn from_cards(cards: &[Card; CARDS]) -> Self {
        let column = |index: usize| cards[COLUMN_CARDS * index..][..COLUMN_CARDS].to_vec();
        Self {
            columns: std::array::from_fn(column),
            hole: FIRST,
        }
    }

    /// Cards that are still in the columns.
    pub fn cards_left(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    /// The column that has this card at its end.
    pub fn column_with_last(&self, card: Card) -> Option<usize> {
        let is_last = |column: &Vec<Card>| column.last() == Some(&card);
        self.columns.iter().position(is_last)
    }
}

impl BlackHole {
    /// The deal with this number: the deck of the project's own numbering
    /// without the Ace of spades, the other cards in their order.
    pub fn deal(&self, number: u64) -> State {
        let deck = numbering::own_deck(number);
        let mut others = deck.into_iter().filter(|card| *card != FIRST);
        let mut cards = [FIRST; CARDS];
        cards.fill_with(|| others.next().unwrap_or(FIRST));
        State::from_cards(&cards)
    }

    /// The column whose last card may be played now, or why it may not.
    fn playable(&self, state: &State, card: Card) -> Result<usize, Illegal> {
        let refuse = |reason: String| Err(Illegal::because(reason));
        let Some(column) = state.column_with_last(card) else {
            let is_covered = state.columns.iter().any(|column| column.contains(&card));
            return refuse(match is_covered {
                true => format!("{card} is covered"),
                false => format!("{card} is in no column"),
            });
        };
        if !are_neighbours(state.hole.rank(), card.rank()) {
            return refuse(format!("{card} does not go onto {}", state.hole));
        }
        Ok(column)
    }
}

impl Rules for BlackHole {
    type State = State;
    type Move = Move;

    /// Plays in the order of the columns.
    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let last = state.columns.iter().filter_map(|column| column.last());
        last.filter(|card| self.playable(state, **card).is_ok())
            .map(|card| Move::Play(*card))
            .collect()
    }

    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        let Move::Play(card) = *move_;
        let column = self.playable(state, card)?;
        let mut next = state.clone();
        next.columns[column].pop();
        next.hole = card;
        Ok(next)
    }

    fn is_won(&self, state: &State) -> bool {
        state.columns.iter().all(Vec::is_empty)
    }

    fn write_move(&self, _: &State, move_: &Move) -> String {
        move_.to_string()
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, Illegal> {
        text.parse()
    }

    fn write_state(&self, state: &State) -> String {
        text::write(state)
    }

    fn read_state(&self, text: &str) -> Result<State, Faults> {
        text::read(text)
    }
}

#[cfg(test)]
mod tests;
