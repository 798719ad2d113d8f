//! Cards that are seen by drawing: through the stock, and back again.

use std::thread::sleep;
use std::time::Instant;

use patience::layout::Role;
use patience::{Action, Game, Layout, Stock};

use super::act::draw_place;
use super::look::{Expectation, Observation, Settled};
use super::panel::{INSIDE_WAIT, described};
use super::{Player, Stopped};
use crate::Frame;
use crate::hands::{Eyes, Hands};
use crate::position::{self, STOCK, WASTE};
use crate::profile::{Control, PileRole};
use crate::vision::{CardReading, Face, PileReading, Reading};

/// A draw or an undo is made at most this often: one that was lost is repeated twice.
const MOST_TRIES: u32 = 3;

/// A table as it was read.
pub(super) struct Scan {
    /// The table, and the table after each draw if the stock was drawn through.
    pub readings: Vec<Reading>,
    /// What is on the screen.
    pub now: Observation,
    /// It is the table before the first move.
    pub is_start: bool,
}

/// The controls that take draws back, as far as they can be used.
#[derive(Default)]
struct WaysBack {
    restart: Option<Control>,
    undo: Option<Control>,
}

impl WaysBack {
    const fn is_none(&self) -> bool {
        self.restart.is_none() && self.undo.is_none()
    }
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Reads the table; [`position::text`] turns the readings into a position.
    /// Where there is a stock, draws through it and goes back; without
    /// `may_draw` it only looks.
    pub fn scan(&mut self, game: &dyn Game, may_draw: bool) -> Result<Vec<Reading>, Stopped> {
        let seen = self.first_look(game)?;
        self.check_sign(game, &seen.frame)?;
        match may_draw {
            // Draws alone may be undone with the whole deal; moves may not.
            true => {
                let may_lose = self.is_fresh(game, &seen.reading)?;
                Ok(self.scan_from(game, seen, may_lose)?.readings)
            }
            false => Ok(vec![seen.reading]),
        }
    }

    /// The same, from a table that was just read. With `may_lose` a game that has
    /// begun may be started over; else nothing is done that cannot be taken back.
    pub(super) fn scan_from(
        &mut self,
        game: &dyn Game,
        seen: Observation,
        may_lose: bool,
    ) -> Result<Scan, Stopped> {
        // A game that cannot be read is refused before anything is clicked.
        position::text(game, std::slice::from_ref(&seen.reading))?;
        self.check_known(game, &seen.reading, has_stock(&seen.reading), false)?;
        let seen = self.dig_up(game, seen, may_lose)?;
        self.may_lose = may_lose;
        let mut is_start = self.is_fresh(game, &seen.reading)?;
        let (readings, now) = match game.about().stock {
            Some(stock) if has_stock(&seen.reading) => self.draw_through(game, stock, seen)?,
            // All cards of the stock lie in the waste, or are played.
            stock => {
                is_start &= stock.is_none();
                (vec![seen.reading.clone()], seen)
            }
        };
        let text = position::text(game, &readings)?;
        self.log.note("scan", None, Some(text), "the table");
        Ok(Scan {
            readings,
            now,
            is_start,
        })
    }

    /// Cards that come back into play lie under the top of the waste, or the stock
    /// may have been turned over: neither is seen in the middle of a game.
    fn is_hidden(&self, game: &dyn Game, reading: &Reading) -> Result<bool, Stopped> {
        let is_counted = game.about().stock.is_some_and(|stock| stock.is_counted);
        Ok(is_counted && !(is_full(reading) && self.is_fresh(game, reading)?))
    }

    /// To see all cards the game has to be started over, and cards of the board
    /// have been played: that is lost. Draws alone are no loss.
    pub(super) fn loses_moves(&self, game: &dyn Game, reading: &Reading) -> Result<bool, Stopped> {
        if !self.is_hidden(game, reading)? || self.is_fresh(game, reading)? {
            return Ok(false);
        }
        // A table that cannot be read is no reason to start over.
        position::text(game, std::slice::from_ref(reading))?;
        Ok(self.is_known(self.manner.controls.restart.as_ref()))
    }

