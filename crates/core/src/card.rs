//! A playing card in one byte.
//!
//! ```text
//! Card = NonZeroU8:  1 + 4 * (rank - 1) + suit      1 ..= 52
//!        rank 1 (Ace) ..= 13 (King), suit 0 clubs, 1 diamonds, 2 hearts, 3 spades
//! ```
//! Zero is left free, so that `Option<Card>` is one byte too. The order of the
//! suits is that of Microsoft's deal numbers (AC AD AH AS 2C ..).
//!
//! # Stability
//! The numbering of cards ([`Card::index`]) is part of the numbered deals and
//! never changes.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// The rank of a card, Ace (1) to King (13).
///
/// ```
/// use patience_core::Rank;
/// assert_eq!(Rank::QUEEN.value(), 12);
/// assert_eq!(Rank::ACE.to_string(), "A");
/// assert_eq!("10".parse::<Rank>(), Ok(Rank::TEN));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(NonZeroU8);

impl Rank {
    /// Ace, the lowest rank.
    pub const ACE: Self = Self::constant(1);
    /// Ten, written `T` (and read as `10`, too).
    pub const TEN: Self = Self::constant(10);
    /// Jack.
    pub const JACK: Self = Self::constant(11);
    /// Queen.
    pub const QUEEN: Self = Self::constant(12);
    /// King, the highest rank.
    pub const KING: Self = Self::constant(13);

    const fn constant(value: u8) -> Self {
        match NonZeroU8::new(value) {
            Some(value) => Self(value),
            None => panic!("a rank is never zero"),
        }
    }

    /// The rank with this value, if it is 1 to 13.
    pub const fn new(value: u8) -> Option<Self> {
        if value >= 1 && value <= 13 {
            Some(Self::constant(value))
        } else {
            None
        }
    }

    /// 1 for an Ace, 11 12 13 for Jack, Queen and King.
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// All ranks, Ace first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..13u8).map(|index| Self::constant(index + 1))
    }

    /// `A 2 .. 9 T J Q K`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.value() as usize - 1] as char
    }

    fn from_text(text: &str) -> Option<Self> {
        if text == "10" {
            return Some(Self::TEN);
        }
        let mut letters = text.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        if letters.next().is_some() {
            return None;
        }
        Self::all().find(|rank| rank.letter() == letter)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_text(text).ok_or_else(|| ParseCardError::new(text, "a rank"))
    }
}

/// Red or black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Colour {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

/// The suit of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// The four suits in the order of the card numbering.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// 0 to 3, in the order of [`Suit::ALL`].
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Red or black.
    pub const fn colour(self) -> Colour {
        match self {
            Self::Clubs | Self::Spades => Colour::Black,
            Self::Diamonds | Self::Hearts => Colour::Red,
        }
    }

    /// `c d h s`.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// `♣ ♦ ♥ ♠`.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// Its name in words: `hearts`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }

    /// The suit that a letter or symbol means, in either case.
    pub fn from_char(letter: char) -> Option<Self> {
        match letter {
            'c' | 'C' | '♣' | '♧' => Some(Self::Clubs),
            'd' | 'D' | '♦' | '♢' => Some(Self::Diamonds),
            'h' | 'H' | '♥' | '♡' => Some(Self::Hearts),
            's' | 'S' | '♠' | '♤' => Some(Self::Spades),
            _ => None,
        }
    }
}

/// One of the 52 cards.
///
/// ```
/// use patience_core::{Card, Rank, Suit};
/// let card: Card = "10h".parse()?;
/// assert_eq!(card, Card::new(Rank::TEN, Suit::Hearts));
/// assert_eq!(card.to_string(), "Th");
/// assert_eq!("T♥".parse::<Card>()?, card);
/// assert_eq!(size_of::<Option<Card>>(), 1);
/// # Ok::<(), patience_core::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        match NonZeroU8::new(4 * (rank.value() - 1) + suit.index() + 1) {
            Some(code) => Self(code),
            None => panic!("a card's code is never zero"),
        }
    }

    /// The card with this index, 0 (AC) to 51 (KS).
    pub const fn from_index(index: u8) -> Option<Self> {
        if index >= 52 {
            return None;
        }
        match NonZeroU8::new(index + 1) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// 0 (Ace of clubs) to 51 (King of spades), ranks first.
    pub const fn index(self) -> u8 {
        self.0.get() - 1
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::constant(self.index() / 4 + 1)
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.index() % 4) as usize]
    }

    /// Its suit's colour.
    pub const fn colour(self) -> Colour {
        self.suit().colour()
    }

    /// All 52 cards, in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..52u8).map(|index| match Self::from_index(index) {
            Some(card) => card,
            None => unreachable!("index below 52"),
        })
    }

    /// The name people say: "the 7 of hearts", "the Ace of clubs".
    pub fn long_name(self) -> String {
        let rank = match self.rank().value() {
            1 => "Ace".to_owned(),
            11 => "Jack".to_owned(),
            12 => "Queen".to_owned(),
            13 => "King".to_owned(),
            value => value.to_string(),
        };
        format!("{rank} of {}", self.suit().name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Reads `Th`, `10h`, `TH` or `T♥`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (last, letter) = text.char_indices().next_back()?;
            let suit = Suit::from_char(letter)?;
            let rank = Rank::from_text(&text[..last])?;
            Some(Self::new(rank, suit))
        };
        parse().ok_or_else(|| ParseCardError::new(text, "a card"))
    }
}

/// The text is not a card (or not a rank).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {wanted}")]
pub struct ParseCardError {
    text: String,
    wanted: &'static str,
}

impl ParseCardError {
    fn new(text: &str, wanted: &'static str) -> Self {
        // A word of noise may be megabytes long; the message stays one line.
        let mut short: String = text.chars().take(12).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Self {
            text: short,
            wanted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_what_it_writes() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn a_ten_has_four_spellings() {
        for text in ["Th", "10h", "TH", "T♥", "th", "10H", "10♥", "t♡"] {
            assert_eq!(
                text.parse::<Card>().map(|card| card.to_string()),
                Ok("Th".into())
            );
        }
    }

    #[test]
    fn what_is_not_a_card_is_refused() {
        for text in [
            "", "T", "h", "1h", "11h", "Xh", "Tx", "Thh", "♥T", "100h", "0h", "é",
        ] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_card_and_no_card_are_one_byte() {
        assert_eq!(size_of::<Card>(), 1);
        assert_eq!(size_of::<Option<Card>>(), 1);
    }

    #[test]
    fn cards_have_names_people_say() {
        assert_eq!(
            "As".parse::<Card>().map(Card::long_name),
            Ok("Ace of spades".into())
        );
        assert_eq!(
            "7h".parse::<Card>().map(Card::long_name),
            Ok("7 of hearts".into())
        );
    }
}
