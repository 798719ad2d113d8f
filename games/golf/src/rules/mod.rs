//! Golf.
//!
//! ```text
//! column   1     2     3     4     5     6     7
//!          0     5    10    15    20    25    30
//!          1     6    11    16    21    26    31
//!          2     7    12    17    22    27    32
//!          3     8    13    18    23    28    33
//!          4     9    14    19    24    29    34       waste: 35    stock: 36 (top) .. 51
//! ```
//! Seven columns of five cards, all face up. The last card of a column goes onto
//! the waste when its rank is one above or below that of the waste's top card;
//! King and Ace are not neighbours. `Draw` turns the stock's top card onto the
//! waste; there is no second pass. Won when the columns are empty.

mod moves;
mod text;

use patience_core::{Card, Deck, Faults, Rank, numbering};
use patience_rules::{Illegal, Rules};

pub use moves::Move;

/// Columns on the table.
pub const COLUMNS: usize = 7;

/// Cards in a column at the start, which is the most there can be.
pub const COLUMN_CARDS: usize = 5;

/// Cards in the stock at the start.
pub const STOCK: usize = 16;

/// The rules of Golf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Golf;

/// The table.
///
/// Of the waste it holds the top card only: the cards below it never come back,
/// and which ones they are follows from the rest. So two tables are equal when
/// the same cards lie on them and the same moves can be made from here on,
/// whatever the order in which they were reached.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The columns; the last card of each can be played.
    pub columns: [Vec<Card>; COLUMNS],
    /// The top card of the waste.
    pub waste: Card,
    /// The stock; the first card is on top.
    pub stock: Vec<Card>,
}

/// May a card of one rank go onto a card of the other? King and Ace are not
/// neighbours.
///
/// ```
/// use patience_core::Rank;
/// use patience_golf::rules::are_neighbours;
/// assert!(are_neighbours(Rank::TEN, Rank::JACK));
/// assert!(!are_neighbours(Rank::ACE, Rank::KING));
/// assert!(!are_neighbours(Rank::TEN, Rank::TEN));
/// ```
pub const fn are_neighbours(one: Rank, other: Rank) -> bool {
    one.value().abs_diff(other.value()) == 1
}

impl State {
    /// A deck dealt for the start of a game: five cards to each column, one to
    /// the waste, the rest to the stock.
    pub fn from_deck(deck: &Deck) -> Self {
        let column = |index: usize| deck[COLUMN_CARDS * index..][..COLUMN_CARDS].to_vec();
        let dealt = COLUMNS * COLUMN_CARDS;
        Self {
            columns: std::array::from_fn(column),
            waste: deck[dealt],
            stock: deck[dealt + 1..].to_vec(),
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

impl Golf {
    /// The deal with this number in the project's own numbering.
    pub fn deal(&self, number: u64) -> State {
        State::from_deck(&numbering::own_deck(number))
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
        if !are_neighbours(state.waste.rank(), card.rank()) {
            return refuse(format!("{card} does not go onto {}", state.waste));
        }
        Ok(column)
    }
}

impl Rules for Golf {
    type State = State;
    type Move = Move;

    /// Plays in the order of the columns, then `Draw`.
    fn legal_moves(&self, state: &State) -> Vec<Move> {
        if self.is_won(state) {
            return Vec::new();
        }
        let last = state.columns.iter().filter_map(|column| column.last());
        let mut moves: Vec<_> = last
            .filter(|card| self.playable(state, **card).is_ok())
            .map(|card| Move::Play(*card))
            .collect();
        if !state.stock.is_empty() {
            moves.push(Move::Draw);
        }
        moves
    }

    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        if self.is_won(state) {
            return Err(Illegal::because("the game is already won"));
        }
        let mut next = state.clone();
        match *move_ {
            Move::Draw => {
                if state.stock.is_empty() {
                    return Err(Illegal::because("the stock is empty"));
                }
                next.waste = next.stock.remove(0);
            }
            Move::Play(card) => {
                let column = self.playable(state, card)?;
                next.columns[column].pop();
                next.waste = card;
            }
        }
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
