//! MOLEK-SYNTEZ as it looks: white lines on black, cards that overlap, cheated
//! cards in negative that flicker, locked columns and empty ones. Drawn with the
//! game's own sprites where they are at hand, else with ours.

use std::path::{Path, PathBuf};

use patience::layout::Mark;
use patience::{SplitMix64, Table};
use patience_screen::vision::{Deck, Reader, Rereader};
use patience_screen::{Frame, calibrate, position};

use crate::molek::{Design, glyph, is_ink};
use crate::{middle, profile};

const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
/// The upper left corner of the first card, and from card to card.
const CORNER: (i32, i32) = (240, 145);
const NEXT: (i32, i32) = (82, 16);
const SIZE: (u32, u32) = (71, 95);

/// A picture with holes.
struct Sprite {
    width: u32,
    height: u32,
    pixels: Vec<Option<u8>>,
}

impl Sprite {
    fn filled(size: (u32, u32), light: Option<u8>) -> Self {
        Self {
            width: size.0,
            height: size.1,
            pixels: vec![light; (size.0 * size.1) as usize],
        }
    }

    fn load(path: &Path) -> Self {
        let picture = image::open(path).expect("a picture").into_luma_alpha8();
        let pixels = picture.pixels();
        Self {
            width: picture.width(),
            height: picture.height(),
            pixels: pixels
                .map(|it| (it.0[1] > 127).then_some(it.0[0]))
                .collect(),
        }
    }

    fn set(&mut self, x: i32, y: i32, light: u8) {
        if (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y) {
            self.pixels[(y * self.width as i32 + x) as usize] = Some(light);
        }
    }

    /// The four edges.
    fn outline(&mut self, light: u8) {
        let (width, height) = (self.width as i32, self.height as i32);
        for x in 0..width {
            self.set(x, 0, light);
            self.set(x, height - 1, light);
        }
        for y in 0..height {
            self.set(0, y, light);
            self.set(width - 1, y, light);
        }
    }

    fn negative(mut self) -> Self {
        for light in self.pixels.iter_mut().flatten() {
            *light = 255 - *light;
        }
        self
    }

    /// Puts it on a frame of 960 by 540.
    fn put(&self, frame: &mut Frame, at: (i32, i32)) {
        for (index, light) in self.pixels.iter().enumerate() {
            if let Some(light) = light {
                let (x, y) = (index as u32 % self.width, index as u32 / self.width);
                frame.set(at.0 + x as i32, at.1 + y as i32, [*light; 3]);
            }
        }
    }
}

/// The sprites of the game, or our own.
struct Sprites {
    folder: Option<PathBuf>,
}

/// How a card is drawn.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Usual,
    Cheated,
    Glitch,
}

impl Sprites {
    fn ours() -> Self {
        Self { folder: None }
    }

    /// Those of the game, if they are at hand; says so if not.
    fn of_the_game() -> Option<Self> {
        let folder = crate::art_folder("molek-syntez")?;
        Some(Self {
            folder: Some(folder),
        })
    }

    fn card(&self, rank: &str, suit: usize, state: State) -> Sprite {
        let is_face = "VDKT".contains(rank);
        match &self.folder {
            Some(folder) => {
                let suit = if is_face { "face" } else { SUITS[suit] };
                let state = match state {
                    State::Usual => "",
                    State::Glitch if is_face => "_glitch",
                    _ => "_cheat",
                };
                Sprite::load(&folder.join(format!("cards/{suit}/{rank}{state}.png")))
            }
            None => {
                let mut card = Sprite::filled(SIZE, Some(0));
                card.outline(255);
                let glyph = glyph(rank);
                for y in 0..9 {
                    for x in 0..8 {
                        let is_turned = state == State::Glitch && is_face;
                        let from = match is_turned {
                            true if "DK".contains(rank) => (7 - x, y),
                            true => (x, 8 - y),
                            false => (x, y),
                        };
                        if is_ink(Design::Thin, glyph, from.0, from.1) {
                            card.set(4 + x, 4 + y, 255);
                        }
                    }
                }
                for sign in 0..6 {
                    for pixel in 0..9 {
                        let (x, y) = (24 + 20 * (sign % 2), 20 + 25 * (sign / 2));
                        card.set(x + pixel, y + (pixel + suit as i32) % 9, 255);
                    }
                }
                if state == State::Usual {
                    card
                } else {
                    card.negative()
                }
            }
        }
    }

