//! MOLEK-SYNTEZ: glyphs of 8 by 9 pixels in three designs of our own, enlarged
//! by whole numbers and centred, or blurred by the system's own scaling.

use std::ops::RangeInclusive;

use patience_screen::calibrate::{self, KnownPile};
use patience_screen::vision::Face;
use patience_screen::{Frame, Profile};

use crate::tally::Tally;
use crate::{FEW, MANY, middle, paint, profile, read};

/// 6 7 8 9 10 V D K T, eight pixels a row.
const GLYPHS: [(&str, [&str; 9]); 9] = [
    (
        "6",
        [
            "..###...", ".#......", "#.......", "#.###...", "##...#..", "#....#..", "#....#..",
            ".####...", "........",
        ],
    ),
    (
        "7",
        [
            "######..", ".....#..", "....#...", "....#...", "...#....", "...#....", "..#.....",
            "..#.....", "........",
        ],
    ),
    (
        "8",
        [
            ".####...", "#....#..", "#....#..", ".####...", "#....#..", "#....#..", "#....#..",
            ".####...", "........",
        ],
    ),
    (
        "9",
        [
            ".####...", "#....#..", "#....#..", "#...##..", ".###.#..", ".....#..", "....#...",
            ".###....", "........",
        ],
    ),
    (
        "10",
        [
            "#..###..", "#.#...#.", "#.#...#.", "#.#...#.", "#.#...#.", "#.#...#.", "#.#...#.",
            "#..###..", "........",
        ],
    ),
    (
        "V",
        [
            "#....#..", "#....#..", "#....#..", ".#..#...", ".#..#...", ".#..#...", "..##....",
            "..##....", "........",
        ],
    ),
    (
        "D",
        [
            "#####...", "#....#..", "#....#..", "#....#..", "#....#..", "#....#..", "#....#..",
            "#####...", "........",
        ],
    ),
    (
        "K",
        [
            "#....#..", "#...#...", "#..#....", "###.....", "#..#....", "#...#...", "#....#..",
            "#....#..", "........",
        ],
    ),
    (
        "T",
        [
            "#######.", "...#....", "...#....", "...#....", "...#....", "...#....", "...#....",
            "...#....", "........",
        ],
    ),
];

#[derive(Clone, Copy, Debug)]
pub enum Design {
    Thin,
    Bold,
    Slanted,
}

pub fn is_ink(design: Design, glyph: &[&str; 9], x: i32, y: i32) -> bool {
    let at = |x: i32, y: i32| {
        let row = usize::try_from(y).ok().and_then(|y| glyph.get(y));
        let letter = row
            .zip(usize::try_from(x).ok())
            .and_then(|(row, x)| row.as_bytes().get(x));
        letter == Some(&b'#')
    };
    match design {
        Design::Thin => at(x, y),
        Design::Bold => at(x, y) || at(x - 1, y),
        Design::Slanted => at(x + (y - 8) / 4, y),
    }
}

/// The drawing of a rank.
pub fn glyph(rank: &str) -> &'static [&'static str; 9] {
    let found = GLYPHS.iter().find(|(name, _)| *name == rank);
    &found.expect("a rank").1
}

/// A table in a window; the game takes the largest whole number that fits.
fn table(
    profile: &Profile,
    known: &[KnownPile],
    cheated: &[String],
    design: Design,
    window: (u32, u32),
) -> Frame {
    let factor = (window.0 / 960).min(window.1 / 540).max(1) as i32;
    let left = (window.0 as i32 - 960 * factor) / 2;
    let top = (window.1 as i32 - 540 * factor) / 2;
    let mut frame = Frame::filled(window.0, window.1, [28, 30, 38]);
    let fill = |frame: &mut Frame, x: i32, y: i32, colour| {
        for down in 0..factor {
            for across in 0..factor {
                frame.set(left + x * factor + across, top + y * factor + down, colour);
            }
        }
    };
    for pile in profile.piles() {
        let known = known
            .iter()
            .find(|known| known.pile == pile.name)
            .expect("a column");
        let last = known.cards.len().wrapping_sub(1);
        for (index, face) in known.cards.iter().enumerate() {
            let Face::Up(card) = face else { continue };
            let is_negative = index == last && cheated.contains(&pile.name);
            let (paper, ink) = if is_negative {
                ([40, 44, 56], [214, 216, 220])
            } else {
                ([214, 216, 220], [40, 44, 56])
            };
            let (x0, y0) = (pile.at[0] as i32, pile.at[1] as i32 + 16 * index as i32);
            for y in -4..86 {
                for x in -4..60 {
                    let is_edge = y == -4 || x == -4 || x == 59 || y == 85;
                    fill(
                        &mut frame,
                        x0 + x,
                        y0 + y,
                        if is_edge { [90, 94, 104] } else { paper },
                    );
                }
            }
            let glyph = glyph(card);
            for y in 0..9 {
                for x in 0..8 {
                    if is_ink(design, glyph, x, y) {
                        fill(&mut frame, x0 + x, y0 + y, ink);
                    }
                }
            }
        }
    }
    frame
}

fn deal(number: u64) -> Box<dyn patience::Table> {
    let game = patience::find_game("cluj").expect("Cluj");
    game.deal(number, &Default::default()).expect("a deal")
}

/// The columns whose top card is cheated.
fn cheated(table: &dyn patience::Table) -> Vec<String> {
    let piles = table.layout().piles;
    let marked = piles.into_iter().filter(|pile| {
        let top = pile.cards.last();
        top.is_some_and(|top| top.mark == patience::layout::Mark::Cheated)
    });
    marked.map(|pile| pile.name).collect()
}

fn proof(deals: RangeInclusive<u64>) {
    let profile = profile("molek-syntez");
    let mut cheats = 0;
    for design in [Design::Thin, Design::Bold, Design::Slanted] {
        let known = calibrate::known(&*deal(1));
        let frame = table(&profile, &known, &[], design, (960, 540));
        let deck = calibrate::learn(&frame, &profile, &known, None).expect("learned");
        assert!(deck.missing().is_empty());
        let mut tally = Tally::default();
        // 100, 125, 150 and 200 %, and a full screen.
        for window in [
            (960, 540),
            (1200, 675),
            (1440, 810),
            (1920, 1080),
            (2560, 1440),
        ] {
            for number in deals.clone() {
                for moves in [0, 12] {
                    let position = middle(deal(number), moves);
                    let known = calibrate::known(&*position);
                    let cheated = cheated(&*position);
                    cheats += cheated.len();
                    let clean = table(&profile, &known, &cheated, design, window);
                    for (noise, quality) in [(0, 95), (6, 75)] {
                        let frame = paint::worn(&clean, number, noise, quality);
                        let what = format!(
                            "molek-syntez, {design:?}, {window:?}, deal {number}, {moves} moves, quality {quality}"
                        );
                        let reading = read(&profile, &deck, &frame);
                        tally.add(&profile, &reading, &known, &what);
                        for pile in &reading.piles {
                            let is_cheated = pile.cards.last().is_some_and(|read| read.cheated);
                            assert_eq!(
                                is_cheated,
                                cheated.contains(&pile.name),
                                "{what}: {}",
                                pile.name
                            );
                        }
                    }
                }
            }
        }
        tally.check(&format!("molek-syntez, {design:?}"));
    }
    assert!(cheats > 0, "no card was cheated");
}

#[test]
fn molek_syntez_is_read_in_every_window() {
    proof(FEW);
}

mod slow {
    use super::{MANY, proof};

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn eight_deals_of_molek_syntez_are_read_in_every_window() {
        proof(MANY);
    }
}
