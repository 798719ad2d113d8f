//! The table of the search: read from a key, changed by moves, and changed back.

use crate::rules::{Home, State};

use crate::solver::cards::{BASE, CELL, HOME, cards_of, rank, suit};
use crate::solver::packing::{Below, Key, Packing, mix};
use crate::solver::terms::Terms;

/// The card, and all that lies on it, goes onto this: a card, `CELL`, `BASE`
/// or `HOME`. It does not depend on the order of the columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    pub card: u8,
    pub onto: u8,
}

/// How a step is taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    card: u8,
    below: u8,
    /// The column it came from; `IN_CELL` from a cell.
    column: u8,
    to: u8,
}

const IN_CELL: u8 = 13;
const AT_HOME: u8 = 14;

/// Columns, cells, home, and the key that always belongs to them.
#[derive(Clone, Debug)]
pub(super) struct Board<const W: usize> {
    pub column: [[u8; 52]; 13],
    pub height: [u8; 13],
    /// A card's column, `IN_CELL` or `AT_HOME`.
    place: [u8; 52],
    /// Its index in the column.
    index: [u8; 52],
    /// The cards in cells.
    pub cells: u64,
    pub home: [u8; 4],
    pub key: Key<W>,
    /// Cards on the table.
    pub left: u32,
    /// Cards that still lie where they lay at the start, not built.
    pub unbuilt: u32,
    /// What lies under the cards without a choice, for reading keys.
    fixed: Below,
}

impl<const W: usize> Board<W> {
    /// An empty table for this packing.
    fn new(packing: &Packing<W>) -> Self {
        Self {
            column: [[0; 52]; 13],
            height: [0; 13],
            place: [AT_HOME; 52],
            index: [0; 52],
            cells: 0,
            home: [0; 4],
            key: [0; W],
            left: 0,
            unbuilt: 0,
            fixed: packing.fixed(),
        }
    }

    /// The table with this position of the rules.
    pub fn at(start: &State, packing: &Packing<W>) -> Self {
        let (below, home) = super::start::below(start);
        let mut board = Self::new(packing);
        board.set_up(&below, home, packing);
        board
    }

    /// Makes this the position of the key. Columns come in the order of their
    /// base cards.
    pub fn unpack(&mut self, key: &Key<W>, packing: &Packing<W>) {
        let mut below = self.fixed;
        packing.unpack(key, &mut below, &mut self.home);
        self.key = *key;
        self.lay(&below, packing);
    }

    /// The position with these cards at home and on the table.
    fn set_up(&mut self, below: &Below, home: [u8; 4], packing: &Packing<W>) {
        self.home = home;
        self.key = packing.key(below, home);
        self.lay(below, packing);
    }

    fn lay(&mut self, below: &Below, packing: &Packing<W>) {
        const NOTHING: u8 = u8::MAX;
        let mut above = [NOTHING; 64];
        let mut bases = 0u64;
        self.cells = 0;
        self.left = 0;
        self.unbuilt = 0;
        let mut table = packing.present;
        for (suit, &top) in self.home.iter().enumerate() {
            table &= !(((1u64 << (4 * top)) - 1) & (0x1_1111_1111_1111 << suit));
        }
        for card in cards_of(table) {
            let under = below[usize::from(card)];
            match under {
                CELL => {
                    self.cells |= 1 << card;
                    self.place[usize::from(card)] = IN_CELL;
                }
                BASE => bases |= 1 << card,
                parent => {
                    above[usize::from(parent)] = card;
                    self.unbuilt += u32::from(packing.unbuilt[usize::from(card)] == parent);
                }
            }
        }
        self.left = table.count_ones();
        for card in cards_of(packing.present & !table) {
            self.place[usize::from(card)] = AT_HOME;
        }
        self.height = [0; 13];
        for (column, base) in cards_of(bases).enumerate() {
            let mut card = base;
            let mut height = 0;
            while card != NOTHING {
                self.column[column][height] = card;
                self.place[usize::from(card)] = column as u8;
                self.index[usize::from(card)] = height as u8;
                height += 1;
                card = above[usize::from(card)];
            }
            self.height[column] = height as u8;
        }
    }

    /// The top card of a column.
    #[inline]
    pub fn top(&self, column: usize) -> Option<u8> {
        let height = usize::from(self.height[column]);
        (height > 0).then(|| self.column[column][height - 1])
    }

    /// The column of a card that lies in one.
    #[inline]
    pub fn column_of(&self, card: u8) -> Option<usize> {
        let column = self.place[usize::from(card)];
        (column < IN_CELL).then_some(usize::from(column))
    }

    /// How many cards lie on this one; none on a card that is in a cell, at
    /// home or not in the game.
    #[inline]
    pub fn cards_on(&self, card: u8) -> u32 {
        let column = self.place[usize::from(card)];
        if column >= IN_CELL {
            return 0;
        }
        u32::from(self.height[usize::from(column)] - 1 - self.index[usize::from(card)])
    }

    /// Can this card be taken: is it in a cell, or on top of a column?
    #[inline]
    pub fn is_free(&self, card: u8) -> bool {
        match self.place[usize::from(card)] {
            AT_HOME => false,
            IN_CELL => true,
            column => self.index[usize::from(card)] + 1 == self.height[usize::from(column)],
        }
    }

    /// Is this card at home?
    #[inline]
    pub fn is_home(&self, card: u8) -> bool {
        self.place[usize::from(card)] == AT_HOME
    }

    /// Is this the next card of its suit?
    #[inline]
    pub fn is_next_home(&self, card: u8) -> bool {
        self.home[suit(card)] + 1 == rank(card)
    }

