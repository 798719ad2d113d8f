//! What Microsoft's cards, buttons and panels look like: pieces of the real
//! windows where they are at hand, else drawings of our own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use patience_screen::Frame;

const RED: [u8; 3] = [205, 20, 30];
const BLACK: [u8; 3] = [20, 20, 24];
const PAPER: [u8; 3] = [252, 252, 250];

/// Ranks and suits of our own, five by seven.
const OWN: [(&str, [&str; 7]); 17] = [
    (
        "A",
        [
            "..#..", ".#.#.", "#...#", "#...#", "#####", "#...#", "#...#",
        ],
    ),
    (
        "2",
        [
            ".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####",
        ],
    ),
    (
        "3",
        [
            "####.", "....#", "....#", ".###.", "....#", "....#", "####.",
        ],
    ),
    (
        "4",
        [
            "...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#.",
        ],
    ),
    (
        "5",
        [
            "#####", "#....", "####.", "....#", "....#", "#...#", ".###.",
        ],
    ),
    (
        "6",
        [
            "..##.", ".#...", "#....", "####.", "#...#", "#...#", ".###.",
        ],
    ),
    (
        "7",
        [
            "#####", "....#", "...#.", "...#.", "..#..", "..#..", "..#..",
        ],
    ),
    (
        "8",
        [
            ".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###.",
        ],
    ),
    (
        "9",
        [
            ".###.", "#...#", "#...#", ".####", "....#", "...#.", ".##..",
        ],
    ),
    (
        "T",
        [
            "#.##.", "##..#", "##..#", "##..#", "##..#", "##..#", "#.##.",
        ],
    ),
    (
        "J",
        [
            "..###", "...#.", "...#.", "...#.", "...#.", "#..#.", ".##..",
        ],
    ),
    (
        "Q",
        [
            ".###.", "#...#", "#...#", "#...#", "#.#.#", "#..#.", ".##.#",
        ],
    ),
    (
        "K",
        [
            "#...#", "#..#.", "#.#..", "##...", "#.#..", "#..#.", "#...#",
        ],
    ),
    (
        "c",
        [
            ".###.", ".###.", "##.##", "#####", "##.##", "..#..", ".###.",
        ],
    ),
    (
        "d",
        [
            "..#..", ".###.", ".###.", "#####", ".###.", ".###.", "..#..",
        ],
    ),
    (
        "h",
        [
            ".#.#.", "#####", "#####", "#####", ".###.", ".###.", "..#..",
        ],
    ),
    (
        "s",
        [
            "..#..", ".###.", "#####", "#####", "#####", "..#..", ".###.",
        ],
    ),
];

/// The pieces from which a window is composed, at 100 %.
pub struct Art {
    folder: Option<PathBuf>,
    /// Of which game the glyphs are.
    game: &'static str,
    glyphs: HashMap<String, Frame>,
}

impl Art {
    /// The real pieces of a game, or ours. Of some games there are none: their cards
    /// are those of FreeCell.
    pub fn new(game: &'static str, may_be_real: bool) -> Self {
        let folder = may_be_real.then(folder).flatten();
        let cards_of = |folder: &Path| match folder.join(game).is_dir() {
            true => folder.join(game),
            false => folder.join("FreeCell"),
        };
        let mut glyphs = HashMap::new();
        for (name, drawing) in OWN {
            let picture = match &folder {
                Some(folder) => load(&cards_of(folder).join(name).join(format!("{name}.png"))),
                None => enlarged(&drawing, 3),
            };
            glyphs.insert(name.to_owned(), picture);
        }
        Self {
            folder,
            game,
            glyphs,
        }
    }

    /// These are the real pieces.
    pub fn is_real(&self) -> bool {
        self.folder.is_some()
    }

    /// A piece of the window: the button that undoes the board in its two looks,
    /// the question, the panel without moves, the sign of the game.
    pub fn piece(&self, name: &str) -> Frame {
        let file = match name {
            "undo-board" => Some("Common/UndoBoard.png".to_owned()),
            "undo-board-hover" => Some("Common/UndoBoard2.png".to_owned()),
            "question" => Some("Common/OKDialog.png".to_owned()),
            "no-more-moves" => Some("TriPeaks/UndoLastMoveDialog.png".to_owned()),
            "sign" => Some(format!("{}/Game.png", self.game)),
            _ => None,
        };
        let is_there = |folder: &PathBuf, file: &String| folder.join(file).is_file();
        match (&self.folder, file) {
            (Some(folder), Some(file)) if is_there(folder, &file) => load(&folder.join(file)),
            _ => drawn(&format!(
                "{name}{}",
                if name == "sign" { self.game } else { "" }
            )),
        }
    }

    /// A card at a scale.
    pub fn card(&self, name: &str, scale: f32) -> Frame {
        let mut card = paper(scale);
        let (rank, suit) = name.split_at(1);
        let ink = if "dh".contains(suit) { RED } else { BLACK };
        let (rank, suit) = (&self.glyphs[rank], &self.glyphs[suit]);
        let middle = |glyph: &Frame| 6.0 + (25.0 - glyph.width as f32) / 2.0;
        let rank_at = (middle(rank), 2.0 + 2.0);
        let suit_at = (middle(suit), 2.0 + 24.0);
        stamp(&mut card, rank, rank_at, scale, scale, ink);
        stamp(&mut card, suit, suit_at, scale, scale, ink);
        stamp(&mut card, suit, (38.0, 65.0), scale, 3.0 * scale, ink);
        card
    }

