//! One move that can be taken back, to learn how a program wants its cards moved.

use std::thread::sleep;
use std::time::Duration;

use patience::gesture::Action;
use patience::layout::Role;
use patience::{Game, Layout, Table};

use super::{NewProfile, Place, cheat, explore};
use crate::hands::{Eyes, Hands, WindowId};
use crate::player::by_itself::draw;
use crate::profile::MouseGesture;
use crate::vision::{Face, PileReading, Reader, Reading};
use crate::{Error, Frame, Rectangle, position};

/// A window that has not changed for this time is at rest..
const REST: Duration = Duration::from_millis(700);
/// .. and is waited for so long.
const MOST_WAIT: Duration = Duration::from_secs(5);

/// The ways that are tried, in this order: a card among single ones may go by a
/// click..
const WAYS_OF_SINGLE: [MouseGesture; 3] = [
    MouseGesture::Click,
    MouseGesture::Drag,
    MouseGesture::ClickBoth,
];

/// .. but a click on a column may also send a card elsewhere.
const WAYS: [MouseGesture; 2] = [MouseGesture::Drag, MouseGesture::ClickBoth];

/// Cards on a waste are at least and at most so far apart, in card widths.
const FANS: (f32, f32) = (0.05, 0.9);

/// Of the tables that a program may make by itself, so many are known.
const MOST_TABLES: usize = 64;

/// How often the keys that take back a move are pressed: cards that the program put home
/// by itself may come back one by one.
const MOST_UNDOS: usize = 8;

/// What a move showed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// How a card is moved; none if no way moved one.
    pub play: Option<MouseGesture>,
    /// The move was taken back by the keys for that.
    pub is_taken_back: bool,
    /// A card that is played lies so far beside the one that it covers, in card
    /// widths.
    pub fan: Option<f32>,
}

/// Tries a move, and writes into the profile what it showed.
pub(super) fn learn_moves<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    place: &Place,
    new: &mut NewProfile,
) -> Result<(), Error> {
    let draws = place.draws();
    let mut tried = None;
    // After a draw, a window may not show enough: then the table is what follows from
    // the one before.
    let mut next: Option<Box<dyn Table>> = None;
    for _ in 0..draws.map_or(1, |(_, count)| count) {
        let frame = explore::at_rest(device, window, &place.piles())?;
        new.reading = read(new, &frame)?;
        let follows = next.filter(|table| shows(&new.reading, &table.layout()));
        // A table that cannot be made sense of is not tried.
        let Some(table) = table_of(game, new, &new.reading).ok().or(follows) else {
            break;
        };
        let now = try_on(device, window, &*table, new)?;
        tried = Some(now);
        let (Some((at, _)), None) = (draws, now.play) else {
            break;
        };
        if a_move(&*table, &new.reading).is_some() {
            break;
        }
        // Perhaps the next card of the stock lets one go.
        explore::click(device, window, at)?;
        sleep(REST);
        next = draw(&*table);
    }
    match tried.and_then(|tried| tried.play.map(|play| (play, tried))) {
        Some((play, tried)) => {
            new.draft.fan = tried.fan;
            *new = new.clone().with_play(play)?;
            if tried.is_taken_back && game.about().has_cheats {
                cheat::learn(device, window, game, new)?;
            }
            if !tried.is_taken_back {
                new.unsure.push(
                    "the keys that take back a move: they did not; deal a new game before you go on"
                        .to_owned(),
                );
            }
        }
        None => new.unsure.push(
            "how a card is moved: no way that was tried moved one; see `[moves]` in the profile"
                .to_owned(),
        ),
    }
    Ok(())
}

/// Makes a move and takes it back, by the keys for that.
pub fn try_move<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    new: &NewProfile,
) -> Result<Trial, Error> {
    let table = table_of(game, new, &new.reading)?;
    try_on(device, window, &*table, new)
}

