//! Draws tables as other programs show them: cards with a rank and a suit in
//! the corner, in any font, at any scale, with noise and JPEG artefacts.

use ab_glyph::{Font, FontArc, Glyph, PxScale, ScaleFont as _, point};
use patience::SplitMix64;
use patience_screen::Frame;
use patience_screen::calibrate::KnownPile;
use patience_screen::profile::{PileRole, Profile};
use patience_screen::vision::Face;

/// A font of Debian.
pub fn font(path: &str) -> FontArc {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    FontArc::try_from_vec(bytes).expect("a font")
}

const PAPER: [u8; 3] = [250, 250, 246];
const RED: [u8; 3] = [204, 20, 32];
const BLACK: [u8; 3] = [24, 24, 28];

/// A frame with a table on it.
pub struct Canvas {
    pub frame: Frame,
    scale: f32,
}

impl Canvas {
    /// Cloth with a slope of light.
    pub fn new(width: f32, height: f32, scale: f32) -> Self {
        let size = ((width * scale) as u32, (height * scale) as u32);
        let mut frame = Frame::filled(size.0, size.1, [0; 3]);
        for y in 0..size.1 as i32 {
            for x in 0..size.0 as i32 {
                let light = (40 * (x + y) / (size.0 + size.1) as i32) as u8;
                frame.set(x, y, [10 + light / 2, 84 + light, 60 + light / 2]);
            }
        }
        Self { frame, scale }
    }

    fn pixel(&self, at: f32) -> i32 {
        (at * self.scale).round() as i32
    }

    fn fill(&mut self, at: (f32, f32), size: (f32, f32), colour: [u8; 3]) {
        let (left, top) = (self.pixel(at.0), self.pixel(at.1));
        let (width, height) = (self.pixel(size.0), self.pixel(size.1));
        for y in top..top + height {
            for x in left..left + width {
                self.frame.set(x, y, colour);
            }
        }
    }

    /// A card's paper with its edge.
    fn paper(&mut self, at: (f32, f32), size: (f32, f32)) {
        let corner = (at.0 - 6.0, at.1 - 5.0);
        self.fill(corner, (size.0 + 1.0, size.1 + 1.0), [150, 150, 150]);
        self.fill(
            (corner.0 + 1.0, corner.1 + 1.0),
            (size.0 - 1.0, size.1 - 1.0),
            PAPER,
        );
    }

    /// The back of a card.
    fn back(&mut self, at: (f32, f32), size: (f32, f32)) {
        self.paper(at, size);
        let corner = (at.0 - 1.0, at.1);
        self.fill(corner, (size.0 - 10.0, size.1 - 10.0), [40, 70, 150]);
        for stripe in 0..12 {
            let y = corner.1 + 4.0 + 12.0 * stripe as f32;
            if y + 4.0 < corner.1 + size.1 - 10.0 {
                self.fill((corner.0 + 4.0, y), (size.0 - 18.0, 4.0), [120, 150, 210]);
            }
        }
    }

    /// A sign stretched into a box.
    fn sign(&mut self, font: &FontArc, sign: &str, at: (f32, f32), size: (f32, f32), ink: [u8; 3]) {
        let glyphs = laid_out(font, sign, 100.0);
        let bounds = extent(font, &glyphs);
        let wide = bounds.1.0 - bounds.0.0;
        let high = bounds.1.1 - bounds.0.1;
        let grow = self.scale * size.1 / high;
        // Wide signs (10) are narrowed.
        let across = grow.min(self.scale * size.0 / wide);
        let scale = PxScale {
            x: 100.0 * across,
            y: 100.0 * grow,
        };
        let left = self.pixel(at.0) as f32 - bounds.0.0 * across;
        let top = self.pixel(at.1) as f32 - bounds.0.1 * grow;
        for glyph in glyphs {
            let moved = Glyph {
                id: glyph.id,
                scale,
                position: point(
                    left + glyph.position.x * across,
                    top + glyph.position.y * grow,
                ),
            };
            let Some(outline) = font.outline_glyph(moved) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, covered| {
                let x = corner.x as i32 + x as i32;
                let y = corner.y as i32 + y as i32;
                let under = self.frame.at(x, y);
                let covered = covered.clamp(0.0, 1.0);
                let mix = |under: u8, ink: u8| {
                    (f32::from(under) * (1.0 - covered) + f32::from(ink) * covered) as u8
                };
                let mixed = [0, 1, 2].map(|index| mix(under[index], ink[index]));
                self.frame.set(x, y, mixed);
            });
        }
    }

    /// A card with its rank, and the sign of its suit behind it: further to the right
    /// beside a 10.
    pub fn card_in_line(&mut self, font: &FontArc, name: &str, at: (f32, f32), size: (f32, f32)) {
        self.paper(at, size);
        let (rank, suit) = name.split_at(name.len() - 1);
        let (symbol, ink) = ink_of(suit);
        let (rank, wide) = if rank == "T" {
            ("10", 26.0)
        } else {
            (rank, 15.0)
        };
        self.sign(font, rank, (at.0 + 1.0, at.1 + 2.0), (wide, 18.0), ink);
        let behind = (at.0 + wide + 5.0, at.1 + 3.0);
        self.sign(font, symbol, behind, (18.0, 17.0), ink);
        self.sign(font, symbol, (at.0 + 35.0, at.1 + 100.0), (45.0, 48.0), ink);
    }

    /// A card of a deck without suits.
    pub fn card_by_rank(&mut self, font: &FontArc, name: &str, at: (f32, f32), size: (f32, f32)) {
        self.paper(at, size);
        self.sign(font, name, (at.0 + 4.0, at.1 + 4.0), (24.0, 22.0), BLACK);
    }

    /// A card with its rank and suit in the box of 25 by 43, and a large sign.
    pub fn card(&mut self, font: &FontArc, name: &str, at: (f32, f32), size: (f32, f32)) {
        self.paper(at, size);
        let (rank, suit) = name.split_at(name.len() - 1);
        let (symbol, ink) = ink_of(suit);
        let rank = if rank == "T" { "10" } else { rank };
        self.sign(font, rank, (at.0 + 1.0, at.1 + 2.0), (22.0, 18.0), ink);
        self.sign(font, symbol, (at.0 + 2.0, at.1 + 24.0), (20.0, 17.0), ink);
        self.sign(font, symbol, (at.0 + 35.0, at.1 + 60.0), (45.0, 48.0), ink);
    }
}

