//! What was read: every pile with its cards, each with how clear it is and
//! where it lies.

use super::Placed;
use crate::profile::PileRole;

/// What a place shows.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Face {
    /// A card with its face up, as the game writes it: `7h`.
    Up(String),
    /// A card with its face down.
    Down,
}

/// A card that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct CardReading {
    /// What it is.
    pub face: Face,
    /// How clearly it is this card and no other: 1 is an exact match, 0 is
    /// halfway to another card.
    pub margin: f32,
    /// The user should be asked about it.
    pub doubtful: bool,
    /// A part of its rank is covered, so that its name is a guess.
    pub guessed: bool,
    /// It is drawn as a card that was put there by a cheat.
    pub cheated: bool,
    /// The whole card, also where others cover it.
    pub place: Placed,
    /// The height of its visible strip, in pixels; the height of the card if
    /// nothing covers it. A click on the strip reaches this card and no other.
    pub visible: f32,
}

impl CardReading {
    /// A card with its face down.
    pub(super) const fn face_down(place: Placed, visible: f32) -> Self {
        Self {
            face: Face::Down,
            margin: 1.0,
            doubtful: false,
            guessed: false,
            cheated: false,
            place,
            visible,
        }
    }

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
    /// What it is in the profile. A stock that shows its top card has the role
    /// of a waste.
    pub role: PileRole,
    /// Its cards; the last is on top.
    pub cards: Vec<CardReading>,
    /// Where the pile's first card lies, or would lie.
    pub place: Placed,
    /// It shows only a back: its cards never move again.
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

    /// The piles with this role.
    pub fn piles_with(&self, role: PileRole) -> impl Iterator<Item = &PileReading> + Clone {
        self.piles.iter().filter(move |pile| pile.role == role)
    }

    /// Every card with its pile and its place in the pile.
    pub fn cards(&self) -> impl Iterator<Item = (&PileReading, usize, &CardReading)> {
        self.piles.iter().flat_map(|pile| {
            let cards = pile.cards.iter().enumerate();
            cards.map(move |(index, card)| (pile, index, card))
        })
    }

    /// How many cards the user should be asked about.
    pub fn doubtful(&self) -> usize {
        self.cards().filter(|(_, _, card)| card.doubtful).count()
    }
}
