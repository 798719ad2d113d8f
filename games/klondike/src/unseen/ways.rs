//! How the unknown cards may lie.
//!
//! Nothing that was seen favours one order of the unseen cards over another:
//! every order is equally likely.

use patience_core::Card;
use patience_core::numbering::SplitMix64;

use crate::rules::{Face, State};

/// The unknown cards of a position, and what they may be.
///
/// ```
/// use patience_klondike::rules::Klondike;
/// use patience_klondike::unseen::{Dealer, Ways};
/// let rules = Klondike::DRAW_THREE;
/// let seen = Dealer::new(&rules, &rules.deal(1)).seen();
/// let ways = Ways::new(&rules, &seen).unwrap();
/// assert_eq!(seen.unknown(), 45);
/// assert_eq!(ways.sample(7, 0).unknown(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Ways {
    seen: State,
    cards: Vec<Card>,
}

/// The faces of the columns, the stock and the waste.
fn faces(state: &mut State) -> impl Iterator<Item = &mut Face> {
    let columns = state.columns.iter_mut();
    let columns = columns.flat_map(|column| column.down.iter_mut().chain(&mut column.up));
    columns.chain(&mut state.stock).chain(&mut state.waste)
}

impl Ways {
    /// The ways of this position; none if there are more or fewer cards than
    /// unknown places.
    pub fn new(rules: &crate::rules::Klondike, seen: &State) -> Option<Self> {
        let cards = seen.candidates(rules.ranks);
        (cards.len() == seen.unknown()).then(|| Self {
            seen: seen.clone(),
            cards,
        })
    }

    /// How many ways there are; `u64::MAX` if there are more than fit.
    pub fn count(&self) -> u64 {
        (1..=self.cards.len() as u64).fold(1, u64::saturating_mul)
    }

    /// The way with this index, below [`Ways::count`].
    pub fn way(&self, index: u64) -> State {
        let (mut cards, mut rest) = (self.cards.clone(), index);
        for place in 0..cards.len() {
            let left = (cards.len() - place) as u64;
            cards.swap(place, place + (rest % left) as usize);
            rest /= left;
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

    fn with(&self, cards: &[Card]) -> State {
        let mut state = self.seen.clone();
        let unknown = faces(&mut state).filter(|face| face.is_none());
        for (face, card) in unknown.zip(cards) {
            *face = Some(*card);
        }
        state
    }
}
