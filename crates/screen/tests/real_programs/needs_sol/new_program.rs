//! AisleRiot as if no profile knew it: described from its window and the answers of
//! a player, then read and played.

use std::time::Duration;

use patience::Mode;
use patience_screen::Profile;
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::discover::{self, NewProfile, Program};
use patience_screen::player::Ended;
use patience_screen::player::FrameReader as _;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::profile::MouseGesture;
use patience_screen::vision::Face;

use super::{Aisleriot, SIZE};
use crate::art::{self, Art};
use crate::desk::Desk;
use crate::scripted::Script;

/// A window of 1.5 times the usual size, and one of two thirds.
const LARGE: (u32, u32) = (SIZE.0 * 3 / 2, SIZE.1 * 3 / 2);
const SMALL: (u32, u32) = (SIZE.0 * 2 / 3, SIZE.1 * 2 / 3);

/// What the table shows. In a small window the judge of these tests cannot tell some
/// Aces apart, so it looks at one of the usual size.
fn truth(program: &mut Aisleriot<'_>, judged: &Profile, size: (u32, u32)) -> Vec<KnownPile> {
    if size == SMALL {
        program.desk.resize(program.window, SIZE.0, SIZE.1);
    }
    let frame = program.at_rest();
    let known = Art::new(&frame, judged, program.deck).known(&frame, judged);
    program.desk.resize(program.window, size.0, size.1);
    known
}

/// Describes the program in its window. The player is played by the program's own
/// pictures of its cards.
fn describe(
    program: &mut Aisleriot<'_>,
    title: &str,
    size: (u32, u32),
) -> (NewProfile, ProfileReader) {
    let judged = program.profile.clone();
    let mut script = match program.profile.game.as_str() {
        // All cards lie open.
        "freecell" => Script::new(truth(program, &judged, size)),
        _ => {
            let frame = program.at_rest();
            let art = Art::new(&frame, &judged, program.deck);
            Script::naming(move |shown| art.name(&shown.picture))
        }
    };
    // Restart stands second in the menu.
    script.restart = "alt+g Down Return";
    // The name that the program itself counts its wins under.
    let described = Program::titled(&program.profile.name, title);
    let game = program.profile.game().expect("a game");
    let learned = discover::explore(
        &mut program.hands,
        program.window,
        game,
        &Default::default(),
        &described,
        &mut script,
    );
    let new = script.described(learned);
    assert_eq!(new.unsure, [""; 0]);
    program.profile = new.profile.clone();
    let reader = ProfileReader::new(program.profile.clone(), new.deck.clone());
    (new, reader)
}

/// Reads five deals; no card is in doubt.
fn read(program: &mut Aisleriot<'_>, reader: &ProfileReader, judged: &Profile, size: (u32, u32)) {
    for _ in 0..5 {
        program.deal_next(reader);
        let known = truth(program, judged, size);
        let frame = program.at_rest();
        let reading = reader.read(&frame).expect("read");
        assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
        let is_up = |face: &Face| matches!(face, Face::Up(_));
        let cards = reading.cards().filter(|(_, _, card)| is_up(&card.face));
        let truth = known.iter().flat_map(|known| &known.cards);
        assert_eq!(cards.count(), truth.filter(|face| is_up(face)).count());
        let margins = reading.cards().map(|(_, _, card)| card.margin);
        let least = margins.fold(1.0, f32::min);
        eprintln!("{} in doubt, least margin {least:.2}", reading.doubtful());
        assert_eq!(reading.doubtful(), 0);
    }
}

/// Plays until so many deals are won, each to the end that the program itself reports.
fn win(mut program: Aisleriot<'_>, reader: &ProfileReader, mode: Mode, wins: u32) {
    let mut won = 0;
    // A few deals of some games cannot be won.
    for deal in 1..=3 * wins {
        program.deal_next(reader);
        match program.play(reader, mode) {
            Ended::Won { .. } => won += 1,
            Ended::Lost => continue,
            other => panic!("deal {deal}: {other:?}"),
        }
        assert!(
            program.has_dialog(Duration::from_secs(10)),
            "the program does not say that deal {deal} is won"
        );
        if won == wins {
            break;
        }
    }
    assert_eq!(program.own_count_of_wins(), wins);
}

/// Describes a game in a window of a size, reads five deals and wins two.
fn describe_and_win(variation: &str, title: &str, deck: &'static str, size: (u32, u32)) {
    let mut desk = Desk::dealing(None);
    let mut program = Aisleriot::start_with(&mut desk, variation, deck);
    program.desk.resize(program.window, size.0, size.1);
    let judged = program.profile.clone();
    let (new, reader) = describe(&mut program, title, size);
    let (play, mode) = match variation {
        "triple-peaks" => (MouseGesture::Click, Mode::default()),
        _ => (MouseGesture::Drag, Mode::Fast),
    };
    assert_eq!(new.profile.moves.play, play);
    read(&mut program, &reader, &judged, size);
    win(program, &reader, mode, 2);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", art::USUAL, SIZE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_in_a_window_half_as_large_again_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", art::USUAL, LARGE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn another_deck_of_cards_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", "bonded", SIZE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn triple_peaks_that_no_profile_knows_are_described_read_and_won() {
        describe_and_win("triple-peaks", "Triple Peaks", art::USUAL, SIZE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_in_a_window_of_two_thirds_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", art::USUAL, SMALL);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn triple_peaks_in_a_window_half_as_large_again_are_described_read_and_won() {
        describe_and_win("triple-peaks", "Triple Peaks", art::USUAL, LARGE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn triple_peaks_in_a_window_of_two_thirds_are_described_read_and_won() {
        describe_and_win("triple-peaks", "Triple Peaks", art::USUAL, SMALL);
    }
}
