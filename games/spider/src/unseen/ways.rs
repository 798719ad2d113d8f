//! How the unknown cards may lie.
//!
//! Nothing that was seen favours one order of the unseen cards over another:
//! every order is equally likely. Cards that are alike can change places, so that
//! an order of names is as likely as any other.

use patience_core::Card;
use patience_core::numbering::SplitMix64;

use crate::rules::{Spider, State};

/// The unknown cards of a position, and what they may be.
///
/// ```
/// use patience_spider::rules::Spider;
/// use patience_spider::unseen::{Dealer, Ways};
/// let rules = Spider::SPIDER;
/// let seen = Dealer::new(&rules, &rules.deal(1)).seen();
/// let ways = Ways::new(&rules, &seen).unwrap();
/// assert_eq!(seen.unknown(), 94);
/// assert_eq!(ways.sample(7, 0).unknown(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Ways {
    seen: State,
    /// Cards that are alike stand together.
    cards: Vec<Card>,
}

impl Ways {
    /// The ways of this position; none if there are more or fewer cards than
    /// unknown places.
    pub fn new(rules: &Spider, seen: &State) -> Option<Self> {
        let cards = seen.candidates(rules);
        (cards.len() == seen.unknown()).then(|| Self {
            seen: seen.clone(),
            cards,
        })
    }

    /// How many ways there are; `u64::MAX` if there are more than fit.
    pub fn count(&self) -> u64 {
        count(&self.kinds()).try_into().unwrap_or(u64::MAX)
    }

    /// The way with this index, below [`Ways::count`].
    pub fn way(&self, index: u64) -> State {
        let mut kinds = self.kinds();
        let mut rest = u128::from(index);
        let mut cards = Vec::with_capacity(self.cards.len());
        for _ in 0..self.cards.len() {
            for kind in 0..kinds.len() {
                if kinds[kind].1 == 0 {
                    continue;
                }
                kinds[kind].1 -= 1;
                let ways = count(&kinds);
                if rest < ways {
                    cards.push(kinds[kind].0);
                    break;
                }
                rest -= ways;
                kinds[kind].1 += 1;
            }
        }
        self.with(&cards)
    }

    /// A random way: the same for the same seed and index.
    pub fn sample(&self, seed: u64, index: u64) -> State {
        // Two rounds, so that neighbouring seeds share no samples.
        let mixed = SplitMix64::new(seed).next().wrapping_add(index);
        let mut numbers = SplitMix64::new(SplitMix64::new(mixed).next());
        let mut cards = self.cards.clone();
        numbers.shuffle(&mut cards);
        self.with(&cards)
    }

    /// The different cards, and how often each is there.
    pub(super) fn kinds(&self) -> Vec<(Card, u64)> {
        let kinds = self.cards.chunk_by(|one, other| one == other);
        kinds.map(|kind| (kind[0], kind.len() as u64)).collect()
    }

    fn with(&self, cards: &[Card]) -> State {
        let mut state = self.seen.clone();
        let unknown = state.faces_mut().filter(|face| face.is_none());
        for (face, card) in unknown.zip(cards) {
            *face = Some(*card);
        }
        state
    }
}

/// The orders of cards of these kinds; `u128::MAX` if there are more than fit.
fn count(kinds: &[(Card, u64)]) -> u128 {
    let mut placed = 0;
    let mut ways = 1u128;
    for (_, cards) in kinds {
        for nth in 1..=*cards {
            placed += 1;
            // Ways to choose the places of this kind, one card after the other:
            // the division has no rest.
            ways = match ways.checked_mul(placed) {
                Some(more) => more / u128::from(nth),
                None => return u128::MAX,
            };
        }
    }
    ways
}
