//! The deal as it was before the first move, for games with cards face down
//! where a position does not tell how it began. A card that was seen once stays
//! known when the program deals the same cards again.

use patience::{Budget, Limits, Reveal, Stop, Table};

use super::compare::News;
use super::look::{Expectation, Observation};
use super::stock::lacks_stock;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};

/// Positions that are searched for a card to turn up before the game is started
/// over.
const MOST_STATES_FROM_HERE: u64 = 20_000;

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Remembers the table that a deal begins with, if the program can deal it
    /// again and only that shows all cards.
    pub(super) fn begin(&mut self, table: &dyn Table, is_start: bool) {
        let is_wanted = is_start
            && table.unknown_cards() > 0
            && table.restart().is_none()
            && self.is_known(self.manner.controls.restart.as_ref());
        self.origin = is_wanted.then(|| table.boxed_clone());
    }

    /// Remembers a card that a move turned up: `after` is the table before the card
    /// gets its name.
    pub(super) fn remember(&mut self, after: &dyn Table, News { pile, card }: &News) {
        let origin = self.origin.take();
        self.origin = origin.and_then(|origin| origin.remember(after, *pile, card).ok());
    }

    /// The table is the one that the deal begins with.
    pub(super) fn is_at_origin(&self, table: &dyn Table) -> bool {
        let origin = self.origin.as_ref();
        origin.is_some_and(|origin| origin.text() == table.text())
    }

    /// The next card to turn up. From the middle of a game that can be started
    /// over, only near ones are searched for.
    pub(super) fn next_reveal(
        &self,
        table: &dyn Table,
        limits: &Limits,
    ) -> Result<Reveal, Stopped> {
        let mut budget = Budget::new(*limits).with_cancel(&self.cancel);
        if self.origin.is_none() || self.is_at_origin(table) {
            return Ok(table.reveal(&mut budget)?);
        }
        let found = budget.within(MOST_STATES_FROM_HERE, |part| table.reveal(part))?;
        Ok(match found {
            Reveal::Unknown(Stop::States | Stop::Incomplete) => Reveal::NoMoreFromHere,
            found => found,
        })
    }

    /// The game can be started over, and what is known of the cards then.
    pub(super) fn start_of(&self, table: &dyn Table) -> Option<Box<dyn Table>> {
        if !self.is_known(self.manner.controls.restart.as_ref()) {
            return None;
        }
        // Some positions tell how they began, with all cards that were seen since.
        let own = table.restart().and_then(|move_| table.play(&move_).ok());
        let origin = || Some(self.origin.as_ref()?.boxed_clone());
        own.map(|(start, _)| start).or_else(origin)
    }

    /// Deals the same cards again, from this table.
    pub(super) fn start_over(
        &mut self,
        table: &dyn Table,
    ) -> Result<(Box<dyn Table>, Observation), Stopped> {
        let restart = self.manner.controls.restart.clone();
        let restart = restart.ok_or(Stopped::NotInProfile("how to start over"))?;
        let missing = || Stopped::Other("the start of the deal is not known".to_owned());
        let origin = self.start_of(table).ok_or_else(missing)?;
        let layout = origin.layout();
        let before = table.layout();
        let corrections = self.corrections.clone();
        let text = self.log.is_kept().then(|| origin.text());
        let settled = self.begin_again(
            &restart,
            &Expectation {
                fits: &|reading| corrections.compare(&layout, reading),
                is_before: &|reading| corrections.compare(&before, reading).is_ok(),
                may_come: &|reading| lacks_stock(&layout, reading),
                or_dialog: false,
                or_over: false,
                text,
            },
        )?;
        match settled {
            Ok(seen) => Ok((origin, seen)),
            Err(difference) => Err(Stopped::OtherTable(difference)),
        }
    }
}
