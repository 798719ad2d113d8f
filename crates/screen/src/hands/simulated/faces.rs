//! Cards with ranks and suits, for those who have to recognise them.

use crate::{Frame, Rectangle};

const PAPER: [u8; 3] = [252, 252, 250];
const DOWN_PAPER: [u8; 3] = [161, 185, 210];
const EDGE: [u8; 3] = [120, 120, 120];
const OUTLINE: [u8; 3] = [60, 130, 60];
const BACK: ([u8; 3], [u8; 3]) = ([40, 60, 150], [130, 150, 210]);
const RED: [u8; 3] = [200, 20, 30];
const BLACK: [u8; 3] = [20, 20, 24];

/// Ranks, each with five pixels a row.
const RANKS: [(char, [u8; 7]); 13] = [
    ('A', [4, 10, 17, 17, 31, 17, 17]),
    ('2', [14, 17, 1, 2, 4, 8, 31]),
    ('3', [30, 1, 1, 14, 1, 1, 30]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),
    ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),
    ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]),
    ('9', [14, 17, 17, 15, 1, 2, 12]),
    ('T', [31, 4, 4, 4, 4, 4, 4]),
    ('J', [7, 2, 2, 2, 2, 18, 12]),
    ('Q', [14, 17, 17, 17, 21, 18, 13]),
    ('K', [17, 18, 20, 24, 20, 18, 17]),
];

/// Parts of a card, in its widths and heights.
const RANK: [f32; 4] = [0.07, 0.05, 0.24, 0.21];
const SIGN: [f32; 4] = [0.30, 0.06, 0.47, 0.19];
const LARGE: [f32; 4] = [0.30, 0.45, 0.70, 0.75];

/// Draws a card; none is a back. One that is not up has other paper.
pub(super) fn card(frame: &mut Frame, place: Rectangle, name: Option<&str>, is_up: bool) {
    paint(frame, place, [0.0, 0.0, 1.0, 1.0], EDGE, &|_, _| true);
    let inside = Rectangle {
        x: place.x + 1,
        y: place.y + 1,
        width: place.width - 2,
        height: place.height - 2,
    };
    let paper = match is_up || name.is_none() {
        true => PAPER,
        false => DOWN_PAPER,
    };
    paint(frame, inside, [0.0, 0.0, 1.0, 1.0], paper, &|_, _| true);
    let Some(name) = name else {
        let part = [0.07, 0.05, 0.93, 0.95];
        paint(frame, place, part, BACK.0, &|_, _| true);
        paint(frame, place, part, BACK.1, &|x, y| {
            (8.0 * (x + y)).fract() < 0.4
        });
        return;
    };
    let mut letters = name.chars();
    let (rank, suit) = (letters.next(), letters.next());
    let ink = match suit {
        Some('d' | 'h') => RED,
        _ => BLACK,
    };
    let known = RANKS.iter().find(|it| Some(it.0) == rank);
    let rows = known.map_or([31; 7], |it| it.1);
    paint(frame, place, RANK, ink, &|x, y| {
        let (column, row) = ((5.0 * x) as usize, (7.0 * y) as usize);
        rows.get(row).is_some_and(|bits| bits & (16 >> column) != 0)
    });
    let is_sign = |x: f32, y: f32| is_in_sign(suit, 2.0 * x - 1.0, 2.0 * y - 1.0);
    paint(frame, place, SIGN, ink, &is_sign);
    paint(frame, place, LARGE, ink, &is_sign);
}

/// The place of a pile without cards.
pub(super) fn outline(frame: &mut Frame, place: Rectangle) {
    paint(frame, place, [0.0, 0.0, 1.0, 1.0], OUTLINE, &|x, y| {
        let (across, down) = (x * place.width as f32, y * place.height as f32);
        let (right, bottom) = (place.width as f32 - across, place.height as f32 - down);
        across.min(down).min(right).min(bottom) < 2.0
    });
}

/// A point of a square from -1 to 1 belongs to the sign of a suit.
fn is_in_sign(suit: Option<char>, x: f32, y: f32) -> bool {
    let circle = |at: (f32, f32), radius: f32| (x - at.0).hypot(y - at.1) < radius;
    let stalk = y > 0.2 && x.abs() < 0.08 + 0.3 * (y - 0.2).max(0.0);
    match suit {
        Some('d') => x.abs() / 0.8 + y.abs() < 1.0,
        Some('h') => {
            circle((-0.45, -0.4), 0.5)
                || circle((0.45, -0.4), 0.5)
                || (y > -0.2 && x.abs() / 0.95 + (y + 0.2) / 1.2 < 1.0)
        }
        Some('s') => {
            circle((-0.42, 0.25), 0.45)
                || circle((0.42, 0.25), 0.45)
                || (y < 0.2 && x.abs() / 0.9 + (0.2 - y) / 1.2 < 1.0)
                || stalk
        }
        _ => {
            circle((0.0, -0.5), 0.45)
                || circle((-0.5, 0.2), 0.45)
                || circle((0.5, 0.2), 0.45)
                || stalk
        }
    }
}

/// Paints what of a part of a place has ink, smoothly.
fn paint(
    frame: &mut Frame,
    place: Rectangle,
    part: [f32; 4],
    ink: [u8; 3],
    has_ink: &dyn Fn(f32, f32) -> bool,
) {
    const EACH: i32 = 4;
    let (width, height) = (place.width as f32, place.height as f32);
    let left = place.x + (part[0] * width).round() as i32;
    let top = place.y + (part[1] * height).round() as i32;
    let right = place.x + (part[2] * width).round() as i32;
    let bottom = place.y + (part[3] * height).round() as i32;
    for y in top..bottom {
        for x in left..right {
            let at = |pixel: i32, sub: i32, from: i32, to: i32| {
                ((pixel - from) as f32 + (sub as f32 + 0.5) / EACH as f32) / (to - from) as f32
            };
            let samples = (0..EACH * EACH).filter(|sample| {
                let (across, down) = (sample % EACH, sample / EACH);
                has_ink(at(x, across, left, right), at(y, down, top, bottom))
            });
            let share = samples.count() as f32 / (EACH * EACH) as f32;
            let under = frame.at(x, y);
            let mix = |channel: usize| {
                let (under, ink) = (f32::from(under[channel]), f32::from(ink[channel]));
                (under * (1.0 - share) + ink * share).round() as u8
            };
            frame.set(x, y, [mix(0), mix(1), mix(2)]);
        }
    }
}
