//! Pyramid, as in Microsoft Solitaire Collection.
//!
//! ```text
//!             00
//!           01  02
//!         03  04  05
//!       06  07  08  09
//!     10  11  12  13  14
//!   15  16  17  18  19  20
//! 21  22  23  24  25  26  27        stock: 28 (top) .. 51 (bottom)
//! ```
//! A King goes alone, other cards in pairs that add up to 13. Available are the
//! uncovered cards of the pyramid, the top of the stock and the top of the
//! waste. `Draw` turns the stock's top card onto the waste; `Recycle` makes the
//! waste the stock again, in the same order, twice a game. Won when the 28
//! cards of the pyramid are gone; in some programs, when all 52 are.

mod layout;
mod moves;
mod score;
mod text;

use patience_core::{Card, Rank, numbering};

use patience_rules::{Illegal, Rules, Tally};

pub use layout::{CARDS, ROWS, covering, row_of, slots_of_row};
pub use moves::Move;
pub use score::{PAIR_POINTS, ROW_BONUS};

/// The passes through the stock that a game allows.
pub const PASSES: u8 = 3;

/// When a game is won, and over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Win {
    /// When the pyramid is gone.
    #[default]
    Board,
    /// When all cards are gone, those of the waste and of the stock, too.
    All,
}

/// The rules of Pyramid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pyramid {
    /// When a game is won.
    pub win: Win,
}

/// The table: every card that is still in the game.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The pyramid, apex first; none where a card is gone.
    pub pyramid: [Option<Card>; CARDS],
    /// The waste; the last card is on top.
    pub waste: Vec<Card>,
    /// The stock; the first card is on top.
    pub stock: Vec<Card>,
    /// The pass through the stock, 1 to [`PASSES`].
    pub pass: u8,
}

impl State {
    /// A deck dealt for the start of a game: 28 cards to the pyramid, the rest
    /// to the stock.
    pub fn from_deck(deck: &[Card; 52]) -> Self {
        let mut pyramid = [None; CARDS];
        for (slot, card) in pyramid.iter_mut().zip(deck) {
            *slot = Some(*card);
        }
        Self {
            pyramid,
            waste: Vec::new(),
            stock: deck[CARDS..].to_vec(),
            pass: 1,
        }
    }

    /// Is this place of the pyramid free to play (there is a card, and nothing
    /// covers it)?
    pub fn is_uncovered(&self, slot: usize) -> bool {
        self.pyramid[slot].is_some() && covering(slot).all(|below| self.pyramid[below].is_none())
    }

    /// Every card that can be played now: the pyramid's uncovered cards, then
    /// the stock's top, then the waste's.
    pub fn available(&self) -> Vec<Card> {
        let uncovered = (0..CARDS)
            .filter(|&slot| self.is_uncovered(slot))
            .filter_map(|slot| self.pyramid[slot]);
        uncovered
            .chain(self.stock.first().copied())
            .chain(self.waste.last().copied())
            .collect()
    }

    /// Every card that is still in the game.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let pyramid = self.pyramid.iter().flatten();
        pyramid.chain(&self.waste).chain(&self.stock).copied()
    }

    fn remove(&mut self, card: Card) {
        for slot in &mut self.pyramid {
            if *slot == Some(card) {
                *slot = None;
            }
        }
        self.stock.retain(|other| *other != card);
        self.waste.retain(|other| *other != card);
    }
}

impl Pyramid {
    /// As in Microsoft Solitaire Collection.
    pub const USUAL: Self = Self { win: Win::Board };

    /// The deal with this number in the project's own numbering.
    pub fn deal(&self, number: u64) -> State {
        State::from_deck(&numbering::own_deck(number))
    }

    fn check_available(&self, state: &State, card: Card) -> Result<(), Illegal> {
        if state.available().contains(&card) {
            return Ok(());
        }
        let reason = if state.pyramid.contains(&Some(card)) {
            "is covered"
        } else if state.stock.contains(&card) || state.waste.contains(&card) {
            "is not on top"
        } else {
            "is gone"
        };
        Err(Illegal::because(format!("{card} {reason}")))
    }
}

impl Rules for Pyramid {
    type State = State;
    type Move = Move;

    /// Removals in the order of [`State::available`], then `Draw`, then
    /// `Recycle`.
    fn legal_moves(&self, state: &State) -> Vec<Move> {
        if self.is_won(state) {
            return Vec::new();
        }
        let available = state.available();
        let mut moves = Vec::new();
        for (index, &card) in available.iter().enumerate() {
            if card.rank() == Rank::KING {
                moves.push(Move::Remove(card));
            }
            for &other in &available[index + 1..] {
                moves.extend(Move::pair(card, other));
            }
        }
        if !state.stock.is_empty() {
            moves.push(Move::Draw);
        } else if !state.waste.is_empty() && state.pass < PASSES {
            moves.push(Move::Recycle);
        }
        moves
    }

    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        if self.is_won(state) {
            return Err(Illegal::because("the game is won already"));
        }
        let mut next = state.clone();
        match *move_ {
            Move::Remove(king) => {
                if king.rank() != Rank::KING {
                    return Err(Illegal::because(format!("{king} does not go alone")));
                }
                self.check_available(state, king)?;
                next.remove(king);
            }
            Move::RemovePair(low, high) => {
                if Move::pair(low, high).is_none() {
                    return Err(Illegal::because(format!(
                        "{low} and {high} do not add up to 13"
                    )));
                }
                self.check_available(state, low)?;
                self.check_available(state, high)?;
                next.remove(low);
                next.remove(high);
            }
            Move::Draw => {
                if state.stock.is_empty() {
                    return Err(Illegal::because("the stock is empty"));
                }
                let top = next.stock.remove(0);
                next.waste.push(top);
            }
            Move::Recycle => {
                if !state.stock.is_empty() {
                    return Err(Illegal::because("the stock is not empty"));
                }
                if state.waste.is_empty() {
                    return Err(Illegal::because("the waste is empty"));
                }
                if state.pass == PASSES {
                    return Err(Illegal::because("no passes through the stock are left"));
                }
                next.stock = std::mem::take(&mut next.waste);
                next.pass += 1;
            }
        }
        Ok(next)
    }

    fn is_won(&self, state: &State) -> bool {
        match self.win {
            Win::Board => state.pyramid.iter().all(Option::is_none),
            Win::All => state.cards().next().is_none(),
        }
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            cleared: self.is_won(state),
            score: Some(score::score(state)),
            gone: Some(score::gone_by_rank(state)),
        }
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
