//! A position in words of 64 bits, and what never changes while it is played.
//!
//! ```text
//! card     4 * rank + (suit xor 2 * (rank mod 2))     rank 0 is the Ace
//!          suit 0 hearts, 1 diamonds, 2 clubs, 3 spades
//! ```
//! The two cards of a rank and colour (a *pair*) have neighbouring bits, and the
//! two cards that they can lie on have the same two bits, one nibble up:
//! "where x can lie" is `x << 4`, "what can lie on x" is `x >> 4`. Along a suit
//! the lane changes by 2 with each rank.

use patience_core::{Card, Colour, Rank, Suit};

use crate::rules::{Klondike, State};

/// The low bit of every pair.
pub const PAIRS: u64 = 0x5555_5555_5555_5555;
const LOW_HALVES: u64 = 0x3333_3333_3333_3333;
/// The four Aces.
pub const ACES: u64 = 0xf;

/// The most cards in the stock and the waste together.
pub const MOST_STOCK: usize = 24;
/// The most columns.
pub const MOST_COLUMNS: usize = 9;
/// No card.
pub const NONE: u8 = 64;

const SUITS: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades];

/// The bit number of a card.
pub fn index_of(card: Card) -> u8 {
    let rank = card.rank().value() - 1;
    let suit = SUITS.iter().position(|suit| *suit == card.suit());
    4 * rank + (suit.unwrap_or(0) as u8 ^ (2 * (rank & 1)))
}

/// The card with this bit number.
pub fn card_at(index: u8) -> Option<Card> {
    let rank = Rank::new(index / 4 + 1)?;
    Some(Card::new(rank, SUITS[usize::from(suit_at(index))]))
}

/// The suit (in this module's order) of the card with this bit number.
#[inline]
pub const fn suit_at(index: u8) -> u8 {
    (index & 3) ^ ((index >> 1) & 2)
}

/// The next card of each suit, for a set of cards.
#[inline]
pub const fn successors(cards: u64) -> u64 {
    let up = cards << 4;
    ((up & LOW_HALVES) << 2) | ((up >> 2) & LOW_HALVES)
}

/// The previous card of each suit.
#[inline]
pub const fn predecessors(cards: u64) -> u64 {
    let down = cards >> 4;
    ((down & LOW_HALVES) << 2) | ((down >> 2) & LOW_HALVES)
}

