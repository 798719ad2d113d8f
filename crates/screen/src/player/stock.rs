//! Cards that are seen by drawing: through the stock, and back again.

use patience::About;

use super::act::draw_place;
use super::look::{Hope, Seen, Settled};
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::profile::Control;
use crate::vision::{Face, Reading};

/// The cards of a fresh stock of TriPeaks, without the last one: a program
/// may call the game lost when the stock is empty, and the solver can do
/// without that card.
const ALL_BUT_ONE: usize = 22;
/// No stock is larger.
const MOST: usize = 52;
/// Cards on the peaks.
const SLOTS: usize = 28;
const TRIES: usize = 4;

/// A table as it was read.
pub(super) struct Scan {
    /// The table, and the table after each draw where a stock was drawn through.
    pub readings: Vec<Reading>,
    /// What is on the screen.
    pub now: Seen,
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Reads the table that is there; [`crate::table::text`] makes a position
    /// of it. Draws through the stock and goes back, in games where its cards
    /// lie face down; with `may_draw` unset it only looks.
    pub fn scan(&mut self, about: &About, may_draw: bool) -> Result<Vec<Reading>, Stopped> {
        let seen = self.look_at_rest()?;
        match may_draw {
            true => Ok(self.scan_from(about, seen)?.readings),
            false => Ok(vec![seen.reading]),
        }
    }

    /// The same, from a table that was just read.
    pub(super) fn scan_from(&mut self, about: &About, seen: Seen) -> Result<Scan, Stopped> {
        let (readings, now) = match has_hidden_stock(&seen.reading) {
            true => self.draw_through(seen)?,
            false => (vec![seen.reading.clone()], seen),
        };
        let text = crate::table::text(about.name, &readings)?;
        self.log.note("scan", None, Some(text.clone()), "the table");
        Ok(Scan { readings, now })
    }

    /// The table as it is and after each draw; then the table as it was.
    fn draw_through(&mut self, start: Seen) -> Result<(Vec<Reading>, Seen), Stopped> {
        let is_fresh = is_fresh_tripeaks(&start.reading);
        let most = if is_fresh { ALL_BUT_ONE } else { MOST };
        let mut readings = vec![start.reading.clone()];
        let mut now = start.clone();
        while has_hidden_stock(&now.reading) && readings.len() <= most {
            now = self.draw_once(now)?;
            readings.push(now.reading.clone());
        }
        let drawn = readings.len() - 1;
        if is_fresh && drawn < ALL_BUT_ONE {
            // Somebody had drawn before: from the start all can be seen.
            let restart = self.manner.controls.restart.clone();
            let restart = restart.ok_or(Stopped::NotSaid("how to start over"))?;
            self.control(&restart, &now)?;
            let now = self.look_at_rest()?;
            return match has_hidden_stock(&now.reading) && now.reading != start.reading {
                true => self.draw_through(now),
                false => Err(Stopped::OtherTable(
                    "starting over had no effect".to_owned(),
                )),
            };
        }
        let now = self.go_back(&start, now, drawn, is_fresh)?;
        Ok((readings, now))
    }

    fn draw_once(&mut self, before: Seen) -> Result<Seen, Stopped> {
        let draw = self.manner.controls.draw.clone();
        let mut before = before;
        for _ in 0..TRIES {
            match &draw {
                Some(draw) => self.control(draw, &before)?,
                None => self.click(draw_place(&before.reading)?, &before)?,
            }
            let old = before.reading.clone();
            let settled = self.settle(&Hope {
                fits: &|reading| match (top(reading, "waste"), top(&old, "waste")) {
                    (Some(Face::Up(new)), old) if old != Some(&Face::Up(new.clone())) => {
                        Ok(Vec::new())
                    }
                    _ => Err("nothing was drawn".to_owned()),
                },
                is_before: &|reading| faces(reading) == faces(&old),
                or_dialog: false,
                text: None,
            })?;
            match settled {
                Settled::AsExpected(seen, _) => return Ok(seen),
                Settled::AsBefore(seen) => before = seen,
                // Something was drawn: another click would pass over a card.
                Settled::Other(seen, _) => {
                    let card = match top(&seen.reading, "waste") {
                        Some(Face::Up(card)) => format!("as {card} again"),
                        _ => "not at all".to_owned(),
                    };
                    let reason = format!("a card was drawn and read {card}");
                    return Err(Stopped::NotRead(reason));
                }
            }
            self.figures.again += 1;
        }
        Err(Stopped::NoEffect {
            played: "Draw".to_owned(),
            tries: TRIES as u32,
        })
    }