    /// A card face down.
    pub fn back(&self, scale: f32) -> Frame {
        let mut card = paper(scale);
        let (width, height) = (card.width as i32, card.height as i32);
        let edge = (6.0 * scale) as i32;
        for y in edge..height - edge {
            for x in edge..width - edge {
                let is_line = (x + y) % (12.0 * scale) as i32 > (8.0 * scale) as i32;
                let colour = if is_line {
                    [110, 150, 215]
                } else {
                    [35, 70, 150]
                };
                card.set(x, y, colour);
            }
        }
        card
    }
}

fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folder = root.join("shared/reference/art/microsoft");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("the pieces of Microsoft's windows are not at hand: drawn by ourselves");
    None
}

fn load(path: &Path) -> Frame {
    Frame::load(path).unwrap_or_else(|error| panic!("{error}"))
}

fn enlarged(drawing: &[&str; 7], times: i32) -> Frame {
    let mut picture = Frame::filled(5 * times as u32, 7 * times as u32 - 3, [255; 3]);
    for y in 0..7 * times - 3 {
        for x in 0..5 * times {
            let row = drawing[(y * 7 / (7 * times - 3)) as usize];
            if row.as_bytes()[(x / times) as usize] == b'#' {
                picture.set(x, y, [0; 3]);
            }
        }
    }
    picture
}

/// A drawing that differs with its name.
fn drawn(name: &str) -> Frame {
    let seed = name
        .bytes()
        .fold(7_u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
    let mut numbers = patience::SplitMix64::new(seed);
    let mut picture = Frame::filled(36, 36, [70, 60, 40]);
    for _ in 0..9 {
        let (left, top) = (numbers.below(28) as i32, numbers.below(28) as i32);
        let colour = [0, 1, 2].map(|_| numbers.below(256) as u8);
        for y in 0..9 {
            for x in 0..9 {
                picture.set(left + x, top + y, colour);
            }
        }
    }
    picture
}

fn paper(scale: f32) -> Frame {
    let size = (
        (120.0 * scale).round() as u32,
        (168.0 * scale).round() as u32,
    );
    let mut card = Frame::filled(size.0, size.1, PAPER);
    for x in 0..size.0 as i32 {
        card.set(x, 0, [140; 3]);
        card.set(x, size.1 as i32 - 1, [140; 3]);
    }
    for y in 0..size.1 as i32 {
        card.set(0, y, [140; 3]);
        card.set(size.0 as i32 - 1, y, [140; 3]);
    }
    card
}

/// The value between the pixels of a picture.
fn between(picture: &Frame, x: f32, y: f32) -> [f32; 3] {
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (x - left, y - top);
    let at = |x: f32, y: f32| picture.at(x as i32, y as i32).map(f32::from);
    let corners = [
        (at(left, top), (1.0 - across) * (1.0 - down)),
        (at(left + 1.0, top), across * (1.0 - down)),
        (at(left, top + 1.0), (1.0 - across) * down),
        (at(left + 1.0, top + 1.0), across * down),
    ];
    [0, 1, 2].map(|channel| {
        corners
            .iter()
            .map(|(value, part)| value[channel] * part)
            .sum()
    })
}

/// Prints a picture of ink on a frame: `at` is in units, the picture is drawn
/// `times` as large.
fn stamp(frame: &mut Frame, ink: &Frame, at: (f32, f32), scale: f32, times: f32, colour: [u8; 3]) {
    let start = ((at.0 * scale).round() as i32, (at.1 * scale).round() as i32);
    let size = (
        (ink.width as f32 * times) as i32,
        (ink.height as f32 * times) as i32,
    );
    for y in 0..size.1 {
        for x in 0..size.0 {
            let from = (
                (x as f32 + 0.5) / times - 0.5,
                (y as f32 + 0.5) / times - 0.5,
            );
            let light = between(ink, from.0.max(0.0), from.1.max(0.0));
            let light = light.iter().sum::<f32>() / 3.0 / 255.0;
            let under = frame.at(start.0 + x, start.1 + y);
            let mix = |under: u8, ink: u8| {
                (f32::from(under) * light + f32::from(ink) * (1.0 - light)) as u8
            };
            let mixed = [0, 1, 2].map(|channel| mix(under[channel], colour[channel]));
            frame.set(start.0 + x, start.1 + y, mixed);
        }
    }
}

/// Puts a picture on a frame at a pixel, enlarged.
pub fn put(frame: &mut Frame, picture: &Frame, at: (i32, i32), times: f32) {
    let size = (
        (picture.width as f32 * times).round() as i32,
        (picture.height as f32 * times).round() as i32,
    );
    for y in 0..size.1 {
        for x in 0..size.0 {
            let from = (
                (x as f32 + 0.5) / times - 0.5,
                (y as f32 + 0.5) / times - 0.5,
            );
            let colour = between(picture, from.0.max(0.0), from.1.max(0.0));
            frame.set(at.0 + x, at.1 + y, colour.map(|value| value as u8));
        }
    }
}

/// Copies a picture as it is; what is outside of the frame is left out.
pub fn copy(frame: &mut Frame, picture: &Frame, at: (i32, i32)) {
    let (wide, own) = (3 * picture.width as usize, 3 * frame.width as usize);
    for (row, pixels) in picture.rgb.chunks_exact(wide).enumerate() {
        let y = at.1 + row as i32;
        let fits = at.0 >= 0 && at.0 as u32 + picture.width <= frame.width;
        if fits && y >= 0 && (y as u32) < frame.height {
            let start = y as usize * own + 3 * at.0 as usize;
            frame.rgb[start..start + wide].copy_from_slice(pixels);
        }
    }
}
