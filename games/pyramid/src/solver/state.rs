//! The packed table, with every legal move.
//!
//! ```text
//! shape  u16   the number of the pyramid's shape
//! set    u32   bit n: card n of the pile is still there
//! time   u8    pass (0 to 2) * 32 + place; place is the pile index of the
//!              stock's top card, 31 when the stock is empty
//! ```
//! Invariant: unless it is 31, the place is the index of a card that is there.
//! Times grow during a game, and two tables with the same shape and set differ
//! only by draws and recycles between their times.
//!
//! [`legal_moves`] leaves nothing out; what the search leaves out is decided in
//! `candidates`.

use crate::rules::{CARDS, Move, PASSES, State};
use patience_core::Card;

use crate::solver::layout::{KING, Layout};
use crate::solver::shapes::{self, ShapeId};

/// The place of an empty stock.
pub const EMPTY: u32 = 31;

/// The table, in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Packed {
    /// The pyramid.
    pub shape: ShapeId,
    /// The pile.
    pub set: u32,
    /// Pass and place.
    pub time: u8,
}

impl Packed {
    /// The time in a pass at which the first card at or after `index` is the
    /// stock's top.
    #[inline]
    pub const fn time_at(set: u32, pass: u8, index: u32) -> u8 {
        let ahead = if index >= EMPTY {
            0
        } else {
            set & (u32::MAX << index)
        };
        let place = if ahead == 0 {
            EMPTY
        } else {
            ahead.trailing_zeros()
        };
        pass << 5 | place as u8
    }

    /// The pass, 0 to 2.
    #[inline]
    pub const fn pass(self) -> u8 {
        self.time >> 5
    }

    /// The pile index of the stock's top, or 31 for an empty stock.
    #[inline]
    pub const fn place(self) -> u32 {
        (self.time & 31) as u32
    }

    /// The pile index of the stock's top card.
    #[inline]
    pub const fn stock_top(self) -> Option<u32> {
        let place = self.place();
        if place == EMPTY { None } else { Some(place) }
    }

    /// The pile index of the waste's top card.
    #[inline]
    pub const fn waste_top(self) -> Option<u32> {
        let behind = self.set & ((1 << self.place()) - 1);
        if behind == 0 {
            None
        } else {
            Some(31 - behind.leading_zeros())
        }
    }

    /// Without one card of the pile.
    #[inline]
    #[must_use]
    pub const fn without(self, index: u32) -> Self {
        let set = self.set & !(1 << index);
        Self {
            set,
            time: Self::time_at(set, self.pass(), self.place()),
            ..self
        }
    }

    /// After a draw, or a recycle when the stock is empty; none if there is
    /// nothing to draw and no pass left.
    #[inline]
    pub const fn drawn(self) -> Option<Self> {
        let time = match self.stock_top() {
            Some(top) => Self::time_at(self.set, self.pass(), top + 1),
            None if self.set != 0 && self.pass() + 1 < PASSES => {
                Self::time_at(self.set, self.pass() + 1, 0)
            }
            None => return None,
        };
        Some(Self { time, ..self })
    }
}

/// Where a card lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Slot(u8),
    Pile(u32),
}

/// The cards that can be played now, with their places.
fn available(layout: &Layout, at: Packed) -> Vec<(Place, Card)> {
    let uncovered = shapes::TABLE[usize::from(at.shape)].uncovered();
    let slots = uncovered.iter().filter_map(|card| {
        Some((
            Place::Slot(card.slot),
            layout.slots[usize::from(card.slot)]?,
        ))
    });
    let pile = [at.stock_top(), at.waste_top()];
    let pile = pile
        .into_iter()
        .flatten()
        .map(|index| (Place::Pile(index), layout.pile[index as usize]));
    slots.chain(pile).collect()
}

/// Every legal move; none when the pyramid is gone.
pub fn legal_moves(layout: &Layout, at: Packed) -> Vec<Move> {
    if at.shape == 0 {
        return Vec::new();
    }
    let cards = available(layout, at);
    let mut moves = Vec::new();
    for (index, (_, card)) in cards.iter().enumerate() {
        if card.rank().value() == KING {
            moves.push(Move::Remove(*card));
        }
        moves.extend(
            cards[index + 1..]
                .iter()
                .filter_map(|(_, other)| Move::pair(*card, *other)),
        );
    }
    if at.stock_top().is_some() {
        moves.push(Move::Draw);
    } else if at.drawn().is_some() {
        moves.push(Move::Recycle);
    }
    moves
}

/// The table after a legal move; none if it is not legal.
pub fn play(layout: &Layout, at: Packed, move_: &Move) -> Option<Packed> {
    if !legal_moves(layout, at).contains(move_) {
        return None;
    }
    let remove = |at: Packed, card: Card| -> Option<Packed> {
        // Both cards of a pair must be available before the move (checked
        // above), so the first does not uncover the second.
        let (place, _) = available(layout, at)
            .into_iter()
            .find(|(_, other)| *other == card)?;
        Some(match place {
            Place::Slot(slot) => Packed {
                shape: without_slot(at.shape, slot)?,
                ..at
            },
            Place::Pile(index) => at.without(index),
        })
    };
    match *move_ {
        Move::Draw | Move::Recycle => at.drawn(),
        Move::Remove(king) => remove(at, king),
        Move::RemovePair(low, high) => remove(at, low).and_then(|at| remove(at, high)),
    }
}

/// The shape without the card in this place, if it is uncovered.
#[inline]
pub fn without_slot(shape: ShapeId, slot: u8) -> Option<ShapeId> {
    let uncovered = shapes::TABLE[usize::from(shape)].uncovered();
    uncovered
        .iter()
        .find(|card| card.slot == slot)
        .map(|card| card.without)
}

/// The table as a state of the rules.
pub fn unpack(layout: &Layout, at: Packed) -> State {
    let places = shapes::TABLE[usize::from(at.shape)].places;
    let mut pyramid = [None; CARDS];
    for (slot, card) in pyramid.iter_mut().enumerate() {
        if places & (1 << slot) != 0 {
            *card = layout.slots[slot];
        }
    }
    let pile = |range: std::ops::Range<u32>| {
        let there = range.filter(|&index| at.set & (1 << index) != 0);
        there.map(|index| layout.pile[index as usize]).collect()
    };
    State {
        pyramid,
        waste: pile(0..at.place()),
        stock: pile(at.place()..EMPTY),
        pass: at.pass() + 1,
    }
}