    /// A table whose cards can all be seen. Where some cannot, the game is started
    /// over.
    fn dig_up(
        &mut self,
        game: &dyn Game,
        seen: Observation,
        may_lose: bool,
    ) -> Result<Observation, Stopped> {
        if !self.is_hidden(game, &seen.reading)? {
            return Ok(seen);
        }
        let known = seen.reading.cards().count();
        let restart = self.manner.controls.restart.clone();
        let Some(restart) = restart.filter(|restart| self.is_known(Some(restart))) else {
            return Err(Stopped::NotRead(format!(
                "the cards under the top of the waste cannot be seen ({known} of {} cards are); \
                 start the game over",
                game.about().cards.len() * game.about().cards.copies
            )));
        };
        if !may_lose {
            return Err(Stopped::NoWayBack(
                "the cards under the top of the waste are seen only after starting over",
            ));
        }
        self.log
            .note("restart", None, None, "cards under the waste");
        let board = game.deal(*game.about().numbers.start(), &self.manner.settings)?;
        let board = board.layout().piles.into_iter();
        let board: Vec<_> = board.filter(|pile| pile.role == Role::Slot).collect();
        let fits = |reading: &Reading| {
            let gap = |pile: &&patience::layout::Pile| {
                let read = reading.pile(&pile.name);
                read.is_none_or(|read| read.cards.is_empty())
            };
            match board.iter().find(|pile| gap(pile)) {
                Some(pile) => Err(format!("{} shows neither a face nor a back", pile.name)),
                None if !is_full(reading) => Err("the stock is not as dealt".to_owned()),
                None => Ok(Vec::new()),
            }
        };
        let before = faces(&seen.reading);
        let settled = self.begin_again(
            &restart,
            &Expectation {
                fits: &fits,
                is_before: &|reading| faces(reading) == before,
                may_come: &|reading| !has_stock(reading),
                or_dialog: false,
                or_over: false,
                text: None,
            },
        )?;
        match settled {
            Ok(seen) => Ok(seen),
            Err(difference) => Err(Stopped::NotRead(format!(
                "after starting over, {difference}"
            ))),
        }
    }

    /// Starts over. An advert may take the click, or the one on the answer to the
    /// question before it: if the table stays as it was, it is done again. The error
    /// inside is how another table differs.
    pub(super) fn begin_again(
        &mut self,
        restart: &Control,
        expectation: &Expectation<'_>,
    ) -> Result<Result<Observation, String>, Stopped> {
        for tries in 0..MOST_TRIES {
            self.figures.again += u32::from(tries > 0);
            self.control(restart)?;
            let settled = self.settle_patiently(expectation)?;
            match settled {
                Settled::AsExpected(seen, _) => return Ok(Ok(seen)),
                Settled::Other(_, difference) => return Ok(Err(difference)),
                Settled::AsBefore(_) | Settled::Stuck { .. } => {}
            }
        }
        Err(Stopped::NoEffect {
            move_: "start over".to_owned(),
            tries: MOST_TRIES,
        })
    }

    /// The table as it is and after each draw; then the table as it was.
    fn draw_through(
        &mut self,
        game: &dyn Game,
        stock: Stock,
        start: Observation,
    ) -> Result<(Vec<Reading>, Observation), Stopped> {
        let is_fresh = self.is_fresh(game, &start.reading)?;
        let ways = self.ways_back(&start.frame)?;
        let undo = ways.undo.is_some();
        // Cards may have been drawn before, and a restart would not draw them
        // again.
        let has_way_back = undo || (is_fresh && stock.is_counted);
        if !self.may_lose && !has_way_back {
            return Err(Stopped::NoWayBack(
                "the stock would be drawn through without a way to undo",
            ));
        }
        if !is_fresh && !undo {
            return Err(Stopped::NotKnown(
                "how to undo, and the game has begun; start it over".to_owned(),
            ));
        }
        let all_draws = self.draws(game)?;
        let draws = match is_fresh {
            true => all_draws.min(stock.cards - stock.spare),
            false => stock.cards,
        };
        let at_once = stock.cards.div_ceil(all_draws.max(1));
        let mut readings = vec![start.reading.clone()];
        let mut now = start.clone();
        while has_stock(&now.reading) && readings.len() <= draws {
            // No card of the board has been played, so those of the stock are counted.
            let is_left = is_fresh && readings.len() * at_once < stock.cards;
            now = self.draw_once(stock, at_once, now, is_left)?;
            readings.push(now.reading.clone());
        }
        let drawn = readings.len() - 1;
        let more_than_one = draws < stock.cards - stock.spare;
        if is_fresh && more_than_one && has_stock(&now.reading) {
            return Err(Stopped::OtherTable(format!(
                "cards are left in the stock after {drawn} draws; do the settings fit (--set)?"
            )));
        }
        if is_fresh && drawn < draws {
            // Some cards had been drawn before: after a restart all are seen.
            let Some(restart) = ways.restart.clone().filter(|_| self.may_lose) else {
                self.go_back(&start, now, drawn, is_fresh, ways)?;
                return Err(Stopped::NoWayBack(
                    "cards were drawn before, and are seen only after starting over",
                ));
            };
            self.control(&restart)?;
            let now = self.look_at_rest()?;
            return match has_stock(&now.reading) && now.reading != start.reading {
                true => self.draw_through(game, stock, now),
                false => Err(Stopped::OtherTable(format!(
                    "the stock is empty after {drawn} draws, not after {draws}; do the settings \
                     fit (--set)?"
                ))),
            };
        }
        let now = self.go_back(&start, now, drawn, is_fresh, ways)?;
        Ok((readings, now))
    }

