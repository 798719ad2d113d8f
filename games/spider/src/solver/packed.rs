//! A position in a few hundred bytes, and what moves do to it.
//!
//! All columns lie one after the other in one array, so that no column can be
//! too long. A card is `suit << 4 | rank`: the next higher card of a suit is
//! one more. What lies in the stock never changes: a position only knows how
//! many rows are left.

use patience_core::{Card, Rank, Suit};

use crate::rules::{Move, Removal, Spider, State};

/// Cards of two decks.
pub const CARDS: usize = 104;
/// The most columns, those of Mrs Mop.
pub const COLUMNS: usize = 13;

/// What does not change during a game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Columns of the table.
    pub columns: usize,
    /// The highest rank.
    pub ranks: u8,
    /// Runs of the whole game.
    pub runs: u8,
    /// Rows may be dealt while a column is empty.
    pub deals_on_empty: bool,
    /// A complete run leaves when the player wants it.
    pub is_choice: bool,
    /// The rows of the stock, the last one first: with `n` rows left the next
    /// one is `rows[n - 1]`.
    pub rows: Vec<Vec<u8>>,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Node {
    /// The columns one after the other, each from its lowest card.
    pub cards: [u8; CARDS],
    /// Where each column starts; one more is the end of the last.
    pub start: [u8; COLUMNS + 1],
    /// Face-down cards of each column.
    pub down: [u8; COLUMNS],
    /// How many cards at the end of each column follow each other in one suit.
    pub run: [u8; COLUMNS],
    /// A sum over the cards of each column and their places.
    pub hash: [u64; COLUMNS],
    /// The sum of the mixed hashes.
    pub key: u64,
    /// What the evaluation makes of the columns, without the whole table.
    pub cost: i32,
    /// Rows left in the stock.
    pub rows: u8,
    /// Runs that are gone.
    pub home: u8,
    /// How it was reached: its place among the links of a search.
    pub link: u32,
}

/// The rank of a card.
pub const fn rank(card: u8) -> u8 {
    card & 15
}

/// The number of a card of the rules.
pub const fn code(card: Card) -> u8 {
    card.suit().index() << 4 | card.rank().value()
}

/// The card of a number.
pub fn card(code: u8) -> Option<Card> {
    let rank = Rank::new(rank(code))?;
    Some(Card::new(rank, *Suit::ALL.get(usize::from(code >> 4))?))
}

/// The factor from a place in a column to the next.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The powers of [`STEP`], by place.
pub static POWERS: [u64; CARDS + 1] = {
    let mut powers = [1u64; CARDS + 1];
    let mut place = 1;
    while place <= CARDS {
        powers[place] = powers[place - 1].wrapping_mul(STEP);
        place += 1;
    }
    powers
};

/// A random number for each card.
pub static NUMBERS: [u64; 64] = {
    let mut numbers = [0u64; 64];
    let mut random = patience_core::numbering::SplitMix64::new(14);
    let mut card = 0;
    while card < 64 {
        numbers[card] = random.next() | 1;
        card += 1;
    }
    numbers
};