    fn locked(&self) -> Sprite {
        if let Some(folder) = &self.folder {
            return Sprite::load(&folder.join("misc/locked_tableau.png"));
        }
        let mut back = Sprite::filled((71, 101), Some(0));
        back.outline(255);
        for y in (6..95).step_by(8) {
            for x in (6..65).step_by(3) {
                back.set(x, y, 255);
                back.set(x + 1, y + 1, 255);
            }
        }
        back
    }

    fn empty(&self) -> Sprite {
        if let Some(folder) = &self.folder {
            return Sprite::load(&folder.join("misc/empty_tableau.png"));
        }
        let mut empty = Sprite::filled(SIZE, None);
        empty.outline(90);
        empty
    }

    fn banner(&self) -> Sprite {
        if let Some(folder) = &self.folder {
            return Sprite::load(&folder.join("misc/win_banner.png"));
        }
        let mut banner = Sprite::filled((199, 68), Some(0));
        banner.outline(255);
        for x in (50..150).filter(|x| x % 10 < 7) {
            (28..40).for_each(|y| banner.set(x, y, 255));
        }
        banner
    }

    /// A table in a window of so many times 960 by 540 pixels.
    fn table(&self, table: &dyn Table, seed: u64, state: State, banner: bool, times: u32) -> Frame {
        let mut numbers = SplitMix64::new(seed);
        let mut small = Frame::filled(960, 540, [0; 3]);
        for (column, pile) in table.layout().piles.iter().enumerate() {
            let x = CORNER.0 + NEXT.0 * column as i32;
            let is_locked = pile.cards.iter().any(|card| card.mark == Mark::Locked);
            if pile.cards.is_empty() {
                self.empty().put(&mut small, (x, CORNER.1));
            } else if is_locked {
                self.locked().put(&mut small, (x, CORNER.1));
            } else {
                for (row, card) in pile.cards.iter().enumerate() {
                    let state = match card.mark {
                        Mark::Cheated => state,
                        _ => State::Usual,
                    };
                    let sprite = self.card(&card.card, numbers.below(4), state);
                    // Larger ones stand out by a pixel on each side.
                    let out = (sprite.width > SIZE.0) as i32;
                    let y = CORNER.1 + NEXT.1 * row as i32;
                    sprite.put(&mut small, (x - out, y - out));
                }
            }
        }
        if banner {
            self.banner().put(&mut small, (381, 160));
        }
        let mut frame = Frame::filled(960 * times, 540 * times, [0; 3]);
        for y in 0..(540 * times) as i32 {
            for x in 0..(960 * times) as i32 {
                frame.set(x, y, small.at(x / times as i32, y / times as i32));
            }
        }
        frame
    }
}

fn game() -> &'static dyn patience::Game {
    patience::find_game("cluj").expect("Cluj")
}

fn deal(number: u64) -> Box<dyn Table> {
    game().deal(number, &Default::default()).expect("a deal")
}

fn learned(sprites: &Sprites) -> Deck {
    let profile = profile("molek-syntez");
    let table = deal(1);
    let frame = sprites.table(&*table, 1, State::Usual, false, 1);
    let known = calibrate::known(&*table);
    let deck = calibrate::learn(&frame, &profile, &known, None).expect("learned");
    assert!(deck.missing().is_empty());
    deck
}

/// Some columns are locked; the other cards of a deal lie as they come.
fn with_locked(number: u64) -> Box<dyn Table> {
    let locked = 1 + number as usize % 3;
    let mut numbers = SplitMix64::new(number);
    let mut cards: Vec<char> = "TKDV09876".repeat(4 - locked).chars().collect();
    numbers.shuffle(&mut cards);
    let mut columns = vec!["TKDV09876".to_owned(); locked];
    // One more column may be empty.
    let open = 6 - locked - number as usize % 2;
    columns.resize(6, String::new());
    for (index, card) in cards.into_iter().enumerate() {
        columns[locked + index % open].push(card);
    }
    numbers.shuffle(&mut columns);
    let text = format!("{}.", columns.join("."));
    game().read(&text, &Default::default()).expect("a position")
}