/// What stays the same in a game.
#[derive(Clone, Debug)]
pub struct Layout {
    /// All cards of the deck.
    pub all: u64,
    /// The Kings, or what is highest.
    pub kings: u64,
    /// Columns of the table.
    pub columns: u32,
    /// Cards of a draw.
    pub draw: u32,
    /// May cards come back from home?
    pub worrying_back: bool,
    /// The last pass through the stock, where passes are limited.
    pub last_pass: Option<u8>,
    /// By card: the card that it was dealt on, or [`NONE`].
    pub under: [u8; 64],
    /// Kings that were dealt as the first card of a column.
    pub still: u64,
    /// Other cards that were dealt as the first card of a column.
    pub firsts: u64,
    /// By card: how much the locked part of the key falls when it leaves.
    pub weight: [u32; 64],
    /// One more than the largest [`Packed::locks`].
    pub most_locks: u32,
    /// By card: its place in the stock.
    pub place: [u8; 64],
    /// By place in the stock: the card.
    pub stock: [u8; MOST_STOCK],
    /// By card: the cards whose moves come first in the fixed order.
    pub heavier: [u64; 64],
    /// Sets of places to sets of cards, eight places at a time.
    pub cards_of: Box<[[u64; 256]; 3]>,
    /// By count so far and eight places: which of them end a draw.
    pub ends: &'static [[u8; 256]; 3],
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed {
    /// Cards at home.
    pub home: u64,
    /// Cards that still lie where they were dealt, face down or up.
    pub locked: u64,
    /// Those of them that lie face down.
    pub down: u64,
    /// Cards of the stock and the waste.
    pub stock_cards: u64,
    /// The same as places.
    pub stock: u32,
    /// The locked cards of every column in mixed radix.
    pub locks: u32,
    /// Cards at home by suit, four bits each.
    pub ranks: u16,
    /// Places before this one are in the waste. 0 at the start of a pass.
    pub waste: u8,
    /// The pass through the stock, from 1; always 1 where passes are not limited.
    pub pass: u8,
}

const fn ends(draw: usize) -> [[u8; 256]; 3] {
    let mut table = [[0; 256]; 3];
    let mut phase = 0;
    while phase < draw {
        let mut byte = 0;
        while byte < 256 {
            let mut count = phase;
            let mut bit = 0;
            while bit < 8 {
                if byte & (1 << bit) != 0 {
                    if count % draw == draw - 1 {
                        table[phase][byte] |= 1 << bit;
                    }
                    count += 1;
                }
                bit += 1;
            }
            byte += 1;
        }
        phase += 1;
    }
    table
}

static ENDS: [[[u8; 256]; 3]; 3] = [ends(1), ends(2), ends(3)];

impl Layout {
    /// Packs a position; none if the solver has no room for it, or a card is
    /// unknown.
    pub fn new(rules: &Klondike, state: &State) -> Option<(Self, Packed)> {
        let columns = state.columns.len();
        let piles = state.waste.len() + state.stock.len();
        if columns > MOST_COLUMNS || piles > MOST_STOCK || !(1..=3).contains(&rules.draw) {
            return None;
        }
        let all = (1u64 << (4 * rules.ranks)) - 1;
        let mut layout = Self {
            all,
            kings: 0xf << (4 * (rules.ranks - 1)),
            columns: columns as u32,
            draw: u32::from(rules.draw),
            worrying_back: rules.worrying_back,
            // Between two passes that do anything a card is played, so that more
            // passes than cards are as good as any number.
            last_pass: rules
                .passes
                .filter(|&passes| usize::from(passes) < piles + usize::from(state.pass)),
            under: [NONE; 64],
            still: 0,
            firsts: 0,
            weight: [0; 64],
            most_locks: 0,
            place: [0; 64],
            stock: [NONE; MOST_STOCK],
            heavier: [0; 64],
            cards_of: Box::new([[0; 256]; 3]),
            ends: &ENDS[usize::from(rules.draw) - 1],
        };
        let mut at = Packed {
            home: 0,
            locked: 0,
            down: 0,
            stock_cards: 0,
            stock: 0,
            locks: 0,
            ranks: 0,
            waste: 0,
            pass: 1,
        };
        // 1. The columns: a card is locked if it was dealt where it lies, which
        //    is so for the first of the face-up cards and all below it.
        let mut weight: u32 = 1;
        for column in &state.columns {
            let mut below = NONE;
            let first_up = column.up.iter().take(1);
            let mut count = 0;
            for card in column.down.iter().chain(first_up) {
                let index = index_of((*card)?);
                layout.under[usize::from(index)] = below;
                layout.weight[usize::from(index)] = weight;
                at.locked |= 1 << index;
                if below != NONE {
                    at.down |= 1 << below;
                }
                below = index;
                count += 1;
            }
            at.locks += weight * count;
            weight = weight.checked_mul(count + 1)?;
        }
        layout.most_locks = weight;
        // 2. The piles.
        let piles = state.waste.iter().chain(&state.stock);
        for (place, card) in piles.enumerate() {
            let index = index_of((*card)?);
            layout.stock[place] = index;
            layout.place[usize::from(index)] = place as u8;
            at.stock |= 1 << place;
            at.stock_cards |= 1 << index;
        }
        for (part, table) in layout.cards_of.iter_mut().enumerate() {
            for byte in 1..256usize {
                let place = 8 * part + byte.trailing_zeros() as usize;
                let card = layout.stock.get(place).copied().unwrap_or(NONE);
                let bit = if card == NONE { 0 } else { 1 << card };
                table[byte] = table[byte & (byte - 1)] | bit;
            }
        }
        at.waste = layout.canonical_waste(at.stock, state.waste.len() as u8);
        if layout.last_pass.is_some() {
            at.pass = state.pass;
        }
        // 3. Home.
        for (suit, own) in SUITS.iter().zip(0u8..) {
            let top = state.home[usize::from(suit.index())];
            for rank in 0..top {
                at.home |= 1 << (4 * rank + (own ^ (2 * (rank & 1))));
            }
            at.ranks |= u16::from(top) << (4 * own);
        }
        layout.order(&at);
        Some((layout, at))
    }

