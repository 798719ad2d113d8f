//! Acting: a move as clicks on what was read.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patience::layout::{Mark, Pile, Role, Spot};
use patience::{Action, CardNames, Illegal, Layout, Table};

use super::by_itself::starts_at_stock;
use super::compare::{News, may_be};
use super::look::{Expectation, MOST_DIALOGS, Observation, RAISE_WAIT, Settled, on_screen};
use super::stock::faces;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::position::STOCK;
use crate::profile::{Control, MouseGesture};
use crate::vision::{CardReading, Face, PileReading, Reading};
use crate::{Error, Rectangle};

/// Between two clicks that belong to one move.
const BETWEEN_CLICKS: Duration = Duration::from_millis(60);
/// Two presses within this time, and less than this many pixels apart, may be
/// taken for a double click.
const DOUBLE_CLICK_TIME: Duration = Duration::from_millis(900);
const DOUBLE_CLICK_PIXELS: i32 = 14;
/// A card that is dropped close to its place creeps there so slowly that it
/// seems to be at rest, and programs ignore the mouse meanwhile. So it is dropped
/// this far below its place, in card heights.
const DROP_OFFSET_HEIGHTS: f32 = 0.3;
/// How long to wait for a question that may follow a key.
const QUESTION_WAIT: Duration = Duration::from_millis(700);

/// What came of a move.
pub(super) enum MoveResult {
    /// It was made: the table after it, with the cards that it turned up.
    Done(Box<dyn Table>, Observation),
    /// The table is another one, and how it differs.
    Elsewhere(Observation, String),
    /// It led nowhere: the program said so and took it back. The table after it
    /// with the cards that it turned up, if they were seen.
    Stuck(Option<Box<dyn Table>>),
}

