//! The arrangements of the unknown cards.
//!
//! Suits do not matter for what can be won. So arrangements that differ only in
//! suits count as one *way*, with a weight: the number of arrangements that it
//! stands for.

use crate::rules::{CARDS, Slot, State};
use patience_core::Card;
use patience_core::numbering::SplitMix64;

/// Where a card is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// At this place of the tableau.
    Tableau(usize),
    /// At this place of the stock, counted from its top.
    Stock(usize),
}

/// The unknown cards of a position and what they may be.
#[derive(Clone, Debug)]
pub struct Orders {
    start: State,
    places: Vec<Hidden>,
    /// The cards that they may be, ranks together.
    cards: Vec<Card>,
}

impl Orders {
    /// The unknown cards of this position.
    pub fn new(start: &State) -> Self {
        let tableau = (0..CARDS)
            .filter(|&slot| start.tableau[slot] == Slot::Here(None))
            .map(Hidden::Tableau);
        let stock = (0..start.stock.len())
            .filter(|&place| start.stock[place].is_none())
            .map(Hidden::Stock);
        Self {
            start: start.clone(),
            places: tableau.chain(stock).collect(),
            cards: start.candidates(),
        }
    }

    /// Where cards are unknown.
    pub fn places(&self) -> &[Hidden] {
        &self.places
    }

    /// The cards that may lie there: as many or more.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// How many ways there are; `u64::MAX` if there are more than fit.
    pub fn count(&self) -> u64 {
        // Ways to fill the first n places with the ranks so far: choose where
        // the cards of the next rank go.
        let most = self.places.len();
        let mut ways = vec![0u64; most + 1];
        ways[0] = 1;
        for copies in self.copies() {
            for filled in (0..=most).rev() {
                let mut total: u64 = 0;
                for here in 0..=copies.min(filled) {
                    let chosen = choose(filled, here);
                    total = total.saturating_add(ways[filled - here].saturating_mul(chosen));
                }
                ways[filled] = total;
            }
        }
        ways[most]
    }

    /// Cards of each rank that may lie somewhere.
    fn copies(&self) -> [usize; 13] {
        let mut copies = [0; 13];
        for card in &self.cards {
            copies[usize::from(card.rank().value() - 1)] += 1;
        }
        copies
    }

    /// Every way, each with its weight. The sum of the weights is the number of
    /// arrangements.
    pub fn all(&self) -> impl Iterator<Item = (Vec<Card>, u64)> {
        let mut ways = Vec::new();
        self.fill(&mut Vec::new(), &mut self.copies(), 1, &mut ways);
        ways.into_iter()
            .map(|(ranks, weight)| (self.cards_of(&ranks), weight))
    }

    fn fill(
        &self,
        ranks: &mut Vec<usize>,
        left: &mut [usize; 13],
        weight: u64,
        ways: &mut Vec<(Vec<usize>, u64)>,
    ) {
        if ranks.len() == self.places.len() {
            ways.push((ranks.clone(), weight));
            return;
        }
        for rank in 0..left.len() {
            let copies = left[rank];
            if copies == 0 {
                continue;
            }
            left[rank] -= 1;
            ranks.push(rank);
            self.fill(ranks, left, weight * copies as u64, ways);
            ranks.pop();
            left[rank] += 1;
        }
    }

    /// A way by ranks: the cards of each rank in the order of their suits.
    fn cards_of(&self, ranks: &[usize]) -> Vec<Card> {
        let mut cards = self.cards.clone();
        ranks
            .iter()
            .filter_map(|&rank| {
                let of_rank = |card: &Card| usize::from(card.rank().value()) == rank + 1;
                let index = cards.iter().position(of_rank)?;
                Some(cards.remove(index))
            })
            .collect()
    }

    /// A random way; every arrangement is equally likely.
    pub fn random(&self, numbers: &mut SplitMix64) -> Vec<Card> {
        let mut cards = self.cards.clone();
        for place in 0..self.places.len().min(cards.len()) {
            let other = place + numbers.below(cards.len() - place);
            cards.swap(place, other);
        }
        cards.truncate(self.places.len());
        cards
    }

    /// The position with these cards at the unknown places.
    pub fn with_cards(&self, cards: &[Card]) -> State {
        let mut state = self.start.clone();
        for (&place, &card) in self.places.iter().zip(cards) {
            match place {
                Hidden::Tableau(slot) => state.tableau[slot] = Slot::Here(Some(card)),
                Hidden::Stock(place) => state.stock[place] = Some(card),
            }
        }
        state
    }
}

fn choose(from: usize, some: usize) -> u64 {
    (0..some as u64).fold(1, |ways, index| ways * (from as u64 - index) / (index + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TriPeaks;
    use patience_rules::Rules as _;

    fn hidden(slots: &[usize]) -> Orders {
        let mut state = TriPeaks.deal(3);
        for &slot in slots {
            state.tableau[slot] = Slot::Here(None);
        }
        Orders::new(&state)
    }

    #[test]
    fn the_weights_of_all_ways_are_the_orders_of_the_cards() {
        for count in 0..=6 {
            let slots: Vec<_> = (0..count).collect();
            let orders = hidden(&slots);
            let ways: Vec<_> = orders.all().collect();
            assert_eq!(ways.len() as u64, orders.count());
            let weights: u64 = ways.iter().map(|(_, weight)| weight).sum();
            assert_eq!(weights, (1..=count as u64).product::<u64>());
        }
    }

    #[test]
    fn every_way_is_a_deal() {
        let orders = hidden(&[0, 4, 9, 17]);
        for (cards, _) in orders.all() {
            let state = orders.with_cards(&cards);
            assert_eq!(
                TriPeaks.read_state(&TriPeaks.write_state(&state)),
                Ok(state)
            );
        }
    }

    #[test]
    fn random_ways_come_equally_often() {
        let orders = hidden(&[0, 1, 2]);
        let mut seen = std::collections::HashMap::new();
        for seed in 0..6_000 {
            let way = orders.random(&mut SplitMix64::new(seed));
            *seen.entry(way).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1150).contains(count)));
    }

    #[test]
    fn eighteen_unknown_cards_are_too_many_to_enumerate() {
        let slots: Vec<_> = (0..18).collect();
        assert!(hidden(&slots).count() > 1 << 40);
    }
}