    /// What takes the draws back. A button that is known but not seen does not count:
    /// without it the stock would be gone before that is noticed.
    fn ways_back(&mut self, frame: &Frame) -> Result<WaysBack, Stopped> {
        let controls = self.manner.controls.clone();
        let known = |control: &Control| self.is_known(Some(control));
        let (restart, undo) = (controls.restart.filter(known), controls.undo.filter(known));
        let Some(wanted) = restart.as_ref().or(undo.as_ref()).cloned() else {
            return Ok(WaysBack::default());
        };
        let is_there = |player: &Self, frame: &Frame| WaysBack {
            restart: restart.clone().filter(|it| player.is_shown(it, frame)),
            undo: undo.clone().filter(|it| player.is_shown(it, frame)),
        };
        let mut ways = is_there(self, frame);
        let (start, most) = (Instant::now(), INSIDE_WAIT.min(self.manner.pace.lost));
        while ways.is_none() {
            if start.elapsed() > most {
                return Err(Stopped::NotSeen(described(&wanted)));
            }
            sleep(self.manner.pace.poll);
            let now = self.now()?;
            ways = is_there(self, &now.frame);
        }
        Ok(ways)
    }

    /// No card of the board has been played: every slot and column has as many
    /// cards as in a deal. Cards of the stock may have been drawn.
    fn is_fresh(&self, game: &dyn Game, reading: &Reading) -> Result<bool, Stopped> {
        let first = *game.about().numbers.start();
        let deal = game.deal(first, &self.manner.settings)?.layout();
        let board = deal.piles.iter();
        let mut board = board.filter(|pile| matches!(pile.role, Role::Slot | Role::Column));
        Ok(board.all(|pile| {
            let read = reading.pile(&pile.name);
            read.is_some_and(|read| read.cards.len() == pile.cards.len())
        }))
    }

    /// No card has been played or drawn, and yet there is no stock: it may still come.
    pub(super) fn lacks_its_stock(
        &self,
        game: &dyn Game,
        reading: &Reading,
    ) -> Result<bool, Stopped> {
        let is_drawn = reading
            .pile(WASTE)
            .is_some_and(|waste| !waste.cards.is_empty());
        let has_place = reading.pile(STOCK).is_some();
        Ok(game.about().stock.is_some()
            && has_place
            && !has_stock(reading)
            && !is_drawn
            && self.is_fresh(game, reading)?)
    }

    /// How many draws it takes to see the stock of a deal.
    fn draws(&self, game: &dyn Game) -> Result<usize, Stopped> {
        let first = *game.about().numbers.start();
        let mut table = game.deal(first, &self.manner.settings)?;
        for draws in 0.. {
            let mut moves = table.legal_moves().into_iter();
            let draw = moves.find(|move_| table.action(move_) == Ok(Action::Draw));
            match draw.and_then(|draw| table.play(&draw).ok()) {
                Some((after, _)) => table = after,
                None => return Ok(draws),
            }
        }
        Ok(0)
    }

