//! What was learned of a program's cards: a small picture of every rank and
//! suit (or of every card), and of the back.

use patience::find_game;

use super::sample::Grid;
use crate::Profile;

/// The names of the cards of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Names {
    /// The ranks.
    pub ranks: &'static [&'static str],
    /// The suits; none where cards have only a rank.
    pub suits: &'static [&'static str],
    /// How many there are of each card.
    pub copies: usize,
}

const USUAL: Names = Names {
    ranks: &[
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
    ],
    suits: &["c", "d", "h", "s"],
    copies: 1,
};

const CLUJ: Names = Names {
    ranks: &["6", "7", "8", "9", "10", "V", "D", "K", "T"],
    suits: &[],
    copies: 4,
};

impl Names {
    /// The cards of the profile's game.
    pub fn of(profile: &Profile) -> Self {
        match find_game(&profile.game) {
            Ok(game) if game.about().name == "cluj" => CLUJ,
            _ => USUAL,
        }
    }

    /// How many different cards there are.
    pub fn cards(&self) -> usize {
        self.ranks.len() * self.suits.len().max(1)
    }

    /// The name of a card.
    pub fn name(&self, card: usize) -> String {
        let suits = self.suits.len().max(1);
        let suit = self.suits.get(card % suits).copied().unwrap_or("");
        format!("{}{suit}", self.ranks[card / suits])
    }

    /// The card with this name, however it is written.
    pub fn find(&self, name: &str) -> Option<usize> {
        let tidy = |name: &str| {
            let name = name.trim().to_ascii_lowercase().replace("10", "t");
            // In Cluj a ten is `0` or `10`, and `T` is another card.
            if self.suits.is_empty() && name == "0" {
                "10".to_owned()
            } else if self.suits.is_empty() {
                name.replace('t', "T")
            } else {
                name
            }
        };
        if self.suits.is_empty() {
            let wanted = name.trim().to_ascii_uppercase();
            let wanted = if wanted == "0" { "10" } else { &wanted };
            return self.ranks.iter().position(|rank| *rank == wanted);
        }
        let wanted = tidy(name);
        (0..self.cards()).find(|card| tidy(&self.name(*card)) == wanted)
    }

    /// The rank of a card.
    pub(crate) fn rank(&self, card: usize) -> usize {
        card / self.suits.len().max(1)
    }

    /// The suit of a card.
    pub(crate) fn suit(&self, card: usize) -> usize {
        card % self.suits.len().max(1)
    }
}

/// Pictures of one part of a card, one for each thing it can show.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Pictures {
    /// By rank, suit or card; none where it was never seen.
    pub(crate) grids: Vec<Option<Grid>>,
}

/// What was learned of a program's cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// The deck's name in profiles.
    pub name: String,
    /// The cards' names.
    pub names: Names,
    /// The width and height of a card in the frame where it was learned.
    pub card: (f32, f32),
    pub(crate) ranks: Pictures,
    pub(crate) suits: Pictures,
    pub(crate) cards: Pictures,
    pub(crate) back: Option<Grid>,
}

impl Deck {
    /// Ranks and suits (or cards) that were never seen.
    pub fn missing(&self) -> Vec<String> {
        let ranks = self.ranks.grids.iter().zip(self.names.ranks);
        let suits = self.suits.grids.iter().zip(self.names.suits);
        let mut missing: Vec<_> = ranks
            .chain(suits)
            .filter(|(grid, _)| grid.is_none())
            .map(|(_, name)| (*name).to_owned())
            .collect();
        for (card, grid) in self.cards.grids.iter().enumerate() {
            if grid.is_none() {
                missing.push(self.names.name(card));
            }
        }
        missing
    }
}

impl Deck {
    /// Takes over from an earlier deck what this one has never seen.
    pub(crate) fn keep_from(&mut self, earlier: &Self) {
        let pairs = [
            (&mut self.ranks, &earlier.ranks),
            (&mut self.suits, &earlier.suits),
            (&mut self.cards, &earlier.cards),
        ];
        for (pictures, earlier) in pairs {
            for (picture, earlier) in pictures.grids.iter_mut().zip(&earlier.grids) {
                if picture.is_none() {
                    picture.clone_from(earlier);
                }
            }
        }
        if self.back.is_none() {
            self.back.clone_from(&earlier.back);
        }
    }
}
