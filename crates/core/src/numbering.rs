//! Number -> deal, stable for ever.
//!
//! Two numberings live here. [`microsoft`] is the one that FreeCell players
//! know. [`shuffle`] is the project's own, for games that have none.
//!
//! # The project's own shuffle
//! The items stand in their natural order (for cards: the order of
//! [`Card::index`](crate::Card::index)). A SplitMix64 generator starts with the
//! deal number as its state. Then, for `last` from the last index down to 1,
//! item `last` changes places with item `high 64 bits of (next * (last + 1))`.
//! The first item is the first card dealt. (A multiply favours some orders by
//! less than one part in 2^58, which no survey can see.)
//!
//! # Stability
//! Both numberings are held by golden tests and never change: a deal number in
//! an old message must still mean the same cards.

use crate::{Deck, full_deck};

/// The deal numbers of the project's own numbering: 1 to 2^53 - 1, so that
/// every reader of JSON keeps them exact.
pub const OWN_NUMBERS: std::ops::RangeInclusive<u64> = 1..=(1 << 53) - 1;

/// Microsoft's deal numbers as continued by the FreeCell community.
pub const MICROSOFT_NUMBERS: std::ops::RangeInclusive<u64> = 1..=(1 << 33) - 1;

/// The SplitMix64 generator: small, fast, and the same on every machine.
///
/// ```
/// use patience_core::numbering::SplitMix64;
/// let mut numbers = SplitMix64::new(1);
/// assert_eq!(numbers.next(), 0x910a_2dec_8902_5cc1);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator that starts at this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// Brings the items into a random order, the same for the same seed.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The deal with this number in the project's own numbering, for any items.
///
/// ```
/// use patience_core::numbering::shuffle;
/// let mut items = [0, 1, 2, 3];
/// shuffle(7, &mut items);
/// let mut again = [0, 1, 2, 3];
/// shuffle(7, &mut again);
/// assert_eq!(items, again);
/// ```
pub fn shuffle<T>(number: u64, items: &mut [T]) {
    SplitMix64::new(number).shuffle(items);
}

/// The 52 cards of this deal in the project's own numbering, first card first.
pub fn own_deck(number: u64) -> Deck {
    let mut deck = full_deck();
    shuffle(number, &mut deck);
    deck
}

/// The 52 cards of Microsoft's deal of this number, in the order in which they
/// are dealt; none outside [`MICROSOFT_NUMBERS`].
///
/// ```
/// use patience_core::numbering::microsoft;
/// let deal = microsoft(1).unwrap();
/// assert_eq!(format!("{} {} {}", deal[0], deal[1], deal[2]), "Jd 2d 9h");
/// assert_eq!(microsoft(0), None);
/// ```
pub fn microsoft(number: u64) -> Option<Deck> {
    if !MICROSOFT_NUMBERS.contains(&number) {
        return None;
    }
    // Beyond 2^32 the seed starts again, with another use of its bits; the low
    // half of the number is the seed in every range.
    let mut seed = number as u32;
    let mut random = || {
        seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        let bits = seed >> 16;
        if number < 1 << 31 {
            bits & 0x7fff
        } else if number < 1 << 32 {
            bits | 0x8000
        } else {
            (bits & 0xffff) + 1
        }
    };
    let mut deck = full_deck();
    let mut dealt = deck;
    for (left, place) in (1..=deck.len()).rev().zip(&mut dealt) {
        let pick = random() as usize % left;
        *place = deck[pick];
        deck[pick] = deck[left - 1];
    }
    Some(dealt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card;

    fn text(deck: &[Card]) -> String {
        let words: Vec<_> = deck.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn is_a_deck(deck: Deck) -> bool {
        let mut cards = deck;
        cards.sort();
        cards == full_deck()
    }

    #[test]
    fn own_deals_never_change() {
        assert_eq!(text(&own_deck(1)), GOLDEN_1);
        assert_eq!(text(&own_deck(2)), GOLDEN_2);
        assert_eq!(text(&own_deck(*OWN_NUMBERS.end())), GOLDEN_LAST);
    }

    const GOLDEN_1: &str = "Qs Qd Td Jh Ac 9d Kh Tc 2d 8h 5s 3h 4s 9c 3s Ts 3d 2c 7s 2s Js 7d 6h 7h 5d 4d Ad 3c As 4h 8s Ah Ks Qh 8c Qc 2h Jd 6c 5h 7c 5c 9h 4c 6s Jc 9s Kd 6d Kc Th 8d";
    const GOLDEN_2: &str = "7s Kc 3h Kd Jc Ks As 3c 5h Kh Jh 8c Ah 6c 6s 2c 6d 7c Ts 2d Qc 7h 9c Ac 4s 4d 5s 7d 3d Js Qh Ad 2h 9h 4c Tc 2s 9s Jd 6h 5d Qs 8s 3s Qd 9d 5c 4h Td 8d Th 8h";
    const GOLDEN_LAST: &str = "2h Jc 2c 5s 9c 9h 7s 8c 6d Qs Ac 5h 4d Td 7d Ts Tc Ah Qh Js 8d Kc Th 4s Qc Jd 5c Ad 6h 6s 6c Kd 9d 8s 7c Ks As Kh Jh 2d 3s 4h 9s 8h 3c 3h Qd 5d 4c 7h 3d 2s";

    #[test]
    fn microsoft_deal_1_is_the_known_one() {
        let deal = microsoft(1).unwrap();
        assert_eq!(
            text(&deal[..16]),
            "Jd 2d 9h Jc 5d 7h 7c 5h Kd Kc 9s 5s Ad Qc Kh 3h"
        );
    }

    /// The first row of deals on both sides of every border of the numbering,
    /// as the community's board generator prints them.
    #[test]
    fn microsoft_numbers_reach_beyond_four_thousand_million() {
        for (number, first_row) in MICROSOFT_ROWS {
            assert_eq!(
                text(&microsoft(number).unwrap()[..8]),
                first_row,
                "deal {number}"
            );
        }
        assert_eq!(microsoft(0), None);
        assert_eq!(microsoft(1 << 33), None);
    }

    const MICROSOFT_ROWS: [(u64, &str); 7] = [
        (2_147_483_647, "9s 2h 7c 5h 4c 6d 3d 4s"),
        (2_147_483_648, "Qh Qc 2h 6s 2s 3d Ks 8c"),
        (4_294_967_295, "Js 9c Jh 2d Qc 8h 7d 6s"),
        (4_294_967_296, "Ts 5s 2s Td 3c Ad Jc 6d"),
        (4_294_967_297, "Jh 9c 9s 8c Ah 7s 7d 5s"),
        (8_589_934_591, "Tc 2s Js 5s 4d 6h 3h 7c"),
        (164, "Ah 5d Jh Ac Qd Qs 3d 8d"),
    ];

    #[test]
    fn every_number_deals_a_whole_deck() {
        for number in (1..200).chain([1 << 31, 1 << 32, (1 << 33) - 1]) {
            assert!(is_a_deck(own_deck(number)));
            assert!(is_a_deck(microsoft(number).unwrap()));
        }
    }

    #[test]
    fn every_place_gets_every_card_about_equally_often() {
        let mut seen = [[0u32; 52]; 52];
        for number in 1..=5200 {
            for (place, card) in own_deck(number).iter().enumerate() {
                seen[place][usize::from(card.index())] += 1;
            }
        }
        // 2,704 counts around 100 with a deviation of 10: six deviations either
        // side would come by chance once in hundreds of thousands of tests.
        assert!(
            seen.iter()
                .flatten()
                .all(|&count| (40..=160).contains(&count))
        );
    }
}