    /// One draw of so many cards. `is_left`: there must be others in the stock.
    fn draw_once(
        &mut self,
        stock: Stock,
        at_once: usize,
        before: Observation,
        is_left: bool,
    ) -> Result<Observation, Stopped> {
        let draw = self.manner.controls.draw.clone();
        // Without a waste, cards are dealt onto the columns.
        let has_waste = before.reading.pile(WASTE).is_some();
        let to = if has_waste { WASTE } else { stock.drawn_to };
        let mut before = before;
        for _ in 0..MOST_TRIES {
            match &draw {
                Some(draw) => self.control(draw)?,
                None => self.click(draw_place(&before.reading)?, &before)?,
            }
            let old = before.reading.clone();
            let settled = self.settle_patiently(&Expectation {
                fits: &|reading| match shows_new(reading, &old, to) {
                    true if is_left && !has_stock(reading) => {
                        Err("the stock looks empty, but cards are left".to_owned())
                    }
                    true if has_come(reading, &old, to, at_once) => Ok(Vec::new()),
                    true => Err("cards may still be on their way".to_owned()),
                    false => Err("nothing was drawn".to_owned()),
                },
                is_before: &|reading| faces(reading) == faces(&old),
                may_come: &|reading| is_left && !has_stock(reading),
                or_dialog: false,
                or_over: false,
                text: None,
            })?;
            match settled {
                Settled::AsExpected(seen, _) => return Ok(seen),
                Settled::AsBefore(seen) | Settled::Stuck { seen, .. } => before = seen,
                // It has been at rest for long: this is all that the program shows.
                Settled::Other(seen, _) if shows_new(&seen.reading, &old, to) => return Ok(seen),
                // Something was drawn: another click would skip a card.
                Settled::Other(seen, _) => {
                    let reason = match top(&seen.reading, to) {
                        Some(Face::Up(card)) => {
                            format!("a card was drawn and read as {card} again")
                        }
                        _ => "a card was drawn and could not be read".to_owned(),
                    };
                    return Err(Stopped::NotRead(reason));
                }
            }
            self.figures.again += 1;
        }
        Err(Stopped::NoEffect {
            move_: "Draw".to_owned(),
            tries: MOST_TRIES,
        })
    }

    /// Back to the table as it was before the stock was drawn through.
    fn go_back(
        &mut self,
        start: &Observation,
        now: Observation,
        drawn: usize,
        is_fresh: bool,
        ways: WaysBack,
    ) -> Result<Observation, Stopped> {
        let mut now = now;
        // What a restart undoes beyond the draws is lost.
        let may_restart = is_fresh && (self.may_lose || ways.undo.is_none());
        match (ways.restart, ways.undo) {
            (Some(restart), _) if may_restart => self.expect_again(&restart, start, &now),
            (_, Some(undo)) => {
                for left in (0..drawn).rev() {
                    now = self.undo_once(&undo, now, (left == 0).then_some(start))?;
                }
                Ok(now)
            }
            _ => Err(Stopped::NotInProfile("how to undo or to start over")),
        }
    }

    /// Starts over, and waits for the table as it was at the start.
    fn expect_again(
        &mut self,
        restart: &Control,
        start: &Observation,
        now: &Observation,
    ) -> Result<Observation, Stopped> {
        let wanted = faces(&start.reading);
        let fits = |reading: &Reading| match faces(reading) == wanted {
            true => Ok(Vec::new()),
            false => Err("the table is not as it was before drawing".to_owned()),
        };
        let before = faces(&now.reading);
        let settled = self.begin_again(
            restart,
            &Expectation {
                fits: &fits,
                is_before: &|reading| faces(reading) == before,
                may_come: &|reading| has_stock(&start.reading) && !has_stock(reading),
                or_dialog: false,
                or_over: false,
                text: None,
            },
        )?;
        settled.map_err(Stopped::OtherTable)
    }

    fn undo_once(
        &mut self,
        undo: &Control,
        before: Observation,
        wanted: Option<&Observation>,
    ) -> Result<Observation, Stopped> {
        let mut before = before;
        for _ in 0..MOST_TRIES {
            self.control(undo)?;
            let old = faces(&before.reading);
            let settled = self.settle_patiently(&Expectation {
                fits: &|reading| match wanted {
                    None if faces(reading) != old && has_stock(reading) => Ok(Vec::new()),
                    Some(start) if faces(reading) == faces(&start.reading) => Ok(Vec::new()),
                    _ => Err("nothing was undone".to_owned()),
                },
                is_before: &|reading| faces(reading) == old,
                // A draw that is undone puts cards back.
                may_come: &|reading| !has_stock(reading),
                or_dialog: false,
                or_over: false,
                text: None,
            })?;
            match settled {
                Settled::AsExpected(seen, _) => return Ok(seen),
                Settled::AsBefore(seen) | Settled::Stuck { seen, .. } => before = seen,
                Settled::Other(_, difference) => return Err(Stopped::OtherTable(difference)),
            }
            self.figures.again += 1;
        }
        Err(Stopped::NoEffect {
            move_: "undo".to_owned(),
            tries: MOST_TRIES,
        })
    }
}

fn top<'r>(reading: &'r Reading, pile: &str) -> Option<&'r Face> {
    let card = reading.pile(pile)?.cards.last()?;
    Some(&card.face)
}