fn cheats(table: &dyn Table) -> usize {
    let piles = table.layout().piles;
    let cards = piles.iter().flat_map(|pile| &pile.cards);
    cards.filter(|card| card.mark == Mark::Cheated).count()
}

/// A position in which a card is cheated.
fn cheated(number: u64) -> Box<dyn Table> {
    (6..60)
        .map(|moves| middle(deal(number), moves))
        .find(|table| cheats(&**table) > 0)
        .expect("a cheat")
}

/// Reads fresh deals, games in the middle, cheated cards and locked columns.
fn all_are_right(sprites: &Sprites, deals: u64, scales: &[u32]) {
    let deck = learned(sprites);
    let profile = profile("molek-syntez");
    let (mut tables, mut locks) = (0, 0);
    for number in 2..2 + deals {
        let glitch = [State::Cheated, State::Glitch][number as usize % 2];
        let kinds = [
            ("fresh", deal(number), State::Usual),
            ("in the middle", middle(deal(number), 12), State::Cheated),
            ("cheated", cheated(number), glitch),
            ("locked", with_locked(number), State::Cheated),
        ];
        for (kind, table, state) in kinds {
            for times in scales {
                let frame = sprites.table(&*table, number, state, false, *times);
                let reader = Reader::new(&profile, &deck, &frame).expect("found");
                let reading = reader.read(&frame).expect("read");
                let what = format!("deal {number}, {kind}, {times}x");
                for doubt in position::doubts(std::slice::from_ref(&reading)) {
                    eprintln!("{what}: {doubt:?}");
                }
                let text = position::text(game(), std::slice::from_ref(&reading));
                let text = text.expect("a text");
                assert_eq!(text.trim(), table.text().trim(), "{what}");
                assert_eq!(reading.doubtful(), 0, "{what}");
                let again = Rereader::new(reader).read(&frame).expect("read");
                assert_eq!(again, reading, "{what}");
                tables += 1;
                locks += reading.piles.iter().filter(|pile| pile.locked).count();
            }
        }
    }
    eprintln!("{tables} tables with {locks} locked columns, all right");
    assert!(locks > 0);
}

/// A win, with the banner over it.
fn banner_is_a_win(sprites: &Sprites) {
    let deck = learned(sprites);
    let profile = profile("molek-syntez");
    for text in [
        "TKDV09876.TKDV09876..TKDV09876.TKDV09876..",
        "TKDV09876.TKDV09876...TKDV09876.TKDV09876.",
        "..TKDV09876.TKDV09876.TKDV09876.TKDV09876.",
    ] {
        let table = game().read(text, &Default::default()).expect("a position");
        assert!(table.is_won());
        for (times, banner) in [(1, true), (2, true), (3, true), (1, false)] {
            let frame = sprites.table(&*table, 1, State::Usual, banner, times);
            let reader = Reader::new(&profile, &deck, &frame).expect("found");
            let reading = reader.read(&frame).expect("read");
            let text = position::text(game(), &[reading]).expect("a text");
            let read = game().read(&text, &Default::default()).expect("a position");
            assert!(read.is_won(), "{text}");
        }
    }
}

#[test]
fn molek_syntez_drawn_by_us_is_read_with_cheats_and_locks() {
    all_are_right(&Sprites::ours(), 3, &[1, 2]);
    banner_is_a_win(&Sprites::ours());
}

#[test]
fn molek_syntez_with_its_own_sprites_is_read_with_cheats_and_locks() {
    let Some(sprites) = Sprites::of_the_game() else {
        return;
    };
    all_are_right(&sprites, 15, &[1, 2, 3]);
    banner_is_a_win(&sprites);
}

#[test]
fn a_real_picture_of_molek_syntez_is_read() {
    let Some(folder) = crate::art_folder("molek-syntez") else {
        return;
    };
    let truth = std::fs::read_to_string(folder.join("full.txt")).expect("its cards");
    let frame = Frame::load(&folder.join("full.png")).expect("a picture");
    let profile = profile("molek-syntez");
    // Learned from other pictures than this one.
    let deck = learned(&Sprites::of_the_game().expect("the sprites"));
    let reading = crate::read(&profile, &deck, &frame);
    assert_eq!(reading.doubtful(), 0);
    let text = position::text(game(), &[reading]).expect("a text");
    assert_eq!(text.trim(), truth.trim());
}