/// The same with a table that is known.
fn try_on<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    table: &dyn Table,
    new: &NewProfile,
) -> Result<Trial, Error> {
    let failed = Trial {
        play: None,
        is_taken_back: false,
        fan: None,
    };
    let Some(Try {
        from,
        to,
        is_single,
        after,
    }) = a_move(table, &new.reading)
    else {
        return Ok(failed);
    };
    device.focus(window)?;
    sleep(REST);
    let area = new.found().area();
    let before = rested(device, window, area)?;
    let ways = if is_single {
        &WAYS_OF_SINGLE[..]
    } else {
        &WAYS
    };
    for way in ways {
        make(device, window, *way, (from, to))?;
        let frame = rested(device, window, area)?;
        let Some(fan) = fan_after(new, (&before, &frame), &after) else {
            continue;
        };
        return Ok(Trial {
            play: Some(*way),
            is_taken_back: take_back(device, window, table, new, (&before, frame))?,
            fan,
        });
    }
    Ok(failed)
}

/// Moves a card in the window in one of the ways.
pub(super) fn make<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    way: MouseGesture,
    (from, to): ((i32, i32), (i32, i32)),
) -> Result<(), Error> {
    let place = device.place(window)?;
    let on_screen = |at: (i32, i32)| (place.x + at.0, place.y + at.1);
    let (from, to) = (on_screen(from), on_screen(to));
    match way {
        MouseGesture::Click => device.click(from.0, from.1, 1),
        MouseGesture::ClickBoth => {
            device.click(from.0, from.1, 1)?;
            sleep(REST / 4);
            device.click(to.0, to.1, 1)
        }
        _ => device.drag(from, to),
    }
}

/// Takes back a move by the keys for that: `before` is the window before it, `frame`
/// after it. False if the table is another one then.
pub(super) fn take_back<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    table: &dyn Table,
    new: &NewProfile,
    (before, frame): (&Frame, Frame),
) -> Result<bool, Error> {
    let area = new.found().area();
    let layout = table.layout();
    let keys = new.profile.controls.undo.iter().flat_map(|it| &it.keys);
    let mut last = frame;
    for _ in 0..MOST_UNDOS {
        for key in keys.clone() {
            device.key(key)?;
        }
        let frame = rested(device, window, area)?;
        let now = read_after(new, before, &frame);
        if now.is_ok_and(|now| shows(&now, &layout)) {
            return Ok(true);
        }
        if frame.same_part(&last, area) {
            break;
        }
        last = frame;
    }
    Ok(false)
}

/// Whether a move was made: with cards on the waste as they were, or with the last one
/// moved aside as far as the picture changed there. Some programs fan out what is
/// played.
fn fan_after(
    new: &NewProfile,
    (before, frame): (&Frame, &Frame),
    after: &[Layout],
) -> Option<Option<f32>> {
    // Some programs draw by themselves after a move.
    let is_made = |new: &NewProfile| {
        let now = read_after(new, before, frame);
        now.is_ok_and(|now| after.iter().any(|after| shows(&now, after)))
    };
    if is_made(new) {
        return Some(None);
    }
    let waste = new.found().only(Role::Waste)?;
    let place = new.found().place(waste.at);
    let band = Rectangle {
        width: 2 * place.width,
        ..place
    };
    let (one, other) = (before.part(band), frame.part(band));
    let is_changed = |x: &i32| (0..one.height as i32).any(|y| one.at(*x, y) != other.at(*x, y));
    let right = (0..one.width as i32).rev().find(is_changed)?;
    let fan = (right + 1) as f32 / place.width as f32 - 1.0;
    if !(FANS.0..FANS.1).contains(&fan) {
        return None;
    }
    let mut fanned = new.clone();
    fanned.draft.fan = Some(fan);
    let fanned = fanned.rewritten().ok()?;
    if !is_made(&fanned) {
        return None;
    }
    // Where the cards were read is more exact than where the picture changed.
    let left = |new: &NewProfile, frame: &Frame| {
        let reading = read_after(new, before, frame).ok()?;
        Some(reading.pile(&waste.names[0])?.cards.last()?.place.x)
    };
    let apart = left(&fanned, frame)? - left(new, before)?;
    Some(Some(apart / new.found().card.0))
}