    /// No card is left.
    #[inline]
    pub const fn is_won(&self) -> bool {
        self.left == 0
    }

    /// What lies under a card that is not at home.
    pub fn under(&self, card: u8) -> u8 {
        match (self.place[usize::from(card)], self.index[usize::from(card)]) {
            (IN_CELL, _) => CELL,
            (_, 0) => BASE,
            (column, index) => self.column[usize::from(column)][usize::from(index) - 1],
        }
    }

    /// 64 well-mixed bits of the stage: which cards still lie where they lay at
    /// the start, not built, and which are at home.
    pub fn stage(&self, packing: &Packing<W>) -> u64 {
        let mut unbuilt = 0u64;
        for card in cards_of(packing.present) {
            let before = packing.unbuilt[usize::from(card)];
            let is_home = self.place[usize::from(card)] == AT_HOME;
            if before != u8::MAX && !is_home && self.under(card) == before {
                unbuilt |= 1 << card;
            }
        }
        let home = u64::from(u32::from_le_bytes(self.home));
        mix(&[unbuilt, home])
    }

    /// Makes a step, which must be possible.
    #[inline]
    pub fn make(&mut self, step: Step, terms: &Terms, packing: &Packing<W>) -> Undo {
        let card = step.card;
        let below = self.under(card);
        let column = self.place[usize::from(card)];
        let to = match step.onto {
            CELL => IN_CELL,
            BASE => (0..terms.columns)
                .find(|&column| self.height[column] == 0)
                .map_or(IN_CELL, |column| column as u8),
            HOME => AT_HOME,
            parent => self.place[usize::from(parent)],
        };
        let undo = Undo {
            card,
            below,
            column,
            to,
        };
        if to == AT_HOME {
            self.go_home(undo, terms, packing);
        } else {
            packing.change(&mut self.key, card, below, step.onto);
            self.unbuilt -= u32::from(packing.unbuilt[usize::from(card)] == below);
            self.carry(card, column, to);
        }
        undo
    }

    /// Takes a step back. Steps are taken back in reverse order.
    #[inline]
    pub fn take_back(&mut self, undo: Undo, terms: &Terms, packing: &Packing<W>) {
        if undo.to == AT_HOME {
            self.come_back(undo, terms, packing);
            return;
        }
        let card = undo.card;
        let below = self.under(card);
        packing.change(&mut self.key, card, below, undo.below);
        self.unbuilt += u32::from(packing.unbuilt[usize::from(card)] == undo.below);
        self.carry(card, undo.to, undo.column);
    }

    /// Moves a card and what lies on it between columns and cells.
    #[inline]
    fn carry(&mut self, card: u8, from: u8, to: u8) {
        if from == IN_CELL {
            self.cells &= !(1 << card);
            self.push(card, to);
        } else if to == IN_CELL {
            self.height[usize::from(from)] -= 1;
            self.cells |= 1 << card;
            self.place[usize::from(card)] = IN_CELL;
        } else {
            let from = usize::from(from);
            let first = usize::from(self.index[usize::from(card)]);
            let last = usize::from(self.height[from]);
            for index in first..last {
                self.push(self.column[from][index], to);
            }
            self.height[from] = first as u8;
        }
    }

    #[inline]
    fn push(&mut self, card: u8, column: u8) {
        let height = self.height[usize::from(column)];
        self.column[usize::from(column)][usize::from(height)] = card;
        self.place[usize::from(card)] = column;
        self.index[usize::from(card)] = height;
        self.height[usize::from(column)] = height + 1;
    }

    fn go_home(&mut self, undo: Undo, terms: &Terms, packing: &Packing<W>) {
        let card = undo.card;
        let suit = suit(card);
        let mut cards = 1;
        packing.change(&mut self.key, card, undo.below, HOME);
        self.unbuilt -= u32::from(packing.unbuilt[usize::from(card)] == undo.below);
        self.place[usize::from(card)] = AT_HOME;
        if undo.column == IN_CELL {
            self.cells &= !(1 << card);
        } else {
            self.height[usize::from(undo.column)] = self.index[usize::from(card)];
            if terms.home == Home::WholeRuns {
                // The rest of the suit, Queen to Ace, each on the one before.
                for rest in (0..card).rev().filter(|rest| rest % 4 == card % 4) {
                    packing.change(&mut self.key, rest, rest + 4, HOME);
                    self.place[usize::from(rest)] = AT_HOME;
                }
                cards = 13;
            }
        }
        packing.change_home(&mut self.key, suit, 0, cards);
        self.home[suit] += cards;
        self.left -= u32::from(cards);
    }

    fn come_back(&mut self, undo: Undo, terms: &Terms, packing: &Packing<W>) {
        let card = undo.card;
        let suit = suit(card);
        let mut cards = 1;
        packing.change(&mut self.key, card, HOME, undo.below);
        self.unbuilt += u32::from(packing.unbuilt[usize::from(card)] == undo.below);
        if undo.column == IN_CELL {
            self.cells |= 1 << card;
            self.place[usize::from(card)] = IN_CELL;
        } else {
            self.push(card, undo.column);
            if terms.home == Home::WholeRuns {
                for rest in (0..card).rev().filter(|rest| rest % 4 == card % 4) {
                    packing.change(&mut self.key, rest, HOME, rest + 4);
                    self.push(rest, undo.column);
                }
                cards = 13;
            }
        }
        packing.change_home(&mut self.key, suit, cards, 0);
        self.home[suit] -= cards;
        self.left += u32::from(cards);
    }
}
