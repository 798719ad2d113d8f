//! Numbers of deals in other programs.
//!
//! # Stability
//! Golden tests hold these numberings; they never change.

use patience_core::{Card, Deck, Rank, Suit, full_deck, numbering};

use super::{Klondike, State};

/// Whose deal numbers they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Numbers {
    /// The project's own.
    #[default]
    Own,
    /// The seeds of Solvitaire.
    Solvitaire,
    /// Those of Microsoft Solitaire Collection.
    Microsoft,
    /// Those of KPatience.
    Kpatience,
}

/// The Mersenne Twister MT19937, as in the standard library of C++.
struct MersenneTwister {
    state: [u32; 624],
    at: usize,
}

impl MersenneTwister {
    fn new(seed: u32) -> Self {
        let mut state = [seed; 624];
        for index in 1..state.len() {
            let last = state[index - 1];
            state[index] = (last ^ (last >> 30))
                .wrapping_mul(1_812_433_253)
                .wrapping_add(index as u32);
        }
        Self { state, at: 624 }
    }

    fn next(&mut self) -> u32 {
        if self.at == self.state.len() {
            for index in 0..self.state.len() {
                let joined = (self.state[index] & 0x8000_0000)
                    | (self.state[(index + 1) % 624] & 0x7fff_ffff);
                let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[index] = self.state[(index + 397) % 624] ^ (joined >> 1) ^ odd;
            }
            self.at = 0;
        }
        let mut bits = self.state[self.at];
        self.at += 1;
        bits ^= bits >> 11;
        bits ^= (bits << 7) & 0x9d2c_5680;
        bits ^= (bits << 15) & 0xefc6_0000;
        bits ^ (bits >> 18)
    }

    /// A number from 0 to `most`, by buckets of equal size.
    fn up_to(&mut self, most: u32) -> usize {
        let mut bucket = u32::MAX / (most + 1);
        if u32::MAX % (most + 1) == most {
            bucket += 1;
        }
        loop {
            let drawn = self.next() / bucket;
            if drawn <= most {
                return drawn as usize;
            }
        }
    }
}

/// The deck of a seed of Solvitaire, column by column and then the stock, as
/// [`Klondike::lay_out`] takes it.
pub fn solvitaire_deck(seed: u32) -> Deck {
    let suits = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];
    let mut deck = full_deck();
    let cards = Rank::all().flat_map(|rank| suits.map(|suit| Card::new(rank, suit)));
    for (place, card) in deck.iter_mut().zip(cards) {
        *place = card;
    }
    let mut numbers = MersenneTwister::new(seed);
    for last in (1..deck.len()).rev() {
        deck.swap(last, numbers.up_to(last as u32));
    }
    // Row by row, each from the right, beginning with the last of 28 cards.
    let mut columns: [Vec<Card>; 7] = Default::default();
    let mut cards = deck[..28].iter().rev().copied();
    for row in 0..7 {
        for column in columns[row..].iter_mut().rev() {
            column.extend(cards.next());
        }
    }
    let mut dealt = deck;
    for (place, card) in dealt.iter_mut().zip(columns.into_iter().flatten()) {
        *place = card;
    }
    dealt
}

/// The deal of a seed of Solvitaire.
pub fn from_solvitaire(rules: &Klondike, seed: u32) -> State {
    rules.lay_out(&solvitaire_deck(seed))
}

/// The deck of a number of KPatience, column by column and then the stock: the
/// cards of Microsoft's FreeCell deal, dealt row by row from the left. KPatience
/// has numbers below 2^31; after the last one they start again with 1.
pub fn kpatience_deck(number: u64) -> Deck {
    let number = number.saturating_sub(1) % 0x7fff_ffff + 1;
    let deck = numbering::microsoft(number).unwrap_or_else(full_deck);
    Klondike::by_rows(&deck)
}

/// The deck of a number of Microsoft Solitaire Collection, column by column and
/// then the stock. The number may have 68 digits: it is below 52!. None if it
/// is not a number or too large.
///
/// ```
/// use patience_klondike::rules::microsoft_deck;
/// assert!(microsoft_deck("0").is_some());
/// assert!(microsoft_deck("not a number").is_none());
/// assert!(microsoft_deck(&"9".repeat(69)).is_none());
/// ```
pub fn microsoft_deck(number: &str) -> Option<Deck> {
    let mut digits: Vec<u32> = number
        .chars()
        .map(|digit| digit.to_digit(10))
        .collect::<Option<_>>()?;
    if digits.is_empty() || digits.len() > 68 {
        return None;
    }
    let deck = picked(|choices| divide(&mut digits, choices));
    digits.iter().all(|&digit| digit == 0).then_some(deck)
}

/// The same for a number that is small enough for sure.
pub(super) fn microsoft_deck_of(mut number: u64) -> Deck {
    picked(|choices| {
        let pick = number % u64::from(choices);
        number /= u64::from(choices);
        pick as u32
    })
}

/// The deck that comes of picking one card after the other.
fn picked(mut pick: impl FnMut(u32) -> u32) -> Deck {
    let suits = [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds];
    let mut deck = full_deck();
    let cards = suits.map(|suit| Rank::all().map(move |rank| Card::new(rank, suit)));
    for (place, card) in deck.iter_mut().zip(cards.into_iter().flatten()) {
        *place = card;
    }
    for last in (1..deck.len()).rev() {
        deck.swap(last, pick(last as u32 + 1) as usize);
    }
    deck.reverse();
    Klondike::by_rows(&deck)
}

/// Divides a decimal number and returns what is left over.
fn divide(digits: &mut [u32], by: u32) -> u32 {
    let mut over = 0;
    for digit in digits {
        let part = over * 10 + *digit;
        *digit = part / by;
        over = part % by;
    }
    over
}

/// The deal of a number of Microsoft Solitaire Collection.
pub fn from_microsoft(rules: &Klondike, number: &str) -> Option<State> {
    microsoft_deck(number).map(|deck| rules.lay_out(&deck))
}
