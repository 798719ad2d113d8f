//! Pictures that show what was looked at, and what it was taken for.

mod letters;

use crate::vision::{Face, Placed, Reading};
use crate::{Frame, Rectangle};

/// What is drawn around places that were looked at.
const MARK: [u8; 3] = [255, 0, 255];
const NAME: [u8; 3] = [0, 0, 200];
const UNSURE: [u8; 3] = [200, 0, 0];

/// Something on the table that was taken for something.
pub(crate) struct Note {
    pub(crate) place: Rectangle,
    /// What it was taken for; empty for a place without a card.
    pub(crate) name: String,
    pub(crate) is_sure: bool,
}

/// The frame with a box around every place, and what it was taken for.
pub(crate) fn annotated(frame: &Frame, notes: &[Note]) -> Frame {
    let mut picture = frame.clone();
    for note in notes {
        outline(&mut picture, note.place, MARK);
    }
    for note in notes.iter().filter(|note| !note.name.is_empty()) {
        let scale = (note.place.width as i32 / 40).max(1);
        let middle = note.place.x + note.place.width as i32 / 2;
        let at = (middle - 4 * scale, note.place.y + 2 * scale);
        let ground = if note.is_sure { NAME } else { UNSURE };
        letters::write(&mut picture, &note.name, at, scale, ground);
    }
    picture
}

/// A frame with a box around every card that was read, and its name; doubtful ones
/// in red.
pub fn reading(frame: &Frame, reading: &Reading) -> Frame {
    let mut notes = Vec::new();
    for pile in &reading.piles {
        if pile.cards.is_empty() {
            notes.push(Note {
                place: pixels(pile.place, pile.place.height),
                name: String::new(),
                is_sure: true,
            });
        }
        for card in &pile.cards {
            notes.push(Note {
                place: pixels(card.place, card.visible),
                name: match &card.face {
                    Face::Up(name) => name.clone(),
                    Face::Down => "??".to_owned(),
                },
                is_sure: !card.doubtful,
            });
        }
    }
    annotated(frame, &notes)
}

fn pixels(place: Placed, visible: f32) -> Rectangle {
    Rectangle {
        x: place.x.round() as i32,
        y: place.y.round() as i32,
        width: place.width as u32,
        height: visible as u32,
    }
}

fn outline(frame: &mut Frame, place: Rectangle, colour: [u8; 3]) {
    let (right, bottom) = (
        place.x + place.width as i32 - 1,
        place.y + place.height as i32 - 1,
    );
    for x in place.x..=right {
        frame.set(x, place.y, colour);
        frame.set(x, bottom, colour);
    }
    for y in place.y..=bottom {
        frame.set(place.x, y, colour);
        frame.set(right, y, colour);
    }
}
