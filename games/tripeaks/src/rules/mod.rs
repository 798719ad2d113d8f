//! TriPeaks, as in Microsoft Solitaire Collection.
//!
//! ```text
//!       00          01          02
//!     03  04      05  06      07  08
//!   09  10  11  12  13  14  15  16  17
//! 18  19  20  21  22  23  24  25  26  27        waste: 28    stock: 29 (top) .. 51
//! ```
//! An uncovered card of the tableau goes onto the waste when its rank is one
//! above or below that of the waste's top card; King and Ace are neighbours.
//! `Draw` turns the stock's top card onto the waste; there is no second pass.
//! Won when the 28 cards of the tableau are gone.
//!
//! The cards 0 to 17 lie face down until they are uncovered. A card that nobody
//! has seen yet is unknown: it cannot be played, and nothing goes onto it.

mod layout;
mod moves;
mod position;
mod score;
mod text;

use patience_core::{Card, Faults, Rank, numbering};

use patience_rules::{Illegal, Rules, Tally};

pub use layout::{CARDS, FACE_DOWN, PEAKS, ROWS, STOCK, covering, slots_of_row};
pub use moves::Move;
pub use score::{
    FIRST_POINTS, MOST_POINTS, PEAK_BONUS, STREAK_POINTS, bonus_for_peaks, card_points,
};

/// The rules of TriPeaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TriPeaks;

/// The face of a card; none if nobody has seen it yet.
pub type Face = Option<Card>;

/// A place of the tableau.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Slot {
    /// A card lies here.
    Here(Face),
    /// The card that lay here is gone; it may be known which one it was.
    Gone(Face),
}

impl Slot {
    /// The card is gone.
    pub const fn is_gone(self) -> bool {
        matches!(self, Self::Gone(_))
    }

    /// The card that lies or lay here, if anybody knows it.
    pub const fn face(self) -> Face {
        match self {
            Self::Here(face) | Self::Gone(face) => face,
        }
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The tableau, peaks first.
    pub tableau: [Slot; CARDS],
    /// The waste; the last card is on top. A position from the middle of a
    /// game may hold only the top.
    pub waste: Vec<Face>,
    /// The stock; the first card is on top.
    pub stock: Vec<Face>,
    /// Cards played since the last draw.
    pub streak: u8,
    /// Points so far.
    pub score: u32,
}

/// May a card of one rank go onto a card of the other?
///
/// ```
/// use patience_core::Rank;
/// use patience_tripeaks::rules::are_neighbours;
/// assert!(are_neighbours(Rank::ACE, Rank::KING));
/// assert!(are_neighbours(Rank::TEN, Rank::JACK));
/// assert!(!are_neighbours(Rank::TEN, Rank::TEN));
/// ```
pub const fn are_neighbours(one: Rank, other: Rank) -> bool {
    matches!(one.value().abs_diff(other.value()), 1 | 12)
}

impl State {
    /// A deck dealt for the start of a game: 28 cards to the tableau, one to
    /// the waste, the rest to the stock.
    pub fn from_deck(deck: &[Card; 52]) -> Self {
        Self::from_faces(&deck.map(Some))
    }

    /// The same with cards that nobody has seen yet.
    pub fn from_faces(faces: &[Face; 52]) -> Self {
        let mut tableau = [Slot::Here(None); CARDS];
        for (slot, face) in tableau.iter_mut().zip(faces) {
            *slot = Slot::Here(*face);
        }
        Self {
            tableau,
            waste: vec![faces[CARDS]],
            stock: faces[CARDS + 1..].to_vec(),
            streak: 0,
            score: 0,
        }
    }

    /// Is this place free to play (there is a card, and nothing covers it)?
    pub fn is_uncovered(&self, slot: usize) -> bool {
        !self.tableau[slot].is_gone() && covering(slot).all(|below| self.tableau[below].is_gone())
    }

    /// The card on top of the waste, if anybody knows it.
    pub fn waste_top(&self) -> Face {
        self.waste.last().copied().flatten()
    }

    /// Cards of the tableau that are gone.
    pub fn gone(&self) -> usize {
        self.tableau.iter().filter(|slot| slot.is_gone()).count()
    }

    /// Peaks that are gone.
    pub fn peaks_gone(&self) -> usize {
        let peaks = &self.tableau[..PEAKS];
        peaks.iter().filter(|slot| slot.is_gone()).count()
    }

    /// Cards drawn so far.
    pub fn drawn(&self) -> usize {
        STOCK.saturating_sub(self.stock.len())
    }

