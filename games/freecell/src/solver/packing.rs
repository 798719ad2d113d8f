//! A position as an exact number, for the complete search.
//!
//! Every card that is not at home lies on something: a card, a cell, or the
//! base of a column. What lies on what determines the position except for the
//! order of the columns and of the cells, which does not matter. A card has few
//! choices: where it lay at the start (if it was not built there), a cell, a
//! base, or one of its one to four parents. Each card's choice is a digit with
//! as many values as that card has choices, and four more digits count the
//! cards at home:
//!
//! ```text
//! word 0:  home ♣ ♦ ♥ ♠ | digit | digit | ..      mixed radix, product < 2^64
//! word 1:  digit | digit | digit | ..
//! word 2:  (only games built regardless of suit need it)
//! ```
//! Moving a card (with all that lies on it) changes one digit, so a key is
//! updated with one multiplication for each word. At home a card's digit is 0.
//! An Ace has no digit if it goes home as soon as it can.
//!
//! The [`key`](super::packed::key) of the packed board is another one, and says
//! why.

use crate::rules::Home;

use super::cards::{BASE, CELL, Card, HOME, cards_of, rank};
use super::home::GoHome;
use super::terms::Terms;

/// A packed position of `W` words.
pub(crate) type Key<const W: usize> = [u64; W];