impl NewProfile {
    /// The same profile with another way to move a card.
    pub fn with_play(mut self, play: MouseGesture) -> Result<Self, Error> {
        self.draft.answers.gesture = match play {
            MouseGesture::Click => "click",
            MouseGesture::DoubleClick => "double-click",
            MouseGesture::Drag => "drag",
            MouseGesture::ClickBoth => "click-both",
        };
        self.rewritten()
    }
}

/// A move to try.
struct Try {
    /// Where it begins and ends in the window.
    from: (i32, i32),
    to: (i32, i32),
    /// The card is the only one of its pile.
    is_single: bool,
    /// The table after it, and after what the program may do by itself then.
    after: Vec<Layout>,
}

/// A table, and those that a program may make of it by itself: by a draw, or by putting
/// cards home, as AisleRiot does after a move.
fn may_follow(table: &dyn Table) -> Vec<Layout> {
    let drawn = draw(table).map(|drawn| drawn.layout());
    let mut texts = vec![table.text()];
    let mut layouts = vec![table.layout()];
    let mut tables = vec![table.boxed_clone()];
    while let Some(table) = tables.pop() {
        let layout = table.layout();
        for gesture in table.gestures().iter() {
            let is_home = |to: usize| layout.piles[to].role == Role::Home;
            if layouts.len() >= MOST_TABLES || !gesture.to.is_some_and(is_home) {
                continue;
            }
            let Ok((after, _)) = table.play(&gesture.move_) else {
                continue;
            };
            if !texts.contains(&after.text()) {
                texts.push(after.text());
                layouts.push(after.layout());
                tables.push(after);
            }
        }
    }
    layouts.extend(drawn);
    layouts
}

/// A move of one card onto another pile. A free place is best: its card can always
/// come back.
fn a_move(table: &dyn Table, reading: &Reading) -> Option<Try> {
    let layout = table.layout();
    let gestures = table.gestures();
    let mut moves: Vec<_> = gestures
        .iter()
        .filter(|it| matches!(it.action, Action::Carry | Action::Remove) && it.cards == 1)
        .filter_map(|it| Some((it, it.to?)))
        .collect();
    // A press on the stock may deal.
    let is_stock = |pile: usize| layout.piles[pile].role == Role::Stock;
    moves.sort_by_key(|(it, to)| {
        let is_taken = !layout.piles[*to].cards.is_empty();
        (is_stock(it.from.pile), is_stock(*to), is_taken)
    });
    moves.into_iter().find_map(|(gesture, to)| {
        let pile = |index: usize| {
            let name = &layout.piles[index].name;
            reading.piles.iter().find(|pile| pile.name == *name)
        };
        let (after, _) = table.play(&gesture.move_).ok()?;
        let (from, to) = match is_stock(gesture.from.pile) && gesture.either_way {
            true => (pile(to)?.cards.last()?, pile(gesture.from.pile)?),
            false => {
                let cards = &pile(gesture.from.pile)?.cards;
                (cards.get(gesture.from.card)?, pile(to)?)
            }
        };
        Some(Try {
            from: from.grip(),
            to: to.target(),
            is_single: gesture.action == Action::Carry
                && layout.piles[gesture.from.pile].role == Role::Slot,
            after: may_follow(&*after),
        })
    })
}