/// Where the mouse goes, in pixels of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MouseAction {
    Click((i32, i32), u32),
    Drag((i32, i32), (i32, i32)),
    ClickBoth((i32, i32), (i32, i32)),
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Makes one move and checks that it was made; repeats it if it was lost.
    pub(super) fn make(
        &mut self,
        table: &dyn Table,
        move_: &str,
        mut seen: Observation,
        is_last: bool,
    ) -> Result<MoveResult, Stopped> {
        let illegal = |error: Illegal| Stopped::Other(format!("{move_}: {error}"));
        let (after, _) = table.play(move_).map_err(illegal)?;
        let action = table.action(move_).map_err(illegal)?;
        let is_draw = matches!(action, Action::Draw | Action::Recycle);
        let before_layout = table.layout();
        for attempt in 0..=self.manner.pace.tries {
            if attempt > 0 {
                self.figures.again += 1;
                self.is_timed = false;
                self.device.focus(self.window)?;
            }
            sleep(self.manner.pace.pause);
            seen = self.follow(seen)?;
            match self.mouse_action(table, &before_layout, move_, &seen)? {
                // One of two clicks may have arrived: then the first one, made
                // again, completes the move, and the second would hit something
                // else.
                Some(MouseAction::ClickBoth(first, second)) if attempt > 0 => {
                    self.click(first, &seen)?;
                    match self.look_for(&*after, &before_layout, false, None)? {
                        Settled::AsExpected(seen, news) => {
                            self.figures.moves += 1;
                            let after = self.turn_up(&*after, &news)?;
                            self.note_end(&*after);
                            return Ok(MoveResult::Done(after, seen));
                        }
                        Settled::AsBefore(again) => seen = again,
                        Settled::Stuck { news, .. } => return self.stuck(&*after, news),
                        Settled::Other(other, difference) => {
                            return Ok(MoveResult::Elsewhere(other, difference));
                        }
                    }
                    self.click(second, &seen)?;
                }
                Some(mouse) => self.gesture(mouse, &seen)?,
                None => self.control_of(action, move_)?,
            }
            self.log.note("move", None, None, move_);
            let text = self.log.is_kept().then(|| after.text());
            let settled = match is_last {
                false => self.look_for(&*after, &before_layout, is_draw, text)?,
                true => self.look_for_end(&*after, &before_layout, text)?,
            };
            match settled {
                Settled::AsExpected(seen, news) => {
                    self.figures.moves += 1;
                    self.is_timed = true;
                    let after = self.turn_up(&*after, &news)?;
                    self.note_end(&*after);
                    return Ok(MoveResult::Done(after, seen));
                }
                Settled::AsBefore(again) => seen = again,
                Settled::Stuck { news, .. } => return self.stuck(&*after, news),
                Settled::Other(other, difference) => {
                    self.note_press(table, move_, &other);
                    return Ok(MoveResult::Elsewhere(other, difference));
                }
            }
        }
        Err(Stopped::NoEffect {
            move_: move_.to_owned(),
            tries: self.manner.pace.tries + 1,
        })
    }

    /// The program has taken back a move; what it turned up stays known.
    fn stuck(&mut self, after: &dyn Table, news: Option<Vec<News>>) -> Result<MoveResult, Stopped> {
        let news = news.filter(|news| !news.is_empty());
        let after = news.map(|news| self.turn_up(after, &news));
        after.transpose().map(MoveResult::Stuck)
    }

    /// The table with the cards that were turned up.
    pub(super) fn turn_up(
        &mut self,
        table: &dyn Table,
        news: &[News],
    ) -> Result<Box<dyn Table>, Stopped> {
        let mut table = table.boxed_clone();
        for card in news {
            self.remember(&*table, card);
            let turned_up = table.turn_up(card.pile, &card.card);
            table = turned_up.map_err(|error| Stopped::NotRead(error.to_string()))?;
        }
        Ok(table)
    }

    /// What was seen; if the window has moved or changed its size since, it is
    /// read again.
    fn follow(&mut self, seen: Observation) -> Result<Observation, Stopped> {
        if self.device.place(self.window)? == seen.place {
            return Ok(seen);
        }
        self.log.note("move", None, None, "the window has moved");
        let wanted = faces(&seen.reading);
        let again = self.look_at_rest()?;
        match faces(&again.reading) == wanted {
            true => Ok(again),
            false => Err(Stopped::OtherTable(
                "it changed while the window moved".to_owned(),
            )),
        }
    }

    /// The end of a game: the program may clear the table or show a dialog.
    fn look_for_end(
        &mut self,
        after: &dyn Table,
        before: &Layout,
        text: Option<String>,
    ) -> Result<Settled, Stopped> {
        let signs = self.manner.signs.clone();
        let corrections = self.corrections.clone();
        let layout = after.layout();
        self.settle(&Expectation {
            fits: &|reading| match corrections.compare_table(after, &layout, reading) {
                Err(_) if shows_won(&signs.won_when_empty, reading) => Ok(Vec::new()),
                // A banner may cover the table: nothing is left but locked piles.
                Err(_) if shows_only_locked(&layout, reading) => Ok(Vec::new()),
                compared => compared,
            },
            is_before: &|reading| corrections.compare(before, reading).is_ok(),
            may_come: &|_| false,
            or_dialog: true,
            or_over: true,
            text,
        })
    }

    /// The clicks of a move; none if a control makes it.
    fn mouse_action(
        &self,
        table: &dyn Table,
        layout: &Layout,
        move_: &str,
        seen: &Observation,
    ) -> Result<Option<MouseAction>, Stopped> {
        let gestures = table.gestures();
        let Some(gesture) = gestures.of_move(move_) else {
            return Ok(None);
        };
        let reading = &seen.reading;
        if matches!(gesture.action, Action::Draw | Action::Recycle) {
            if self.manner.controls.draw.is_some() {
                return Ok(None);
            }
            return Ok(Some(MouseAction::Click(draw_place(reading)?, 1)));
        }
        let card = card_of(layout, gesture.from, reading)?;
        self.check_card(layout, gesture.from, card)?;
        let from = self.grip(card, seen);
        let Some(to) = gesture.to else {
            return Ok(Some(MouseAction::Click(from, 1)));
        };
        let pile = target_of(table.about().cards, layout, gesture.from, to, reading)?;
        if self.stock_deals
            && self.manner.play == MouseGesture::Drag
            && starts_at_stock(layout, gesture)
            && let Some(card) = pile.cards.last()
        {
            let stock = find(layout, gesture.from.pile, reading)?;
            let from = self.grip(card, seen);
            return Ok(Some(MouseAction::Drag(from, drop_of(card, from, stock))));
        }
        Ok(Some(match self.manner.play {
            MouseGesture::Click => MouseAction::Click(from, 1),
            MouseGesture::DoubleClick => MouseAction::Click(from, 2),
            MouseGesture::Drag => MouseAction::Drag(from, drop_of(card, from, pile)),
            MouseGesture::ClickBoth => MouseAction::ClickBoth(from, pile.target()),
        }))
    }

    /// When tables are compared, a doubtful suit may pass: a move changes how many
    /// cards are in a pile, and that is seen without their names. It must not
    /// pass for a card that is about to be played, if the other card that it may
    /// be is on the table, too.
    fn check_card(&self, layout: &Layout, spot: Spot, read: &CardReading) -> Result<(), Stopped> {
        let pile = &layout.piles[spot.pile];
        let (Some(top), Face::Up(seen)) = (pile.cards.last(), &read.face) else {
            return Ok(());
        };
        let is_free = pile.role != Role::Column || spot.card + 1 == pile.cards.len();
        let is_known = top.card.is_empty() || top.card == *seen;
        if !is_free || is_known || self.corrections.has_confirmed(&top.card, read) {
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

    /// The pixel where a card is picked up. It is not where the last press was:
    /// both together would be a double click.
    fn grip(&self, card: &CardReading, seen: &Observation) -> (i32, i32) {
        let is_near = |at: (i32, i32)| {
            self.pressed.is_some_and(|(last, when)| {
                let across = (seen.place.x + at.0 - last.0).abs();
                let down = (seen.place.y + at.1 - last.1).abs();
                when.elapsed() < DOUBLE_CLICK_TIME && across.max(down) < DOUBLE_CLICK_PIXELS
            })
        };
        let middle = card.grip();
        let aside = (0.22 * card.place.width).max(DOUBLE_CLICK_PIXELS as f32) as i32;
        let places = [middle.0, middle.0 - aside, middle.0 + aside];
        let mut places = places.into_iter().map(|x| (x, middle.1));
        places.find(|at| !is_near(*at)).unwrap_or(middle)
    }

    /// A move that no gesture makes: a restart, and drawing where that is a key.
    fn control_of(&mut self, action: Action, move_: &str) -> Result<(), Stopped> {
        let controls = &self.manner.controls;
        let (control, missing) = match action {
            Action::Restart => (&controls.restart, "how to start over"),
            Action::Draw | Action::Recycle => (&controls.draw, "how to draw"),
            _ => return Err(Stopped::Other(format!("no gesture makes `{move_}`"))),
        };
        let control = control.clone().ok_or(Stopped::NotInProfile(missing))?;
        self.control(&control)
    }

    /// Makes a gesture, if everything is still where it was seen.
    fn gesture(&mut self, mouse: MouseAction, seen: &Observation) -> Result<(), Stopped> {
        let (first, second) = match mouse {
            MouseAction::Click(at, _) => (at, at),
            MouseAction::Drag(from, to) | MouseAction::ClickBoth(from, to) => (from, to),
        };
        self.check_way([first, second], seen)?;
        let at = |point: (i32, i32)| (seen.place.x + point.0, seen.place.y + point.1);
        let (first, second) = (at(first), at(second));
        let started = Instant::now();
        match mouse {
            MouseAction::Click(_, times) => self.device.click(first.0, first.1, times)?,
            MouseAction::Drag(..) => self.device.drag(first, second)?,
            MouseAction::ClickBoth(..) => {
                self.device.click(first.0, first.1, 1)?;
                sleep(BETWEEN_CLICKS);
                // The second click is not meant for a panel that has come up since.
                if !self.shows_panel()? {
                    self.device.click(second.0, second.1, 1)?;
                }
            }
        }
        self.pointer = Some(second);
        self.pressed = Some((first, started));
        self.take_time();
        Ok(())
    }

    /// A gesture has ended: splits the time since the end of the previous one
    /// into the program's animation and the rest.
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
    pub(super) fn click(&mut self, at: (i32, i32), seen: &Observation) -> Result<(), Stopped> {
        self.gesture(MouseAction::Click(at, 1), seen)
    }

    /// The window is where it was, and nothing covers these points.
    fn check_way(&mut self, points: [(i32, i32); 2], seen: &Observation) -> Result<(), Stopped> {
        self.check_user()?;
        let mut raised: Option<Instant> = None;
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
            match (covered, raised) {
                (None, _) => return Ok(()),
                (Some(name), Some(since)) if since.elapsed() >= RAISE_WAIT => {
                    return Err(Stopped::Covered(name));
                }
                (Some(_), Some(_)) => {
                    sleep(self.manner.pace.poll);
                    continue;
                }
                (Some(_), None) => {}
            }
            raised = Some(Instant::now());
            let Some(dialog) = self.device.dialogs(self.window)?.pop() else {
                self.device.focus(self.window)?;
                continue;
            };
            // That may change the table.
            self.close_dialog(dialog)?;
            let again = self.look_at_rest()?;
            if faces(&again.reading) != faces(&seen.reading) {
                return Err(Stopped::OtherTable(
                    "it changed when a dialog was closed".to_owned(),
                ));
            }
        }
    }

    /// Uses a control: types its keys or clicks it, then answers the question that
    /// may follow.
    pub(super) fn control(&mut self, control: &Control) -> Result<(), Stopped> {
        self.check_user()?;
        if control.picture.is_some() {
            self.await_panel()?;
            self.clear_panels()?;
        }
        self.click_control(control)?;
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
    /// dialog that opens would take them as its answer ("New game"), so it is
    /// closed and the keys are typed again.
    fn type_keys(&mut self, keys: &[String]) -> Result<(), Stopped> {
        let is_menu = keys.len() > 1;
        if is_menu {
            // The dialog at the end of a game opens a moment after the last move.
            sleep(QUESTION_WAIT / 3);
        }
        'again: for _ in 0..MOST_DIALOGS {
            if let Some(dialog) = self.device.dialogs(self.window)?.pop() {
                self.close_dialog(dialog)?;
                continue;
            }
            self.device.focus(self.window)?;
            sleep(BETWEEN_CLICKS);
            for (index, chord) in keys.iter().enumerate() {
                if index > 0 && !self.device.dialogs(self.window)?.is_empty() {
                    continue 'again;
                }
                self.log.note("key", None, None, chord.as_str());
                self.device.key(chord)?;
                // A menu that the next key belongs to must have opened.
                if is_menu {
                    sleep(BETWEEN_CLICKS * 3);
                }
            }
            return Ok(());
        }
        Err(Stopped::Covered("a dialog".to_owned()))
    }

    fn answer_question(&mut self, confirm: &[String]) -> Result<(), Stopped> {
        let start = Instant::now();
        while start.elapsed() < QUESTION_WAIT {
            if let Some(dialog) = self.device.dialogs(self.window)?.pop() {
                self.device.focus(dialog)?;
                sleep(BETWEEN_CLICKS);
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

/// The program shows that the game is won: these piles are all empty.
pub(super) fn shows_won(empty: &[String], reading: &Reading) -> bool {
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

/// The program shows no card any more, and as many locked piles as the layout
/// has, which has nothing else.
fn shows_only_locked(layout: &Layout, reading: &Reading) -> bool {
    let is_locked = |pile: &&Pile| pile.cards.iter().any(|card| card.mark == Mark::Locked);
    let expected = layout.piles.iter().filter(is_locked).count();
    let is_over = |pile: &Pile| pile.cards.is_empty() || is_locked(&pile);
    let seen = reading.piles.iter().filter(|pile| pile.locked).count();
    expected > 0
        && expected == seen
        && layout.piles.iter().all(is_over)
        && reading.piles.iter().all(|pile| pile.cards.is_empty())
}

fn find<'r>(layout: &Layout, pile: usize, reading: &'r Reading) -> Result<&'r PileReading, Error> {
    let name = &layout.piles[pile].name;
    let missing = || Error::NotRead(format!("{name} was not seen"));
    reading.pile(name).ok_or_else(missing)
}

/// The pixel where a click draws: a button if there is one, else the stock.
pub(super) fn draw_place(reading: &Reading) -> Result<(i32, i32), Stopped> {
    let button = reading.piles_with(Role::Button).next();
    let pile = button.or_else(|| reading.pile(STOCK));
    let pile = pile.ok_or(Stopped::NotInProfile("where to draw"))?;
    // A stock may lie in a fan, and its last card is the one to click.
    let top = pile.cards.last().map_or(pile.place, |card| card.place);
    Ok(top.middle())
}

/// The card can be seen: it is not under others at home.
fn is_visible(layout: &Layout, card: &str) -> bool {
    layout.piles.iter().any(|pile| match pile.role {
        Role::Home => pile.cards.last().is_some_and(|top| top.card == card),
        _ => pile.cards.iter().any(|other| other.card == card),
    })
}

/// The card that a move takes.
fn card_of<'r>(
    layout: &Layout,
    spot: Spot,
    reading: &'r Reading,
) -> Result<&'r CardReading, Error> {
    let pile = match layout.piles[spot.pile].role {
        // Programs differ in which home belongs to which suit.
        Role::Home => {
            let top = layout.piles[spot.pile].cards.last();
            let is_it = |pile: &&PileReading| {
                let pair = top.zip(pile.cards.last());
                pair.is_some_and(|(top, read)| may_be(&top.card, read))
            };
            let missing = || Error::NotRead("the card at home was not seen".to_owned());
            reading
                .piles_with(Role::Home)
                .find(is_it)
                .ok_or_else(missing)?
        }
        _ => find(layout, spot.pile, reading)?,
    };
    let card = match layout.piles[spot.pile].role {
        Role::Column => pile.cards.get(spot.card),
        // Of other piles only the top card can be taken.
        _ => pile.cards.last(),
    };
    card.ok_or_else(|| Error::NotRead(format!("{} is too short", pile.name)))
}

/// The pixel where a card that was picked up at `from` is dropped: on a column
/// it then covers the top card, from where it moves one step down; elsewhere it
/// is below its place.
fn drop_of(card: &CardReading, from: (i32, i32), pile: &PileReading) -> (i32, i32) {
    let top = pile.cards.last().map_or(pile.place, |top| top.place);
    let off = match pile.role == Role::Column && !pile.cards.is_empty() {
        true => 0.0,
        false => DROP_OFFSET_HEIGHTS * top.height,
    };
    let across = top.x - card.place.x;
    let down = top.y - card.place.y + off;
    (from.0 + across.round() as i32, from.1 + down.round() as i32)
}

/// The pile where a card is put.
fn target_of<'r>(
    names: CardNames,
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
    // Homes for any suit: the one with this suit, else an empty one.
    let suit = |card: &str| names.find(card).map(|card| names.suit(card));
    let own = suit(&layout.piles[from.pile].cards[from.card].card);
    let homes = || reading.piles_with(Role::Home);
    let has_suit = |pile: &&PileReading| {
        let top = pile.cards.last().map(|card| &card.face);
        matches!(top, Some(Face::Up(top)) if suit(top) == own)
    };
    // The suit of a home's top card may be doubtful.
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
