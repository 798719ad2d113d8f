//! Counts how a reading compares with the truth.

use patience_screen::calibrate::KnownPile;
use patience_screen::profile::{PileRole, Profile};
use patience_screen::vision::{Face, Reading};

/// What came of reading cards whose names are known.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Cards that could be seen.
    pub cards: usize,
    /// Read rightly without asking.
    pub right: usize,
    /// Asked about.
    pub asked: usize,
    /// Wrong, or not seen at all, or seen where there is none: unmarked.
    pub wrong: usize,
}

impl Tally {
    /// Adds what a reading says of a table.
    pub fn add(&mut self, profile: &Profile, reading: &Reading, known: &[KnownPile], what: &str) {
        for pile in profile.piles() {
            let (Some(truth), Some(read)) = (
                known.iter().find(|known| known.pile == pile.name),
                reading.pile(&pile.name),
            ) else {
                continue;
            };
            let is_stacked = pile.step == [0.0, 0.0];
            let truth: Vec<&Face> = match truth.cards.last() {
                Some(_) if pile.role == PileRole::Stock => vec![&Face::Down],
                Some(top) if is_stacked => vec![top],
                _ => truth.cards.iter().collect(),
            };
            self.cards += truth.len();
            if truth.len() != read.cards.len() {
                eprintln!(
                    "{what}: {} has {} cards, read as {}",
                    pile.name,
                    truth.len(),
                    read.cards.len()
                );
                self.wrong += truth.len().abs_diff(read.cards.len());
            }
            for (truth, read) in truth.iter().zip(&read.cards) {
                if read.doubtful {
                    self.asked += 1;
                } else if **truth == read.face {
                    self.right += 1;
                } else {
                    eprintln!(
                        "{what}: {}: {truth:?} is read as {:?}",
                        pile.name, read.face
                    );
                    self.wrong += 1;
                }
            }
        }
    }

    /// No wrong card unmarked, at least 99 of 100 without asking.
    pub fn check(&self, what: &str) {
        eprintln!("{what}: {self:?}");
        assert!(self.cards > 0, "{what}: no cards");
        assert_eq!(self.wrong, 0, "{what}: wrong cards without a mark");
        assert!(
            100 * self.right >= 99 * self.cards,
            "{what}: only {} of {} cards read without asking",
            self.right,
            self.cards
        );
    }
}
