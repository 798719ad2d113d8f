//! Acting: a move as clicks on what was read.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::layout::{Role, Spot};
use patience::{Layout, Table};

use super::compare::{News, is_home, may_be};
use super::look::{Hope, MOST_DIALOGS, Seen, Settled, on_screen};
use super::stock::faces;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::profile::{Control, Gesture};
use crate::vision::{Face, PileReading, Read, Reading};
use crate::{Error, Rectangle};

/// Between two clicks that belong to one move.
const BETWEEN: Duration = Duration::from_millis(60);
/// Two presses within this time, less than so many pixels apart, may be taken
/// for a double click.
const TWO_CLICKS: Duration = Duration::from_millis(900);
const APART: i32 = 14;
/// A card that is dropped almost at its place moves there so slowly that it
/// seems to be at rest, and programs are deaf meanwhile. So it is dropped off
/// it, by this share of its height.
const OFF: f32 = 0.3;
/// A question that may follow a key is waited for so long.
const QUESTION: Duration = Duration::from_millis(700);

/// What came of a move.
pub(super) enum Made {
    /// It was made; the table after it, with the cards that it turned up.
    Done(Box<dyn Table>, Seen),
    /// The table is another one; how it differs.
    Elsewhere(Seen, String),
}

/// Where the mouse goes, in pixels of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Click((i32, i32), u32),
    Drag((i32, i32), (i32, i32)),
    ClickBoth((i32, i32), (i32, i32)),
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Makes one move and looks whether it was made; again, if it was lost.
    pub(super) fn make(
        &mut self,
        table: &dyn Table,
        played: &str,
        mut seen: Seen,
        is_last: bool,
    ) -> Result<Made, Stopped> {
        let (after, _) = table
            .play(played)
            .map_err(|illegal| Stopped::Other(format!("{played}: {illegal}")))?;
        let (before_layout, after_layout) = (table.layout(), after.layout());
        for attempt in 0..=self.manner.pace.tries {
            if attempt > 0 {
                self.figures.again += 1;
                self.is_timed = false;
                self.device.focus(self.window)?;
            }
            sleep(self.manner.pace.pause);
            seen = self.follow(seen)?;
            match self.way_of(&before_layout, played, &seen)? {
                Some(way) => self.gesture(way, &seen)?,
                None => self.control_of(played, &seen)?,
            }
            self.log.note("move", None, None, played);
            let text = self.log.is_kept().then(|| after.text());
            let settled = match is_last {
                false => self.look_for(&after_layout, &before_layout, text)?,
                true => self.look_for_end(&after_layout, &before_layout, text)?,
            };
            match settled {
                Settled::AsExpected(seen, news) => {
                    self.figures.moves += 1;
                    self.is_timed = true;
                    let after = learn(&*after, &after_layout, &news)?;
                    return Ok(Made::Done(after, seen));
                }
                Settled::AsBefore(again) => seen = again,
                Settled::Other(other, difference) => {
                    return Ok(Made::Elsewhere(other, difference));
                }
            }
        }
        Err(Stopped::NoEffect {
            played: played.to_owned(),
            tries: self.manner.pace.tries + 1,
        })
    }

    /// What was seen, or seen anew if the window has moved or changed its size
    /// since.
    fn follow(&mut self, seen: Seen) -> Result<Seen, Stopped> {
        if self.device.place(self.window)? == seen.place {
            return Ok(seen);
        }
        self.log.note("move", None, None, "the window has moved");
        let wanted = faces(&seen.reading);
        let again = self.look_at_rest()?;
        match faces(&again.reading) == wanted {
            true => Ok(again),
            false => Err(Stopped::OtherTable(
                "it has changed while the window moved".to_owned(),
            )),
        }
    }

    /// The end of a game: the program may clear the table or show a dialog.
    fn look_for_end(
        &mut self,
        after: &Layout,
        before: &Layout,
        text: Option<String>,
    ) -> Result<Settled, Stopped> {
        let signs = self.manner.signs.clone();
        let corrections = self.corrections.clone();
        self.settle(&Hope {
            fits: &|reading| match corrections.compare(after, reading) {
                Err(_) if says_won(&signs.won_when_empty, reading) => Ok(Vec::new()),
                compared => compared,
            },
            is_before: &|reading| corrections.compare(before, reading).is_ok(),
            or_dialog: true,
            text,
        })
    }

    /// The clicks of a move; none for what is done by a control.
    fn way_of(&self, layout: &Layout, played: &str, seen: &Seen) -> Result<Option<Way>, Stopped> {
        let gesture = layout
            .gestures
            .iter()
            .find(|gesture| gesture.played == played);
        let Some(gesture) = gesture else {
            return Ok(None);
        };
        let reading = &seen.reading;
        // A king on top of the stock is taken like any other card.
        if matches!(played, "Draw" | "Recycle") {
            if self.manner.controls.draw.is_some() {
                return Ok(None);
            }
            return Ok(Some(Way::Click(draw_place(reading)?, 1)));
        }
        let card = card_of(layout, gesture.from, reading)?;
        self.check_card(layout, gesture.from, card)?;
        let from = self.grip(card, seen);
        let Some(to) = gesture.to else {
            return Ok(Some(Way::Click(from, 1)));
        };
        let pile = target_of(layout, gesture.from, to, reading)?;
        Ok(Some(match self.manner.play {
            Gesture::Click => Way::Click(from, 1),
            Gesture::DoubleClick => Way::Click(from, 2),
            Gesture::Drag => Way::Drag(from, drop_of(card, from, pile)),
            Gesture::ClickBoth => Way::ClickBoth(from, pile.target()),
        }))
    }

    /// A doubt about a suit may pass while the table is compared: a move changes
    /// how many cards lie in a pile, and that is seen without their names. It
    /// must not pass for a free card that is taken up, if the card that it may be
    /// as well is on the table.
    fn check_card(&self, layout: &Layout, spot: Spot, read: &Read) -> Result<(), Stopped> {
        let pile = &layout.piles[spot.pile];
        let (Some(top), Face::Up(seen)) = (pile.cards.last(), &read.face) else {
            return Ok(());
        };
        let is_free = pile.role != Role::Column || spot.card + 1 == pile.cards.len();
        let is_known = top.card.is_empty() || top.card == *seen;
        if !is_free || is_known || self.corrections.has_said(&top.card, read) {
            return Ok(());
        }
        match is_visible(layout, seen) {
            true => Err(Stopped::OtherTable(format!(
                "{}: {} is to be played, but it may be {seen}",
                pile.name, top.card
            ))),
            false => Ok(()),
        }
    }

    /// The pixel where a card is taken up: where the last press was not, or
    /// both together would be a double click.
    fn grip(&self, card: &Read, seen: &Seen) -> (i32, i32) {
        let is_near = |at: (i32, i32)| {
            self.pressed.is_some_and(|(last, when)| {
                let across = (seen.place.x + at.0 - last.0).abs();
                let down = (seen.place.y + at.1 - last.1).abs();
                when.elapsed() < TWO_CLICKS && across.max(down) < APART
            })
        };
        let middle = card.grip();
        let aside = (0.22 * card.place.width).max(APART as f32) as i32;
        let places = [middle.0, middle.0 - aside, middle.0 + aside];
        let mut places = places.into_iter().map(|x| (x, middle.1));
        places.find(|at| !is_near(*at)).unwrap_or(middle)
    }

    /// What is no gesture: starting over, and drawing where that is a key.
    fn control_of(&mut self, played: &str, seen: &Seen) -> Result<(), Stopped> {
        let controls = &self.manner.controls;
        match played {
            "Start over" => {
                let restart = controls.restart.clone();
                let restart = restart.ok_or(Stopped::NotSaid("how to start over"))?;
                self.control(&restart, seen)
            }
            "Draw" | "Recycle" => {
                let draw = controls.draw.clone();
                let draw = draw.ok_or(Stopped::NotSaid("how to draw"))?;
                self.control(&draw, seen)
            }
            _ => Err(Stopped::Other(format!("no gesture makes `{played}`"))),
        }
    }

    /// Does a gesture, if everything is still where it was seen.
    fn gesture(&mut self, way: Way, seen: &Seen) -> Result<(), Stopped> {
        let (first, second) = match way {
            Way::Click(at, _) => (at, at),
            Way::Drag(from, to) | Way::ClickBoth(from, to) => (from, to),
        };
        self.check_way([first, second], seen)?;
        let at = |point: (i32, i32)| (seen.place.x + point.0, seen.place.y + point.1);
        let (first, second) = (at(first), at(second));
        let started = Instant::now();
        match way {
            Way::Click(_, times) => self.device.click(first.0, first.1, times)?,
            Way::Drag(..) => self.device.drag(first, second)?,
            Way::ClickBoth(..) => {
                self.device.click(first.0, first.1, 1)?;
                sleep(BETWEEN);
                self.device.click(second.0, second.1, 1)?;
            }
        }
        self.pointer = Some(second);
        self.pressed = Some((first, started));
        self.take_time();
        Ok(())
    }

    /// A gesture has ended: what lies between it and the end of the one before
    /// is the program's animation, and the rest.
    fn take_time(&mut self) {
        let now = Instant::now();
        if std::mem::take(&mut self.is_timed) {
            let changed = self.changed.max(self.let_go);
            self.figures.timed += 1;
            self.figures.animation += changed - self.let_go;
            self.figures.overhead += now - changed;
        }
        self.let_go = now;
    }

    /// Clicks a pixel of the frame.
    pub(super) fn click(&mut self, at: (i32, i32), seen: &Seen) -> Result<(), Stopped> {
        self.gesture(Way::Click(at, 1), seen)
    }

    /// The window is where it was, and nothing lies before these points.
    fn check_way(&mut self, points: [(i32, i32); 2], seen: &Seen) -> Result<(), Stopped> {
        self.check_user()?;
        let mut raised = false;
        loop {
            if self.device.place(self.window)? != seen.place {
                return Err(Stopped::Other(
                    "the window does not stay where it is".to_owned(),
                ));
            }
            let mut covered = None;
            for point in points {
                let spot = Rectangle {
                    x: point.0,
                    y: point.1,
                    width: 1,
                    height: 1,
                };
                let spot = on_screen(seen.place, spot);
                covered = covered.or(self.device.covered_by(self.window, spot)?);
            }
            match covered {
                None => return Ok(()),
                Some(name) if raised => return Err(Stopped::Covered(name)),
                Some(_) => {}
            }
            raised = true;
            let Some(dialog) = self.device.dialogs(self.window)?.pop() else {
                self.device.focus(self.window)?;
                sleep(QUESTION / 3);
                continue;
            };
            // That may change the table.
            self.send_away(dialog)?;
            let again = self.look_at_rest()?;
            if faces(&again.reading) != faces(&seen.reading) {
                return Err(Stopped::OtherTable(
                    "it has changed when a dialog was sent away".to_owned(),
                ));
            }
        }
    }

    /// Uses a control: keys, or a place to click; then the question that may
    /// follow.
    pub(super) fn control(&mut self, control: &Control, seen: &Seen) -> Result<(), Stopped> {
        self.check_user()?;
        if let Some(at) = control.at {
            let at = self.sight.pixel(&seen.frame, at)?;
            self.gesture(Way::Click(at, 1), seen)?;
        }
        if !control.keys.is_empty() {
            self.type_keys(&control.keys)?;
        }
        self.let_go = Instant::now();
        if !control.confirm.is_empty() {
            self.answer_question(&control.confirm)?;
        }
        Ok(())
    }

    /// Types the keys of a control. They are meant for the window itself: a
    /// dialog that comes up would take them as its answer ("New game"), so it
    /// is sent away and the keys are typed again.
    fn type_keys(&mut self, keys: &[String]) -> Result<(), Stopped> {
        let is_menu = keys.len() > 1;
        if is_menu {
            // What ends a game is told a moment after the last move.
            sleep(QUESTION / 3);
        }
        'again: for _ in 0..MOST_DIALOGS {
            if let Some(dialog) = self.device.dialogs(self.window)?.pop() {
                self.send_away(dialog)?;
                continue;
            }
            self.device.focus(self.window)?;
            sleep(BETWEEN);
            for (index, chord) in keys.iter().enumerate() {
                if index > 0 && !self.device.dialogs(self.window)?.is_empty() {
                    continue 'again;
                }
                self.log.note("key", None, None, chord.as_str());
                self.device.key(chord)?;
                // A menu that the next key belongs to must have opened.
                if is_menu {
                    sleep(BETWEEN * 3);
                }
            }
            return Ok(());
        }
        Err(Stopped::Covered("a dialog".to_owned()))
    }

    fn answer_question(&mut self, confirm: &[String]) -> Result<(), Stopped> {
        let start = Instant::now();
        while start.elapsed() < QUESTION {
            if let Some(dialog) = self.device.dialogs(self.window)?.pop() {
                self.device.focus(dialog)?;
                sleep(BETWEEN);
                for chord in confirm {
                    self.log.note("key", None, None, chord.as_str());
                    self.device.key(chord)?;
                }
                return Ok(());
            }
            sleep(self.manner.pace.poll);
        }
        Ok(())
    }
}

