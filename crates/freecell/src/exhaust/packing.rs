//! A position as a number, exactly.
//!
//! Every card that is not at home lies on something: a card, a cell, or the
//! base of a column. What lies on what says everything but the order of the
//! columns and of the cells, which does not matter. A card has few choices:
//! where the start had it (if it was not built there), a cell, a base, or one
//! of its one to four parents. Each card's choice is a digit with as many
//! values as that card has choices, four more digits count the cards at home:
//!
//! ```text
//! word 0:  home ♣ ♦ ♥ ♠ | digit | digit | ..      mixed radix, product < 2^64
//! word 1:  digit | digit | digit | ..
//! word 2:  (only games built whatever the suits need it)
//! ```
//! Moving a card (with all that lies on it) changes one digit, so the number
//! is kept up to date with one subtraction and one addition. At home a card's
//! digit is 0. An Ace has no digit where it goes home at once when reached.

use patience_rules::freecell::Home;

use super::candidates::Settle;
use super::terms::{BASE, CELL, Terms, rank};

/// A packed position of `W` words.
pub(super) type Key<const W: usize> = [u64; W];

/// Where a digit stands: its word, and the product of the radices before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stand {
    pub word: u8,
    pub weight: u64,
}

/// What a digit in a word belongs to.
#[derive(Clone, Copy, Debug)]
struct Digit {
    /// 0 to 51 is a card, 52 to 55 is a suit's count at home.
    owner: u8,
    radix: u64,
}

/// What lies under each card at the start; `HOME` for cards that are not on
/// the table.
pub(super) type Below = [u8; 52];

/// Which digit stands where, for one start.
#[derive(Clone, Debug)]
pub(super) struct Packing<const W: usize> {
    /// The digit of a card on this: card, `CELL` or `BASE`.
    digit: [[u8; 54]; 52],
    stand: [Stand; 52],
    home_stand: [Stand; 4],
    words: [Vec<Digit>; W],
    /// What lies under a card with this digit.
    below: [[u8; 8]; 52],
    /// Cards on the table at the start.
    pub present: u64,
    /// What was at home at the start.
    start_home: [u8; 4],
    /// What a card lay on at the start, if it was not built there.
    pub unbuilt: Below,
}

impl<const W: usize> Packing<W> {
    /// The packing for positions that can follow from this start; none if `W`
    /// words are too few.
    pub fn new(terms: &Terms, below: &Below, home: [u8; 4], settled: Settle) -> Option<Self> {
        let mut packing = Self {
            digit: [[0; 54]; 52],
            stand: [Stand::default(); 52],
            home_stand: [Stand::default(); 4],
            words: std::array::from_fn(|_| Vec::new()),
            below: [[0; 8]; 52],
            present: 0,
            start_home: home,
            unbuilt: [u8::MAX; 52],
        };
        let mut used = [1u64; W];
        let mut add = |packing: &mut Self, owner: u8, radix: u64| {
            let word = (0..W).find(|&word| used[word].checked_mul(radix).is_some())?;
            packing.words[word].push(Digit { owner, radix });
            let stand = Stand {
                word: word as u8,
                weight: used[word],
            };
            used[word] *= radix;
            Some(stand)
        };
        for suit in 0..4u8 {
            let radix = u64::from(14 - home[usize::from(suit)]);
            packing.home_stand[usize::from(suit)] = add(&mut packing, 52 + suit, radix)?;
        }
        for card in 0..52u8 {
            let under = below[usize::from(card)];
            if under >= super::terms::HOME {
                continue;
            }
            packing.present |= 1 << card;
            let choices = choices(terms, card, under, settled);
            let unbuilt = under < CELL && terms.parents[usize::from(card)] & (1 << under) == 0;
            if unbuilt {
                packing.unbuilt[usize::from(card)] = under;
            }
            for (digit, &choice) in choices.iter().enumerate() {
                packing.digit[usize::from(card)][usize::from(choice)] = digit as u8;
                packing.below[usize::from(card)][digit] = choice;
            }
            if choices.len() > 1 {
                packing.stand[usize::from(card)] = add(&mut packing, card, choices.len() as u64)?;
            }
        }
        Some(packing)
    }

    /// Adds the digit of a card that lies on this.
    #[inline]
    pub fn add(&self, key: &mut Key<W>, card: u8, below: u8) {
        let stand = self.stand[usize::from(card)];
        let digit = self.digit[usize::from(card)][usize::from(below)];
        key[usize::from(stand.word)] += u64::from(digit) * stand.weight;
    }

    /// Takes it away again.
    #[inline]
    pub fn subtract(&self, key: &mut Key<W>, card: u8, below: u8) {
        let stand = self.stand[usize::from(card)];
        let digit = self.digit[usize::from(card)][usize::from(below)];
        key[usize::from(stand.word)] -= u64::from(digit) * stand.weight;
    }

    /// What this many more cards of a suit at home add to the key's first
    /// words.
    #[inline]
    pub const fn home_stand(&self, suit: usize) -> Stand {
        self.home_stand[suit]
    }

    /// What lies under each card, and the cards at home.
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

/// What a card can lie on in any position that follows from the start.
fn choices(terms: &Terms, card: u8, under: u8, settled: Settle) -> Vec<u8> {
    let mut choices = vec![under];
    let goes_home = terms.home == Home::Cards && settled != Settle::Nothing;
    if goes_home && rank(card) == 1 {
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
    // The start may be any of the others, too.
    let mut seen = 0u64;
    choices.retain(|&choice| {
        let new = seen & (1 << choice) == 0;
        seen |= 1 << choice;
        new
    });
    choices
}
