//! The board as this solver packs it.
//!
//! ```text
//! card    as in `solver::cards`
//! column  0 ..= 12 on the board, CELLS and GONE for cards that are in none
//!
//! below [64]   card -> what it lies on: a card, BASE, CELL or HOME
//! column[64]   card -> its column                     top   [16]  column -> its last card, or NOTHING
//! depth [64]   card -> cards under it in the column   height[16]  column -> cards in it
//!
//! Sets of cards, one bit for each:
//! cells    in cells              tops     the last cards of columns
//! nexts    the next to go home   ordered  in the built run that ends at the top of a column
//! ```
//! A cell is a column of one card that lies on CELL, and home counts as a column
//! of height one. So the number of cards above a card can be computed without
//! asking first where it is.
//!
//! The links (card, what it lies on) determine the position except for the order
//! of columns and cells. So any sum over the links is a function of the position,
//! and a move changes one term of it, however long the run: [`Board::apply`]
//! reports the link that changes.
//!
//! Indices are masked, so that the compiler needs no bounds checks.

use crate::solver::cards::{BASE, CELL, Card, HOME, NEVER, NOTHING, bit, fits, is_red};
use crate::solver::home::{GoHome, is_safe_by_colour};

/// The column of cards in cells. As the target of a move: any empty cell.
pub(super) const CELLS: u8 = 14;
/// The column of cards at home. As the target of a move: home.
pub(super) const GONE: u8 = 15;

/// The most columns that there can be.
pub(super) const MOST_COLUMNS: usize = 13;

/// For each card the two that it may be built on.
pub(super) const BUILT_ON: [[Card; 2]; 64] = built_on();

const fn built_on() -> [[Card; 2]; 64] {
    let mut table = [[NEVER; 2]; 64];
    let mut card = 0;
    while card < 52 {
        let higher = (card as Card & !3) + 4;
        if higher < 52 {
            // The black suits are 0 and 3, the red ones 1 and 2.
            let suits = if is_red(card as Card) { [0, 3] } else { [1, 2] };
            table[card] = [higher + suits[0], higher + suits[1]];
        }
        card += 1;
    }
    table
}

/// A move: this card, with all that lies on it, goes there (a column, CELLS or
/// GONE). The board knows where it comes from and how many cards go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub card: Card,
    pub to: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub below: [Card; 64],
    pub column: [u8; 64],
    pub depth: [u8; 64],
    pub top: [Card; 16],
    pub height: [u8; 16],
    pub cells: u64,
    pub tops: u64,
    pub nexts: u64,
    pub ordered: u64,
    /// By suit: the highest rank at home.
    pub home: [u8; 4],
    pub used_cells: u8,
    pub empty_columns: u8,
    /// Cards in columns and cells.
    pub left: u8,
}

impl Board {
    /// A board with so many empty columns and these ranks at home.
    pub fn empty(columns: u8, home: [u8; 4]) -> Self {
        let mut board = Self {
            below: [HOME; 64],
            column: [GONE; 64],
            depth: [0; 64],
            top: [NOTHING; 16],
            height: [0; 16],
            cells: 0,
            tops: 0,
            nexts: 0,
            ordered: 0,
            home,
            used_cells: 0,
            empty_columns: columns,
            left: 0,
        };
        board.height[CELLS as usize] = 1;
        board.height[GONE as usize] = 1;
        for suit in 0..4 {
            board.nexts |= bit(board.next_home(suit));
        }
        board
    }

    /// Lays a card on a column, built or not.
    pub fn lay(&mut self, card: Card, column: u8) {
        let (at, index) = (column as usize, card as usize);
        let top = self.top[at];
        if top == NOTHING {
            self.empty_columns -= 1;
            self.below[index] = BASE;
        } else {
            self.below[index] = top;
            self.tops &= !bit(top);
            if !fits(card, top) {
                let mut covered = top;
                while self.ordered & bit(covered) != 0 {
                    self.ordered &= !bit(covered);
                    covered = self.below(covered);
                }
            }
        }
        self.column[index] = column;
        self.depth[index] = self.height[at];
        self.top[at] = card;
        self.height[at] += 1;
        self.tops |= bit(card);
        self.ordered |= bit(card);
        self.left += 1;
    }

