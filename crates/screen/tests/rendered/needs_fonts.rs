//! Cards in three fonts of Debian, as Microsoft's programs lay them out.

use std::ops::RangeInclusive;

use ab_glyph::FontArc;
use patience::{Budget, Mode, Request, Table};
use patience_screen::Profile;
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::vision::{Deck, Reader, Rereader};

use crate::tally::Tally;
use crate::{FEW, MANY, middle, paint, profile, read};

const SCALES: [f32; 4] = [1.0, 1.25, 1.5, 2.0];

const FONTS: [&str; 3] = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationSerif-Bold.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationSans-Bold.ttf",
];

fn deal(profile: &Profile, number: u64) -> Box<dyn Table> {
    let game = patience::find_game(&profile.game).expect("the game of a profile");
    game.deal(number, &Default::default()).expect("a deal")
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

fn proof(
    name: &str,
    learned_at: f32,
    deals: RangeInclusive<u64>,
    known_of: impl Fn(&Profile, u64) -> Vec<KnownPile>,
) {
    let profile = profile(name);
    for path in FONTS {
        let font = paint::font(path);
        let mut deck = learned(&font, learned_at);
        if profile.look.back.is_some() {
            let known = calibrate::known(&*deal(&profile, 1));
            let frame = paint::table(&profile, &known, &font, learned_at);
            deck = calibrate::learn(&frame, &profile, &known, Some(&deck)).expect("learned");
        }
        let mut tally = Tally::default();
        for scale in SCALES {
            for number in deals.clone() {
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

fn freecell(learned_at: f32, deals: RangeInclusive<u64>) {
    proof(
        "microsoft-freecell",
        learned_at,
        deals,
        |profile, number| calibrate::known(&*deal(profile, number)),
    );
}

/// The first deal after eight moves, the next one after twelve, and so on.
fn pyramid(deals: RangeInclusive<u64>) {
    proof("microsoft-pyramid", 1.0, deals, |profile, number| {
        let table = middle(deal(profile, number), 4 * number as usize);
        calibrate::known(&*table)
    });
}

fn tripeaks(deals: RangeInclusive<u64>) {
    proof("microsoft-tripeaks", 1.0, deals, |profile, number| {
        let table = middle(deal(profile, number), 3 * number as usize);
        calibrate::known(&*table)
    });
}

#[test]
#[ignore = "needs fonts of Debian"]
fn microsoft_freecell_is_read_at_every_scale() {
    freecell(1.0, FEW);
}

#[test]
#[ignore = "needs fonts of Debian"]
fn what_was_learned_large_is_read_small() {
    freecell(1.5, FEW);
}

#[test]
#[ignore = "needs fonts of Debian"]
fn microsoft_pyramid_is_read_from_the_middle() {
    pyramid(FEW);
}

#[test]
#[ignore = "needs fonts of Debian"]
fn microsoft_tripeaks_is_read_with_its_cards_face_down() {
    tripeaks(FEW);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs fonts of Debian"]
    fn eight_deals_of_microsoft_freecell_are_read_at_every_scale() {
        freecell(1.0, MANY);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs fonts of Debian"]
    fn eight_deals_that_were_learned_large_are_read_small() {
        freecell(1.5, MANY);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs fonts of Debian"]
    fn eight_deals_of_microsoft_pyramid_are_read_from_the_middle() {
        pyramid(MANY);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs fonts of Debian"]
    fn eight_deals_of_microsoft_tripeaks_are_read_with_their_cards_face_down() {
        tripeaks(MANY);
    }
}

/// Cards of 53 pixels across, and smaller. Much may be asked there; nothing may
/// be guessed.
#[test]
#[ignore = "needs fonts of Debian"]
fn small_cards_are_asked_about_and_never_guessed() {
    for name in ["microsoft-freecell", "microsoft-pyramid"] {
        let profile = profile(name);
        for path in FONTS {
            let font = paint::font(path);
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
#[ignore = "needs fonts of Debian"]
fn cards_that_are_too_small_are_refused_with_what_to_do() {
    let font = paint::font(FONTS[0]);
    let profile = profile("microsoft-freecell");
    let deck = learned(&font, 1.0);
    let known = calibrate::known(&*deal(&profile, 2));
    let frame = paint::table(&profile, &known, &font, 0.3);
    let reader = Reader::new(&profile, &deck, &frame).expect("the table is found");
    let refused = reader.read(&frame).expect_err("too small");
    assert!(refused.to_string().contains("make the window larger"));
}

/// So the third card is not two of these steps below the first one.
#[test]
#[ignore = "needs fonts of Debian"]
fn a_second_card_that_lies_a_little_too_low_does_not_hide_the_third() {
    let font = paint::font(FONTS[0]);
    let profile = profile("microsoft-freecell");
    let deck = learned(&font, 1.0);
    let known = calibrate::known(&*deal(&profile, 2));
    let lower = |card: usize| if card == 1 { 3.0 } else { 0.0 };
    let frame = paint::uneven_table(&profile, &known, &font, 1.0, lower);
    let reading = read(&profile, &deck, &frame);
    assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
    assert_eq!(reading.cards().count(), 52);
}

/// Reading a table again, move by move, gives what a fresh look gives.
#[test]
#[ignore = "needs fonts of Debian"]
fn a_table_that_is_read_again_after_every_move_is_read_the_same() {
    let font = paint::font(FONTS[0]);
    let profile = profile("microsoft-freecell");
    let deck = learned(&font, 1.0);
    let mut table = deal(&profile, 2);
    let request = Request::default().with_mode(Mode::Fast);
    let report = table.solve(&request, &mut Budget::unlimited());
    let report = report.expect("solved");
    let line = report.outcome.solution().expect("a solution");
    let mut again: Option<Rereader> = None;
    for move_ in line.moves.iter().take(30) {
        let known = calibrate::known(&*table);
        let frame = paint::table(&profile, &known, &font, 1.0);
        let reader = Reader::new(&profile, &deck, &frame).expect("the table is found");
        let fresh = reader.read(&frame).expect("read");
        let again = again.get_or_insert_with(|| Rereader::new(reader));
        assert_eq!(again.read(&frame).expect("read"), fresh, "before {move_}");
        table = table.play(move_).expect("a legal move").0;
    }
}