/// A window shows this table: all cards, and of a stock and a waste the top one.
pub(super) fn shows(reading: &Reading, layout: &Layout) -> bool {
    layout.piles.iter().all(|pile| {
        let Some(read) = reading.piles.iter().find(|it| it.name == pile.name) else {
            return true;
        };
        let face = |card: &patience::layout::Face| match card.up && !card.card.is_empty() {
            true => Face::Up(card.card.clone()),
            false => Face::Down,
        };
        let wanted: Vec<Face> = pile.cards.iter().map(face).collect();
        // A card that nobody had seen was turned up.
        let is_news = pile.cards.last().is_some_and(|card| card.card.is_empty());
        let mut found = read.cards.iter().map(|card| &card.face);
        match pile.role {
            Role::Stock | Role::Button => true,
            Role::Waste => found.next_back() == wanted.last(),
            Role::Column if is_news && matches!(found.clone().next_back(), Some(Face::Up(_))) => {
                found.next_back();
                found.eq(&wanted[..wanted.len() - 1])
            }
            _ => found.eq(&wanted),
        }
    })
}

pub(super) fn read(new: &NewProfile, frame: &Frame) -> Result<Reading, Error> {
    Reader::new(&new.profile, &new.deck, frame)?.read(frame)
}

/// What a window shows after a move. The table is where it was before: without the
/// first card of a row, it would be found a card further on.
pub(super) fn read_after(
    new: &NewProfile,
    before: &Frame,
    frame: &Frame,
) -> Result<Reading, Error> {
    Reader::new(&new.profile, &new.deck, before)?.read(frame)
}

/// The table that a window shows. Where that is not enough, what was seen of the same
/// deal's stock is known as well.
pub(super) fn table_of(
    game: &dyn Game,
    new: &NewProfile,
    reading: &Reading,
) -> Result<Box<dyn Table>, Error> {
    let read = |readings: &[Reading]| {
        let text = position::text(game, readings)?;
        Ok(game.read(&text, &new.profile.settings)?)
    };
    read(std::slice::from_ref(reading)).or_else(|error: Error| {
        let is_same = |(one, other): (&PileReading, &PileReading)| {
            let faces = |pile: &PileReading| -> Vec<Face> {
                pile.cards.iter().map(|card| card.face.clone()).collect()
            };
            faces(one) == faces(other)
        };
        let dealt = new.readings.first();
        match dealt.is_some_and(|dealt| dealt.piles.iter().zip(&reading.piles).all(is_same)) {
            true => read(&new.readings),
            false => Err(error),
        }
    })
}

/// The window when it has not changed for a while.
pub(super) fn at_rest<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
) -> Result<Frame, Error> {
    let place = device.place(window)?;
    let whole = Rectangle {
        x: 0,
        y: 0,
        ..place
    };
    rested(device, window, whole)
}

/// The window when a part of it has not changed for a while. The pointer is moved away,
/// so that it covers nothing and nothing lights up under it.
pub(super) fn rested<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    area: Rectangle,
) -> Result<Frame, Error> {
    let place = device.place(window)?;
    device.move_to(place.x + 2, place.y + place.height as i32 - 3)?;
    explore::at_rest_in(device, window, (REST, MOST_WAIT), |one, other| {
        one.same_part(other, area)
    })
}

#[cfg(test)]
mod tests {
    use patience::find_game;

    use super::*;

    /// AisleRiot puts free Aces home after the first move, and the deuces on them.
    #[test]
    fn a_table_whose_cards_went_home_by_themselves_follows_from_a_move() {
        let game = find_game("freecell").expect("a game");
        let deals = (1..).map(|number| game.deal(number, &Default::default()).expect("a deal"));
        // An Ace and its deuce are free.
        let mut deals = deals.filter(|table| may_follow(&**table).len() == 3);
        let table = deals.next().expect("such a deal");
        let tables = may_follow(&*table);
        let home = |layout: &Layout| -> usize {
            let homes = layout.piles.iter().filter(|it| it.role == Role::Home);
            homes.map(|pile| pile.cards.len()).sum()
        };
        let counts: Vec<usize> = tables.iter().map(home).collect();
        assert_eq!(counts, [0, 1, 2]);
    }
}
