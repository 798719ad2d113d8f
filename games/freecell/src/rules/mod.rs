//! FreeCell and its family: one set of rules, whose parameters define the game.
//!
//! ```text
//! cells        a    b    c    d          home  ♣ ♦ ♥ ♠   (highest rank, 0 = none)
//! columns   1    2    3    4    5    6    7    8
//!           base cards first ..
//!                                        .. the last card of a column is on top
//! ```
//! The top card of a column or a card in a cell may go onto a column whose top
//! card is one rank higher and of the right suit or colour, onto an empty
//! column, into an empty cell (from a column), or home when it is next in its
//! suit. A card at home stays there. Runs may go from column to column at
//! once, as [`Runs`] says. Won when no card is left in columns and cells.

mod autoplay;
pub mod certificate;
mod cost;
mod deal;
mod english;
mod family;
mod moves;
mod notation;
mod single;
mod text;

use patience_core::{Card, Count, Faults};

use patience_rules::{Illegal, Rules};

pub use family::{Builds, EmptyColumn, FreeCell, Home, Layout, Runs, SizeError};

/// The table, with as many columns and cells as the rules say.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The columns: the card at the base first, the last card on top.
    pub columns: Vec<Vec<Card>>,
    /// The cells.
    pub cells: Vec<Option<Card>>,
    /// The highest rank at home, by [`Suit::index`](patience_core::Suit::index);
    /// 0 is none, 13 a whole suit.
    pub home: [u8; 4],
}

impl State {
    /// Every card that is not at home: columns first, then cells.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let columns = self.columns.iter().flatten();
        columns.chain(self.cells.iter().flatten()).copied()
    }

    /// Is this the next card of its suit to go home?
    pub fn is_next_home(&self, card: Card) -> bool {
        self.home[usize::from(card.suit().index())] + 1 == card.rank().value()
    }
}

/// Where a card comes from or goes to. Columns and cells count from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Place {
    /// The column with this index.
    Column(u8),
    /// The cell with this index.
    Cell(u8),
    /// Home.
    Home,
}

impl Place {
    /// Its letter in the notation of moves: columns are `1` to `9`, then `T`,
    /// `J`, `Q` and `K`; cells `a` to `g`, then `i`; home is `h`.
    pub fn letter(self) -> char {
        notation::letter(self)
    }
}

/// One move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Move {
    /// A column or a cell.
    pub from: Place,
    /// A column, a cell or home.
    pub to: Place,
    /// How many cards go: more than one only from column to column, or a
    /// whole suit home where [`Home::WholeRuns`] says so.
    pub cards: u8,
}

impl Move {
    /// The move of one card.
    pub const fn one(from: Place, to: Place) -> Self {
        Self { from, to, cards: 1 }
    }
}

impl Rules for FreeCell {
    type State = State;
    type Move = Move;

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        self.all_moves(state)
    }

    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        let mut next = state.clone();
        self.play_in_place(&mut next, move_)?;
        Ok(next)
    }

    fn apply(&self, state: &mut State, move_: &Move) -> Result<(), Illegal> {
        self.play_in_place(state, move_)
    }

    fn is_won(&self, state: &State) -> bool {
        state.cards().next().is_none()
    }

    fn cost(&self, state: &State, move_: &Move, count: Count) -> u32 {
        self.cost_of(state, move_, count)
    }

    fn write_move(&self, state: &State, move_: &Move) -> String {
        notation::write(self, state, move_)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        notation::read(self, state, text)
    }

    fn moves_are_words(&self) -> bool {
        true
    }

    fn write_state(&self, state: &State) -> String {
        text::write(state)
    }

    fn read_state(&self, text: &str) -> Result<State, Faults> {
        text::read(self, text)
    }
}

#[cfg(test)]
mod tests;
