//! How the simulated program draws its table, and how that is read.

use patience::Layout;
use patience::layout::{Mark, Pile, Spot};

use crate::player::FrameReader;
use crate::vision::{CardReading, Face, PileReading, Placed, Reading};
use crate::{Error, Frame, Rectangle};

const CARD: (f32, f32) = (60.0, 90.0);
const MARGIN: f32 = 30.0;
/// Room for columns to grow, in card heights.
const ROOM_HEIGHTS: f32 = 6.0;
const TABLE: [u8; 3] = [0, 90, 0];
const PAPER: [u8; 3] = [240, 240, 240];
/// The third colour of the mark in the corner of every card.
const MARK: u8 = 201;
/// The same for a card that was put there by a cheat.
const CHEATED: u8 = 203;
/// The mark of a card face down.
const BACK: [u8; 3] = [1, 1, MARK];
const MARK_SIZE: u32 = 6;

/// The window's size for a table.
pub(super) fn size(layout: &Layout) -> (u32, u32) {
    let width = layout.width * CARD.0 + 2.0 * MARGIN;
    let height = (layout.height + ROOM_HEIGHTS) * CARD.1 + 2.0 * MARGIN;
    (width as u32, height as u32)
}

/// A card of a pile, in pixels of the frame.
fn placed(pile: &Pile, index: usize) -> Placed {
    let [right, down] = pile.offset(index);
    Placed {
        x: MARGIN + (pile.x + right) * CARD.0,
        y: MARGIN + (pile.y + down) * CARD.1,
        width: CARD.0,
        height: CARD.1,
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
pub(super) fn draw(layout: &Layout, window: Rectangle) -> Frame {
    let mut frame = Frame::filled(window.width, window.height, TABLE);
    for pile in &layout.piles {
        for (index, card) in pile.cards.iter().enumerate() {
            if pile.is_under(index) {
                continue;
            }
            let place = rectangle(placed(pile, index));
            fill(&mut frame, place, PAPER);
            let mark = match card.up && !card.card.is_empty() {
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
    frame
}

/// The old table with a card that moves over it.
pub(super) fn with_flying(old: &Frame, share: f32) -> Frame {
    let mut frame = old.clone();
    let place = Rectangle {
        x: (share * (old.width as f32 - CARD.0)) as i32,
        y: (share * (old.height as f32 - CARD.1)) as i32,
        width: CARD.0 as u32,
        height: CARD.1 as u32,
    };
    fill(&mut frame, place, PAPER);
    frame
}

/// The card at a pixel, or the place of an empty pile.
pub(super) fn spot_at(layout: &Layout, at: (i32, i32)) -> Option<Spot> {
    for (pile, cards) in layout.piles.iter().enumerate().rev() {
        for card in (0..cards.cards.len().max(1)).rev() {
            if rectangle(placed(cards, card)).contains(at.0, at.1) {
                let is_empty_slot =
                    cards.cards.is_empty() && cards.role == patience::layout::Role::Slot;
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
}

impl MarkReader {
    pub(super) fn new(layout: &Layout) -> Self {
        Self {
            piles: layout.piles.clone(),
        }
    }

    fn read_pile(frame: &Frame, pile: &Pile) -> PileReading {
        let mut cards: Vec<CardReading> = Vec::new();
        let is_column = pile.step != [0.0, 0.0];
        for index in 0..if is_column { 30 } else { 1 } {
            // What lies under a heap is not seen.
            let place = placed(pile, pile.heap + index);
            let mark = frame.at(place.x as i32 + 2, place.y as i32 + 2);
            if mark[2] != MARK && mark[2] != CHEATED {
                break;
            }
            let face = match mark == BACK {
                true => Face::Down,
                false => Face::Up(String::from_utf8_lossy(&mark[..2]).trim().to_owned()),
            };
            if let Some(covered) = cards.last_mut() {
                covered.visible = pile.step[1] * CARD.1;
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
            place: placed(pile, 0),
            locked: false,
        }
    }
}

impl FrameReader for MarkReader {
    fn read(&self, frame: &Frame) -> Result<Reading, Error> {
        let piles = self.piles.iter();
        let piles = piles.map(|pile| Self::read_pile(frame, pile)).collect();
        Ok(Reading { piles })
    }

    fn pixel(&self, _: &Frame, at: [f32; 2]) -> Result<(i32, i32), Error> {
        Ok((at[0] as i32, at[1] as i32))
    }
}
