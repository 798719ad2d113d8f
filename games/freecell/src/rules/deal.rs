//! From a deck to the table, for every game of the family.
//!
//! The number of a deal is Microsoft's for all of them, and the layouts are
//! those of PySol and fc-solve, so that deal 24 of Seahaven Towers means the
//! same cards there and here. Two oddities come from there: Baker's Dozen is
//! dealt from the deck's end, and Eight Off fills every other cell.

use patience_core::{Card, Deck, Rank, numbering};

use super::{FreeCell, Layout, State};

impl FreeCell {
    /// Microsoft's deal of this number.
    ///
    /// ```
    /// use patience_freecell::rules::FreeCell;
    /// let deal = FreeCell::FREECELL.deal(1);
    /// assert_eq!(deal.columns[0][0].to_string(), "Jd");
    /// assert_eq!(deal.columns[7][1].to_string(), "3h");
    /// ```
    ///
    /// # Panics
    /// If the number is not in
    /// [`MICROSOFT_NUMBERS`](numbering::MICROSOFT_NUMBERS).
    pub fn deal(&self, number: u64) -> State {
        match numbering::microsoft(number) {
            Some(deck) => self.lay_out(&deck),
            None => panic!("deal {number} is not one of Microsoft's numbers"),
        }
    }

    /// Lays out a deck for the start of a game, the first card dealt first.
    pub fn lay_out(&self, deck: &Deck) -> State {
        let mut state = State {
            columns: (0..self.columns).map(|_| Vec::with_capacity(16)).collect(),
            cells: vec![None; usize::from(self.cells)],
            home: [0; 4],
        };
        let mut cards = deck.to_vec();
        if self.aces_home_first {
            cards.retain(|card| card.rank() != Rank::ACE);
            state.home = [1; 4];
        }
        if self.kings_to_base {
            cards.reverse();
            kings_to_base(&mut cards, usize::from(self.columns));
        }
        let in_cells = cards.split_off(cards.len() - usize::from(self.cells_filled));
        match self.layout {
            Layout::Rows => deal_row(&mut state, &cards, usize::from(self.columns)),
            Layout::RowsSendingHome => self.deal_sending_home(&mut state, &cards),
            Layout::Triangle => {
                let mut rest = cards.as_slice();
                for width in (3..=9).rev() {
                    let (row, after) = rest.split_at(width);
                    deal_row(&mut state, row, width);
                    rest = after;
                }
                deal_row(&mut state, rest, usize::from(self.columns));
            }
        }
        self.fill_cells(&mut state, &in_cells);
        state
    }

    fn deal_sending_home(&self, state: &mut State, cards: &[Card]) {
        for (index, &card) in cards.iter().enumerate() {
            if state.is_next_home(card) {
                state.home[usize::from(card.suit().index())] += 1;
            } else {
                state.columns[index % usize::from(self.columns)].push(card);
            }
        }
    }

    /// With twice as many cells as cards the cards take every other cell; else
    /// they stand in the middle (Seahaven Towers leaves the first cell empty).
    fn fill_cells(&self, state: &mut State, cards: &[Card]) {
        let (first, step) = match (state.cells.len(), cards.len()) {
            (8, 4) => (0, 2),
            (cells, filled) if cells > filled => (1, 1),
            _ => (0, 1),
        };
        for (index, &card) in cards.iter().enumerate() {
            state.cells[first + step * index] = Some(card);
        }
    }
}

/// Deals cards to the first `width` columns, round and round.
fn deal_row(state: &mut State, cards: &[Card], width: usize) {
    for (index, &card) in cards.iter().enumerate() {
        state.columns[index % width].push(card);
    }
}

/// Each King, in the order of the deal, changes places with the lowest card of
/// its column that is not a King.
fn kings_to_base(cards: &mut [Card], columns: usize) {
    let kings: Vec<_> = (0..cards.len())
        .filter(|&index| cards[index].rank() == Rank::KING)
        .collect();
    for king in kings {
        let mut column = (king % columns..king).step_by(columns);
        if let Some(lower) = column.find(|&place| cards[place].rank() != Rank::KING) {
            cards.swap(king, lower);
        }
    }
}
