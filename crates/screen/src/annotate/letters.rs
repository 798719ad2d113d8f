//! Letters for pictures, five pixels high: enough to name cards.

use crate::Frame;

/// The letters, each with three pixels a row.
const LETTERS: [(char, [u8; 5]); 22] = [
    ('A', [2, 5, 7, 5, 5]),
    ('2', [6, 1, 2, 4, 7]),
    ('3', [6, 1, 2, 1, 6]),
    ('4', [5, 5, 7, 1, 1]),
    ('5', [7, 4, 6, 1, 6]),
    ('6', [3, 4, 6, 5, 2]),
    ('7', [7, 1, 2, 2, 2]),
    ('8', [2, 5, 2, 5, 2]),
    ('9', [2, 5, 3, 1, 6]),
    ('T', [7, 2, 2, 2, 2]),
    ('J', [1, 1, 1, 5, 2]),
    ('Q', [2, 5, 5, 6, 3]),
    ('K', [5, 5, 6, 5, 5]),
    ('c', [0, 3, 4, 4, 3]),
    ('d', [1, 1, 3, 5, 3]),
    ('h', [4, 4, 6, 5, 5]),
    ('s', [3, 4, 2, 1, 6]),
    ('?', [6, 1, 2, 0, 2]),
    ('1', [2, 6, 2, 2, 7]),
    ('0', [2, 5, 5, 5, 2]),
    ('V', [5, 5, 5, 5, 2]),
    ('D', [6, 5, 5, 5, 6]),
];

/// A letter's width and height with the space around it, in its own pixels.
const CELL: (i32, i32) = (4, 6);

/// Writes a word on a ground of one colour, its corner at a place, every pixel so
/// large.
pub(super) fn write(frame: &mut Frame, word: &str, at: (i32, i32), scale: i32, ground: [u8; 3]) {
    let width = word.chars().count() as i32 * CELL.0 + 1;
    for y in 0..(CELL.1 + 1) * scale {
        for x in 0..width * scale {
            frame.set(at.0 + x, at.1 + y, ground);
        }
    }
    for (index, letter) in word.chars().enumerate() {
        let known = LETTERS.iter().find(|it| it.0 == letter);
        let rows = known.map_or([7; 5], |it| it.1);
        for (row, bits) in rows.into_iter().enumerate() {
            for column in (0..3).filter(|column| bits & (4 >> column) != 0) {
                let left = at.0 + (1 + index as i32 * CELL.0 + column) * scale;
                let top = at.1 + (1 + row as i32) * scale;
                for y in 0..scale {
                    for x in 0..scale {
                        frame.set(left + x, top + y, [255; 3]);
                    }
                }
            }
        }
    }
}
