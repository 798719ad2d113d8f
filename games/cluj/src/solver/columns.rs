//! A column as a small number, and what each such number means.
//!
//! Without its tail, a column has few possible states. Its *run* is the longest
//! descending run on its top (under the cheated card, if there is one); the
//! run's deepest card is the *head*, and the rest of the run is the *tail*. The
//! cards under the head are *buried* and are still those of the start. So the
//! place of the head determines the column:
//!
//! ```text
//! Code = u16   000p pppp eeee cccc
//!   ppppp  0 empty; 1 + r: the head is at the base and has rank r;
//!          9 + d: d >= 1 cards of the start are buried under the head;
//!          24: locked at the start
//!   eeee   the rank under the cheated card (0 when there is none)
//!   cccc   1 + the rank of the cheated card, 0 when there is none
//! ```
//! A column with a cheated card is *frozen*: its run cannot move and nothing
//! can go onto it. Columns without buried cards are interchangeable.
//!
//! Counts by rank are one number, with four bits for each of the nine ranks.

use crate::rules::{COLUMNS, Column, RANKS, State};

/// A column without its tail.
pub type Code = u16;

/// Four bits for each rank.
pub type Counts = u64;

/// One of every rank.
pub const ONE_EACH: Counts = 0x1_1111_1111;
/// All cards of the deck.
pub const FOUR_EACH: Counts = 4 * ONE_EACH;

/// An empty column.
pub const EMPTY: Code = 0;
/// A column that was locked at the start.
pub const LOCKED: Code = 24 << PLACE_SHIFT;
/// The highest rank.
pub const TOP: u8 = RANKS as u8 - 1;
/// In place of a rank where there is none.
pub const NO_RANK: u8 = 15;

const PLACE_SHIFT: u32 = 8;
const PLACES: usize = 25;
const LAST_BASE: Code = RANKS as Code;

/// One card of this rank.
pub const fn one(rank: u8) -> Counts {
    1 << (4 * rank)
}

/// How many of this rank.
pub const fn count(counts: Counts, rank: u8) -> u8 {
    (counts >> (4 * rank)) as u8 & 15
}

/// One of each rank from `low` to `high`.
pub const fn run(high: u8, low: u8) -> Counts {
    (ONE_EACH >> (4 * (RANKS as u8 - 1 - high + low))) << (4 * low)
}

/// A column whose head lies at its base.
pub const fn base(head: u8) -> Code {
    (1 + head as Code) << PLACE_SHIFT
}

/// A cheated card lies on it.
pub const fn is_frozen(code: Code) -> bool {
    mark(code) != 0
}

/// The cheated card of a frozen column.
pub const fn cheated(code: Code) -> u8 {
    (code & 15) as u8 - 1
}

/// The rank under the cheated card of a frozen column.
pub const fn end(code: Code) -> u8 {
    (code >> 4) as u8 & 15
}

/// This column with a cheated card on its run, which ends with `end`.
pub const fn freeze(code: Code, end: u8, cheated: u8) -> Code {
    code | (end as Code) << 4 | (cheated as Code + 1)
}

/// This column without its cheated card.
pub const fn thaw(code: Code) -> Code {
    code & !0xff
}

/// What lies on its run: the rank under the cheated card, and this card; 0 for none.
pub const fn mark(code: Code) -> u8 {
    code as u8
}

/// The place of its head, a number of five bits.
pub const fn place_of(code: Code) -> u8 {
    (code >> PLACE_SHIFT) as u8
}

/// No start card is buried in it: it can change places with others like it.
pub const fn is_movable(code: Code) -> bool {
    code >> PLACE_SHIFT <= LAST_BASE
}

/// The place and the frozen pair (0 or 1 + 9 * end + cheated) of a column.
pub const fn parts(code: Code) -> (u64, u64) {
    let place = place_of(code) as u64;
    if is_frozen(code) {
        (place, 1 + 9 * end(code) as u64 + cheated(code) as u64)
    } else {
        (place, 0)
    }
}

