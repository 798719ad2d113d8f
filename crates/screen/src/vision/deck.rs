//! What was learned of a program's cards: a small picture of every rank and
//! suit (or of every card), and of the back.

use patience::CardNames;

use super::sample::Grid;

/// Cards whose widths differ by at most this share are of the same size.
const SAME_SIZE: f32 = 0.02;

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
        // Pictures of the cards show their suits, too.
        let suits = self.suits.grids.iter().zip(self.names.suits);
        let suits = suits.filter(|_| self.cards.grids.is_empty());
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
        self.keep_signs_from(earlier);
        for (pictures, earlier) in [
            (&mut self.ranks, &earlier.ranks),
            (&mut self.cards, &earlier.cards),
        ] {
            pictures.keep_from(earlier);
        }
        if self.back.is_none() {
            self.back.clone_from(&earlier.back);
        }
    }

    /// The same for suit signs. They are small: one that was learned in a window of
    /// another size is less like any card than the others are. Where cards have
    /// pictures, signs are only for a closer look, and better none than such a one.
    fn keep_signs_from(&mut self, earlier: &Self) {
        let off = (self.card.0 - earlier.card.0).abs();
        if self.cards.grids.is_empty() || off <= SAME_SIZE * self.card.0 {
            self.suits.keep_from(&earlier.suits);
        } else if self.suits.lacks_some() && !earlier.suits.lacks_some() {
            self.suits.clone_from(&earlier.suits);
        }
    }
}

impl Pictures {
    fn keep_from(&mut self, earlier: &Self) {
        for (picture, earlier) in self.grids.iter_mut().zip(&earlier.grids) {
            if picture.is_none() {
                picture.clone_from(earlier);
            }
        }
    }

    fn lacks_some(&self) -> bool {
        self.grids.is_empty() || self.grids.iter().any(Option::is_none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deck with cards so wide, and these signs.
    fn deck(width: f32, signs: [bool; 4]) -> Deck {
        let grid = || Grid::from_frame(&crate::Frame::filled(width as u32, 3, [0; 3]));
        let of = |seen: &[bool]| Pictures {
            grids: seen.iter().map(|seen| seen.then(grid)).collect(),
        };
        let names = CardNames::several(1);
        Deck {
            name: String::new(),
            names,
            card: (width, 1.5 * width),
            ranks: of(&[true; 13]),
            suits: of(&signs),
            cards: of(&vec![true; names.len()]),
            back: None,
        }
    }

    /// The widths of the signs, 0 for one that was not seen.
    fn signs(deck: &Deck) -> Vec<usize> {
        let width = |grid: &Option<Grid>| grid.as_ref().map_or(0, |grid| grid.width);
        deck.suits.grids.iter().map(width).collect()
    }

    #[test]
    fn signs_of_two_sizes_are_not_mixed() {
        let mut small = deck(50.0, [true, true, true, false]);
        small.keep_from(&deck(90.0, [false, true, true, true]));
        assert_eq!(signs(&small), [50, 50, 50, 0]);
        small.keep_from(&deck(90.0, [true; 4]));
        assert_eq!(signs(&small), [90; 4]);
    }

    #[test]
    fn signs_of_one_size_complete_each_other() {
        let mut one = deck(50.0, [true, true, false, false]);
        one.keep_from(&deck(50.0, [false, true, true, false]));
        assert_eq!(signs(&one), [50, 50, 50, 0]);
    }
}
