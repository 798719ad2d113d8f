//! Tables drawn in the geometry of programs that can not run here, in three
//! fonts, at four scales, with noise and JPEG artefacts: no wrong card without
//! a mark, at least 99 of 100 read without asking.

mod again;
mod molek;
mod paint;
mod tally;

use ab_glyph::FontArc;
use patience::Table;
use patience_screen::calibrate::{self, Known};
use patience_screen::vision::{Deck, Reader};
use patience_screen::{Frame, Profile};
use tally::Tally;

const SCALES: [f32; 4] = [1.0, 1.25, 1.5, 2.0];

const FONTS: [&str; 3] = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationSerif-Bold.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationSans-Bold.ttf",
];

/// More deals when all proofs are wanted.
pub fn deals() -> std::ops::RangeInclusive<u64> {
    match std::env::var_os("PATIENCE_TEST_ALL") {
        Some(_) => 2..=9,
        None => 2..=2,
    }
}

/// A built-in profile.
pub fn profile(name: &str) -> Profile {
    Profile::built_in(name).unwrap_or_else(|| panic!("{name} is built in and right"))
}

fn deal(profile: &Profile, number: u64) -> Box<dyn Table> {
    let game = patience::find_game(&profile.game).expect("the game of a profile");
    game.deal(number, &Default::default()).expect("a deal")
}

/// The table after some moves, the same ones every time.
pub fn middle(table: Box<dyn Table>, moves: usize) -> Box<dyn Table> {
    let mut numbers = patience::SplitMix64::new(moves as u64);
    let mut table = table;
    for _ in 0..moves {
        let legal = table.legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = &legal[numbers.below(legal.len())];
        table = table.play(played).expect("a legal move").0;
    }
    table
}

/// What a frame shows, read with what was learned.
pub fn read(profile: &Profile, deck: &Deck, frame: &Frame) -> patience_screen::vision::Reading {
    let reader = Reader::new(profile, deck, frame).expect("the table is found");
    reader.read(frame).expect("the table is read")
}

/// The Microsoft cards in a font, learned from one FreeCell deal at a scale.
fn learned(font: &FontArc, scale: f32) -> Deck {
    let profile = profile("microsoft-freecell");
    let known = calibrate::known(&*deal(&profile, 1));
    let frame = paint::worn(&paint::table(&profile, &known, font, scale), 1, 2, 92);
    let deck = calibrate::learn(&frame, &profile, &known, None).expect("it can be learned");
    assert!(deck.missing().is_empty());
    deck
}

fn proof(name: &str, learned_at: f32, known_of: impl Fn(&Profile, u64) -> Vec<Known>) {
    let profile = profile(name);
    for path in FONTS {
        let Some(font) = paint::font(path) else {
            continue;
        };
        let mut deck = learned(&font, learned_at);
        if profile.look.back.is_some() {
            let known = calibrate::known(&*deal(&profile, 1));
            let frame = paint::table(&profile, &known, &font, learned_at);
            deck = calibrate::learn(&frame, &profile, &known, Some(&deck)).expect("learned");
        }
        let mut tally = Tally::default();
        for scale in SCALES {
            for number in deals() {
                let known = known_of(&profile, number);
                let clean = paint::table(&profile, &known, &font, scale);
                for (noise, quality) in [(0, 95), (6, 75)] {
                    let frame = paint::worn(&clean, number, noise, quality);
                    let what = format!("{name}, {path}, {scale}, deal {number}, quality {quality}");
                    tally.add(&profile, &read(&profile, &deck, &frame), &known, &what);
                }
            }
        }
        tally.check(&format!("{name}, {path}, learned at {learned_at}"));
    }
}

#[test]
fn microsoft_freecell_is_read_at_every_scale() {
    proof("microsoft-freecell", 1.0, |profile, number| {
        calibrate::known(&*deal(profile, number))
    });
}

#[test]
fn what_was_learned_large_is_read_small() {
    proof("microsoft-freecell", 1.5, |profile, number| {
        calibrate::known(&*deal(profile, number))
    });
}

#[test]
fn microsoft_pyramid_is_read_from_the_start_and_from_the_middle() {
    proof("microsoft-pyramid", 1.0, |profile, number| {
        let table = middle(deal(profile, number), 4 * number as usize);
        calibrate::known(&*table)
    });
}

#[test]
fn microsoft_tripeaks_is_read_with_its_cards_face_down() {
    proof("microsoft-tripeaks", 1.0, |profile, number| {
        let table = middle(deal(profile, number), 3 * number as usize);
        calibrate::known(&*table)
    });
}

/// Cards of 53 pixels across, and smaller. Much may be asked there; nothing may
/// be guessed.
#[test]
fn small_cards_are_asked_about_and_never_guessed() {
    for name in ["microsoft-freecell", "microsoft-pyramid"] {
        let profile = profile(name);
        for path in FONTS {
            let Some(font) = paint::font(path) else {
                continue;
            };
            let deck = learned(&font, 1.0);
            for scale in [0.4, 0.43, 0.5, 0.6] {
                let mut tally = Tally::default();
                for number in 2..=4 {
                    // Fewer cards: less is told by every card being used once.
                    let position = middle(deal(&profile, number), 8 * number as usize);
                    let known = calibrate::known(&*position);
                    let clean = paint::table(&profile, &known, &font, scale);
                    for (noise, quality) in [(0, 95), (6, 75), (10, 50)] {
                        let frame = paint::worn(&clean, number, noise, quality);
                        let what = format!("{name}, {path}, {scale}, deal {number}, {quality}");
                        let reader = Reader::new(&profile, &deck, &frame).expect("found");
                        match reader.read(&frame) {
                            Ok(reading) => tally.add(&profile, &reading, &known, &what),
                            // Too small: said so.
                            Err(refused) => assert!(scale < 0.5, "{what}: {refused}"),
                        }
                    }
                }
                eprintln!("{name}, {path}, {scale}: {tally:?}");
                assert_eq!(tally.wrong, 0, "wrong cards without a mark");
            }
        }
    }
}

#[test]
fn cards_that_are_too_small_are_refused_with_what_to_do() {
    let Some(font) = paint::font(FONTS[0]) else {
        return;
    };
    let profile = profile("microsoft-freecell");
    let deck = learned(&font, 1.0);
    let known = calibrate::known(&*deal(&profile, 2));
    let frame = paint::table(&profile, &known, &font, 0.3);
    let reader = Reader::new(&profile, &deck, &frame).expect("the table is found");
    let refused = reader.read(&frame).expect_err("too small");
    assert!(refused.to_string().contains("make the window larger"));
}