/// What a place of the head means in one column.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The buried cards (all nine of a column locked at the start).
    pub buried: Counts,
    /// One of the head's rank; nothing for no head.
    pub head_count: Counts,
    /// The head's rank, or [`NO_RANK`].
    pub head: u8,
    /// Cards that are not in place: a base card that is not T, any other card
    /// that is not one below the card under it. A head counts, a tail does not.
    pub misplaced: u8,
    /// The column when the whole run has left.
    pub below: Code,
    /// How many cards are buried.
    pub depth: u8,
    /// The rank of the card under the head, or [`NO_RANK`].
    pub under: u8,
}

const NO_FACT: Fact = Fact {
    buried: 0,
    head_count: 0,
    head: NO_RANK,
    misplaced: 0,
    below: EMPTY,
    depth: 0,
    under: NO_RANK,
};

/// What every code means, for one start position.
#[derive(Clone, Debug)]
pub struct Layout {
    facts: [[Fact; PLACES]; COLUMNS],
}

impl Layout {
    /// The layout of a start position.
    pub fn new(start: &State) -> Self {
        let mut facts = [[NO_FACT; PLACES]; COLUMNS];
        for (facts, column) in facts.iter_mut().zip(&start.columns) {
            for head in 0..=TOP {
                facts[usize::from(place_of(base(head)))] = Fact {
                    head_count: one(head),
                    head,
                    misplaced: u8::from(head != TOP),
                    ..NO_FACT
                };
            }
            facts[usize::from(place_of(LOCKED))].buried = ONE_EACH;
            bury(facts, &ranks(column));
        }
        Self { facts }
    }

    /// What a code means in this column.
    #[inline]
    pub fn fact(&self, column: usize, code: Code) -> &Fact {
        &self.facts[column][usize::from(place_of(code))]
    }
}

/// The ranks of a column without its cheated card.
fn ranks(column: &Column) -> Vec<u8> {
    let kept = column.cards.len() - usize::from(column.cheated);
    column.cards[..kept]
        .iter()
        .map(|card| card.index())
        .collect()
}

/// The facts of the places under which start cards are buried.
fn bury(facts: &mut [Fact; PLACES], cards: &[u8]) {
    let (mut buried, mut misplaced, mut head_at) = (0, 0, 0);
    for (depth, &card) in cards.iter().enumerate() {
        let in_place = match depth {
            0 => card == TOP,
            _ => card + 1 == cards[depth - 1],
        };
        if depth > 0 && !in_place {
            // The card begins a run: it will be a head.
            facts[usize::from(place_of(place(depth)))] = Fact {
                buried,
                head_count: one(card),
                head: card,
                misplaced: misplaced + 1,
                below: code_of_head(cards, head_at),
                depth: depth as u8,
                under: cards[depth - 1],
            };
            head_at = depth;
        }
        buried += one(card);
        misplaced += u8::from(!in_place);
    }
}

const fn place(depth: usize) -> Code {
    (LAST_BASE + depth as Code) << PLACE_SHIFT
}

fn code_of_head(cards: &[u8], head_at: usize) -> Code {
    match head_at {
        0 => base(cards[0]),
        depth => place(depth),
    }
}

/// The code of a column as it lies at the start, and the rank of the last card
/// of its run.
pub fn read_column(column: &Column) -> (Code, u8) {
    if column.is_locked() {
        return (LOCKED, 0);
    }
    let cards = ranks(column);
    let Some(&leaf) = cards.last() else {
        return (EMPTY, 0);
    };
    let mut head_at = cards.len() - 1;
    while head_at > 0 && cards[head_at] + 1 == cards[head_at - 1] {
        head_at -= 1;
    }
    let code = code_of_head(&cards, head_at);
    match (column.cheated, column.cards.last()) {
        (true, Some(top)) => (freeze(code, leaf, top.index()), 0),
        _ => (code, leaf),
    }
}
