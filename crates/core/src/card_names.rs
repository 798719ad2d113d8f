//! The cards that a game is played with, by name.

use serde::Serialize;

/// The names of the ranks and suits of a game, and how often each card is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct CardNames {
    /// The ranks.
    pub ranks: &'static [&'static str],
    /// The suits; none where cards have only a rank.
    pub suits: &'static [&'static str],
    /// How many there are of each card, at most.
    pub copies: usize,
    /// Other ways to write a rank: how, and which rank it means.
    pub aliases: &'static [(&'static str, &'static str)],
}

impl CardNames {
    /// The usual deck of 52 cards.
    pub const USUAL: Self = Self {
        ranks: &[
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
        ],
        suits: &["c", "d", "h", "s"],
        copies: 1,
        aliases: &[("10", "T")],
    };

    /// Decks of 52 cards in which a card is there so many times, at most.
    pub const fn several(copies: usize) -> Self {
        Self {
            copies,
            ..Self::USUAL
        }
    }

    /// Cards without suits.
    pub const fn without_suits(ranks: &'static [&'static str], copies: usize) -> Self {
        Self {
            ranks,
            suits: &[],
            copies,
            aliases: &[],
        }
    }

    /// The same cards, with other ways to write their ranks.
    #[must_use]
    pub const fn with_aliases(self, aliases: &'static [(&'static str, &'static str)]) -> Self {
        Self { aliases, ..self }
    }

    /// How many different cards there are.
    pub const fn len(&self) -> usize {
        let suits = self.suits.len();
        self.ranks.len() * if suits == 0 { 1 } else { suits }
    }

    /// There are no cards.
    pub const fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The name of a card, by its number from 0: rank by rank, each in the
    /// order of the suits.
    pub fn name(&self, card: usize) -> String {
        let suit = self.suits.get(self.suit(card)).copied().unwrap_or("");
        format!("{}{suit}", self.ranks[self.rank(card)])
    }

    /// The number of the card with this name, in either case.
    ///
    /// ```
    /// use patience_core::CardNames;
    /// let ten = CardNames::USUAL.find("10H").unwrap();
    /// assert_eq!(CardNames::USUAL.name(ten), "Th");
    /// assert_eq!(CardNames::USUAL.find("1h"), None);
    /// ```
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        let (rank, suit) = match self.suits {
            [] => (name, 0),
            suits => {
                let (at, letter) = name.char_indices().next_back()?;
                let letter = letter.to_string();
                let suit = suits.iter().position(|suit| same(suit, &letter))?;
                (&name[..at], suit)
            }
        };
        let meant = self.aliases.iter().find(|(alias, _)| same(alias, rank));
        let rank = meant.map_or(rank, |(_, rank)| rank);
        let rank = self.ranks.iter().position(|name| same(name, rank))?;
        Some(rank * self.suits.len().max(1) + suit)
    }

    /// The rank of a card, by its place in the list of ranks.
    pub fn rank(&self, card: usize) -> usize {
        card / self.suits.len().max(1)
    }

    /// The suit of a card, by its place in the list of suits.
    pub fn suit(&self, card: usize) -> usize {
        card % self.suits.len().max(1)
    }
}

fn same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_found_by_its_name() {
        for card in 0..CardNames::USUAL.len() {
            assert_eq!(
                CardNames::USUAL.find(&CardNames::USUAL.name(card)),
                Some(card)
            );
        }
    }

    #[test]
    fn cards_without_suits_are_found_by_rank_and_alias() {
        const NAMES: CardNames =
            CardNames::without_suits(&["9", "10", "V", "T"], 4).with_aliases(&[("0", "10")]);
        assert_eq!(NAMES.find("0"), Some(1));
        assert_eq!(NAMES.find("10"), Some(1));
        assert_eq!(NAMES.find("t"), Some(3));
        assert_eq!(NAMES.find("9h"), None);
    }
}