    /// Puts a card into a cell.
    pub fn hold(&mut self, card: Card) {
        self.below[card as usize] = CELL;
        self.column[card as usize] = CELLS;
        self.cells |= bit(card);
        self.used_cells += 1;
        self.left += 1;
    }

    #[inline]
    pub fn below(&self, card: Card) -> Card {
        self.below[(card & 63) as usize]
    }

    #[inline]
    pub fn column(&self, card: Card) -> u8 {
        self.column[(card & 63) as usize]
    }

    #[inline]
    pub fn depth(&self, card: Card) -> u8 {
        self.depth[(card & 63) as usize]
    }

    #[inline]
    pub fn top(&self, column: u8) -> Card {
        self.top[(column & 15) as usize]
    }

    #[inline]
    pub fn height(&self, column: u8) -> u8 {
        self.height[(column & 15) as usize]
    }

    /// How many cards go when this one moves.
    #[inline]
    pub fn cards_from(&self, card: Card) -> u8 {
        self.height(self.column(card)) - self.depth(card)
    }

    /// The next card that this suit takes home.
    #[inline]
    pub fn next_home(&self, suit: u8) -> Card {
        4 * self.home[(suit & 3) as usize] + suit
    }

    #[inline]
    pub fn is_won(&self) -> bool {
        self.left == 0
    }

    /// The cards that can go home now.
    #[inline]
    pub fn free_to_go(&self) -> u64 {
        self.nexts & (self.tops | self.cells)
    }

    /// Makes a move and reports the one link that it changes: the card, what it
    /// lay on, what it lies on now. The move must be legal.
    #[inline]
    pub fn apply(&mut self, step: Step, changed: &mut impl FnMut(Card, Card, Card)) {
        let Step { card, to } = step;
        let from = self.column(card);
        let under = self.below(card);
        let over = self.landing(to);
        changed(card, under, over);
        // 1. It leaves. In a column, another card becomes free.
        let lowest = self.depth(card);
        let last = if from == CELLS {
            self.cells &= !bit(card);
            self.used_cells -= 1;
            card
        } else {
            let at = (from & 15) as usize;
            let last = self.top[at];
            self.height[at] = lowest;
            if under == BASE {
                self.top[at] = NOTHING;
                self.empty_columns += 1;
            } else {
                self.top[at] = under;
                self.tops |= bit(under);
                if self.ordered & bit(under) == 0 {
                    self.find_run(under);
                }
            }
            last
        };
        // 2. It arrives; in a column with all that lies on it.
        let index = (card & 63) as usize;
        self.below[index] = over;
        if to < CELLS {
            self.receive(card, lowest, to, last);
            return;
        }
        self.tops &= !bit(card);
        self.ordered &= !bit(card);
        self.column[index] = to;
        self.depth[index] = 0;
        if to == CELLS {
            self.cells |= bit(card);
            self.used_cells += 1;
        } else {
            self.nexts ^= 0x11 << card;
            self.home[(card & 3) as usize] += 1;
            self.left -= 1;
        }
    }

    /// What a card lies on after a move to this place.
    #[inline]
    pub fn landing(&self, to: u8) -> Card {
        match to {
            CELLS => CELL,
            GONE => HOME,
            _ => match self.top(to) {
                NOTHING => BASE,
                top => top,
            },
        }
    }

