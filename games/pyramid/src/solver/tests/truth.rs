//! The truth about a position, found by brute force over every table that can be
//! reached: breadth first, every legal move, nothing left out.
//!
//! It shares nothing with the search. A table is one number:
//!
//! ```text
//! bits 0..28   the pyramid's places that have a card
//! bits 28..59  the pile's cards that are there
//! bits 59..64  how many cards of the pile, gone or not, lie behind the top of
//!              the stock; the pass is kept apart, one set of tables for each
//! ```

use std::collections::HashSet;

use crate::rules::{Pyramid, State, Win, covering};
use patience_core::{Card, Rank, Target};
use patience_rules::{Rules, Tally};
use patience_search::{Budget, Entry, StateTable};

/// Every different tally that can be reached, with the fewest steps to it.
pub struct Truth {
    tallies: Vec<(Tally, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Table {
    places: u32,
    pile: u32,
    behind: u32,
    pass: u8,
}

impl Table {
    fn key(self) -> u64 {
        u64::from(self.places) | u64::from(self.pile) << 28 | u64::from(self.behind) << 59
    }

    fn stock_top(self) -> Option<u32> {
        let stock = self.pile >> self.behind;
        (stock != 0).then(|| self.behind + stock.trailing_zeros())
    }

    fn waste_top(self) -> Option<u32> {
        (0..self.behind)
            .rev()
            .find(|&index| self.pile >> index & 1 != 0)
    }
}

struct Cards {
    rules: Pyramid,
    pyramid: [Option<Card>; 28],
    pile: Vec<Card>,
}

/// Where an available card lies.
#[derive(Clone, Copy)]
enum Spot {
    Place(u32),
    Pile(u32),
}

impl Cards {
    fn value(&self, spot: Spot) -> u8 {
        match spot {
            Spot::Place(slot) => self.pyramid[slot as usize].map_or(0, |card| card.rank().value()),
            Spot::Pile(index) => self.pile[index as usize].rank().value(),
        }
    }

    /// Every table after one move.
    fn after_one_move(&self, table: Table, next: &mut Vec<Table>) {
        next.clear();
        if table.places == 0 && self.rules.win == Win::Board {
            return;
        }
        let has = |slot: usize| table.places >> slot & 1 != 0;
        let mut spots = [Spot::Pile(0); 9];
        let mut count = 0;
        for slot in (0..28).filter(|&slot| has(slot)) {
            if covering(slot).all(|below| !has(below)) {
                spots[count] = Spot::Place(slot as u32);
                count += 1;
            }
        }
        for index in [table.stock_top(), table.waste_top()].into_iter().flatten() {
            spots[count] = Spot::Pile(index);
            count += 1;
        }
        let without = |table: Table, spot: Spot| match spot {
            Spot::Place(slot) => Table {
                places: table.places & !(1 << slot),
                ..table
            },
            Spot::Pile(index) => Table {
                pile: table.pile & !(1 << index),
                ..table
            },
        };
        let spots = &spots[..count];
        for (index, &spot) in spots.iter().enumerate() {
            let value = self.value(spot);
            if value == 13 {
                next.push(without(table, spot));
            }
            for &other in &spots[index + 1..] {
                if value + self.value(other) == 13 {
                    next.push(without(without(table, spot), other));
                }
            }
        }
        match table.stock_top() {
            Some(top) => next.push(Table {
                behind: top + 1,
                ..table
            }),
            None if table.pile != 0 && table.pass < 3 => next.push(Table {
                behind: 0,
                pass: table.pass + 1,
                ..table
            }),
            None => {}
        }
    }

    /// The table as a state of the rules.
    fn state(&self, table: Table) -> State {
        let mut pyramid = self.pyramid;
        for (slot, card) in pyramid.iter_mut().enumerate() {
            if table.places >> slot & 1 == 0 {
                *card = None;
            }
        }
        let cards = |range: std::ops::Range<u32>| {
            let there = range.filter(|&index| table.pile >> index & 1 != 0);
            there.map(|index| self.pile[index as usize]).collect()
        };
        State {
            pyramid,
            waste: cards(0..table.behind),
            stock: cards(table.behind..self.pile.len() as u32),
            pass: table.pass,
        }
    }
}

impl Truth {
    /// Searches everything, unless that is more than `most` tables.
    pub fn new(rules: Pyramid, start: &State, most: usize) -> Option<Self> {
        let pile: Vec<Card> = start.waste.iter().chain(&start.stock).copied().collect();
        let places = (0..28).filter(|&slot| start.pyramid[slot].is_some());
        let first = Table {
            places: places.map(|slot| 1u32 << slot).sum(),
            pile: ((1u64 << pile.len()) - 1) as u32,
            behind: start.waste.len() as u32,
            pass: start.pass,
        };
        let cards = Cards {
            rules,
            pyramid: start.pyramid,
            pile,
        };
        let mut budget = Budget::unlimited();
        let mut seen: [StateTable<u64, ()>; 4] = std::array::from_fn(|_| StateTable::new());
        let mut tables = 0;
        let mut level = vec![first];
        let (mut below, mut next) = (Vec::new(), Vec::new());
        let mut tallies: Vec<(Tally, u32)> = Vec::new();
        // Tallies are slow to make, and depend only on what is gone.
        let mut gone = HashSet::new();
        let mut known = HashSet::new();
        for steps in 0.. {
            for &table in &level {
                if gone.insert((table.places, table.pile)) {
                    let tally = rules.tally(&cards.state(table));
                    if known.insert((tally.cleared, tally.score, tally.gone)) {
                        tallies.push((tally, steps));
                    }
                }
                cards.after_one_move(table, &mut next);
                for &table in &next {
                    let pass = &mut seen[usize::from(table.pass)];
                    if let Ok(Entry::New(())) = pass.entry(table.key(), (), &mut budget) {
                        below.push(table);
                    }
                }
            }
            tables += level.len();
            if tables > most {
                return None;
            }
            if below.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut below);
            below.clear();
        }
        Some(Self { tallies })
    }

    fn fewest(&self, wanted: impl Fn(&Tally) -> bool) -> Option<u32> {
        let reached = self.tallies.iter().filter(|(tally, _)| wanted(tally));
        reached.map(|(_, steps)| *steps).min()
    }

    /// The fewest steps to a target.
    pub fn steps_to(&self, target: &Target) -> Option<u32> {
        self.fewest(|tally| tally.reaches(target).is_ok())
    }

    /// The most points, and the fewest steps to them.
    pub fn best_score(&self) -> (u32, u32) {
        let scores = self.tallies.iter().filter_map(|(tally, _)| tally.score);
        let best = scores.max().unwrap_or_default();
        let steps = self.fewest(|tally| tally.score == Some(best));
        (best, steps.unwrap_or_default())
    }

    /// The most cards of a rank, and the fewest steps to them: in games that
    /// clear the board, or in any game.
    pub fn most_cards(&self, rank: Rank, cleared: bool) -> Option<(u32, u32)> {
        let count = |tally: &Tally| {
            let gone = tally.gone?[usize::from(rank.value() - 1)];
            (tally.cleared || !cleared).then_some(u32::from(gone))
        };
        let counts = self.tallies.iter().filter_map(|(tally, _)| count(tally));
        let most = counts.max()?;
        let steps = self.fewest(|tally| count(tally) == Some(most))?;
        Some((most, steps))
    }
}

#[test]
fn looking_at_everything_plays_by_the_rules() {
    for number in 1..=300 {
        let rules = Pyramid {
            win: if number % 2 == 0 {
                Win::All
            } else {
                Win::Board
            },
        };
        let mut numbers = patience_core::numbering::SplitMix64::new(number);
        let deal = super::small_position(number, 9, 9);
        let pile: Vec<Card> = deal.waste.iter().chain(&deal.stock).copied().collect();
        let places = (0..28).filter(|&slot| deal.pyramid[slot].is_some());
        let mut table = Table {
            places: places.map(|slot| 1u32 << slot).sum(),
            pile: ((1u64 << pile.len()) - 1) as u32,
            behind: deal.waste.len() as u32,
            pass: deal.pass,
        };
        let cards = Cards {
            rules,
            pyramid: deal.pyramid,
            pile,
        };
        let mut next = Vec::new();
        loop {
            let state = cards.state(table);
            cards.after_one_move(table, &mut next);
            let here: HashSet<State> = next.iter().map(|&table| cards.state(table)).collect();
            let moves = rules.legal_moves(&state);
            let there: HashSet<State> = moves
                .iter()
                .map(|move_| rules.play(&state, move_).unwrap())
                .collect();
            assert_eq!(here, there);
            if next.is_empty() {
                break;
            }
            table = next[numbers.below(next.len())];
        }
    }
}
