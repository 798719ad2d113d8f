//! What the user has said about cards that were in doubt.
//!
//! A correction is never a new belief: it only lets a card in doubt pass as the
//! card that the rules expect there, if that is what the user called it.

use patience::Layout;

use super::compare::{News, compare, may_be};
use crate::vision::{Face, Read, Reading};

/// Cards in doubt that the user has looked at: how they were read, and what
/// they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Corrections {
    list: Vec<Correction>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Correction {
    read: String,
    is: String,
    /// It was not even in doubt.
    was_certain: bool,
}

impl Corrections {
    /// Remembers what the user changed or found right.
    pub(super) fn learn(&mut self, before: &[Reading], after: &[Reading]) {
        for (before, after) in before.iter().zip(after) {
            for ((_, _, read), (_, _, is)) in before.cards().zip(after.cards()) {
                let (Face::Up(card), Face::Up(is)) = (&read.face, &is.face) else {
                    continue;
                };
                if read.doubtful || card != is {
                    self.list.push(Correction {
                        read: card.clone(),
                        is: is.clone(),
                        was_certain: !read.doubtful,
                    });
                }
            }
        }
    }

    /// Compares a reading with a position, as [`compare`], with what the user
    /// has said.
    pub(super) fn compare(&self, layout: &Layout, reading: &Reading) -> Result<Vec<News>, String> {
        match self.list.is_empty() {
            true => compare(layout, reading),
            false => compare(layout, &self.applied(layout, reading)),
        }
    }

    /// The reading with every card that is known, so that only news can still
    /// be in doubt.
    pub(super) fn settled(&self, layout: &Layout, reading: &Reading) -> Reading {
        self.with_known(layout, reading, &|card, read| {
            may_be(card, read) || self.has_said(card, read)
        })
    }

    fn applied(&self, layout: &Layout, reading: &Reading) -> Reading {
        self.with_known(layout, reading, &|card, read| self.has_said(card, read))
    }

    /// The user has said that what is read like this is that card.
    pub(super) fn has_said(&self, card: &str, read: &Read) -> bool {
        let Face::Up(seen) = &read.face else {
            return false;
        };
        self.list.iter().any(|said| {
            said.read == *seen && said.is == card && (read.doubtful || said.was_certain)
        })
    }

    fn with_known(
        &self,
        layout: &Layout,
        reading: &Reading,
        is_known: &dyn Fn(&str, &Read) -> bool,
    ) -> Reading {
        let mut applied = reading.clone();
        for pile in &mut applied.piles {
            let expected = layout.piles.iter().find(|own| own.name == pile.name);
            let Some(expected) = expected else { continue };
            // Of some piles only the top card is read: they are compared from
            // the top where they differ in length.
            let skipped = expected.cards.len().saturating_sub(pile.cards.len());
            for (read, card) in pile
                .cards
                .iter_mut()
                .zip(expected.cards.iter().skip(skipped))
            {
                if !card.card.is_empty() && is_known(&card.card, read) {
                    read.face = Face::Up(card.card.clone());
                    read.doubtful = false;
                }
            }
        }
        applied
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::{PileReading, Placed};

    fn reading(table: &dyn patience::Table) -> Reading {
        let read = |card: &str| Read {
            face: Face::Up(card.to_owned()),
            margin: 1.0,
            doubtful: false,
            cheated: false,
            place: Placed::default(),
            visible: 1.0,
        };
        let piles = table.layout().piles.into_iter().map(|pile| PileReading {
            cards: pile.cards.iter().map(|face| read(&face.card)).collect(),
            name: pile.name,
            place: Placed::default(),
            locked: false,
        });
        Reading {
            piles: piles.collect(),
        }
    }

    #[test]
    fn what_the_user_said_of_a_doubtful_card_holds_and_nothing_else() {
        let table = patience::find_game("freecell")
            .and_then(|game| game.deal(1, &Default::default()))
            .expect("a deal");
        let right = reading(&*table);
        let mut seen = right.clone();
        let column = seen.piles.iter_mut().find(|pile| pile.name == "column 2");
        let card = &mut column.expect("a column").cards[3];
        card.face = Face::Up("Xx".to_owned());
        card.doubtful = true;
        let mut corrections = Corrections::default();
        let layout = table.layout();
        assert!(corrections.compare(&layout, &seen).is_err());
        corrections.learn(std::slice::from_ref(&seen), std::slice::from_ref(&right));
        assert_eq!(corrections.compare(&layout, &seen), Ok(Vec::new()));
        let mut certain = seen.clone();
        for pile in &mut certain.piles {
            pile.cards.iter_mut().for_each(|card| card.doubtful = false);
        }
        assert!(corrections.compare(&layout, &certain).is_err());
    }
}
