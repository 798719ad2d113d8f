//! The table as this solver packs it.
//!
//! ```text
//! card    4 * (rank - 1) + suit, 0 ..= 51 (the index of patience_core::Card)
//!         52 ..= 55  "the card after the King" of each suit, never on the table
//!         BASE CELL HOME NOTHING NEVER   what else can be in a card's place
//! column  0 ..= 12 on the table, CELLS and GONE for cards that are in none
//!
//! below [64]   card -> what it lies on: a card, BASE, CELL or HOME
//! column[64]   card -> its column                     top      [16]  column -> its last card, or NOTHING
//! depth [64]   card -> cards under it in the column   height   [16]  column -> cards in it
//!                                                     run_start[16]  column -> depth of the first card of the
//!                                                                    built run that ends at its top
//! ```
//! A cell is a column of one card that lies on the pseudo-card CELL, and a card
//! at home is in a column where no run is long enough to move: so the generator
//! of moves asks one question for cards in columns, in cells and at home.
//!
//! The links say where every card is up to the order of columns and cells. Any
//! sum over (card, what it lies on) is thus a function of the position, and a
//! move changes one term of it, however long the run is that moves: see
//! [`Table::apply`], which tells of each changed link.
//!
//! Indices are masked, so that the compiler needs no bounds checks.

/// A card's number, or a pseudo-card.
pub(super) type Card = u8;

/// What the lowest card of a column lies on.
pub(super) const BASE: Card = 56;
/// What a card in a cell lies on.
pub(super) const CELL: Card = 57;
/// What a card at home lies on.
pub(super) const HOME: Card = 58;
/// The top of an empty column.
pub(super) const NOTHING: Card = 59;
/// A card that is never on the table.
const NEVER: Card = 60;

/// The column of cards in cells; as the goal of a move: any free cell.
pub(super) const CELLS: u8 = 14;
/// The column of cards at home; as the goal of a move: home.
pub(super) const GONE: u8 = 15;

/// The most columns that there can be.
pub(super) const MOST_COLUMNS: usize = 13;

/// For each card the two that may be built on it.
pub(super) const BUILDERS: [[Card; 2]; 64] = neighbours(-4);
/// For each card the two that it may be built on.
pub(super) const BUILT_ON: [[Card; 2]; 64] = neighbours(4);

const fn neighbours(step: i8) -> [[Card; 2]; 64] {
    let mut table = [[NEVER; 2]; 64];
    let mut card = 0;
    while card < 52 {
        let rank = (card & !3) as i8 + step;
        if rank >= 0 && rank < 52 {
            // Clubs and spades are suits 0 and 3, the red ones 1 and 2.
            let suits = if is_red(card as Card) { [0, 3] } else { [1, 2] };
            table[card] = [rank as Card + suits[0], rank as Card + suits[1]];
        }
        card += 1;
    }
    table
}

pub(super) const fn is_red(card: Card) -> bool {
    let suit = card & 3;
    suit == 1 || suit == 2
}

/// May this card be built on that one?
#[inline]
pub(super) const fn fits(card: Card, on: Card) -> bool {
    let [one, other] = BUILT_ON[(card & 63) as usize];
    on == one || on == other
}

/// A move: this card, with all that lies on it, goes there (a column, CELLS or
/// GONE). Where it comes from, and how many cards go, the table knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub card: Card,
    pub to: u8,
}

/// Which cards go home by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoHome {
    /// All that can.
    All,
    /// Those that nothing could ever need on the table, see [`Table::is_safe`].
    Safe,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub below: [Card; 64],
    pub column: [u8; 64],
    pub depth: [u8; 64],
    pub top: [Card; 16],
    pub height: [u8; 16],
    pub run_start: [u8; 16],
    /// One bit for each card that is in a cell.
    pub cells: u64,
    /// By suit: how many cards are at home.
    pub home: [u8; 4],
    pub used_cells: u8,
    pub empty_columns: u8,
    /// Cards in columns and cells.
    pub left: u8,
}

impl Table {
    /// A table with so many empty columns and nothing at home.
    pub fn empty(columns: u8) -> Self {
        let mut table = Self {
            below: [HOME; 64],
            column: [GONE; 64],
            depth: [0; 64],
            top: [NOTHING; 16],
            height: [0; 16],
            run_start: [0; 16],
            cells: 0,
            home: [0; 4],
            used_cells: 0,
            empty_columns: columns,
            left: 0,
        };
        table.height[CELLS as usize] = 1;
        table.run_start[GONE as usize] = u8::MAX;
        table
    }

    /// Lays a card on a column, built or not.
    pub fn lay(&mut self, card: Card, column: u8) {
        let (at, index) = (column as usize, card as usize);
        self.empty_columns -= u8::from(self.height[at] == 0);
        self.below[index] = match self.top[at] {
            NOTHING => BASE,
            top => top,
        };
        self.column[index] = column;
        self.depth[index] = self.height[at];
        self.top[at] = card;
        self.height[at] += 1;
        self.left += 1;
        self.find_run(column);
    }