/// A pile shows a card that was not on it before. A column grows, also where the
/// deck has the card twice; of a waste only the last cards are seen.
fn shows_new(reading: &Reading, old: &Reading, pile: &str) -> bool {
    let count = |reading: &Reading| reading.pile(pile).map_or(0, |pile| pile.cards.len());
    let card = top(reading, pile);
    let is_up = matches!(card, Some(Face::Up(_)));
    is_up && (card != top(old, pile) || count(reading) > count(old))
}

/// No card of a draw can be on its way: they may come one after the other, and a
/// busy program may pause between them. A waste shows all of them face up, and no
/// fewer cards than before. Where cards are dealt onto the columns, each has a card
/// more; at the end of a stock, or where a run leaves, only rest tells.
fn has_come(reading: &Reading, old: &Reading, pile: &str, at_once: usize) -> bool {
    let Some(pile) = reading.pile(pile) else {
        return false;
    };
    let before = old.pile(&pile.name).map_or(0, |pile| pile.cards.len());
    let is_up = |card: &CardReading| matches!(card.face, Face::Up(_));
    match pile.role {
        PileRole::Waste => pile.cards.len() >= before.max(at_once) && pile.cards.iter().all(is_up),
        PileRole::Column => reading.piles_with(PileRole::Column).all(|column| {
            let before = old.pile(&column.name).map_or(0, |old| old.cards.len());
            column.cards.len() == before + 1 && column.cards.last().is_some_and(is_up)
        }),
        _ => true,
    }
}

/// Nothing has been drawn: there is a stock, and no waste.
fn is_full(reading: &Reading) -> bool {
    let waste = reading.pile(WASTE);
    has_stock(reading) && waste.is_none_or(|pile| pile.cards.is_empty())
}

/// There are cards in the stock.
fn has_stock(reading: &Reading) -> bool {
    let stock = reading.pile(STOCK);
    stock.is_some_and(|pile| !pile.cards.is_empty())
}

/// A stock that has cards by the rules looks empty.
pub(super) fn lacks_stock(layout: &Layout, reading: &Reading) -> bool {
    let stock = layout.pile(STOCK).map(|pile| &layout.piles[pile]);
    stock.is_some_and(|stock| !stock.cards.is_empty())
        && reading
            .pile(STOCK)
            .is_some_and(|pile| pile.cards.is_empty())
}

/// What the whole table shows, without places and margins.
pub(super) fn faces(reading: &Reading) -> Vec<(String, Vec<Face>)> {
    let of_pile = |pile: &PileReading| {
        let faces = pile.cards.iter().map(|card| card.face.clone());
        (pile.name.clone(), faces.collect())
    };
    reading.piles.iter().map(of_pile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pile(name: &str, role: PileRole, cards: &[&str]) -> PileReading {
        let read = |card: &&str| CardReading {
            face: match *card {
                "??" => Face::Down,
                card => Face::Up(card.to_owned()),
            },
            margin: 1.0,
            doubtful: false,
            guessed: false,
            cheated: false,
            place: Default::default(),
            visible: 1.0,
        };
        PileReading {
            name: name.to_owned(),
            role,
            cards: cards.iter().map(read).collect(),
            place: Default::default(),
            locked: false,
        }
    }

    fn waste(cards: &[&str]) -> Reading {
        Reading {
            piles: vec![pile(WASTE, PileRole::Waste, cards)],
        }
    }

    fn columns(first: &[&str], second: &[&str]) -> Reading {
        Reading {
            piles: vec![
                pile("column 1", PileRole::Column, first),
                pile("column 2", PileRole::Column, second),
            ],
        }
    }

    #[test]
    fn a_draw_of_three_has_come_when_three_cards_lie_face_up() {
        let before = waste(&["6h", "9c", "4s"]);
        let has_come = |cards: &[&str]| has_come(&waste(cards), &before, WASTE, 3);
        assert!(has_come(&["3h", "Kd", "As"]));
        assert!(!has_come(&["3h", "??", "As"]));
        assert!(!has_come(&["3h", "As"]));
    }

    #[test]
    fn a_row_has_come_when_each_column_has_a_card_more() {
        let before = columns(&["??", "4s"], &["Kh"]);
        let has_come = |first: &[&str], second: &[&str]| {
            has_come(&columns(first, second), &before, "column 1", 2)
        };
        assert!(has_come(&["??", "4s", "9c"], &["Kh", "Kh"]));
        assert!(!has_come(&["??", "4s", "9c"], &["Kh"]));
        assert!(!has_come(&["??", "4s", "9c"], &["Kh", "??"]));
        assert!(!has_come(&["??", "4s"], &["Kh", "Kh"]));
    }
}