/// The program shows the end: these piles are all empty.
pub(super) fn says_won(empty: &[String], reading: &Reading) -> bool {
    let matches = |name: &str, pattern: &str| match pattern.split_once("{}") {
        Some((before, after)) => name.starts_with(before) && name.ends_with(after),
        None => name == pattern,
    };
    let mut any = false;
    for pile in &reading.piles {
        if empty.iter().any(|pattern| matches(&pile.name, pattern)) {
            any = true;
            if !pile.cards.is_empty() {
                return false;
            }
        }
    }
    any
}

fn find<'r>(layout: &Layout, pile: usize, reading: &'r Reading) -> Result<&'r PileReading, Error> {
    let name = &layout.piles[pile].name;
    let missing = || Error::NotRead(format!("{name} was not seen"));
    reading.pile(name).ok_or_else(missing)
}

/// The pixel where a click draws: a button where there is one, else the stock.
pub(super) fn draw_place(reading: &Reading) -> Result<(i32, i32), Stopped> {
    let named = ["Draw", "Recycle", "stock"];
    let pile = named.iter().find_map(|name| reading.pile(name));
    let pile = pile.ok_or(Stopped::NotSaid("where to draw"))?;
    Ok(pile.place.middle())
}

/// The card lies where it can be seen: not under others at home.
fn is_visible(layout: &Layout, card: &str) -> bool {
    layout.piles.iter().any(|pile| match pile.role {
        Role::Home => pile.cards.last().is_some_and(|top| top.card == card),
        _ => pile.cards.iter().any(|other| other.card == card),
    })
}