    /// Puts a card into a cell.
    pub fn hold(&mut self, card: Card) {
        self.below[card as usize] = CELL;
        self.column[card as usize] = CELLS;
        self.cells |= 1 << card;
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

    #[inline]
    pub fn run_start(&self, column: u8) -> u8 {
        self.run_start[(column & 15) as usize]
    }

    /// The next card that this suit takes home.
    #[inline]
    pub fn next_home(&self, suit: u8) -> Card {
        4 * self.home[(suit & 3) as usize] + suit
    }

    /// Is it the next of its suit? (Not of a card with others on it: can it go?)
    #[inline]
    pub fn is_next(&self, card: Card) -> bool {
        self.home[(card & 3) as usize] == card >> 2
    }

    #[inline]
    pub fn is_won(&self) -> bool {
        self.left == 0
    }

    /// Nothing could ever need this card on the table, once it can go home.
    ///
    /// A card of rank r is needed only to build a card of the other colour and
    /// rank r - 1 on it. If both of these are at home, nothing needs it. If both
    /// are at home or next in their suits (both foundations hold r - 2), they can
    /// go home themselves wherever they are free to be built; unless they were
    /// wanted here to carry a card of rank r - 2 in the first colour: of these one
    /// is at home, as it is of this card's own suit, and the other is at home or
    /// next (its foundation holds r - 3), so that it can go home too.
    #[inline]
    pub fn is_safe(&self, card: Card) -> bool {
        let rank = (card >> 2) + 1;
        let [clubs, diamonds, hearts, spades] = self.home;
        let (others, twin) = match card & 3 {
            0 => (diamonds.min(hearts), spades),
            1 => (clubs.min(spades), hearts),
            2 => (clubs.min(spades), diamonds),
            _ => (diamonds.min(hearts), clubs),
        };
        others + 1 >= rank || (others + 2 >= rank && twin + 3 >= rank)
    }

    /// Makes a move and tells of the one link that it changes: the card, what it
    /// lay on, what it lies on now. The move must be legal.
    #[inline]
    pub fn apply(&mut self, step: Step, changed: &mut impl FnMut(Card, Card, Card)) {
        let Step { card, to } = step;
        let from = self.column(card);
        let under = self.below(card);
        let over = match to {
            CELLS => CELL,
            GONE => HOME,
            _ => match self.top(to) {
                NOTHING => BASE,
                top => top,
            },
        };
        changed(card, under, over);
        if from == CELLS {
            self.cells &= !(1 << card);
            self.used_cells -= 1;
            if to < CELLS {
                self.receive(card, 0, to, card);
            }
        } else {
            let lowest = self.depth(card);
            let last = self.top(from);
            if to < CELLS {
                self.receive(card, lowest, to, last);
            }
            let at = (from & 15) as usize;
            self.height[at] = lowest;
            if under == BASE {
                self.top[at] = NOTHING;
                self.run_start[at] = 0;
                self.empty_columns += 1;
            } else {
                self.top[at] = under;
                if lowest <= self.run_start[at] {
                    self.find_run(from);
                }
            }
        }
        let index = (card & 63) as usize;
        self.below[index] = over;
        match to {
            CELLS => {
                self.column[index] = CELLS;
                self.depth[index] = 0;
                self.cells |= 1 << card;
                self.used_cells += 1;
            }
            GONE => {
                self.column[index] = GONE;
                self.home[(card & 3) as usize] += 1;
                self.left -= 1;
            }
            _ => {}
        }
    }

    /// The cards from `card` (which had `lowest` cards under it) up to `last`
    /// come to a column where they may lie.
    #[inline]
    fn receive(&mut self, card: Card, lowest: u8, to: u8, last: Card) {
        let at = (to & 15) as usize;
        let height = self.height[at];
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
        self.empty_columns -= u8::from(height == 0);
        self.height[at] = self.depth(last) + 1;
        self.top[at] = last;
    }

    /// Where the run starts that ends at the top of this column.
    #[inline]
    fn find_run(&mut self, column: u8) {
        let mut card = self.top(column);
        let mut start = self.height(column) - 1;
        while start > 0 {
            let under = self.below(card);
            if !fits(card, under) {
                break;
            }
            card = under;
            start -= 1;
        }
        self.run_start[(column & 15) as usize] = start;
    }

    /// Can this card go home now?
    #[inline]
    pub fn is_free_to_go(&self, next: Card) -> bool {
        let column = self.column(next);
        column == CELLS || self.top(column) == next
    }

    /// Sends home what goes by itself, suit after suit until nothing more goes.
    #[inline]
    pub fn go_home(&mut self, which: GoHome, changed: &mut impl FnMut(Card, Card, Card)) {
        loop {
            let before = self.home;
            for suit in 0..4 {
                let mut next = self.next_home(suit);
                while self.is_free_to_go(next) && (which == GoHome::All || self.is_safe(next)) {
                    self.apply(
                        Step {
                            card: next,
                            to: GONE,
                        },
                        changed,
                    );
                    next += 4;
                }
            }
            if self.home == before {
                break;
            }
        }
    }

    /// How many cards a run to a column with cards may have.
    #[inline]
    pub fn capacity(&self, cells: u8) -> u8 {
        (cells - self.used_cells + 1) << self.empty_columns.min(4)
    }
}
