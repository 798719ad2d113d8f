//! How the simulated program draws its table, and how that is read.

use patience::Layout;
use patience::layout::{Mark, Pile, Role, Spot};

use super::faces;
use crate::player::FrameReader;
use crate::vision::{CardReading, Face, PileReading, Placed, Reading};
use crate::{Error, Frame, Rectangle};

const MARGIN: f32 = 30.0;
/// Room for columns to grow, in card heights.
const ROOM_HEIGHTS: f32 = 6.0;
const TABLE: [u8; 3] = [0, 90, 0];
const PAPER: [u8; 3] = [240, 240, 240];
const BAR: [u8; 3] = [225, 225, 225];
/// The third colour of the mark in the corner of every card.
const MARK: u8 = 201;
/// The same for a card that was put there by a cheat.
const CHEATED: u8 = 203;
/// The mark of a card face down.
const BACK: [u8; 3] = [1, 1, MARK];
const MARK_SIZE: u32 = 6;

/// How a table is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Style {
    /// A card in pixels.
    pub(super) card: (f32, f32),
    /// Cards show ranks and suits, and empty places an outline.
    pub(super) has_faces: bool,
    /// Cards that lie face down show what is known of them.
    pub(super) shows_seen: bool,
    /// Bars of so many pixels at the top and the bottom of the window.
    pub(super) bars: [u32; 2],
}

impl Style {
    /// Cards that are only marked.
    pub(super) const MARKED: Self = Self {
        card: (60.0, 90.0),
        has_faces: false,
        shows_seen: false,
        bars: [0, 0],
    };

    /// The window's size for a table.
    pub(super) fn size(&self, layout: &Layout) -> (u32, u32) {
        let room = if self.has_faces { 0.0 } else { ROOM_HEIGHTS };
        let width = layout.width * self.card.0 + 2.0 * MARGIN;
        let height = (layout.height + room) * self.card.1 + 2.0 * MARGIN;
        (width as u32, height as u32 + self.bars[0] + self.bars[1])
    }

    /// A card of a pile, in pixels of the frame.
    fn placed(&self, pile: &Pile, index: usize) -> Placed {
        let [right, down] = pile.offset(index);
        Placed {
            x: MARGIN + (pile.x + right) * self.card.0,
            y: self.bars[0] as f32 + MARGIN + (pile.y + down) * self.card.1,
            width: self.card.0,
            height: self.card.1,
        }
    }

    /// The middle of a pile's first place, in pixels of the frame.
    pub(super) fn middle(&self, pile: &Pile) -> (i32, i32) {
        self.placed(pile, 0).middle()
    }
}

fn rectangle(place: Placed) -> Rectangle {
    Rectangle {
        x: place.x as i32,
        y: place.y as i32,
        width: place.width as u32,
        height: place.height as u32,
    }
}

/// The card as a colour: its letters are the red and green channels.
fn mark_of(card: &str) -> [u8; 3] {
    let mut bytes = card.bytes();
    [bytes.next().unwrap_or(32), bytes.next().unwrap_or(32), MARK]
}

pub(super) fn fill(frame: &mut Frame, place: Rectangle, colour: [u8; 3]) {
    for y in 0..place.height as i32 {
        for x in 0..place.width as i32 {
            frame.set(place.x + x, place.y + y, colour);
        }
    }
}

/// Draws a table as large as the window.
pub(super) fn draw(layout: &Layout, window: Rectangle, style: &Style) -> Frame {
    let mut frame = Frame::filled(window.width, window.height, TABLE);
    for pile in &layout.piles {
        if style.has_faces && pile.cards.is_empty() && is_place(pile) {
            faces::outline(&mut frame, rectangle(style.placed(pile, 0)));
        }
        for (index, card) in pile.cards.iter().enumerate() {
            if pile.is_under(index) {
                continue;
            }
            let place = rectangle(style.placed(pile, index));
            let is_up = card.up && !card.card.is_empty();
            if style.has_faces {
                let is_seen = style.shows_seen && !card.card.is_empty();
                let name = (is_up || is_seen).then_some(card.card.as_str());
                faces::card(&mut frame, place, name, is_up);
                continue;
            }
            fill(&mut frame, place, PAPER);
            let mark = match is_up {
                true => mark_of(&card.card),
                false => BACK,
            };
            let mark = match card.mark {
                Mark::Cheated => [mark[0], mark[1], CHEATED],
                _ => mark,
            };
            let corner = Rectangle {
                width: MARK_SIZE,
                height: MARK_SIZE,
                ..place
            };
            fill(&mut frame, corner, mark);
        }
    }
    let [top, bottom] = style.bars;
    let bar = |y: u32, height: u32| Rectangle {
        x: 0,
        y: y as i32,
        width: window.width,
        height,
    };
    fill(&mut frame, bar(0, top), BAR);
    fill(&mut frame, bar(window.height - bottom, bottom), BAR);
    frame
}

