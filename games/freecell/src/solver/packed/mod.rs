//! The packed board of the short and the shortest solver. Cards are numbered as
//! in [`cards`](super::cards).
//!
//! [`Board`] is a position that can be played on; [`key`] packs one into 125
//! bits and back. Columns and cells keep their places on a board, so that a
//! solution can be replayed move by move. A board that is read from a key has
//! them in another order, which changes no answer.
//!
//! Invariants: a column holds fewer than [`HEIGHT`] cards, each card of the deck
//! is in exactly one place, `home[suit]` is how many cards of it are at home.

pub(crate) mod candidates;
pub(crate) mod convert;
pub(crate) mod key;
pub(crate) mod path;

use crate::rules::{Move, Place};

use super::cards::{BASE, CELL, NOTHING, bit, fits, rank, suit, up_to};
use super::home::{GoHome, is_safe_by_colour};

/// More than the cards of any column: what it starts with, and twelve in order
/// on top of them. A start with taller columns is refused.
pub(crate) const HEIGHT: usize = 32;
/// The tallest column that a start may have.
pub(crate) const START_HEIGHT: usize = HEIGHT - 13;
/// The most columns (13), rounded up to a power of two for cheap indexing.
pub(crate) const COLUMNS: usize = 16;
/// The most cells.
pub(crate) const CELLS: usize = 8;

/// A position to play on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Cards of each column, base first.
    pub cards: [[u8; HEIGHT]; COLUMNS],
    /// How many of them there are.
    pub height: [u8; COLUMNS],
    /// Cards in cells, [`NOTHING`] for an empty one.
    pub cells: [u8; CELLS],
    /// By suit: the highest rank at home, 0 for none.
    pub home: [u8; 4],
    /// Columns in the game.
    pub columns: u8,
    /// Cells in the game.
    pub cell_count: u8,
}

impl Board {
    /// A board without cards.
    pub const fn empty(columns: u8, cell_count: u8) -> Self {
        Self {
            cards: [[NOTHING; HEIGHT]; COLUMNS],
            height: [0; COLUMNS],
            cells: [NOTHING; CELLS],
            home: [0; 4],
            columns,
            cell_count,
        }
    }

    /// The top card of a column, or [`NOTHING`].
    #[inline]
    pub fn top(&self, column: usize) -> u8 {
        match self.height[column & 15] {
            0 => NOTHING,
            height => self.cards[column & 15][(height as usize - 1) & 31],
        }
    }

    /// What the card at a height of a column lies on.
    #[inline]
    pub fn under(&self, column: usize, height: usize) -> u8 {
        match height {
            0 => BASE,
            _ => self.cards[column & 15][(height - 1) & 31],
        }
    }

    /// Columns without cards.
    #[inline]
    pub fn empty_columns(&self) -> u32 {
        let columns = &self.height[..usize::from(self.columns)];
        columns.iter().map(|&height| u32::from(height == 0)).sum()
    }

    /// Cells without cards.
    #[inline]
    pub fn empty_cells(&self) -> u32 {
        let cells = &self.cells[..usize::from(self.cell_count)];
        cells.iter().map(|&card| u32::from(card == NOTHING)).sum()
    }

    /// How many cards are at home.
    pub fn cards_home(&self) -> u32 {
        self.home.iter().map(|&rank| u32::from(rank)).sum()
    }

    /// The cards at home and in cells: those that lie on nothing.
    #[inline]
    pub fn free_cards(&self) -> u64 {
        let mut free = 0;
        for (suit, &top) in self.home.iter().enumerate() {
            free |= up_to(top, suit);
        }
        for &card in &self.cells[..usize::from(self.cell_count)] {
            if card != NOTHING {
                free |= bit(card);
            }
        }
        free
    }

    /// Is this the next card of its suit?
    #[inline]
    pub fn can_go_home(&self, card: u8) -> bool {
        card != NOTHING && self.home[suit(card)] + 1 == rank(card)
    }

    /// Can this card go home, and does it go automatically?
    #[inline]
    pub fn goes_home(&self, card: u8, which: GoHome) -> bool {
        self.can_go_home(card) && (which == GoHome::All || is_safe_by_colour(card, &self.home))
    }

    /// Sends cards home until no more go automatically. Reports each one: where
    /// it comes from, the card, and what it lay on.
    pub fn send_home(&mut self, go_home: GoHome, mut report: impl FnMut(Place, u8, u8)) {
        loop {
            let before = self.home;
            for column in 0..usize::from(self.columns) {
                while self.goes_home(self.top(column), go_home) {
                    let card = self.top(column);
                    let height = usize::from(self.height[column & 15]);
                    let under = self.under(column, height - 1);
                    report(Place::Column(column as u8), card, under);
                    self.height[column & 15] -= 1;
                    self.home[suit(card)] += 1;
                }
            }
            for cell in 0..usize::from(self.cell_count) {
                let card = self.cells[cell];
                if self.goes_home(card, go_home) {
                    report(Place::Cell(cell as u8), card, CELL);
                    self.cells[cell] = NOTHING;
                    self.home[suit(card)] += 1;
                }
            }
            if self.home == before {
                return;
            }
        }
    }