    /// Fills [`Layout::heavier`]: locked cards with cards under them, then those
    /// of the stock, then the first cards of columns; each by their number.
    fn order(&mut self, at: &Packed) {
        let mut firsts = 0;
        let mut cards = at.locked;
        while cards != 0 {
            let card = cards.trailing_zeros() as usize;
            cards &= cards - 1;
            if self.under[card] == NONE {
                firsts |= 1 << card;
            }
        }
        self.still = firsts & self.kings;
        self.firsts = firsts & !self.kings;
        let locked = at.locked & !firsts;
        for card in 0..52 {
            let bit = 1u64 << card;
            let lower = bit - 1;
            self.heavier[card] = if locked & bit != 0 {
                locked & lower
            } else if firsts & bit != 0 {
                locked | at.stock_cards | firsts & lower
            } else if self.is_free() {
                locked | at.stock_cards & lower
            } else {
                // The order of two cards of the stock matters.
                locked
            };
        }
    }

    /// The card that this one was dealt on, as a set.
    #[inline]
    pub const fn lies_on(&self, card: u8) -> u64 {
        match self.under[card as usize & 63] {
            NONE => 0,
            under => 1 << under,
        }
    }

    /// Can every card of the stock be reached at any time?
    pub const fn is_free(&self) -> bool {
        self.draw == 1 && self.last_pass.is_none()
    }

    /// The same game with single draws and any number of passes.
    pub fn easy(&self) -> Self {
        Self {
            draw: 1,
            last_pass: None,
            ..self.clone()
        }
    }

    /// A place in the stock at which a pass stands. Where it makes no difference
    /// to the start of a pass, 0.
    #[inline]
    pub fn canonical_waste(&self, stock: u32, place: u8) -> u8 {
        let before = stock & ((1 << place) - 1);
        if self.last_pass.is_some() {
            // Only a pass that has not begun is like its start.
            return if before == 0 { 0 } else { place };
        }
        if before == stock || before.count_ones().is_multiple_of(self.draw) {
            0
        } else {
            place
        }
    }

    /// The places where a draw ends that begins at the first of these.
    #[inline]
    fn draw_ends(&self, stock: u32) -> u32 {
        let low = (stock & 0xff) as usize;
        let middle = (stock >> 8 & 0xff) as usize;
        let high = (stock >> 16 & 0xff) as usize;
        let first = low.count_ones() % self.draw;
        let second = (first + middle.count_ones()) % self.draw;
        u32::from(self.ends[0][low])
            | u32::from(self.ends[first as usize % 3][middle]) << 8
            | u32::from(self.ends[second as usize % 3][high]) << 16
    }

    /// The cards of the stock that can be brought to the top of the waste in this
    /// pass, and those for which it takes another one. Where passes are not
    /// limited, all are in the first set.
    #[inline]
    pub fn reachable(&self, at: &Packed) -> (u64, u64) {
        let Some(last_pass) = self.last_pass else {
            if self.draw == 1 || at.stock == 0 {
                return (at.stock_cards, 0);
            }
            let again = self.reachable_places(at.stock, 0);
            return (
                self.cards_at(again | self.reachable_places(at.stock, at.waste)),
                0,
            );
        };
        if at.stock == 0 {
            return (0, 0);
        }
        let now = self.reachable_places(at.stock, at.waste);
        let again = if at.pass < last_pass {
            self.reachable_places(at.stock, 0) & !now
        } else {
            0
        };
        (self.cards_at(now), self.cards_at(again))
    }

    /// The places that come to the top of the waste in one pass.
    #[inline]
    fn reachable_places(&self, stock: u32, waste: u8) -> u32 {
        let last = 1 << (31 - stock.leading_zeros());
        let before = stock & ((1 << waste) - 1);
        if before == 0 {
            return self.draw_ends(stock) | last;
        }
        1 << (31 - before.leading_zeros()) | self.draw_ends(stock & !before) | last
    }

    /// The cards at these places of the stock.
    #[inline]
    pub fn cards_at(&self, places: u32) -> u64 {
        self.cards_of[0][(places & 0xff) as usize]
            | self.cards_of[1][(places >> 8 & 0xff) as usize]
            | self.cards_of[2][(places >> 16 & 0xff) as usize]
    }
}

impl Packed {
    /// The same cards before the first draw of a game without limits.
    pub const fn at_start_of_pass(&self) -> Self {
        Self {
            waste: 0,
            pass: 1,
            ..*self
        }
    }