    /// Cards still in the game that nobody has seen: on the tableau and in the
    /// stock (or on the waste, once drawn).
    pub fn unknown(&self) -> usize {
        let tableau = self.tableau.iter();
        let hidden = tableau.filter(|slot| **slot == Slot::Here(None)).count();
        let piles = self.stock.iter().chain(&self.waste);
        hidden + piles.filter(|face| face.is_none()).count()
    }

    /// The cards that the unknown ones may be: those that appear nowhere, in
    /// the order of their index. There are more of them than unknown cards when
    /// the position does not say which cards are gone.
    pub fn candidates(&self) -> Vec<Card> {
        let tableau = self.tableau.iter().filter_map(|slot| slot.face());
        let piles = self.stock.iter().chain(&self.waste).copied().flatten();
        let seen: Vec<_> = tableau.chain(piles).collect();
        Card::all().filter(|card| !seen.contains(card)).collect()
    }

    /// The place of the tableau where this card lies.
    pub fn slot_of(&self, card: Card) -> Option<usize> {
        let here = Slot::Here(Some(card));
        self.tableau.iter().position(|slot| *slot == here)
    }

    /// The start of this game, with all cards that are known by now; none if the
    /// position does not say which card lay where.
    pub fn start(&self) -> Option<Self> {
        let gone = self.gone();
        if self.waste.len() != 1 + gone + self.drawn() {
            return None;
        }
        let played = self.tableau.iter().filter(|slot| slot.is_gone());
        let played: Vec<_> = played.map(|slot| slot.face()).collect::<Option<_>>()?;
        let mut drawn = self.waste.clone();
        drawn.retain(|face| face.is_none_or(|card| !played.contains(&card)));
        if drawn.len() != 1 + self.drawn() {
            return None;
        }
        Some(Self {
            tableau: self.tableau.map(|slot| Slot::Here(slot.face())),
            waste: vec![drawn[0]],
            stock: drawn[1..].iter().chain(&self.stock).copied().collect(),
            streak: 0,
            score: 0,
        })
    }
}

impl TriPeaks {
    /// The deal with this number in the project's own numbering.
    pub fn deal(&self, number: u64) -> State {
        State::from_deck(&numbering::own_deck(number))
    }

    /// The place of a card that may be played now, or why it may not.
    fn playable(&self, state: &State, card: Card) -> Result<usize, Illegal> {
        let refuse = |reason: String| Err(Illegal::because(reason));
        let Some(slot) = state.slot_of(card) else {
            return refuse(format!("{card} does not lie on the tableau"));
        };
        if !state.is_uncovered(slot) {
            return refuse(format!("{card} is covered"));
        }
        match state.waste_top() {
            None => refuse("nobody knows the card on the waste".into()),
            Some(top) if are_neighbours(top.rank(), card.rank()) => Ok(slot),
            Some(top) => refuse(format!("{card} does not go onto {top}")),
        }
    }
}

impl Rules for TriPeaks {
    type State = State;
    type Move = Move;

    /// Plays in the order of the places, then `Draw`. A card that nobody has
    /// seen cannot be played.
    fn legal_moves(&self, state: &State) -> Vec<Move> {
        if self.is_won(state) {
            return Vec::new();
        }
        let faces = state.tableau.iter().filter_map(|slot| slot.face());
        let mut moves: Vec<_> = faces
            .filter(|card| self.playable(state, *card).is_ok())
            .map(Move::Play)
            .collect();
        if !state.stock.is_empty() {
            moves.push(Move::Draw);
        }
        moves
    }

    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        if *move_ == Move::StartOver {
            return state.start().ok_or_else(|| {
                Illegal::because("the position does not say which card lay where at the start")
            });
        }
        if self.is_won(state) {
            return Err(Illegal::because("the game is won already"));
        }
        let mut next = state.clone();
        if let Move::Play(card) = *move_ {
            let slot = self.playable(state, card)?;
            next.tableau[slot] = Slot::Gone(Some(card));
            next.waste.push(Some(card));
            next.score += card_points(state.streak);
            next.score += bonus_for_peaks(next.peaks_gone()) - bonus_for_peaks(state.peaks_gone());
            next.streak += 1;
        } else {
            if state.stock.is_empty() {
                return Err(Illegal::because("the stock is empty"));
            }
            let top = next.stock.remove(0);
            next.waste.push(top);
            next.streak = 0;
        }
        Ok(next)
    }

    fn is_won(&self, state: &State) -> bool {
        state.tableau.iter().all(|slot| slot.is_gone())
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            cleared: self.is_won(state),
            score: Some(state.score),
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

    fn read_state(&self, text: &str) -> Result<State, Faults> {
        text::read(text)
    }
}

#[cfg(test)]
mod tests;