/// The sign of a suit, and its colour.
fn ink_of(suit: &str) -> (&'static str, [u8; 3]) {
    match suit {
        "c" => ("♣", BLACK),
        "d" => ("♦", RED),
        "h" => ("♥", RED),
        _ => ("♠", BLACK),
    }
}

fn laid_out(font: &FontArc, text: &str, size: f32) -> Vec<Glyph> {
    let scaled = font.as_scaled(PxScale::from(size));
    let mut x = 0.0;
    text.chars()
        .map(|letter| {
            let mut glyph = scaled.scaled_glyph(letter);
            glyph.position = point(x, 0.0);
            x += scaled.h_advance(glyph.id);
            glyph
        })
        .collect()
}

fn extent(font: &FontArc, glyphs: &[Glyph]) -> ((f32, f32), (f32, f32)) {
    let mut bounds = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
    for outline in glyphs
        .iter()
        .filter_map(|glyph| font.outline_glyph(glyph.clone()))
    {
        let place = outline.px_bounds();
        bounds.0 = (bounds.0.0.min(place.min.x), bounds.0.1.min(place.min.y));
        bounds.1 = (bounds.1.0.max(place.max.x), bounds.1.1.max(place.max.y));
    }
    bounds
}

/// A table in the geometry of a profile.
pub fn table(profile: &Profile, known: &[KnownPile], font: &FontArc, scale: f32) -> Frame {
    uneven_table(profile, known, font, scale, |_| 0.0)
}

/// A table whose cards have the sign of their suit behind the rank.
pub fn table_in_line(profile: &Profile, known: &[KnownPile], font: &FontArc) -> Frame {
    drawn(profile, known, font, 1.0, |_| 0.0, Canvas::card_in_line)
}

/// A table of cards without suits.
pub fn table_of_ranks(profile: &Profile, known: &[KnownPile], font: &FontArc) -> Frame {
    drawn(profile, known, font, 1.0, |_| 0.0, Canvas::card_by_rank)
}

/// Draws a card.
type Draw = fn(&mut Canvas, &FontArc, &str, (f32, f32), (f32, f32));

/// The same, with cards so much lower than where they belong, by their number in the
/// pile.
pub fn uneven_table(
    profile: &Profile,
    known: &[KnownPile],
    font: &FontArc,
    scale: f32,
    lower: impl Fn(usize) -> f32,
) -> Frame {
    drawn(profile, known, font, scale, lower, Canvas::card)
}

fn drawn(
    profile: &Profile,
    known: &[KnownPile],
    font: &FontArc,
    scale: f32,
    lower: impl Fn(usize) -> f32,
    card: Draw,
) -> Frame {
    let draw = card;
    let [width, height] = profile.layout.size.expect("a profile with a size");
    let size = (profile.layout.card[0], profile.layout.card[1]);
    let mut canvas = Canvas::new(width, height, scale);
    for pile in profile.piles() {
        let Some(known) = known.iter().find(|known| known.pile == pile.name) else {
            continue;
        };
        let is_stacked = pile.step == [0.0, 0.0];
        for (index, face) in known.cards.iter().enumerate() {
            let steps = if is_stacked { 0.0 } else { index as f32 };
            let at = (
                pile.at[0] + steps * pile.step[0],
                pile.at[1] + steps * pile.step[1] + lower(index),
            );
            match face {
                Face::Up(card) if pile.role != PileRole::Stock => {
                    draw(&mut canvas, font, card, at, size);
                }
                _ => canvas.back(at, size),
            }
        }
    }
    canvas.frame
}

/// The frame with noise, then through JPEG.
pub fn worn(frame: &Frame, seed: u64, noise: i32, quality: u8) -> Frame {
    let mut numbers = SplitMix64::new(seed);
    let mut noisy = frame.clone();
    for value in &mut noisy.rgb {
        // The sum of three dice is nearly a bell.
        let dice = (0..3).map(|_| numbers.below(2 * noise as usize + 1) as i32 - noise);
        *value = (i32::from(*value) + dice.sum::<i32>() / 2).clamp(0, 255) as u8;
    }
    let mut bytes = Vec::new();
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality)
        .encode(
            &noisy.rgb,
            noisy.width,
            noisy.height,
            image::ExtendedColorType::Rgb8,
        )
        .expect("a frame can be encoded");
    Frame::decode(&bytes).expect("what was encoded can be decoded")
}
