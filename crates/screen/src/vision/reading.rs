//! What was read: every pile with its cards, each with how sure it is and
//! where it lies.

use super::Placed;

/// What a place shows.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Face {
    /// A card with its face up, as the game writes it: `7h`, in Cluj `9`.
    Up(String),
    /// A card with its face down.
    Down,
}

/// A card that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// What it is.
    pub face: Face,
    /// By how much every other reading of the whole table fits worse.
    pub margin: f32,
    /// It is better to ask.
    pub doubtful: bool,
    /// Drawn as a cheated card (Cluj).
    pub cheated: bool,
    /// The whole card, also where others cover it.
    pub place: Placed,
    /// The lowest visible strip of it is this high; all of it if nothing covers
    /// it. A click on the strip reaches this card and no other.
    pub visible: f32,
}

impl Read {
    /// A pixel where a click reaches this card.
    pub fn grip(&self) -> (i32, i32) {
        let down = (self.visible / self.place.height.max(1.0)).clamp(0.02, 1.0);
        self.place.at(0.5, 0.5 * down)
    }
}

/// A pile that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct PileReading {
    /// The pile's name in the profile: `column 1`, `cell a`, `waste`.
    pub name: String,
    /// Its cards; the last is on top.
    pub cards: Vec<Read>,
    /// Where the pile's first card lies, or would lie.
    pub place: Placed,
    /// A locked pile, shown as the back of a card (Cluj).
    pub locked: bool,
}

impl PileReading {
    /// A pixel where a card can be dropped on the pile.
    pub fn target(&self) -> (i32, i32) {
        self.cards
            .last()
            .map_or_else(|| self.place.middle(), |card| card.place.middle())
    }
}

/// A whole table that was read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// Its piles, in the profile's order.
    pub piles: Vec<PileReading>,
}

impl Reading {
    /// The pile with this name.
    pub fn pile(&self, name: &str) -> Option<&PileReading> {
        self.piles.iter().find(|pile| pile.name == name)
    }

    /// Every card with its pile and its place in the pile.
    pub fn cards(&self) -> impl Iterator<Item = (&PileReading, usize, &Read)> {
        self.piles.iter().flat_map(|pile| {
            let cards = pile.cards.iter().enumerate();
            cards.map(move |(index, card)| (pile, index, card))
        })
    }

    /// How many cards it is better to ask about.
    pub fn doubtful(&self) -> usize {
        self.cards().filter(|(_, _, card)| card.doubtful).count()
    }
}
