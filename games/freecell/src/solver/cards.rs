//! Cards as numbers, the same for all solvers.
//!
//! ```text
//! card     4 * (rank - 1) + suit, 0 ..= 51: the index of patience_core::Card
//!          suit  0 clubs, 1 diamonds, 2 hearts, 3 spades
//!          52 ..= 55  the card after the King of each suit, never on the table
//! CELL BASE HOME      what a card lies on when it lies on no card
//! NOTHING NEVER       other things in the place of a card
//! set      u64, one bit for each card
//! ```
//! A rank takes four bits of a set, so one shift moves a whole set to the rank
//! below, and the lowest bit of a set is a card of the lowest rank.
//!
//! The packed board of the short and the shortest solver used to number cards
//! suit by suit, 16 bits each. This numbering takes 1% fewer instructions there,
//! too.

/// The number of a card, or one of the others below.
pub(crate) type Card = u8;

// Certificates list moves in the order of their targets: cards by number, then
// a cell, an empty column, home. So these come after the cards, in this order.

/// What a card in a cell lies on.
pub(crate) const CELL: Card = 56;
/// What the lowest card of a column lies on.
pub(crate) const BASE: Card = 57;
/// What a card at home lies on.
pub(crate) const HOME: Card = 58;
/// No card: the top of an empty column, an empty cell.
pub(crate) const NOTHING: Card = 59;
/// A card that is never on the table.
pub(crate) const NEVER: Card = 60;

/// The set of all 52 cards.
pub(crate) const ALL_CARDS: u64 = (1 << 52) - 1;
/// The set of all clubs; shifted by a suit, that of another suit.
const CLUBS: u64 = 0x1111_1111_1111_1111;

/// 1 for an Ace, 13 for a King.
#[inline]
pub(crate) const fn rank(card: Card) -> u8 {
    card / 4 + 1
}

/// 0 clubs, 1 diamonds, 2 hearts, 3 spades.
#[inline]
pub(crate) const fn suit(card: Card) -> usize {
    (card % 4) as usize
}

/// Diamonds and hearts are red.
#[inline]
pub(crate) const fn is_red(card: Card) -> bool {
    // Suits plus one are 1, 2, 3, 4.
    (card + 1) & 2 != 0
}

/// May the first card be built on the second, by the other colour? The second
/// need not be a card: nothing is built on the others.
#[inline]
pub(crate) const fn fits(card: Card, on: Card) -> bool {
    rank(card) + 1 == rank(on) && is_red(card) != is_red(on)
}

/// The set of one card.
#[inline]
pub(crate) const fn bit(card: Card) -> u64 {
    1 << (card & 63)
}

/// The cards of a suit up to this rank, 0 to 13.
#[inline]
pub(crate) const fn up_to(rank: u8, suit: usize) -> u64 {
    ((1 << (4 * rank)) - 1) & (CLUBS << suit)
}

/// The lower cards of the same suit.
#[inline]
pub(crate) const fn lower_cards(card: Card) -> u64 {
    (bit(card) - 1) & (CLUBS << suit(card))
}

/// How many cards of a suit are in a set without a gap, from the Ace up.
#[inline]
pub(crate) const fn from_ace(set: u64, suit: usize) -> u32 {
    ((set >> suit) | !CLUBS).trailing_ones() / 4
}

/// The cards of a set, lowest first.
#[inline]
pub(crate) fn cards_of(mut set: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let card = set.trailing_zeros() as Card;
            set &= set - 1;
            card
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::{Card as RulesCard, Colour};

    #[test]
    fn a_card_is_the_card_of_the_rules_with_this_index() {
        for card in RulesCard::all() {
            let number = card.index();
            assert_eq!(rank(number), card.rank().value());
            assert_eq!(suit(number), usize::from(card.suit().index()));
            assert_eq!(is_red(number), card.colour() == Colour::Red);
        }
    }

    #[test]
    fn a_card_fits_on_the_other_colour_one_rank_higher() {
        for card in RulesCard::all() {
            for on in RulesCard::all() {
                let expected =
                    card.rank().value() + 1 == on.rank().value() && card.colour() != on.colour();
                assert_eq!(fits(card.index(), on.index()), expected, "{card} on {on}");
            }
            for on in [CELL, BASE, HOME, NOTHING, NEVER] {
                assert!(!fits(card.index(), on), "{card}");
            }
        }
    }

    #[test]
    fn sets_of_a_suit_hold_its_lower_cards() {
        for card in RulesCard::all() {
            let lower = RulesCard::all()
                .filter(|other| other.suit() == card.suit() && other.rank() < card.rank());
            let expected = lower.map(|other| bit(other.index())).sum::<u64>();
            let number = card.index();
            assert_eq!(lower_cards(number), expected, "{card}");
            assert_eq!(up_to(rank(number) - 1, suit(number)), expected, "{card}");
            let count = from_ace(expected, suit(number));
            assert_eq!(count, u32::from(rank(number)) - 1, "{card}");
            let others = ALL_CARDS & !bit(number);
            assert_eq!(from_ace(others, suit(number)), count, "{card}");
        }
        assert_eq!(from_ace(ALL_CARDS, 2), 13);
    }
}
