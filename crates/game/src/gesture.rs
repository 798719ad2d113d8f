//! How a hand makes a move on a table that is laid out.

use serde::Serialize;

use crate::{Layout, Move, Spot};

/// What a move is, whatever the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Cards go from one pile to another.
    Carry,
    /// A card or a whole run goes to its foundation, where it stays.
    Home,
    /// Cards are taken off the table.
    Remove,
    /// Cards are turned from the stock.
    Draw,
    /// The waste becomes the stock again.
    Recycle,
    /// The same deal begins again.
    Restart,
    /// Cards go where the rules do not allow it.
    Cheat,
}

/// How the hand makes a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Gesture {
    /// The move, as [`Table::play`](crate::Table::play) takes it.
    #[serde(rename = "move")]
    pub move_: Move,
    /// What it is.
    pub action: Action,
    /// The card that is taken up, or the button that is pressed.
    pub from: Spot,
    /// How many cards go, from that one to the top.
    pub cards: usize,
    /// The pile where they are put; none where a click is the whole move.
    pub to: Option<usize>,
    /// Putting the top card of `to` onto `from` makes the same move.
    pub either_way: bool,
}

/// Where a move begins and ends on a layout: what a game says about its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// As in [`Gesture::from`].
    pub from: Spot,
    /// As in [`Gesture::cards`].
    pub cards: usize,
    /// As in [`Gesture::to`].
    pub to: Option<usize>,
    /// As in [`Gesture::either_way`].
    pub either_way: bool,
}

impl Reach {
    /// A click on a card or a button.
    pub const fn click(from: Spot) -> Self {
        Self {
            from,
            cards: 1,
            to: None,
            either_way: false,
        }
    }

    /// Cards onto a pile.
    pub const fn onto(from: Spot, cards: usize, to: usize) -> Self {
        Self {
            from,
            cards,
            to: Some(to),
            either_way: false,
        }
    }
}

/// The gestures of a table: one for every legal move that a hand can make.
#[derive(Clone, PartialEq, Debug)]
pub struct Gestures {
    /// In the order of the moves.
    list: Vec<Gesture>,
    /// The top of every pile.
    tops: Vec<Spot>,
}

impl Gestures {
    pub(crate) fn new(layout: &Layout, list: Vec<Gesture>) -> Self {
        let piles = 0..layout.piles.len();
        Self {
            list,
            tops: piles.map(|pile| layout.top(pile)).collect(),
        }
    }

    /// Every gesture, in the order of the moves.
    pub fn iter(&self) -> std::slice::Iter<'_, Gesture> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// No hand can make a move.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The gesture that makes this move.
    pub fn of_move(&self, move_: &str) -> Option<&Gesture> {
        self.list.iter().find(|gesture| gesture.move_ == *move_)
    }

    /// The gesture that takes up this card and puts it onto that pile.
    pub fn between(&self, from: Spot, to: Option<usize>) -> Option<&Gesture> {
        let straight = |gesture: &&Gesture| gesture.from == from && gesture.to == to;
        let turned =
            |gesture: &&Gesture| self.is_turned(gesture, from) && Some(gesture.from.pile) == to;
        let mut gestures = self.list.iter();
        gestures
            .find(straight)
            .or_else(|| self.list.iter().find(turned))
    }

    /// Every gesture that can begin with taking up this card.
    pub fn of_card(&self, from: Spot) -> impl Iterator<Item = &Gesture> {
        self.list
            .iter()
            .filter(move |gesture| gesture.from == from || self.is_turned(gesture, from))
    }

    /// The gesture can be made the other way round, from this card.
    fn is_turned(&self, gesture: &Gesture, from: Spot) -> bool {
        gesture.either_way
            && gesture.to == Some(from.pile)
            && self.tops.get(from.pile) == Some(&from)
    }
}

impl<'g> IntoIterator for &'g Gestures {
    type Item = &'g Gesture;
    type IntoIter = std::slice::Iter<'g, Gesture>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