    /// The next card of each suit to go home.
    #[inline]
    pub const fn nexts(&self, all: u64) -> u64 {
        (successors(self.home) | ACES) & !self.home & all
    }

    /// The highest card of each suit at home.
    #[inline]
    pub const fn tops(&self) -> u64 {
        self.home & !predecessors(self.home)
    }

    /// Face-up cards in the columns.
    #[inline]
    pub const fn visible(&self, all: u64) -> u64 {
        all & !(self.home | self.down | self.stock_cards)
    }

    /// Pairs of which a card lies bare: all bits of such pairs.
    ///
    /// A visible card is covered by at most one free card of the pair below. So
    /// as many cards of a pair are bare as it has visible ones more than free
    /// children; and which of its two cards are bare can be changed at will.
    #[inline]
    pub const fn bare(&self, all: u64, visible: u64) -> u64 {
        let cover = (visible & !self.locked) << 4;
        let odd = visible ^ (visible >> 1) ^ cover ^ (cover >> 1);
        let both = visible & (visible >> 1) & !(cover | (cover >> 1));
        ((odd | both) & PAIRS & all) * 3
    }

    /// Columns that no card lies on.
    #[inline]
    pub const fn has_empty_column(&self, layout: &Layout, visible: u64) -> bool {
        (visible & (self.locked | layout.kings)).count_ones() < layout.columns
    }

    /// The cards that have a place to go to in the columns.
    #[inline]
    pub const fn placeable(&self, layout: &Layout, visible: u64, bare: u64) -> u64 {
        let kings = if self.has_empty_column(layout, visible) {
            layout.kings
        } else {
            0
        };
        (bare >> 4) | kings
    }

    /// Nothing lies face down and at most one card waits in the piles (with
    /// single draws: any number): then the lowest card that is not home can
    /// always go home. What lies on it would be lower.
    #[inline]
    pub const fn is_won(&self, all_reachable: bool) -> bool {
        self.down == 0 && (all_reachable || self.stock & self.stock.wrapping_sub(1) == 0)
    }

    /// The card goes home.
    #[inline]
    pub const fn go_home(&mut self, card: u8) {
        self.home |= 1 << card;
        self.ranks += 1 << (4 * suit_at(card));
    }

    /// The card comes back from home.
    #[inline]
    pub const fn come_back(&mut self, card: u8) {
        self.home &= !(1 << card);
        self.ranks -= 1 << (4 * suit_at(card));
    }

    /// A locked card leaves its place: what it lay on turns up.
    #[inline]
    pub fn unlock(&mut self, layout: &Layout, card: u8) {
        let index = usize::from(card & 63);
        self.locked &= !(1 << card);
        self.locks -= layout.weight[index];
        let under = layout.under[index];
        if under != NONE {
            self.down &= !(1 << under);
        }
    }

    /// A card leaves the stock.
    #[inline]
    pub fn take(&mut self, layout: &Layout, card: u8) {
        let place = layout.place[usize::from(card & 63)];
        self.stock_cards &= !(1 << card);
        self.stock &= !(1 << place);
        self.waste = layout.canonical_waste(self.stock, place);
    }

    /// Is the next card of this suit safe at home?
    #[inline]
    pub const fn is_safe(&self, card: u8) -> bool {
        let [hearts, diamonds, clubs, spades] = self.by_suit();
        let rank = card >> 2;
        let (twin, others) = match suit_at(card) {
            0 => (diamonds, min(clubs, spades)),
            1 => (hearts, min(clubs, spades)),
            2 => (spades, min(hearts, diamonds)),
            _ => (clubs, min(hearts, diamonds)),
        };
        rank <= others + 1 && rank <= twin + 2
    }

    const fn by_suit(&self) -> [u8; 4] {
        let ranks = self.ranks;
        [
            (ranks & 15) as u8,
            (ranks >> 4 & 15) as u8,
            (ranks >> 8 & 15) as u8,
            (ranks >> 12) as u8,
        ]
    }
}

#[inline]
const fn min(one: u8, other: u8) -> u8 {
    if one < other { one } else { other }
}

/// Red or black, for tests of the bit numbers.
pub fn is_red(index: u8) -> bool {
    card_at(index).is_some_and(|card| card.colour() == Colour::Red)
}