    /// Makes a move. It must be legal.
    pub fn play(&mut self, move_: Move) {
        let mut moved = [NOTHING; 16];
        let count = usize::from(move_.cards);
        match move_.from {
            Place::Column(column) => {
                let column = usize::from(column) & 15;
                let height = usize::from(self.height[column]);
                moved[..count].copy_from_slice(&self.cards[column][height - count..height]);
                self.height[column] -= move_.cards;
            }
            Place::Cell(cell) => {
                moved[0] = std::mem::replace(&mut self.cells[usize::from(cell) & 7], NOTHING);
            }
            Place::Home => unreachable!("a card at home stays"),
        }
        match move_.to {
            Place::Column(column) => {
                let column = usize::from(column) & 15;
                let height = usize::from(self.height[column]);
                self.cards[column][height..height + count].copy_from_slice(&moved[..count]);
                self.height[column] += move_.cards;
            }
            Place::Cell(cell) => self.cells[usize::from(cell) & 7] = moved[0],
            Place::Home => self.home[suit(moved[0])] += 1,
        }
    }

    /// How many cards may go at once to a column that holds cards; half as
    /// many to an empty one.
    #[inline]
    pub fn capacity(&self) -> u32 {
        (self.empty_cells() + 1) << self.empty_columns()
    }

    /// How many cards on top of a column lie in order.
    #[inline]
    pub fn run_length(&self, column: usize) -> usize {
        let height = usize::from(self.height[column & 15]);
        let cards = &self.cards[column & 15];
        let mut length = height.min(1);
        while length < height
            && fits(
                cards[(height - length) & 31],
                cards[(height - length - 1) & 31],
            )
        {
            length += 1;
        }
        length
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::candidates::{Generator, Look, Play};
    use super::key::KeyCoder;
    use super::*;
    use crate::rules::{FreeCell, State};
    use crate::solver::beam::scores::{Scores, WEIGHTS};
    use patience_core::numbering::SplitMix64;
    use patience_rules::Rules;

    /// The positions of a random game that prefers home moves, so that it gets
    /// far.
    pub(crate) fn random_game(rules: &FreeCell, deal: u64, most: usize) -> Vec<State> {
        let mut numbers = SplitMix64::new(deal);
        let mut state = rules.deal(deal);
        let mut states = vec![state.clone()];
        for _ in 0..most {
            let moves = rules.legal_moves(&state);
            let home = moves.iter().position(|move_| move_.to == Place::Home);
            let Some(pick) =
                home.or_else(|| (!moves.is_empty()).then(|| numbers.below(moves.len())))
            else {
                break;
            };
            state = rules.play(&state, &moves[pick]).unwrap();
            states.push(state.clone());
        }
        states
    }

    /// FreeCell as it is, and with other numbers of columns and cells.
    pub(crate) fn games() -> Vec<FreeCell> {
        let game = |columns, cells| {
            let game = FreeCell::FREECELL.with_columns(columns).unwrap();
            game.with_cells(cells).unwrap()
        };
        vec![
            game(8, 4),
            game(8, 1),
            game(6, 8),
            game(13, 2),
            game(4, 8),
            game(9, 0),
        ]
    }

    #[test]
    fn a_key_reads_back_as_the_same_position() {
        for rules in games() {
            for deal in 1..=20 {
                let states = random_game(&rules, deal, 60);
                let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
                for state in &states {
                    let mut board = convert::pack(&rules, state).unwrap();
                    board.send_home(GoHome::Safe, |_, _, _| {});
                    let key = coder.key(&board);
                    let read = coder.board(key);
                    let columns = |board: &Board| {
                        let mut columns: Vec<_> = (0..usize::from(board.columns))
                            .map(|column| {
                                board.cards[column][..usize::from(board.height[column])].to_vec()
                            })
                            .collect();
                        columns.sort();
                        columns
                    };
                    assert_eq!(columns(&board), columns(&read));
                    assert_eq!(board.free_cards(), read.free_cards());
                    assert_eq!((board.home, key), (read.home, coder.key(&read)));
                }
            }
        }
    }

    #[test]
    fn candidates_are_the_legal_moves_of_the_reference_rules() {
        for rules in games() {
            for deal in 1..=20 {
                for go_home in [GoHome::Safe, GoHome::All] {
                    compare_candidates(&rules, deal, go_home);
                }
            }
        }
    }

    fn compare_candidates(rules: &FreeCell, deal: u64, go_home: GoHome) {
        let states = random_game(rules, deal, 60);
        let coder = KeyCoder::new(&convert::pack(rules, &states[0]).unwrap());
        let look = Scores::new(&WEIGHTS);
        let settled = |state: &State| {
            let mut board = convert::pack(rules, state).unwrap();
            board.send_home(go_home, |_, _, _| {});
            board
        };
        for state in &states {
            let board = convert::pack(rules, state).unwrap();
            if settled(state) != board {
                continue;
            }
            let key = coder.key(&board);
            let mut wanted: Vec<_> = rules
                .legal_moves(state)
                .iter()
                .map(|move_| settled(&rules.play(state, move_).unwrap()))
                .map(|board| (coder.key(&board), look.at(&board)))
                .filter(|(after, _)| *after != key)
                .map(|(after, shape)| (after, format!("{shape:?}")))
                .collect();
            let play = Play {
                go_home,
                single_cards: false,
            };
            let generator = Generator {
                coder: &coder,
                play,
                board: &board,
                key,
                look: &look,
                shape: look.at(&board),
            };
            let mut found = Vec::new();
            generator.all(|candidate| {
                found.push((candidate.key, format!("{:?}", candidate.shape)));
            });
            wanted.sort();
            wanted.dedup();
            found.sort();
            found.dedup();
            assert_eq!(wanted, found, "deal {deal} of {}", rules.name);
        }
    }
}
