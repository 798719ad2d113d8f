//! A table laid out: piles with their cards and places.
//!
//! Surfaces with a pointer draw the piles and offer the
//! [gestures](crate::gesture); they need to know no game. Places are in card
//! widths (x) and card heights (y), so that a surface scales them as it likes.

use serde::{Deserialize, Serialize};

/// What a pile is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A place for one card, in a pyramid or on a peak.
    Slot,
    /// A column of cards.
    Column,
    /// A free cell.
    Cell,
    /// Where a suit goes home.
    Home,
    /// The stock.
    Stock,
    /// The waste.
    Waste,
    /// No pile: something to press.
    Button,
}

/// A mark on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// None.
    #[default]
    None,
    /// It was put there by a cheat.
    Cheated,
    /// It will never move again.
    Locked,
}

/// A card as it lies on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Face {
    /// The card as it is written, `7h`; empty if nobody has seen it.
    pub card: String,
    /// It shows its face.
    pub up: bool,
    /// The card in words: `7 of hearts`, `a card face down`.
    pub says: String,
    /// Its mark.
    pub mark: Mark,
}

impl Face {
    /// A card that shows its face.
    pub fn up(card: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            card: card.into(),
            up: true,
            says: says.into(),
            mark: Mark::None,
        }
    }

    /// A card that nobody has seen.
    pub fn down() -> Self {
        Self {
            card: String::new(),
            up: false,
            says: "a card face down".to_owned(),
            mark: Mark::None,
        }
    }

    /// A card that lies face down although its face is known.
    pub fn turned_down(card: patience_core::Card) -> Self {
        Self {
            up: false,
            says: format!("{}, face down", card.long_name()),
            ..Self::of(card)
        }
    }

    /// A card of the usual deck.
    pub fn of(card: patience_core::Card) -> Self {
        Self::up(card.to_string(), card.long_name())
    }
}

/// A pile, or a place where one could be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Pile {
    /// Its name in words: `column 3`, `cell a`, `home of hearts`.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// The left edge of its first card, in card widths.
    pub x: f32,
    /// The upper edge of its first card, in card heights.
    pub y: f32,
    /// From each card to the next, in card widths and heights; nothing where
    /// they lie exactly on each other.
    pub step: [f32; 2],
    /// How many cards at its base lie exactly under the first card of a fan.
    pub heap: usize,
    /// Its cards; the last one is on top.
    pub cards: Vec<Face>,
    /// Its letter in the notation of moves; empty if it has none.
    pub key: String,
    /// What its place shows when it is empty; the word of a button.
    pub empty: String,
}

impl Pile {
    /// An empty pile.
    pub fn new(name: impl Into<String>, role: Role, x: f32, y: f32) -> Self {
        Self {
            name: name.into(),
            role,
            x,
            y,
            step: [0.0, 0.0],
            heap: 0,
            cards: Vec::new(),
            key: String::new(),
            empty: String::new(),
        }
    }

    /// Something to press, with its word.
    pub fn button(word: &str, x: f32, y: f32) -> Self {
        Self {
            empty: word.to_owned(),
            ..Self::new(word, Role::Button, x, y)
        }
    }

    /// The same pile with these cards.
    pub fn with_cards(mut self, cards: impl IntoIterator<Item = Face>) -> Self {
        self.cards = cards.into_iter().collect();
        self
    }

    /// Where a card lies, from the first one, in card widths and heights.
    pub fn offset(&self, card: usize) -> [f32; 2] {
        let steps = card.saturating_sub(self.heap) as f32;
        self.step.map(|step| steps * step)
    }

    /// Another card lies exactly on this one.
    pub fn is_under(&self, card: usize) -> bool {
        let is_stacked = self.step == [0.0, 0.0];
        card < self.heap || (is_stacked && card + 1 < self.cards.len())
    }

    fn bottom(&self) -> f32 {
        let last = self.cards.len().saturating_sub(1);
        self.y + self.offset(last)[1] + 1.0
    }
}

/// A card on the table, or the place of an empty pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Spot {
    /// The pile, by its place in [`Layout::piles`].
    pub pile: usize,
    /// The card, by its place in [`Pile::cards`]; 0 in an empty pile.
    pub card: usize,
}

/// A table laid out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Layout {
    /// Its width, in card widths.
    pub width: f32,
    /// Its height, in card heights.
    pub height: f32,
    /// The piles, in the order in which a reader meets them.
    pub piles: Vec<Pile>,
}

impl Layout {
    /// A table with these piles. The height is that of the lowest card, but not
    /// less than `height`, so that the table does not change its size with
    /// every move.
    pub fn new(width: f32, height: f32, piles: Vec<Pile>) -> Self {
        let height = piles.iter().map(Pile::bottom).fold(height, f32::max);
        Self {
            width,
            height,
            piles,
        }
    }

    /// Where this card lies, if it can be seen.
    pub fn find(&self, card: &str) -> Option<Spot> {
        self.piles.iter().enumerate().find_map(|(pile, cards)| {
            let card = cards.cards.iter().position(|face| face.card == card)?;
            Some(Spot { pile, card })
        })
    }

    /// The pile with this name.
    pub fn pile(&self, name: &str) -> Option<usize> {
        self.piles.iter().position(|pile| pile.name == name)
    }

    /// The card on top of a pile, or the place of an empty one.
    pub fn top(&self, pile: usize) -> Spot {
        let card = self.piles[pile].cards.len().saturating_sub(1);
        Spot { pile, card }
    }
}