/// The card that a move takes.
fn card_of<'r>(layout: &Layout, spot: Spot, reading: &'r Reading) -> Result<&'r Read, Error> {
    let pile = find(layout, spot.pile, reading)?;
    let card = match layout.piles[spot.pile].role {
        Role::Column => pile.cards.get(spot.card),
        // Of other piles only the top card can be taken.
        _ => pile.cards.last(),
    };
    card.ok_or_else(|| Error::NotRead(format!("{} is too short", pile.name)))
}

/// The pixel where a card that was taken at `from` is let go: it then covers
/// the top card of a column, from where it goes one step down; elsewhere it
/// lies below its place.
fn drop_of(card: &Read, from: (i32, i32), pile: &PileReading) -> (i32, i32) {
    let top = pile.cards.last().map_or(pile.place, |top| top.place);
    let off = match pile.name.starts_with("column") && !pile.cards.is_empty() {
        true => 0.0,
        false => OFF * top.height,
    };
    let across = top.x - card.place.x;
    let down = top.y - card.place.y + off;
    (from.0 + across.round() as i32, from.1 + down.round() as i32)
}

/// The pile where a card is put.
fn target_of<'r>(
    layout: &Layout,
    from: Spot,
    to: usize,
    reading: &'r Reading,
) -> Result<&'r PileReading, Error> {
    if layout.piles[to].role != Role::Home {
        return find(layout, to, reading);
    }
    if let Some(own) = reading.pile(&layout.piles[to].name) {
        return Ok(own);
    }
    // Homes without a suit: the one where it has begun, else an empty one.
    let card = &layout.piles[from.pile].cards[from.card].card;
    let suit = card.chars().next_back();
    let homes = || reading.piles.iter().filter(|pile| is_home(&pile.name));
    let has_suit = |pile: &&PileReading| {
        let top = pile.cards.last().map(|card| &card.face);
        matches!(top, Some(Face::Up(top)) if top.chars().next_back() == suit)
    };
    // The suit of a home's top card may be in doubt.
    let top = layout.piles[to].cards.last();
    let is_top = |pile: &&PileReading| {
        let pair = top.zip(pile.cards.last());
        pair.is_some_and(|(top, read)| may_be(&top.card, read))
    };
    let home = homes()
        .find(is_top)
        .or_else(|| homes().find(has_suit))
        .or_else(|| homes().find(|pile| pile.cards.is_empty()));
    home.ok_or_else(|| Error::NotRead("no home for the card was seen".to_owned()))
}