/// Spreads the hash of a column over all bits. `place` tells columns apart while
/// the stock has rows left; after the last one it is zero for all of them.
#[inline]
pub const fn mix(hash: u64, down: u8, place: u64) -> u64 {
    let mut mixed = hash ^ place ^ (down as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

impl Game {
    /// The packed game of a position whose cards are all known, and the position.
    /// None if it has more columns or cards than fit.
    pub fn new(rules: &Spider, state: &State) -> Option<(Self, Node)> {
        let columns = state.columns.len();
        if columns == 0 || columns > COLUMNS || rules.deck_size() > CARDS || state.unknown() > 0 {
            return None;
        }
        let stock: Vec<u8> = state.stock.iter().flatten().copied().map(code).collect();
        let mut rows: Vec<_> = stock.chunks(columns).map(<[u8]>::to_vec).collect();
        rows.reverse();
        let game = Self {
            columns,
            ranks: rules.ranks,
            runs: rules.runs(),
            deals_on_empty: rules.deals_on_empty,
            is_choice: rules.removal == Removal::ByChoice,
            rows,
        };
        let mut node = Node {
            cards: [0; CARDS],
            start: [0; COLUMNS + 1],
            down: [0; COLUMNS],
            run: [0; COLUMNS],
            hash: [0; COLUMNS],
            key: 0,
            cost: 0,
            rows: game.rows.len() as u8,
            home: state.runs_home(),
            link: 0,
        };
        let mut end = 0;
        for (index, column) in state.columns.iter().enumerate() {
            let faces = column.down.iter().chain(&column.up).flatten();
            for card in faces {
                *node.cards.get_mut(end)? = code(*card);
                end += 1;
            }
            node.down[index] = column.down.len() as u8;
            node.start[index + 1] = end as u8;
        }
        node.start[columns + 1..].fill(end as u8);
        for column in 0..columns {
            node.update(column);
        }
        node.key = game.key(&node);
        Some((game, node))
    }

    /// What tells a column apart, with so many rows left.
    #[inline]
    pub fn place(&self, column: usize, rows: u8) -> u64 {
        match rows {
            0 => 0,
            _ => POWERS[column + 1],
        }
    }

    /// The key of a position, computed from its columns.
    pub fn key(&self, node: &Node) -> u64 {
        let columns = (0..self.columns).map(|column| {
            let place = self.place(column, node.rows);
            mix(node.hash[column], node.down[column], place)
        });
        columns.fold(u64::from(node.rows).wrapping_mul(STEP), u64::wrapping_add)
    }

    /// A bound on the moves that are needed at least.
    pub const fn most_moves_left(&self) -> u32 {
        self.runs as u32 * (self.ranks as u32 - 1) + self.rows.len() as u32
    }

    /// The row that is dealt next.
    pub fn next_row(&self, node: &Node) -> Option<&[u8]> {
        let row = self.rows.get(usize::from(node.rows).checked_sub(1)?)?;
        Some(row)
    }

    /// Empty columns.
    pub fn empty(&self, node: &Node) -> usize {
        (0..self.columns)
            .filter(|&column| node.len(column) == 0)
            .count()
    }

    /// Moves the last `count` cards of a column, whatever they are.
    pub fn carry(&self, node: &mut Node, from: usize, to: usize, count: usize) {
        let taken = usize::from(node.start[from + 1]) - count;
        let put = usize::from(node.start[to + 1]);
        if from < to {
            node.cards[taken..put].rotate_left(count);
            for start in &mut node.start[from + 1..=to] {
                *start -= count as u8;
            }
        } else {
            node.cards[put..taken + count].rotate_right(count);
            for start in &mut node.start[to + 1..=from] {
                *start += count as u8;
            }
        }
        let [left, grown] = [node.len(from), node.len(to) - count];
        for place in 0..count {
            let card = node.cards[usize::from(node.start[to]) + grown + place];
            let number = NUMBERS[usize::from(card & 63)];
            let [less, more] = [left, grown].map(|first| POWERS[first + place]);
            node.hash[from] = node.hash[from].wrapping_sub(number.wrapping_mul(less));
            node.hash[to] = node.hash[to].wrapping_add(number.wrapping_mul(more));
        }
        node.turn_up(from);
        node.run[from] = node.run_at(from, left);
        node.run[to] = node.run_at(to, grown + count);
    }

    /// Deals a row; false if there is none.
    pub fn deal(&self, node: &mut Node) -> bool {
        let Some(row) = self.next_row(node) else {
            return false;
        };
        let old = node.clone();
        let mut end = 0;
        for column in 0..self.columns {
            let cards = old.column(column);
            node.start[column] = end as u8;
            node.cards[end..end + cards.len()].copy_from_slice(cards);
            end += cards.len();
            if let Some(card) = row.get(column) {
                node.cards[end] = *card;
                end += 1;
            }
        }
        node.start[self.columns..].fill(end as u8);
        node.rows -= 1;
        for column in 0..self.columns {
            node.update(column);
        }
        true
    }

    /// Takes a complete run off a column; false if there is none.
    pub fn take_home(&self, node: &mut Node, column: usize) -> bool {
        if node.run[column] != self.ranks {
            return false;
        }
        let end = usize::from(node.start[column + 1]);
        let count = usize::from(self.ranks);
        node.cards.copy_within(end.., end - count);
        for start in &mut node.start[column + 1..] {
            *start -= count as u8;
        }
        node.home += 1;
        node.turn_up(column);
        node.update(column);
        true
    }

    /// Every legal move.
    pub fn legal_moves(&self, node: &Node, moves: &mut Vec<Move>) {
        if node.home == self.runs {
            return;
        }
        let columns = || 0..self.columns as u8;
        for from in columns() {
            let column = usize::from(from);
            let run = node.run[column];
            if self.is_choice && run == self.ranks {
                moves.push(Move::Home(from));
            }
            let last = node.top(column);
            for to in columns().filter(|to| *to != from) {
                let top = node.top(usize::from(to));
                let fits = |count: &u8| top == 0 || rank(last) + count == rank(top);
                let counts = (1..=run).filter(fits);
                moves.extend(counts.map(|count| Move::Run { from, to, count }));
            }
        }
        if node.rows > 0 && (self.deals_on_empty || self.empty(node) == 0) {
            moves.push(Move::Deal);
        }
    }

    /// Plays a legal move.
    pub fn play(&self, node: &mut Node, played: Move) {
        match played {
            Move::Deal => {
                self.deal(node);
                if !self.is_choice {
                    self.settle(node);
                }
            }
            Move::Run { from, to, count } => {
                self.carry(node, from.into(), to.into(), count.into());
                if !self.is_choice {
                    self.take_home(node, to.into());
                }
            }
            Move::Home(from) => {
                self.take_home(node, from.into());
            }
        }
    }

    /// A looser game: one suit, runs leave by choice, deals onto empty columns. Every
    /// line of the real game is a line of this one (methods.md has the proof), so what
    /// is impossible here is impossible there.
    pub fn relaxed(&self, start: &Node) -> (Self, Node) {
        let mut game = self.clone();
        game.is_choice = true;
        game.deals_on_empty = true;
        let rows = game.rows.iter_mut().flatten();
        let mut node = start.clone();
        for card in rows.chain(&mut node.cards) {
            *card = rank(*card);
        }
        for column in 0..game.columns {
            node.update(column);
        }
        node.key = game.key(&node);
        (game, node)
    }

    /// Takes all complete runs off. Returns how many there were.
    pub fn settle(&self, node: &mut Node) -> u8 {
        let runs = (0..self.columns).filter(|&column| self.take_home(node, column));
        runs.count() as u8
    }
}

impl Node {
    /// Cards of a column.
    #[inline]
    pub fn len(&self, column: usize) -> usize {
        usize::from(self.start[column + 1] - self.start[column])
    }

    /// The cards of a column.
    #[inline]
    pub fn column(&self, column: usize) -> &[u8] {
        &self.cards[usize::from(self.start[column])..usize::from(self.start[column + 1])]
    }

    /// The last card of a column, 0 if it is empty.
    #[inline]
    pub fn top(&self, column: usize) -> u8 {
        self.column(column).last().copied().unwrap_or(0)
    }

    /// Cards on the table.
    pub fn on_table(&self) -> usize {
        usize::from(self.start[COLUMNS])
    }

    /// A face-down card turns up when nothing lies on it any more.
    fn turn_up(&mut self, column: usize) {
        let len = self.len(column) as u8;
        if self.down[column] == len && len > 0 {
            self.down[column] -= 1;
        }
    }

    /// How many cards up to this place of a column follow each other in one suit,
    /// face up.
    #[inline]
    pub fn run_at(&self, column: usize, end: usize) -> u8 {
        let cards = &self.column(column)[usize::from(self.down[column])..end];
        let mut run = u8::from(!cards.is_empty());
        for pair in cards.windows(2).rev() {
            if pair[1] + 1 != pair[0] {
                break;
            }
            run += 1;
        }
        run
    }

    /// Computes run and hash of a column again.
    pub fn update(&mut self, column: usize) {
        let cards = self.column(column);
        let hash = cards.iter().zip(&POWERS).fold(0u64, |sum, (card, power)| {
            sum.wrapping_add(NUMBERS[usize::from(*card)].wrapping_mul(*power))
        });
        self.run[column] = self.run_at(column, cards.len());
        self.hash[column] = hash;
    }
}