/// 64 well-mixed bits of a key.
#[inline]
pub(crate) fn mix<const W: usize>(key: &Key<W>) -> u64 {
    let mut mixed = 0u64;
    for &word in key {
        mixed = (mixed.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^= mixed >> 32;
    }
    mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

/// A digit of a word.
#[derive(Clone, Copy, Debug)]
struct Digit {
    /// 0 to 51 is a card, 52 to 55 is a suit's count at home.
    owner: u8,
    radix: u64,
}

/// What lies under each card; `HOME` for cards that are not on the table.
pub(crate) type Below = [Card; 52];

/// How the positions that can follow from one start are packed.
#[derive(Clone, Debug)]
pub(crate) struct Packing<const W: usize> {
    /// The digit of a card that lies on this; 0 on `HOME`.
    digit: [[u8; 64]; 64],
    /// What the digit of a card is worth in each word: the product of the
    /// radices before it in its own word, 0 in the others.
    weights: [Key<W>; 64],
    /// The same for the count of a suit at home.
    home_weights: [Key<W>; 4],
    words: [Vec<Digit>; W],
    /// What lies under a card with this digit.
    below: [[Card; 8]; 52],
    /// Cards on the table at the start.
    pub present: u64,
    /// What was at home at the start.
    start_home: [u8; 4],
    /// What a card lay on at the start, if it was not built there.
    pub unbuilt: Below,
}

impl<const W: usize> Packing<W> {
    /// The packing for positions that can follow from this start, if `go_home`
    /// are the cards that go home automatically; none if `W` words are too few.
    pub fn new(
        terms: &Terms,
        below: &Below,
        home: [u8; 4],
        go_home: Option<GoHome>,
    ) -> Option<Self> {
        let mut packing = Self {
            digit: [[0; 64]; 64],
            weights: [[0; W]; 64],
            home_weights: [[0; W]; 4],
            words: std::array::from_fn(|_| Vec::new()),
            below: [[0; 8]; 52],
            present: 0,
            start_home: home,
            unbuilt: [u8::MAX; 52],
        };
        // The product of the radices of each word.
        let mut used = [1u64; W];
        let mut add = |words: &mut [Vec<Digit>; W], owner: u8, radix: u64| {
            let word = (0..W).find(|&word| used[word].checked_mul(radix).is_some())?;
            words[word].push(Digit { owner, radix });
            let mut weights = [0; W];
            weights[word] = used[word];
            used[word] *= radix;
            Some(weights)
        };
        for (suit, &top) in home.iter().enumerate() {
            let radix = u64::from(14 - top);
            packing.home_weights[suit] = add(&mut packing.words, 52 + suit as u8, radix)?;
        }
        for (card, &under) in (0..).zip(below) {
            if under >= HOME {
                continue;
            }
            packing.present |= 1 << card;
            let index = usize::from(card);
            let choices = choices(terms, card, under, go_home);
            if under < CELL && terms.parents[index] & (1 << under) == 0 {
                packing.unbuilt[index] = under;
            }
            for (digit, &choice) in choices.iter().enumerate() {
                packing.digit[index][usize::from(choice)] = digit as u8;
                packing.below[index][digit] = choice;
            }
            if choices.len() > 1 {
                packing.weights[index] = add(&mut packing.words, card, choices.len() as u64)?;
            }
        }
        Some(packing)
    }

    /// Changes the digit of a card that lay on one thing and now lies on
    /// another.
    #[inline]
    pub fn change(&self, key: &mut Key<W>, card: Card, from: Card, to: Card) {
        let digits = &self.digit[usize::from(card & 63)];
        let digit = |below: Card| u64::from(digits[usize::from(below & 63)]);
        let difference = digit(to).wrapping_sub(digit(from));
        add_times(key, difference, &self.weights[usize::from(card & 63)]);
    }

    /// Changes the count of a suit at home.
    #[inline]
    pub fn change_home(&self, key: &mut Key<W>, suit: usize, from: u8, to: u8) {
        let difference = u64::from(to).wrapping_sub(u64::from(from));
        add_times(key, difference, &self.home_weights[suit & 3]);
    }

    /// The key of a position that can follow from the start: what lies under
    /// each card, and what is at home.
    pub fn key(&self, below: &[Card], home: [u8; 4]) -> Key<W> {
        let mut key = [0; W];
        for card in cards_of(self.present) {
            self.change(&mut key, card, HOME, below[usize::from(card)]);
        }
        for (suit, top) in home.into_iter().enumerate() {
            self.change_home(&mut key, suit, self.start_home[suit], top);
        }
        key
    }

    /// Reads a key: what lies under each card, and the cards at home.
    #[inline]
    pub fn unpack(&self, key: &Key<W>, below: &mut Below, home: &mut [u8; 4]) {
        *home = self.start_home;
        for (word, digits) in key.iter().zip(&self.words) {
            let mut rest = *word;
            for digit in digits {
                let value = rest % digit.radix;
                rest /= digit.radix;
                match digit.owner {
                    card @ 0..52 => {
                        below[usize::from(card)] = self.below[usize::from(card)][value as usize];
                    }
                    suit => home[usize::from(suit - 52)] += value as u8,
                }
            }
        }
    }

    /// What lies under the cards that never have a choice; the start for
    /// [`Packing::unpack`].
    pub fn fixed(&self) -> Below {
        std::array::from_fn(|card| self.below[card][0])
    }
}

/// Adds a multiple of these weights. The difference may be negative: it wraps
/// around, and so does the sum.
#[inline]
fn add_times<const W: usize>(key: &mut Key<W>, difference: u64, weights: &Key<W>) {
    for (word, weight) in key.iter_mut().zip(weights) {
        *word = word.wrapping_add(difference.wrapping_mul(*weight));
    }
}

/// What a card can lie on in any position that follows from the start.
fn choices(terms: &Terms, card: Card, under: Card, go_home: Option<GoHome>) -> Vec<Card> {
    let mut choices = vec![under];
    if terms.home == Home::Cards && go_home.is_some() && rank(card) == 1 {
        return choices;
    }
    let parents = terms.parents[usize::from(card)];
    choices.extend((0..52).filter(|&parent| parents & (1 << parent) != 0));
    if terms.cells > 0 {
        choices.push(CELL);
    }
    if terms.fillers & (1 << card) != 0 {
        choices.push(BASE);
    }
    // What the card lay on at the start may be one of the others.
    let mut seen = 0u64;
    choices.retain(|&choice| {
        let new = seen & (1 << choice) == 0;
        seen |= 1 << choice;
        new
    });
    choices
}
