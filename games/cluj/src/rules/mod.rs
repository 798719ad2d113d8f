//! Cluj, the solitaire inside MOLEK-SYNTEZ, where one may cheat.
//!
//! ```text
//! column   0  1  2  3  4  5
//! row 0    V  7  T  D  8  V      the base
//! row 1    T  6 10  K  V 10
//!  ..      .  .  .  .  .  .
//! row 5    9  8 10  D 10  7      the top: what is played
//! ```
//! 36 cards, four of each rank 6 7 8 9 10 V D K T. A run (the top cards of a
//! column, each one below the card under it) goes onto a card one higher than
//! its deepest card, or onto an empty column. A cheat puts one top card where
//! it does not fit; it is marked, nothing goes on it and nothing under it
//! moves, until it leaves to a place where it fits. A column that is exactly
//! T K D V 10 9 8 7 6 locks. Won: four locked columns and two empty ones.

mod moves;
mod rank;
mod text;

use patience_core::numbering;

use patience_rules::{Illegal, Rules};

pub use moves::{Move, Place, cheats};
pub use rank::{COPIES, RANKS, Rank};

/// The columns of the table.
pub const COLUMNS: usize = 6;

/// The most cards that a column can hold: six of the deal, a run of eight on
/// them, and a cheated card.
pub const MOST_CARDS: usize = 15;

/// The rules of Cluj.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cluj;

/// One column.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Column {
    /// Its cards, the base first.
    pub cards: Vec<Rank>,
    /// Its top card was put there by a cheat and is still there.
    pub cheated: bool,
}

impl Column {
    /// It is exactly T K D V 10 9 8 7 6, and stays so.
    pub fn is_locked(&self) -> bool {
        !self.cheated && self.cards.iter().copied().eq(Rank::all().rev())
    }

    /// Something may be put onto it (or into it, when it is empty).
    pub fn is_open(&self) -> bool {
        !self.cheated && !self.is_locked()
    }

    /// How many of its top cards can be moved together: the run on top; only
    /// the cheated card itself when there is one; none when it is locked.
    pub fn movable(&self) -> usize {
        if self.is_locked() || self.cards.is_empty() {
            return 0;
        }
        if self.cheated {
            return 1;
        }
        let descends = |pair: &[Rank]| pair[1].above() == Some(pair[0]);
        1 + self
            .cards
            .windows(2)
            .rev()
            .take_while(|pair| descends(pair))
            .count()
    }

    /// This card goes onto the column by the rules: one below its top card, or
    /// the column is empty.
    pub fn fits(&self, card: Rank) -> bool {
        self.cards
            .last()
            .is_none_or(|top| card.above() == Some(*top))
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct State {
    /// The six columns, left to right.
    pub columns: [Column; COLUMNS],
}

impl State {
    /// 36 cards dealt column by column, six to each, the base first.
    pub fn from_cards(cards: &[Rank; RANKS * COPIES]) -> Self {
        let mut state = Self::default();
        for (column, dealt) in state.columns.iter_mut().zip(cards.chunks(COLUMNS)) {
            column.cards = dealt.to_vec();
        }
        state
    }

    /// The move of the top `count` cards of a column onto another, called a
    /// cheat where it does not fit. It need not be legal.
    fn move_of(&self, from: usize, count: usize, to: usize) -> Move {
        let (source, target) = (&self.columns[from], &self.columns[to]);
        let row = source.cards.len() - count;
        Move {
            from: place(from, row),
            to: place(to, target.cards.len()),
            cheat: !target.fits(source.cards[row]),
        }
    }
}

fn place(column: usize, row: usize) -> Place {
    Place {
        column: column as u8,
        row: row as u8,
    }
}

impl Cluj {
    /// The deal with this number in the project's own numbering: the ranks in
    /// the order 6 6 6 6 7 7 7 7 .. T T T T, shuffled, then dealt column by
    /// column, the base first.
    pub fn deal(&self, number: u64) -> State {
        let mut cards = [Rank::SIX; RANKS * COPIES];
        for (place, rank) in cards.chunks_mut(COPIES).zip(Rank::all()) {
            place.fill(rank);
        }
        numbering::shuffle(number, &mut cards);
        State::from_cards(&cards)
    }
}

impl Rules for Cluj {
    type State = State;
    type Move = Move;

    /// By source column, then by the length of the run, then by target.
    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, source) in state.columns.iter().enumerate() {
            for count in 1..=source.movable() {
                for (to, target) in state.columns.iter().enumerate() {
                    let move_ = || state.move_of(from, count, to);
                    let may_cheat = count == 1 && !source.cheated;
                    if to != from && target.is_open() && (!move_().cheat || may_cheat) {
                        moves.push(move_());
                    }
                }
            }
        }
        moves
    }

    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        let refuse = |reason: String| Err(Illegal::because(reason));
        let (from, to) = (usize::from(move_.from.column), usize::from(move_.to.column));
        let row = usize::from(move_.from.row);
        let (Some(source), Some(target)) = (state.columns.get(from), state.columns.get(to)) else {
            return refuse(format!("there are {COLUMNS} columns, 0 to {}", COLUMNS - 1));
        };
        // 1. There is a card, and it may leave.
        let Some(&card) = source.cards.get(row) else {
            return refuse(format!("there is no card at {}", move_.from));
        };
        if source.is_locked() {
            return refuse(format!("column {from} is locked"));
        }
        let count = source.cards.len() - row;
        if count > source.movable() {
            return refuse(if source.cheated {
                format!("{card} at {} lies under a cheated card", move_.from)
            } else {
                format!("the cards from {} on are not a run", move_.from)
            });
        }
        // 2. The other column takes cards.
        if from == to {
            return refuse("a move goes to another column".into());
        }
        if target.is_locked() {
            return refuse(format!("column {to} is locked"));
        }
        if target.cheated {
            return refuse(format!("a cheated card lies on column {to}"));
        }
        if usize::from(move_.to.row) != target.cards.len() {
            return refuse(format!(
                "the next row of column {to} is {}, not {}",
                target.cards.len(),
                move_.to.row
            ));
        }
        // 3. It fits, or it is a cheat.
        match (target.fits(card), move_.cheat) {
            (true, true) => return refuse(format!("{card} fits there: that is not a cheat")),
            (false, false) => {
                let top = target.cards[target.cards.len() - 1];
                return refuse(format!("{card} does not fit onto {top}"));
            }
            (false, true) if count > 1 => return refuse("a cheat moves one card".into()),
            (false, true) if source.cheated => {
                return refuse(format!("the cheated {card} leaves only to where it fits"));
            }
            _ => {}
        }
        let mut next = state.clone();
        let run = next.columns[from].cards.split_off(row);
        next.columns[to].cards.extend(run);
        next.columns[from].cheated = false;
        next.columns[to].cheated = move_.cheat;
        Ok(next)
    }

    fn is_won(&self, state: &State) -> bool {
        let columns = &state.columns;
        columns
            .iter()
            .all(|column| column.cards.is_empty() || column.is_locked())
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

    fn read_state(&self, text: &str) -> Result<State, patience_core::Faults> {
        text::read(text)
    }
}

#[cfg(test)]
mod tests;
