//! A position in 125 bits: what each card lies on.
//!
//! ```text
//! bits 109..125   cards at home, four bits a suit
//! bits  98..109   the last two cards of five digits, the four Kings
//! bits   0.. 98   fourteen groups of seven bits: three cards of five digits
//!
//! digit  0 where it lay at the start (or at home)   3 on that of suit ^ 2
//!        1 in a cell                                4 at the base of a column
//!        2 on the higher card of suit ^ 1
//! ```
//! A card other than a King can lie on one of two cards, at a base, in a cell,
//! or where it lay at the start: five digits, and 5^3 = 125 fits in seven
//! bits. A King is at its place, in a cell or at a base: three. An Ace is at its
//! place or at home, because it goes home as soon as it can: none. The key does
//! not tell which column or cell it is, so positions that differ only in the
//! order of columns and cells have the same key. Two different positions never
//! do: each digit has one meaning (a place that is both "the start" and one of
//! the others is written 0), and the digits determine what lies on what.
//!
//! A move changes the digit of one card, so a key is updated by an addition.
//!
//! The idea is that of [`packing`](crate::solver::packing), but that one serves
//! every game, so each card has its own radix, and reading a key takes a division
//! for each card. Here a table gives three digits at once: a whole board is read
//! in 0.31 us, where those divisions alone take 0.38 us. These searches read a
//! key for every position. Besides, the bound keeps its own numbers in the bits
//! above the first 109 (see `bound/known.rs`).

use crate::solver::cards::{BASE, CELL, NOTHING, rank, suit};

use super::{Board, CELLS, COLUMNS, HEIGHT};

const FIRST_HOME_BIT: u32 = 109;
const FIRST_ODD_BIT: u32 = 98;
const GROUPS: usize = 14;

/// How positions that come from one start are packed.
#[derive(Clone, Debug)]
pub(crate) struct KeyCoder {
    /// What each card lay on at the start.
    dealt: [u8; 64],
    /// What each digit of a card adds to the key.
    worth: [[u128; 8]; 64],
    /// What a card lies on when it has a digit.
    under: [[u8; 8]; 64],
    columns: u8,
    cell_count: u8,
}

/// The three digits in a group of seven bits.
const DIGITS: [[u8; 3]; 128] = {
    let mut digits = [[0; 3]; 128];
    let mut group = 0;
    while group < 125 {
        digits[group] = [(group % 5) as u8, (group / 5 % 5) as u8, (group / 25) as u8];
        group += 1;
    }
    digits
};

/// The suits in the order of the key, and the place of a suit in that order:
/// clubs, diamonds, spades, hearts. The order in which a key is read decides
/// that of the columns, and so which of two equally good moves comes first.
/// Another order would be another search.
const SUITS: [u8; 4] = [0, 1, 3, 2];

/// The 44 cards with five digits, in the order of their weights: rank by rank.
const CARDS: [u8; 44] = {
    let mut cards = [0; 44];
    let mut index = 0;
    while index < 44 {
        cards[index] = 4 * (1 + index as u8 / 4) + SUITS[index % 4];
        index += 1;
    }
    cards
};

impl KeyCoder {
    /// For all positions that can be reached from this one.
    pub fn new(start: &Board) -> Self {
        let mut coder = Self {
            dealt: [NOTHING; 64],
            worth: [[0; 8]; 64],
            under: [[NOTHING; 8]; 64],
            columns: start.columns,
            cell_count: start.cell_count,
        };
        for column in 0..usize::from(start.columns) {
            for height in 0..usize::from(start.height[column]) {
                let card = start.cards[column][height];
                coder.dealt[usize::from(card)] = start.under(column, height);
            }
        }
        for (index, card) in CARDS.into_iter().enumerate() {
            let weight = if index < 3 * GROUPS {
                [1u128, 5, 25][index % 3] << (7 * (index / 3))
            } else {
                [1u128, 5][index - 3 * GROUPS] << FIRST_ODD_BIT
            };
            for digit in 0..5 {
                coder.worth[usize::from(card)][digit] = weight * digit as u128;
            }
            let higher = card + 4;
            coder.under[usize::from(card)][..5].copy_from_slice(&[
                coder.dealt[usize::from(card)],
                CELL,
                higher ^ 1,
                higher ^ 2,
                BASE,
            ]);
        }
        for (suit, weight) in SUITS.into_iter().zip([25u128, 75, 225, 675]) {
            let (ace, king) = (usize::from(suit), usize::from(48 + suit));
            let weight = weight << FIRST_ODD_BIT;
            coder.worth[king][1] = weight;
            coder.worth[king][4] = 2 * weight;
            coder.under[king][..3].copy_from_slice(&[coder.dealt[king], CELL, BASE]);
            coder.under[ace][0] = coder.dealt[ace];
        }
        coder
    }

