//! What was learned of a program's cards: a small picture of every rank and
//! suit (or of every card), and of the back.

use patience::CardNames;

use super::sample::Grid;

/// Pictures of one part of a card, one for each thing it can show.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Pictures {
    /// By rank, suit or card; none where it has never been seen.
    pub(crate) grids: Vec<Option<Grid>>,
}

/// What was learned of a program's cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// The deck's name in profiles.
    pub name: String,
    /// The cards' names.
    pub names: CardNames,
    /// The width and height of a card in the frame where it was learned.
    pub card: (f32, f32),
    pub(crate) ranks: Pictures,
    pub(crate) suits: Pictures,
    pub(crate) cards: Pictures,
    pub(crate) back: Option<Grid>,
}

impl Deck {
    /// Ranks and suits (or cards) that have never been seen.
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
