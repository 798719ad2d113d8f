//! The nine ranks of Cluj. Suits do not matter, so a card is its rank.

use std::fmt;

/// A rank: 6 7 8 9 10 V D K T, the lowest first.
///
/// ```
/// use patience_cluj::rules::Rank;
/// assert_eq!(Rank::TEN.to_string(), "10");
/// assert_eq!(Rank::TEN.letter(), '0');
/// assert_eq!(Rank::SIX.above().and_then(Rank::below), Some(Rank::SIX));
/// assert_eq!(Rank::TOP.above(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Rank(u8);

/// How many ranks there are.
pub const RANKS: usize = 9;

/// How many cards of each rank there are.
pub const COPIES: usize = 4;

impl Rank {
    /// 6, the lowest rank.
    pub const SIX: Self = Self(0);
    /// 10, written `0` in the short form.
    pub const TEN: Self = Self(4);
    /// T, the highest rank.
    pub const TOP: Self = Self(8);

    /// The rank with this index, 0 (6) to 8 (T).
    pub const fn new(index: u8) -> Option<Self> {
        if index < RANKS as u8 {
            Some(Self(index))
        } else {
            None
        }
    }

    /// 0 (6) to 8 (T).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The next higher rank; none above T.
    pub const fn above(self) -> Option<Self> {
        Self::new(self.0 + 1)
    }

    /// The next lower rank; none below 6.
    pub const fn below(self) -> Option<Self> {
        match self.0.checked_sub(1) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// All ranks, 6 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..RANKS as u8).map(Self)
    }

    /// `6 7 8 9 0 V D K T`: one letter each, `0` for 10.
    pub const fn letter(self) -> char {
        b"67890VDKT"[self.0 as usize] as char
    }

    /// The rank that a letter means, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::all().find(|rank| rank.letter() == letter)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TEN => f.write_str("10"),
            rank => write!(f, "{}", rank.letter()),
        }
    }
}