    /// The cards from `card` (which had `lowest` cards under it) up to `last`
    /// come to a column where they may lie.
    #[inline]
    fn receive(&mut self, card: Card, lowest: u8, to: u8, last: Card) {
        let at = (to & 15) as usize;
        let height = self.height[at];
        if height == 0 {
            self.empty_columns -= 1;
        } else {
            self.tops &= !bit(self.top[at]);
        }
        self.tops |= bit(last);
        self.ordered |= bit(last);
        let mut moved = last;
        loop {
            let index = (moved & 63) as usize;
            self.column[index] = to;
            self.depth[index] = self.depth[index] - lowest + height;
            if moved == card {
                break;
            }
            moved = self.below[index];
        }
        self.height[at] = self.depth(last) + 1;
        self.top[at] = last;
    }

    /// The card at the top of a column is free now: finds the run that ends with
    /// it.
    #[inline]
    fn find_run(&mut self, top: Card) {
        let mut card = top;
        loop {
            self.ordered |= bit(card);
            let under = self.below(card);
            if !fits(card, under) {
                break;
            }
            card = under;
        }
    }

    /// Sends home what goes automatically, until nothing more goes.
    #[inline]
    pub fn go_home(&mut self, which: GoHome, changed: &mut impl FnMut(Card, Card, Card)) {
        while let Some(card) = self.goes_home(which) {
            self.send(card, changed);
        }
    }

    /// Sends home a card that can go: [`Board::apply`] without what only other
    /// moves need. Two moves of three are of this kind.
    #[inline]
    pub fn send(&mut self, card: Card, changed: &mut impl FnMut(Card, Card, Card)) {
        let index = (card & 63) as usize;
        let under = self.below[index];
        changed(card, under, HOME);
        let from = (self.column[index] & 15) as usize;
        if from == CELLS as usize {
            self.cells &= !bit(card);
            self.used_cells -= 1;
        } else {
            self.height[from] -= 1;
            self.tops &= !bit(card);
            self.ordered &= !bit(card);
            if under == BASE {
                self.top[from] = NOTHING;
                self.empty_columns += 1;
            } else {
                self.top[from] = under;
                self.tops |= bit(under);
                if self.ordered & bit(under) == 0 {
                    self.find_run(under);
                }
            }
        }
        self.below[index] = HOME;
        self.column[index] = GONE;
        self.depth[index] = 0;
        self.nexts ^= 0x11 << card;
        self.home[(card & 3) as usize] += 1;
        self.left -= 1;
    }

    /// The lowest card that goes home automatically. The order does not matter:
    /// a card that can go, or is safe, stays so.
    #[inline]
    pub fn goes_home(&self, which: GoHome) -> Option<Card> {
        let mut free = self.free_to_go();
        while free != 0 {
            let card = free.trailing_zeros() as Card;
            if which == GoHome::All || is_safe_by_colour(card, &self.home) {
                return Some(card);
            }
            free &= free - 1;
        }
        None
    }

    /// How many cards a run to a column with cards may have.
    #[inline]
    pub fn capacity(&self, cells: u8) -> u8 {
        (cells - self.used_cells + 1) << self.empty_columns.min(4)
    }

    /// The cards that fit on the top card of some column.
    #[inline]
    pub fn wanted_by_tops(&self) -> u64 {
        let (black, red) = ranks_by_colour(self.tops);
        ((black >> 4) * RED) | ((red >> 4) * BLACK)
    }

    /// The cards that a card in a cell or in the run at the end of a column fits on.
    #[inline]
    pub fn waited_for(&self) -> u64 {
        let (black, red) = ranks_by_colour(self.ordered | self.cells);
        ((black << 4) * RED) | ((red << 4) * BLACK)
    }
}

/// A card's four bits in a set are its rank's: clubs 1, diamonds 2, hearts 4,
/// spades 8.
const BLACK: u64 = 0b1001;
const RED: u64 = 0b0110;

/// The lowest bit of each rank that has a black card in a set, and of each that has
/// a red one.
#[inline]
const fn ranks_by_colour(set: u64) -> (u64, u64) {
    const LOWEST: u64 = 0x1111_1111_1111_1111;
    ((set | set >> 3) & LOWEST, (set >> 1 | set >> 2) & LOWEST)
}