    /// Did a card lie on this at the start?
    #[inline]
    pub fn is_dealt(&self, card: u8, under: u8) -> bool {
        self.dealt[usize::from(card) & 63] == under
    }

    /// The part of the key for what a card lies on.
    #[inline]
    pub fn worth(&self, card: u8, under: u8) -> u128 {
        let card_index = usize::from(card) & 63;
        let digit = if self.dealt[card_index] == under {
            0
        } else if under == CELL {
            1
        } else if under == BASE {
            4
        } else if suit(under) == suit(card) ^ 1 {
            2
        } else {
            3
        };
        self.worth[card_index][digit]
    }

    /// The part of the key that counts one card of a suit at home.
    #[inline]
    pub const fn one_home(card: u8) -> u128 {
        1 << (FIRST_HOME_BIT + 4 * SUITS[suit(card)] as u32)
    }

    /// The key of a position.
    pub fn key(&self, board: &Board) -> u128 {
        let mut key = 0;
        for column in 0..usize::from(self.columns) {
            for height in 0..usize::from(board.height[column]) {
                let card = board.cards[column][height];
                key += self.worth(card, board.under(column, height));
            }
        }
        for &card in &board.cells[..usize::from(self.cell_count)] {
            if card != NOTHING {
                key += self.worth(card, CELL);
            }
        }
        for suit in 0..4 {
            key += Self::one_home(suit) * u128::from(board.home[usize::from(suit)]);
        }
        key
    }

    /// The position of a key; its columns and cells in the order of the cards.
    #[cfg(test)]
    pub fn board(&self, key: u128) -> Board {
        let mut board = Board::empty(self.columns, self.cell_count);
        self.read(key, &mut board);
        board
    }

    /// Puts the position of a key on a board of this game.
    pub fn read(&self, key: u128, board: &mut Board) {
        board.height = [0; COLUMNS];
        board.cells = [NOTHING; CELLS];
        for (suit, home) in SUITS.into_iter().zip(&mut board.home) {
            *home = ((key >> (FIRST_HOME_BIT + 4 * u32::from(suit))) & 15) as u8;
        }
        // 1. What lies on each card, and which cards are bases or in cells.
        let mut above = [NOTHING; 64];
        let mut bases = [NOTHING; 64];
        let mut columns = 0;
        let mut cells = 0;
        let home = board.home;
        let mut place = |card: u8, under: u8| {
            if rank(card) <= home[suit(card)] {
            } else if under < CELL {
                above[usize::from(under) & 63] = card;
            } else if under == BASE {
                bases[columns & 63] = card;
                columns += 1;
            } else {
                board.cells[cells & 7] = card;
                cells += 1;
            }
        };
        for group in 0..GROUPS {
            let digits = DIGITS[(key >> (7 * group)) as usize & 127];
            for (part, digit) in digits.into_iter().enumerate() {
                let card = CARDS[3 * group + part];
                place(
                    card,
                    self.under[usize::from(card) & 63][usize::from(digit) & 7],
                );
            }
        }
        let mut odd = (key >> FIRST_ODD_BIT) as u32 & 0x7ff;
        for card in &CARDS[3 * GROUPS..] {
            let card = *card;
            place(card, self.under[usize::from(card) & 63][odd as usize % 5]);
            odd /= 5;
        }
        for ace in SUITS {
            let king = 48 + ace;
            place(king, self.under[usize::from(king) & 63][odd as usize % 3]);
            odd /= 3;
            place(ace, self.under[usize::from(ace) & 63][0]);
        }
        // 2. Columns from their bases up.
        for (column, &base) in bases[..columns.min(13)].iter().enumerate() {
            let cards = &mut board.cards[column];
            let mut card = base;
            let mut height = 0;
            while card != NOTHING {
                cards[height & (HEIGHT - 1)] = card;
                height += 1;
                card = above[usize::from(card) & 63];
            }
            board.height[column] = height as u8;
        }
    }
}