/// The table with the cards that were turned up.
pub(super) fn learn(
    table: &dyn Table,
    layout: &Layout,
    news: &[News],
) -> Result<Box<dyn Table>, Stopped> {
    if news.is_empty() {
        return Ok(table.boxed_clone());
    }
    let text = with_news(&table.text(), layout, news);
    let game = patience::find_game(table.about().name)?;
    game.read(&text, &patience::Variation::default())
        .map_err(|error| Stopped::NotRead(error.to_string().replace('\n', "; ")))
}

/// Puts cards in the places of `??` in a position's text. The cards of the
/// slots come first in it, in the layout's order; then the waste, top last.
fn with_news(text: &str, layout: &Layout, news: &[News]) -> String {
    let is_slot = |pile: usize| layout.piles[pile].role == Role::Slot;
    let slots = (0..layout.piles.len())
        .filter(|&pile| is_slot(pile))
        .count();
    let mut next = 0;
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let label = words.first().filter(|word| word.ends_with(':')).cloned();
        if label.as_deref() == Some("Waste:") {
            let top = news
                .iter()
                .find(|news| layout.piles[news.pile].role == Role::Waste);
            if let (Some(news), Some(word)) = (top, words.last_mut()) {
                word.clone_from(&news.card);
            }
        } else if label.is_none() && next < slots {
            for word in &mut words {
                if let Some(news) = news.iter().find(|news| news.pile == next && is_slot(next)) {
                    word.clone_from(&news.card);
                }
                next += 1;
            }
        }
        lines.push(words.join(" "));
    }
    lines.join("\n")
}