/// Cards may come to lie there again.
fn is_place(pile: &Pile) -> bool {
    !matches!(pile.role, Role::Slot | Role::Button)
}

/// A clock in the lower bar: a hand that never stands still.
pub(super) fn with_clock(mut frame: Frame, ticks: u128, style: &Style) -> Frame {
    let bottom = style.bars[1];
    let ticks = (ticks % u128::from(frame.width.max(20) - 16)) as i32;
    let hand = Rectangle {
        x: ticks,
        y: frame.height as i32 - bottom as i32 + 4,
        width: 12,
        height: bottom.saturating_sub(8),
    };
    fill(&mut frame, hand, TABLE);
    frame
}

/// The old table with a card that moves over it.
pub(super) fn with_flying(old: &Frame, share: f32, style: &Style) -> Frame {
    let mut frame = old.clone();
    let (width, height) = style.card;
    let place = Rectangle {
        x: (share * (old.width as f32 - width)) as i32,
        y: (share * (old.height as f32 - height)) as i32,
        width: width as u32,
        height: height as u32,
    };
    fill(&mut frame, place, PAPER);
    frame
}

/// The card at a pixel, or the place of an empty pile.
pub(super) fn spot_at(layout: &Layout, at: (i32, i32), style: &Style) -> Option<Spot> {
    for (pile, cards) in layout.piles.iter().enumerate().rev() {
        for card in (0..cards.cards.len().max(1)).rev() {
            if rectangle(style.placed(cards, card)).contains(at.0, at.1) {
                let is_empty_slot = cards.cards.is_empty() && cards.role == Role::Slot;
                if !is_empty_slot {
                    return Some(Spot { pile, card });
                }
            }
        }
    }
    None
}

/// Reads what the simulated program draws.
#[derive(Clone, Debug)]
pub struct MarkReader {
    piles: Vec<Pile>,
    style: Style,
}

impl MarkReader {
    pub(super) fn new(layout: &Layout, style: Style) -> Self {
        Self {
            piles: layout.piles.clone(),
            style,
        }
    }

    fn read_pile(&self, frame: &Frame, pile: &Pile) -> PileReading {
        let mut cards: Vec<CardReading> = Vec::new();
        let is_column = pile.step != [0.0, 0.0];
        for index in 0..if is_column { 30 } else { 1 } {
            // What lies under a heap is not seen.
            let place = self.style.placed(pile, pile.heap + index);
            let mark = frame.at(place.x as i32 + 2, place.y as i32 + 2);
            if mark[2] != MARK && mark[2] != CHEATED {
                break;
            }
            let face = match mark == BACK {
                true => Face::Down,
                false => Face::Up(String::from_utf8_lossy(&mark[..2]).trim().to_owned()),
            };
            if let Some(covered) = cards.last_mut() {
                covered.visible = pile.step[1] * self.style.card.1;
            }
            cards.push(CardReading {
                face,
                margin: 1.0,
                doubtful: false,
                guessed: false,
                cheated: mark[2] == CHEATED,
                place,
                visible: place.height,
            });
        }
        PileReading {
            name: pile.name.clone(),
            role: pile.role,
            cards,
            place: self.style.placed(pile, 0),
            locked: false,
        }
    }
}

impl FrameReader for MarkReader {
    fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        let piles = self.piles.iter();
        let piles = piles.map(|pile| self.read_pile(frame, pile)).collect();
        Ok(Reading { piles })
    }

    fn pixel(&self, _: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error> {
        Ok((at[0] as i32, at[1] as i32))
    }
}