    /// Back to the table as it was before the stock was drawn through.
    fn go_back(
        &mut self,
        start: &Seen,
        now: Seen,
        drawn: usize,
        is_fresh: bool,
    ) -> Result<Seen, Stopped> {
        let controls = self.manner.controls.clone();
        let mut now = now;
        match (controls.restart, controls.undo) {
            (Some(restart), _) if is_fresh => self.control(&restart, &now)?,
            (_, Some(undo)) => {
                for left in (0..drawn).rev() {
                    now = self.undo_once(&undo, now, (left == 0).then_some(start))?;
                }
                return Ok(now);
            }
            _ => return Err(Stopped::NotSaid("how to undo or to start over")),
        }
        self.expect_again(start)
    }

    fn expect_again(&mut self, start: &Seen) -> Result<Seen, Stopped> {
        let wanted = faces(&start.reading);
        let settled = self.settle(&Hope {
            fits: &|reading| match faces(reading) == wanted {
                true => Ok(Vec::new()),
                false => Err("the table is not as it was before drawing".to_owned()),
            },
            is_before: &|_| false,
            or_dialog: false,
            text: None,
        })?;
        match settled {
            Settled::AsExpected(seen, _) => Ok(seen),
            Settled::AsBefore(_) => Err(Stopped::OtherTable("as before".to_owned())),
            Settled::Other(_, difference) => Err(Stopped::OtherTable(difference)),
        }
    }

    fn undo_once(
        &mut self,
        undo: &Control,
        before: Seen,
        wanted: Option<&Seen>,
    ) -> Result<Seen, Stopped> {
        let mut before = before;
        for _ in 0..TRIES {
            self.control(undo, &before)?;
            let old = faces(&before.reading);
            let settled = self.settle(&Hope {
                fits: &|reading| match wanted {
                    None if faces(reading) != old => Ok(Vec::new()),
                    Some(start) if faces(reading) == faces(&start.reading) => Ok(Vec::new()),
                    _ => Err("nothing was taken back".to_owned()),
                },
                is_before: &|reading| faces(reading) == old,
                or_dialog: false,
                text: None,
            })?;
            match settled {
                Settled::AsExpected(seen, _) => return Ok(seen),
                Settled::AsBefore(seen) => before = seen,
                Settled::Other(_, difference) => return Err(Stopped::OtherTable(difference)),
            }
        }
        Err(Stopped::NoEffect {
            played: "undo".to_owned(),
            tries: TRIES as u32,
        })
    }
}

fn top<'r>(reading: &'r Reading, pile: &str) -> Option<&'r Face> {
    let card = reading.pile(pile)?.cards.last()?;
    Some(&card.face)
}

/// There is a stock with cards that lie face down.
pub(super) fn has_hidden_stock(reading: &Reading) -> bool {
    reading
        .pile("stock")
        .is_some_and(|pile| !pile.cards.is_empty())
}

/// What the whole table shows, without places and margins.
pub(super) fn faces(reading: &Reading) -> Vec<(String, Vec<Face>)> {
    let of_pile = |pile: &crate::vision::PileReading| {
        let faces = pile.cards.iter().map(|card| card.face.clone());
        (pile.name.clone(), faces.collect())
    };
    reading.piles.iter().map(of_pile).collect()
}

/// TriPeaks before the first card was played: all 28 are there.
fn is_fresh_tripeaks(reading: &Reading) -> bool {
    let slots = reading.piles.iter();
    let slots: Vec<_> = slots.filter(|pile| pile.name.starts_with("row ")).collect();
    // A pyramid has as many, but no row of ten.
    let is_tripeaks = reading.pile("row 4, card 10").is_some();
    is_tripeaks && slots.len() == SLOTS && slots.iter().all(|pile| !pile.cards.is_empty())
}
